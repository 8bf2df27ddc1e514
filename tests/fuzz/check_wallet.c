#include "check_wallet.h"
#include "fuzz.h"

static void check_outputs(const struct sn_wallet *w)
{
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		FUZZ_CHECK(!i || o[-1].height <= o->height);
		size_t counts = sn_wallet_find_key(w, &o->key);
		FUZZ_CHECK(counts < w->n_outputs && sn_point_is_equal(&w->outputs[counts].key, &o->key));
		FUZZ_CHECK(sn_wallet_is_burnt(w, i) == (counts != i));
		if (o->has_image)
			FUZZ_CHECK(sn_wallet_find_image(w, sn_wallet_image_of(w, o)) == counts);
		(void)sn_wallet_held_by(w, i);
	}
}

/* Each Carrot output has an enote, and no other has one. */
static void check_enotes(const struct sn_wallet *w)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_wallet_enote *enote = sn_wallet_enote_of(w, &w->outputs[i]);
		FUZZ_CHECK((enote != NULL) == w->outputs[i].is_carrot);
		FUZZ_CHECK(!enote || (enote->output == i && enote == &w->enotes[n++]));
	}
	FUZZ_CHECK(n == w->n_enotes);
}

void check_wallet(const struct sn_wallet *w)
{
	for (size_t i = 1; i < w->n_blocks; i++)
		FUZZ_CHECK(w->blocks[i - 1].height < w->blocks[i].height);
	check_outputs(w);
	check_enotes(w);
	for (size_t i = 0; i < w->n_payments; i++)
		FUZZ_CHECK(sn_wallet_find_payment(w, w->payments[i].id) == &w->payments[i]);
	FUZZ_CHECK(w->n_incoming <= SN_WALLET_INCOMING_MAX);
	FUZZ_CHECK(sn_wallet_height(w) >= w->restore_height);
}
