#include "hot/reference_signed.h"

#include "handoff_ok.h"
#include "interop_samples.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* Signed sets of the reference wallet, of tests/vectors/interop. Submission is tested in
 * hot_submit_reference.c. */

static struct interop_sample sample;
static struct sn_signed_tx_set from;
static struct sn_signed_set set;

static void open_sample(const char *name)
{
	struct sn_error err = {0};
	sn_signed_tx_set_free(&from);
	interop_free(&sample);
	sample = interop_find("0.18.4.0", name);
	ok(sn_signed_tx_set_decode(&from, sample.plaintext.data, sample.plaintext.len, &err));
}

static void set_up(void)
{
	open_sample("signed-account1");
	cr_assert(from.n_ptx == 1 && from.ptx[0].tx.n_inputs == 2);
}

static void tear_down(void)
{
	sn_signed_set_free(&set);
	sn_signed_tx_set_free(&from);
	interop_free(&sample);
}

TestSuite(hot_reference_signed, .init = set_up, .fini = tear_down);

static struct sn_tx_construction_data *data(void)
{
	return &from.ptx[0].construction_data;
}

static void translate(void)
{
	struct sn_error err = {0};
	sn_signed_set_free(&set);
	ok(sn_reference_signed_translate(&set, &from, &err));
}

static void expect_refused(const char *words)
{
	struct sn_error err = {0};
	sn_signed_set_free(&set);
	cr_assert_eq(sn_reference_signed_translate(&set, &from, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(err.reason == SN_REASON_DAMAGED && !set.txs && !set.n);
}

/* The real output of each source, in the order of the inputs, as a signer writes them. */
static void expect_spent(void)
{
	cr_assert_eq(set.txs[0].n_spent, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_tx_source_entry *source = &data()->sources[i];
		cr_assert_arr_eq(set.txs[0].spent[i].b, source->outputs[source->real_output].member.key.b,
				 32);
	}
}

static void swap_sources(void)
{
	struct sn_tx_source_entry first = data()->sources[0];
	data()->sources[0] = data()->sources[1];
	data()->sources[1] = first;
}

/* Of every sample: the transaction is unchanged, each input spends a member of its ring, and the created
 * outputs are those with a key image. Our own format can express the result. */
Test(hot_reference_signed, samples)
{
	struct interop_sample each = {0};
	size_t n = 0, n_created_in_all = 0;
	while (interop_next(&each, SN_INTEROP_SIGNED_TX_SET)) {
		struct sn_signed_tx_set signed_tx_set;
		struct sn_signed_set mine, again;
		struct sn_buf content = {0};
		struct sn_error err = {0};
		n++;
		ok(sn_signed_tx_set_decode(&signed_tx_set, each.plaintext.data, each.plaintext.len, &err));
		ok(sn_reference_signed_translate(&mine, &signed_tx_set, &err));
		cr_assert_eq(mine.n, signed_tx_set.n_ptx);
		size_t n_created = 0;
		for (size_t i = 0; i < mine.n; i++) {
			const struct sn_signed_tx *tx = &mine.txs[i];
			const struct sn_archive_bytes *blob = &signed_tx_set.ptx[i].tx_blob;
			cr_assert(tx->len == blob->len && !memcmp(tx->bytes, blob->at, blob->len));
			cr_assert_eq(tx->n_spent, signed_tx_set.ptx[i].tx.n_inputs);
			n_created += tx->n_created;
			for (size_t j = 0; j < tx->n_created; j++) {
				const struct sn_point *key =
					&signed_tx_set.ptx[i].tx.outputs[tx->created[j].index].key;
				bool is_listed = false;
				for (size_t k = 0; k < signed_tx_set.n_tx_key_images; k++)
					is_listed |=
						sn_point_is_equal(key, &signed_tx_set.tx_key_images[k].key) &&
						sn_point_is_equal(&tx->created[j].image,
								  &signed_tx_set.tx_key_images[k].image);
				cr_assert(is_listed);
			}
		}
		cr_assert_eq(n_created, signed_tx_set.n_tx_key_images);
		n_created_in_all += n_created;
		ok(sn_signed_set_encode(&content, &mine, &err));
		ok(sn_signed_set_decode(&again, content.data, content.len, &err));
		sn_signed_set_free(&again);
		sn_signed_set_free(&mine);
		sn_signed_tx_set_free(&signed_tx_set);
		sn_buf_free(&content);
	}
	cr_assert(n == 16 && n_created_in_all > 0);
}

/* A signer may copy construction_data of the unsigned set, whose sources are in another order. */
Test(hot_reference_signed, sources_in_any_order)
{
	translate();
	expect_spent();
	swap_sources();
	translate();
	swap_sources();
	expect_spent();
}

/* The decoys of two inputs can be the same. Then the order of the sources decides. */
Test(hot_reference_signed, equal_rings)
{
	struct sn_tx_source_entry *source = data()->sources;
	struct sn_tx *tx = &from.ptx[0].tx;
	size_t ring = tx->inputs[0].ring_size;
	uint64_t indices[SN_RING_MAX];
	cr_assert(ring == tx->inputs[1].ring_size && !sn_tx_ring_indices(indices, tx, 0));
	memcpy(tx->inputs[1].offsets, tx->inputs[0].offsets, ring * sizeof *tx->inputs[0].offsets);
	for (size_t i = 0; i < ring; i++)
		source[1].outputs[i].global_index = indices[i];
	source[1].real_output = (source[0].real_output + 1) % ring;
	translate();
	expect_spent();
	cr_assert(!sn_point_is_equal(&set.txs[0].spent[0], &set.txs[0].spent[1]));
}

/* Feather lists all outputs that it knows, and no signer lists the outputs of the recipients. */
Test(hot_reference_signed, key_images_of_other_outputs)
{
	open_sample("signed-many-additional-keys");
	translate();
	cr_assert_eq(set.txs[0].n_created, 1);
	size_t n = from.n_tx_key_images, n_created = set.txs[0].n_created;
	struct sn_created_output created = set.txs[0].created[0];
	struct sn_tx_key_image *more = calloc(n + 100, sizeof *more);
	for (size_t i = 0; i < 100; i++) {
		more[i].key.b[0] = (uint8_t)(i * 2 + 1);
		more[i].key.b[31] = (uint8_t)i;
	}
	memcpy(more + 100, from.tx_key_images, n * sizeof *more);
	free(from.tx_key_images);
	from.tx_key_images = more;
	from.n_tx_key_images = n + 100;
	translate();
	cr_assert_eq(set.txs[0].n_created, n_created);
	cr_assert(set.txs[0].created[0].index == created.index &&
		  sn_point_is_equal(&set.txs[0].created[0].image, &created.image));
	from.n_tx_key_images = 0;
	translate();
	cr_assert_eq(set.txs[0].n_created, 0);
}

/* The same entry twice says nothing new; another key image for the output contradicts it, wherever it is. */
Test(hot_reference_signed, two_key_images_of_one_output)
{
	open_sample("signed-many-additional-keys");
	const size_t n = from.n_tx_key_images;
	struct sn_tx_key_image *more = calloc(n + 2, sizeof *more);
	memcpy(more + 1, from.tx_key_images, n * sizeof *more);
	more[n + 1] = more[n];
	free(from.tx_key_images);
	from.tx_key_images = more + 1;
	from.n_tx_key_images = n + 1;
	translate();
	cr_assert_eq(set.txs[0].n_created, 1);
	more[n + 1].image.b[0] ^= 1;
	expect_refused("the signed file cannot be read: two different key images of one output");
	more[0] = more[n + 1];
	from.tx_key_images = more;
	expect_refused("two different key images of one output");
	from.n_tx_key_images = n + 2;
}

/* Nothing that only the signer's wallet needs has an effect. */
Test(hot_reference_signed, other_members_are_not_read)
{
	struct sn_buf before = {0}, after = {0};
	struct sn_error err = {0};
	translate();
	ok(sn_signed_set_encode(&before, &set, &err));
	struct sn_pending_tx *ptx = &from.ptx[0];
	ptx->fee ^= 1;
	ptx->dust = 5;
	ptx->change_dts.amount = UINT64_MAX;
	ptx->selected_transfers[0] = 4711;
	ptx->key_images.len = 0;
	ptx->dests.entries[0].amount = 1;
	data()->change_dts.amount = 7;
	data()->splitted_dsts.entries[0].amount = 0;
	data()->selected_transfers[0] = 4711;
	data()->unlock_time = 5;
	for (size_t i = 0; i < 2; i++) {
		data()->sources[i].amount = 0;
		memset(&data()->sources[i].mask, 0xff, 32);
		memset(&data()->sources[i].real_out_tx_key, 0xff, 32);
	}
	memset(from.key_images, 0, from.n_key_images * sizeof *from.key_images);
	translate();
	ok(sn_signed_set_encode(&after, &set, &err));
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
}

Test(hot_reference_signed, source_with_another_ring)
{
	data()->sources[1].outputs[15].global_index++;
	expect_refused("transaction 1: no source in construction_data has the ring of input 2");
	data()->sources[1].outputs[15].global_index--;
	data()->sources[0].n_outputs--;
	expect_refused("the ring of input 1");
	data()->sources[0].n_outputs++;
	translate();
}

/* A source is used once. */
Test(hot_reference_signed, source_is_missing)
{
	data()->n_sources--;
	expect_refused("the ring of input 2");
	data()->n_sources++;
	struct sn_tx *tx = &from.ptx[0].tx;
	memcpy(tx->inputs[1].offsets, tx->inputs[0].offsets, 16 * sizeof *tx->inputs[0].offsets);
	expect_refused("the ring of input 2");
}

Test(hot_reference_signed, offsets_overflow)
{
	from.ptx[0].tx.inputs[0].offsets[15] = UINT64_MAX;
	expect_refused("the ring of input 1");
}

Test(hot_reference_signed, number_of_inputs)
{
	size_t n = from.ptx[0].tx.n_inputs;
	from.ptx[0].tx.n_inputs = 0;
	expect_refused("transaction 1: 0 inputs; 1 to 512 are allowed");
	from.ptx[0].tx.n_inputs = 513;
	expect_refused("transaction 1: 513 inputs; 1 to 512 are allowed");
	from.ptx[0].tx.n_inputs = n;
}

/* ------------------------------------------------------------------ files */

static struct sn_account account_of(const char *release)
{
	struct interop_wallet wallet;
	struct sn_account account;
	struct sn_error err = {0};
	interop_wallet_init(&wallet, release);
	ok(sn_account_from_view(&account, SN_MAINNET, &wallet.view_secret, &wallet.owner.spend, &err));
	return account;
}

static void expect_unopened(const char *release, const void *file, size_t len, const char *words)
{
	struct sn_account account = account_of(release);
	struct sn_buf content = {0};
	struct sn_error err = {0};
	sn_put_u8(&content, 1);
	cr_assert_eq(sn_reference_signed_open(&content, &account, file, len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert_eq(content.len, 1);
	sn_buf_free(&content);
}

Test(hot_reference_signed, file)
{
	struct sn_account account = account_of("0.18.4.0");
	struct sn_buf content = {0}, expected = {0};
	struct sn_error err = {0};
	ok(sn_reference_signed_open(&content, &account, sample.file.data, sample.file.len, &err));
	translate();
	ok(sn_signed_set_encode(&expected, &set, &err));
	cr_assert(content.len == expected.len && !memcmp(content.data, expected.data, content.len));
	sn_buf_free(&content);
	sn_buf_free(&expected);
}

Test(hot_reference_signed, bad_files)
{
	struct interop_sample other = interop_find("0.18.4.0", "unsigned-standard-1");
	expect_unopened("0.18.4.0", other.file.data, other.file.len, "unsigned");
	interop_free(&other);
	expect_unopened("0.18.0.0", sample.file.data, sample.file.len, "another wallet");
	expect_unopened("0.18.4.0", sample.file.data, sample.file.len - 1, "another wallet");
	sample.file.data[20]++; /* the version */
	expect_unopened("0.18.4.0", sample.file.data, sample.file.len, "version");
}

/* Relabelled: the signature does not cover the magic text. */
Test(hot_reference_signed, contents_of_another_kind)
{
	struct interop_sample other = interop_find("0.18.4.0", "outputs-all");
	struct interop_wallet wallet;
	struct sn_buf file = {0};
	struct sn_error err = {0};
	interop_wallet_init(&wallet, "0.18.4.0");
	ok(sn_sealed_file_make(&file, SN_INTEROP_SIGNED_TX_SET, &wallet.key, other.plaintext.data,
			       other.plaintext.len, &err));
	expect_unopened("0.18.4.0", file.data, file.len, "the signed transaction set cannot be read");
	interop_free(&other);
	sn_buf_free(&file);
}
