#include "hot_submit_setup.h"

#include "handoff/envelope.h"
#include "hot/balance.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what does not fit */

Test(hot_submit, bad_files)
{
	struct sn_error err = {0};
	struct sn_submit_result result;
	struct sn_buf content = {0}, file = {0};
	cr_assert(!sn_signed_set_encode(&content, &t->set, &err));
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &t->bob.view_secret,
				    content.data, content.len, &err));
	cr_assert_eq(sn_submit(&result, t->h.w, t->daemon, file.data, file.len, NOW, NULL, &err),
		     SN_BAD_INPUT);
	cr_assert(strstr(err.text, "another wallet"), "%s", err.text);
	sn_buf_clear(&file);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &t->alice.view_secret,
				    content.data, content.len, &err));
	cr_assert_eq(sn_submit(&result, t->h.w, t->daemon, file.data, file.len, NOW, NULL, &err),
		     SN_BAD_INPUT);
	cr_assert(strstr(err.text, "unsigned"), "%s", err.text);
	cr_assert_eq(sn_submit(&result, t->h.w, t->daemon, "", 0, NOW, NULL, &err), SN_BAD_INPUT);
	cr_assert_eq(t->server.requests, 0);
	sn_buf_free(&content);
	sn_buf_free(&file);
}

Test(hot_submit, damaged_transaction)
{
	t->set.txs[0].len--;
	submit_expect_refused(SN_BAD_INPUT, "contains an invalid transaction");
}

Test(hot_submit, unknown_output)
{
	t->set.txs[0].spent[0] = hot_key(4711);
	submit_expect_refused(SN_REFUSED, "does not know; nothing was sent");
}

/* The listed input is the second output; the ring contains the first. */
Test(hot_submit, other_output_than_named)
{
	t->set.txs[0].spent[0] = t->set.txs[1].spent[0];
	submit_expect_refused(SN_REFUSED, "does not spend the output that it names");
}

/* The sender has repeated the one-time key with a larger amount: that output counts, and the composed payment
 * spends the other one. It is sent, and then neither can be spent. */
Test(hot_submit, key_was_repeated_with_more)
{
	for (uint64_t i = 0; i < 2; i++) {
		struct sn_wallet_output twin = t->h.w->outputs[0];
		twin.tx_hash = hot_hash(100 + i);
		twin.global_index = 1000000 + i;
		twin.height = 150 + i;
		twin.amount *= 2 + i;
		hot_add(&t->h, &twin);
	}
	cr_assert(sn_wallet_is_burnt(t->h.w, 0));
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->result.txs[0].payment_id == t->ids[0] && submit_state_of(0) == SN_PAYMENT_SUBMITTED);
	for (size_t i = 0; i < t->h.w->n_outputs; i++)
		cr_assert(i == 1 || !sn_output_is_spendable(t->h.w, i, NOW), "output %zu", i);
}

Test(hot_submit, spent_outputs_are_not_all_named)
{
	struct sn_point *spent = calloc(2, sizeof *spent);
	cr_assert_not_null(spent);
	spent[0] = t->set.txs[0].spent[0];
	spent[1] = t->set.txs[1].spent[0];
	free(t->set.txs[0].spent);
	t->set.txs[0].spent = spent;
	t->set.txs[0].n_spent = 2;
	submit_expect_refused(SN_REFUSED, "does not name the output that each input spends");
}

Test(hot_submit, key_image_contradicts)
{
	struct sn_point image = hot_image(1);
	cr_assert(!sn_wallet_add_image(t->h.w, &t->set.txs[0].spent[0], &image));
	cr_assert(!sn_wallet_store(t->h.w, NULL));
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(strstr(t->err.text, "key image contradicts"), "%s", t->err.text);
	cr_assert(t->sends == 0 && t->h.w->n_images == 1 && submit_state_of(0) == SN_PAYMENT_PREPARED);
}

Test(hot_submit, key_image_of_another_output)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t->set.txs[0].bytes, t->set.txs[0].len, false));
	cr_assert(!sn_wallet_add_image(t->h.w, &t->set.txs[1].spent[0], &tx.inputs[0].key_image));
	sn_tx_free(&tx);
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(strstr(t->err.text, "key image contradicts"), "%s", t->err.text);
	cr_assert_eq(t->sends, 0);
}

/* The key image is known as that of an output that is not scanned yet. The daemon is not asked. */
Test(hot_submit, key_image_of_an_output_to_come)
{
	struct sn_tx tx;
	struct sn_point key = hot_key(4711);
	cr_assert(!sn_tx_parse(&tx, t->set.txs[0].bytes, t->set.txs[0].len, false));
	cr_assert(!sn_wallet_add_image(t->h.w, &key, &tx.inputs[0].key_image));
	sn_tx_free(&tx);
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(strstr(t->err.text, "key image contradicts"), "%s", t->err.text);
	cr_assert(t->sends == 0 && t->server.requests == 0);
}

/* A signer could put any bytes there. */
Test(hot_submit, key_image_is_none)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t->set.txs[0].bytes, t->set.txs[0].len, false));
	uint8_t *at = memmem(t->set.txs[0].bytes, t->set.txs[0].len, tx.inputs[0].key_image.b, 32);
	sn_tx_free(&tx);
	memset(at, 0, 32);
	at[0] = 2;
	submit_expect_refused(SN_REFUSED, "a key image is invalid");
	cr_assert_eq(t->server.requests, 0);
}

Test(hot_submit, created_output_is_not_ours)
{
	t->set.txs[0].created[0].index ^= 1;
	submit_expect_refused(SN_REFUSED, "it lists a foreign output as ours");
	t->set.txs[0].created[0].index = 7; /* there is no such output */
	submit_expect_refused(SN_REFUSED, "it lists a foreign output as ours");
}

Test(hot_submit, created_key_image_is_none)
{
	t->set.txs[0].created[0].image = (struct sn_point){{2}};
	submit_expect_refused(SN_REFUSED, "a key image is invalid");
}

/* An own output with the key image of another one: both would be lost to the wallet. */
Test(hot_submit, created_key_image_contradicts)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t->set.txs[0].bytes, t->set.txs[0].len, false));
	t->set.txs[0].created[0].image = tx.inputs[0].key_image;
	sn_tx_free(&tx);
	submit_expect_refused(SN_REFUSED, "key image contradicts");
}

/* The wallet has a different amount for the spent output. */
Test(hot_submit, amounts_do_not_add_up)
{
	struct sn_wallet_output o = t->h.w->outputs[0];
	cr_assert(!sn_wallet_rollback(t->h.w, 1));
	o.amount = COLD_FEE;
	hot_add(&t->h, &o);
	cr_assert(!sn_wallet_store(t->h.w, NULL));
	submit_expect_refused(SN_REFUSED, "its amounts do not add up");
}
