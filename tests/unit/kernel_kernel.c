#include "kernel/kernel.h"

#include "kernel/portable.h"
#include "kernel_plain.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* SN_KERNEL, which is read once: so each case has a process of its own, as Criterion gives it. */
Test(kernel, is_the_fastest)
{
	struct sn_error err;
	size_t n = 0;
	unsetenv("SN_KERNEL");
	while (sn_kernel_at(n))
		n++;
	cr_assert_eq(sn_kernel_at(0), &sn_kernel_portable);
	cr_assert_null(sn_kernel_at(n + 100));
	cr_assert_eq(sn_kernel(), sn_kernel_at(n - 1));
	cr_assert_eq(sn_kernel_check(&err), SN_OK);
}

Test(kernel, is_the_one_that_was_asked_for)
{
	struct sn_error err;
	for (size_t i = 0; sn_kernel_at(i); i++) {
		setenv("SN_KERNEL", sn_kernel_at(i)->name, 1);
		cr_assert_eq(sn_kernel_check(&err), SN_OK);
	}
	setenv("SN_KERNEL", "portable", 1);
	cr_assert_eq(sn_kernel(), &sn_kernel_portable);
	unsetenv("SN_KERNEL");
	cr_assert_eq(sn_kernel(), &sn_kernel_portable, "once and for all");
}

Test(kernel, that_is_not_there_is_told)
{
	static const char *const names[] = {"", "AVX2", "avx", "portable ", "plain"};
	struct sn_error err;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		setenv("SN_KERNEL", names[i], 1);
		cr_assert_eq(sn_kernel_check(&err), SN_USAGE, "\"%s\"", names[i]);
		cr_assert(strstr(err.text, "portable"), "%s", err.text);
	}
	if (!sn_kernel_at(2)) {
		setenv("SN_KERNEL", "ifma", 1);
		cr_assert_eq(sn_kernel_check(&err), SN_USAGE);
	}
	cr_assert_not_null(sn_kernel());
}

/* A pointer that is missing would be noticed on a processor that has the kernel, and only when it is called.
 */
Test(kernel, has_all_functions)
{
	const struct sn_kernel *k;
	for (size_t i = 0; (k = kernel_number(i)); i++) {
		cr_assert(k->name && k->lanes && k->is_supported(), "%zu", i);
		cr_assert(k->derive && k->decode && k->torsion_free && k->hash_to_points && k->add_base &&
				  k->multiply && k->x25519 && k->keccak_short && k->cryptonight,
			  "%s", k->name);
		cr_assert(k->sums.tables && k->sums.sum && k->sums.select && k->sums.fold, "%s", k->name);
		cr_assert(k->ring->size && k->ring->start && k->ring->set_hash && k->ring->set_k, "%s",
			  k->name);
		cr_assert(k->ring->multiply && k->ring->open && k->ring->round, "%s", k->name);
		cr_assert(k->ring_vartime->size && k->ring_vartime->start && k->ring_vartime->set_k &&
				  k->ring_vartime->round,
			  "%s", k->name);
	}
}
