#include "tools/confine/filter.h"

#include "tools/confine/kernel.h"

#ifdef CLI_CONFINE_ARCH

#include <assert.h>
#include <errno.h>
#include <linux/fcntl.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

/* Not every <sys/socket.h> has it. Value: <linux/socket.h>. */
#ifndef MSG_FASTOPEN
#define MSG_FASTOPEN 0x20000000
#endif

/* The instructions so far. */
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

/* Load the lower 32 bits: the kernel uses only these of a pid, a command, and the flags of clone. */
static void load_argument(struct list *l, unsigned n)
{
	const size_t lower = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
	load(l, offsetof(struct seccomp_data, args) + n * sizeof(uint64_t) + lower);
}

/* Skip `then` instructions if the loaded value is `value`, otherwise skip `otherwise`. */
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

static void allow_values(struct list *l, const struct cli_confine_values *values)
{
	for (size_t i = 0; i < values->n; i++) {
		const int64_t value = values->list[i];
		if_equal(l, value == CLI_CONFINE_SELF ? (uint32_t)getpid() : (uint32_t)value, 0, 1);
		give(l, SECCOMP_RET_ALLOW);
	}
}

static void allow_by_rule(struct list *l, const struct cli_confine_rule *r)
{
	if_equal(l, (uint32_t)r->number, 0, 2 * r->values.n + 2);
	load_argument(l, r->argument);
	allow_values(l, &r->values);
	fail(l, r->error);
}

static void allow_fcntl(struct list *l, int number)
{
	const struct cli_confine_values *descriptor = &cli_confine_calls.descriptor;
	if_equal(l, (uint32_t)number, 0, 2 * descriptor->n + 6);
	load_argument(l, 1);
	allow_values(l, descriptor);
	/* With FASYNC (O_ASYNC) a descriptor signals the process that was made its owner before. */
	if_equal(l, F_SETFL, 0, 3);
	load_argument(l, 2);
	if_any_bit(l, FASYNC, 1, 0);
	give(l, SECCOMP_RET_ALLOW);
	fail(l, EPERM);
}

static void allow_ioctl(struct list *l, unsigned uses)
{
	static const struct cli_confine_values none;
	const struct cli_confine_values *terminal = &cli_confine_calls.terminal;
	const struct cli_confine_values *camera =
		uses & CLI_CONFINE_CAMERA ? &cli_confine_calls.camera : &none;
	if_equal(l, __NR_ioctl, 0, 2 * (terminal->n + camera->n) + 4);
	load_argument(l, 1);
	allow_values(l, terminal);
	allow_values(l, camera);
	if_equal(l, CLI_CONFINE_QUESTION, 0, 1);
	fail(l, CLI_CONFINE_ANSWER);
	fail(l, EPERM);
}

/* Allow threads, but no processes, and no other namespaces: a process has more rights inside of one. A filter
 * cannot read the flags of clone3, which are in memory. clone3 is therefore not allowed, and libc uses clone.
 */
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
	const struct cli_confine_calls *calls = &cli_confine_calls;
	struct list l = {code, 0};
	refuse_other_architectures(&l);
	allow(&l, calls->always, calls->n_always);
	for (size_t i = 0; i < calls->n_rules; i++)
		if (!calls->rules[i].uses || (uses & calls->rules[i].uses))
			allow_by_rule(&l, &calls->rules[i]);
	allow_fcntl(&l, __NR_fcntl);
#ifdef __NR_fcntl64
	allow_fcntl(&l, __NR_fcntl64);
#endif
	allow_ioctl(&l, uses);
	allow_threads(&l);
	if (uses & CLI_CONFINE_SERVER) {
		allow(&l, calls->server, calls->n_server);
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
