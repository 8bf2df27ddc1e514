#include "tools/cli_confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

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

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define REFUSE_IF_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE

const struct sock_fprog *cli_confine_filter(void)
{
	static struct sock_filter filter[] = {
		LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
		REFUSE,
		LOAD(nr),
#ifdef __x86_64__
		/* The x32 numbers, under the same architecture. */
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
		REFUSE,
#endif
#ifdef SYS_socket
		REFUSE_IF_CALL(SYS_socket),
		REFUSE_IF_CALL(SYS_socketpair),
		REFUSE_IF_CALL(SYS_connect),
#endif
#ifdef SYS_socketcall
		REFUSE_IF_CALL(SYS_socketcall),
#endif
#ifdef SYS_io_uring_setup
		REFUSE_IF_CALL(SYS_io_uring_setup),
#endif
#ifdef SYS_pidfd_getfd
		REFUSE_IF_CALL(SYS_pidfd_getfd),
#endif
		REFUSE_IF_CALL(SYS_recvmsg),
		REFUSE_IF_CALL(SYS_recvmmsg),
#ifdef SYS_recvmmsg_time64
		REFUSE_IF_CALL(SYS_recvmmsg_time64),
#endif
		REFUSE_IF_CALL(SYS_execve),
		REFUSE_IF_CALL(SYS_execveat),
		REFUSE_IF_CALL(SYS_ptrace),
		REFUSE_IF_CALL(SYS_process_vm_readv),
		REFUSE_IF_CALL(SYS_process_vm_writev),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	static const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
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
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	static const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
	return &program;
}

int cli_confine(struct sn_error *err)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, cli_confine_filter()) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, use_filter()))
		return sn_error_errno(err, "cannot give up the right to use a network");
	return SN_OK;
}

bool cli_confine_exists(void)
{
	return true;
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

#endif
