/* hot_carrot_chain.h - hot_sync_fixture.h with a chain that passes the upgrades 17 and 18. */
#ifndef HOT_CARROT_CHAIN_H
#define HOT_CARROT_CHAIN_H

#include "carrot_tx.h"
#include "hot_sync_fixture.h"

static inline void mine(unsigned version, size_t n, const struct sn_account *to)
{
	t.chain.block_version = version;
	app_chain_mine(&t.chain, n, to);
}

static inline void send(struct carrot_tx tx)
{
	app_chain_send(&t.chain, &tx.tx);
	carrot_tx_free(&tx);
}

/* A payment of bob in a transaction of RingCT type 6. */
static inline void send_old(const struct sn_address *to, uint64_t amount)
{
	struct sn_unsigned_set set = cold_set(1);
	cold_spend_amount(&set.txs[0], &t.bob, COLD_XMR);
	cold_pay(&set.txs[0], *to, amount);
	cold_change(&set.txs[0], 0, 0);
	struct cold_result result = cold_sign(&t.bob, &set);
	app_chain_send(&t.chain, &result.txs[0]);
	cold_result_free(&result);
	cold_free(&set);
}

/* A payment of bob to alice. */
static inline void send_to(const struct sn_address *to, uint64_t amount)
{
	const struct sn_point image = cold_random_point();
	send(carrot_tx_to(&image, to, amount));
}

static inline void send_to_index(uint32_t major, uint32_t minor, uint64_t amount)
{
	const struct sn_address to = cold_address(&t.alice, major, minor);
	send_to(&to, amount);
}

#endif
