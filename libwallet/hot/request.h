/* hot/request.h - the request for a payment or a sweep. */
#ifndef SN_HOT_REQUEST_H
#define SN_HOT_REQUEST_H

#include "base/error.h"
#include "base/json.h"
#include "chain/consensus.h"
#include "handoff/limits.h"
#include "handoff/unsigned_set.h"
#include "hot/request_format.h"
#include "store/wallet.h"

/* Restricts the outputs that a payment or a sweep may spend. Zero-initialized: all. The members `outputs` and
 * the others exclude each other. */
struct sn_input_choice {
	const char *const *outputs; /* only these, by their names (hot/outputs.h) */
	size_t n_outputs;
	const uint32_t *addresses; /* only outputs of these addresses of the account */
	size_t n_addresses;
	uint64_t below; /* only outputs of less than this amount; 0: of any */
};

struct sn_payment_request {
	const struct sn_payment_destination *destinations; /* sweep: one; its amount is ignored */
	size_t n_destinations;
	uint64_t fee;         /* piconero, exact, of each transaction; 0: automatic */
	uint64_t mixin;       /* decoys per input; must be SN_MIXIN */
	uint64_t unlock_time; /* 0, a height, or Unix seconds */
	unsigned priority;    /* 1 (slow) to 4; 0: automatic, 1 or 2 (hot/priority.h) */
	uint32_t account;     /* spend from this account, which gets the change */
	bool sweep_all;       /* send all unlocked outputs of all accounts; may make several transactions */
	bool one_account;     /* sweep: only `account` */
	bool even_if_pending; /* pay although an earlier payment may be mined, too (hot/replacement.h) */
	bool replace_decoys;  /* replace a few unusable decoys of kept rings (hot/decoys.h) */
	bool subtract_fee;    /* the recipients pay the fee: each gets an equal part less. Not in a sweep */
	bool join_addresses;  /* sweep: a transaction may spend from several addresses of an account */
	/* destinations that do not fit into one transaction are distributed over several; otherwise
	 * refused */
	bool may_be_several;
	/* the user's name of this request, so that it is not paid twice (hot/repeated_request.h); "": none */
	char reference[SN_REFERENCE_MAX + 1];
	struct sn_input_choice choice;
	enum sn_request_format format;  /* of the unsigned file */
	const struct sn_limits *limits; /* limits of the signer on fee and dust; NULL: the defaults */
};

/* Destinations of one transaction, besides the change; destinations of a whole set. */
#define SN_TX_DESTINATIONS_MAX (SN_TX_OUTPUTS_MAX - 1)
#define SN_DESTINATIONS_MAX (SN_SET_TXS_MAX * SN_TX_DESTINATIONS_MAX)

/* Destinations with the keys of an earlier one. */
struct sn_duplicates {
	size_t n;
	size_t first, of; /* positions in the request, from 0: the first such destination, and the one that it
			     repeats */
};

/* Fill `request` from the JSON object that the RPC method `transfer` takes: destinations (amount, address),
 * fee, mixin or ring_size, unlock_time, priority, account_index, format, even_if_pending, replace_decoys,
 * reference.
 * Absent members leave the defaults; others are ignored. Free request->destinations with free().
 *
 * Returns SN_BAD_INPUT, with SN_REASON_BAD_ADDRESS for a wrong address. Then there are no destinations. */
int sn_payment_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			    struct sn_error *err) SN_MUST_USE;

/* The same for `sweep_all`: address, fee, mixin or ring_size, unlock_time, priority, account_index, format,
 * even_if_pending, replace_decoys, reference, subaddr_indices_all. */
int sn_sweep_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			  struct sn_error *err) SN_MUST_USE;

/* sn_payment_request_read from a JSON text. Unknown members are refused. */
int sn_payment_request_json(struct sn_payment_request *request, enum sn_network network, const char *text,
			    size_t len, struct sn_error *err) SN_MUST_USE;

/* Copy `reference` to the request. SN_BAD_INPUT if it is not one. */
int sn_payment_request_set_reference(struct sn_payment_request *request, const char *reference,
				     struct sn_error *err) SN_MUST_USE;

/* Check everything that needs neither wallet nor daemon. Afterwards the sum of the amounts does not overflow.
 *
 * Returns
 *   SN_USAGE
 *   SN_REFUSED    an integrated address beside another one
 *   SN_BAD_INPUT  (SN_REASON_BAD_ADDRESS) an address of another network */
int sn_payment_request_check(const struct sn_payment_request *request, enum sn_network network,
			     struct sn_error *err) SN_MUST_USE;

/* Find duplicate destinations. SN_IO when out of memory. */
int sn_payment_request_duplicates(struct sn_duplicates *duplicates, const struct sn_payment_request *request,
				  struct sn_error *err) SN_MUST_USE;

#endif
