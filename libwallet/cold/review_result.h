/* cold/review_result.h - what an unsigned set would do: the result of a review. */
#ifndef SN_COLD_REVIEW_RESULT_H
#define SN_COLD_REVIEW_RESULT_H

#include "chain/account.h"
#include "chain/address.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sn_review_destination {
	struct sn_address address;
	uint64_t amount;
	bool is_own; /* an address of this very wallet, of the usual look-ahead, or among the first
			131,072 of account 0 or of an account that is spent from: */
	struct sn_subaddress_index own_index;
	bool is_duplicate; /* an earlier recipient of this set has the same keys */
	bool is_dust;      /* below SN_DUST_BELOW */
};

/* Transactions that were signed before. */
#define SN_REVIEW_EARLIER_MAX 16

struct sn_review_earlier {
	size_t n;                                     /* all of them */
	struct sn_hash hashes[SN_REVIEW_EARLIER_MAX]; /* the latest, at most so many, latest first */
};

struct sn_review_tx {
	size_t n_inputs;
	uint32_t account; /* that all inputs belong to */
	uint64_t inputs;  /* sum, piconero */
	struct sn_review_destination *destinations;
	size_t n_destinations;
	uint64_t sent; /* sum of the destinations */
	bool has_change;
	uint64_t change;
	struct sn_subaddress_index change_to;
	struct sn_address change_address;
	uint64_t left; /* what stays ours of the inputs: change and what goes to our own addresses */
	uint64_t fee;
	size_t weight;
	uint64_t unlock_time;
	size_t own_decoys; /* ring members, the real ones aside, that this very set spends */
	struct sn_review_earlier
		signed_away; /* cold/files.h: each spends an output that this one spends, too */
	struct sn_review_earlier
		still_valid;  /* cold/earlier.h: beside those, and can be mined as well as this one */
	bool is_signed_again; /* there are some, and this very set was signed before, too */
};

struct sn_review {
	struct sn_review_tx *txs;
	size_t n;
	uint64_t inputs, sent, change, left, fee; /* sums over all transactions */
};

#endif
