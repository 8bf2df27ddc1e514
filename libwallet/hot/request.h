/* hot/request.h - what is to be paid: a payment or a sweep, as a request. */
#ifndef SN_HOT_REQUEST_H
#define SN_HOT_REQUEST_H

#include "base/error.h"
#include "base/json.h"
#include "chain/consensus.h"
#include "handoff/limits.h"
#include "handoff/unsigned_set.h"
#include "store/wallet.h"

struct sn_payment_request {
	const struct sn_payment_destination *destinations; /* sweep: one, its amount ignored */
	size_t n_destinations;
	uint64_t fee;         /* piconero, exactly, of each transaction; 0: automatic */
	uint64_t mixin;       /* decoys per input; must be SN_MIXIN */
	uint64_t unlock_time; /* 0, a height, or Unix seconds */
	unsigned priority;    /* 1 (slow) to 4; 0: as usual, 1 or 2 (hot/priority.h) */
	uint32_t account;     /* spend from this account; its change comes back to it */
	bool sweep_all;      /* everything that is unlocked, in all accounts; may make several transactions */
	bool one_account;    /* sweep: in `account` only */
	bool join_addresses; /* sweep: a transaction may spend from several addresses of an account */
	bool may_be_several; /* more destinations than one transaction has room for are paid by several;
				otherwise refused */
	const struct sn_limits *limits; /* as the signer has them, on fee and dust; NULL: the usual */
};

/* One transaction has room for so many and the change; all of a set for so many. */
#define SN_TX_DESTINATIONS_MAX (SN_TX_OUTPUTS_MAX - 1)
#define SN_DESTINATIONS_MAX (SN_SET_TXS_MAX * SN_TX_DESTINATIONS_MAX)

/* Destinations with the keys of an earlier one. */
struct sn_duplicates {
	size_t n;
	size_t first, of; /* the first of them, and which one it repeats: positions in the request, from 0 */
};

/* Fill `request` from the JSON object that the RPC method `transfer` takes: destinations (amount, address),
 * fee, mixin or ring_size, unlock_time, priority, account_index. Absent members leave what is there, unknown
 * ones are refused. Destinations are allocated: free(request->destinations). SN_BAD_INPUT,
 * SN_REASON_BAD_ADDRESS when it is an address that is wrong; then there are none. */
int sn_payment_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			    struct sn_error *err) SN_MUST_USE;

/* The same for `sweep_all`: address, fee, mixin or ring_size, unlock_time, priority, account_index,
 * subaddr_indices_all. */
int sn_sweep_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			  struct sn_error *err) SN_MUST_USE;

/* sn_payment_request_read from a JSON text. */
int sn_payment_request_json(struct sn_payment_request *request, enum sn_network network, const char *text,
			    size_t len, struct sn_error *err) SN_MUST_USE;

/* What can be refused without a wallet or a daemon: SN_USAGE, SN_REFUSED for an integrated address beside
 * another one, SN_BAD_INPUT with SN_REASON_BAD_ADDRESS for an address of another network. Afterwards the sum
 * of the amounts does not overflow. */
int sn_payment_request_check(const struct sn_payment_request *request, enum sn_network network,
			     struct sn_error *err) SN_MUST_USE;

/* SN_IO when out of memory. */
int sn_payment_request_duplicates(struct sn_duplicates *duplicates, const struct sn_payment_request *request,
				  struct sn_error *err) SN_MUST_USE;

#endif
