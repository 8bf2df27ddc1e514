#include "tools/confine/confine.h"

#include "tools/confine/filter.h"
#include "tools/confine/kernel.h"

#include <errno.h>
#include <linux/capability.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Make a system call for which libc has no function. Returns the result, or a negative error. The cold
 * programs must not link syscall() of libc. On other architectures the result is that of a kernel without the
 * call. */
static long call(long number, uintptr_t a, uintptr_t b, uintptr_t c)
{
#if defined(__x86_64__) && !defined(__ILP32__)
	long result;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
#elif defined(__aarch64__) && !defined(__ILP32__)
	register long x8 __asm__("x8") = number;
	register uintptr_t x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
	return (long)x0;
#elif defined(__i386__)
	long result = number;
	__asm__ volatile("int $0x80" : "+a"(result) : "b"(a), "c"(b), "d"(c) : "memory");
	return result;
#elif defined(__arm__)
	/* In Thumb code, r7 can be the frame pointer. */
	register uintptr_t r0 __asm__("r0") = a, r1 __asm__("r1") = b, r2 __asm__("r2") = c;
	__asm__ volatile("mov ip, r7\n\tmov r7, %1\n\tsvc 0\n\tmov r7, ip"
			 : "+r"(r0)
			 : "r"(number), "r"(r1), "r"(r2)
			 : "ip", "memory");
	return (long)r0;
#else
	(void)number, (void)a, (void)b, (void)c;
	return -ENOSYS;
#endif
}

static bool has_domain;

/* The memory of another process is a file, /proc/PID/mem. A process in a Landlock domain cannot trace a
 * process outside of it, through files or otherwise. A domain must forbid something: this one forbids
 * operations that the programs never use. Without Landlock, or if another filter denies it, the query of the
 * version fails. */
static int enter_domain(void)
{
	enum { NET_SINCE = 4, SCOPE_SINCE = 6 };
	struct cli_landlock_ruleset_attr attr = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
				     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_BLOCK,
	};
	const long version = call(__NR_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
	if (version < 1)
		return 0;
	if (version >= NET_SINCE)
		attr.handled_access_net = LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP;
	if (version >= SCOPE_SINCE)
		attr.scoped = LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LANDLOCK_SCOPE_SIGNAL;
	const long fd = call(__NR_landlock_create_ruleset, (uintptr_t)&attr, sizeof attr, 0);
	const long result = fd < 0 ? fd : call(__NR_landlock_restrict_self, (uintptr_t)fd, 0, 0);
	if (fd >= 0)
		close((int)fd);
	has_domain = !result;
	errno = (int)-result;
	return result ? -1 : 0;
}

/* glibc and musl have these functions, but no header for them. */
int capget(struct __user_cap_header_struct *header, struct __user_cap_data_struct *data);
int capset(struct __user_cap_header_struct *header, const struct __user_cap_data_struct *data);

/* root keeps the capabilities for files and locked memory. With CAP_PERFMON it could read the environment of
 * other processes, despite Landlock. */
static int drop_capabilities(void)
{
	static const unsigned kept[] = {CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER,
					CAP_IPC_LOCK};
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
	uint32_t mask[_LINUX_CAPABILITY_U32S_3] = {0};
	if (capget(&header, data))
		return -1;
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		mask[CAP_TO_INDEX(kept[i])] |= CAP_TO_MASK(kept[i]);
	for (size_t i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		data[i].permitted &= mask[i];
		data[i].effective &= mask[i];
		data[i].inheritable = 0;
	}
	return capset(&header, data);
}

int cli_confine(unsigned uses, struct sn_error *err)
{
	const struct sock_fprog *filter = cli_confine_filter(uses);
	if (!filter)
		return sn_error_set(err, SN_REFUSED, "there is no system call filter for this architecture");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || drop_capabilities() || enter_domain() ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter))
		return sn_error_set(err, SN_REFUSED,
				    "the kernel does not confine this program (seccomp, Landlock): %s",
				    strerror(errno));
	return SN_OK;
}

const char *cli_confine_state(void)
{
	if (ioctl(-1, (int)CLI_CONFINE_QUESTION) != -1 || errno != CLI_CONFINE_ANSWER)
		return "not confined: no system call filter is in force";
	if (!has_domain)
		return "confined: no network, no other program, no signal to another process (seccomp); without Landlock, "
		       "it can trace other processes of the user through /proc";
	return "confined: no network, no other program, no signal to another process, no tracing (seccomp, Landlock)";
}
