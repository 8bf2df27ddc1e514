#include "world.h"

#include "crypto/scalar.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>

static void make_coin(struct sn_unsigned_input *coin, const struct sn_account *owner, uint32_t major,
		      size_t i, uint64_t amount)
{
	static const uint32_t minors[] = {0, 0, 3, 1, 0, 199, 4000000000};
	struct cold_output o = {
		.to = {major, minors[i % 7]},
		.amount = amount,
		.mask_kind = i % 5 == 3   ? SN_MASK_ONE
			     : i % 5 == 4 ? SN_MASK_EXPLICIT
					  : SN_MASK_DERIVED,
		.index = i % 6 == 5 ? UINT32_MAX : (uint32_t)i,
	};
	cold_make_input(coin, owner, &o);
}

/* CryptoNight takes longer than all else of a small file: alice's key is derived once. The linker leads the
 * signer's calls here (--wrap, which determines the names). */
int __real_sn_interop_key_init(struct sn_interop_key *key, const struct sn_scalar *view_secret,
			       struct sn_error *err);
int __wrap_sn_interop_key_init(struct sn_interop_key *key, const struct sn_scalar *view_secret,
			       struct sn_error *err);

static struct sn_interop_key alices;

int __wrap_sn_interop_key_init(struct sn_interop_key *key, const struct sn_scalar *view_secret,
			       struct sn_error *err)
{
	if (!sn_scalar_is_equal(view_secret, &alices.view_secret))
		return __real_sn_interop_key_init(key, view_secret, err);
	*key = alices;
	return SN_OK;
}

void world_make(struct world *w)
{
	static const char *const names[PEOPLE] = {"alice", "bob", "carol"};
	static const uint32_t accounts[ALICES_ACCOUNTS] = {0, 1, 7, UINT32_MAX};
	for (size_t i = 0; i < PEOPLE; i++) {
		w->people[i] = cold_account(names[i]);
		/* The signer promises to know 50 × 200 addresses for our own. */
		if (sn_subaddress_table_init(&w->tables[i], &w->people[i], i == ALICE ? 50 : 8,
					     i == ALICE ? 200 : 16))
			abort();
	}
	sn_account_watch_only(&w->watch_only, &w->people[ALICE]);
	for (size_t i = 0; i < ALICES_ACCOUNTS; i++) {
		w->accounts[i] = accounts[i];
		for (size_t j = 0; j < COINS_PER_ACCOUNT; j++)
			make_coin(&w->coins[i][j], &w->people[ALICE], accounts[i], j,
				  (j + 1) * COLD_XMR / 4 + 7 * (i + 1) + j);
	}
	for (size_t i = 0; i < HUGE_COINS; i++)
		make_coin(&w->huge[i], &w->people[ALICE], 0, i, i < 4 ? (uint64_t)1 << 63 : UINT64_MAX);
	for (size_t i = 0; i < BOBS_COINS; i++)
		make_coin(&w->bobs[i], &w->people[BOB], 0, i, COLD_XMR);
	w->torsion = cold_torsion_point();
	if (sn_interop_key_init(&w->key, &w->people[ALICE].view_secret, NULL))
		abort();
	alices = w->key;
}

void world_free(struct world *w)
{
	for (size_t i = 0; i < PEOPLE; i++)
		sn_subaddress_table_free(&w->tables[i]);
}
