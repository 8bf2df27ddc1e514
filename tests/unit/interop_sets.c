/* The limits of the sets, the echo of the signer, and the key images with their signatures. */
#include "interop/key_image_export.h"
#include "interop/output_export.h"
#include "interop/signed_tx_set.h"
#include "interop/unsigned_tx_set.h"

#include "handoff_ok.h"
#include "interop_samples.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static struct interop_sample sample;
static struct sn_unsigned_tx_set set;

static void set_up(void)
{
	struct sn_error err = {0};
	sample = interop_find("0.18.4.0", "unsigned-account1-one-subaddress");
	ok(sn_unsigned_tx_set_decode(&set, sample.plaintext.data, sample.plaintext.len, &err));
}

static void expect_usage(const char *words)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	sn_put_u8(&out, 1);
	cr_assert_eq(sn_unsigned_tx_set_encode(&out, &set, &err), SN_USAGE, "%s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert_eq(out.len, 1);
	sn_buf_free(&out);
}

/* n copies of the first element. */
static void *copies(const void *first, size_t n, size_t size)
{
	uint8_t *array = malloc(n * size);
	cr_assert_not_null(array);
	for (size_t i = 0; i < n; i++)
		memcpy(array + i * size, first, size);
	return array;
}

#define REPEAT(array, n, count) ((array) = copies((array), (count), sizeof *(array)), (n) = (count))

Test(interop_sets, too_many_transactions, .init = set_up)
{
	REPEAT(set.txes, set.n_txes, 1001);
	expect_usage("1001 transactions; 1 to 1000 are allowed");
	set.n_txes = 0;
	expect_usage("0 transactions; 1 to 1000 are allowed");
}

Test(interop_sets, too_many_sources, .init = set_up)
{
	REPEAT(set.txes->sources, set.txes->n_sources, 513);
	expect_usage("transaction 1: 513 sources; 0 to 512 are allowed");
	set.txes->n_sources = 0;
	expect_usage("transaction 1: it has no sources");
}

Test(interop_sets, too_many_ring_members, .init = set_up)
{
	struct sn_tx_source_entry *source = &set.txes->sources[1];
	REPEAT(source->outputs, source->n_outputs, 65);
	expect_usage("transaction 1: source 2: 65 ring members; 1 to 64 are allowed");
	source->n_outputs = 4;
	source->real_output = 4;
	expect_usage("source 2: real_output is 4, but the ring has 4 members");
}

Test(interop_sets, too_many_destinations, .init = set_up)
{
	struct sn_tx_destinations *dests = &set.txes->splitted_dsts;
	REPEAT(dests->entries, dests->n, 65);
	expect_usage("splitted_dsts: 65 destinations; 0 to 64 are allowed");
	dests->n = 0;
	expect_usage("it has no splitted_dsts");
}

Test(interop_sets, strings_that_are_too_long, .init = set_up)
{
	static const uint8_t text[2000];
	set.txes->extra = (struct sn_archive_bytes){text, SN_INTEROP_EXTRA_MAX + 1};
	expect_usage("1061 bytes of tx extra; 0 to 1060 are allowed");
	set.txes->extra.len--;
	set.txes->change_dts.original = (struct sn_archive_bytes){text, SN_INTEROP_ORIGINAL_MAX + 1};
	expect_usage("change_dts: 1025 bytes of an address; 0 to 1024 are allowed");
}

Test(interop_sets, numbers_out_of_range, .init = set_up)
{
	REPEAT(set.txes->selected_transfers, set.txes->n_selected_transfers, 513);
	expect_usage("513 selected_transfers; 0 to 512 are allowed");
	set.txes->n_selected_transfers = 1;
	set.txes->subaddr_indices[0] = 1ull << 32;
	expect_usage("a number is out of range");
	set.txes->subaddr_indices[0]--;
	set.new_transfers.outputs[0].internal_output_index = 65536;
	expect_usage("new_transfers: output 1: truncated, or a number is out of range");
}

Test(interop_sets, outputs_beyond_the_end_of_the_list_are_refused, .init = set_up)
{
	set.new_transfers.total = set.new_transfers.offset;
	expect_usage("new_transfers: 1 output, numbered from 11, does not fit in a list of 11");
	set.new_transfers.offset = set.new_transfers.total = UINT64_MAX;
	expect_usage("does not fit in a list");
}

Test(interop_sets, versions_other_than_1_and_2_are_refused, .init = set_up)
{
	set.version = 0;
	expect_usage("it has version 0; versions 1 to 2 are supported");
	set.version = 3;
	expect_usage("it has version 3; versions 1 to 2 are supported");
	set.version = 1; /* but new_transfers is a tuple */
	expect_usage("new_transfers: it does not have the form of set version 1");
}

Test(interop_sets, multisig_data_are_refused, .init = set_up)
{
	struct sn_error err = {0};
	struct sn_unsigned_tx_set other;
	const uint8_t *mask =
		memmem(sample.plaintext.data, sample.plaintext.len, set.txes->sources[0].mask.b, 32);
	cr_assert_not_null(mask);
	sample.plaintext.data[mask - sample.plaintext.data + 32 + 127] = 1;
	cr_assert_eq(sn_unsigned_tx_set_decode(&other, sample.plaintext.data, sample.plaintext.len, &err),
		     SN_BAD_INPUT);
	cr_assert(strstr(err.text, "source 1: it is for a multisig wallet"), "%s", err.text);
}

/* For 0.18.0.0: a pair, and outputs without the subaddress. */
Test(interop_sets, a_set_can_be_written_for_the_other_releases, .init = set_up)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	struct sn_unsigned_tx_set old;
	set.version = SN_UNSIGNED_TX_SET_OLD;
	set.new_transfers.has_total = false;
	set.new_transfers.version = 0;
	ok(sn_unsigned_tx_set_encode(&out, &set, &err));
	ok(sn_unsigned_tx_set_decode(&old, out.data, out.len, &err));
	cr_assert(old.version == 1 && !old.new_transfers.has_total && old.new_transfers.version == 0);
	cr_assert_eq(old.new_transfers.total, 12);
	sn_unsigned_tx_set_free(&old);
	sn_buf_free(&out);
}

/* A signer returns construction_data verbatim. */
Test(interop_sets, construction_data_are_encoded_to_the_bytes_that_they_came_from)
{
	struct interop_sample each = {0};
	while (interop_next(&each, SN_INTEROP_UNSIGNED_TX_SET)) {
		struct sn_unsigned_tx_set decoded;
		struct sn_buf out = {0};
		struct sn_error err = {0};
		ok(sn_unsigned_tx_set_decode(&decoded, each.plaintext.data, each.plaintext.len, &err));
		const struct sn_archive_bytes *encoded = &decoded.txes[0].encoded;
		cr_assert_eq(encoded->at, each.plaintext.data + 2); /* after version and count */
		sn_tx_construction_data_put(&out, &decoded.txes[0]);
		cr_assert_eq(out.len, encoded->len);
		cr_assert_arr_eq(out.data, encoded->at, out.len);
		sn_buf_free(&out);
		sn_unsigned_tx_set_free(&decoded);
	}
}

Test(interop_sets, text_of_key_images_follows_from_the_transaction)
{
	struct interop_sample each = {0};
	while (interop_next(&each, SN_INTEROP_SIGNED_TX_SET)) {
		struct sn_signed_tx_set decoded;
		struct sn_buf out = {0};
		struct sn_error err = {0};
		ok(sn_signed_tx_set_decode(&decoded, each.plaintext.data, each.plaintext.len, &err));
		const struct sn_pending_tx *ptx = &decoded.ptx[0];
		sn_pending_tx_put_key_images(&out, &ptx->tx);
		cr_assert_eq(out.len, ptx->key_images.len);
		cr_assert_arr_eq(out.data, ptx->key_images.at, out.len);
		cr_assert_eq(ptx->fee, ptx->tx.fee);
		sn_buf_free(&out);
		sn_signed_tx_set_free(&decoded);
	}
}

/* The samples of both releases: images 0 to n - 1 are of the outputs of the export with all outputs. */
static struct sn_key_image_export read_images(const char *release, struct sn_output_export *outputs,
					      struct sn_point **keys)
{
	struct interop_sample images_file = interop_find(release, "images-1-first-all"),
			      outputs_file = interop_find(release, "outputs-all");
	struct sn_key_image_export images;
	struct sn_error err = {0};
	ok(sn_key_image_export_decode(&images, images_file.plaintext.data, images_file.plaintext.len, &err));
	ok(sn_output_export_decode(outputs, outputs_file.plaintext.data, outputs_file.plaintext.len, &err));
	cr_assert(images.n > 5 && images.n <= outputs->transfers.n);
	*keys = calloc(images.n, sizeof **keys);
	cr_assert_not_null(*keys);
	for (size_t i = 0; i < images.n; i++)
		(*keys)[i] = outputs->transfers.outputs[i].pubkey;
	interop_free(&images_file);
	interop_free(&outputs_file);
	return images;
}

Test(interop_sets, signatures_of_key_images_are_valid_for_their_outputs_alone)
{
	static const char *const releases[] = {"0.18.0.0", "0.18.4.0"};
	for (int r = 0; r < 2; r++) {
		struct sn_output_export outputs;
		struct sn_point *keys;
		struct sn_error err = {0};
		struct interop_wallet wallet;
		struct sn_key_image_export images = read_images(releases[r], &outputs, &keys);
		interop_wallet_init(&wallet, releases[r]);
		ok(sn_archive_check_owner(&images.owner, &wallet.owner, &err));
		ok(sn_archive_check_owner(&outputs.owner, &wallet.owner, &err));
		ok(sn_key_image_export_verify(&images, keys, images.n, &err));
		cr_assert_eq(sn_key_image_export_verify(&images, keys, images.n - 1, &err), SN_BAD_INPUT);
		struct sn_signed_key_image *image = &images.images[3];
		uint8_t *bytes = (uint8_t *)image;
		for (size_t i = 0; i < sizeof *image; i++) {
			bytes[i] ^= 1 << i % 8;
			cr_assert_eq(sn_key_image_export_verify(&images, keys, images.n, &err), SN_BAD_INPUT);
			cr_assert(strstr(err.text, "output 3 is invalid"), "%s", err.text);
			bytes[i] ^= 1 << i % 8;
		}
		keys[3] = keys[2];
		cr_assert_eq(sn_key_image_export_verify(&images, keys, images.n, &err), SN_BAD_INPUT);
		images.owner.spend.b[0] ^= 1;
		cr_assert_eq(sn_archive_check_owner(&images.owner, &wallet.owner, &err), SN_BAD_INPUT);
		sn_key_image_export_free(&images);
		sn_output_export_free(&outputs);
		free(keys);
	}
}

Test(interop_sets, signatures_of_key_images_that_we_make_are_valid)
{
	struct sn_scalar x;
	struct sn_point key, image, other;
	struct sn_signature sig, again;
	sn_hash_to_scalar(&x, "x", 1);
	sn_secret_to_public(&key, &x);
	sn_key_image(&image, &key, &x);
	cr_assert_eq(sn_key_image_signature_make(&sig, &image, &key, &x), SN_OK);
	cr_assert_eq(sn_key_image_signature_verify(&sig, &image, &key), SN_OK);
	cr_assert_eq(sn_key_image_signature_make(&again, &image, &key, &x), SN_OK);
	cr_assert_arr_eq((const uint8_t *)&sig, (const uint8_t *)&again, sizeof sig);
	sn_hash_to_scalar(&x, "y", 1);
	cr_assert_eq(sn_key_image_signature_make(&sig, &image, &key, &x), SN_BAD_INPUT);
	sn_secret_to_public(&other, &x);
	cr_assert_eq(sn_key_image_signature_verify(&again, &image, &other), SN_REFUSED);
	cr_assert_eq(sn_key_image_signature_verify(&again, &other, &key), SN_REFUSED);
}
