#include "ringct_kernels.h"

#include "kernel/kernel.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KERNELS_MAX = 8 };

void *kernel_results_make(size_t size, void (*make)(void *result))
{
	char *results =
		mmap(NULL, KERNELS_MAX * size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;

	cr_assert(results != MAP_FAILED);
	for (size_t i = 0; sn_kernel_at(i); i++) {
		cr_assert(i < KERNELS_MAX);
		pid_t child = fork();
		cr_assert(child >= 0);
		if (!child) {
			setenv("SN_KERNEL", sn_kernel_at(i)->name, 1);
			if (sn_kernel() != sn_kernel_at(i))
				_exit(1);
			make(results + i * size);
			_exit(0);
		}
		cr_assert(waitpid(child, &status, 0) == child && status == 0, "%s", sn_kernel_at(i)->name);
	}
	return results;
}

void kernel_results_free(void *results, size_t size)
{
	munmap(results, KERNELS_MAX * size);
}
