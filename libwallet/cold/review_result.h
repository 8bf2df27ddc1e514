/* cold/review_result.h - the result of a review: the effect of signing an unsigned set. */
#ifndef SN_COLD_REVIEW_RESULT_H
#define SN_COLD_REVIEW_RESULT_H

#include "chain/account.h"
#include "chain/address.h"
#include "chain/lookalike.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sn_review_destination {
	struct sn_address address;
	uint64_t amount;
	/* An address of this wallet: within the usual look-ahead, or among the first 131,072 of account 0 or
	 * of an account that the set spends from. */
	bool is_own;
	struct sn_subaddress_index own_index; /* if is_own */
	char label[SN_NAME_MAX + 1];          /* of this address, if is_own; "": none */
	/* In the owner's address book. An own address is never a lookalike. */
	enum sn_acquaintance acquaintance;
	char name[SN_NAME_MAX + 1]; /* of that contact; "" for a stranger */
	bool is_duplicate;          /* an earlier recipient of this set has the same keys */
	bool is_dust;               /* below SN_DUST_BELOW */
};

/* The number of earlier transactions that a review names. */
#define SN_REVIEW_EARLIER_MAX 16

/* A transaction that was signed before. */
struct sn_review_signed {
	struct sn_hash hash; /* of a proposal: the signable hash */
	bool is_proposal;
};

struct sn_review_earlier {
	size_t n;                                           /* all of them */
	struct sn_review_signed txs[SN_REVIEW_EARLIER_MAX]; /* the latest ones, latest first */
};

struct sn_review_tx {
	size_t n_inputs;
	uint32_t account; /* of all inputs */
	uint64_t inputs;  /* sum, piconero */
	struct sn_review_destination *destinations;
	size_t n_destinations;
	uint64_t sent; /* sum of the destinations */
	bool has_change;
	uint64_t change;
	struct sn_subaddress_index change_to;
	struct sn_address change_address;
	uint64_t left; /* change, and amounts to our own addresses */
	uint64_t fee;
	size_t weight;
	uint64_t unlock_time;
	size_t own_decoys; /* ring members, except the real ones, that this set spends */
	/* Each spends an output that this one spends as well (cold/files.h). */
	struct sn_review_earlier double_spends;
	/* Others, related to those, that can be mined as well as this one (cold/earlier.h). */
	struct sn_review_earlier still_valid;
	bool is_recorded;     /* the journal has this proposal, from another set */
	bool is_signed_again; /* double_spends has some, and this set itself was signed before as well */
};

/* What a policy can limit in a period. */
enum sn_period_limit { SN_PERIOD_AMOUNT, SN_PERIOD_FEE, SN_PERIOD_TRANSACTIONS, SN_PERIOD_LIMITS };

/* What the limits of a policy on a period (cold/period.h) leave. */
struct sn_review_period {
	bool is_limited; /* the policy has such a limit */
	bool is_checked; /* false: there is no journal that counts */
	bool is_counted; /* this set was signed before: it is not counted again */
	uint64_t since;  /* begin of the period, Unix seconds */
	bool has[SN_PERIOD_LIMITS];
	/* This set included; UINT64_MAX: this much or more. */
	uint64_t used[SN_PERIOD_LIMITS], limit[SN_PERIOD_LIMITS];
};

/* The bounds of a policy's list of keys, and of their names. */
#define SN_APPROVAL_KEYS_MAX 16
#define SN_APPROVAL_NAME_MAX 32

/* The approvals that a policy demands (cold/approvals.h). */
struct sn_review_approvals {
	size_t required; /* 0: none */
	size_t n;        /* keys of the policy */
	char names[SN_APPROVAL_KEYS_MAX][SN_APPROVAL_NAME_MAX + 1];
	bool is_given[SN_APPROVAL_KEYS_MAX];
	struct sn_hash digest; /* of the set in the approved file */
};

struct sn_review {
	struct sn_review_tx *txs;
	size_t n;
	uint64_t inputs, sent, change, left, fee; /* sums over all transactions */
	bool has_proposals; /* their hashes are known only when the online machine has proven them */
	struct sn_review_period period;
	struct sn_review_approvals approvals;
};

void sn_review_free(struct sn_review *review);

#endif
