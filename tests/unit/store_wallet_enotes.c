#include "store/wallet_enotes.h"

#include "store/wallet_records.h"
#include "store/wallet_replay.h"
#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

#include <string.h>

TestSuite(store_wallet_enotes, .init = set_up, .fini = tear_down);

/* Outputs 20 to 34, at heights 100 to 114; every second one is a Carrot output. */
static struct sn_wallet *mixed_wallet(void)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t n = 20; n < 35; n++) {
		add_block(w, n + 80);
		if (n % 2 || n % 5 == 0 || n % 4 == 0)
			add_carrot_output(w, n, n + 80);
		else
			add_output(w, n, n, n + 80, n);
	}
	return w;
}

static bool has_kind(const struct sn_wallet *w, bool is_coinbase, uint8_t kind, uint8_t type)
{
	for (size_t i = 0; i < w->n_enotes; i++)
		if (w->enotes[i].kind == kind && w->enotes[i].type == type &&
		    w->outputs[w->enotes[i].output].is_coinbase == is_coinbase)
			return true;
	return false;
}

Test(store_wallet_enotes, are_stored_beside_other_outputs)
{
	struct sn_wallet *w = mixed_wallet(), *copy;
	struct sn_hash by = hash_of(1);
	cr_assert(w->n_enotes > 8 && w->n_enotes < w->n_outputs);
	cr_assert(has_kind(w, true, SN_CARROT_NORMAL, SN_CARROT_PAYMENT) &&
		  has_kind(w, false, SN_CARROT_NORMAL, SN_CARROT_PAYMENT) &&
		  has_kind(w, false, SN_CARROT_SPECIAL, SN_CARROT_PAYMENT) &&
		  has_kind(w, false, SN_CARROT_SPECIAL, SN_CARROT_CHANGE));
	for (size_t i = 0; i < w->n_outputs; i++) {
		struct sn_wallet_enote expected;
		const struct sn_wallet_enote *e = sn_wallet_enote_of(w, &w->outputs[i]);
		cr_assert((e != NULL) == w->outputs[i].is_carrot);
		if (!e)
			continue;
		carrot_output_of(20 + i, 100 + i, &expected);
		cr_assert(e->output == i && e->kind == expected.kind && e->type == expected.type &&
			  sn_point_is_equal(&e->first_image, &expected.first_image) &&
			  !memcmp(&e->anchor, &expected.anchor, sizeof e->anchor));
	}
	ok(sn_wallet_set_spent(w, w->enotes[1].output, 120, &by));
	add_image(w, 21);
	expect_stored(w);
	copy = compacted_copy(w);
	cr_assert(same_state(w, copy));
	sn_wallet_free(copy);
	sn_wallet_close(w);
}

Test(store_wallet_enotes, a_rollback_drops_those_of_its_outputs)
{
	struct sn_wallet *w = mixed_wallet();
	size_t before = w->n_enotes;
	ok(sn_wallet_rollback(w, 108));
	cr_assert(w->n_enotes && w->n_enotes < before && w->enotes[w->n_enotes - 1].output < w->n_outputs);
	expect_stored(w);
	add_block(w, 108);
	add_output(w, 70, 70, 108, 3);
	add_carrot_output(w, 71, 108);
	cr_assert(w->enotes[w->n_enotes - 1].output == w->n_outputs - 1);
	expect_stored(w);
	ok(sn_wallet_rollback(w, 0));
	cr_assert(w->n_enotes == 0);
	expect_stored(w);
	sn_wallet_close(w);
}

/* The first key image once for a transaction. */
Test(store_wallet_enotes, outputs_of_one_transaction_are_stored_short)
{
	struct sn_wallet *w = new_wallet(), *copy;
	struct sn_wallet_enote enote;
	struct sn_wallet_output o = carrot_output_of(22, 100, &enote);
	ok(sn_wallet_add_carrot_output(w, &o, &enote, NULL));
	o.key = key_of(500);
	o.index++;
	const size_t before = w->store->pending.len;
	ok(sn_wallet_add_carrot_output(w, &o, &enote, NULL));
	cr_assert(w->store->pending.len - before < 2 + 2 * 32 + 12 + 8 + 1);
	/* An old output is of another transaction. */
	o = output_of(22, 501, 100, 5);
	ok(sn_wallet_add_output(w, &o, NULL));
	expect_stored(w);
	copy = compacted_copy(w);
	cr_assert(same_state(w, copy));
	sn_wallet_free(copy);
	sn_wallet_close(w);
}

/* The old limits of memory and file hold: a wallet without Carrot outputs does not grow. */
Test(store_wallet_enotes, old_outputs_need_no_more_room)
{
	struct sn_wallet *w = new_wallet();
	add_output(w, 1, 1, 100, 5);
	cr_assert(!w->enotes && !w->store->cap_enotes);
	cr_assert(sizeof(struct sn_wallet_output) <= 216 && sizeof(struct sn_wallet_enote) <= 56);
	sn_wallet_close(w);
}

Test(store_wallet_enotes, values_of_other_outputs_are_refused)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_enote special, coinbase, e;
	struct sn_wallet_output o = carrot_output_of(22, 100, &special),
				c = carrot_output_of(25, 100, &coinbase), old = output_of(3, 3, 100, 5);
	cr_assert(c.is_coinbase && special.kind == SN_CARROT_SPECIAL);
#define REFUSED(output, enote) cr_assert_eq(sn_wallet_add_carrot_output(w, output, enote, NULL), SN_BAD_INPUT)
	REFUSED(&old, &special);
	REFUSED(&o, NULL);
	cr_assert_eq(sn_wallet_add_output(w, &o, NULL), SN_BAD_INPUT);
	e = special;
	e.kind = 2;
	REFUSED(&o, &e);
	e = special;
	e.type = 2;
	REFUSED(&o, &e);
	e = special;
	e.anchor.b[3] = 1;
	REFUSED(&o, &e);
	e = coinbase;
	e.type = SN_CARROT_CHANGE;
	REFUSED(&c, &e);
	e = coinbase;
	e.kind = SN_CARROT_SPECIAL;
	REFUSED(&c, &e);
	e = coinbase;
	e.first_image.b[31] = 1;
	REFUSED(&c, &e);
	o.is_rct = false;
	REFUSED(&o, &special);
#undef REFUSED
	cr_assert(!w->n_outputs && !w->n_enotes && !w->store->pending.len);
	sn_wallet_close(w);
}

/* Truncated records, and unknown flags. */
Test(store_wallet_enotes, bad_records_are_refused)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_enote enote;
	struct sn_wallet_output o = carrot_output_of(22, 100, &enote);
	struct sn_buf record = {0};
	sn_record_put_output(&record, &o, &enote, NULL, NULL);
	cr_assert(record.data[0] == SN_RECORD_CARROT_OUTPUT);
	for (size_t len = 1; len <= record.len; len++) {
		struct sn_wallet *fresh = compacted_copy(w);
		cr_assert_eq(sn_records_replay(fresh, record.data, len),
			     len == record.len ? SN_OK : SN_BAD_INPUT, "%zu", len);
		sn_wallet_free(fresh);
	}
	record.data[record.len - 33] |= 4; /* the flags, before the first key image */
	cr_assert_eq(sn_records_replay(w, record.data, record.len), SN_BAD_INPUT);
	sn_buf_free(&record);
	sn_wallet_close(w);
}
