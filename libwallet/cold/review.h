/* cold/review.h - what an unsigned set would do, computed from the very bytes that get signed.
 *
 * A review exists only for a set that keeps all the signer's rules: each input is one of ours and opens its
 * commitment, all inputs of a transaction belong to one account and its change comes back to that account's first
 * address (any other of our addresses, though ours, may be one that no restore looks at), the sums add up, the fee
 * is bounded, the network would take it, nothing is locked and nothing is dust unless that is allowed, and the owner's
 * policy is kept. Nothing in the set is believed. */
#ifndef SN_COLD_REVIEW_H
#define SN_COLD_REVIEW_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "chain/account.h"
#include "cold/policy.h"
#include "handoff/unsigned_set.h"

#include <stdbool.h>

/* The usual fee is at most this many piconero per unit of weight: the lowest tier at the largest
 * reward of a two-minute block (0.95 · 35.2 XMR · 3,000 / 300,000² = 1,114,000, rounded up as the daemon does; 20,000
 * in 2026). The signer knows neither height nor tiers, so the bound is loose and the fee is shown. Source:
 * reference implementation, src/cryptonote_core/blockchain.cpp, get_dynamic_base_fee. */
#define SN_USUAL_FEE_PER_BYTE 1200000
#define SN_FEE_BOUND_FACTOR 10

/* The lowest tier since the block reward has reached its floor (0.95 · 0.6 XMR · 3,000 / 300,000²), in piconero per unit of
 * weight: what most pay. A fee of more than SN_HIGH_FEE_FACTOR times it is bounded as above, and marked in the review. */
#define SN_LOWEST_FEE_PER_BYTE 20000
#define SN_HIGH_FEE_FACTOR 10

/* The network takes no heavier transaction: half the least block size of 300,000 less the coinbase's 600. Source:
 * reference implementation, src/cryptonote_core/tx_pool.cpp, get_transaction_weight_limit. */
#define SN_TX_WEIGHT_MAX (300000 / 2 - 600)

/* Dust: to spend it costs more than it is worth, even at the lowest fee. An input adds some 700 bytes (key image
 * and ring offsets 32 + 16·2, CLSAG 16·32 + 64, pseudo commitment 32, rounded up).
 * Change may be less: it comes to be as it comes, and it is ours. */
#define SN_DUST_BELOW (700 * SN_LOWEST_FEE_PER_BYTE)

/* What the user allows: of the signer, and of who composes what it would refuse. Zero-initialised: the defaults. */
struct sn_limits {
	bool has_max_fee; /* otherwise: SN_FEE_BOUND_FACTOR times the usual fee for the weight */
	uint64_t max_fee; /* piconero per transaction */
	/* Otherwise a transaction with an unlock time is refused: it locks all its outputs, the change
	 * included, maybe for ever. Who only looks and signs nothing sets it. */
	bool allow_unlock_time;
	/* Otherwise a recipient who gets less than SN_DUST_BELOW is refused. Who only looks sets this too. */
	bool allow_dust;
	const struct sn_policy *policy; /* cold/policy.h: what it says comes on top; NULL is none */
};

/* SN_REFUSED when `fee` is above what is allowed for this weight: limits->max_fee or the policy's bound, the lower of the
 * two; the usual bound when there is neither. `limits` may be NULL. */
int sn_limits_check_fee(const struct sn_limits *limits, uint64_t fee, size_t weight, struct sn_error *err) SN_MUST_USE;

/* SN_REFUSED when a recipient of `amount` gets dust and that is not allowed. `limits` may be NULL. */
int sn_limits_check_dust(const struct sn_limits *limits, uint64_t amount, struct sn_error *err) SN_MUST_USE;

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
	size_t n; /* all of them */
	struct sn_hash hashes[SN_REVIEW_EARLIER_MAX]; /* the latest, at most so many, latest first */
};

struct sn_review_tx {
	size_t n_inputs;
	uint32_t account;    /* that all inputs belong to */
	uint64_t inputs;     /* sum, piconero */
	struct sn_review_destination *destinations;
	size_t n_destinations;
	uint64_t sent;       /* sum of the destinations */
	bool has_change;
	uint64_t change;
	struct sn_subaddress_index change_to;
	struct sn_address change_address;
	uint64_t left;       /* what stays ours of the inputs: change and what goes to our own addresses */
	uint64_t fee;
	size_t weight;
	uint64_t unlock_time;
	size_t own_decoys;   /* ring members, the real ones aside, that this very set spends */
	struct sn_review_earlier signed_away; /* cold/files.h: each spends an output that this one spends, too */
	struct sn_review_earlier still_valid; /* cold/earlier.h: beside those, and can be mined as well as this one */
	bool is_signed_again;                 /* there are some, and this very set was signed before, too */
};

struct sn_review {
	struct sn_review_tx *txs;
	size_t n;
	uint64_t inputs, sent, change, left, fee; /* sums over all transactions */
};

/* Check `set` by every rule and say what it would do. SN_REFUSED with the rule that it breaks. A view-only account
 * suffices to look; ownership of inputs is then proven up to the spend key. Free with sn_review_free. */
int sn_review(struct sn_review *review, const struct sn_account *account, const struct sn_unsigned_set *set,
	      const struct sn_limits *limits, struct sn_error *err) SN_MUST_USE;

/* The same by up to `jobs` threads, as sn_jobs_run has them (cold/jobs.h). */
int sn_review_jobs(struct sn_review *review, const struct sn_account *account, const struct sn_unsigned_set *set,
		   const struct sn_limits *limits, unsigned jobs, struct sn_error *err) SN_MUST_USE;
void sn_review_free(struct sn_review *review);

/* Piconero per unit of weight, rounded up. */
uint64_t sn_review_fee_per_byte(const struct sn_review_tx *tx);

/* More than SN_HIGH_FEE_FACTOR times what most pay for this weight: allowed, and to be looked at. */
bool sn_review_fee_is_high(const struct sn_review_tx *tx);

/* `fee` in hundredths of a per cent of `amount`, rounded up, without floating point; UINT64_MAX when that is not enough,
 * or the amount is zero and the fee is not. */
uint64_t sn_review_fee_share(uint64_t fee, uint64_t amount);

/* Where the text is read: a lock, dust and what was signed away are refused when it comes to signing, or were allowed. */
enum sn_review_use {
	SN_REVIEW_TO_LOOK, /* reviewed with all of that allowed: nothing is signed */
	SN_REVIEW_TO_SIGN, /* reviewed as it is signed, upon a yes: what is there was allowed */
};

/* Append the review as text for people (lines), or as JSON (doc/json.md). SN_IO when out of memory. */
int sn_review_text(struct sn_buf *out, const struct sn_review *review, enum sn_review_use use) SN_MUST_USE;
int sn_review_json(struct sn_buf *out, const struct sn_review *review) SN_MUST_USE;

/* What an unlock time counts: "block" or "Unix time". */
const char *sn_unlock_time_unit(uint64_t unlock_time);

/* The JSON as members of `object`; NULL is out of memory. */
int sn_review_members(cJSON *object, const struct sn_review *review) SN_MUST_USE;

/* Add to `object` what was signed: tx_hash when it is one, tx_hash_list, amount, fee; with `signed_set` (may be NULL)
 * also tx_signed_hex. `hashes` are those of the review's transactions. SN_IO when out of memory, as when `object` is
 * NULL. */
int sn_signed_json(cJSON *object, const struct sn_review *review, const struct sn_hash *hashes, size_t n,
		   const struct sn_buf *signed_set) SN_MUST_USE;

#endif
