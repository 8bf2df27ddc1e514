/* chain/account.h - the keys of a wallet, and the addresses derived from them.
 *
 *   b = seed mod l,  a = Hs(b),  A = a·G,  B = b·G
 *   subaddress (major, minor) ≠ (0, 0):  m = Hs("SubAddr\0" ‖ a ‖ major ‖ minor),
 *   D = B + m·G,  C = a·D,  its spend secret is b + m
 *
 * (0, 0) is the primary address (A, B); integers are 4 bytes, little-endian.
 * Source: Zero to Monero 2.0, sections 4.2-4.3; reference implementation,
 * src/cryptonote_basic/account.cpp, src/device/device_default.cpp.
 *
 * `struct sn_account` holds secrets by value: keep it in sn_secret_alloc memory, or wipe it. */
#ifndef SN_CHAIN_ACCOUNT_H
#define SN_CHAIN_ACCOUNT_H

#include "chain/address.h"
#include "crypto/types.h"

#include <stddef.h>

struct sn_account {
	enum sn_network network;
	bool has_spend_secret;         /* a master account; otherwise watch-only */
	struct sn_scalar view_secret;  /* a */
	struct sn_scalar spend_secret; /* b; zero when watch-only */
	struct sn_point view_public;   /* A */
	struct sn_point spend_public;  /* B */
};

struct sn_subaddress_index {
	uint32_t major; /* the account */
	uint32_t minor; /* the address in it */
};

static inline bool sn_subaddress_is_primary(struct sn_subaddress_index i)
{
	return i.major == 0 && i.minor == 0;
}

static inline bool sn_subaddress_is_equal(struct sn_subaddress_index a, struct sn_subaddress_index b)
{
	return a.major == b.major && a.minor == b.minor;
}

/* Whether the index is one of the `n` in the list. */
static inline bool sn_index_is_among(const uint32_t *list, size_t n, uint32_t index)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == index)
			return true;
	return false;
}

/* The same for an ascending list. */
static inline bool sn_index_is_in_sorted(const uint32_t *list, size_t n, uint32_t index)
{
	size_t from = 0, end = n;
	while (from < end) {
		const size_t middle = from + (end - from) / 2;
		if (list[middle] < index)
			from = middle + 1;
		else
			end = middle;
	}
	return from < n && list[from] == index;
}

/* Make a master account from a wallet seed: any 32 bytes. `seed` is secret. */
void sn_account_from_seed(struct sn_account *account, enum sn_network network, const uint8_t seed[static 32]);

/* Make a master account from two independent secret keys. Returns SN_BAD_INPUT if one is zero or not below l.
 */
int sn_account_from_secrets(struct sn_account *account, enum sn_network network,
			    const struct sn_scalar *view_secret, const struct sn_scalar *spend_secret,
			    struct sn_error *err) SN_MUST_USE;

/* Make a watch-only account. Returns SN_BAD_INPUT if the secret is zero or not below l, or if `spend_public`
 * does not encode a point. */
int sn_account_from_view(struct sn_account *account, enum sn_network network,
			 const struct sn_scalar *view_secret, const struct sn_point *spend_public,
			 struct sn_error *err) SN_MUST_USE;

/* The same account without its spend secret. */
void sn_account_watch_only(struct sn_account *watch, const struct sn_account *account);

/* m; zero for (0, 0). Secret. */
void sn_account_subaddress_secret(struct sn_scalar *m, const struct sn_account *account,
				  struct sn_subaddress_index index);

/* b + m, the spend secret of the address. Only for a master account. Secret. */
void sn_account_spend_secret(struct sn_scalar *secret, const struct sn_account *account,
			     struct sn_subaddress_index index);

/* The address: standard for (0, 0), otherwise a subaddress. */
void sn_account_address(struct sn_address *address, const struct sn_account *account,
			struct sn_subaddress_index index);

/* Spend public keys B or D of the addresses (major, minor_from) to (major, minor_from + n - 1), with shared
 * field inversions. Returns SN_USAGE if the last minor index exceeds 2^32 - 1. */
int sn_account_spend_keys_many(struct sn_point *keys, const struct sn_account *account, uint32_t major,
			       uint32_t minor_from, size_t n) SN_MUST_USE;

#endif
