#include "chain/tx_key.h"

#include "base/hex.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/output.h"
#include "chain/tx_proof.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/scalar.h"

#include <stdlib.h>
#include <string.h>

bool sn_tx_key_is_text(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!text[i] || !strchr("0123456789abcdefABCDEF", text[i]))
			return false;
	return len && len % SN_TX_KEY_DIGITS == 0 && len / SN_TX_KEY_DIGITS <= SN_TX_PROOF_ENTRIES_MAX;
}

void sn_tx_key_write(struct sn_buf *out, const struct sn_scalar *key)
{
	char text[SN_TX_KEY_DIGITS + 1];
	struct sn_scalar copy = *key;
	SN_PUBLIC(&copy, sizeof copy); /* the user publishes it */
	sn_hex_encode(text, copy.b, sizeof copy);
	sn_put_bytes(out, text, SN_TX_KEY_DIGITS);
	sn_wipe(text, sizeof text);
	sn_wipe(&copy, sizeof copy);
}

/* Whether r·base is `key`, up to a component of small order: the derivation does not depend on it. */
static bool is_key(const struct sn_scalar *r, const struct sn_point *base, const struct sn_point *key)
{
	struct sn_point made, wanted;
	bool is_same = !sn_derive(&made, base, r) && !sn_derive(&wanted, key, &sn_scalar_one) &&
		       sn_point_is_equal(&made, &wanted);
	sn_wipe(&made, sizeof made);
	return is_same;
}

/* Whether tx extra has the public key r·base: as one of its tx keys for i = 0, else as additional key number
 * i - 1. The recipient finds outputs by these keys only. */
static bool is_in_extra(const struct sn_extra *extra, size_t i, const struct sn_scalar *r,
			const struct sn_point *base)
{
	struct sn_point keys[SN_OUTPUT_SCAN_KEYS];
	size_t n = 1;
	bool is_found = false;
	if (i)
		sn_extra_additional_key(keys, extra, i - 1);
	else
		n = sn_extra_tx_keys(keys, SN_OUTPUT_SCAN_KEYS, extra);
	for (size_t j = 0; !is_found && j < n; j++)
		is_found = is_key(r, base, &keys[j]);
	return is_found;
}

/* The derivations 8·r·A, for each key of the text. Those of keys that the transaction has are valid. */
static int derive(struct sn_point *derivations, bool *is_valid, const char *text, size_t n,
		  const struct sn_tx *tx, const struct sn_address *address)
{
	char digits[SN_TX_KEY_DIGITS + 1] = {0};
	struct sn_extra extra;
	struct sn_scalar key;
	struct sn_point base;
	int ret = SN_OK;
	sn_ge_encode(&base, &sn_ge_base);
	if (address->kind == SN_ADDRESS_SUBADDRESS)
		base = address->spend;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	for (size_t i = 0; !ret && i < n; i++) {
		memcpy(digits, text + i * SN_TX_KEY_DIGITS, SN_TX_KEY_DIGITS);
		ret = sn_hex_decode(&key, sizeof key, digits);
		if (!ret && !sn_scalar_is_canonical(&key))
			ret = SN_BAD_INPUT;
		is_valid[i] = !ret && is_in_extra(&extra, i, &key, &base) &&
			      !sn_derive(&derivations[i], &address->view, &key);
	}
	sn_wipe(digits, sizeof digits);
	sn_wipe(&key, sizeof key);
	return ret;
}

int sn_tx_key_check(uint64_t *received, const char *text, size_t len, const struct sn_tx *tx,
		    const struct sn_address *address, struct sn_error *err)
{
	const size_t n = len / SN_TX_KEY_DIGITS, n_wanted = sn_tx_proof_keys(tx);
	*received = 0;
	if (!sn_tx_key_is_text(text, len))
		return sn_error_set(err, SN_BAD_INPUT, "the text is not a tx key");
	if (!n_wanted)
		return sn_error_set(err, SN_BAD_INPUT, "the transaction has no tx public key");
	if (n != 1 && n != n_wanted)
		return sn_error_set(err, SN_BAD_INPUT,
				    "the tx key has %zu keys instead of the %zu of the transaction", n,
				    n_wanted);
	struct sn_point *derivations = calloc(n, sizeof *derivations);
	bool *is_valid = calloc(n, sizeof *is_valid);
	int ret = derivations && is_valid ? SN_OK : sn_error_memory(err);
	if (!ret && derive(derivations, is_valid, text, n, tx, address))
		ret = sn_error_set(err, SN_BAD_INPUT, "the text is not a tx key");
	if (!ret)
		ret = sn_tx_received(received, tx, address, derivations, is_valid, n, err);
	free(derivations);
	free(is_valid);
	return ret;
}
