/* tools/confine/kernel.h - the interface of the kernel for confinement, with its official names.
 *
 * The headers of an older kernel lack some of these names. Values: <linux/landlock.h>,
 * <linux/seccomp.h>, <asm-generic/unistd.h>, <asm-generic/ioctls.h> of Linux 6.16. From 424 on, a system call
 * has one number on all architectures. */
#ifndef CLI_CONFINE_KERNEL_H
#define CLI_CONFINE_KERNEL_H

#include <asm/unistd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stdint.h>

/* System call numbers depend on the architecture, and a process can use the numbers of another one. */
#if defined(__x86_64__) && !defined(__ILP32__)
#define CLI_CONFINE_ARCH AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define CLI_CONFINE_ARCH AUDIT_ARCH_I386
#elif defined(__aarch64__) && !defined(__ILP32__)
#define CLI_CONFINE_ARCH AUDIT_ARCH_AARCH64
#elif defined(__arm__)
#define CLI_CONFINE_ARCH AUDIT_ARCH_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define CLI_CONFINE_ARCH AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define CLI_CONFINE_ARCH AUDIT_ARCH_PPC64LE
#endif

/* Linux 4.14. An older kernel treats it as SECCOMP_RET_KILL_THREAD. */
#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif

#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_faccessat2
#define __NR_faccessat2 439
#endif
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif

#ifndef LANDLOCK_ACCESS_NET_BIND_TCP
#define LANDLOCK_ACCESS_NET_BIND_TCP (1ULL << 0)
#define LANDLOCK_ACCESS_NET_CONNECT_TCP (1ULL << 1)
#endif
#ifndef LANDLOCK_SCOPE_SIGNAL
#define LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)
#define LANDLOCK_SCOPE_SIGNAL (1ULL << 1)
#endif

/* struct landlock_ruleset_attr, with the fields of ABI 4 and 6. */
struct cli_landlock_ruleset_attr {
	uint64_t handled_access_fs, handled_access_net, scoped;
};

#endif
