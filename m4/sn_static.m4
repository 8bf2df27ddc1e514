dnl SN_STATIC_PROGRAMS
dnl --enable-static-programs: link what runs on the offline machine statically. Sets STATIC_LDFLAGS,
dnl SODIUM_STATIC_LIBS, CJSON_STATIC_LIBS and the conditional STATIC_PROGRAMS. Position-independent where the compiler and
dnl libc can do both, since the project's other hardening flags expect that. Stops if it cannot be done at all.

dnl SN_TRY_STATIC(FLAGS, LIBRARIES, INCLUDE, STATEMENT, IF GOOD, IF NOT)
AC_DEFUN([SN_TRY_STATIC], [
	sn_saved_cflags=$CFLAGS
	sn_saved_ldflags=$LDFLAGS
	sn_saved_libs=$LIBS
	CFLAGS="$CFLAGS $SN_CFLAGS"
	LDFLAGS="$LDFLAGS $SN_LDFLAGS $1"
	LIBS="$2 $LIBS"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([[$3]], [[$4]])], [sn_good=yes], [sn_good=no])
	CFLAGS=$sn_saved_cflags
	LDFLAGS=$sn_saved_ldflags
	LIBS=$sn_saved_libs
	AS_IF([test "$sn_good" = yes], [$5], [$6])
])

AC_DEFUN([SN_STATIC_PROGRAMS], [
	AC_ARG_ENABLE([static-programs],
		[AS_HELP_STRING([--enable-static-programs],
			[link the programs for the offline machine statically: they need nothing installed there])],
		[], [enable_static_programs=no])
	STATIC_LDFLAGS=
	SODIUM_STATIC_LIBS=
	AC_ARG_VAR([CJSON_STATIC_LIBS], [linker flags for a static libcjson, which Debian does not have; ./bootstrap static
		makes one])
	AS_IF([test "$enable_static_programs" != no], [
		SODIUM_STATIC_LIBS=`$PKG_CONFIG --static --libs libsodium`
		AC_MSG_CHECKING([how to link statically])
		SN_TRY_STATIC([-static-pie], [$SODIUM_STATIC_LIBS], [#include <sodium.h>], [return sodium_init();],
			[STATIC_LDFLAGS=-static-pie])
		AS_IF([test -z "$STATIC_LDFLAGS"], [
			SN_TRY_STATIC([-no-pie -static], [$SODIUM_STATIC_LIBS], [#include <sodium.h>],
				[return sodium_init();], [STATIC_LDFLAGS="-no-pie -static"])
		])
		AC_MSG_RESULT([${STATIC_LDFLAGS:-it cannot be done}])
		AS_IF([test -z "$STATIC_LDFLAGS"],
			[AC_MSG_ERROR([--enable-static-programs needs the static forms of libc and libsodium])])
		AC_MSG_CHECKING([for a static libcjson])
		: ${CJSON_STATIC_LIBS:=$CJSON_LIBS}
		SN_TRY_STATIC([$STATIC_LDFLAGS], [$CJSON_STATIC_LIBS], [#include <cjson/cJSON.h>], [cJSON_Delete(0);],
			[AC_MSG_RESULT([$CJSON_STATIC_LIBS])],
			[AC_MSG_RESULT([no])
			AC_MSG_ERROR([--enable-static-programs needs a static libcjson: name it in CJSON_STATIC_LIBS, or run
				./bootstrap static])])
	])
	AC_SUBST([STATIC_LDFLAGS])
	AC_SUBST([SODIUM_STATIC_LIBS])
	AM_CONDITIONAL([STATIC_PROGRAMS], [test "$enable_static_programs" != no])
])
