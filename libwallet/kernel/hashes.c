#include "kernel/hashes.h"

#include "kernel/kernel.h"

void sn_keccak256_short_many(struct sn_hash *out, const struct sn_short_message *in, size_t n)
{
	sn_kernel()->keccak_short(out, in, n);
}

void sn_hash_to_ec_many(struct sn_ge *r, const struct sn_point *keys, size_t n)
{
	enum { AT_ONCE = 16 };
	struct sn_short_message messages[AT_ONCE];
	struct sn_hash hashes[AT_ONCE];

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		for (size_t i = 0; i < count; i++)
			sn_short_message_init(&messages[i], keys[at + i].b, sizeof keys[at + i].b);
		sn_keccak256_short_many(hashes, messages, count);
		sn_kernel()->hash_to_points(r + at, hashes, count);
	}
}
