/* Random lies: any value is replaced. In the structure, where the other values stay valid, and the sums are
 * corrected half of the time; in the bytes of one field; in any byte. */
#include "hostile.h"

#include "crypto/group.h"

#include "../unit/cold_sets.h"

#include <string.h>

static struct sn_unsigned_input *some_input_of_set(struct forge *f)
{
	return some_input(f, some_tx(f));
}

static struct sn_unsigned_destination *some_destination_of_set(struct forge *f)
{
	return some_destination(f, some_tx(f));
}

/* One that the set uses elsewhere, or that anybody could come up with. */
static uint64_t other_number(struct forge *f, uint64_t now)
{
	switch (below(f, 6)) {
	case 0:
		return some_input_of_set(f)->amount;
	case 1:
		return some_destination_of_set(f)->amount;
	case 2:
		return one_in(f, 2) ? some_tx(f)->change : some_tx(f)->fee;
	default:
		return any_number(f, now);
	}
}

static struct sn_point other_point(struct forge *f, const struct sn_point *now)
{
	struct sn_point p = *now;
	struct sn_ge ge;
	switch (below(f, 10)) {
	case 0:
		return sn_point_identity;
	case 1:
		return torsion(f);
	case 2:
		return sn_ge_decode(&ge, now) ? p : with_torsion(f, now);
	case 3:
		return no_point(f);
	case 4:
		p.b[below(f, 32)] ^= (uint8_t)(1 << below(f, 8));
		return p;
	case 5:
		return some_input_of_set(f)->ring[below(f, 16)].key;
	case 6:
		return some_input_of_set(f)->ring[below(f, 16)].commitment;
	case 7:
		return one_in(f, 2) ? some_destination_of_set(f)->address.spend
				    : some_destination_of_set(f)->address.view;
	case 8:
		return cold_address(&f->world->people[below(f, PEOPLE)], 0, (uint32_t)below(f, 3)).spend;
	default:
		return any_point(f);
	}
}

static void change_input(struct forge *f, struct sn_unsigned_input *in)
{
	size_t i = below(f, in->n_ring ? in->n_ring : 1);
	switch (below(f, 11)) {
	case 0:
		in->tx_key = other_point(f, &in->tx_key);
		break;
	case 1:
		in->index = (uint32_t)any_number(f, in->index);
		break;
	case 2:
		in->subaddress.major = (uint32_t)any_number(f, in->subaddress.major);
		break;
	case 3:
		in->subaddress.minor = (uint32_t)any_number(f, in->subaddress.minor);
		break;
	case 4:
		in->amount = other_number(f, in->amount);
		break;
	case 5:
		in->mask_kind = (in->mask_kind + 1 + below(f, 2)) % 3;
		break;
	case 6:
		in->mask = any_scalar(f);
		break;
	case 7:
		in->n_ring = one_in(f, 2) ? 15 + 2 * below(f, 2) : below(f, SN_RING_MAX + 1);
		break;
	case 8:
		in->global_index[i] = any_number(f, in->global_index[i]);
		break;
	case 9:
		in->ring[i].key = other_point(f, &in->ring[i].key);
		break;
	default:
		in->ring[i].commitment = other_point(f, &in->ring[i].commitment);
	}
}

static void change_destination(struct forge *f, struct sn_unsigned_destination *to)
{
	switch (below(f, 7)) {
	case 0:
		to->address.kind = (to->address.kind + 1 + below(f, 2)) % 3;
		break;
	case 1:
		to->address.spend = other_point(f, &to->address.spend);
		break;
	case 2:
		to->address.view = other_point(f, &to->address.view);
		break;
	case 3:
		to->address.payment_id[below(f, 8)] ^= (uint8_t)(1 << below(f, 8));
		break;
	case 4:
		to->address = cold_address(&f->world->people[below(f, PEOPLE)], 0, (uint32_t)below(f, 4));
		break;
	default:
		to->amount = one_in(f, 2) ? other_number(f, to->amount) : 1 + below(f, 2 * to->amount + 1);
	}
}

static void change_tx(struct forge *f, struct sn_unsigned_tx *tx)
{
	switch (below(f, 7)) {
	case 0:
		tx->change = other_number(f, tx->change);
		tx->has_change = tx->change > 0;
		break;
	case 1:
		tx->has_change = !tx->has_change;
		tx->change = tx->has_change ? 1 : 0;
		break;
	case 2:
		tx->change_to.major = (uint32_t)any_number(f, tx->change_to.major);
		break;
	case 3:
		tx->change_to.minor = (uint32_t)any_number(f, tx->change_to.minor);
		break;
	case 4:
		tx->unlock_time = any_number(f, tx->unlock_time);
		break;
	default:
		tx->fee = one_in(f, 2) ? other_number(f, tx->fee) : below(f, 1 + (tx->fee << below(f, 4)));
	}
}

/* Parts come, go and change places. */
static void change_shape(struct forge *f, struct sn_unsigned_tx *tx)
{
	struct sn_unsigned_tx *other = some_tx(f);
	struct sn_unsigned_input *in = some_input(f, tx), in_was;
	struct sn_unsigned_destination *to = some_destination(f, tx), to_was;
	switch (below(f, 8)) {
	case 0:
		spend_coin(tx, some_input(f, other));
		break;
	case 1:
		(void)spend_more(f, tx);
		break;
	case 2:
		if (tx->n_inputs > 1)
			tx->n_inputs--;
		break;
	case 3:
		pay(tx, some_destination(f, other)->address, 1 + below(f, COLD_XMR));
		break;
	case 4:
		pay(tx, some_recipient(f), 1 + below(f, COLD_XMR));
		break;
	case 5:
		if (tx->n_destinations > 1)
			tx->n_destinations--;
		break;
	case 6:
		in_was = *in;
		*in = other->inputs[0];
		other->inputs[0] = in_was;
		break;
	default:
		to_was = *to;
		*to = other->destinations[0];
		other->destinations[0] = to_was;
	}
}

static void change_something(struct forge *f)
{
	switch (below(f, 5)) {
	case 0:
	case 1:
		change_input(f, some_input_of_set(f));
		break;
	case 2:
		change_destination(f, some_destination_of_set(f));
		break;
	case 3:
		change_tx(f, some_tx(f));
		break;
	default:
		change_shape(f, some_tx(f));
	}
}

static void allow_something(struct forge *f)
{
	f->limits.allow_dust = one_in(f, 4);
	f->limits.allow_unlock_time = one_in(f, 4);
	if (one_in(f, 8)) {
		f->limits.has_max_fee = true;
		f->limits.max_fee = below(f, COLD_XMR);
	}
	if (one_in(f, 8))
		any_rules(f);
}

static void mutate(struct forge *f, size_t n)
{
	honest(f, (struct needs){0});
	allow_something(f);
	while (n--)
		change_something(f);
}

static void one_field(struct forge *f)
{
	mutate(f, 1);
}

static void some_fields(struct forge *f)
{
	mutate(f, 2 + below(f, 2));
}

static void one_field_balanced(struct forge *f)
{
	mutate(f, 1);
	balance_all(f);
}

static void some_fields_balanced(struct forge *f)
{
	mutate(f, 2 + below(f, 2));
	balance_all(f);
}

/* Only payments: more of these pass. */
static void payment_balanced(struct forge *f)
{
	honest(f, (struct needs){0});
	allow_something(f);
	for (uint64_t n = 1 + below(f, 3); n; n--) {
		if (one_in(f, 3))
			change_tx(f, some_tx(f));
		else
			change_destination(f, some_destination_of_set(f));
	}
	balance_all(f);
}

/* Two honest sets become one. */
static void splice(struct forge *f)
{
	struct forge other;
	forge_init(&other, f->world, &f->random, 0);
	honest(f, (struct needs){0});
	honest(&other, (struct needs){0});
	allow_something(f);
	struct sn_unsigned_tx *a = some_tx(f), *b = some_tx(&other);
	switch (below(f, 6)) {
	case 0:
		*some_input(f, a) = *some_input(f, b);
		break;
	case 1:
		*some_destination(f, a) = *some_destination(f, b);
		break;
	case 2:
		a->has_change = b->has_change;
		a->change = b->change;
		a->change_to = b->change_to;
		break;
	case 3:
		a->fee = b->fee;
		break;
	case 4: /* a ring */
		memcpy(some_input(f, a)->ring, some_input(f, b)->ring, sizeof a->inputs->ring);
		break;
	default: {
		struct sn_unsigned_tx was = *a;
		*a = *b;
		*b = was;
	}
	}
	if (one_in(f, 2))
		balance_all(f);
	forge_free(&other);
}

/* One value in the bytes; the following bytes may then mean something else. */
static void one_value(struct forge *f)
{
	honest(f, (struct needs){0});
	allow_something(f);
	forge_wire(f);
	struct wire *w = &f->wire;
	size_t i = below(f, w->n);
	uint8_t bytes[32];
	size_t len = w->fields[i].len;
	switch (w->fields[i].kind) {
	case FIELD_COUNT:
	case FIELD_NUMBER:
		len = wire_varint(bytes, any_number(f, wire_number(w, i)), one_in(f, 8) ? 1 : 0);
		break;
	case FIELD_KIND:
		bytes[0] = (uint8_t)below(f, 4);
		break;
	case FIELD_POINT: {
		struct sn_point p;
		memcpy(p.b, w->bytes.data + w->fields[i].at, 32);
		p = other_point(f, &p);
		memcpy(bytes, p.b, 32);
		break;
	}
	default:
		sn_random_bytes(&f->random, bytes, len);
	}
	wire_replace(w, i, bytes, len);
}

static void any_byte(struct forge *f)
{
	honest(f, (struct needs){0});
	allow_something(f);
	forge_wire(f);
	struct sn_buf *b = &f->wire.bytes;
	for (uint64_t n = one_in(f, 2) ? 1 : 1 + below(f, 4); n; n--)
		b->data[below(f, b->len)] ^= (uint8_t)(1 << below(f, 8));
}

/* A byte that comes or goes. */
static void shifted(struct forge *f)
{
	honest(f, (struct needs){0});
	forge_wire(f);
	struct sn_buf *b = &f->wire.bytes;
	size_t at = below(f, b->len);
	if (one_in(f, 2)) {
		sn_put_u8(b, 0);
		memmove(b->data + at + 1, b->data + at, b->len - at - 1);
		b->data[at] = (uint8_t)below(f, 256);
	} else {
		memmove(b->data + at, b->data + at + 1, b->len - at - 1);
		b->len--;
	}
}

const struct lie lies_random[] = {
	{.name = "one thing changed", .tell = one_field, .expected = EITHER, .weight = 70},
	{.name = "some things changed", .tell = some_fields, .expected = EITHER, .weight = 130},
	{.name = "one thing changed, sums put right",
	 .tell = one_field_balanced,
	 .expected = EITHER,
	 .weight = 35},
	{.name = "some things changed, sums put right",
	 .tell = some_fields_balanced,
	 .expected = EITHER,
	 .weight = 60},
	{.name = "what is paid changed, sums put right",
	 .tell = payment_balanced,
	 .expected = EITHER,
	 .weight = 12},
	{.name = "two sets in one", .tell = splice, .expected = EITHER, .weight = 45},
	{.name = "one value changed in the bytes", .tell = one_value, .expected = EITHER, .weight = 90},
	{.name = "some bits of the bytes changed", .tell = any_byte, .expected = EITHER, .weight = 150},
	{.name = "a byte more or less", .tell = shifted, .expected = EITHER, .weight = 70},
	{0},
};
