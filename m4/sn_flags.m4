dnl SN_ADD_CFLAG(FLAG), SN_ADD_CPPFLAG(FLAG), SN_ADD_LDFLAG(FLAG)
dnl Append FLAG to SN_CFLAGS, SN_CPPFLAGS or SN_LDFLAGS if a program that includes a libc header
dnl builds with it and no warning appears.

dnl SN_TRY_FLAG(VARIABLE OF THE USER, FLAG, IF GOOD)
AC_DEFUN([SN_TRY_FLAG], [
	AC_MSG_CHECKING([whether $CC takes $2])
	sn_saved_flags=$$1
	sn_saved_werror=$ac_c_werror_flag
	ac_c_werror_flag=yes
	$1="$$1 $2"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <stdio.h>]], [[puts("");]])],
		[sn_good=yes], [sn_good=no])
	$1=$sn_saved_flags
	ac_c_werror_flag=$sn_saved_werror
	AC_MSG_RESULT([$sn_good])
	AS_IF([test "$sn_good" = yes], [$3])
])

AC_DEFUN([SN_ADD_CFLAG], [SN_TRY_FLAG([CFLAGS], [$1], [SN_CFLAGS="$SN_CFLAGS $1"])])
AC_DEFUN([SN_ADD_CPPFLAG], [SN_TRY_FLAG([CPPFLAGS], [$1], [SN_CPPFLAGS="$SN_CPPFLAGS $1"])])
AC_DEFUN([SN_ADD_LDFLAG], [SN_TRY_FLAG([LDFLAGS], [$1], [SN_LDFLAGS="$SN_LDFLAGS $1"])])

dnl SN_ADD_PIE: the compiler's flag and the linker's belong together.
AC_DEFUN([SN_ADD_PIE], [
	SN_TRY_FLAG([CFLAGS], [-fPIE -pie], [
		SN_CFLAGS="$SN_CFLAGS -fPIE"
		SN_LDFLAGS="$SN_LDFLAGS -pie"
	])
])
