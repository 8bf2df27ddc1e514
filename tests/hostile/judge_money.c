/* Where the money of one transaction comes from and goes. */
#include "judge.h"

#include "chain/extra.h"
#include "chain/output.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include <sodium.h>

/* ---------------------------------------------------------------- inputs */

/* As a network that is strict would have it. */
static bool is_good_ring(const struct sn_unsigned_input *in)
{
	for (size_t i = 0; i < 16; i++) {
		if (!crypto_core_ed25519_is_valid_point(in->ring[i].key.b) ||
		    !crypto_core_ed25519_is_valid_point(in->ring[i].commitment.b))
			return false;
		for (size_t j = 0; j < i; j++)
			if (sn_point_is_equal(&in->ring[i].key, &in->ring[j].key) ||
			    in->global_index[j] >= in->global_index[i])
				return false;
	}
	return true;
}

bool own_output(struct sn_point *key, struct sn_point *image, struct sn_scalar *shared,
		const struct sn_account *alice, const struct sn_point *tx_key, uint64_t index,
		struct sn_subaddress_index to)
{
	struct sn_point derivation;
	struct sn_scalar spend, x;
	if (sn_derive(&derivation, tx_key, &alice->view_secret))
		return false;
	sn_account_spend_secret(&spend, alice, to);
	sn_derive_secret_key(&x, &derivation, index, &spend);
	sn_derivation_to_scalar(shared, &derivation, index);
	sn_secret_to_public(key, &x);
	sn_key_image(image, key, &x);
	return true;
}

/* Whether input i spends this output, with the stated amount. */
static bool is_spent_by(struct sn_point *key, const struct world *world, const struct sn_unsigned_input *in,
			const struct sn_tx_input *by, const uint64_t *indices)
{
	struct sn_point image, commitment;
	struct sn_scalar shared, mask;
	size_t n = 0, at = 0;
	if (in->n_ring != 16 || memcmp(indices, in->global_index, 16 * sizeof *indices) ||
	    !own_output(key, &image, &shared, &world->people[ALICE], &in->tx_key, in->index,
			in->subaddress) ||
	    !sn_point_is_equal(&image, &by->key_image) || !is_good_ring(in))
		return false;
	for (size_t i = 0; i < 16; i++)
		if (sn_point_is_equal(&in->ring[i].key, key)) {
			at = i;
			n++;
		}
	if (in->mask_kind == SN_MASK_DERIVED)
		sn_commitment_mask(&mask, &shared);
	else
		mask = in->mask_kind == SN_MASK_ONE ? sn_scalar_one : in->mask;
	sn_commit(&commitment, &mask, in->amount);
	return n == 1 && sn_point_is_equal(&commitment, &in->ring[at].commitment);
}

bool judge_inputs(struct verdict *v, uint64_t *sum, struct sn_point *spent, const struct world *world,
		  const struct sn_unsigned_tx *asked, const struct sn_tx *tx)
{
	*sum = 0;
	if (tx->n_inputs != asked->n_inputs)
		return wrong(v, "not as many inputs as asked for");
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_tx_input *in = &tx->inputs[i];
		const struct sn_unsigned_input *from = NULL;
		uint64_t indices[SN_RING_MAX];
		if (in->kind != SN_INPUT_KEY || in->amount || in->ring_size != 16 ||
		    sn_tx_ring_indices(indices, tx, i))
			return wrong(v, "input %zu is of another form", i);
		if (i && memcmp(tx->inputs[i - 1].key_image.b, in->key_image.b, 32) <= 0)
			return wrong(v, "key images do not descend");
		for (size_t j = 0; j < asked->n_inputs && !from; j++)
			if (is_spent_by(&spent[i], world, &asked->inputs[j], in, indices))
				from = &asked->inputs[j];
		if (!from)
			return wrong(
				v, "input %zu is not ours, not asked for, or does not hold what was said", i);
		if (__builtin_add_overflow(*sum, from->amount, sum))
			return wrong(v, "the inputs add up to the sum of the amounts overflows");
	}
	return true;
}

/* ---------------------------------------------------------------- tx extra */

struct extra {
	struct sn_point tx_key;
	struct sn_point additional[SN_TX_OUTPUTS_MAX];
	size_t n_additional;
	bool has_id;
	uint8_t id[SN_PAYMENT_ID_BYTES];
};

/* 01 R, then maybe 04 n keys, then maybe 02 09 01 id: byte by byte. */
static bool read_extra(struct extra *extra, const struct sn_tx *tx)
{
	struct sn_reader r;
	*extra = (struct extra){.n_additional = 0};
	sn_reader_init(&r, tx->extra, tx->extra_len);
	if (sn_read_u8(&r) != 1)
		return false;
	sn_read_copy(&r, extra->tx_key.b, 32);
	if (r.left && *r.at == 4) {
		sn_read_u8(&r);
		extra->n_additional = sn_read_u8(&r);
		if (extra->n_additional != tx->n_outputs)
			return false;
		for (size_t i = 0; i < extra->n_additional; i++)
			sn_read_copy(&r, extra->additional[i].b, 32);
	}
	if (r.left) {
		extra->has_id = sn_read_u8(&r) == 2 && sn_read_u8(&r) == 9 && sn_read_u8(&r) == 1;
		sn_read_copy(&r, extra->id, sizeof extra->id);
		if (!extra->has_id)
			return false;
	}
	return sn_reader_is_done(&r);
}

static bool same_keys(const struct sn_address *a, const struct sn_address *b)
{
	return sn_point_is_equal(&a->spend, &b->spend) && sn_point_is_equal(&a->view, &b->view);
}

/* ---------------------------------------------------------------- outputs */

struct found {
	bool is_found, is_taken;
	size_t person;
	struct sn_owned_output output;
};

struct outputs {
	const struct world *world;
	const struct sn_tx *tx;
	const struct shown_tx *shown;
	struct extra extra;
	struct found found[SN_TX_OUTPUTS_MAX];
	/* Of those that are ours. */
	bool is_own[SN_TX_OUTPUTS_MAX];
	struct sn_subaddress_index own_index[SN_TX_OUTPUTS_MAX];
	/* What is drawn for a transaction: the place of each that is paid, the change or the company being
	 * the last, which is to be where it was taken; and the secret tx keys. */
	size_t place[SN_TX_OUTPUTS_MAX], taken_at[SN_TX_OUTPUTS_MAX];
	struct sn_scalar r, additional_r[SN_TX_OUTPUTS_MAX], nobody;
};

/* Each account looks for its outputs. */
static bool everybody_scans(struct verdict *v, struct outputs *o)
{
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	for (size_t p = 0; p < PEOPLE; p++) {
		size_t n;
		if (sn_output_scan_tx(owned, &n, o->tx, &o->world->people[p], &o->world->tables[p]))
			return wrong(v, "it cannot be scanned");
		for (size_t i = 0; i < n; i++) {
			struct found *found = &o->found[owned[i].index];
			if (found->is_found)
				return wrong(v, "two people find one output");
			*found = (struct found){.is_found = true, .person = p, .output = owned[i]};
		}
	}
	return true;
}

/* The owner of an address, and its `index` there. */
static bool find_person(const struct world *world, size_t *person, struct sn_subaddress_index *index,
			const struct sn_address *address)
{
	for (size_t p = 0; p < PEOPLE; p++) {
		struct sn_address theirs;
		if (!sn_subaddress_table_find(index, &world->tables[p], &address->spend))
			continue;
		sn_account_address(&theirs, &world->people[p], *index);
		bool is_sub = address->kind == SN_ADDRESS_SUBADDRESS;
		if (same_keys(&theirs, address) && is_sub == (theirs.kind == SN_ADDRESS_SUBADDRESS)) {
			*person = p;
			return true;
		}
	}
	return false;
}

/* Does output i, made with this derivation, pay `amount` to this spend key? */
static bool pays(const struct outputs *o, size_t i, const struct sn_point *derivation,
		 const struct sn_point *spend, uint64_t amount)
{
	const struct sn_tx_output *out = &o->tx->outputs[i];
	struct sn_point p, commitment;
	struct sn_scalar shared, mask;
	uint8_t plain[8];
	if (sn_derive_public_key(&p, derivation, i, spend) || !sn_point_is_equal(&p, &out->key) ||
	    out->view_tag != sn_derive_view_tag(derivation, i))
		return false;
	sn_derivation_to_scalar(&shared, derivation, i);
	sn_amount_crypt8(plain, out->encrypted_amount, &shared);
	sn_commitment_mask(&mask, &shared);
	sn_commit(&commitment, &mask, amount);
	return sn_load_u64(plain) == amount && sn_point_is_equal(&commitment, &out->commitment);
}

/* secret·B, or secret·G without B, is `key`? */
static bool is_public_key(const struct sn_point *key, const struct sn_scalar *secret,
			  const struct sn_point *base)
{
	struct sn_ge ge;
	struct sn_point p;
	if (!base) {
		sn_secret_to_public(&p, secret);
	} else {
		if (sn_ge_decode(&ge, base))
			return false;
		sn_ge_mul(&ge, secret, &ge);
		sn_ge_encode(&p, &ge);
	}
	return sn_point_is_equal(&p, key);
}

/* The number of recipients except ourselves, by kind. */
struct parties {
	size_t n, n_subaddresses;
	const struct sn_address *first;
};

static struct parties count_parties(const struct shown_tx *shown)
{
	struct parties parties = {.n = 0};
	for (size_t i = 0; i < shown->n; i++) {
		const struct sn_address *to = &shown->destinations[i].address;
		bool is_new = !shown->has_change || !same_keys(to, &shown->change_address);
		for (size_t j = 0; j < i; j++)
			is_new &= !same_keys(to, &shown->destinations[j].address);
		if (!is_new)
			continue;
		parties.n++;
		parties.n_subaddresses += to->kind == SN_ADDRESS_SUBADDRESS;
		parties.first = parties.first ? parties.first : to;
	}
	return parties;
}

/* What a signer draws that keeps the rule: from a stream of its own for the transaction, keyed with the spend
 * secret and the digest of the set, the order by Fisher and Yates, r, the additional keys if there are any,
 * the spend secret of nobody. What comes next in `random` are the pseudo-output masks. */
static void draw(struct outputs *o, struct sn_random *random, const struct sn_hash *digest, size_t number)
{
	size_t order[SN_TX_OUTPUTS_MAX], n = o->tx->n_outputs;
	struct sn_random of_set;
	sn_random_init(&of_set, "sneakernote signing", &o->world->people[ALICE].spend_secret, digest->b,
		       sizeof digest->b);
	sn_random_fork(random, &of_set, "transaction", number);
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = n; i > 1; i--) {
		size_t j = sn_random_below(random, i), other = order[i - 1];
		order[i - 1] = order[j];
		order[j] = other;
	}
	for (size_t i = 0; i < n; i++)
		o->place[order[i]] = i;
	sn_random_scalar(random, &o->r);
	for (size_t i = 0; i < o->extra.n_additional; i++)
		sn_random_scalar(random, &o->additional_r[i]);
	sn_random_scalar(random, &o->nobody);
}

/* Those in tx extra are of what was drawn: R = r·G, or r·D for a subaddress that is the only recipient; and
 * where each output has one of its own, that by its address. Drawn keys hide who is paid; that they are known
 * makes the secret ones evidence. */
static bool judge_tx_keys(struct verdict *v, const struct outputs *o, const struct parties *parties)
{
	const struct shown_tx *shown = o->shown;
	bool is_alone = parties->n == 1 && parties->n_subaddresses;
	if (!is_public_key(&o->extra.tx_key, &o->r, is_alone ? &parties->first->spend : NULL))
		return wrong(v, "the tx key is not that of the set");
	if ((parties->n_subaddresses && parties->n > 1) != (o->extra.n_additional > 0))
		return wrong(v, "additional tx keys without need, or none where one is needed");
	for (size_t j = 0; j < o->extra.n_additional; j++) {
		const struct sn_address *to =
			j < shown->n ? &shown->destinations[j].address : &shown->change_address;
		size_t i = o->place[j];
		if (!is_public_key(&o->extra.additional[i], &o->additional_r[i],
				   to->kind == SN_ADDRESS_SUBADDRESS ? &to->spend : NULL))
			return wrong(v, "additional tx key %zu is not that of the set", i);
	}
	return true;
}

/* What the sender of output i and the owner of `to` share: 8·r·C. */
static bool derive_as_sender(struct sn_point *derivation, const struct outputs *o, size_t i,
			     const struct sn_address *to)
{
	bool is_sub = to->kind == SN_ADDRESS_SUBADDRESS;
	const struct sn_scalar *r = o->extra.n_additional && is_sub ? &o->additional_r[i] : &o->r;
	const struct sn_point *key = r == &o->r ? &o->extra.tx_key : &o->extra.additional[i];
	/* The owner of a subaddress looks for 8·a·R with R = r·D, that of a standard one with R = r·G. */
	return is_public_key(key, r, is_sub ? &to->spend : NULL) && !sn_derive(derivation, &to->view, r);
}

/* Outputs that may be the j-th of what is paid: the one at the place that was drawn for it, then all others.
 * NO_OUTPUT: none is left. */
#define NO_OUTPUT SN_TX_OUTPUTS_MAX
static size_t candidate(const struct outputs *o, size_t j, size_t k)
{
	return k < o->tx->n_outputs ? (o->place[j] + k) % o->tx->n_outputs : NO_OUTPUT;
}

static bool take(struct outputs *o, size_t j, size_t i)
{
	o->found[i].is_taken = true;
	o->taken_at[j] = i;
	return true;
}

/* To an address that is nobody's, though it may be put together of somebody's keys, who then may find the
 * output even so. */
static bool take_strangers(struct outputs *o, size_t j, const struct shown_destination *d)
{
	struct sn_point derivation;
	for (size_t i, k = 0; (i = candidate(o, j, k)) != NO_OUTPUT; k++)
		if (!o->found[i].is_taken && derive_as_sender(&derivation, o, i, &d->address) &&
		    pays(o, i, &derivation, &d->address.spend, d->amount))
			return take(o, j, i);
	return false;
}

/* To the change address, which is ours though it may be beyond those that we look at: 8·a·R. */
static bool take_beyond(struct outputs *o, size_t j, const struct sn_address *to, uint64_t amount)
{
	struct sn_point derivation;
	if (sn_derive(&derivation, &o->extra.tx_key, &o->world->people[ALICE].view_secret))
		return false;
	for (size_t i, k = 0; (i = candidate(o, j, k)) != NO_OUTPUT; k++)
		if (!o->found[i].is_taken && pays(o, i, &derivation, &to->spend, amount))
			return take(o, j, i);
	return false;
}

static bool take_persons(struct outputs *o, size_t j, size_t person, struct sn_subaddress_index index,
			 uint64_t amount)
{
	for (size_t i, k = 0; (i = candidate(o, j, k)) != NO_OUTPUT; k++) {
		const struct found *found = &o->found[i];
		if (!found->is_found || found->is_taken || found->person != person ||
		    found->output.amount != amount || found->output.subaddress.major != index.major ||
		    found->output.subaddress.minor != index.minor ||
		    found->output.mask_kind != SN_MASK_DERIVED)
			continue;
		o->is_own[i] = person == ALICE;
		o->own_index[i] = index;
		return take(o, j, i);
	}
	return false;
}

static bool take_own_beyond(struct outputs *o, size_t j, const struct sn_address *to,
			    struct sn_subaddress_index index, uint64_t amount)
{
	if (!take_beyond(o, j, to, amount))
		return false;
	o->is_own[o->taken_at[j]] = true;
	o->own_index[o->taken_at[j]] = index;
	return true;
}

static bool take_change(struct outputs *o)
{
	const struct shown_tx *shown = o->shown;
	const size_t j = shown->n;
	struct sn_address to;
	sn_account_address(&to, &o->world->people[ALICE], shown->change_to);
	if (!sn_address_is_equal(&to, &shown->change_address))
		return false;
	if (shown->change_to.major < 50)
		return take_persons(o, j, ALICE, shown->change_to, shown->change);
	return take_own_beyond(o, j, &to, shown->change_to, shown->change);
}

static bool take_destination(struct verdict *v, struct outputs *o, size_t j)
{
	const struct shown_destination *d = &o->shown->destinations[j];
	struct sn_subaddress_index index;
	size_t person;
	bool is_known = find_person(o->world, &person, &index, &d->address);
	if (d->own &&
	    !is_known) { /* the signer knows more of our addresses than the tables have: compute this one */
		struct sn_address ours;
		sn_account_address(&ours, &o->world->people[ALICE], d->own_index);
		return (sn_address_is_equal(&ours, &d->address) &&
			take_own_beyond(o, j, &ours, d->own_index, d->amount)) ||
		       wrong(v, "an address is shown as our own, which it is not, or which is not paid");
	}
	if (d->own != (is_known && person == ALICE))
		return wrong(v, "an own address is not shown as one, or another is");
	if (d->own && (d->own_index.major != index.major || d->own_index.minor != index.minor))
		return wrong(v, "an own address is shown with another index");
	if (is_known)
		return take_persons(o, j, person, index, d->amount) ||
		       wrong(v, "a recipient whose address is shown does not find %llu",
			     (unsigned long long)d->amount);
	if (o->shown->has_change && sn_address_is_equal(&d->address, &o->shown->change_address))
		return take_beyond(o, j, &d->address, d->amount) ||
		       wrong(v, "what is paid to the change address does not come back");
	return take_strangers(o, j, d) || wrong(v, "the stranger whose address is shown is not paid %llu",
						(unsigned long long)d->amount);
}

/* What is left is company for a lone output: 0, which only we can open, to a key that nobody was told. */
static bool judge_rest(struct verdict *v, struct outputs *o)
{
	bool may_be_dummy = o->shown->n == 1 && !o->shown->has_change;
	for (size_t i = 0; i < o->tx->n_outputs; i++) {
		const struct sn_tx_output *out = &o->tx->outputs[i];
		struct sn_point derivation, spend;
		if (o->found[i].is_taken)
			continue;
		if (o->found[i].is_found)
			return wrong(v, "output %zu goes to somebody who is not shown", i);
		if (!may_be_dummy ||
		    sn_derive(&derivation, &o->extra.tx_key, &o->world->people[ALICE].view_secret) ||
		    sn_derive_spend_key(&spend, &derivation, i, &out->key) ||
		    !is_public_key(&spend, &o->nobody, NULL) || !pays(o, i, &derivation, &spend, 0))
			return wrong(v, "output %zu goes nobody knows where", i);
		may_be_dummy = !take(o, o->shown->n, i);
	}
	return true;
}

/* Their order is the one drawn, and says nothing of what they are: `v` is told how far from the middle the
 * first of them is, and the last, which is the change or the company. */
static bool judge_order(struct verdict *v, const struct outputs *o)
{
	const size_t n = o->tx->n_outputs, ends[] = {0, n - 1};
	for (size_t j = 0; j < n; j++)
		if (o->taken_at[j] != o->place[j])
			return wrong(v, "the outputs do not stand in the order drawn");
	for (size_t k = 0; k < 2; k++) {
		v->leaning[k].off += 2 * (int64_t)o->taken_at[ends[k]] - (int64_t)(n - 1);
		v->leaning[k].spread += n * n - 1;
	}
	return true;
}

/* Those of ours, in order, each with the key image by which it will be spent. */
static bool judge_created(struct verdict *v, const struct outputs *o, const struct sn_signed_tx *signed_tx)
{
	size_t n = 0;
	for (size_t i = 0; i < o->tx->n_outputs; i++) {
		struct sn_point key, image, other_key, other_image;
		struct sn_scalar shared;
		if (!o->is_own[i])
			continue;
		const struct sn_account *alice = &o->world->people[ALICE];
		bool is_right =
			own_output(&key, &image, &shared, alice, &o->extra.tx_key, i, o->own_index[i]) &&
			sn_point_is_equal(&key, &o->tx->outputs[i].key);
		if (!is_right && o->extra.n_additional &&
		    own_output(&other_key, &other_image, &shared, alice, &o->extra.additional[i], i,
			       o->own_index[i])) {
			image = other_image;
			is_right = sn_point_is_equal(&other_key, &o->tx->outputs[i].key);
		}
		if (!is_right)
			return wrong(v, "we cannot spend what is ours");
		if (n == signed_tx->n_created || signed_tx->created[n].index != i ||
		    !sn_point_is_equal(&signed_tx->created[n].image, &image))
			return wrong(v,
				     "the signed file does not name what is ours, or with another key image");
		n++;
	}
	return n == signed_tx->n_created || wrong(v, "the signed file names more than is ours");
}

/* ---------------------------------------------------------------- payment IDs */

static bool decrypt_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct outputs *o,
		       const struct sn_address *reader)
{
	struct sn_subaddress_index index;
	struct sn_point derivation;
	size_t person;
	if (find_person(o->world, &person, &index, reader)
		    ? sn_derive(&derivation, &o->extra.tx_key, &o->world->people[person].view_secret)
		    : sn_derive(&derivation, &reader->view, &o->r))
		return false;
	sn_payment_id_crypt(id, o->extra.id, &derivation);
	return true;
}

/* Whoever reads it finds the payment id of the address that is shown, or zeros. */
static bool judge_payment_id(struct verdict *v, const struct outputs *o, const struct parties *parties)
{
	const struct shown_tx *shown = o->shown;
	const struct sn_address *integrated = NULL, *reader = parties->n == 1 ? parties->first : NULL;
	uint8_t id[SN_PAYMENT_ID_BYTES], expected[SN_PAYMENT_ID_BYTES] = {0};
	if (!parties->n)
		reader = &shown->change_address;
	for (size_t i = 0; i < shown->n; i++)
		if (shown->destinations[i].address.kind == SN_ADDRESS_INTEGRATED)
			integrated = &shown->destinations[i].address;
	/* A wallet assigns the id to all that it receives here, at its subaddresses too; and another one's
	 * reading of it is noise. */
	for (size_t i = 0; integrated && i < shown->n; i++)
		if (!same_keys(&shown->destinations[i].address, integrated) ||
		    shown->destinations[i].address.kind != SN_ADDRESS_INTEGRATED ||
		    memcmp(shown->destinations[i].address.payment_id, integrated->payment_id, sizeof id))
			return wrong(
				v, "an address with a payment id, and beside it a recipient without that id");
	if (o->extra.has_id != (integrated || (o->tx->n_outputs == 2 && reader)))
		return wrong(v, "a payment id where others have none, or none where they have one");
	if (!o->extra.has_id)
		return true;
	if (!reader)
		return wrong(v, "a payment id that several recipients would have to read");
	if (integrated)
		memcpy(expected, integrated->payment_id, sizeof expected);
	/* For ourselves, who paid ourselves, it is encrypted as for anybody else: 8·r·C, which at a
	 * subaddress is not 8·a·R. */
	if (!parties->n) {
		struct sn_point derivation;
		if (!is_public_key(&o->extra.tx_key, &o->r, NULL) ||
		    sn_derive(&derivation, &reader->view, &o->r))
			return wrong(v, "the tx key is not r·G");
		sn_payment_id_crypt(id, o->extra.id, &derivation);
	} else if (!decrypt_id(id, o, reader)) {
		return wrong(v, "the payment id cannot be read");
	}
	return !memcmp(id, expected, sizeof id) || wrong(v, "the payment id is not the one shown");
}

bool judge_outputs(struct verdict *v, struct sn_random *drawn, const struct world *world,
		   const struct sn_hash *digest, size_t i, const struct shown_tx *shown,
		   const struct sn_signed_tx *signed_tx, const struct sn_tx *tx)
{
	struct outputs o = {.world = world, .tx = tx, .shown = shown};
	struct parties parties = count_parties(shown);
	if (!read_extra(&o.extra, tx))
		return wrong(v, "tx extra holds something else than it should");
	draw(&o, drawn, digest, i);
	if (!judge_tx_keys(v, &o, &parties) || !everybody_scans(v, &o) || !is_fresh(v, &o.extra.tx_key, 1) ||
	    !is_fresh(v, o.extra.additional, o.extra.n_additional))
		return false;
	if (shown->has_change && !take_change(&o))
		return wrong(v, "the change does not come back to the address shown");
	for (size_t j = 0; j < shown->n; j++)
		if (!take_destination(v, &o, j))
			return false;
	return judge_rest(v, &o) && judge_order(v, &o) && judge_created(v, &o, signed_tx) &&
	       judge_payment_id(v, &o, &parties);
}
