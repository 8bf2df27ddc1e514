/* Is what was signed harmless? Said from the finished transactions, the review as it was shown, and
 * everybody's keys; by other means than the signer's own check (cold/check.c), of which, as of the rest of
 * cold/ and of handoff/plan.h, nothing is used here. What it shares with the signer is below these: keys,
 * scanning, parsing and proofs of crypto/, ringct/ and chain/, and the decoders of handoff/. What is wrong
 * there only somebody else can see: monerod and its wallet do in tests/regtest/.
 *
 * Harmless: every piconero of the inputs is where the review said, or is ours; fee and lock are those shown,
 * and within the bounds; the network could take it; nothing in it sticks out, and nothing is hidden in it:
 * what has to be random is what was to be drawn for this transaction, and was never seen before.
 *
 * A ring may be a fiction, whose members stand nowhere on the chain: the signature is good for that ring
 * alone. So what an input holds is what its commitment opens to. */
#ifndef TESTS_HOSTILE_JUDGE_H
#define TESTS_HOSTILE_JUDGE_H

#include "hostile.h"

#include "chain/transaction.h"
#include "crypto/random.h"
#include "handoff/signed_set.h"
#include "interop/signed_tx_set.h"

struct verdict {
	char text[400]; /* empty: harmless */
	/* Of all transactions, for the first and the last of what is paid: twice the sum of its distances
	 * from the middle of the outputs, and 3 times the variance of that if every place is as likely as
	 * another. */
	struct leaning {
		int64_t off;
		uint64_t spread;
	} leaning[2];
};

struct files {
	const struct sn_buf *file, *signed_file; /* the unsigned one as it was brought, and what came out */
};

/* What this journal was to note, by the judge's own memory. */
#define PAST_MAX 256
#define PAST_INPUTS_MAX 32
struct past {
	struct past_tx {
		struct sn_hash digest, hash; /* of its set, of itself */
		struct sn_point images[PAST_INPUTS_MAX];
		size_t n;
		uint64_t time, use[3]; /* amount, fee, 1 */
	} txs[PAST_MAX];               /* oldest first */
	size_t n;
};
void past_clear(struct past *past);
void past_add(struct past *past, const struct sn_unsigned_set *asked, const struct sn_hash *digest,
	      const struct sn_signed_set *signed_set, const struct sn_hash *hashes, uint64_t clock);
bool past_knows(const struct past *past, const struct sn_hash *digest);
uint64_t past_time(const struct past *past, uint64_t clock); /* which never goes back */

/* `json` and `text` are the review; `hashes` what was said to be the tx_hash of each. `past` is what was
 * signed before with the same journal. */
void judge(struct verdict *v, const struct forge *f, const struct past *past, const struct files *files,
	   const struct sn_hash *hashes, const struct sn_buf *json, const struct sn_buf *text);

/* These were signed with the journal, too, when the clock showed this. */
void judge_remembers(struct verdict *v, struct past *past, const struct world *world,
		     const struct files *files, const struct sn_hash *hashes, uint64_t clock);

/* Both were signed, although they spend the same coins: from the two together no key follows. How many coins
 * these are. */
size_t judge_both(struct verdict *v, const struct world *world, const struct files *first,
		  const struct files *second);

/* A request and its answer. Of a file of the reference wallet, `asked` is what the judge takes it for. */
struct opened {
	struct sn_unsigned_set asked;
	struct sn_signed_set signed_set;
	struct sn_hash digest; /* of `asked`, encoded */

	bool is_theirs;
	struct sn_buf plaintext, answer_plaintext;
	struct sn_unsigned_tx_set theirs;
	struct sn_signed_tx_set answer;
};

/* Its parts, each of which may have been wrong: they return false and say why in `v`. */
bool wrong(struct verdict *v, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The review, read back from its JSON. */
struct shown_destination {
	struct sn_address address;
	uint64_t amount;
	bool own, duplicate, dust;
	struct sn_subaddress_index own_index;
	char name[80], label[80]; /* as the owner gave them; empty: not shown */
	bool is_lookalike;        /* the name is that of another address */
};

struct shown_earlier {
	struct sn_hash hashes[SN_REVIEW_EARLIER_MAX];
	size_t n_hashes;
	uint64_t n; /* that there are */
};

struct shown_tx {
	struct shown_destination destinations[SN_TX_OUTPUTS_MAX];
	size_t n;
	uint64_t sent, fee, change, inputs_sum, left, fee_per_byte, basis_points;
	uint64_t n_inputs, own_decoys, account, weight, unlock_time;
	bool has_change, fee_is_high;
	struct sn_address change_address;
	struct sn_subaddress_index change_to;
	struct shown_earlier double_spends, still_valid;
};

struct shown_period {
	bool is_there, signed_before;
	uint64_t since;
	bool has[3];
	uint64_t used[3], max[3], left[3];
};

struct shown {
	struct shown_tx txs[8];
	size_t n;
	bool is_proposal;
	struct shown_period period;
	uint64_t sent, fee, change, inputs_sum, left, basis_points;
};

bool read_review(struct verdict *v, struct shown *shown, const struct sn_buf *json);
/* What the review says agrees with itself and with what the user and his policy allow. */
bool judge_review(struct verdict *v, const struct forge *f, const struct shown *shown,
		  const struct sn_buf *text);

/* Both files are of the reference wallet. The answer repeats the request, and its texts fit its transactions.
 */
bool open_theirs(struct verdict *v, struct opened *o, const struct world *world, const struct files *files);
void close_theirs(struct opened *o);
/* The key images in the answer are those of the outputs that the online wallet will take them for. */
bool judge_answer(struct verdict *v, const struct forge *f, const struct opened *o);

/* x·G = P, I = x·Hp(P). */
bool own_output(struct sn_point *key, struct sn_point *image, struct sn_scalar *shared,
		const struct sn_account *alice, const struct sn_point *tx_key, uint64_t index,
		struct sn_subaddress_index to);

/* One transaction: what its inputs hold. `spent` gets the key of each. */
bool judge_inputs(struct verdict *v, uint64_t *sum, struct sn_point *spent, const struct world *world,
		  const struct sn_unsigned_tx *asked, const struct sn_tx *tx);
/* Who receives it, in which order, and that tx extra serves that alone. `i` is its place in the set, and
 * `digest` stands for the set. `drawn` is where the stream of the transaction goes on from there. */
bool judge_outputs(struct verdict *v, struct sn_random *drawn, const struct world *world,
		   const struct sn_hash *digest, size_t i, const struct shown_tx *shown,
		   const struct sn_signed_tx *signed_tx, const struct sn_tx *tx);

/* Of the transactions signed before, all that this one excludes are shown, and all others that seem replaced
 * by it or by these; of a set with this digest none. */
bool judge_past(struct verdict *v, const struct past *past, const struct sn_hash *digest,
		const struct sn_tx *tx, const struct shown_tx *shown);

/* With what was signed before, no more than the policy allows in a period is signed; and it is shown how much
 * that is. */
bool judge_period(struct verdict *v, const struct forge *f, const struct past *past,
		  const struct sn_unsigned_set *asked, const struct sn_hash *digest,
		  const struct shown_period *shown);

/* This process never saw any of these `n` values of 32 bytes, which are random or follow from what is. */
bool is_fresh(struct verdict *v, const void *values, size_t n);

#endif
