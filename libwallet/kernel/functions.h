/* kernel/functions.h - the table of functions that each instruction set fills.
 *
 * All tables give the same results, bit for bit, for every input, and are constant time in secret inputs.
 * kernel/portable.h is plain C. The others work on several lanes (kernel/lanes/lane.h). */
#ifndef SN_KERNEL_FUNCTIONS_H
#define SN_KERNEL_FUNCTIONS_H

#include "crypto/group.h"
#include "crypto/keccak.h"
#include "kernel/ring.h"
#include "kernel/sums.h"

#include <stddef.h>

/* Bytes. */
#define SN_CRYPTONIGHT_STATE 200
#define SN_CRYPTONIGHT_SCRATCHPAD (2 * 1024 * 1024)

struct sn_kernel {
	const char *name;
	size_t lanes; /* n elements take as long as the next multiple of this */

	/* True if the processor has the instructions and the operating system saves their registers. */
	bool (*is_supported)(void);

	/* derivations[i] = 8·secret·keys[i], as sn_derive_many. SN_IO when out of memory. May leave secrets
	 * below the caller's frame: call sn_wipe_stack. */
	int (*derive)(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		      const struct sn_scalar *secret);

	/* r[i] = in[i] decoded, the identity where is_valid[i] = false. Public. */
	void (*decode)(struct sn_ge *r, bool *is_valid, const struct sn_point *in, size_t n);

	/* is_free[i]: p[i] lies in the prime-order subgroup. Public. */
	void (*torsion_free)(bool *is_free, const struct sn_ge *p, size_t n);

	/* r[i] = 8·map(in[i]), as sn_hash_to_ec after its hash. Public. */
	void (*hash_to_points)(struct sn_ge *r, const struct sn_hash *in, size_t n);

	/* r[i] = P[i] + s[i]·G, encoded; s[i] < 2^255 and P[i] secret. Leaves the stack as derive does. */
	void (*add_base)(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n);

	/* r[i] = s[i]·P[i], encoded; s[i] < 2^255 and P[i] secret. Leaves the stack as derive does. */
	void (*multiply)(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n);

	/* r[i] = X(secret, u[i]), as sn_x25519. Constant time in u[i], too. r and u may be the same array.
	 * Leaves the stack as derive does. */
	void (*x25519)(struct sn_x25519 *r, const struct sn_x25519 *u, size_t n,
		       const struct sn_scalar *secret);

	/* As sn_keccak256_short_many. */
	void (*keccak_short)(struct sn_hash *out, const struct sn_short_message *in, size_t n);

	/* The main part of kernel/cryptonight.h, in place: `state` of SN_CRYPTONIGHT_STATE bytes, with the
	 * help of a `scratchpad` of SN_CRYPTONIGHT_SCRATCHPAD bytes, whose contents do not matter. Leaves the
	 * stack as derive does. */
	void (*cryptonight)(uint8_t *state, uint8_t *scratchpad);

	struct sn_sums sums; /* kernel/sums.h */

	/* kernel/ring.h: for secret and for public input. Verification calls only size, start, set_k and
	 * round. */
	const struct sn_ring_kernel *ring, *ring_vartime;
};

#endif
