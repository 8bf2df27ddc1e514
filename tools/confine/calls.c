#include "tools/confine/calls.h"

#include "tools/confine/kernel.h"

#ifdef CLI_CONFINE_ARCH

#include <asm/termbits.h>
#include <errno.h>
#include <linux/fcntl.h>
#include <linux/videodev2.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>

/* The unit test has a copy of this list. */
static const int always[] = {
	/* Open files. */
	__NR_read,
	__NR_write,
	__NR_readv,
	__NR_writev,
	__NR_pread64,
	__NR_pwrite64,
	__NR_close,
	__NR_fsync,
	__NR_fdatasync,
	__NR_lseek,
	__NR_fchmod,
	__NR_fchown,
	__NR_dup,
	__NR_dup3,
	__NR_pipe2,
	__NR_ppoll,
	__NR_pselect6,
	/* File names. */
	__NR_openat,
	__NR_faccessat,
	__NR_faccessat2,
	__NR_readlinkat,
	__NR_getdents64,
	__NR_getcwd,
	__NR_renameat2,
	__NR_linkat,
	__NR_unlinkat,
	__NR_umask,
	__NR_statx,
	/* Memory. */
	__NR_munmap,
	__NR_mprotect,
	__NR_mremap,
	__NR_madvise,
	__NR_brk,
	__NR_mlock,
	__NR_munlock,
	/* Threads of this process, and its signals. */
	__NR_futex,
	__NR_set_robust_list,
	__NR_gettid,
	__NR_getpid,
	__NR_sched_yield,
	__NR_exit,
	__NR_exit_group,
	__NR_rt_sigaction,
	__NR_rt_sigprocmask,
	__NR_rt_sigreturn,
	__NR_rt_sigsuspend,
	__NR_rt_sigtimedwait,
	__NR_rt_sigpending,
	__NR_sigaltstack,
	__NR_restart_syscall,
	__NR_setitimer,
	/* Time; information on the machine and the process. */
	__NR_clock_gettime,
	__NR_clock_getres,
	__NR_clock_nanosleep,
	__NR_nanosleep,
	__NR_gettimeofday,
	__NR_getrandom,
	__NR_uname,
	__NR_sysinfo,
	__NR_getuid,
	__NR_geteuid,
	__NR_getgid,
	__NR_getegid,
	__NR_getppid,
	__NR_getrusage,
/* Calls that only some architectures have: older forms, and forms for 32 bits. */
#ifdef __NR_rseq
	__NR_rseq,
#endif
#ifdef __NR_fstat
	__NR_fstat,
#endif
#ifdef __NR_newfstatat
	__NR_newfstatat,
#endif
#ifdef __NR_mmap
	__NR_mmap,
#endif
#ifdef __NR_ftruncate
	__NR_ftruncate,
#endif
#ifdef __NR_renameat
	__NR_renameat,
#endif
#ifdef __NR_fadvise64
	__NR_fadvise64,
#endif
#ifdef __NR_getrlimit
	__NR_getrlimit,
#endif
#ifdef __NR_open
	__NR_open,
	__NR_access,
	__NR_stat,
	__NR_lstat,
	__NR_readlink,
	__NR_rename,
	__NR_link,
	__NR_unlink,
	__NR_dup2,
	__NR_pipe,
	__NR_poll,
	__NR_getpgrp,
#endif
#ifdef __NR_select
	__NR_select,
#endif
#ifdef __NR_time
	__NR_time,
#endif
#ifdef __NR_mmap2
	__NR_mmap2,
#endif
#ifdef __NR__llseek
	__NR__llseek,
	__NR__newselect,
	__NR_sigreturn,
	__NR_ugetrlimit,
#endif
#ifdef __NR_fstat64
	__NR_fstat64,
	__NR_fstatat64,
	__NR_stat64,
	__NR_lstat64,
	__NR_ftruncate64,
	__NR_fchown32,
	__NR_getuid32,
	__NR_geteuid32,
	__NR_getgid32,
	__NR_getegid32,
#endif
#ifdef __NR_clock_gettime64
	__NR_clock_gettime64,
	__NR_clock_getres_time64,
	__NR_clock_nanosleep_time64,
	__NR_ppoll_time64,
	__NR_pselect6_time64,
	__NR_rt_sigtimedwait_time64,
	__NR_futex_time64,
#endif
};

/* Accept connections on an existing listening socket, and answer the clients. */
static const int server[] = {
	__NR_epoll_create1, __NR_epoll_ctl,    __NR_epoll_pwait, __NR_eventfd2,
#ifdef __NR_epoll_wait
	__NR_epoll_wait,    __NR_epoll_create,
#endif
#ifdef __NR_accept
	__NR_accept,
#endif
#ifdef __NR_send
	__NR_recv,
#endif
#ifdef __NR_accept4
	__NR_accept4,       __NR_recvfrom,     __NR_shutdown,    __NR_getsockname,
	__NR_getpeername,   __NR_getsockopt,
#endif
};

#define COUNT(list) (sizeof list / sizeof *list)
#define AMONG(list)               \
	{                         \
		list, COUNT(list) \
	}

static const int64_t self_alone[] = {CLI_CONFINE_SELF}, self_or_0[] = {CLI_CONFINE_SELF, 0};

/* The mode and the size of a terminal. Not TIOCSTI and TIOCLINUX, which type for the user; not FIOSETOWN and
 * SIOCSPGRP, which signal other processes. */
static const int64_t terminal[] = {
	TCGETS,  TCSETS,  TCSETSW,  TCSETSF,  TCFLSH, TIOCGWINSZ, TIOCGPGRP,
#ifdef TCGETS2
	TCGETS2, TCSETS2, TCSETSW2, TCSETSF2,
#endif
};
static const int64_t camera[] = {
	VIDIOC_QUERYCAP, VIDIOC_ENUM_FRAMEINTERVALS,
	VIDIOC_ENUM_FMT, VIDIOC_TRY_FMT,
	VIDIOC_S_FMT,    VIDIOC_S_PARM,
	VIDIOC_REQBUFS,  VIDIOC_QUERYBUF,
	VIDIOC_QBUF,     VIDIOC_DQBUF,
	VIDIOC_STREAMON, VIDIOC_STREAMOFF,
};

/* Not F_SETOWN, F_SETOWN_EX and F_SETSIG, which signal other processes. The filter checks F_SETFL itself. */
static const int64_t descriptor[] = {
	F_DUPFD,   F_DUPFD_CLOEXEC, F_GETFD,     F_SETFD,     F_GETFL,      F_GETLK,
	F_SETLK,   F_SETLKW,        F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
#if __SIZEOF_LONG__ == 4
	F_GETLK64, F_SETLK64,       F_SETLKW64,
#endif
};
static const int64_t tcp_options[] = {TCP_NODELAY, TCP_CORK};

static const struct cli_confine_rule rules[] = {
	/* raise(3) and abort(3). tkill names a thread; the first thread has the number of the process. */
	{__NR_kill, 0, 0, EPERM, AMONG(self_alone)},
	{__NR_tkill, 0, 0, EPERM, AMONG(self_alone)},
	{__NR_tgkill, 0, 0, EPERM, AMONG(self_alone)},
	{__NR_prlimit64, 0, 0, EPERM, AMONG(self_or_0)},
	/* pthread_getattr_np(3) asks for a thread by its number, and continues after ENOSYS. */
	{__NR_sched_getaffinity, 0, 0, ENOSYS, AMONG(self_or_0)},
#ifdef __NR_setsockopt
	{__NR_setsockopt, CLI_CONFINE_SERVER, 2, EPERM, AMONG(tcp_options)},
#endif
};

const struct cli_confine_calls cli_confine_calls = {
	.always = always,
	.n_always = COUNT(always),
	.server = server,
	.n_server = COUNT(server),
	.rules = rules,
	.n_rules = COUNT(rules),
	.terminal = AMONG(terminal),
	.camera = AMONG(camera),
	.descriptor = AMONG(descriptor),
};

#endif
