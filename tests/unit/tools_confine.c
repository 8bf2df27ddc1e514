#include "tools/cli_confine.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
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

static int is_refused(long result)
{
	return result == -1 && errno == EPERM;
}

static int make_sockets(void)
{
	int pair[2];
	if (cli_confine(NULL))
		return 1;
	if (!is_refused(socket(AF_INET, SOCK_STREAM, 0)) || !is_refused(socket(AF_INET6, SOCK_DGRAM, 0)))
		return 2;
	if (!is_refused(socket(AF_UNIX, SOCK_STREAM, 0)) ||
	    !is_refused(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)))
		return 3;
	if (!is_refused(syscall(SYS_io_uring_setup, 1, NULL)))
		return 4;
#ifdef __x86_64__
	if (!is_refused(syscall(0x40000000 + SYS_socket, AF_INET, SOCK_STREAM, 0)))
		return 5;
#endif
	/* The same holds for what it starts. */
	pid_t pid = fork();
	if (!pid)
		_exit(!is_refused(socket(AF_INET, SOCK_STREAM, 0)));
	int status;
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : 6;
}

Test(tools_confine, no_way_to_a_socket)
{
	cr_assert_eq(in_child(make_sockets), 0);
}

static int come_by_other_means(void)
{
	char *arguments[] = {"true", NULL};
	struct msghdr message = {0};
	if (cli_confine(NULL))
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
	cr_assert(cli_confine_exists());
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
	int high[] = {fcntl(fresh, F_DUPFD, 100), fcntl(listening, F_DUPFD, 100), fcntl(datagram, F_DUPFD, 100)};
	if (dup2(high[0], FRESH) != FRESH || dup2(high[1], LISTENING) != LISTENING || dup2(high[2], DATAGRAM) != DATAGRAM)
		return 2;
	if (cli_confine(NULL))
		return 3;
	if (!is_refused(connect(FRESH, to, sizeof here)) || !is_refused(bind(FRESH, to, sizeof here)) ||
	    !is_refused(listen(FRESH, 1)) || !is_refused(setsockopt(FRESH, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int))))
		return 4;
	if (!is_refused(accept(LISTENING, NULL, NULL)) || !is_refused(accept4(LISTENING, NULL, NULL, 0)))
		return 5;
	if (!is_refused(sendto(DATAGRAM, &byte, 1, 0, to, sizeof here)) || !is_refused(sendmsg(DATAGRAM, &message, 0)) ||
	    !is_refused(sendmmsg(DATAGRAM, &messages, 1, 0)) || !is_refused(send(DATAGRAM, &byte, 1, 0)))
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
	if (cli_confine(NULL))
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
