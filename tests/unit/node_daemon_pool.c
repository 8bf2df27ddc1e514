#include "node/daemon_internal.h"
#include "node/daemon_pool.h"
#include "node_pair.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define OTHER "0000000000000000000000000000000000000000000000000000000000000002"
#define POOL_TX(hash, in_pool, rest) "{\"tx_hash\":\"" hash "\",\"in_pool\":" in_pool rest "}"

Test(node_daemon_pool, pool)
{
	static const char *const bad[] = {
		"{\"status\":\"BUSY\"}",
		"{}",
		"{\"status\":\"OK\",\"tx_hashes\":7}",
		"{\"status\":\"OK\",\"tx_hashes\":[7]}",
		"{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\",\"\"]}",
		"{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "00\"]}",
		"{\"status\":\"OK\",\"tx_hashes\":{\"a\":\"" HASH "\"}}",
	};
	struct pair p;
	struct sn_hash *hashes;
	size_t n;
	pair_open(&p);
	pair_say(&p, "{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\",\"" OTHER "\"],\"untrusted\":false}");
	cr_assert(!sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err), "%s", p.err.text);
	cr_assert(n == 2 && hashes[0].b[0] == 0x41 && hashes[1].b[31] == 2);
	cr_assert(!strncmp(p.request, "POST /get_transaction_pool_hashes ", 34));
	free(hashes);
	pair_say(&p, "{\"status\":\"OK\"}"); /* empty */
	cr_assert(!sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err) && n == 0);
	free(hashes);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		pair_say(&p, bad[i]);
		cr_assert_eq(sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err), SN_DAEMON, "%s", bad[i]);
		cr_assert(hashes == NULL && n == 0);
	}
	/* More hashes than allowed. */
	static const char first[] = "{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\"",
			  next[] = ",\"" HASH "\"";
	struct sn_buf many = {0};
	sn_put_bytes(&many, first, sizeof first - 1);
	for (size_t i = 1; i <= SN_DAEMON_MAX_POOL; i++) {
		if (i == SN_DAEMON_MAX_POOL) {
			sn_put_bytes(&many, "]}", 2);
			pair_say_buf(&p, &many);
			cr_assert(!sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err) &&
				  n == SN_DAEMON_MAX_POOL);
			free(hashes);
			many.len -= 2;
		}
		sn_put_bytes(&many, next, sizeof next - 1);
	}
	sn_put_bytes(&many, "]}", 2);
	pair_say_buf(&p, &many);
	cr_assert_eq(sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err), SN_DAEMON);
	sn_buf_free(&many);
	pair_close(&p);
}

Test(node_daemon_pool, pool_transactions)
{
	static const char *const bad[] = {
		"{\"status\":\"BUSY\"}",
		"{\"status\":\"OK\",\"txs\":{}}",
		"{\"status\":\"OK\",\"txs\":[7]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "true", "") "]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "true", ",\"pruned_as_hex\":\"012\"") "]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "7", ",\"pruned_as_hex\":\"0123\"") "]}",
		/* one that was not requested; one twice */
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(OTHER, "true", ",\"pruned_as_hex\":\"0123\"") "]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(
			HASH, "true",
			",\"pruned_as_hex\":\"0123\"") "," POOL_TX(HASH, "true",
								   ",\"pruned_as_hex\":\"0123\"") "]}",
	};
	struct pair p;
	struct sn_hash hashes[2] = {{{0x41}}};
	struct sn_daemon_pool_txs txs;
	pair_open(&p);
	pair_say(&p, "{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\"]}");
	struct sn_hash *asked;
	size_t n;
	cr_assert(!sn_daemon_get_pool(p.daemon, &asked, &n, &p.err));
	hashes[0] = asked[0];
	hashes[1].b[31] = 3;
	free(asked);
	pair_say(
		&p,
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(
			HASH, "true",
			",\"pruned_as_hex\":\"0123ff\",\"prunable_hash\":\"" OTHER
			"\"") "," POOL_TX("0000000000000000000000000000000000000000000000000000000000000003",
					  "true",
					  ",\"pruned_as_hex\":\"45\",\"prunable_hash\":\"\"") "],\"missed_tx\":[]}");
	cr_assert(!sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err), "%s", p.err.text);
	cr_assert(strstr(p.request, "\"txs_hashes\":[\"" HASH "\",\"0000") &&
		  strstr(p.request, "\"prune\":true"));
	cr_assert(txs.count == 2 && txs.txs[0].len == 3 && !memcmp(txs.txs[0].blob, "\x01\x23\xff", 3));
	cr_assert(txs.txs[0].has_prunable_hash && txs.txs[0].prunable_hash.b[31] == 2);
	cr_assert(txs.txs[1].len == 1 && txs.txs[1].blob[0] == 0x45 && !txs.txs[1].has_prunable_hash);
	cr_assert(sn_hash_is_equal(&txs.txs[1].hash, &hashes[1]));
	sn_daemon_pool_txs_free(&txs);
	/* Mined or dropped since. */
	pair_say(&p, "{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "false", ",\"block_height\":7") "]}");
	cr_assert(!sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err) && txs.count == 0);
	sn_daemon_pool_txs_free(&txs);
	pair_say(&p, "{\"status\":\"OK\"}");
	cr_assert(!sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err) && txs.count == 0);
	sn_daemon_pool_txs_free(&txs);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		pair_say(&p, bad[i]);
		cr_assert_eq(sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err), SN_DAEMON,
			     "%s", bad[i]);
		cr_assert(txs.count == 0 && txs.bytes.data == NULL);
	}
	pair_close(&p);
}
