#include "node/daemon_transaction.h"

#include "base/hex.h"
#include "chain_vectors.h"
#include "crypto/keccak.h"
#include "node_pair.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A transaction of the vectors, as the parts of an answer. */
struct sample {
	char *whole, *pruned, *prunable;
	char id[65], prunable_hash[65];
	struct sn_hash hash;
};

/* The first one of the vectors with type 6 and a whole id. */
static struct sample sample_of_vectors(void)
{
	struct vectors v;
	struct sample s = {0};
	vectors_open(&v, "chain_transactions.txt");
	while (!s.whole && vectors_next(&v, "tx")) {
		struct sn_tx tx;
		struct sn_hash prunable;
		size_t len;
		if (strlen(v.word[2]) != 64)
			continue;
		uint8_t *bytes = vectors_bytes(&len, v.word[4]);
		cr_assert(!sn_tx_parse(&tx, bytes, len, false));
		if (tx.rct_type == SN_RCT_BULLETPROOF_PLUS) {
			s.whole = strdup(v.word[4]);
			s.prunable = strdup(s.whole + 2 * (len - tx.prunable_len));
			s.pruned = strdup(s.whole);
			s.pruned[2 * (len - tx.prunable_len)] = 0;
			strcpy(s.id, v.word[2]);
			sn_keccak256(&prunable, tx.prunable, tx.prunable_len);
			sn_hex_encode(s.prunable_hash, &prunable, sizeof prunable);
			vectors_bytes32(s.hash.b, s.id);
		}
		sn_tx_free(&tx);
		free(bytes);
	}
	vectors_close(&v);
	cr_assert(s.whole);
	return s;
}

static void sample_free(struct sample *s)
{
	free(s->whole);
	free(s->pruned);
	free(s->prunable);
}

/* Ask for the sample; the daemon answers with one transaction that has these members. */
static int ask(struct pair *p, const struct sample *s, struct sn_daemon_transaction *found, const char *id,
	       const char *members)
{
	char *text;
	cr_assert(asprintf(&text, "{\"status\":\"OK\",\"txs\":[{\"tx_hash\":\"%s\"%s}]}", id, members) > 0);
	pair_say(p, text);
	int ret = sn_daemon_get_transaction(p->daemon, &s->hash, found, &p->err);
	free(text);
	return ret;
}

static char *join(const char *fmt, const char *a, const char *b)
{
	char *text;
	cr_assert(asprintf(&text, fmt, a, b) > 0);
	return text;
}

Test(node_daemon_transaction, whole_and_parts)
{
	struct sample s = sample_of_vectors();
	struct sn_daemon_transaction found;
	struct pair p;
	char *const good[] = {
		join(",\"in_pool\":false,\"block_height\":7,\"as_hex\":\"%s\"%s", s.whole, ""),
		join(",\"in_pool\":false,\"block_height\":7,\"as_hex\":\"\",\"pruned_as_hex\":\"%s\",\"prunable_as_hex\":\"%s\"",
		     s.pruned, s.prunable),
		join(",\"in_pool\":false,\"block_height\":7,\"pruned_as_hex\":\"%s\",\"prunable_hash\":\"%s\"",
		     s.pruned, s.prunable_hash),
		join(",\"in_pool\":true,\"block_height\":18446744073709551615,\"as_hex\":\"%s\"%s", s.whole,
		     ""),
	};
	pair_open(&p);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		cr_assert(!ask(&p, &s, &found, s.id, good[i]), "%zu: %s", i, p.err.text);
		cr_assert(strstr(p.request, "POST /get_transactions ") && strstr(p.request, s.id) &&
			  strstr(p.request, "\"prune\":false"));
		cr_assert(found.tx.is_pruned == (i == 2) && found.tx.version == 2);
		cr_assert(found.is_in_pool == (i == 3) && found.height == (i == 3 ? 0 : 7));
		sn_daemon_transaction_free(&found);
		free(good[i]);
	}
	pair_close(&p);
	sample_free(&s);
}

Test(node_daemon_transaction, refused)
{
	struct sample s = sample_of_vectors();
	struct sn_daemon_transaction found;
	struct pair p;
	static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
	char *const bad[] = {
		/* other contents; none; a part that is too short; another hash of the signatures */
		join(",\"in_pool\":true,\"as_hex\":\"%s00\"%s", s.whole, ""),
		join(",\"in_pool\":true,\"as_hex\":\"%s0\"%s", s.whole, ""),
		join(",\"in_pool\":true,\"as_hex\":\"%s\"%s", s.pruned, ""),
		join(",\"in_pool\":true%s%s", "", ""),
		join(",\"in_pool\":true,\"pruned_as_hex\":\"%s\",\"prunable_hash\":\"%s\"", s.pruned, zeros),
		join(",\"in_pool\":true,\"pruned_as_hex\":\"%s\"%s", s.pruned, ""),
		/* without its place */
		join(",\"as_hex\":\"%s\"%s", s.whole, ""),
		join(",\"in_pool\":false,\"as_hex\":\"%s\"%s", s.whole, ""),
		join(",\"in_pool\":true,\"as_hex\":7%s%s", "", ""),
	};
	pair_open(&p);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_eq(ask(&p, &s, &found, s.id, bad[i]), SN_DAEMON, "%zu", i);
		cr_assert(!found.bytes.data && !found.tx.inputs);
		free(bad[i]);
	}
	/* A transaction that is valid, but not the requested one. */
	char *other = join(",\"in_pool\":true,\"as_hex\":\"%s\"%s", s.whole, "");
	cr_assert_eq(ask(&p, &s, &found, zeros, other), SN_DAEMON);
	s.hash.b[0] ^= 1;
	char id[65];
	sn_hex_encode(id, &s.hash, sizeof s.hash);
	cr_assert_eq(ask(&p, &s, &found, id, other), SN_DAEMON);
	cr_assert(strstr(p.err.text, "are not transaction"), "%s", p.err.text);
	free(other);
	/* Unknown. */
	pair_say(&p, "{\"status\":\"OK\",\"missed_tx\":[\"" HASH "\"]}");
	cr_assert_eq(sn_daemon_get_transaction(p.daemon, &s.hash, &found, &p.err), SN_REFUSED);
	cr_assert(strstr(p.err.text, "does not know transaction") && strstr(p.err.text, id));
	pair_say(&p, "{\"status\":\"BUSY\"}");
	cr_assert_eq(sn_daemon_get_transaction(p.daemon, &s.hash, &found, &p.err), SN_DAEMON);
	pair_say(&p, "{\"status\":\"OK\",\"txs\":7}");
	cr_assert_eq(sn_daemon_get_transaction(p.daemon, &s.hash, &found, &p.err), SN_DAEMON);
	pair_close(&p);
	sample_free(&s);
}
