#include "kernel/derivations.h"

#include "base/secret.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "kernel/hashes.h"
#include "kernel/kernel.h"
#include "kernel/portable.h"

/* Candidates per batch; their memory is on the stack. */
#define AT_ONCE 128

/* A single remaining element is faster in plain C than alone on its lanes: how many the kernel gets. */
static size_t most_of(const struct sn_kernel *kernel, size_t n)
{
	return n % kernel->lanes == 1 ? n - 1 : n;
}

int sn_derive_many(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		   const struct sn_scalar *secret)
{
	const struct sn_kernel *kernel = sn_kernel();
	size_t most = most_of(kernel, n);
	int ret = most ? kernel->derive(derivations, is_valid, keys, most, secret) : SN_OK;

	if (!ret && most < n)
		ret = sn_kernel_portable.derive(derivations + most, is_valid + most, keys + most, n - most,
						secret);
	sn_wipe_stack();
	return ret;
}

void sn_x25519_many(struct sn_x25519 *r, const struct sn_x25519 *u, size_t n, const struct sn_scalar *secret)
{
	const struct sn_kernel *kernel = sn_kernel();
	size_t most = most_of(kernel, n);

	if (most)
		kernel->x25519(r, u, most, secret);
	if (most < n)
		sn_kernel_portable.x25519(r + most, u + most, n - most, secret);
	sn_wipe_stack();
}

void sn_multiply_many(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n)
{
	const struct sn_kernel *kernel = sn_kernel();
	size_t most = most_of(kernel, n);

	if (most)
		kernel->multiply(r, p, s, most);
	if (most < n)
		sn_kernel_portable.multiply(r + most, p + most, s + most, n - most);
	sn_wipe_stack();
}

/* The message prefix ‖ D ‖ varint(index) of each candidate. */
static void hash_candidates(struct sn_hash *out, const char *prefix, const struct sn_derive_candidate *c,
			    size_t n)
{
	struct sn_short_message messages[AT_ONCE];
	uint8_t data[SN_DERIVATION_MESSAGE_MAX];

	for (size_t i = 0; i < n; i++)
		sn_short_message_init(&messages[i], data,
				      sn_derivation_message(data, prefix, &c[i].derivation, c[i].index));
	sn_keccak256_short_many(out, messages, n);
	sn_wipe(messages, n * sizeof *messages);
	sn_wipe(data, sizeof data);
}

void sn_derive_view_tags(uint8_t *tags, const struct sn_derive_candidate *candidates, size_t n)
{
	struct sn_hash h[AT_ONCE];

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		hash_candidates(h, SN_VIEW_TAG_PREFIX, candidates + at, count);
		for (size_t i = 0; i < count; i++)
			tags[at + i] = h[i].b[0];
	}
	sn_wipe(h, (n < AT_ONCE ? n : AT_ONCE) * sizeof *h);
	sn_wipe_stack();
}

void sn_derive_spend_keys(struct sn_point *spend, bool *is_valid,
			  const struct sn_derive_candidate *candidates, size_t n)
{
	const struct sn_kernel *kernel = sn_kernel();
	struct sn_hash h[AT_ONCE];
	struct sn_scalar s[AT_ONCE];
	struct sn_point keys[AT_ONCE];
	struct sn_ge p[AT_ONCE];
	size_t most = n < AT_ONCE ? n : AT_ONCE;

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		hash_candidates(h, "", candidates + at, count);
		for (size_t i = 0; i < count; i++) {
			keys[i] = candidates[at + i].key;
			sn_scalar_reduce(&s[i], h[i].b);
			sn_scalar_neg(&s[i], &s[i]);
		}
		kernel->decode(p, is_valid + at, keys, count);
		kernel->add_base(spend + at, p, s, count);
	}
	sn_wipe(h, most * sizeof *h);
	sn_wipe(s, most * sizeof *s);
	sn_wipe_stack();
}
