#include "kernel/kernel.h"

#include "kernel/avx2.h"
#include "kernel/ifma.h"
#include "kernel/neon.h"
#include "kernel/portable.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* From the slowest to the fastest. */
static const struct sn_kernel *const kernels[] = {
	&sn_kernel_portable,
#if defined(__x86_64__) && !defined(SN_FIELD_25)
	&sn_kernel_avx2,
	&sn_kernel_ifma,
#endif
#ifdef __aarch64__
	&sn_kernel_neon,
#endif
};

const struct sn_kernel *sn_kernel_at(size_t i)
{
	for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
		if (kernels[k]->is_supported() && i-- == 0)
			return kernels[k];
	return NULL;
}

/* The kernel that SN_KERNEL names, NULL if it is unset. False if it names an unknown or unsupported one. */
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
	/* Concurrent threads select the same kernel. */
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
	return sn_error_set(err, SN_USAGE,
			    "SN_KERNEL=%.32s is not available on this processor; available: %s", name, list);
}
