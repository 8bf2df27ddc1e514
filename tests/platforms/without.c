/* without - run a program as on a kernel or file system that lacks something.
 *
 *     without [THING]... -- PROGRAM [ARGUMENT]...
 *
 * THING is `seccomp` (no system call filter: EINVAL, as qemu-user says), `landlock` (ENOSYS), or `fchmod`,
 * `link`, `renameat2` (ENOSYS, as FAT through FUSE says). By a filter, so that it works on static programs
 * too. Exit status 77: there are no filters here. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
	const char *thing;
	long number;
	int error;
	int first; /* the first argument, or -1 for any */
} list[] = {
	{"seccomp", SYS_seccomp, EINVAL, -1},
	{"seccomp", SYS_prctl, EINVAL, PR_SET_SECCOMP}, /* after it there are no more filters */
	{"landlock", 444 /* landlock_create_ruleset */, ENOSYS, -1},
	{"fchmod", SYS_fchmod, ENOSYS, -1},
	{"link", SYS_linkat, ENOSYS, -1},
#ifdef SYS_link
	{"link", SYS_link, ENOSYS, -1},
#endif
	{"renameat2", SYS_renameat2, ENOSYS, -1},
};

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), then, otherwise)
#define GIVE(verdict) BPF_STMT(BPF_RET | BPF_K, verdict)

static int lack(const char *thing)
{
	int found = 0;
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		struct sock_filter filter[] = {
			LOAD(nr),
			IF(list[i].number, 0, 3),
			LOAD(args[0]), /* on little-endian machines */
			IF(list[i].first, 0, list[i].first < 0 ? 0 : 1),
			GIVE(SECCOMP_RET_ERRNO | (unsigned)list[i].error),
			GIVE(SECCOMP_RET_ALLOW),
		};
		const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
		if (strcmp(list[i].thing, thing))
			continue;
		if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
			return -1;
		found = 1;
	}
	return found ? 0 : -1;
}

int main(int argc, char **argv)
{
	int i = 1;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return 77;
	for (int seccomp_last = 0; seccomp_last < 2; seccomp_last++)
		for (i = 1; i < argc && strcmp(argv[i], "--"); i++)
			if ((strcmp(argv[i], "seccomp") == 0) == seccomp_last && lack(argv[i]))
				return 77;
	if (i + 1 >= argc)
		return 2;
	execvp(argv[i + 1], argv + i + 1);
	perror(argv[i + 1]);
	return 127;
}
