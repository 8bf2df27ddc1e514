/* Lies about inputs. */
#include "hostile.h"

#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>

/* An input of an honest set, to lie about. */
static struct sn_unsigned_input *an_input(struct forge *f)
{
	honest(f, (struct needs){0});
	return some_input(f, some_tx(f));
}

static void of_somebody_else(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	struct sn_subaddress_index claimed = in->subaddress;
	*in = f->world->bobs[below(f, BOBS_COINS)];
	in->subaddress = claimed;
}

static void another_tx_key(struct forge *f)
{
	an_input(f)->tx_key = any_point(f);
}

static void no_tx_key(struct forge *f)
{
	an_input(f)->tx_key = no_point(f);
}

/* 8·a·(R + T) = 8·a·R: the same output. */
static void tx_key_with_torsion(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	in->tx_key = with_torsion(f, &in->tx_key);
}

/* The identity as tx key: everyone knows the shared secret. The output is still ours. */
static void shared_with_everybody(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	const struct sn_account *alice = &f->world->people[ALICE];
	struct sn_address to = cold_address(alice, in->subaddress.major, in->subaddress.minor);
	struct sn_ring_member *own = &in->ring[own_member(f, in)];
	struct sn_point derivation;
	struct sn_scalar shared, mask;
	in->tx_key = one_in(f, 2) ? sn_point_identity : torsion(f);
	in->mask_kind = SN_MASK_DERIVED;
	if (sn_derive(&derivation, &in->tx_key, &alice->view_secret) ||
	    sn_derive_public_key(&own->key, &derivation, in->index, &to.spend))
		abort();
	sn_derivation_to_scalar(&shared, &derivation, in->index);
	sn_commitment_mask(&mask, &shared);
	sn_commit(&own->commitment, &mask, in->amount);
}

static void another_index(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	uint32_t was = in->index;
	do
		in->index = (uint32_t)any_number(f, was);
	while (in->index == was);
}

static void another_minor(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	uint32_t was = in->subaddress.minor;
	do
		in->subaddress.minor = (uint32_t)any_number(f, was);
	while (in->subaddress.minor == was);
}

static void another_major(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	uint32_t was = in->subaddress.major;
	do
		in->subaddress.major = (uint32_t)any_number(f, was);
	while (in->subaddress.major == was);
}

static void another_amount(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_unsigned_input *in = some_input(f, tx);
	in->amount = any_number(f, in->amount);
	if (one_in(f, 2))
		(void)balance(tx);
}

/* More or less by a little, and the change is put right. */
static void amount_up_or_down(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_unsigned_input *in = some_input(f, tx);
	in->amount += one_in(f, 2) ? 1 + below(f, tx->change) : -(1 + below(f, tx->change));
	(void)balance(tx);
}

/* The sum stays. */
static void amounts_exchanged(struct forge *f)
{
	honest(f, (struct needs){.inputs = 2});
	struct sn_unsigned_tx *tx = some_tx(f);
	uint64_t amount = tx->inputs[0].amount;
	tx->inputs[0].amount = tx->inputs[1].amount;
	tx->inputs[1].amount = amount;
}

static void another_mask_kind(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	in->mask_kind = (in->mask_kind + 1 + below(f, 2)) % 3;
	in->mask = any_scalar(f);
}

/* A commitment to the claimed amount with a mask of the liar, which is not on the chain. The signer cannot
 * know this; the signature covers this ring, so no chain accepts it. */
static void made_up_commitment(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_unsigned_input *in = some_input(f, tx);
	in->amount += 1 + below(f, 10 * in->amount);
	in->mask_kind = one_in(f, 2) ? SN_MASK_ONE : SN_MASK_EXPLICIT;
	in->mask = in->mask_kind == SN_MASK_ONE ? sn_scalar_one : any_scalar(f);
	sn_commit(&in->ring[own_member(f, in)].commitment, &in->mask, in->amount);
	(void)balance(tx);
}

static void grow_ring(struct forge *f, struct sn_unsigned_input *in, size_t n)
{
	for (size_t i = in->n_ring; i < n; i++) {
		in->global_index[i] = in->global_index[i - 1] + 1 + below(f, 1000);
		in->ring[i] = (struct sn_ring_member){any_point(f), any_point(f)};
	}
	in->n_ring = n;
}

static void small_ring(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	size_t own = own_member(f, in), n = one_in(f, 2) ? 15 : 1 + below(f, 15);
	/* Ours stays in it. */
	if (own >= n) {
		struct sn_ring_member member = in->ring[0];
		in->ring[0] = in->ring[own];
		in->ring[own] = member;
	}
	in->n_ring = n;
}

static void large_ring(struct forge *f)
{
	grow_ring(f, an_input(f), one_in(f, 2) ? 17 : 17 + below(f, SN_RING_MAX - 16));
}

static void repeated_member(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	size_t i = below(f, 16), j = (i + 1 + below(f, 15)) % 16;
	in->ring[i].key = in->ring[j].key;
	if (one_in(f, 2))
		in->ring[i].commitment = in->ring[j].commitment;
}

/* One of the two holds more. */
static void ours_twice(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	struct sn_ring_member *other = decoy(f, in);
	struct sn_scalar mask = any_scalar(f);
	other->key = in->ring[own_member(f, in)].key;
	sn_commit(&other->commitment, &mask, in->amount + 1 + below(f, in->amount));
}

static void ours_not_there(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	in->ring[own_member(f, in)] = (struct sn_ring_member){any_point(f), any_point(f)};
}

/* At another index than the chain has it. */
static void ours_elsewhere(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	struct sn_ring_member *own = &in->ring[own_member(f, in)], *other = decoy(f, in), was = *other;
	*other = *own;
	*own = was;
}

static void exchanged_commitments(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	struct sn_ring_member *own = &in->ring[own_member(f, in)], *other = decoy(f, in);
	struct sn_point was = other->commitment;
	other->commitment = own->commitment;
	own->commitment = was;
}

static struct sn_point *some_ring_point(struct forge *f, bool of_decoy)
{
	struct sn_unsigned_input *in = an_input(f);
	struct sn_ring_member *member = of_decoy ? decoy(f, in) : &in->ring[below(f, 16)];
	return one_in(f, 2) ? &member->key : &member->commitment;
}

static void member_no_point(struct forge *f)
{
	*some_ring_point(f, false) = no_point(f);
}

static void member_identity(struct forge *f)
{
	*some_ring_point(f, false) = sn_point_identity;
}

static void member_torsion(struct forge *f)
{
	*some_ring_point(f, false) = torsion(f);
}

static void member_with_torsion(struct forge *f)
{
	struct sn_point *p = some_ring_point(f, false);
	*p = with_torsion(f, p);
}

static void other_decoy(struct forge *f)
{
	*some_ring_point(f, true) = any_point(f);
}

/* Another coin of ours that the same set spends: allowed, and shown. */
static void spent_decoy(struct forge *f)
{
	honest(f, (struct needs){.inputs = 2});
	struct sn_unsigned_tx *tx = some_tx(f);
	*decoy(f, &tx->inputs[0]) = tx->inputs[1].ring[own_member(f, &tx->inputs[1])];
}

static void indices_equal(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	size_t i = 1 + below(f, 15);
	in->global_index[i] = in->global_index[i - 1];
}

static void indices_descend(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	size_t i = 1 + below(f, 15);
	in->global_index[i] = in->global_index[i - 1] - 1 - below(f, in->global_index[i - 1]);
}

static void extreme_indices(struct forge *f)
{
	struct sn_unsigned_input *in = an_input(f);
	uint64_t at = one_in(f, 2) ? UINT64_MAX - 15 : 0;
	for (size_t i = 0; i < 16; i++)
		in->global_index[i] = at + i;
	if (one_in(f, 3))
		in->global_index[15] = UINT64_MAX;
}

/* The same output in two inputs, disguised more or less. */
static void disguise(struct forge *f, struct sn_unsigned_input *in)
{
	size_t own = own_member(f, in);
	if (one_in(f, 2))
		in->tx_key = with_torsion(f, &in->tx_key);
	if (one_in(f, 2))
		for (size_t i = 0; i < 16; i++)
			if (i != own)
				in->ring[i] = (struct sn_ring_member){any_point(f), any_point(f)};
	if (one_in(f, 2))
		for (size_t i = 0; i < 16; i++)
			in->global_index[i] += 1 + below(f, 1000) + (i ? in->global_index[i - 1] : 0);
	if (one_in(f, 2)) {
		struct sn_ring_member member = in->ring[own];
		size_t to = below(f, 16);
		in->ring[own] = in->ring[to];
		in->ring[to] = member;
	}
	/* Two outputs with one key: the chain accepts only one spend, and this one has the larger amount. */
	if (one_in(f, 2)) {
		in->mask_kind = SN_MASK_EXPLICIT;
		in->mask = any_scalar(f);
		in->amount += 1 + below(f, in->amount);
		sn_commit(&in->ring[own_member(f, in)].commitment, &in->mask, in->amount);
	}
}

static void twice_in_one(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	spend_coin(tx, some_input(f, tx));
	disguise(f, &tx->inputs[tx->n_inputs - 1]);
	(void)balance(tx);
}

static void twice_across(struct forge *f)
{
	honest(f, (struct needs){.txs = 2, .change = true});
	size_t from = below(f, f->set.n), to = (from + 1 + below(f, f->set.n - 1)) % f->set.n;
	struct sn_unsigned_tx *tx = &f->set.txs[to];
	const struct sn_unsigned_input *taken = some_input(f, &f->set.txs[from]);
	/* All inputs of a transaction are of one account. */
	tx->n_inputs = 0;
	spend_coin(tx, taken);
	tx->change_to.major = taken->subaddress.major;
	disguise(f, &tx->inputs[0]);
	tx->n_destinations = 1;
	tx->destinations[0].amount = SN_DUST_BELOW;
	(void)balance(tx);
}

static void same_tx_again(struct forge *f)
{
	honest(f, (struct needs){.txs = 2});
	struct sn_unsigned_tx *a = &f->set.txs[0], *b = &f->set.txs[f->set.n - 1];
	b->n_inputs = b->n_destinations = 0;
	for (size_t i = 0; i < a->n_inputs; i++)
		spend_coin(b, &a->inputs[i]);
	for (size_t i = 0; i < a->n_destinations; i++)
		pay(b, a->destinations[i].address, a->destinations[i].amount);
	b->has_change = a->has_change;
	b->change = a->change;
	b->change_to = a->change_to;
	b->fee = a->fee;
}

static void two_accounts(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	const struct sn_unsigned_input *other;
	do
		other = &f->world->coins[below(f, ALICES_ACCOUNTS)][below(f, COINS_PER_ACCOUNT)];
	while (other->subaddress.major == tx->inputs[0].subaddress.major);
	spend_coin(tx, other);
	if (one_in(f, 2))
		tx->change_to.major = other->subaddress.major;
	(void)balance(tx);
}

/* Their sum passes 2^64. */
static void inputs_wrap(struct forge *f)
{
	honest(f, (struct needs){.change = true, .alone = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	tx->n_inputs = 0;
	spend_coin(tx, &f->world->huge[0]);
	spend_coin(tx, &f->world->huge[1 + below(f, HUGE_COINS - 1)]);
	spend_coin(tx, &f->world->coins[0][below(f, COINS_PER_ACCOUNT)]);
	tx->change_to.major = 0;
	(void)balance(tx);
}

static void set_wraps(struct forge *f)
{
	honest(f, (struct needs){.txs = 2});
	for (size_t i = 0; i < 2; i++) {
		struct sn_unsigned_tx *tx = &f->set.txs[i];
		tx->n_inputs = 0;
		spend_coin(tx, &f->world->huge[2 * i + below(f, 2)]);
		tx->change_to.major = 0;
		(void)balance(tx);
	}
}

/* One coin above the money supply: no sum overflows. */
static void huge_amount(struct forge *f)
{
	honest(f, (struct needs){.alone = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	tx->n_inputs = 0;
	spend_coin(tx, &f->world->huge[below(f, HUGE_COINS)]);
	tx->change_to.major = 0;
	(void)balance(tx);
}

static void too_heavy(struct forge *f)
{
	honest(f, (struct needs){.alone = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	size_t n = 240 + below(f, 30);
	struct sn_unsigned_input one = tx->inputs[0];
	free(tx->inputs);
	tx->inputs = calloc(n, sizeof *tx->inputs);
	if (!tx->inputs)
		abort();
	tx->n_inputs = n;
	for (size_t i = 0; i < n; i++)
		tx->inputs[i] = one;
	(void)balance(tx);
}

static void no_input(struct forge *f)
{
	an_input(f);
	some_tx(f)->n_inputs = 0;
}

const struct lie lies_inputs[] = {
	{.name = "an input of somebody else's",
	 .tell = of_somebody_else,
	 .words = "does not belong to this wallet"},
	{.name = "another tx key of an input",
	 .tell = another_tx_key,
	 .words = "does not belong to this wallet"},
	{.name = "no tx key of an input",
	 .tell = no_tx_key,
	 .words = "the tx public key of an input is not a point"},
	{.name = "a tx key with a torsion part",
	 .tell = tx_key_with_torsion,
	 .expected = ACCEPTED,
	 .weight = 4},
	{.name = "a tx key of small order", .tell = shared_with_everybody, .expected = ACCEPTED, .weight = 4},
	{.name = "another position of an input",
	 .tell = another_index,
	 .words = "does not belong to this wallet"},
	{.name = "another subaddress of an input",
	 .tell = another_minor,
	 .words = "does not belong to this wallet"},
	{.name = "another account of an input",
	 .tell = another_major,
	 .words = "does not belong to this wallet"},
	{.name = "any other amount of an input",
	 .tell = another_amount,
	 .words = "does not open its commitment"},
	{.name = "an amount somewhat up or down",
	 .tell = amount_up_or_down,
	 .words = "does not open its commitment"},
	{.name = "amounts of inputs exchanged",
	 .tell = amounts_exchanged,
	 .words = "does not open its commitment"},
	{.name = "another mask of an input",
	 .tell = another_mask_kind,
	 .words = "does not open its commitment"},
	{.name = "a commitment that is made up",
	 .tell = made_up_commitment,
	 .expected = ACCEPTED,
	 .weight = 4},
	{.name = "too small a ring", .tell = small_ring, .words = "the chain requires 16"},
	{.name = "too large a ring", .tell = large_ring, .words = "the chain requires 16"},
	{.name = "a ring member repeated", .tell = repeated_member, .words = "has the same output twice"},
	{.name = "our output twice in a ring", .tell = ours_twice, .words = "has the same output twice"},
	{.name = "our output not in the ring",
	 .tell = ours_not_there,
	 .words = "does not belong to this wallet"},
	{.name = "our output at another place", .tell = ours_elsewhere, .expected = ACCEPTED, .weight = 4},
	{.name = "commitments of a ring exchanged",
	 .tell = exchanged_commitments,
	 .words = "does not open its commitment"},
	{.name = "a ring member that is no point",
	 .tell = member_no_point,
	 .words = "not a point of the curve"},
	{.name = "the identity as ring member", .tell = member_identity, .words = "is the identity"},
	{.name = "a ring member of small order",
	 .tell = member_torsion,
	 .words = "torsion component|is the identity"},
	{.name = "a ring member with a torsion part",
	 .tell = member_with_torsion,
	 .words = "torsion component"},
	{.name = "another decoy", .tell = other_decoy, .expected = ACCEPTED, .weight = 4},
	{.name = "a decoy that the set spends", .tell = spent_decoy, .expected = ACCEPTED, .weight = 4},
	{.name = "ring indices that are equal",
	 .tell = indices_equal,
	 .code = SN_BAD_INPUT,
	 .words = "ring indices do not ascend"},
	{.name = "ring indices that descend",
	 .tell = indices_descend,
	 .code = SN_BAD_INPUT,
	 .words = "ring indices do not ascend"},
	{.name = "ring indices at the ends of the range",
	 .tell = extreme_indices,
	 .expected = ACCEPTED,
	 .weight = 4},
	{.name = "an output twice in one transaction",
	 .tell = twice_in_one,
	 .words = "spent twice, by two inputs"},
	{.name = "an output twice across the set",
	 .tell = twice_across,
	 .words = "spent twice, by transactions"},
	{.name = "a transaction twice", .tell = same_tx_again, .words = "spent twice, by transactions"},
	{.name = "inputs of two accounts", .tell = two_accounts, .words = "belong to different accounts"},
	{.name = "inputs that add up beyond 2^64",
	 .tell = inputs_wrap,
	 .words = "the sum of the amounts overflows"},
	{.name = "a set that adds up beyond 2^64",
	 .tell = set_wraps,
	 .words = "the sum of the amounts overflows"},
	{.name = "an input of more than there is", .tell = huge_amount, .expected = ACCEPTED, .weight = 3},
	{.name = "a transaction too heavy", .tell = too_heavy, .words = "has too many inputs", .weight = 1},
	{.name = "a transaction without input", .tell = no_input, .code = SN_BAD_INPUT, .words = "malformed"},
	{0},
};
