/* The filter, asked about every system call number, and about the arguments that it looks at. No call takes
 * place: a second filter hands those that ours allows to a supervisor, which answers for the kernel. Of two
 * filters the stricter answer counts, so that the supervisor sees none that ours refuses. */
#include "tools/confine/confine.h"

#include <criterion/criterion.h>
#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/videodev2.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_faccessat2
#define __NR_faccessat2 439
#endif

/* The sixth argument of a call that is a question. No call that any code makes has it. It has 64 bits, as the
 * arguments of these processors. */
#if __SIZEOF_LONG__ == 8
#define MARK UINT64_C(0x5ca1ab1e0ddba11)

/* What became of a call; otherwise the error of the filter. */
enum { ALLOWED = 4001, KILLED = 4002, UNKNOWN = 4003 };

enum { NUMBERS = 1024, FIRST_OF_5_1 = 403, X32 = 0x40000000 };

/* The list once more, as a reader of the filter would state it. */
#define ALWAYS 0
#define SERVER CLI_CONFINE_SERVER
static const struct {
	int number;
	unsigned use;
} allowed[] = {
#define CALL(name)                  \
	{                           \
		__NR_##name, ALWAYS \
	}
#define SERVES(name)                \
	{                           \
		__NR_##name, SERVER \
	}
	CALL(brk),
	CALL(clock_getres),
	CALL(clock_gettime),
	CALL(clock_nanosleep),
	CALL(close),
	CALL(dup),
	CALL(dup3),
	CALL(exit),
	CALL(exit_group),
	CALL(faccessat),
	CALL(faccessat2),
	CALL(fchmod),
	CALL(fchown),
	CALL(fdatasync),
	CALL(fsync),
	CALL(futex),
	CALL(getcwd),
	CALL(getdents64),
	CALL(getegid),
	CALL(geteuid),
	CALL(getgid),
	CALL(getpid),
	CALL(getppid),
	CALL(getrandom),
	CALL(getrusage),
	CALL(gettid),
	CALL(gettimeofday),
	CALL(getuid),
	CALL(linkat),
	CALL(lseek),
	CALL(madvise),
	CALL(mlock),
	CALL(mprotect),
	CALL(mremap),
	CALL(munlock),
	CALL(munmap),
	CALL(nanosleep),
	CALL(openat),
	CALL(pipe2),
	CALL(ppoll),
	CALL(pread64),
	CALL(pselect6),
	CALL(pwrite64),
	CALL(read),
	CALL(readlinkat),
	CALL(readv),
	CALL(renameat2),
	CALL(restart_syscall),
	CALL(rt_sigaction),
	CALL(rt_sigpending),
	CALL(rt_sigprocmask),
	CALL(rt_sigreturn),
	CALL(rt_sigsuspend),
	CALL(rt_sigtimedwait),
	CALL(sched_yield),
	CALL(set_robust_list),
	CALL(setitimer),
	CALL(sigaltstack),
	CALL(statx),
	CALL(sysinfo),
	CALL(umask),
	CALL(uname),
	CALL(unlinkat),
	CALL(write),
	CALL(writev),
	/* By their arguments; here these are all 0. */
	CALL(fcntl),
	CALL(prlimit64),
	CALL(sched_getaffinity),
	SERVES(accept),
	SERVES(accept4),
	SERVES(epoll_create1),
	SERVES(epoll_ctl),
	SERVES(epoll_pwait),
	SERVES(eventfd2),
	SERVES(getpeername),
	SERVES(getsockname),
	SERVES(getsockopt),
	SERVES(recvfrom),
	SERVES(sendmsg),
	SERVES(sendto),
	SERVES(shutdown),
#if defined(__x86_64__)
	CALL(access),
	CALL(dup2),
	CALL(fadvise64),
	CALL(fstat),
	CALL(ftruncate),
	CALL(getpgrp),
	CALL(getrlimit),
	CALL(link),
	CALL(lstat),
	CALL(mmap),
	CALL(newfstatat),
	CALL(open),
	CALL(pipe),
	CALL(poll),
	CALL(readlink),
	CALL(rename),
	CALL(renameat),
	CALL(rseq),
	CALL(select),
	CALL(stat),
	CALL(time),
	CALL(unlink),
	SERVES(epoll_create),
	SERVES(epoll_wait),
#elif defined(__aarch64__)
	CALL(fadvise64),
	CALL(fstat),
	CALL(ftruncate),
	CALL(getrlimit),
	CALL(mmap),
	CALL(newfstatat),
	CALL(renameat),
	CALL(rseq),
#endif
};

/* uretprobe and uprobe of x86-64, which the kernel keeps from filters: it calls them itself, and has nothing
 * but an error or a signal for others. */
static bool is_exempt(long number)
{
#ifdef __x86_64__
	return number == 335 || number == 336;
#else
	return number < 0;
#endif
}

static int expected(long number, unsigned uses)
{
	if (number >= X32 || number < 0)
		return KILLED;
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
		if (allowed[i].number == number && (allowed[i].use & uses) == allowed[i].use)
			return ALLOWED;
	return number >= FIRST_OF_5_1 ? ENOSYS : EPERM;
}

/* ------------------------------------------------------------------ asking */

struct question {
	long number;
	uint64_t arguments[5];
	int answer;
};

/* In memory that the children share. */
static struct sheet {
	size_t n, next;
	struct question questions[2 * NUMBERS + 64];
} * sheet;

static void *supervise(void *listener)
{
	for (;;) {
		struct seccomp_notif call = {0};
		if (ioctl((int)(intptr_t)listener, SECCOMP_IOCTL_NOTIF_RECV, &call))
			return NULL;
		struct seccomp_notif_resp answer = {.id = call.id, .error = -ALLOWED};
		(void)ioctl((int)(intptr_t)listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
	}
}

/* To every thread and process that this one starts. */
static int start_supervisor(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)MARK, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5]) + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(MARK >> 32), 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
	pthread_t thread;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	long listener =
		syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
	return listener < 0 || pthread_create(&thread, NULL, supervise, (void *)(intptr_t)listener) ? -1 : 0;
}

/* In a child: answer one question after the other, until all are, or the filter kills. */
static void answer_confined(unsigned uses)
{
	if (cli_confine(uses, NULL))
		_exit(1);
	while (sheet->next < sheet->n) {
		struct question *q = &sheet->questions[sheet->next];
		const uint64_t *a = q->arguments;
		long ret = syscall(q->number, a[0], a[1], a[2], a[3], a[4], MARK);
		q->answer = ret == -1 ? errno : UNKNOWN;
		sheet->next++;
	}
	/* _exit would leave the mark where the sixth argument is. */
	syscall(__NR_exit_group, 0, 0, 0, 0, 0, 0);
}

static int ask(unsigned uses)
{
	if (start_supervisor())
		return 77;
	while (sheet->next < sheet->n) {
		int status;
		pid_t pid = fork();
		if (!pid)
			answer_confined(uses);
		if (pid < 0 || waitpid(pid, &status, 0) != pid || (WIFEXITED(status) && WEXITSTATUS(status)))
			return 1;
		if (WIFSIGNALED(status))
			sheet->questions[sheet->next++].answer =
				WTERMSIG(status) == SIGSYS ? KILLED : UNKNOWN;
	}
	return 0;
}

/* All that is on the sheet, by a child that keeps the filters to itself. */
static void ask_all(unsigned uses)
{
	int status;
	pid_t pid = fork();
	if (!pid)
		_exit(ask(uses));
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		cr_skip_test("this kernel has no seccomp filter that notifies");
	cr_assert_eq(WEXITSTATUS(status), 0);
	cr_assert_eq(sheet->next, sheet->n);
}

static void new_sheet(void)
{
	sheet = mmap(NULL, sizeof *sheet, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(sheet, MAP_FAILED);
}

static void every_number(unsigned uses)
{
	size_t count[4] = {0};
	new_sheet();
	for (long n = 0; n < NUMBERS; n++)
		sheet->questions[sheet->n++].number = n;
#ifdef __x86_64__
	for (long n = 0; n < NUMBERS / 2; n++)
		sheet->questions[sheet->n++].number = X32 + n;
	sheet->questions[sheet->n++].number = -1;
#endif
	ask_all(uses);
	for (size_t i = 0; i < sheet->n; i++) {
		const struct question *q = &sheet->questions[i];
		const int want = expected(q->number, uses);
		if (is_exempt(q->number)) {
			cr_expect_neq(q->answer, ALLOWED, "call %ld", q->number);
			continue;
		}
		cr_expect_eq(q->answer, want, "call %ld: %d instead of %d (%d allowed, %d killed)", q->number,
			     q->answer, want, ALLOWED, KILLED);
		count[want == ALLOWED ? 0 : want == EPERM ? 1 : want == ENOSYS ? 2 : 3]++;
	}
	cr_log_info("%zu numbers: %zu allowed, %zu EPERM, %zu ENOSYS, %zu killed", sheet->n, count[0],
		    count[1], count[2], count[3]);
}

Test(tools_confine_calls, every_number, .timeout = 120)
{
	every_number(0);
}

Test(tools_confine_calls, every_number_of_a_server, .timeout = 120)
{
	every_number(CLI_CONFINE_SERVER);
}

/* ------------------------------------------------------------------ arguments */

enum { OTHER = 1, THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM };

/* SELF stands for the process that asks; 0 in most calls does, too, or for its group. */
#define SELF UINT64_MAX
#define HIGH (UINT64_C(1) << 32)

static const struct {
	long number;
	uint64_t arguments[5];
	unsigned uses;
	int answer;
} cases[] = {
	/* Other processes: signals, limits, priority, where they run, memory. */
	{__NR_kill, {SELF, SIGTERM}, 0, ALLOWED},
	{__NR_kill, {OTHER, SIGTERM}, 0, EPERM},
	{__NR_kill, {0, SIGTERM}, 0, EPERM},
	{__NR_tgkill, {SELF, OTHER, SIGTERM}, 0, ALLOWED},
	{__NR_tgkill, {OTHER, OTHER, SIGTERM}, 0, EPERM},
	{__NR_tkill, {OTHER, SIGTERM}, 0, EPERM},
	{__NR_prlimit64, {SELF}, 0, ALLOWED},
	{__NR_prlimit64, {OTHER}, 0, EPERM},
	{__NR_prlimit64, {OTHER | HIGH}, 0, EPERM},
	{__NR_setpriority, {0, OTHER, 1}, 0, EPERM},
	{__NR_setpriority, {0, 0, 1}, 0, EPERM},
	{__NR_getpriority, {0, OTHER}, 0, EPERM},
	{__NR_sched_setscheduler, {OTHER}, 0, EPERM},
	{__NR_sched_setparam, {OTHER}, 0, EPERM},
	{__NR_sched_setattr, {OTHER}, 0, EPERM},
	{__NR_sched_setaffinity, {OTHER}, 0, EPERM},
	{__NR_sched_getaffinity, {SELF}, 0, ALLOWED},
	{__NR_sched_getaffinity, {OTHER}, 0, ENOSYS},
	{__NR_ioprio_set, {1, OTHER}, 0, EPERM},
	{__NR_ptrace, {16 /* PTRACE_ATTACH */, OTHER}, 0, EPERM},
	{__NR_process_vm_readv, {OTHER}, 0, EPERM},
	{__NR_prctl, {PR_SET_DUMPABLE, 1}, 0, EPERM},
	/* Descriptors. */
	{__NR_fcntl, {0, F_SETLK}, 0, ALLOWED},
	{__NR_fcntl, {0, F_OFD_SETLK}, 0, ALLOWED},
	{__NR_fcntl, {0, F_SETOWN, OTHER}, 0, EPERM},
	{__NR_fcntl, {0, F_SETOWN_EX}, 0, EPERM},
	{__NR_fcntl, {0, F_SETSIG}, 0, EPERM},
	{__NR_fcntl, {0, F_NOTIFY}, 0, EPERM},
	{__NR_fcntl, {0, F_SETFL, O_NONBLOCK}, 0, ALLOWED},
	{__NR_fcntl, {0, F_SETFL, O_NONBLOCK | O_ASYNC}, 0, EPERM},
	{__NR_ioctl, {0, TCGETS}, 0, ALLOWED},
	{__NR_ioctl, {0, TCSETSF}, 0, ALLOWED},
	{__NR_ioctl, {0, TIOCGWINSZ}, 0, ALLOWED},
	{__NR_ioctl, {0, TIOCSTI}, 0, EPERM},
	{__NR_ioctl, {0, TIOCSTI | HIGH}, 0, EPERM},
	{__NR_ioctl, {0, TIOCLINUX}, 0, EPERM},
	{__NR_ioctl, {0, TIOCSCTTY}, 0, EPERM},
	{__NR_ioctl, {0, VIDIOC_DQBUF}, 0, EPERM},
	{__NR_ioctl, {0, VIDIOC_DQBUF}, CLI_CONFINE_CAMERA, ALLOWED},
	{__NR_ioctl, {0, VIDIOC_S_CTRL}, CLI_CONFINE_CAMERA, EPERM},
	/* Threads, and neither processes nor namespaces. */
	{__NR_clone, {THREAD}, 0, ALLOWED},
	{__NR_clone, {SIGCHLD}, 0, EPERM},
	{__NR_clone, {THREAD | CLONE_NEWUSER}, 0, EPERM},
	{__NR_clone, {THREAD | CLONE_NEWNS}, 0, EPERM},
	{__NR_clone3, {0}, 0, ENOSYS},
	/* Sockets that are there. */
	{__NR_sendto, {0}, 0, EPERM},
	{__NR_sendto, {0, 0, 0, MSG_NOSIGNAL}, CLI_CONFINE_SERVER, ALLOWED},
	{__NR_sendto, {0, 0, 0, MSG_FASTOPEN}, CLI_CONFINE_SERVER, EPERM},
	{__NR_sendmsg, {0, 0, MSG_NOSIGNAL}, CLI_CONFINE_SERVER, ALLOWED},
	{__NR_sendmsg, {0, 0, MSG_FASTOPEN}, CLI_CONFINE_SERVER, EPERM},
	{__NR_setsockopt, {0, IPPROTO_TCP, TCP_NODELAY}, CLI_CONFINE_SERVER, ALLOWED},
	{__NR_setsockopt, {0, IPPROTO_TCP, 30 /* TCP_FASTOPEN_CONNECT */}, CLI_CONFINE_SERVER, EPERM},
	{__NR_setsockopt, {0, IPPROTO_TCP, TCP_NODELAY}, 0, EPERM},
	{__NR_connect, {0}, CLI_CONFINE_SERVER, EPERM},
	{__NR_recvmsg, {0}, CLI_CONFINE_SERVER, EPERM},
};

/* The filter that is asked was made for the process that asks: one each. */
static int ask_for_self(void)
{
	if (start_supervisor())
		return 77;
	for (size_t i = 0; i < sheet->n; i++) {
		int status;
		pid_t pid = fork();
		if (!pid) {
			for (size_t k = 0; k < 5; k++)
				if (sheet->questions[i].arguments[k] == SELF)
					sheet->questions[i].arguments[k] = (uint64_t)getpid();
			sheet->next = i;
			sheet->n = i + 1;
			answer_confined(cases[i].uses);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status))
			return 1;
		sheet->n = sizeof cases / sizeof *cases;
	}
	return 0;
}

Test(tools_confine_calls, arguments, .timeout = 60)
{
	int status;
	new_sheet();
	for (; sheet->n < sizeof cases / sizeof *cases; sheet->n++) {
		struct question *q = &sheet->questions[sheet->n];
		q->number = cases[sheet->n].number;
		for (size_t k = 0; k < 5; k++)
			q->arguments[k] = cases[sheet->n].arguments[k];
	}
	pid_t pid = fork();
	if (!pid)
		_exit(ask_for_self());
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		cr_skip_test("this kernel has no seccomp filter that notifies");
	cr_assert_eq(WEXITSTATUS(status), 0);
	for (size_t i = 0; i < sheet->n; i++)
		cr_expect_eq(sheet->questions[i].answer, cases[i].answer,
			     "case %zu, call %ld: %d instead of %d", i, cases[i].number,
			     sheet->questions[i].answer, cases[i].answer);
}

/* ------------------------------------------------------------------ another architecture's numbers */

#ifdef __x86_64__

/* Of i386, with harmless arguments: should one come through, nothing is there that it could do. */
static void call_as_i386(long number)
{
	__asm__ volatile("int $0x80"
			 : "+a"(number)
			 : "b"(-1L), "c"(0L), "d"(0L), "S"(0L), "D"(0L)
			 : "memory", "r8", "r9", "r10", "r11");
}

static int end_of_i386(long number, bool confined)
{
	int status;
	pid_t pid = fork();
	if (!pid) {
		signal(SIGSEGV, SIG_DFL); /* a sanitizer would report it, and exit */
		if (confined && cli_confine(0, NULL))
			_exit(1);
		call_as_i386(number);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

Test(tools_confine_calls, every_number_of_i386, .timeout = 120)
{
	const long i386_getpid = 20;
	if (end_of_i386(i386_getpid, false))
		cr_skip_test("this kernel takes no calls of i386");
	for (long n = 0; n < NUMBERS / 2; n++)
		cr_expect_eq(end_of_i386(n, true), SIGSYS, "call %ld", n);
}

#endif

#endif
