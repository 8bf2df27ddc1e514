#include "tools/confine/filter.h"

#include "tools/confine/kernel.h"

#ifdef CLI_CONFINE_ARCH

#include <asm/termbits.h>
#include <assert.h>
#include <errno.h>
#include <linux/fcntl.h>
#include <linux/sched.h>
#include <linux/videodev2.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* <sys/socket.h> has it, where glibc and musl agree; of <linux/net.h> the rest. */
#ifndef MSG_FASTOPEN
#define MSG_FASTOPEN 0x20000000
#endif

/* Each number once: the test has a list of its own. */
static const int plain[] = {
	/* Files that are open. */
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
	/* Their names. */
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
	/* Time, and what the machine and the process are. */
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
/* What only some architectures have: the older forms, and those of 32 bits. */
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

/* To answer clients over connections that come in at a socket which listens already. */
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

/* Among values: the number of this process. */
enum { SELF = -1 };

/* A call of which one argument must be among `values`, of which the lower half counts; otherwise it fails
 * with `error`. */
struct rule {
	int number;
	unsigned uses; /* 0: always */
	unsigned argument;
	int error;
	const int64_t *values;
	size_t n;
};

#define AMONG(list) list, sizeof list / sizeof *list

static const int64_t self_alone[] = {SELF}, self_or_0[] = {SELF, 0};

/* A terminal's mode and size. Not TIOCSTI, TIOCLINUX: they type for the user. Not FIOSETOWN, SIOCSPGRP: they
 * signal others. */
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

/* Not F_SETOWN, F_SETOWN_EX, F_SETSIG: they signal others. F_SETFL has a rule of its own. */
static const int64_t descriptor[] = {
	F_DUPFD,   F_DUPFD_CLOEXEC, F_GETFD,     F_SETFD,     F_GETFL,      F_GETLK,
	F_SETLK,   F_SETLKW,        F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
#if __SIZEOF_LONG__ == 4
	F_GETLK64, F_SETLK64,       F_SETLKW64,
#endif
};
static const int64_t tcp_options[] = {TCP_NODELAY, TCP_CORK};

static const struct rule rules[] = {
	/* raise(3) and abort(3). tkill names a thread, and the first one has the number of the process. */
	{__NR_kill, 0, 0, EPERM, AMONG(self_alone)},
	{__NR_tkill, 0, 0, EPERM, AMONG(self_alone)},
	{__NR_tgkill, 0, 0, EPERM, AMONG(self_alone)},
	{__NR_prlimit64, 0, 0, EPERM, AMONG(self_or_0)},
	/* pthread_getattr_np(3) asks for a thread by its number, and does without an answer if it is ENOSYS.
	 */
	{__NR_sched_getaffinity, 0, 0, ENOSYS, AMONG(self_or_0)},
#ifdef __NR_setsockopt
	{__NR_setsockopt, CLI_CONFINE_SERVER, 2, EPERM, AMONG(tcp_options)},
#endif
};

/* A list that was built so far. */
struct list {
	struct sock_filter *code;
	size_t n;
};

enum { CODE_MAX = 512 };

static void put(struct list *l, uint16_t code, uint32_t k, size_t then, size_t otherwise)
{
	assert(l->n < CODE_MAX && then < 256 && otherwise < 256);
	l->code[l->n++] = (struct sock_filter){code, (uint8_t)then, (uint8_t)otherwise, k};
}

static void give(struct list *l, uint32_t verdict)
{
	put(l, BPF_RET | BPF_K, verdict, 0, 0);
}

static void fail(struct list *l, int error)
{
	give(l, SECCOMP_RET_ERRNO | (uint32_t)error);
}

static void load(struct list *l, size_t offset)
{
	put(l, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* The lower half: what the kernel looks at in a pid, a command, and the flags of clone. */
static void load_argument(struct list *l, unsigned n)
{
	const size_t lower = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
	load(l, offsetof(struct seccomp_data, args) + n * sizeof(uint64_t) + lower);
}

/* Skip `then` instructions if what was loaded is `value`, or else `otherwise`. */
static void if_equal(struct list *l, uint32_t value, size_t then, size_t otherwise)
{
	put(l, BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise);
}

static void if_any_bit(struct list *l, uint32_t bits, size_t then, size_t otherwise)
{
	put(l, BPF_JMP | BPF_JSET | BPF_K, bits, then, otherwise);
}

static void allow(struct list *l, const int *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if_equal(l, (uint32_t)numbers[i], 0, 1);
		give(l, SECCOMP_RET_ALLOW);
	}
}

static void allow_among(struct list *l, const int64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if_equal(l, values[i] == SELF ? (uint32_t)getpid() : (uint32_t)values[i], 0, 1);
		give(l, SECCOMP_RET_ALLOW);
	}
}

static void allow_by_rule(struct list *l, const struct rule *r)
{
	if_equal(l, (uint32_t)r->number, 0, 2 * r->n + 2);
	load_argument(l, r->argument);
	allow_among(l, r->values, r->n);
	fail(l, r->error);
}

static void allow_fcntl(struct list *l, int number)
{
	const size_t n = sizeof descriptor / sizeof *descriptor;
	if_equal(l, (uint32_t)number, 0, 2 * n + 6);
	load_argument(l, 1);
	allow_among(l, descriptor, n);
	/* With FASYNC (O_ASYNC) a descriptor signals whoever was made its owner before. */
	if_equal(l, F_SETFL, 0, 3);
	load_argument(l, 2);
	if_any_bit(l, FASYNC, 1, 0);
	give(l, SECCOMP_RET_ALLOW);
	fail(l, EPERM);
}

static void allow_ioctl(struct list *l, unsigned uses)
{
	const size_t cameras = uses & CLI_CONFINE_CAMERA ? sizeof camera / sizeof *camera : 0;
	const size_t n = sizeof terminal / sizeof *terminal + cameras;
	if_equal(l, __NR_ioctl, 0, 2 * n + 4);
	load_argument(l, 1);
	allow_among(l, terminal, n - cameras);
	allow_among(l, camera, cameras);
	if_equal(l, CLI_CONFINE_QUESTION, 0, 1);
	fail(l, CLI_CONFINE_ANSWER);
	fail(l, EPERM);
}

/* Threads, and no processes; and none in other namespaces, where a process has more rights than outside. The
 * flags of clone3 are in memory, where a filter cannot look: it is not named, and libc uses clone. */
static void allow_threads(struct list *l)
{
	if_equal(l, __NR_clone, 0, 5);
	load_argument(l, 0);
	if_any_bit(l, CLONE_THREAD, 0, 2);
	if_any_bit(l,
		   CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
			   CLONE_NEWPID | CLONE_NEWNET,
		   1, 0);
	give(l, SECCOMP_RET_ALLOW);
	fail(l, EPERM);
}

/* MSG_FASTOPEN connects. */
static void allow_sending(struct list *l, int number, unsigned flags)
{
	if_equal(l, (uint32_t)number, 0, 4);
	load_argument(l, flags);
	if_any_bit(l, MSG_FASTOPEN, 1, 0);
	give(l, SECCOMP_RET_ALLOW);
	fail(l, EPERM);
}

static void refuse_other_architectures(struct list *l)
{
	load(l, offsetof(struct seccomp_data, arch));
	if_equal(l, CLI_CONFINE_ARCH, 1, 0);
	give(l, SECCOMP_RET_KILL_PROCESS);
	load(l, offsetof(struct seccomp_data, nr));
#ifdef __X32_SYSCALL_BIT
	put(l, BPF_JMP | BPF_JGE | BPF_K, __X32_SYSCALL_BIT, 0, 1);
	give(l, SECCOMP_RET_KILL_PROCESS);
#endif
}

const struct sock_fprog *cli_confine_filter(unsigned uses)
{
	static struct sock_filter code[CODE_MAX];
	static struct sock_fprog program = {.filter = code};
	struct list l = {code, 0};
	refuse_other_architectures(&l);
	allow(&l, plain, sizeof plain / sizeof *plain);
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (!rules[i].uses || (uses & rules[i].uses))
			allow_by_rule(&l, &rules[i]);
	allow_fcntl(&l, __NR_fcntl);
#ifdef __NR_fcntl64
	allow_fcntl(&l, __NR_fcntl64);
#endif
	allow_ioctl(&l, uses);
	allow_threads(&l);
	if (uses & CLI_CONFINE_SERVER) {
		allow(&l, server, sizeof server / sizeof *server);
#ifdef __NR_sendto
		allow_sending(&l, __NR_sendto, 3);
		allow_sending(&l, __NR_sendmsg, 2);
#endif
#ifdef __NR_send
		allow_sending(&l, __NR_send, 3);
#endif
	}
	put(&l, BPF_JMP | BPF_JGE | BPF_K, CLI_CONFINE_NEW_CALLS, 0, 1);
	fail(&l, ENOSYS);
	fail(&l, EPERM);
	program.len = (unsigned short)l.n;
	return &program;
}

#else

#include <stddef.h>

const struct sock_fprog *cli_confine_filter(unsigned uses)
{
	(void)uses;
	return NULL;
}

#endif
