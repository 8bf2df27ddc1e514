#include "cold/input.h"
#include "cold_sets.h"
#include "interop/key_image_export.h"
#include "base/hex.h"
#include "rpc_methods_fixture.h"

#include <criterion/criterion.h>

#include <stdio.h>

static struct sn_opened_input opened; /* of the old output */

/* An old output between two Carrot outputs, all without key images. */
static void set_up(void)
{
	const struct cold_output to = {.amount = 7 * XMR, .index = 1};
	struct sn_unsigned_input input;
	const struct sn_wallet_enote enote = {.first_image = hot_key(1000)};
	methods_set_up();
	cold_make_input(&input, &alice, &to);
	cr_assert(!sn_input_open(&opened, &alice, &input, &last_error), "%s", last_error.text);
	for (uint64_t height = 10; height <= 30; height += 10) {
		struct sn_wallet_output o = hot_output(&h, XMR, height);
		o.is_rct = true;
		o.is_carrot = height != 20;
		if (o.is_carrot) {
			cr_assert(!sn_wallet_add_carrot_output(h.w, &o, &enote, NULL));
			continue;
		}
		o.key = opened.key;
		o.tx_key = input.tx_key;
		o.index = to.index;
		o.amount = to.amount;
		cr_assert(!sn_wallet_add_output(h.w, &o, NULL));
	}
	hot_set_height(&h, 40);
	open_session(h.w, NULL);
}

static void tear_down(void)
{
	close_session();
	h.w = NULL;
	methods_tear_down();
}

TestSuite(rpc_methods_images, .init = set_up, .fini = tear_down);

static void expect_listed(const char *params, uint64_t n_carrot)
{
	cJSON *answer = ask("export_outputs", "%s", params);
	cr_assert_eq(u64(result_of(answer), "outputs"), 1);
	cr_assert_eq(u64(result_of(answer), "outputs_left"), 0);
	cr_assert_eq(u64(result_of(answer), "carrot_outputs"), n_carrot, "%s", params);
	sn_json_free(answer);
}

Test(rpc_methods_images, carrot_outputs_are_omitted_and_counted)
{
	const struct sn_hash spender = {{1}};
	expect_listed("{}", 2);
	cr_assert(!sn_wallet_add_image(h.w, &h.w->outputs[0].key, &opened.image));
	expect_listed("{}", 1);
	expect_listed("{\"all\":true}", 2);
	expect_listed("{\"unspent\":true}", 2);
	cr_assert(!sn_wallet_set_spent(h.w, 2, 30, &spender));
	expect_listed("{\"unspent\":true}", 1);
}

/* Output 0 of export_outputs is the second of the wallet. */
Test(rpc_methods_images, the_sums_of_imported_key_images_omit_carrot_outputs)
{
	struct sn_signature signature;
	char image[2 * sizeof opened.image + 1], proof[2 * sizeof signature + 1];
	cr_assert(!sn_wallet_add_image(h.w, &opened.key, &opened.image));
	cr_assert(!sn_key_image_signature_make(&signature, &opened.image, &opened.key, &opened.x));
	sn_hex_encode(image, &opened.image, sizeof opened.image);
	sn_hex_encode(proof, &signature, sizeof signature);
	cJSON *answer =
		ask("import_key_images",
		    "{\"signed_key_images\":[{\"key_image\":\"%s\",\"signature\":\"%s\"}]}", image, proof);
	cr_assert_eq(u64(result_of(answer), "height"), 20);
	cr_assert_eq(u64(result_of(answer), "unspent"), 7 * XMR);
	cr_assert_eq(u64(result_of(answer), "spent"), 0);
	sn_json_free(answer);
	/* There is no output 1. */
	expect_error(SN_RPC_FOREIGN, "this wallet has 1 output", "import_key_images",
		     "{\"offset\":1,\"signed_key_images\":[{\"key_image\":\"%064d\",\"signature\":\"%s\"}]}",
		     0, proof);
}
