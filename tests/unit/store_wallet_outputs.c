#include "store/wallet_outputs.h"

#include "store/wallet_records.h"
#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

#include <string.h>

TestSuite(store_wallet_outputs, .init = set_up, .fini = tear_down);

Test(store_wallet_outputs, one_output_of_each_key_counts)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash by = hash_of(1);
	add_output(w, 0, 7, 100, 50);
	add_output(w, 1, 7, 101, 80);
	add_output(w, 2, 7, 102, 80);
	add_output(w, 3, 8, 103, 99);
	add_output(w, 4, 7, 104, 60);
	cr_assert(find_key(w, 7) == 1 && find_key(w, 8) == 3);
	for (size_t i = 0; i < 5; i++)
		cr_assert(sn_wallet_is_burnt(w, i) == (i != 1 && i != 3));
	add_image(w, 7); /* all of them have the same image */
	for (size_t i = 0; i < 5; i++)
		cr_assert(w->outputs[i].has_image == (i != 3));
	cr_assert(find_image(w, 7) == 1);
	expect_stored(w);

	for (uint64_t h = 100; h < 102; h++)
		add_block(w, h);
	ok(sn_wallet_rollback(w, 101));
	cr_assert(find_key(w, 7) == 0 && !sn_wallet_is_burnt(w, 0) && find_image(w, 7) == 0);

	/* An output to a spent key cannot be spent, whatever its amount. */
	ok(sn_wallet_set_spent(w, 0, 101, &by));
	add_output(w, 5, 7, 102, 1000);
	cr_assert(find_key(w, 7) == 0 && sn_wallet_is_burnt(w, 1));
	add_output(w, 6, 9, 102, 10);
	add_output(w, 7, 9, 102, 20);
	cr_assert(find_key(w, 9) == 3);
	ok(sn_wallet_set_spent(w, 2, 103, &by));
	cr_assert(find_key(w, 9) == 2 && sn_wallet_is_burnt(w, 3));
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_outputs, outputs_get_images_known_before_and_after)
{
	struct sn_wallet *w = new_wallet();
	struct sn_point k1 = key_of(1), i1 = image_of(1), k2 = key_of(2), i2 = image_of(2);
	add_image(w, 1);
	cr_assert(w->n_images == 1 && find_image(w, 1) == SIZE_MAX);
	add_output(w, 1, 1, 100, 5);
	cr_assert(w->outputs[0].has_image && sn_point_is_equal(sn_wallet_image_of(w, &w->outputs[0]), &i1) &&
		  find_image(w, 1) == 0);
	add_output(w, 2, 2, 100, 5);
	cr_assert(!sn_wallet_image_of(w, &w->outputs[1]) && find_image(w, 2) == SIZE_MAX);
	add_image(w, 2);
	cr_assert(w->outputs[1].has_image && sn_point_is_equal(sn_wallet_image_of(w, &w->outputs[1]), &i2) &&
		  find_image(w, 2) == 1);
	add_image(w, 2); /* again: no change */
	cr_assert(w->n_images == 2);
	/* An output with an image adds a pair. */
	struct sn_wallet_output o = output_of(3, 3, 100, 5);
	struct sn_point i3 = image_of(3);
	ok(sn_wallet_add_output(w, &o, &i3));
	cr_assert(w->n_images == 3 && find_image(w, 3) == 2);
	/* Contradictions. */
	cr_assert(sn_wallet_add_image(w, &k1, &i2) == SN_BAD_INPUT);
	cr_assert(sn_wallet_add_image(w, &k2, &i1) == SN_BAD_INPUT);
	struct sn_point k9 = key_of(9), i9 = image_of(9);
	cr_assert(sn_wallet_add_image(w, &k9, &i1) == SN_BAD_INPUT);
	cr_assert(sn_wallet_add_image(w, &k1, &i9) == SN_BAD_INPUT);
	o = output_of(4, 4, 100, 5);
	cr_assert(sn_wallet_add_output(w, &o, &i1) == SN_BAD_INPUT);
	cr_assert(w->n_images == 3 && w->n_outputs == 3);
	expect_stored(w);
	sn_wallet_close(w);
}

/* Records of outputs of one transaction say what they have in common only once. */
Test(store_wallet_outputs, outputs_of_one_transaction_are_stored_short)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_output o = output_of(30, 1, 100, 5);
	add_output(w, 20, 9, 99, 5);
	for (uint32_t i = 0; i < 8; i++) {
		o.key = key_of(100 + i);
		o.index = i;
		o.tx_key = i & 1 ? key_of(200 + i) : o.tx_key;
		o.is_coinbase = i == 5;
		o.time += i == 6;
		ok(sn_wallet_add_output(w, &o, NULL));
	}
	expect_stored(w);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(same_state(w, copy));
	sn_wallet_free(copy);
	/* Its one-time key, its mask, the numbers that differ. */
	const size_t before = w->store->pending.len;
	o.key = key_of(108);
	o.index = 8;
	ok(sn_wallet_add_output(w, &o, NULL));
	cr_assert(w->store->pending.len - before < 2 + 2 * 32 + 12 + 8);
	sn_wallet_close(w);
}

/* A file with an output twice, which no version writes, is refused. */
Test(store_wallet_outputs, an_output_twice_in_the_file)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_output o = output_of(1, 1, 100, 5);
	ok(sn_wallet_add_output(w, &o, NULL));
	sn_record_put_output(&w->store->pending, &o, NULL, &w->outputs[0], NULL);
	ok(sn_wallet_store(w, &err));
	cr_assert_eq(sn_wallet_revert(w, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "contains an output twice"), "%s", err.text);
	sn_wallet_close(w);
}

Test(store_wallet_outputs, broken_invariants_change_nothing)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	ok(sn_wallet_store(w, &err));
	struct sn_hash by = hash_of(77), another = hash_of(78);
	struct sn_wallet_output o = w->outputs[w->n_outputs - 1];
	cr_assert(sn_wallet_add_output(w, &o, NULL) == SN_BAD_INPUT); /* again */
	o = output_of(500, 40, 108, 1);
	cr_assert(sn_wallet_add_output(w, &o, NULL) == SN_BAD_INPUT); /* below the last */
	o = output_of(500, 40, 110, 1);
	o.mask_kind = (enum sn_mask_kind)3;
	cr_assert(sn_wallet_add_output(w, &o, NULL) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_spent(w, w->n_outputs, 108, &by) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_spent(w, 5, 108, &another) == SN_BAD_INPUT);
	ok(sn_wallet_set_spent(w, 5, 108, &by));
	struct sn_wallet_payment p = {.state = (enum sn_payment_state)9};
	uint64_t id;
	cr_assert(sn_wallet_add_payment(w, &p, &id) == SN_BAD_INPUT);
	struct sn_payment_destination d = {.address.network = (enum sn_network)3};
	p = (struct sn_wallet_payment){.state = SN_PAYMENT_PREPARED, .destinations = &d, .n_destinations = 1};
	cr_assert(sn_wallet_add_payment(w, &p, &id) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_payment(w, 3, SN_PAYMENT_RELEASED, NULL, 0) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_payment(w, 0, SN_PAYMENT_RELEASED, NULL, 0) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_payment(w, 1, (enum sn_payment_state)0, NULL, 0) == SN_BAD_INPUT);
	expect_on_disk(w, path);
	struct sn_buf before = slurp(path);
	ok(sn_wallet_store(w, &err));
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len);
	sn_buf_free(&before);
	sn_buf_free(&after);
	sn_wallet_close(w);
}
