/* The same computation with every kernel of this processor. */
#ifndef RINGCT_KERNELS_H
#define RINGCT_KERNELS_H

#include <stddef.h>

/* Call `make` once for each kernel, with `size` zeroed bytes for its result. A process selects its kernel
 * once, so each call has its own process; to fail, `make` calls _exit(1). Returns the results, those of
 * sn_kernel_at(i) at i * size. Free them with kernel_results_free. */
void *kernel_results_make(size_t size, void (*make)(void *result));
void kernel_results_free(void *results, size_t size);

#endif
