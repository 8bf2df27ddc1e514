#include "hot_submit_setup.h"

#include "cold/input.h"
#include "interop/sealed_file.h"
#include "interop/signed_tx_set.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* The same transactions as in the other tests of this suite, in a signed set of the reference wallet: all
 * checks of signed sets apply. */

static struct sn_signed_tx_set answer;

/* A source as a signer repeats it. */
static void fill_source(struct sn_tx_source_entry *source, const struct sn_unsigned_input *in)
{
	struct sn_opened_input opened;
	cr_assert(!sn_input_open(&opened, &t->alice, in, NULL));
	source->n_outputs = in->n_ring;
	source->outputs = calloc(in->n_ring, sizeof *source->outputs);
	for (size_t i = 0; i < in->n_ring; i++)
		source->outputs[i] = (struct sn_tx_source_output){in->global_index[i], in->ring[i]};
	source->real_output = opened.real;
}

/* The two transactions of the set. tx_key_images are in no order. */
static void fill_answer(void)
{
	answer.ptx = calloc(2, sizeof *answer.ptx);
	answer.n_ptx = 2;
	answer.tx_key_images = calloc(4, sizeof *answer.tx_key_images);
	for (size_t i = 2; i-- > 0;) {
		struct sn_pending_tx *ptx = &answer.ptx[i];
		const struct sn_signed_tx *tx = &t->set.txs[i];
		ptx->version = SN_PENDING_TX_VERSION;
		ptx->tx_blob = (struct sn_archive_bytes){tx->bytes, tx->len};
		ptx->construction_data.n_sources = 1;
		ptx->construction_data.sources = calloc(1, sizeof *ptx->construction_data.sources);
		fill_source(ptx->construction_data.sources, &t->unsigned_set.txs[i].inputs[0]);
		cr_assert(!sn_tx_parse(&ptx->tx, tx->bytes, tx->len, false));
		for (size_t j = 0; j < tx->n_created; j++)
			answer.tx_key_images[answer.n_tx_key_images++] = (struct sn_tx_key_image){
				ptx->tx.outputs[tx->created[j].index].key, tx->created[j].image};
	}
}

static struct sn_tx_source_entry *source(void)
{
	return answer.ptx[0].construction_data.sources;
}

/* Submit the first `n` transactions. */
static int submit_answer(size_t n)
{
	struct sn_interop_key key;
	struct sn_buf plaintext = {0}, file = {0};
	struct sn_signed_tx_set first = answer;
	first.n_ptx = n;
	sn_submit_result_free(&t->result);
	t->sends = t->others = 0;
	cr_assert(!sn_signed_tx_set_encode(&plaintext, &first, &t->err), "%s", t->err.text);
	cr_assert(!sn_interop_key_init(&key, &t->alice.view_secret, &t->err));
	cr_assert(!sn_sealed_file_make(&file, SN_INTEROP_SIGNED_TX_SET, &key, plaintext.data, plaintext.len,
				       &t->err));
	int ret = sn_submit(&t->result, t->h.w, t->daemon, file.data, file.len, NOW, NULL, &t->err);
	sn_buf_free(&plaintext);
	sn_buf_free(&file);
	return ret;
}

static void expect_refused(int code, const char *words)
{
	int ret = submit_answer(1);
	cr_assert_eq(ret, code, "%d: %s", ret, t->err.text);
	cr_assert(strstr(t->err.text, words), "\"%s\" does not say \"%s\"", t->err.text, words);
	cr_assert(t->sends == 0 && t->result.n == 0 && submit_state_of(0) == SN_PAYMENT_PREPARED);
	cr_assert(t->h.w->n_images == 0 && t->h.w->n_payments == 2);
	sn_signed_tx_set_free(&answer);
}

Test(hot_submit, answer_of_the_reference_wallet)
{
	fill_answer();
	cr_assert(!submit_answer(2), "%s", t->err.text);
	cr_assert(t->result.n == 2 && t->sends == 2 && t->h.w->n_payments == 2);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_signed_tx *tx = &t->set.txs[i];
		bool known;
		cr_assert_eq(t->result.txs[i].payment_id, t->ids[i]);
		cr_assert_eq(submit_state_of(i), SN_PAYMENT_SUBMITTED);
		cr_assert_eq(t->result.txs[i].size, tx->len);
		cr_assert(!sn_wallet_image_contradicts(t->h.w, &tx->spent[0],
						       &answer.ptx[i].tx.inputs[0].key_image, &known) &&
			  known);
		cr_assert(!sn_wallet_image_contradicts(t->h.w,
						       &answer.ptx[i].tx.outputs[tx->created[0].index].key,
						       &tx->created[0].image, &known) &&
			  known);
	}
	sn_signed_tx_set_free(&answer);
}

/* construction_data names another member of the ring, which is not ours. */
Test(hot_submit, answer_with_another_real_output)
{
	fill_answer();
	source()->real_output = (source()->real_output + 1) % source()->n_outputs;
	expect_refused(SN_REFUSED, "does not know; nothing was sent");
}

/* It names another output of ours, which the ring does not have. */
Test(hot_submit, answer_with_the_key_of_another_output)
{
	fill_answer();
	source()->outputs[source()->real_output].member.key = t->set.txs[1].spent[0];
	expect_refused(SN_REFUSED, "does not spend the output that it names");
}

Test(hot_submit, answer_without_its_ring)
{
	fill_answer();
	source()->outputs[0].global_index++;
	expect_refused(SN_BAD_INPUT, "no source in construction_data has the ring of input 1");
}

/* tx_key_images has an image for an output of the recipient. */
Test(hot_submit, answer_with_an_image_for_the_recipient)
{
	fill_answer();
	const struct sn_tx *tx = &answer.ptx[0].tx;
	answer.tx_key_images[answer.n_tx_key_images++] = (struct sn_tx_key_image){
		tx->outputs[!t->set.txs[0].created[0].index].key, tx->inputs[0].key_image};
	expect_refused(SN_REFUSED, "it lists a foreign output as ours");
}

Test(hot_submit, answer_with_an_invalid_image)
{
	fill_answer();
	for (size_t i = 0; i < answer.n_tx_key_images; i++)
		answer.tx_key_images[i].image = (struct sn_point){{2}};
	expect_refused(SN_REFUSED, "a key image is invalid");
}

Test(hot_submit, answer_contradicts_a_known_image)
{
	struct sn_point image = hot_image(1);
	fill_answer();
	cr_assert(!sn_wallet_add_image(t->h.w, &t->set.txs[0].spent[0], &image));
	cr_assert_eq(submit_answer(1), SN_REFUSED);
	cr_assert(strstr(t->err.text, "key image contradicts"), "%s", t->err.text);
	cr_assert_eq(t->sends, 0);
	sn_signed_tx_set_free(&answer);
}
