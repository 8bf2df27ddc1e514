#include "tools/cli_confine.h"

#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* System call numbers mean something per architecture, and a process may call by another one's numbers. */
#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define ARCHITECTURE AUDIT_ARCH_I386
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__arm__)
#define ARCHITECTURE AUDIT_ARCH_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define ARCHITECTURE AUDIT_ARCH_PPC64LE
#endif

#ifdef ARCHITECTURE

/* From 424 on, a call has one number on all of them. The kernel may know more of these than its headers did when this was
 * compiled. */
enum {
	CALL_PIDFD_SEND_SIGNAL = 424,
	CALL_IO_URING_SETUP = 425,
	CALL_IO_URING_ENTER = 426,
	CALL_IO_URING_REGISTER = 427,
	CALL_OPEN_TREE = 428,
	CALL_MOVE_MOUNT = 429,
	CALL_FSOPEN = 430,
	CALL_FSCONFIG = 431,
	CALL_FSMOUNT = 432,
	CALL_FSPICK = 433,
	CALL_CLONE3 = 435,
	CALL_PIDFD_GETFD = 438,
	CALL_PROCESS_MADVISE = 440,
	CALL_MOUNT_SETATTR = 442,
	CALL_LANDLOCK_CREATE_RULESET = 444,
	CALL_LANDLOCK_RESTRICT_SELF = 446,
	CALL_OPEN_TREE_ATTR = 467,
};

/* What an ioctl of this number is answered where the filter is: no error that exists. How else could one tell it from the
 * filter of a container? */
#define QUESTION 0x736e0001
#define ANSWER 3001

/* In a new user namespace a process has more rights than outside. */
#define NAMESPACES \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* Of an argument what the kernel looks at in a pid, a command, and the flags of clone: the lower half. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOWER 4
#else
#define LOWER 0
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_ARGUMENT(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[n]) + LOWER)
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define REFUSE FAIL(EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define IF(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), then, otherwise)
#define REFUSE_IF(value) IF(value, 0, 1), REFUSE
#define REFUSE_IF_CALL(number) REFUSE_IF(number)
/* With the process `self` as the first argument only. */
#define ONLY_TO(self, number) IF(number, 0, 4), LOAD_ARGUMENT(0), IF(self, 0, 1), ALLOW, REFUSE
#define NO_OWNER_BY(number) \
	IF(number, 0, 8), LOAD_ARGUMENT(1), REFUSE_IF(F_SETOWN), REFUSE_IF(F_SETOWN_EX), REFUSE_IF(F_SETSIG), ALLOW

const struct sock_fprog *cli_confine_filter(void)
{
	const pid_t self = getpid();
	const struct sock_filter filter[] = {
		LOAD(arch),
		IF(ARCHITECTURE, 1, 0),
		REFUSE,
		LOAD(nr),
#ifdef __x86_64__
		/* The x32 numbers, under the same architecture. */
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
		REFUSE,
#endif
		/* A socket. */
#ifdef SYS_socket
		REFUSE_IF_CALL(SYS_socket),
		REFUSE_IF_CALL(SYS_socketpair),
		REFUSE_IF_CALL(SYS_connect),
#endif
#ifdef SYS_socketcall
		REFUSE_IF_CALL(SYS_socketcall),
#endif
		REFUSE_IF_CALL(CALL_IO_URING_SETUP),
		REFUSE_IF_CALL(CALL_IO_URING_ENTER), /* a ring may be handed over, like a socket */
		REFUSE_IF_CALL(CALL_IO_URING_REGISTER),
		REFUSE_IF_CALL(CALL_PIDFD_GETFD),
		REFUSE_IF_CALL(SYS_recvmsg),
		REFUSE_IF_CALL(SYS_recvmmsg),
#ifdef SYS_recvmmsg_time64
		REFUSE_IF_CALL(SYS_recvmmsg_time64),
#endif
		/* Another program. */
		REFUSE_IF_CALL(SYS_execve),
		REFUSE_IF_CALL(SYS_execveat),
		REFUSE_IF_CALL(SYS_init_module),
		REFUSE_IF_CALL(SYS_finit_module),
		REFUSE_IF_CALL(SYS_kexec_load),
#ifdef SYS_kexec_file_load
		REFUSE_IF_CALL(SYS_kexec_file_load),
#endif
		REFUSE_IF_CALL(SYS_bpf),
		/* Another process. */
		REFUSE_IF_CALL(SYS_ptrace),
		REFUSE_IF_CALL(SYS_process_vm_readv),
		REFUSE_IF_CALL(SYS_process_vm_writev),
		REFUSE_IF_CALL(CALL_PROCESS_MADVISE),
		REFUSE_IF_CALL(SYS_kcmp),
		REFUSE_IF_CALL(SYS_perf_event_open),
		REFUSE_IF_CALL(SYS_userfaultfd),
		REFUSE_IF_CALL(SYS_keyctl),
		REFUSE_IF_CALL(SYS_add_key),
		REFUSE_IF_CALL(SYS_request_key),
		/* Another view of files, another user's rights. */
		REFUSE_IF_CALL(SYS_mount),
#ifdef SYS_umount
		REFUSE_IF_CALL(SYS_umount),
#endif
		REFUSE_IF_CALL(SYS_umount2),
		REFUSE_IF_CALL(SYS_pivot_root),
		REFUSE_IF_CALL(CALL_OPEN_TREE),
		REFUSE_IF_CALL(CALL_OPEN_TREE_ATTR),
		REFUSE_IF_CALL(CALL_MOVE_MOUNT),
		REFUSE_IF_CALL(CALL_FSOPEN),
		REFUSE_IF_CALL(CALL_FSCONFIG),
		REFUSE_IF_CALL(CALL_FSMOUNT),
		REFUSE_IF_CALL(CALL_FSPICK),
		REFUSE_IF_CALL(CALL_MOUNT_SETATTR),
		REFUSE_IF_CALL(SYS_setns),
		REFUSE_IF_CALL(SYS_unshare),
		IF(SYS_clone, 0, 4), LOAD_ARGUMENT(0),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)NAMESPACES, 0, 1), REFUSE, ALLOW,
		/* Its flags are in memory, where a filter cannot look. As if it did not exist: libc then uses clone. */
		IF(CALL_CLONE3, 0, 1), FAIL(ENOSYS),
		/* Signals, but to oneself: raise and abort are that, and what comes from the keyboard needs no call. tkill
		 * names a thread, and the first one has the number of the process. Limits can end another process too. */
		ONLY_TO(self, SYS_kill),
		ONLY_TO(self, SYS_tkill),
		ONLY_TO(self, SYS_tgkill),
		REFUSE_IF_CALL(SYS_rt_sigqueueinfo),
		REFUSE_IF_CALL(SYS_rt_tgsigqueueinfo),
		REFUSE_IF_CALL(CALL_PIDFD_SEND_SIGNAL),
		IF(SYS_prlimit64, 0, 5), LOAD_ARGUMENT(0), IF(0, 1, 0), IF(self, 0, 1), ALLOW, REFUSE,
		/* A signal for another process when something can be read. */
		NO_OWNER_BY(SYS_fcntl),
#ifdef SYS_fcntl64
		NO_OWNER_BY(SYS_fcntl64),
#endif
		/* To type for the user: a character, and what is marked on the screen. */
		IF(SYS_ioctl, 1, 0), ALLOW,
		LOAD_ARGUMENT(1), REFUSE_IF(TIOCSTI), REFUSE_IF(TIOCLINUX), REFUSE_IF(FIOSETOWN), REFUSE_IF(SIOCSPGRP),
		IF(QUESTION, 0, 1), FAIL(ANSWER),
		ALLOW,
	};
	static struct sock_filter kept[sizeof filter / sizeof *filter];
	static const struct sock_fprog program = {sizeof kept / sizeof *kept, kept};
	memcpy(kept, filter, sizeof kept);
	return &program;
}

/* What remains to do with a socket that is there already. After the other filter, which has seen to the architecture: the
 * kernel runs both, and the stricter answer counts. */
static const struct sock_fprog *use_filter(void)
{
	static struct sock_filter filter[] = {
		LOAD(nr),
		REFUSE_IF_CALL(SYS_bind),
		REFUSE_IF_CALL(SYS_listen),
#ifdef SYS_accept
		REFUSE_IF_CALL(SYS_accept),
#endif
		REFUSE_IF_CALL(SYS_accept4),
#ifdef SYS_send
		REFUSE_IF_CALL(SYS_send),
		REFUSE_IF_CALL(SYS_recv),
#endif
		REFUSE_IF_CALL(SYS_sendto),
		REFUSE_IF_CALL(SYS_recvfrom),
		REFUSE_IF_CALL(SYS_sendmsg),
		REFUSE_IF_CALL(SYS_sendmmsg),
		REFUSE_IF_CALL(SYS_setsockopt),
		ALLOW,
	};
	static const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
	return &program;
}

/* A system call that libc has no function for: a negative error, or the result. Not libc's syscall(), which is the way to all
 * that the cold programs are not linked with. Where this is not known, it is as with a kernel that knows no such call. */
static long call(long number, uintptr_t a, uintptr_t b, uintptr_t c)
{
#if defined(__x86_64__)
	long result;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
#elif defined(__aarch64__)
	register long x8 __asm__("x8") = number;
	register uintptr_t x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
	return (long)x0;
#else
	(void)number, (void)a, (void)b, (void)c;
	return -ENOSYS;
#endif
}

/* What <linux/landlock.h> has, and older ones lack. */
enum {
	WHICH_VERSION = 1 << 0,
	FILES_EXECUTE = 1 << 0,
	FILES_MAKE_CHAR = 1 << 6,
	FILES_MAKE_SOCK = 1 << 9,
	FILES_MAKE_BLOCK = 1 << 11,
	NETWORK_BIND_TCP = 1 << 0,
	NETWORK_CONNECT_TCP = 1 << 1,
	SCOPE_ABSTRACT_UNIX_SOCKET = 1 << 0,
	SCOPE_SIGNAL = 1 << 1,
	NETWORK_SINCE = 4,
	SCOPE_SINCE = 6,
};

static bool has_domain;

/* No filter sees the name of a file, and /proc/PID/mem gives what ptrace does. But what is in a Landlock domain may trace
 * nothing that is outside. A domain has to forbid something: here what these programs never do, everywhere. Where there is no
 * Landlock, or who started us keeps us from it, there is no version. */
static int enter_domain(void)
{
	struct {
		uint64_t files, network, scope;
	} forbidden = {.files = FILES_EXECUTE | FILES_MAKE_CHAR | FILES_MAKE_SOCK | FILES_MAKE_BLOCK};
	const long version = call(CALL_LANDLOCK_CREATE_RULESET, 0, 0, WHICH_VERSION);
	if (version < 1)
		return 0;
	if (version >= NETWORK_SINCE)
		forbidden.network = NETWORK_BIND_TCP | NETWORK_CONNECT_TCP;
	if (version >= SCOPE_SINCE)
		forbidden.scope = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
	const long fd = call(CALL_LANDLOCK_CREATE_RULESET, (uintptr_t)&forbidden, sizeof forbidden, 0);
	const long result = fd < 0 ? fd : call(CALL_LANDLOCK_RESTRICT_SELF, (uintptr_t)fd, 0, 0);
	if (fd >= 0)
		close((int)fd);
	has_domain = !result;
	errno = (int)-result;
	return result ? -1 : 0;
}

int cli_confine(struct sn_error *err)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || enter_domain() ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, cli_confine_filter()) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, use_filter()))
		return sn_error_errno(err, "cannot give up the right to use a network");
	return SN_OK;
}

bool cli_confine_exists(void)
{
	return true;
}

const char *cli_confine_state(void)
{
	if (ioctl(-1, QUESTION) != -1 || errno != ANSWER)
		return "not confined: there is no system call filter";
	if (!has_domain)
		return "confined: it can reach no network, start no program and signal none (seccomp); it may trace others of "
		       "the same user through /proc, because there is no Landlock here";
	return "confined: it can reach no network, start no program, and trace or signal none (seccomp, Landlock)";
}

#else

const struct sock_fprog *cli_confine_filter(void)
{
	return NULL;
}

int cli_confine(struct sn_error *err)
{
	(void)err;
	return SN_OK;
}

bool cli_confine_exists(void)
{
	return false;
}

const char *cli_confine_state(void)
{
	return "not confined: no system call filter is known for this machine";
}

#endif
