/* A hostile online machine after the network upgrade to FCMP++: files with proposals that break one rule at a
 * time, or have random changes. As in hostile.h, a refusal must have the right reason, and what is signed is
 * judged. */
#ifndef TESTS_HOSTILE_PROPOSALS_H
#define TESTS_HOSTILE_PROPOSALS_H

#include "judge.h"

#include "handoff/proposal_set.h"
#include "handoff/signed_proposals.h"

#define COINS 40

/* An output that is on the chain. */
struct coin {
	struct sn_proposal_input input; /* as an honest online machine lists it */
	struct sn_point commitment;
	struct sn_scalar mask;
};

struct market {
	struct sn_account people[PEOPLE]; /* ALICE is the victim */
	struct sn_subaddress_table tables[PEOPLE];
	struct coin coins[COINS]; /* hers, of account i % 3 */
	struct coin bobs;
};

/* One file. */
struct scheme {
	const struct market *market;
	struct sn_random random;
	struct sn_proposal_set set; /* with room, as proposal_set() makes it */
	bool is_bytes;              /* it went on in bytes */
	struct sn_buf content;
	/* To seal with. */
	enum sn_envelope_kind kind;
	enum sn_network network;
	struct sn_scalar view_secret;
};

struct proposal_lie {
	const char *name;
	void (*tell)(struct scheme *s);
	enum expected expected;
	int code;          /* of a refusal; 0: SN_REFUSED */
	const char *words; /* in its message */
};

/* Ends with a name of NULL. */
extern const struct proposal_lie proposal_lies[];

uint64_t scheme_below(struct scheme *s, uint64_t bound);
struct sn_point scheme_point(struct scheme *s);
void scheme_honest(struct scheme *s); /* fill in the set */

/* The answer to `asked`, of which the user saw `json` and `text`. */
void judge_proposals(struct verdict *v, const struct market *market, const struct sn_proposal_set *asked,
		     const struct sn_signed_proposals *answer, const struct sn_hash *hashes,
		     const struct sn_buf *json, const struct sn_buf *text);

#endif
