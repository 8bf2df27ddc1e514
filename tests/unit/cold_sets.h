/* Fixtures for the tests of cold/: outputs as a sender makes them, rings with them, unsigned transactions
 * that spend them, and checks of the result by an observer and by the recipients. All values follow from a
 * seed (seed.h), so each run is the same. */
#ifndef TESTS_UNIT_COLD_SETS_H
#define TESTS_UNIT_COLD_SETS_H

#include "chain/extra.h"
#include "chain/account.h"
#include "chain/output.h"
#include "chain/transaction.h"
#include "cold/files.h"
#include "cold/review.h"
#include "cold/sign.h"
#include "crypto/random.h"
#include "handoff/plan.h"
#include "handoff/unsigned_set.h"

#define COLD_FEE 44000000 /* piconero: usual for an everyday payment */
#define COLD_XMR 1000000000000
#define COLD_SMALL (COLD_XMR / 1000) /* little, but no dust */

/* The account of `name`; the same name always gives the same account. */
struct sn_account cold_account(const char *name);
struct sn_address cold_address(const struct sn_account *account, uint32_t major, uint32_t minor);
struct sn_address cold_integrated(const struct sn_account *account, uint64_t payment_id);

struct sn_point cold_random_point(void);  /* of the prime-order group */
struct sn_point cold_torsion_point(void); /* of order 8 */
struct sn_scalar cold_random_scalar(void);

/* How an output of ours came about. */
struct cold_output {
	struct sn_subaddress_index to;
	uint64_t amount;
	enum sn_mask_kind mask_kind;
	uint32_t index; /* in its transaction */
};

/* Fill in an input that spends such an output, with fifteen decoys. */
void cold_make_input(struct sn_unsigned_input *in, const struct sn_account *account,
		     const struct cold_output *o);

/* One more than a transaction may have, so that tests can exceed the limit. */
struct sn_unsigned_set cold_set(size_t n_txs);
void cold_free(struct sn_unsigned_set *set);

void cold_spend(struct sn_unsigned_tx *tx, const struct sn_account *account, const struct cold_output *o);
/* The same for a primary address, with a derived mask. */
void cold_spend_amount(struct sn_unsigned_tx *tx, const struct sn_account *account, uint64_t amount);
void cold_pay(struct sn_unsigned_tx *tx, struct sn_address to, uint64_t amount);
/* The rest of the inputs goes to `major`/`minor` of our own. Call it last. */
void cold_change(struct sn_unsigned_tx *tx, uint32_t major, uint32_t minor);
uint64_t cold_inputs(const struct sn_unsigned_tx *tx);

/* One XMR in, a quarter to `to`, the rest back. */
struct sn_unsigned_set cold_everyday(const struct sn_account *account, struct sn_address to);

/* The functions of cold/files.h and cold/journal_rules.h for a set with rings. */
int cold_set_check_journal(struct sn_review *review, const struct sn_account *account,
			   const struct sn_unsigned_set *set, const struct sn_limits *limits,
			   const struct sn_signing *signing, struct sn_error *err) SN_MUST_USE;
int cold_set_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		  const struct sn_unsigned_set *set, const struct sn_limits *limits,
		  const struct sn_signing *signing, struct sn_error *err) SN_MUST_USE;
int cold_set_try(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits,
		 const struct sn_signing *signing, struct sn_error *err) SN_MUST_USE;

/* A signed set, taken apart. */
struct cold_result {
	struct sn_signed_set set;
	struct sn_tx *txs;
};

/* Sign, and check the result as an observer with the unsigned set: form, order, weight, proofs, key images.
 */
struct cold_result cold_sign(const struct sn_account *account, const struct sn_unsigned_set *set);
void cold_result_free(struct cold_result *result);

/* The outputs that `account` finds in `tx`, in ascending order of index; at most SN_TX_OUTPUTS_MAX. */
size_t cold_receive(struct sn_owned_output *owned, const struct sn_account *account, const struct sn_tx *tx);

/* `account` finds exactly one output, for major/minor with this amount; returns its index. */
size_t cold_expect_one(const struct sn_account *account, const struct sn_tx *tx, uint32_t major,
		       uint32_t minor, uint64_t amount);
void cold_expect_none(const struct sn_account *account, const struct sn_tx *tx);

/* `signed_tx` must list exactly the outputs that `account` finds, with the right key images. */
void cold_expect_created(const struct sn_account *account, const struct sn_signed_tx *signed_tx,
			 const struct sn_tx *tx);

/* Append the file that the online machine would make of the set, sealed with the view key. Returns false if
 * the format cannot express the set. */
bool cold_seal(struct sn_buf *file, const struct sn_account *account, const struct sn_unsigned_set *set);

/* Review and signing must refuse the set, and its sealed file if the format can express it, without output.
 * `words` must occur in "MESSAGE\nhint: HINT". */
void cold_expect_refused(const struct sn_account *account, const struct sn_unsigned_set *set,
			 const struct sn_limits *limits, const char *words);

/* The tx extra of `tx`, which must be complete; the tx key in it, which must be the only one. */
struct sn_extra cold_extra_of(const struct sn_tx *tx);
struct sn_point cold_tx_key_of(const struct sn_tx *tx);

/* The review of `set`, which must succeed with unlock times and dust allowed. Free with sn_review_free. */
struct sn_review cold_review_of(const struct sn_account *account, const struct sn_unsigned_set *set);

#endif
