#include "crypto/kernel.h"

#include <stdatomic.h>
#include <stdlib.h>

#define MANY 3

/* What the compiler's run-time support says allows for the operating system, which has to save the registers. */
const struct sn_kernel *sn_kernel_at(size_t i)
{
	const struct sn_kernel *list[MANY + 1] = {&sn_kernel_portable};

#ifdef __x86_64__
	size_t n = 1;
	if (__builtin_cpu_supports("avx2"))
		list[n++] = &sn_kernel_avx2;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512ifma"))
		list[n++] = &sn_kernel_ifma;
#endif
	return i < MANY ? list[i] : NULL;
}

/* The one that SN_KERNEL names, or NULL; false when it names none that can run here. */
static bool named(const struct sn_kernel **kernel, const char *name)
{
	*kernel = NULL;
	if (!name)
		return true;
	for (size_t i = 0; (*kernel = sn_kernel_at(i)); i++)
		if (strcmp((*kernel)->name, name) == 0)
			return true;
	return false;
}

const struct sn_kernel *sn_kernel(void)
{
	static _Atomic(const struct sn_kernel *) chosen;
	const struct sn_kernel *kernel = atomic_load_explicit(&chosen, memory_order_relaxed);

	if (kernel)
		return kernel;
	named(&kernel, secure_getenv("SN_KERNEL"));
	if (!kernel) {
		kernel = &sn_kernel_portable;
		for (size_t i = 1; sn_kernel_at(i); i++)
			kernel = sn_kernel_at(i);
	}
	/* Threads that meet here choose the same. */
	atomic_store_explicit(&chosen, kernel, memory_order_relaxed);
	return kernel;
}

int sn_kernel_check(struct sn_error *err)
{
	const struct sn_kernel *kernel;
	const char *name = secure_getenv("SN_KERNEL");
	char list[64] = "";

	if (named(&kernel, name))
		return SN_OK;
	for (size_t i = 0; (kernel = sn_kernel_at(i)); i++) {
		strcat(list, i ? ", " : "");
		strcat(list, kernel->name);
	}
	return sn_error_set(err, SN_USAGE, "SN_KERNEL is \"%.32s\", but this processor has: %s", name, list);
}
