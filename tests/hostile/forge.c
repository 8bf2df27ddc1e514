#include "hostile.h"

#include "crypto/derive.h"
#include "crypto/group.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

#define TXS_ROOM 8
#define INPUTS_ROOM 24
#define DESTINATIONS_ROOM (SN_SET_DESTINATIONS_MAX + 2)

void forge_init(struct forge *f, const struct world *world, const struct sn_random *parent, size_t number)
{
	*f = (struct forge){
		.world = world,
		.kind = SN_ENVELOPE_UNSIGNED_SET,
		.network = SN_MAINNET,
		.view_secret = world->watch_only.view_secret,
		.clock = 1,
	};
	sn_random_fork(&f->random, parent, "set", number);
}

void forge_free(struct forge *f)
{
	sn_unsigned_set_free(&f->set);
	wire_free(&f->wire);
	theirs_free(&f->theirs);
	sn_buf_free(&f->file);
	for (size_t i = 0; i < f->n_earlier; i++)
		sn_buf_free(&f->earlier[i]);
}

void forge_wire(struct forge *f)
{
	wire_encode(&f->wire, &f->set);
	f->is_wire = true;
}

void forge_seal(struct forge *f)
{
	if (f->is_theirs) {
		theirs_seal(f);
		return;
	}
	if (!f->is_wire)
		forge_wire(f);
	if (sn_envelope_seal(&f->file, f->kind, f->network, &f->view_secret, f->wire.bytes.data,
			     f->wire.bytes.len, NULL))
		abort();
	f->is_sealed = true;
}

void sign_before(struct forge *f)
{
	if (f->n_earlier == EARLIER_MAX)
		abort();
	if (f->mixes && can_be_theirs(f) && one_in(f, 2))
		theirs(f);
	else
		forge_wire(f);
	forge_seal(f);
	f->earlier_clock[f->n_earlier] = f->clock;
	f->earlier[f->n_earlier++] = f->file;
	f->file = (struct sn_buf){0};
	wire_free(&f->wire);
	f->is_wire = f->is_theirs = f->is_sealed = false;
}

uint64_t below(struct forge *f, uint64_t bound)
{
	return sn_random_below(&f->random, bound);
}

bool one_in(struct forge *f, uint64_t n)
{
	return below(f, n) == 0;
}

struct sn_scalar any_scalar(struct forge *f)
{
	struct sn_scalar s;
	sn_random_scalar(&f->random, &s);
	return s;
}

struct sn_point any_point(struct forge *f)
{
	struct sn_scalar s = any_scalar(f);
	struct sn_point p;
	sn_secret_to_public(&p, &s);
	return p;
}

struct sn_point no_point(struct forge *f)
{
	struct sn_point p;
	struct sn_ge ge;
	if (one_in(f, 3)) {
		/* y = p + 1, another encoding of the identity; or x = 0 with a sign. */
		memset(p.b, 0xff, sizeof p.b);
		p.b[0] = 0xee;
		p.b[31] = 0x7f;
		if (one_in(f, 2))
			p = (struct sn_point){{1, [31] = 0x80}};
		return p;
	}
	do
		sn_random_bytes(&f->random, p.b, sizeof p.b);
	while (!sn_ge_decode(&ge, &p));
	return p;
}

static struct sn_ge torsion_ge(struct forge *f)
{
	struct sn_ge t, sum;
	if (sn_ge_decode(&t, &f->world->torsion))
		abort();
	sum = t;
	for (uint64_t n = below(f, 7); n; n--)
		sn_ge_add(&sum, &sum, &t);
	return sum;
}

struct sn_point torsion(struct forge *f)
{
	struct sn_ge t = torsion_ge(f);
	struct sn_point p;
	sn_ge_encode(&p, &t);
	return p;
}

struct sn_point with_torsion(struct forge *f, const struct sn_point *p)
{
	struct sn_ge t = torsion_ge(f), ge;
	struct sn_point sum;
	if (sn_ge_decode(&ge, p))
		abort();
	sn_ge_add(&ge, &ge, &t);
	sn_ge_encode(&sum, &ge);
	return sum;
}

uint64_t any_number(struct forge *f, uint64_t now)
{
	uint64_t v;
	do {
		switch (below(f, 9)) {
		case 0:
			v = now + 1;
			break;
		case 1:
			v = now - 1;
			break;
		case 2:
			v = below(f, 3);
			break;
		case 3:
			v = UINT64_MAX - below(f, 3);
			break;
		case 4:
			v = ((uint64_t)1 << below(f, 64)) - below(f, 2);
			break;
		case 5:
			v = now ^ (uint64_t)1 << below(f, 64);
			break;
		case 6:
			v = one_in(f, 2) ? 2 * now : now / 2;
			break;
		case 7:
			v = -now;
			break;
		default:
			sn_random_bytes(&f->random, &v, sizeof v);
			v >>= below(f, 64);
		}
	} while (v == now);
	return v;
}

/* ---------------------------------------------------------------- honest sets */

static struct sn_unsigned_tx *new_tx(struct sn_unsigned_set *set)
{
	struct sn_unsigned_tx *tx = &set->txs[set->n++];
	tx->inputs = calloc(INPUTS_ROOM, sizeof *tx->inputs);
	tx->destinations = calloc(DESTINATIONS_ROOM, sizeof *tx->destinations);
	if (set->n > TXS_ROOM || !tx->inputs || !tx->destinations)
		abort();
	return tx;
}

static uint64_t sum_of_inputs(const struct sn_unsigned_tx *tx)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		sum += tx->inputs[i].amount;
	return sum;
}

void spend_coin(struct sn_unsigned_tx *tx, const struct sn_unsigned_input *coin)
{
	if (tx->n_inputs == INPUTS_ROOM)
		abort();
	tx->inputs[tx->n_inputs++] = *coin;
}

static bool is_spent(const struct sn_unsigned_set *set, const struct sn_unsigned_input *coin)
{
	for (size_t i = 0; i < set->n; i++)
		for (size_t j = 0; j < set->txs[i].n_inputs; j++)
			if (sn_point_is_equal(&set->txs[i].inputs[j].tx_key, &coin->tx_key))
				return true;
	return false;
}

struct sn_unsigned_input *spend_more(struct forge *f, struct sn_unsigned_tx *tx)
{
	size_t account = 0, start = below(f, COINS_PER_ACCOUNT);
	for (size_t i = 0; tx->n_inputs && i < ALICES_ACCOUNTS; i++)
		if (f->world->accounts[i] == tx->inputs[0].subaddress.major)
			account = i;
	for (size_t i = 0; i < COINS_PER_ACCOUNT && tx->n_inputs < INPUTS_ROOM; i++) {
		const struct sn_unsigned_input *coin =
			&f->world->coins[account][(start + i) % COINS_PER_ACCOUNT];
		if (is_spent(&f->set, coin))
			continue;
		spend_coin(tx, coin);
		return &tx->inputs[tx->n_inputs - 1];
	}
	return NULL;
}

void pay(struct sn_unsigned_tx *tx, struct sn_address to, uint64_t amount)
{
	if (tx->n_destinations == DESTINATIONS_ROOM)
		abort();
	tx->destinations[tx->n_destinations++] = (struct sn_unsigned_destination){to, amount};
}

bool balance(struct sn_unsigned_tx *tx)
{
	uint64_t rest = sum_of_inputs(tx) - tx->fee;
	struct sn_unsigned_destination *last = NULL;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		last = &tx->destinations[i];
		rest -= last->amount;
	}
	if (tx->has_change) {
		tx->change = rest;
		tx->has_change = rest > 0;
	} else if (last) {
		last->amount += rest;
	}
	return rest > 0 && rest <= sum_of_inputs(tx);
}

void balance_all(struct forge *f)
{
	for (size_t i = 0; i < f->set.n; i++)
		(void)balance(&f->set.txs[i]);
}

struct sn_address some_recipient(struct forge *f)
{
	const struct sn_account *to = &f->world->people[BOB + below(f, PEOPLE - BOB)];
	return one_in(f, 2) ? cold_address(to, 0, 0)
			    : cold_address(to, (uint32_t)below(f, 8), 1 + (uint32_t)below(f, 15));
}

/* An address that an honest user may pay; one with a payment ID only as the only recipient. */
static struct sn_address honest_recipient(struct forge *f, bool is_alone, bool may_be_own)
{
	const struct sn_account *alice = &f->world->people[ALICE];
	if (is_alone && one_in(f, 6)) {
		uint64_t id;
		sn_random_bytes(&f->random, &id, sizeof id);
		return cold_integrated(&f->world->people[BOB + below(f, PEOPLE - BOB)],
				       one_in(f, 8) ? 0 : id);
	}
	if (may_be_own && one_in(f, 30))
		return cold_address(alice, 0, 0);
	/* The signer then makes a table of 10,000 addresses. */
	if (may_be_own && one_in(f, 100))
		return cold_address(alice, (uint32_t)below(f, 51), (uint32_t)below(f, 210));
	return some_recipient(f);
}

static size_t how_many(struct forge *f, size_t least)
{
	size_t n = one_in(f, 40) ? below(f, 15) : one_in(f, 3) ? below(f, 3) : 0;
	return n < least ? least : n + !n;
}

static void honest_tx(struct forge *f, struct needs needs)
{
	struct sn_unsigned_tx *tx = new_tx(&f->set);
	size_t account = one_in(f, 3) ? below(f, ALICES_ACCOUNTS) : 0;
	struct sn_unsigned_input first = {.subaddress = {f->world->accounts[account], 0}};
	/* spend_more reads its account. */
	tx->inputs[tx->n_inputs++] = first;
	size_t n_inputs = one_in(f, 3) ? 1 + below(f, 3) : 1;
	n_inputs = n_inputs < needs.inputs ? needs.inputs : n_inputs;
	for (size_t i = 0; i < n_inputs && spend_more(f, tx); i++)
		continue;
	tx->n_inputs--;
	memmove(tx->inputs, tx->inputs + 1, tx->n_inputs * sizeof *tx->inputs);
	if (!tx->n_inputs)
		abort();

	tx->fee = 20000000 + below(f, 80000000);
	size_t n = how_many(f, needs.destinations);
	for (size_t i = 0; i < n; i++)
		pay(tx, honest_recipient(f, n == 1, !needs.tell_apart),
		    SN_DUST_BELOW + below(f, (sum_of_inputs(tx) - tx->fee) / (n + 1) - SN_DUST_BELOW));
	if (n > 1 && one_in(f, 8))
		tx->destinations[n - 1].address = tx->destinations[0].address;
	if (needs.change || !one_in(f, 6)) {
		tx->has_change = true;
		tx->change_to = (struct sn_subaddress_index){f->world->accounts[account], 0};
	}
	if (!balance(tx))
		abort();
}

void honest(struct forge *f, struct needs needs)
{
	size_t n = !needs.alone && one_in(f, 6) ? 2 + below(f, 2) : 1;
	f->set.txs = calloc(TXS_ROOM, sizeof *f->set.txs);
	if (!f->set.txs)
		abort();
	for (size_t i = 0; i < n || i < needs.txs; i++)
		honest_tx(f, needs);
}

struct sn_unsigned_tx *some_tx(struct forge *f)
{
	return &f->set.txs[below(f, f->set.n)];
}

struct sn_unsigned_input *some_input(struct forge *f, struct sn_unsigned_tx *tx)
{
	return &tx->inputs[below(f, tx->n_inputs)];
}

struct sn_unsigned_destination *some_destination(struct forge *f, struct sn_unsigned_tx *tx)
{
	return &tx->destinations[below(f, tx->n_destinations)];
}

size_t own_member(const struct forge *f, const struct sn_unsigned_input *in)
{
	const struct sn_account *alice = &f->world->people[ALICE];
	struct sn_address to = cold_address(alice, in->subaddress.major, in->subaddress.minor);
	struct sn_point derivation, p;
	if (sn_derive(&derivation, &in->tx_key, &alice->view_secret) ||
	    sn_derive_public_key(&p, &derivation, in->index, &to.spend))
		abort();
	for (size_t i = 0; i < in->n_ring; i++)
		if (sn_point_is_equal(&p, &in->ring[i].key))
			return i;
	abort();
}

struct sn_ring_member *decoy(struct forge *f, struct sn_unsigned_input *in)
{
	size_t i = below(f, in->n_ring - 1);
	return &in->ring[i + (i >= own_member(f, in))];
}

/* ---------------------------------------------------------------- policies */

void any_rules(struct forge *f)
{
	struct rules *r = &f->rules;
	uint64_t set_amount = 0, tx_amount = 0, fee = 0;
	size_t recipients = 0;
	for (size_t i = 0; i < f->set.n; i++) {
		const struct sn_unsigned_tx *tx = &f->set.txs[i];
		uint64_t sent = 0;
		for (size_t j = 0; j < tx->n_destinations; j++)
			sent += tx->destinations[j].amount;
		set_amount += sent;
		tx_amount = sent > tx_amount ? sent : tx_amount;
		fee = tx->fee > fee ? tx->fee : fee;
		recipients = tx->n_destinations > recipients ? tx->n_destinations : recipients;
	}
	f->has_rules = true;
	*r = (struct rules){
		.max_amount_per_tx = one_in(f, 2) ? NO_BOUND : tx_amount + below(f, 2),
		.max_amount_per_set = one_in(f, 2) ? NO_BOUND : set_amount + below(f, 2),
		.max_fee_per_tx = one_in(f, 2) ? NO_BOUND : fee + below(f, 2),
		.max_basis_points = NO_BOUND,
		.max_recipients_per_tx = one_in(f, 2) ? NO_BOUND : recipients,
		.allow_unlock_time = one_in(f, 4),
	};
}

struct sn_address with_payment_id(struct forge *f)
{
	return cold_integrated(&f->world->people[BOB + below(f, 2)], 1 + below(f, UINT64_MAX));
}
