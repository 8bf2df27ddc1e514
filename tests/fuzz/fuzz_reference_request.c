/* Any bytes as the contents of an unsigned file of the reference wallet: refused with a message, or
 * translated into a set of our own that has every output of the file but change and dummy, adds up, and can
 * be encoded. */
#include "cold/reference_images.h"
#include "cold/reference_translate.h"
#include "cold/review.h"
#include "fuzz.h"
#include "interop/unsigned_tx_set.h"

/* The view-only wallet of tests/vectors/interop/0.18.4.0, whose files are in the corpus. */
static const struct sn_account *account(void)
{
	static const struct sn_scalar view_secret = {{
		0x54, 0x6f, 0x33, 0xab, 0x1c, 0x18, 0x4d, 0x45, 0x46, 0x86, 0x9c,
		0xf3, 0x25, 0x35, 0x51, 0x83, 0xa3, 0x65, 0xe3, 0xe6, 0xb9, 0x00,
		0x26, 0x64, 0x36, 0xae, 0xc4, 0x7e, 0x87, 0x11, 0xdc, 0x0b,
	}};
	static const struct sn_point spend_public = {{
		0xda, 0x52, 0x13, 0xfb, 0xdb, 0x2a, 0xd0, 0x6c, 0x32, 0x6b, 0x96,
		0x39, 0xdb, 0x93, 0xfd, 0x54, 0xa2, 0x29, 0x2d, 0x83, 0x72, 0x43,
		0x0c, 0x4b, 0x88, 0x7f, 0x06, 0xc7, 0xcc, 0xd9, 0xce, 0xc1,
	}};
	static struct sn_account made;
	static bool is_made;
	if (!is_made)
		FUZZ_CHECK(!sn_account_from_view(&made, SN_MAINNET, &view_secret, &spend_public, NULL));
	is_made = true;
	return &made;
}

static void check_refusal(int ret, const struct sn_error *err)
{
	FUZZ_CHECK(ret == SN_REFUSED);
	fuzz_check_sentence(err);
}

static bool is_paid(const struct sn_tx_construction_data *data, const struct sn_unsigned_destination *to)
{
	for (size_t i = 0; i < data->splitted_dsts.n; i++) {
		const struct sn_tx_destination_entry *entry = &data->splitted_dsts.entries[i];
		if (entry->amount == to->amount && sn_point_is_equal(&entry->spend, &to->address.spend) &&
		    sn_point_is_equal(&entry->view, &to->address.view) &&
		    entry->is_subaddress == (to->address.kind == SN_ADDRESS_SUBADDRESS))
			return true;
	}
	return false;
}

static void check_tx(const struct sn_unsigned_tx *tx, const struct sn_tx_construction_data *data)
{
	uint64_t in = 0, out = tx->fee + tx->change, theirs = tx->fee;
	FUZZ_CHECK(tx->n_inputs == data->n_sources);
	for (size_t i = 0; i < tx->n_inputs; i++)
		in += tx->inputs[i].amount;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		out += tx->destinations[i].amount;
		FUZZ_CHECK(is_paid(data, &tx->destinations[i]));
	}
	for (size_t i = 0; i < data->splitted_dsts.n; i++)
		theirs += data->splitted_dsts.entries[i].amount;
	FUZZ_CHECK(in == out && in == theirs);
	const size_t n_others = tx->has_change || tx->n_destinations == 1;
	FUZZ_CHECK(tx->n_destinations + n_others == data->splitted_dsts.n);
}

static void check_translation(const struct sn_unsigned_set *set, const struct sn_unsigned_tx_set *theirs)
{
	struct sn_buf content = {0};
	struct sn_unsigned_set again;
	struct sn_review review;
	struct sn_error err = {0};
	FUZZ_CHECK(set->n == theirs->n_txes);
	for (size_t i = 0; i < set->n; i++)
		check_tx(&set->txs[i], &theirs->txes[i]);
	FUZZ_CHECK(!sn_unsigned_set_encode(&content, set, &err));
	FUZZ_CHECK(!sn_unsigned_set_decode(&again, SN_MAINNET, content.data, content.len, &err));
	if (!sn_review(&review, account(), &again, NULL, 1, &err)) {
		fuzz_accept();
		sn_review_free(&review);
	}
	sn_unsigned_set_free(&again);
	sn_buf_free(&content);
}

static void list(const struct sn_unsigned_tx_set *theirs)
{
	struct sn_reference_list part;
	struct sn_error err = {0};
	int ret = sn_reference_list_init(&part, account(), &theirs->new_transfers, NULL, &err);
	if (ret)
		check_refusal(ret, &err);
	else
		FUZZ_CHECK(part.outputs.n == theirs->new_transfers.n);
	sn_reference_list_free(&part);
	(void)sn_reference_images_needed(theirs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_unsigned_tx_set theirs;
	struct sn_unsigned_set set;
	struct sn_error err = {0};
	if (sn_unsigned_tx_set_decode(&theirs, data, len, NULL))
		return 0;
	int ret = sn_reference_translate(&set, account(), &theirs, &err);
	if (ret) {
		check_refusal(ret, &err);
		FUZZ_CHECK(!set.n && !set.txs);
	} else {
		check_translation(&set, &theirs);
		sn_unsigned_set_free(&set);
	}
	list(&theirs);
	sn_unsigned_tx_set_free(&theirs);
	return 0;
}
