#include "tools/confine/confine.h"

#include <criterion/criterion.h>
#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Run `work` in a child, which must exit with 0: the filter would stay with the test otherwise. */
static int in_child(int (*work)(void))
{
	int status;
	pid_t pid = fork();
	if (!pid)
		_exit(work());
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Newer calls are answered as by a kernel that has none. */
static int is_refused(long result)
{
	return result == -1 && (errno == EPERM || errno == ENOSYS);
}

static int make_sockets(void)
{
	int pair[2];
	if (cli_confine(0, NULL))
		return 1;
	if (!is_refused(socket(AF_INET, SOCK_STREAM, 0)) || !is_refused(socket(AF_INET6, SOCK_DGRAM, 0)))
		return 2;
	if (!is_refused(socket(AF_UNIX, SOCK_STREAM, 0)) ||
	    !is_refused(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)))
		return 3;
	if (!is_refused(syscall(SYS_io_uring_setup, 1, NULL)) ||
	    !is_refused(syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0)) ||
	    !is_refused(syscall(SYS_io_uring_register, -1, 0, NULL, 0)))
		return 4;
	/* Nor a process that might have more rights. */
	return is_refused(fork()) && is_refused(vfork()) ? 0 : 5;
}

Test(tools_confine, no_way_to_a_socket)
{
	cr_assert_eq(in_child(make_sockets), 0);
}

static int come_by_other_means(void)
{
	char *arguments[] = {"true", NULL};
	struct msghdr message = {0};
	if (cli_confine(0, NULL))
		return 1;
	if (!is_refused(recvmsg(-1, &message, 0)) || !is_refused(syscall(SYS_recvmmsg, -1, NULL, 0, 0, NULL)))
		return 2;
	if (!is_refused(execv("/bin/true", arguments)))
		return 3;
	if (!is_refused(syscall(SYS_execveat, AT_FDCWD, "/bin/true", arguments, NULL, 0)))
		return 4;
	if (!is_refused(syscall(SYS_ptrace, 0, 0, NULL, NULL)))
		return 5;
	if (!is_refused(process_vm_readv(getpid(), NULL, 0, NULL, 0, 0)) ||
	    !is_refused(process_vm_writev(getpid(), NULL, 0, NULL, 0, 0)))
		return 6;
	return 0;
}

Test(tools_confine, no_received_socket_and_no_other_program)
{
	cr_assert_eq(in_child(come_by_other_means), 0);
}

/* Sockets that whoever started the program left open, as number 3 and following. */
static int use_what_was_handed_over(void)
{
	struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr *to = (struct sockaddr *)&here;
	socklen_t len = sizeof here;
	char byte = 1;
	struct iovec vector = {&byte, 1};
	struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
	struct mmsghdr messages = {.msg_hdr = message};
	enum { FRESH = 3, LISTENING, DATAGRAM };
	int fresh = socket(AF_INET, SOCK_STREAM, 0), listening = socket(AF_INET, SOCK_STREAM, 0);
	int datagram = socket(AF_INET, SOCK_DGRAM, 0);
	/* It all works before. */
	if (bind(listening, to, sizeof here) || listen(listening, 1) || getsockname(listening, to, &len) ||
	    fcntl(listening, F_SETFL, O_NONBLOCK) || sendto(datagram, &byte, 1, 0, to, sizeof here) != 1)
		return 1;
	int high[] = {fcntl(fresh, F_DUPFD, 100), fcntl(listening, F_DUPFD, 100),
		      fcntl(datagram, F_DUPFD, 100)};
	if (dup2(high[0], FRESH) != FRESH || dup2(high[1], LISTENING) != LISTENING ||
	    dup2(high[2], DATAGRAM) != DATAGRAM)
		return 2;
	if (cli_confine(0, NULL))
		return 3;
	if (!is_refused(connect(FRESH, to, sizeof here)) || !is_refused(bind(FRESH, to, sizeof here)) ||
	    !is_refused(listen(FRESH, 1)) ||
	    !is_refused(setsockopt(FRESH, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int))))
		return 4;
	if (!is_refused(accept(LISTENING, NULL, NULL)) || !is_refused(accept4(LISTENING, NULL, NULL, 0)))
		return 5;
	if (!is_refused(sendto(DATAGRAM, &byte, 1, 0, to, sizeof here)) ||
	    !is_refused(sendmsg(DATAGRAM, &message, 0)) || !is_refused(sendmmsg(DATAGRAM, &messages, 1, 0)) ||
	    !is_refused(send(DATAGRAM, &byte, 1, 0)))
		return 6;
	if (!is_refused(recv(DATAGRAM, &byte, 1, MSG_DONTWAIT)) ||
	    !is_refused(recvfrom(DATAGRAM, &byte, 1, MSG_DONTWAIT, NULL, NULL)) ||
	    !is_refused(recvmsg(DATAGRAM, &message, MSG_DONTWAIT)) ||
	    !is_refused(recvmmsg(DATAGRAM, &messages, 1, MSG_DONTWAIT, NULL)))
		return 7;
	return 0;
}

Test(tools_confine, nothing_to_do_with_a_socket_that_is_there)
{
	cr_assert_eq(in_child(use_what_was_handed_over), 0);
}

static int use_files(void)
{
	char name[] = "/tmp/tools_confine.XXXXXX", back[4] = {0};
	if (cli_confine(0, NULL))
		return 1;
	int fd = mkstemp(name);
	unlink(name);
	return fd >= 0 && write(fd, "abc", 3) == 3 && pread(fd, back, 3, 0) == 3 && back[2] == 'c' ? 0 : 2;
}

Test(tools_confine, files_work_as_before)
{
	cr_assert_eq(in_child(use_files), 0);
}

static int make_socket_unconfined(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 0 : 1;
}

Test(tools_confine, sockets_work_without_it)
{
	cr_assert_eq(in_child(make_socket_unconfined), 0);
}

/* A process of the same user, which waits for the end of who started it, who cannot end it any more once
 * confined: nor does the signal at a parent's death come then. */
static int life_of_another;

static pid_t start_another(void)
{
	int alive[2], life[2];
	char nothing;
	if (pipe(alive) || pipe(life))
		return -1;
	pid_t pid = fork();
	if (!pid) {
		close(alive[1]);
		close(life[0]);
		while (read(alive[0], &nothing, 1) < 0 && errno == EINTR)
			;
		_exit(0);
	}
	close(alive[0]);
	close(life[1]);
	life_of_another = life[0];
	return pid;
}

/* Its end of this pipe is open while it lives. */
static bool another_lives(void)
{
	char nothing;
	return !fcntl(life_of_another, F_SETFL, O_NONBLOCK) && read(life_of_another, &nothing, 1) == -1 &&
	       errno == EAGAIN;
}

enum { WORKS_NOT_EVEN_HERE = 77 };

enum { CALL_LANDLOCK_CREATE_RULESET = 444 };

static volatile char memory[] = "as it was";

/* Read and write the memory of another process, as a debugger would, but through a file. */
static int reach_into(pid_t pid)
{
	const off_t place = (off_t)(uintptr_t)memory;
	char name[64], seen[sizeof memory] = {0};
	snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
	int fd = open(name, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -1;
	return pread(fd, seen, sizeof seen, place) == sizeof seen && seen[0] == memory[0] &&
			       pwrite(fd, seen, sizeof seen, place) == sizeof seen
		       ? 0
		       : -1;
}

/* What else the kernel shows to those alone who may trace. */
static int look_into(pid_t pid)
{
	static const char *const names[] = {"environ", "maps", "auxv", "fd/0"};
	int readable = 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char name[64];
		snprintf(name, sizeof name, "/proc/%d/%s", (int)pid, names[i]);
		int fd = open(name, O_RDONLY | O_CLOEXEC);
		readable += fd >= 0;
		if (fd >= 0)
			close(fd);
	}
	return readable;
}

static int use_memory_of_another(void)
{
	const pid_t other = start_another();
	if (reach_into(other) || syscall(CALL_LANDLOCK_CREATE_RULESET, NULL, 0, 1 /* which version? */) < 1)
		return WORKS_NOT_EVEN_HERE;
	if (cli_confine(0, NULL))
		return 1;
	if (!reach_into(other) || errno != EACCES || !strstr(cli_confine_state(), "(seccomp, Landlock)"))
		return 2;
	return look_into(other) ? 3 : !look_into(getpid()) ? 4 : 0;
}

Test(tools_confine, no_memory_of_another_process)
{
	int result = in_child(use_memory_of_another);
	if (result == WORKS_NOT_EVEN_HERE)
		cr_skip_test("no Landlock here, or no process may trace another as it is");
	cr_assert_eq(result, 0);
}

/* The kernel without Landlock is one that does not know the call. */
static int answer_landlock(int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CALL_LANDLOCK_CREATE_RULESET, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int confine_without_landlock(int error)
{
	if (answer_landlock(error) || strncmp(cli_confine_state(), "not confined", 12))
		return 1;
	if (cli_confine(0, NULL))
		return 2;
	if (strncmp(cli_confine_state(), "confined: ", 10) ||
	    !strstr(cli_confine_state(), "without Landlock"))
		return 3;
	return is_refused(socket(AF_INET, SOCK_STREAM, 0)) ? 0 : 4;
}

static int confine_on_old_kernel(void)
{
	return confine_without_landlock(ENOSYS);
}

static int confine_where_it_is_off(void)
{
	return confine_without_landlock(EOPNOTSUPP);
}

Test(tools_confine, without_landlock_the_filter_remains_and_says_so)
{
	cr_assert_eq(in_child(confine_on_old_kernel), 0);
	cr_assert_eq(in_child(confine_where_it_is_off), 0);
}

/* On a terminal that is ours. */
static int type_for_the_user(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	if (master < 0 || grantpt(master) || unlockpt(master) || setsid() < 0)
		return WORKS_NOT_EVEN_HERE;
	int terminal = open(ptsname(master), O_RDWR);
	char key = 'x', selection[2] = {3}; /* TIOCL_PASTESEL */
	struct winsize size;
	if (terminal < 0 || (ioctl(terminal, TIOCSTI, &key) && errno == EPERM))
		return WORKS_NOT_EVEN_HERE;
	if (cli_confine(0, NULL))
		return 1;
	if (!is_refused(ioctl(terminal, TIOCSTI, &key)) || !is_refused(ioctl(terminal, TIOCLINUX, selection)))
		return 2;
#if __SIZEOF_LONG__ == 8
	/* The kernel looks at the lower half only. */
	if (!is_refused(syscall(SYS_ioctl, terminal, 0x100000000 + TIOCSTI, &key)))
		return 3;
#endif
	return isatty(terminal) && !ioctl(terminal, TIOCGWINSZ, &size) && !tcflush(terminal, TCIFLUSH) ? 0
												       : 4;
}

Test(tools_confine, nothing_is_typed_into_a_terminal)
{
	int result = in_child(type_for_the_user);
	if (result == WORKS_NOT_EVEN_HERE)
		cr_skip_test("no terminal can be had here");
	cr_assert_eq(result, 0);
}

/* Its priority, and where and when it runs. */
static int reschedule_another(void)
{
	pid_t other = start_another();
	struct sched_param usual = {0};
	cpu_set_t set;
	/* 19: the tests may run at any priority. */
	if (setpriority(PRIO_PROCESS, (id_t)other, 19) || sched_getaffinity(other, sizeof set, &set) ||
	    sched_setscheduler(other, SCHED_BATCH, &usual))
		return 1;
	if (cli_confine(0, NULL))
		return 2;
	if (!is_refused(setpriority(PRIO_PROCESS, (id_t)other, 2)) ||
	    !is_refused(setpriority(PRIO_USER, 0, 2)) || !is_refused(getpriority(PRIO_PROCESS, (id_t)other)))
		return 3;
	if (!is_refused(sched_setscheduler(other, SCHED_IDLE, &usual)) ||
	    !is_refused(sched_setparam(other, &usual)) ||
	    !is_refused(sched_setaffinity(other, sizeof set, &set)) ||
	    !is_refused(sched_getaffinity(other, sizeof set, &set)))
		return 4;
	return is_refused(syscall(SYS_ioprio_set, 1, other, 0)) && !sched_getaffinity(0, sizeof set, &set)
		       ? 0
		       : 5;
}

Test(tools_confine, no_priority_of_another_process)
{
	cr_assert_eq(in_child(reschedule_another), 0);
}

static int signal_another(void)
{
	pid_t other = start_another();
	siginfo_t info = {.si_code = SI_QUEUE};
	struct f_owner_ex owner = {F_OWNER_PID, other};
	struct rlimit limit;
	int ends[2], pidfd = (int)syscall(434 /* pidfd_open */, other, 0);
	if (pipe(ends) || kill(other, 0) || fcntl(ends[0], F_SETOWN, other) ||
	    prlimit(other, RLIMIT_CPU, NULL, &limit))
		return 1;
	if (cli_confine(0, NULL))
		return 2;
	if (!is_refused(kill(other, SIGKILL)) || !is_refused(kill(-1, 0)) || !is_refused(kill(0, 0)) ||
	    !is_refused(kill(-getpgrp(), 0)))
		return 3;
	if (!is_refused(syscall(SYS_tkill, other, SIGKILL)) ||
	    !is_refused(syscall(SYS_tgkill, other, other, SIGKILL)))
		return 4;
	if (!is_refused(syscall(SYS_rt_sigqueueinfo, other, SIGKILL, &info)) ||
	    !is_refused(syscall(SYS_rt_tgsigqueueinfo, other, other, SIGKILL, &info)) ||
	    !is_refused(syscall(424 /* pidfd_send_signal */, pidfd, SIGKILL, NULL, 0)))
		return 5;
	if (!is_refused(fcntl(ends[0], F_SETOWN, other)) ||
	    !is_refused(fcntl(ends[0], F_SETOWN_EX, &owner)) ||
	    !is_refused(fcntl(ends[0], F_SETSIG, SIGKILL)) ||
	    !is_refused(ioctl(ends[0], FIOSETOWN, &other)) || !is_refused(ioctl(ends[0], SIOCSPGRP, &other)))
		return 6;
	if (!is_refused(prlimit(other, RLIMIT_CPU, NULL, &limit)))
		return 7;
	return another_lives() ? 0 : 8;
}

/* Newer domains see to signals too. */
static int signal_another_without_landlock(void)
{
	return answer_landlock(ENOSYS) ? 9 : signal_another();
}

Test(tools_confine, no_signal_to_another_process)
{
	cr_assert_eq(in_child(signal_another), 0);
	cr_assert_eq(in_child(signal_another_without_landlock), 0);
}

static volatile sig_atomic_t signals;

static void count(int number)
{
	(void)number;
	signals++;
}

static void *signal_oneself(void *unused)
{
	(void)unused;
	raise(SIGUSR1);
	return NULL;
}

/* Threads too: those that are started later. */
static int use_what_is_our_own(void)
{
	pthread_t thread;
	struct rlimit limit;
	if (cli_confine(0, NULL))
		return 1;
	signal(SIGUSR1, count);
	if (raise(SIGUSR1) || kill(getpid(), SIGUSR1) || syscall(SYS_tkill, getpid(), SIGUSR1) ||
	    signals != 3)
		return 2;
	if (pthread_create(&thread, NULL, signal_oneself, NULL) || pthread_join(thread, NULL) || signals != 4)
		return 3;
	if (getrlimit(RLIMIT_CPU, &limit) || prlimit(getpid(), RLIMIT_CPU, NULL, &limit) || fcntl(0, F_GETFD))
		return 4;
	abort();
}

static int end_oneself(void)
{
	int status;
	pid_t pid = fork();
	if (!pid)
		_exit(use_what_is_our_own());
	if (waitpid(pid, &status, 0) != pid || WIFEXITED(status))
		return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
	return WTERMSIG(status) == SIGABRT ? 0 : 6;
}

Test(tools_confine, signals_to_oneself_and_threads_work_as_before)
{
	cr_assert_eq(in_child(end_oneself), 0);
}

/* Each by a call that would be refused for its arguments, or do nothing. */
static int steer_the_kernel(void)
{
	static const long calls[] = {
		SYS_bpf,
		SYS_perf_event_open,
		SYS_userfaultfd,
		SYS_kcmp,
		SYS_keyctl,
		SYS_add_key,
		SYS_request_key,
		SYS_mount,
		SYS_umount2,
		SYS_pivot_root,
		SYS_setns,
		SYS_unshare,
		SYS_init_module,
		SYS_finit_module,
		SYS_kexec_load,
#ifdef SYS_kexec_file_load
		SYS_kexec_file_load,
#endif
		428 /* open_tree */,
		429 /* move_mount */,
		430 /* fsopen */,
		431 /* fsconfig */,
		432 /* fsmount */,
		433 /* fspick */,
		438 /* pidfd_getfd */,
		440 /* process_madvise */,
		442 /* mount_setattr */,
		467 /* open_tree_attr */,
	};
	if (cli_confine(0, NULL))
		return 1;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (!is_refused(syscall(calls[i], -1, -1, -1, -1, -1)))
			return 10 + (int)i;
	if (!is_refused(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL)))
		return 2;
	return syscall(435 /* clone3 */, NULL, 0) == -1 && errno == ENOSYS ? 0 : 3;
}

Test(tools_confine, no_namespace_and_no_other_way_into_the_kernel)
{
	cr_assert_eq(in_child(steer_the_kernel), 0);
}

static int look_at_state(void)
{
	if (strcmp(cli_confine_state(), "not confined: no system call filter is in force"))
		return 1;
	return cli_confine(0, NULL) || strncmp(cli_confine_state(), "confined: ", 10) ? 2 : 0;
}

Test(tools_confine, state_is_what_the_kernel_says)
{
	cr_assert_eq(in_child(look_at_state), 0);
}
