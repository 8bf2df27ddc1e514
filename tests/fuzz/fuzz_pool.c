/* A daemon's pool of any transactions, looked at by a small wallet again and again: what it lies about is not
 * taken in, what it shows is told of or held, and what the wallet knows from the chain stays as it is.
 *
 * The first byte: 1 a master wallet; its rest is the number of transactions, up to TXS_MAX. Of each: flags (1
 * byte, enum tx_flag), length (2) and bytes. Then up to LOOKS_MAX looks: flags (2 bytes, enum look_flag), and
 * which transactions are in the pool (1). */
#include "base/hex.h"
#include "chain/transaction.h"
#include "check_wallet.h"
#include "daemon_answer.h"
#include "fuzz.h"
#include "hot/pool.h"
#include "hot/sync.h"
#include "memory_wallet.h"
#include "node/call.h"
#include "node/daemon_pool.h"
#include "store/wallet_records.h"

#include <stdlib.h>
#include <string.h>

enum { TXS_MAX = 4, LOOKS_MAX = 4, MORE = SN_DAEMON_POOL_QUERY + 5, NOW = 1800000000 };

enum tx_flag {
	IS_TRUE = 1,      /* it is listed by its hash, not by a made-up one */
	HAS_PRUNABLE = 2, /* the hash of what is pruned is told */
	HAS_NO_BYTES = 4,
	IS_TOLD_TWICE = 8,    /* in an answer */
	IS_LISTED_TWICE = 16, /* in the pool */
	IS_IN_A_BLOCK = 32,   /* when asked for */
	HAS_A_DIGIT_LESS = 64,
	IS_MISSED = 128, /* when asked for */
};

enum look_flag {
	IS_BEHIND = 1, /* the daemon is below the wallet */
	IS_LATER = 2,  /* by as long as payments are looked for, in time */
	IS_HIGHER = 4, /* and in blocks */
	HAS_BROKEN_POOL = 8,
	HAS_BROKEN_TXS = 16,
	IS_BUSY = 32, /* where transactions are asked for */
	IS_SILENT = 64,
	FORGETS_OURS = 128, /* knows nothing of the payment that was sent */
	IS_GIVEN_UP = 256,  /* what was submitted */
	IS_STOPPED = 512,   /* at the next chance */
	LEARNS_AN_IMAGE = 1024,
	IS_FULL = 2048 | 8192, /* the pool has more than one request can ask for: rarely, for it takes long */
	IS_TWICE = 4096,
};

struct pool_tx {
	uint8_t flags;
	struct sn_hash hash;
	char hex[65];
	const uint8_t *blob;
	size_t len;
};

static struct {
	struct pool_tx txs[TXS_MAX];
	size_t n_txs;
	unsigned look, listed; /* of the present look */
	uint64_t now;
	struct sn_sync_memory memory;
} t;

static const uint8_t prunable_hash[32] = "prunable";

/* ------------------------------------------------------------------ the daemon */

static void put_text(struct sn_buf *b, const char *text)
{
	sn_put_bytes(b, text, strlen(text));
}

static void put_hex(struct sn_buf *b, const void *data, size_t len)
{
	uint8_t *room = sn_buf_grow(b, 2 * len + 1);
	FUZZ_CHECK(room);
	sn_hex_encode((char *)room, data, len);
	b->len--;
}

static void put_hashes(struct sn_buf *b)
{
	struct sn_hash other = {{0xff}};
	const char *mark = "\"";
	put_text(b, t.look & HAS_BROKEN_POOL ? "{\"status\":\"OK\",\"tx_hashes\":[1,"
					     : "{\"status\":\"OK\",\"tx_hashes\":[");
	for (size_t i = 0; i < 2 * t.n_txs; i++) {
		const struct pool_tx *tx = &t.txs[i / 2];
		if (!(t.listed >> i / 2 & 1) || (i % 2 && !(tx->flags & IS_LISTED_TWICE)))
			continue;
		put_text(b, mark);
		put_text(b, tx->hex);
		mark = "\",\"";
	}
	for (int i = 0; (t.look & IS_FULL) == IS_FULL && i < MORE; i++) {
		other.b[1] = (uint8_t)i;
		put_text(b, mark);
		put_hex(b, other.b, 32);
		mark = "\",\"";
	}
	put_text(b, mark[1] ? "\"]}" : "]}");
}

static void put_tx(struct sn_buf *b, const struct pool_tx *tx, const char **mark)
{
	put_text(b, *mark);
	put_text(b, "{\"tx_hash\":\"");
	put_text(b, tx->hex);
	put_text(b, tx->flags & IS_IN_A_BLOCK ? "\",\"block_height\":9,\"in_pool\":false"
					      : "\",\"in_pool\":true");
	if (!(tx->flags & HAS_NO_BYTES)) {
		put_text(b, ",\"pruned_as_hex\":\"");
		put_hex(b, tx->blob, tx->len);
		if (tx->len && tx->flags & HAS_A_DIGIT_LESS)
			b->len--;
		put_text(b, "\"");
	}
	if (tx->flags & HAS_PRUNABLE) {
		put_text(b, ",\"prunable_hash\":\"");
		put_hex(b, prunable_hash, 32);
		put_text(b, "\"");
	}
	put_text(b, "}");
	*mark = ",";
}

/* The payment of memory_wallet.h that was sent. */
static const char ours[] = "2200000000000000000000000000000000000000000000000000000000000000";

/* Each hash of the request that is none of these transactions is of the wallet's payment, or was made up. */
static void put_others(struct sn_buf *b, const char *request, size_t len)
{
	static const char head[] = "{\"txs_hashes\":[";
	const char *mark = "\"missed_tx\":[\"", *end = request + len;
	FUZZ_CHECK(len > sizeof head && !memcmp(request, head, sizeof head - 1));
	for (const char *at = request + sizeof head; end - at > 65 && at[-1] == '"'; at += 67) {
		bool is_told = !memcmp(at, ours, 64) && !(t.look & FORGETS_OURS);
		for (size_t i = 0; i < t.n_txs; i++)
			is_told |= !(t.txs[i].flags & IS_MISSED) && !memcmp(at, t.txs[i].hex, 64);
		if (is_told)
			continue;
		put_text(b, mark);
		sn_put_bytes(b, at, 64);
		mark = "\",\"";
	}
	put_text(b, mark[1] == 'm' ? "\"missed_tx\":[]" : "\"]");
}

static bool is_asked_for(const char *request, size_t len, const char *hex)
{
	return memmem(request, len, hex, 64);
}

static void put_txs(struct sn_buf *b, const char *request, size_t len)
{
	const char *mark = t.look & HAS_BROKEN_TXS ? "{}," : "";
	put_text(b, t.look & IS_BUSY ? "{\"status\":\"BUSY\",\"txs\":[" : "{\"status\":\"OK\",\"txs\":[");
	for (size_t i = 0; i < t.n_txs; i++) {
		const struct pool_tx *tx = &t.txs[i];
		if (tx->flags & IS_MISSED || !is_asked_for(request, len, tx->hex))
			continue;
		put_tx(b, tx, &mark);
		if (tx->flags & IS_TOLD_TWICE)
			put_tx(b, tx, &mark);
	}
	if (!(t.look & FORGETS_OURS) && is_asked_for(request, len, ours)) {
		put_text(b, mark);
		put_text(b, "{\"in_pool\":true,\"tx_hash\":\"");
		put_text(b, ours);
		put_text(b, "\"}");
	}
	put_text(b, "],");
	put_others(b, request, len);
	put_text(b, "}");
}

static void answer(void *context, const char *path, const char *request, size_t len, struct sn_buf *b)
{
	(void)context;
	if (t.look & IS_SILENT)
		return;
	if (strcmp(path, SN_DAEMON_GET_TRANSACTIONS))
		put_hashes(b);
	else
		put_txs(b, request, len);
}

static void read_txs(struct sn_reader *r, size_t n)
{
	struct sn_hash prunable;
	struct sn_tx tx;
	memcpy(prunable.b, prunable_hash, sizeof prunable.b);
	for (t.n_txs = 0; t.n_txs < n && r->left; t.n_txs++) {
		struct pool_tx *p = &t.txs[t.n_txs];
		p->flags = sn_read_u8(r);
		p->len = sn_read_u16(r);
		if (p->len > r->left)
			p->len = r->left;
		p->blob = sn_read_view(r, p->len);
		memset(p->hash.b, 0xe0 + (int)t.n_txs, 32);
		if (p->flags & IS_TRUE && !sn_tx_parse(&tx, p->blob, p->len, true)) {
			(void)!sn_tx_hash_pruned(&p->hash, &tx, &prunable);
			sn_tx_free(&tx);
		}
		sn_hex_encode(p->hex, p->hash.b, 32);
	}
}

/* ------------------------------------------------------------------ what must be so */

/* The pool lists it, and an answer shows that it is what it is called. */
static bool is_shown(const struct sn_hash *hash)
{
	bool is_listed = false, is_told = false;
	for (size_t i = 0; i < t.n_txs; i++) {
		if (!sn_hash_is_equal(&t.txs[i].hash, hash))
			continue;
		is_listed |= t.listed >> i & 1;
		is_told |= (t.txs[i].flags & ~IS_LISTED_TWICE) == (IS_TRUE | HAS_PRUNABLE);
	}
	return is_listed && is_told;
}

static bool is_submitted(const struct sn_wallet_payment *p)
{
	return p->state == SN_PAYMENT_SUBMITTED;
}

/* How many inputs of submitted payments this is. */
static size_t count_inputs(const struct sn_wallet *w, const struct sn_point *key)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_payments; i++)
		for (size_t k = 0; is_submitted(&w->payments[i]) && k < w->payments[i].n_inputs; k++)
			n += sn_point_is_equal(&w->payments[i].inputs[k], key);
	return n;
}

/* Nothing is held twice, and a payment that was taken in adds up. */
static void check_adopted(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	uint64_t rest = 0;
	FUZZ_CHECK(is_submitted(p) && is_shown(&p->tx_hash) && p->n_inputs);
	for (size_t i = 0; i < p->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		FUZZ_CHECK(output != SIZE_MAX && !w->outputs[output].is_spent &&
			   sn_wallet_held_by(w, output) == p);
		FUZZ_CHECK(count_inputs(w, &p->inputs[i]) == 1);
		rest += w->outputs[output].amount;
	}
	FUZZ_CHECK(p->fee <= rest && p->change <= rest - p->fee);
	rest -= p->fee + p->change;
	FUZZ_CHECK(p->n_destinations == (rest ? 1 : 0) && (!rest || p->destinations[0].amount == rest));
}

/* `before`: what the payments were, in their order. */
static void check_payments(const struct sn_wallet *w, const struct sn_wallet_payment *before, size_t n_before,
			   const struct sn_sync_result *result)
{
	size_t n_dropped = 0;
	FUZZ_CHECK(w->n_payments >= n_before && w->n_payments <= n_before + t.n_txs);
	for (size_t i = 0; i < n_before; i++) {
		const struct sn_wallet_payment *p = &w->payments[i], *was = &before[i];
		FUZZ_CHECK(p->id == was->id && p->n_inputs == was->n_inputs);
		if (p->state == was->state)
			continue;
		if (was->state == SN_PAYMENT_RELEASED) {
			FUZZ_CHECK(is_submitted(p) && is_shown(&p->tx_hash));
			continue;
		}
		FUZZ_CHECK(is_submitted(was) && p->state == SN_PAYMENT_RELEASED);
		FUZZ_CHECK(was->missing_since && t.now - was->missing_since >= SN_POOL_LIFETIME);
		FUZZ_CHECK(sn_wallet_height(w) - was->missing_height >= SN_POOL_LIFETIME_BLOCKS &&
			   !(t.look & IS_BEHIND));
		n_dropped++;
	}
	FUZZ_CHECK(n_dropped == result->n_dropped);
	for (size_t i = n_before; i < w->n_payments; i++)
		check_adopted(w, &w->payments[i]);
}

/* `before`: what was told until now. */
static void check_incoming(const struct sn_wallet *w, const struct sn_wallet_incoming *before,
			   size_t n_before)
{
	for (size_t i = 0; i < w->n_incoming; i++) {
		const struct sn_wallet_incoming *in = &w->incoming[i];
		const struct sn_wallet_payment *p = sn_wallet_find_payment_of(w, &in->tx_hash);
		FUZZ_CHECK(is_shown(&in->tx_hash) && in->amount && in->time >= NOW && in->time <= t.now);
		FUZZ_CHECK(!p || !is_submitted(p));
		for (size_t k = 0; k < n_before; k++)
			FUZZ_CHECK(!sn_hash_is_equal(&before[k].tx_hash, &in->tx_hash) ||
				   before[k].time == in->time);
	}
}

/* ------------------------------------------------------------------ looking */

static bool goes_on(void *context, const struct sn_sync_progress *progress)
{
	(void)context, (void)progress;
	return !(t.look & IS_STOPPED);
}

static int look_once(struct sn_wallet *w, struct sn_sync_result *result)
{
	static const struct sn_sync_options options = {.progress = goes_on};
	struct sn_daemon d = {0};
	struct sn_error err = {0};
	uint64_t height = sn_wallet_height(w);
	*result = (struct sn_sync_result){
		.height = height, .daemon_height = height - !!(t.look & IS_BEHIND), .target_height = height};
	int ret = sn_pool_look(w, &d, &options, &t.memory, t.now, result, &err);
	FUZZ_CHECK(!ret || ret == SN_DAEMON);
	if (ret)
		fuzz_check_sentence(&err);
	return ret;
}

/* Right away the same pool is no news. */
static void look_again(struct sn_wallet *w)
{
	struct sn_buf state = {0}, again = {0};
	struct sn_sync_result result;
	sn_records_put_all(&state, w);
	FUZZ_CHECK(!look_once(w, &result) && !result.n_dropped);
	sn_records_put_all(&again, w);
	FUZZ_CHECK(!state.failed && fuzz_is_same(&again, state.data, state.len));
	sn_buf_free(&state);
	sn_buf_free(&again);
}

static void *copy(const void *from, size_t n, size_t size)
{
	void *to = calloc(n + 1, size);
	FUZZ_CHECK(to);
	if (n)
		memcpy(to, from, n * size);
	return to;
}

static void look(struct sn_wallet *w)
{
	const size_t n_payments = w->n_payments, n_outputs = w->n_outputs, n_incoming = w->n_incoming;
	const uint64_t height = sn_wallet_height(w);
	struct sn_wallet_payment *payments = copy(w->payments, n_payments, sizeof *payments);
	struct sn_wallet_incoming *incoming = copy(w->incoming, n_incoming, sizeof *incoming);
	struct sn_sync_result result;
	bool is_whole = !look_once(w, &result) && !t.memory.has_failed;
	check_wallet(w);
	FUZZ_CHECK(w->n_outputs == n_outputs && sn_wallet_height(w) == height);
	check_payments(w, payments, n_payments, &result);
	if (is_whole)
		check_incoming(w, incoming, n_incoming);
	else
		FUZZ_CHECK(w->n_incoming == n_incoming &&
			   (!n_incoming || !memcmp(w->incoming, incoming, n_incoming * sizeof *incoming)));
	if (is_whole && !result.interrupted && t.look & IS_TWICE)
		look_again(w);
	if (w->n_incoming || w->n_payments > n_payments)
		fuzz_accept();
	free(payments);
	free(incoming);
}

/* An output of which the key image is not known, or not yet. */
static void add_output(struct sn_wallet *w)
{
	struct sn_wallet_output output = w->outputs[w->n_outputs - 1];
	memset(output.key.b, 3, sizeof output.key.b);
	memset(output.tx_hash.b, 3, sizeof output.tx_hash.b);
	output.global_index++;
	FUZZ_CHECK(!sn_wallet_add_output(w, &output, NULL));
}

static void prepare(struct sn_wallet *w)
{
	static const struct sn_hash block = {{77}};
	struct sn_point image;
	if (t.look & IS_LATER)
		t.now += SN_POOL_LIFETIME;
	if (t.look & IS_HIGHER)
		FUZZ_CHECK(
			!sn_wallet_add_block(w, sn_wallet_height(w) + SN_POOL_LIFETIME_BLOCKS, &block, 0, 0));
	for (size_t i = 0; t.look & IS_GIVEN_UP && i < w->n_payments; i++)
		if (is_submitted(&w->payments[i]))
			FUZZ_CHECK(
				!sn_wallet_set_payment(w, w->payments[i].id, SN_PAYMENT_RELEASED, NULL, 0));
	memset(image.b, 0x13, sizeof image.b);
	if (t.look & LEARNS_AN_IMAGE)
		FUZZ_CHECK(!sn_wallet_add_image(w, &w->outputs[2].key, &image));
}

/* Few: the addresses that a wallet scans for are computed. */
enum { ACCOUNTS = 2, ADDRESSES = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static struct sn_subaddress_table table;
	struct sn_wallet *w;
	struct sn_reader r;
	struct sn_error err;
	FUZZ_CHECK(table.n ||
		   !sn_subaddress_table_init(&table, memory_wallet_account(), ACCOUNTS, ADDRESSES));
	sn_reader_init(&r, data, len);
	uint8_t how = sn_read_u8(&r);
	read_txs(&r, how / 2 % (TXS_MAX + 1));
	memory_wallet_put(how & 1 ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
	FUZZ_CHECK(!sn_wallet_open(&w, MEMORY_WALLET, SN_WALLET_WRITE, "", NULL, &err));
	w->lookahead_accounts = ACCOUNTS; /* not stored */
	w->lookahead_addresses = ADDRESSES;
	add_output(w);
	t.now = NOW;
	t.memory = (struct sn_sync_memory){.table = table, .has_table = true};
	daemon_answer_by(answer, NULL);
	const size_t n_payments = w->n_payments;
	for (int i = 0; i < LOOKS_MAX && r.left >= 3; i++) {
		t.look = sn_read_u16(&r);
		t.listed = sn_read_u8(&r);
		prepare(w);
		look(w);
	}
	daemon_answer_by(NULL, NULL);
	w->lookahead_accounts = SN_LOOKAHEAD_MAJOR;
	w->lookahead_addresses = SN_LOOKAHEAD_MINOR;
	if (w->n_incoming || w->n_payments > n_payments)
		memory_wallet_store(w);
	/* It stays for the next input, perhaps enlarged. */
	table = t.memory.table;
	t.memory.has_table = false;
	sn_sync_memory_free(&t.memory);
	sn_wallet_close(w);
	memory_journal_forget();
	return 0;
}
