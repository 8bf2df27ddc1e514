/* crypto/kernel.h - the arithmetic that is worth doing on many numbers at once, for this processor.
 *
 * One implementation is plain C; the others work on several lanes (crypto/lane.h). All give the same
 * results, bit for bit, for every input, and are constant time in what is secret. Whoever has an array calls
 * sn_derive_many and the like, which are made of these.
 *
 * The environment variable SN_KERNEL forces one of them, for tests: "portable", "avx2", "ifma". */
#ifndef SN_CRYPTO_KERNEL_H
#define SN_CRYPTO_KERNEL_H

#include "base/error.h"
#include "crypto/group.h"
#include "crypto/keccak.h"

#include <stddef.h>

struct sn_kernel {
	const char *name;
	size_t lanes; /* other numbers of things take as long as the next multiple of it */

	/* derivations[i] = 8·secret·keys[i], as sn_derive_many; SN_IO when out of memory. Secrets may be left below the
	 * caller's frame: sn_wipe_stack. */
	int (*derive)(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		      const struct sn_scalar *secret);

	/* r[i] = in[i] decoded, the identity where is_valid[i] = false. Public. */
	void (*decode)(struct sn_ge *r, bool *is_valid, const struct sn_point *in, size_t n);

	/* r[i] = 8·map(in[i]), as sn_hash_to_ec of what in[i] is the hash of. Public. */
	void (*hash_to_points)(struct sn_ge *r, const struct sn_hash *in, size_t n);

	/* r[i] = P[i] + s[i]·G, encoded; s[i] secret, below 2^255, and P[i] too. Leaves the stack as derive does. */
	void (*add_base)(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n);

	/* As sn_keccak256_short_many. */
	void (*keccak_short)(struct sn_hash *out, const struct sn_short_message *in, size_t n);
};

/* The one to use: the fastest that this processor and its operating system can run, unless SN_KERNEL names another of those.
 * Chosen at the first call; the same ever after. */
const struct sn_kernel *sn_kernel(void);

/* SN_USAGE when SN_KERNEL names one that does not exist, or that cannot run here; sn_kernel() then goes by the processor.
 * For programs to call at their start. */
int sn_kernel_check(struct sn_error *err) SN_MUST_USE;

/* Number i of those that can run here, the portable one first and the fastest last; NULL when there are no more. */
const struct sn_kernel *sn_kernel_at(size_t i);

extern const struct sn_kernel sn_kernel_portable, sn_kernel_avx2, sn_kernel_ifma;

#endif
