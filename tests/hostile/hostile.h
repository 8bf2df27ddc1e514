/* A hostile online machine. It has the view key, so its files are validly sealed. It breaks one rule at a
 * time, or makes random changes to a known structure. Each file is processed like in cold-sign. A refusal
 * must have the right reason; signed transactions are judged (judge.h).
 *
 * A lie can be in one of three layers: the set as a structure, its bytes with all fields known (wire.h), or
 * the sealed file. */
#ifndef TESTS_HOSTILE_HOSTILE_H
#define TESTS_HOSTILE_HOSTILE_H

#include "wire.h"
#include "theirs.h"
#include "world.h"

#include "cold/policy.h"
#include "cold/review.h"
#include "handoff/envelope.h"

#define NO_BOUND UINT64_MAX
#define ALLOWED_MAX 4
#define EARLIER_MAX 40

/* A policy before it becomes JSON. The judge uses this, not the result of the parser. */
struct rules {
	uint64_t max_amount_per_tx, max_amount_per_set, max_fee_per_tx, max_basis_points,
		max_recipients_per_tx;
	bool allow_unlock_time;
	bool has_list, lists_own;
	struct sn_address allowed[ALLOWED_MAX];
	size_t n_allowed;
	bool has_period;
	uint64_t period;           /* seconds; 0: a day */
	uint64_t max_in_period[3]; /* amount, fee, transactions */
};

struct forge {
	const struct world *world;
	struct sn_random random; /* of this one file */

	struct sn_unsigned_set set;
	bool is_wire; /* it went on in bytes */
	struct wire wire;
	bool is_theirs; /* it went on in the format of the reference wallet */
	struct theirs theirs;
	bool is_sealed;
	struct sn_buf file;

	/* To seal with. */
	enum sn_envelope_kind kind;
	enum sn_network network;
	struct sn_scalar view_secret;

	/* The options of the user of the signer. */
	struct sn_limits limits;
	bool has_rules;
	struct rules rules;

	/* Signed before, with a journal of this set's own, in this order. */
	struct sn_buf earlier[EARLIER_MAX];
	size_t n_earlier;
	uint64_t clock;                      /* of the signer, when it signs this file */
	uint64_t earlier_clock[EARLIER_MAX]; /* and each earlier one */
	bool mixes;                          /* earlier files may be of either format */
	bool insists;                        /* the user allows the same coins once more */
};

/* forge.c: tools of a liar. */
void forge_init(struct forge *f, const struct world *world, const struct sn_random *parent, size_t number);
void forge_free(struct forge *f);
void forge_wire(struct forge *f);                /* go on in bytes */
void forge_seal(struct forge *f);                /* go on with the sealed file */
void sign_before(struct forge *f);               /* the set as it is now is an earlier file */
uint64_t below(struct forge *f, uint64_t bound); /* uniform in [0, bound) */
bool one_in(struct forge *f, uint64_t n);
struct sn_scalar any_scalar(struct forge *f);
struct sn_point any_point(struct forge *f); /* of the prime-order group */
struct sn_point no_point(struct forge *f);  /* no encoding of a point, or not the canonical one */
struct sn_point torsion(struct forge *f);   /* of order 2, 4 or 8 */
struct sn_point with_torsion(struct forge *f, const struct sn_point *p);
uint64_t any_number(struct forge *f, uint64_t now); /* another one, often close or at an end of the range */

void honest(struct forge *f, struct needs needs);

struct sn_unsigned_tx *some_tx(struct forge *f);
struct sn_unsigned_input *some_input(struct forge *f, struct sn_unsigned_tx *tx);
struct sn_unsigned_destination *some_destination(struct forge *f, struct sn_unsigned_tx *tx);
struct sn_address some_recipient(struct forge *f);  /* standard or subaddress, never own */
struct sn_address with_payment_id(struct forge *f); /* an integrated address, never own */
size_t own_member(const struct forge *f, const struct sn_unsigned_input *in);
struct sn_ring_member *decoy(struct forge *f, struct sn_unsigned_input *in);
/* Spend another coin of the same account that the set does not spend yet. Returns NULL if there is none. */
struct sn_unsigned_input *spend_more(struct forge *f, struct sn_unsigned_tx *tx);
void spend_coin(struct sn_unsigned_tx *tx, const struct sn_unsigned_input *coin);
void spend_some(struct forge *f, struct sn_unsigned_tx *tx); /* of its coins, for another recipient */
void pay(struct sn_unsigned_tx *tx, struct sn_address to, uint64_t amount);
/* Correct the sums by the change or, without change, by the last destination. Returns false if that is
 * impossible.
 */
bool balance(struct sn_unsigned_tx *tx);
void balance_all(struct forge *f);
void any_rules(struct forge *f); /* a policy that the set keeps */

enum expected { REFUSED, ACCEPTED, EITHER };

struct lie {
	const char *name;
	void (*tell)(struct forge *f);
	enum expected expected;
	int code;          /* of a refusal, 0: SN_REFUSED */
	const char *words; /* in the message; of several, separated by |, one must occur */
	unsigned weight;   /* how many of the sets are of this kind; 0: 10 */
};

/* Lies by subject, and at random. Each list ends with a name of NULL. */
extern const struct lie lies_inputs[], lies_payment[], lies_recipients[], lies_policy[], lies_period[],
	lies_form[], lies_random[], lies_their_payments[], lies_their_inputs[], lies_their_bytes[];

#endif
