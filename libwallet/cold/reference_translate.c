#include "cold/reference_translate.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/extra.h"
#include "cold/reference_origin.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "handoff/hex_text.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define RANGE_PROOF_PADDED 3 /* rct_config of hard fork 16: Bulletproofs+ and CLSAG */
#define BP_VERSION 4

/* ------------------------------------------------------------------ inputs */

/* Addresses that may have received the inputs of a transaction, computed when needed. */
struct candidates {
	const struct sn_account *account;
	const struct sn_tx_construction_data *data;
	struct sn_point *keys; /* of the addresses of nth() */
	size_t n;
};

/* The primary address of the account first: most sets need no other. */
static struct sn_subaddress_index nth(const struct candidates *c, size_t i)
{
	return (struct sn_subaddress_index){c->data->subaddr_account,
					    i ? (uint32_t)c->data->subaddr_indices[i - 1] : 0};
}

/* Find the address that received an output with these origins. */
static const struct sn_reference_origin *find_address(struct sn_subaddress_index *index, struct candidates *c,
						      const struct sn_reference_origin *origins, size_t n)
{
	const struct sn_reference_origin *found = NULL;
	for (size_t i = 0; !found && i <= c->data->n_subaddr_indices; i++) {
		if (i == c->n) {
			struct sn_address address;
			sn_account_address(&address, c->account, nth(c, i));
			c->keys[c->n++] = address.spend;
		}
		*index = nth(c, i);
		found = sn_reference_origin_find(origins, n, &c->keys[i]);
	}
	return found;
}

static int copy_ring(struct sn_unsigned_input *in, const struct sn_tx_source_entry *source,
		     struct sn_error *err)
{
	in->n_ring = source->n_outputs;
	for (size_t i = 0; i < source->n_outputs; i++) {
		in->global_index[i] = source->outputs[i].global_index;
		in->ring[i] = source->outputs[i].member;
		if (i && in->global_index[i] <= in->global_index[i - 1])
			return sn_error_set(err, SN_REFUSED,
					    "the members of a ring are not in ascending order");
	}
	return SN_OK;
}

/* Which kind a mask has is public, as it is in our own sets. */
static enum sn_mask_kind kind_of_mask(const struct sn_account *account, const struct sn_unsigned_input *in,
				      const struct sn_scalar *mask)
{
	struct sn_point derivation;
	struct sn_scalar shared, derived = {{0}};
	if (!sn_derive(&derivation, &in->tx_key, &account->view_secret)) {
		sn_derivation_to_scalar(&shared, &derivation, in->index);
		sn_commitment_mask(&derived, &shared);
	}
	bool is_derived = sodium_memcmp(derived.b, mask->b, sizeof mask->b) == 0;
	bool is_one = sodium_memcmp(sn_scalar_one.b, mask->b, sizeof mask->b) == 0;
	SN_PUBLIC(&is_derived, sizeof is_derived);
	SN_PUBLIC(&is_one, sizeof is_one);
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&shared, sizeof shared);
	sn_wipe(&derived, sizeof derived);
	return is_derived ? SN_MASK_DERIVED : is_one ? SN_MASK_ONE : SN_MASK_EXPLICIT;
}

static int translate_source(struct sn_unsigned_input *in, struct candidates *c,
			    const struct sn_tx_source_entry *source, struct sn_error *err)
{
	if (!source->rct)
		return sn_error_set(err, SN_REFUSED,
				    "it spends an output from before RingCT, which is not supported");
	if (source->real_output_in_tx_index > SN_INTEROP_OUTPUT_INDEX_MAX)
		return sn_error_set(err, SN_REFUSED, "its position in its transaction is %llu; at most %d",
				    (unsigned long long)source->real_output_in_tx_index,
				    SN_INTEROP_OUTPUT_INDEX_MAX);
	const struct sn_reference_output output = {
		.key = source->outputs[source->real_output].member.key,
		.tx_key = source->real_out_tx_key,
		.additional = source->real_out_additional_tx_keys,
		.n_additional = source->n_real_out_additional_tx_keys,
		.index = source->real_output_in_tx_index,
	};
	struct sn_reference_origin origins[SN_REFERENCE_ORIGINS_MAX];
	const size_t n = sn_reference_origins(origins, c->account, &output);
	const struct sn_reference_origin *origin = find_address(&in->subaddress, c, origins, n);
	if (!origin)
		return sn_error_set(
			err, SN_REFUSED,
			"it does not belong to this wallet: none of the addresses in the file received it");
	in->tx_key = origin->tx_key;
	in->index = (uint32_t)output.index;
	in->amount = source->amount;
	in->mask_kind = kind_of_mask(c->account, in, &source->mask);
	if (in->mask_kind == SN_MASK_EXPLICIT) {
		in->mask = source->mask;
		if (!sn_scalar_is_canonical(&in->mask))
			return sn_error_set(err, SN_REFUSED, "its mask is not below the group order");
	}
	return copy_ring(in, source, err);
}

static int translate_sources(struct sn_unsigned_tx *tx, const struct sn_account *account,
			     const struct sn_tx_construction_data *data, struct sn_error *err)
{
	struct candidates c = {.account = account, .data = data};
	int ret = SN_OK;
	tx->n_inputs = data->n_sources;
	tx->inputs = calloc(data->n_sources, sizeof *tx->inputs);
	c.keys = calloc(data->n_subaddr_indices + 1, sizeof *c.keys);
	if (!tx->inputs || !c.keys)
		ret = sn_error_memory(err);
	for (size_t i = 0; !ret && i < data->n_sources; i++) {
		ret = translate_source(&tx->inputs[i], &c, &data->sources[i], err);
		if (ret == SN_REFUSED)
			sn_error_prefix(err, ret, "input %zu", i + 1);
	}
	free(c.keys);
	return ret;
}

/* ------------------------------------------------------------------ outputs */

static bool has_keys(const struct sn_tx_destination_entry *entry, const struct sn_tx_destination_entry *other)
{
	return sn_point_is_equal(&entry->spend, &other->spend) &&
	       sn_point_is_equal(&entry->view, &other->view);
}

/* The place of change or dummy in splitted_dsts, or n. The amount distinguishes it from a payment to our own
 * change address; entries with the same amount as well are exchangeable. */
static size_t find_change(const struct sn_tx_construction_data *data)
{
	const struct sn_tx_destinations *outputs = &data->splitted_dsts;
	size_t i = 0;
	while (i < outputs->n && (outputs->entries[i].amount != data->change_dts.amount ||
				  !has_keys(&outputs->entries[i], &data->change_dts)))
		i++;
	return i;
}

/* The oldest attack on offline signers is a change address of the attacker. */
static int check_change(const struct sn_account *account, const struct sn_tx_construction_data *data,
			size_t at, struct sn_error *err)
{
	const struct sn_tx_destination_entry *change = &data->change_dts;
	struct sn_address own;
	sn_account_address(&own, account, (struct sn_subaddress_index){data->subaddr_account, 0});
	if (!sn_point_is_equal(&change->spend, &own.spend) || !sn_point_is_equal(&change->view, &own.view) ||
	    change->is_subaddress != (own.kind == SN_ADDRESS_SUBADDRESS) || change->is_integrated)
		return sn_error_set(
			err, SN_REFUSED,
			"the change does not go to %u/0, the primary address of the inputs' account",
			data->subaddr_account);
	const struct sn_tx_destinations *outputs = &data->splitted_dsts;
	if (at == outputs->n || outputs->entries[at].is_subaddress != change->is_subaddress ||
	    outputs->entries[at].is_integrated)
		return sn_error_set(err, SN_REFUSED, "the change is not among the outputs");
	return SN_OK;
}

static int translate_destination(struct sn_unsigned_destination *to, const struct sn_account *account,
				 const struct sn_tx_destination_entry *entry, struct sn_error *err)
{
	if (entry->is_subaddress && entry->is_integrated)
		return sn_error_set(err, SN_REFUSED,
				    "an address is declared both a subaddress and an integrated address");
	to->amount = entry->amount;
	to->address = (struct sn_address){
		.network = account->network,
		.kind = entry->is_subaddress   ? SN_ADDRESS_SUBADDRESS
			: entry->is_integrated ? SN_ADDRESS_INTEGRATED
					       : SN_ADDRESS_STANDARD,
		.spend = entry->spend,
		.view = entry->view,
	};
	return SN_OK;
}

/* The file names no network. The addresses that the user typed do, unless the online wallet omits them. */
static int check_network(const struct sn_account *account, const struct sn_archive_bytes *original,
			 struct sn_error *err)
{
	char text[SN_ADDRESS_TEXT_MAX];
	struct sn_address address;
	struct sn_error ignored;
	if (original->len >= sizeof text)
		return SN_OK;
	if (original->len)
		memcpy(text, original->at, original->len);
	text[original->len] = 0;
	if (sn_address_parse(&address, text, &ignored) || address.network == account->network)
		return SN_OK;
	return sn_error_other_network(err, address.network, account->network);
}

/* Read the payment id. A dummy of zeros counts as none. */
static int read_extra(bool *has_id, uint8_t id[static SN_PAYMENT_ID_BYTES],
		      const struct sn_archive_bytes *bytes, struct sn_error *err)
{
	struct sn_reader r;
	struct sn_extra extra;
	struct sn_extra_field field;
	size_t n_nonces = 0;
	*has_id = false;
	sn_reader_init(&r, bytes->at, bytes->len);
	while (sn_extra_next(&field, &r)) {
		n_nonces += field.tag == SN_EXTRA_NONCE;
		if (field.tag != SN_EXTRA_NONCE && field.tag != SN_EXTRA_TX_KEY &&
		    field.tag != SN_EXTRA_ADDITIONAL_KEYS)
			return sn_error_set(err, SN_REFUSED, "tx extra has an unknown field, of type %d",
					    field.tag);
	}
	if (r.failed)
		return sn_error_set(err, SN_REFUSED, "tx extra cannot be parsed");
	if (!n_nonces)
		return SN_OK;
	sn_extra_parse(&extra, bytes->at, bytes->len);
	if (n_nonces > 1 || !sn_extra_encrypted_payment_id(id, &extra))
		return sn_error_set(
			err, SN_REFUSED,
			"tx extra has a nonce that is not the payment ID of an integrated address");
	*has_id = !sodium_is_zero(id, SN_PAYMENT_ID_BYTES);
	return SN_OK;
}

/* Give the payment id to the recipient that it is for. A sweep to an integrated address does not mark the
 * address as integrated, but the payment is the same. */
static int apply_payment_id(struct sn_unsigned_tx *tx, const struct sn_archive_bytes *bytes,
			    struct sn_error *err)
{
	bool has_id, has_integrated = false;
	uint8_t id[SN_PAYMENT_ID_BYTES];
	int ret = read_extra(&has_id, id, bytes, err);
	if (ret)
		return ret;
	if (has_id && tx->n_destinations == 1 && tx->destinations->address.kind == SN_ADDRESS_STANDARD)
		tx->destinations->address.kind = SN_ADDRESS_INTEGRATED;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		struct sn_address *address = &tx->destinations[i].address;
		if (address->kind != SN_ADDRESS_INTEGRATED)
			continue;
		has_integrated = true;
		if (has_id)
			memcpy(address->payment_id, id, sizeof id);
	}
	if (has_id != has_integrated)
		return sn_error_set(
			err, SN_REFUSED,
			has_id ? "tx extra has a payment ID, but no recipient is an integrated address"
			       : "an address is declared integrated, but tx extra has no payment ID");
	return SN_OK;
}

static int translate_outputs(struct sn_unsigned_tx *tx, const struct sn_account *account,
			     const struct sn_tx_construction_data *data, struct sn_error *err)
{
	const struct sn_tx_destinations *outputs = &data->splitted_dsts;
	const size_t at = find_change(data);
	tx->has_change = data->change_dts.amount > 0;
	if (tx->has_change) {
		int ret = check_change(account, data, at, err);
		if (ret)
			return ret;
		tx->change = data->change_dts.amount;
		tx->change_to = (struct sn_subaddress_index){data->subaddr_account, 0};
	}
	tx->destinations = calloc(outputs->n, sizeof *tx->destinations);
	if (!tx->destinations)
		return sn_error_memory(err);
	for (size_t i = 0; i < outputs->n; i++) {
		int ret = check_network(account, &outputs->entries[i].original, err);
		if (ret)
			return ret;
		if (i == at)
			continue;
		ret = translate_destination(&tx->destinations[tx->n_destinations++], account,
					    &outputs->entries[i], err);
		if (ret)
			return outputs->n > 1 ? sn_error_prefix(err, ret, "output %zu", i + 1) : ret;
	}
	/* Our plan adds the dummy where the reference wallet does, and nowhere else. */
	const bool has_dummy = !tx->has_change && at < outputs->n;
	if (!tx->has_change && has_dummy != (tx->n_destinations == 1))
		return sn_error_set(err, SN_REFUSED,
				    has_dummy ? "it has an output of amount zero beside several recipients"
					      : "it has one output; the network requires two");
	return apply_payment_id(tx, &data->extra, err);
}

/* ------------------------------------------------------------------ the whole */

static int check_kind(const struct sn_tx_construction_data *data, struct sn_error *err)
{
	if (data->construction_flags != (SN_CONSTRUCTION_USE_RCT | SN_CONSTRUCTION_USE_VIEW_TAGS) ||
	    data->range_proof_type != RANGE_PROOF_PADDED || data->bp_version != BP_VERSION)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_REFUSED,
				"it is a kind of transaction that the network has rejected since hard fork 16"),
			"update the online wallet to release 0.18 or later, and prepare the payment again");
	return SN_OK;
}

/* The fee is what the outputs leave. */
static int compute_fee(struct sn_unsigned_tx *tx, struct sn_error *err)
{
	uint64_t in = 0, out = tx->change;
	bool is_too_much = false;
	for (size_t i = 0; i < tx->n_inputs; i++)
		is_too_much |= __builtin_add_overflow(in, tx->inputs[i].amount, &in);
	for (size_t i = 0; i < tx->n_destinations; i++)
		is_too_much |= __builtin_add_overflow(out, tx->destinations[i].amount, &out);
	if (is_too_much)
		return sn_error_set(err, SN_REFUSED, "the sum of the amounts overflows");
	if (out > in)
		return sn_error_set(err, SN_REFUSED, "the outputs are more than the inputs");
	tx->fee = in - out;
	return SN_OK;
}

static int translate_tx(struct sn_unsigned_tx *tx, const struct sn_account *account,
			const struct sn_tx_construction_data *data, struct sn_error *err)
{
	int ret = check_kind(data, err);
	if (!ret)
		ret = translate_sources(tx, account, data, err);
	if (!ret)
		ret = translate_outputs(tx, account, data, err);
	if (!ret)
		ret = compute_fee(tx, err);
	tx->unlock_time = data->unlock_time;
	return ret;
}

/* Each candidate address costs a multiplication: a hostile file must not name more than it has inputs, as the
 * reference wallet never does. */
static int check_sizes(const struct sn_unsigned_tx_set *theirs, struct sn_error *err)
{
	size_t n_inputs = 0;
	for (size_t i = 0; i < theirs->n_txes; i++) {
		const struct sn_tx_construction_data *data = &theirs->txes[i];
		n_inputs += data->n_sources;
		if (data->n_subaddr_indices > data->n_sources)
			return sn_error_set(err, SN_REFUSED,
					    "transaction %zu names more addresses than it has inputs", i + 1);
	}
	if (n_inputs > SN_SET_INPUTS_MAX)
		return sn_error_set(err, SN_REFUSED, "the set has %zu inputs; at most %d are allowed",
				    n_inputs, SN_SET_INPUTS_MAX);
	return SN_OK;
}

int sn_reference_translate(struct sn_unsigned_set *set, const struct sn_account *account,
			   const struct sn_unsigned_tx_set *theirs, struct sn_error *err)
{
	*set = (struct sn_unsigned_set){0};
	int ret = check_sizes(theirs, err);
	if (ret)
		return ret;
	set->txs = calloc(theirs->n_txes, sizeof *set->txs);
	if (!set->txs)
		return sn_error_memory(err);
	set->n = theirs->n_txes;
	for (size_t i = 0; !ret && i < set->n; i++) {
		ret = translate_tx(&set->txs[i], account, &theirs->txes[i], err);
		if (ret == SN_REFUSED && set->n > 1)
			sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, set->n);
	}
	if (ret)
		sn_unsigned_set_free(set);
	return ret;
}
