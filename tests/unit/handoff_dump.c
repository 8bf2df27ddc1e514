#include "handoff_dump.h"

#include "base/hex.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void put_text(struct sn_buf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put_text(struct sn_buf *out, const char *fmt, ...)
{
	char line[256];
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	cr_assert(n >= 0 && (size_t)n < sizeof line);
	sn_put_bytes(out, line, (size_t)n);
}

static void put_hex(struct sn_buf *out, const char *before, const void *data, size_t len)
{
	put_text(out, "%s", before);
	uint8_t *p = sn_buf_grow(out, 2 * len + 1);
	cr_assert_not_null(p);
	sn_hex_encode((char *)p, data, len);
	out->len--;
}

static void put_destination(struct sn_buf *out, const struct sn_address *to, uint64_t amount)
{
	put_text(out, "destination network %d kind %d", to->network, to->kind);
	put_hex(out, " ", to->spend.b, 32);
	put_hex(out, " ", to->view.b, 32);
	put_hex(out, " ", to->payment_id, 8);
	put_text(out, " amount %" PRIu64 "\n", amount);
}

static void put_created(struct sn_buf *out, const struct sn_created_output *created, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		put_text(out, "created %" PRIu32, created[i].index);
		put_hex(out, " ", created[i].image.b, 32);
		put_text(out, "\n");
	}
}

void test_dump_unsigned_set(struct sn_buf *out, const struct sn_unsigned_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		const struct sn_unsigned_tx *tx = &set->txs[i];
		put_text(out, "tx fee %" PRIu64 " unlock_time %" PRIu64, tx->fee, tx->unlock_time);
		if (tx->has_change)
			put_text(out, " change %" PRIu64 " to %" PRIu32 "/%" PRIu32, tx->change,
				 tx->change_to.major, tx->change_to.minor);
		put_text(out, "\n");
		for (size_t k = 0; k < tx->n_inputs; k++) {
			const struct sn_unsigned_input *in = &tx->inputs[k];
			put_text(out, "input %" PRIu32 " of", in->index);
			put_hex(out, " ", in->tx_key.b, 32);
			put_text(out, " subaddress %" PRIu32 "/%" PRIu32 " amount %" PRIu64 " mask %d",
				 in->subaddress.major, in->subaddress.minor, in->amount, in->mask_kind);
			put_hex(out, " ", in->mask.b, 32);
			put_text(out, "\n");
			for (size_t m = 0; m < in->n_ring; m++) {
				put_text(out, "member %" PRIu64, in->global_index[m]);
				put_hex(out, " ", in->ring[m].key.b, 32);
				put_hex(out, " ", in->ring[m].commitment.b, 32);
				put_text(out, "\n");
			}
		}
		for (size_t k = 0; k < tx->n_destinations; k++)
			put_destination(out, &tx->destinations[k].address, tx->destinations[k].amount);
	}
	cr_assert(!out->failed);
}

void test_dump_signed_set(struct sn_buf *out, const struct sn_signed_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		const struct sn_signed_tx *tx = &set->txs[i];
		put_hex(out, "tx ", tx->bytes, tx->len);
		put_text(out, "\n");
		for (size_t k = 0; k < tx->n_spent; k++) {
			put_hex(out, "spent ", tx->spent[k].b, 32);
			put_text(out, "\n");
		}
		put_created(out, tx->created, tx->n_created);
	}
	cr_assert(!out->failed);
}

static void put_subaddress(struct sn_buf *out, struct sn_subaddress_index index)
{
	put_text(out, " %" PRIu32 "/%" PRIu32, index.major, index.minor);
}

static void put_old(struct sn_buf *out, const struct sn_proposal_input *in)
{
	put_hex(out, "old ", in->key.b, 32);
	put_hex(out, " ", in->tx_key.b, 32);
	put_text(out, " %" PRIu32, in->index);
	put_subaddress(out, in->subaddress);
	put_text(out, " amount %" PRIu64 " mask %d", in->amount, in->mask_kind);
	put_hex(out, " ", in->mask.b, 32);
	put_text(out, "\n");
}

static void put_coinbase(struct sn_buf *out, const struct sn_proposal_input *in)
{
	put_hex(out, "coinbase ", in->key.b, 32);
	put_text(out, " height %" PRIu64 " amount %" PRIu64, in->height, in->amount);
	put_hex(out, " anchor ", in->anchor, sizeof in->anchor);
	put_text(out, "\n");
}

static void put_enote(struct sn_buf *out, const struct sn_proposal_input *in)
{
	const bool is_special = in->kind == SN_PROPOSAL_SPECIAL;
	put_hex(out, is_special ? "special " : "normal ", in->key.b, 32);
	put_hex(out, " ", in->first_image.b, 32);
	put_subaddress(out, in->subaddress);
	put_text(out, " amount %" PRIu64, in->amount);
	if (is_special) {
		put_hex(out, " D_e ", in->ephemeral, sizeof in->ephemeral);
		put_text(out, " type %d\n", in->enote_type);
		return;
	}
	put_hex(out, " anchor ", in->anchor, sizeof in->anchor);
	if (in->has_payment_id)
		put_hex(out, " payment_id ", in->payment_id, sizeof in->payment_id);
	put_text(out, in->has_payment_id ? "\n" : " payment_id -\n");
}

static void put_input(struct sn_buf *out, const struct sn_proposal_input *in)
{
	if (in->kind == SN_PROPOSAL_OLD)
		put_old(out, in);
	else if (in->kind == SN_PROPOSAL_COINBASE)
		put_coinbase(out, in);
	else
		put_enote(out, in);
}

void test_dump_output_list(struct sn_buf *out, const struct sn_output_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct sn_listed_output *o = &list->outputs[i];
		put_hex(out, "output ", o->key.b, 32);
		put_hex(out, " ", o->tx_key.b, 32);
		put_text(out, " %" PRIu32 " %" PRIu32 "/%" PRIu32, o->index, o->subaddress.major,
			 o->subaddress.minor);
		put_hex(out, " ", o->tx_hash.b, 32);
		put_text(out, "\n");
	}
	for (size_t i = 0; i < list->n_carrot; i++)
		put_input(out, &list->carrot[i]);
	cr_assert(!out->failed);
}

static void put_payments(struct sn_buf *out, const struct sn_proposal_payments *p)
{
	for (size_t i = 0; i < p->n_destinations; i++)
		put_destination(out, &p->destinations[i].address, p->destinations[i].amount);
	for (size_t i = 0; i < p->n_self_sends; i++) {
		const struct sn_proposal_self_send *to = &p->self_sends[i];
		put_text(out, "self_send %" PRIu32 "/%" PRIu32 " type %d amount %" PRIu64 "\n",
			 to->subaddress.major, to->subaddress.minor, to->enote_type, to->amount);
	}
	put_text(out, "fee %" PRIu64 "\n", p->fee);
}

void test_dump_proposal_set(struct sn_buf *out, const struct sn_proposal_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		put_text(out, "tx\n");
		for (size_t k = 0; k < set->proposals[i].n_inputs; k++)
			put_input(out, &set->proposals[i].inputs[k]);
		put_payments(out, &set->proposals[i].payments);
	}
	cr_assert(!out->failed);
}

void test_dump_signed_proposals(struct sn_buf *out, const struct sn_signed_proposals *set)
{
	for (size_t i = 0; i < set->n; i++) {
		const struct sn_signed_proposal *tx = &set->txs[i];
		put_text(out, "tx\n");
		for (size_t k = 0; k < tx->n_inputs; k++) {
			put_hex(out, "signed ", tx->inputs[k].key.b, 32);
			put_hex(out, " ", tx->inputs[k].image.b, 32);
			put_hex(out, " ", tx->inputs[k].proof, sizeof tx->inputs[k].proof);
			put_text(out, "\n");
		}
		put_payments(out, &tx->payments);
		put_hex(out, "seed ", tx->seed, sizeof tx->seed);
		put_text(out, "\n");
		put_created(out, tx->created, tx->n_created);
	}
	cr_assert(!out->failed);
}
