/* A hot machine that lies. It holds the view key, so whatever it writes is well sealed; it knows every rule
 * and breaks one, or changes at random what it knows the shape of. Each file goes the way that it goes in
 * cold-sign. What is refused has to be refused for the right reason; what is signed is judged (judge.h).
 *
 * A lie is told in three layers, each of which may be the last honest one: the set as a structure, the set in
 * bytes with every field known (wire.h), the sealed file. */
#ifndef TESTS_HOSTILE_HOSTILE_H
#define TESTS_HOSTILE_HOSTILE_H

#include "wire.h"
#include "world.h"

#include "cold/policy.h"
#include "cold/review.h"
#include "handoff/envelope.h"

#define NO_BOUND UINT64_MAX
#define ALLOWED_MAX 4
#define EARLIER_MAX 40

/* A policy, before it becomes JSON: the judge holds the result to this and not to what the parser made of it.
 */
struct rules {
	uint64_t max_amount_per_tx, max_amount_per_set, max_fee_per_tx, max_basis_points,
		max_recipients_per_tx;
	bool allow_unlock_time;
	bool has_list, lists_own;
	struct sn_address allowed[ALLOWED_MAX];
	size_t n_allowed;
};

struct forge {
	const struct world *world;
	struct sn_random random; /* of this one file */

	struct sn_unsigned_set set;
	bool is_wire; /* it went on in bytes */
	struct wire wire;
	bool is_sealed;
	struct sn_buf file;

	/* To seal with. */
	enum sn_envelope_kind kind;
	enum sn_network network;
	struct sn_scalar view_secret;

	/* What the user of the signer allows. */
	struct sn_limits limits;
	bool has_rules;
	struct rules rules;

	/* Signed before, with a journal of this set's own, in this order. */
	struct sn_buf earlier[EARLIER_MAX];
	size_t n_earlier;
	bool insists; /* the user allows the same coins once more */
};

/* forge.c: tools of a liar. */
void forge_init(struct forge *f, const struct world *world, const struct sn_random *parent, size_t number);
void forge_free(struct forge *f);
void forge_wire(struct forge *f);                /* go on in bytes */
void forge_seal(struct forge *f);                /* go on with the sealed file */
uint64_t below(struct forge *f, uint64_t bound); /* uniform in [0, bound) */
bool one_in(struct forge *f, uint64_t n);
struct sn_scalar any_scalar(struct forge *f);
struct sn_point any_point(struct forge *f); /* of the prime-order group */
struct sn_point no_point(struct forge *f);  /* no encoding of a point, or not the canonical one */
struct sn_point torsion(struct forge *f);   /* of order 2, 4 or 8 */
struct sn_point with_torsion(struct forge *f, const struct sn_point *p);
uint64_t any_number(struct forge *f, uint64_t now); /* another one, often close or at an end of the range */

/* An honest set, with at least so much of everything: a lie needs something to lie about. */
struct needs {
	size_t txs, inputs, destinations;
	bool change;     /* everywhere */
	bool alone;      /* one transaction only */
	bool tell_apart; /* no recipient is an own address */
};
void honest(struct forge *f, struct needs needs);

struct sn_unsigned_tx *some_tx(struct forge *f);
struct sn_unsigned_input *some_input(struct forge *f, struct sn_unsigned_tx *tx);
struct sn_unsigned_destination *some_destination(struct forge *f, struct sn_unsigned_tx *tx);
struct sn_address some_recipient(struct forge *f); /* standard or subaddress, never own */
size_t own_member(const struct forge *f, const struct sn_unsigned_input *in);
struct sn_ring_member *decoy(struct forge *f, struct sn_unsigned_input *in);
/* Spend one more coin of the same account, that the set does not spend yet; NULL: there is none. */
struct sn_unsigned_input *spend_more(struct forge *f, struct sn_unsigned_tx *tx);
void spend_coin(struct sn_unsigned_tx *tx, const struct sn_unsigned_input *coin);
void pay(struct sn_unsigned_tx *tx, struct sn_address to, uint64_t amount);
/* Add up: what the inputs are short of or have too much of is put right in the change, or else in the last
 * destination. False when it cannot be. */
bool balance(struct sn_unsigned_tx *tx);
void balance_all(struct forge *f);
void any_rules(struct forge *f); /* a policy that the set keeps */

enum expected { REFUSED, ACCEPTED, EITHER };

struct lie {
	const char *name;
	void (*tell)(struct forge *f);
	enum expected expected;
	int code;          /* of a refusal, 0: SN_REFUSED */
	const char *words; /* in its sentence; of several, with | between them, one has to be there */
	unsigned weight;   /* how many of the sets are of this kind; 0: 10 */
};

/* Lies about what is spent; about what is paid; about the form; and at random. They end with a name of NULL.
 */
extern const struct lie lies_inputs[], lies_payment[], lies_form[], lies_random[];

#endif
