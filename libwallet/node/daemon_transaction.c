#include "node/daemon_transaction.h"
#include "base/hex.h"
#include "node/call.h"

#include <string.h>

int sn_daemon_get_whole_transaction(struct sn_daemon *d, const struct sn_hash *hash,
				    struct sn_daemon_transaction *out, struct sn_error *err)
{
	int ret = sn_daemon_get_transaction(d, hash, out, err);
	if (!ret && out->tx.is_pruned) {
		ret = sn_error_hint(err,
				    sn_error_set(err, SN_DAEMON,
						 "the daemon at %s has only a part of this transaction",
						 sn_daemon_address(d)),
				    "use a daemon that is not pruned");
		sn_daemon_transaction_free(out);
	}
	return ret;
}

void sn_daemon_transaction_free(struct sn_daemon_transaction *transaction)
{
	sn_tx_free(&transaction->tx);
	sn_buf_free(&transaction->bytes);
	*transaction = (struct sn_daemon_transaction){0};
}

/* The texts of the two parts; "" if the daemon does not have one. */
struct parts {
	const char *whole, *pruned, *prunable;
};

static bool read_entry(struct sn_daemon_transaction *out, struct parts *parts, struct sn_hash *hash,
		       const cJSON *item)
{
	*parts = (struct parts){"", "", ""};
	return !sn_json_get_hex(item, "tx_hash", hash->b, 32, NULL) &&
	       !sn_json_get_bool(item, "in_pool", &out->is_in_pool, NULL) &&
	       (out->is_in_pool || !sn_json_get_u64(item, "block_height", &out->height, NULL)) &&
	       !sn_json_opt_string(item, "as_hex", &parts->whole, NULL) &&
	       !sn_json_opt_string(item, "pruned_as_hex", &parts->pruned, NULL) &&
	       !sn_json_opt_string(item, "prunable_as_hex", &parts->prunable, NULL);
}

static int append(struct sn_buf *bytes, const char *hex)
{
	return sn_hex_decode_buf(bytes, hex, strlen(hex));
}

/* Parse the bytes and compute the hash of the transaction. */
static int parse(struct sn_daemon_transaction *out, struct sn_hash *hash, const cJSON *item,
		 const struct parts *parts)
{
	struct sn_hash prunable_hash;
	bool is_pruned = !parts->whole[0] && !parts->prunable[0];
	int ret = parts->whole[0] ? append(&out->bytes, parts->whole) : append(&out->bytes, parts->pruned);
	if (!ret && !parts->whole[0] && !is_pruned)
		ret = append(&out->bytes, parts->prunable);
	if (ret)
		return ret;
	/* A coinbase transaction has nothing to prune, but daemons send it in the same way. */
	ret = sn_tx_parse(&out->tx, out->bytes.data, out->bytes.len, false);
	if (ret == SN_BAD_INPUT && is_pruned)
		ret = sn_tx_parse(&out->tx, out->bytes.data, out->bytes.len, true);
	else
		is_pruned = false;
	if (ret)
		return ret;
	if (!is_pruned)
		return sn_tx_hash(hash, &out->tx);
	ret = sn_json_get_hex(item, "prunable_hash", prunable_hash.b, 32, NULL);
	return ret ? ret : sn_tx_hash_pruned(hash, &out->tx, &prunable_hash);
}

static int read_transaction(const struct sn_daemon *d, struct sn_daemon_transaction *out, const cJSON *answer,
			    const struct sn_hash *wanted, struct sn_error *err)
{
	const cJSON *list = NULL;
	struct parts parts;
	struct sn_hash hash;
	char text[2 * sizeof *wanted + 1];
	if (sn_json_opt_array(answer, "txs", &list, NULL) || (list && cJSON_GetArraySize(list) > 1))
		return sn_daemon_garbage(d, SN_DAEMON_GET_TRANSACTIONS, err);
	sn_hex_encode(text, wanted, sizeof *wanted);
	if (!list || !cJSON_GetArraySize(list))
		return sn_error_because(err, SN_REFUSED, SN_REASON_NO_TRANSACTION,
					"the daemon at %s does not know transaction %s", sn_daemon_address(d),
					text);
	const cJSON *item = cJSON_GetArrayItem(list, 0);
	if (!read_entry(out, &parts, &hash, item) || !sn_hash_is_equal(&hash, wanted))
		return sn_daemon_garbage(d, SN_DAEMON_GET_TRANSACTIONS, err);
	int ret = parse(out, &hash, item, &parts);
	if (ret == SN_IO)
		return sn_error_memory(err);
	if (ret || !sn_hash_is_equal(&hash, wanted))
		return sn_error_hint(err,
				     sn_error_set(err, SN_DAEMON,
						  "the daemon at %s sent data that are not transaction %s",
						  sn_daemon_address(d), text),
				     "use another daemon");
	return SN_OK;
}

int sn_daemon_get_transaction(struct sn_daemon *d, const struct sn_hash *hash,
			      struct sn_daemon_transaction *out, struct sn_error *err)
{
	cJSON *answer;
	*out = (struct sn_daemon_transaction){0};
	int ret = sn_daemon_call_get_transactions(d, hash, 1, false, &answer, err);
	if (!ret)
		ret = read_transaction(d, out, answer, hash, err);
	if (ret)
		sn_daemon_transaction_free(out);
	sn_json_free(answer);
	return ret;
}
