dnl SN_STATIC_PROGRAMS
dnl --enable-static-programs: link what runs on the offline machine statically. Sets STATIC_LDFLAGS, the variables
dnl NAME_STATIC_LIBS of each library and the conditional STATIC_PROGRAMS. Position-independent where the compiler and
dnl libc can do both, since the project's other hardening flags expect that. Stops if it cannot be done at all.

dnl SN_TRY_STATIC(FLAGS, LIBRARIES, INCLUDE, STATEMENT, IF GOOD, IF NOT)
AC_DEFUN([SN_TRY_STATIC], [
	sn_saved_cflags=$CFLAGS
	sn_saved_ldflags=$LDFLAGS
	sn_saved_libs=$LIBS
	CFLAGS="$CFLAGS $SN_CFLAGS $SODIUM_CFLAGS $CJSON_CFLAGS $QRENCODE_CFLAGS $PNG_CFLAGS $ZBAR_CFLAGS $JPEG_CFLAGS"
	LDFLAGS="$LDFLAGS $SN_LDFLAGS $1"
	LIBS="$2 $LIBS"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([[$3]], [[$4]])], [sn_good=yes], [sn_good=no])
	CFLAGS=$sn_saved_cflags
	LDFLAGS=$sn_saved_ldflags
	LIBS=$sn_saved_libs
	AS_IF([test "$sn_good" = yes], [$5], [$6])
])

dnl SN_STATIC_LIBRARY(NAME, LIBRARY, INCLUDE, STATEMENT): the static form of a library, which Debian does not have.
AC_DEFUN([SN_STATIC_LIBRARY], [
	AC_MSG_CHECKING([for a static $2])
	: ${$1_STATIC_LIBS:=$$1_LIBS}
	SN_TRY_STATIC([$STATIC_LDFLAGS], [$$1_STATIC_LIBS], [$3], [$4],
		[AC_MSG_RESULT([$$1_STATIC_LIBS])],
		[AC_MSG_RESULT([no])
		AC_MSG_ERROR([--enable-static-programs needs a static $2: name it in $1_STATIC_LIBS, or run
			./bootstrap static])])
])

m4_define([SN_STATIC_INCLUDES], [[#include <stdio.h>
#include <sodium.h>
#include <png.h>
#include <jpeglib.h>]])

AC_DEFUN([SN_STATIC_PROGRAMS], [
	AC_ARG_ENABLE([static-programs],
		[AS_HELP_STRING([--enable-static-programs],
			[link the programs for the offline machine statically: they need nothing installed there])],
		[], [enable_static_programs=no])
	STATIC_LDFLAGS=
	SODIUM_STATIC_LIBS=
	PNG_STATIC_LIBS=
	JPEG_STATIC_LIBS=
	AC_ARG_VAR([CJSON_STATIC_LIBS], [linker flags for a static libcjson, which Debian does not have; ./bootstrap static
		makes one])
	AC_ARG_VAR([QRENCODE_STATIC_LIBS], [the same for libqrencode])
	AC_ARG_VAR([ZBAR_STATIC_LIBS], [the same for a libzbar that opens no sockets])
	AS_IF([test "$enable_static_programs" != no], [
		SODIUM_STATIC_LIBS=`$PKG_CONFIG --static --libs libsodium`
		PNG_STATIC_LIBS=`$PKG_CONFIG --static --libs libpng`
		JPEG_STATIC_LIBS=`$PKG_CONFIG --static --libs libjpeg`
		AC_MSG_CHECKING([how to link statically])
		sn_static="$SODIUM_STATIC_LIBS $PNG_STATIC_LIBS $JPEG_STATIC_LIBS"
		SN_TRY_STATIC([-static-pie], [$sn_static], SN_STATIC_INCLUDES,
			[return sodium_init() + !png_access_version_number() + !jpeg_std_error(0);],
			[STATIC_LDFLAGS=-static-pie])
		AS_IF([test -z "$STATIC_LDFLAGS"], [
			SN_TRY_STATIC([-no-pie -static], [$sn_static], SN_STATIC_INCLUDES,
				[return sodium_init() + !png_access_version_number() + !jpeg_std_error(0);],
				[STATIC_LDFLAGS="-no-pie -static"])
		])
		AC_MSG_RESULT([${STATIC_LDFLAGS:-it cannot be done}])
		AS_IF([test -z "$STATIC_LDFLAGS"],
			[AC_MSG_ERROR([--enable-static-programs needs the static forms of libc, libsodium, libpng and libjpeg])])
		SN_STATIC_LIBRARY([CJSON], [libcjson], [#include <cjson/cJSON.h>], [cJSON_Delete(0);])
		SN_STATIC_LIBRARY([QRENCODE], [libqrencode], [#include <qrencode.h>], [QRcode_free(0);])
		SN_STATIC_LIBRARY([ZBAR], [libzbar], [#include <zbar.h>], [zbar_image_scanner_destroy(zbar_image_scanner_create());])
	])
	AC_SUBST([STATIC_LDFLAGS])
	AC_SUBST([SODIUM_STATIC_LIBS])
	AC_SUBST([PNG_STATIC_LIBS])
	AC_SUBST([JPEG_STATIC_LIBS])
	AM_CONDITIONAL([STATIC_PROGRAMS], [test "$enable_static_programs" != no])
])
