/* Any bytes as a transaction's extra field: walking through it and picking what a wallet needs see the
 * same. What is found, written as our wallets do, is found again. */
#include "chain/extra.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS = 8 };

static void walk(const struct sn_extra *extra, const uint8_t *data, size_t len)
{
	struct sn_reader r;
	struct sn_extra_field field;
	size_t n_tx_keys = 0;
	bool has_nonce = false, has_additional = false;
	sn_reader_init(&r, data, len);
	while (sn_extra_next(&field, &r)) {
		n_tx_keys += field.tag == SN_EXTRA_TX_KEY;
		has_nonce |= field.tag == SN_EXTRA_NONCE;
		has_additional |= field.tag == SN_EXTRA_ADDITIONAL_KEYS;
		FUZZ_CHECK(!field.len || (field.data >= data && field.data + field.len <= data + len));
	}
	FUZZ_CHECK(extra->is_complete == !r.failed);
	FUZZ_CHECK(extra->n_tx_keys == n_tx_keys);
	FUZZ_CHECK(extra->has_nonce == has_nonce);
	FUZZ_CHECK(has_additional || !extra->n_additional);
}

static void write_again(const struct sn_extra *extra, const struct sn_point *tx_key)
{
	struct sn_buf b = {0};
	struct sn_extra ours;
	struct sn_point key, *additional = calloc(extra->n_additional + 1, sizeof *additional);
	uint8_t id[SN_PAYMENT_ID_BYTES], other[SN_PAYMENT_ID_BYTES];
	FUZZ_CHECK(additional);
	for (size_t i = 0; i < extra->n_additional; i++)
		sn_extra_additional_key(&additional[i], extra, i);
	bool has_id = sn_extra_encrypted_payment_id(id, extra);
	sn_extra_write(&b, tx_key, additional, extra->n_additional, has_id ? id : NULL);
	sn_extra_parse(&ours, b.data, b.len);
	FUZZ_CHECK(ours.is_complete && sn_extra_tx_keys(&key, 1, &ours) == 1 && ours.n_tx_keys == 1);
	FUZZ_CHECK(sn_point_is_equal(&key, tx_key) && ours.n_additional == extra->n_additional);
	FUZZ_CHECK(!ours.n_additional || !memcmp(ours.additional, extra->additional, 32 * ours.n_additional));
	FUZZ_CHECK(sn_extra_encrypted_payment_id(other, &ours) == has_id &&
		   (!has_id || !memcmp(id, other, sizeof id)));
	sn_buf_free(&b);
	free(additional);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_extra extra;
	struct sn_point keys[KEYS];
	uint8_t id[32];
	sn_extra_parse(&extra, data, len);
	walk(&extra, data, len);
	size_t n = sn_extra_tx_keys(keys, KEYS, &extra);
	FUZZ_CHECK(n == (extra.n_tx_keys < KEYS ? extra.n_tx_keys : KEYS));
	(void)sn_extra_long_payment_id(id, &extra);
	if (n) {
		fuzz_accept();
		write_again(&extra, &keys[0]);
	}
	return 0;
}
