/* make-chain DAEMON TRANSACTIONS DIRECTORY [OUTPUTS] - fill a private chain with payments of our own, for
 * tests/bench/run-sync and tests/bench/run-peer.
 *
 * A payer mines and sends to itself, one input and two outputs a transaction, 50 transactions a block; every
 * 50th payment goes to the watched account. With OUTPUTS, from 1 to 15, each transaction has so many outputs
 * to the watched account, of HOARDED each, and change. All are signed by the library and verified by the
 * daemon. When there are as many as wanted it ends; called again with more it goes on. Each takes some 50 ms,
 * most of it for proofs.
 *
 * In DIRECTORY it leaves `payer`, a master wallet; `watched`, a watch-only wallet that has seen nothing yet;
 * `keys`, the watched account's address and view key in hexadecimal, one a line. Their password is "bench".
 */
#include "base/file.h"
#include "base/hex.h"
#include "base/secret.h"
#include "cold/sign.h"
#include "crypto/random.h"
#include "hot/sync.h"
#include "node/call.h"
#include "node/daemon_load.h"
#include "node/daemon_send.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASSWORD "bench"
#define PER_BLOCK 50
#define SEEDS 640        /* blocks mined at first: enough outputs, for some are locked */
#define COINBASE_LOCK 60 /* blocks */
#define LOCK 10
#define SETTLED (50 * PER_BLOCK) /* transactions; see settling */
#define SIGNERS 2
#define HOARDED 1000000000 /* piconero */
#define OUTPUTS_MAX 15
#define WEIGHT_MAX 2000 /* of two outputs; each further one adds less than OUTPUT_WEIGHT_MAX */
#define OUTPUT_WEIGHT_MAX 500

struct maker {
	struct sn_daemon_options address;
	struct sn_daemon *daemon;
	struct sn_wallet *payer;
	struct sn_sync_memory memory;
	struct sn_address own, watched;
	struct sn_random random;
	struct sn_daemon_fees fees;
	uint64_t n_made;
	size_t outputs; /* to the watched account, in each transaction; 0: one in every 50th */
	size_t next; /* output to spend: they are spent in order, whether a block has taken the last ones yet
			or not */
	/* The block at hand. */
	const struct sn_wallet_output *spendable[PER_BLOCK];
	struct sn_unsigned_input inputs[PER_BLOCK];
	struct sn_unsigned_destination destinations[PER_BLOCK][OUTPUTS_MAX];
	struct sn_unsigned_tx txs[PER_BLOCK];
	size_t n;
};

static void must(int ret, const struct sn_error *err)
{
	if (ret) {
		fprintf(stderr, "make-chain: error: %s\n", err->text);
		exit(1);
	}
}

/* ---------------------------------------------------------------- the chain */

static void follow(struct maker *m)
{
	const struct sn_sync_options options = {.memory = &m->memory};
	struct sn_sync_result result;
	struct sn_error err;
	must(sn_sync(m->payer, m->daemon, &options, &result, &err), &err);
}

static void mine(struct maker *m, uint64_t n)
{
	char address[SN_ADDRESS_TEXT_MAX];
	struct sn_error err;
	cJSON *answer, *params = cJSON_CreateObject();
	const cJSON *result;
	sn_address_format(address, &m->own);
	if (!params || !cJSON_AddStringToObject(params, "wallet_address", address) ||
	    sn_json_add_u64(params, "amount_of_blocks", n))
		must(sn_error_memory(&err), &err);
	must(sn_daemon_call_rpc(m->daemon, "generateblocks", params, &answer, &result, &err), &err);
	sn_json_free(answer);
}

static bool is_free(const struct sn_wallet_output *o, uint64_t height)
{
	return o->height + (o->is_coinbase ? COINBASE_LOCK : LOCK) <= height;
}

/* ---------------------------------------------------------------- a block of payments */

static void add_member(struct sn_unsigned_input *in, const struct sn_wallet_output *o)
{
	size_t at = in->n_ring++;
	for (; at && in->global_index[at - 1] > o->global_index; at--) {
		in->global_index[at] = in->global_index[at - 1];
		in->ring[at] = in->ring[at - 1];
	}
	in->global_index[at] = o->global_index;
	in->ring[at].key = o->key;
	sn_commit(&in->ring[at].commitment, &o->mask, o->amount);
}

static bool has_member(const struct sn_unsigned_input *in, const struct sn_wallet_output *o)
{
	for (size_t i = 0; i < in->n_ring; i++)
		if (in->global_index[i] == o->global_index)
			return true;
	return false;
}

/* Outputs in blocks that are old enough: what is in them can be spent, but for some coinbases. */
static size_t count_old(const struct sn_wallet *w)
{
	size_t n = w->n_outputs;
	while (n && w->outputs[n - 1].height + LOCK > sn_wallet_height(w))
		n--;
	return n;
}

/* The destinations of transaction i, which spends `amount`. */
static void add_payments(struct maker *m, size_t i, uint64_t amount)
{
	struct sn_unsigned_tx *tx = &m->txs[i];
	struct sn_unsigned_destination *to = m->destinations[i];
	const bool is_watched = m->outputs || (m->n_made + i) % PER_BLOCK == 0;
	const uint64_t weight = WEIGHT_MAX + OUTPUT_WEIGHT_MAX * m->outputs, mask = m->fees.quantization_mask,
		       fee = (weight * m->fees.per_byte[0] + mask - 1) / mask * mask;
	tx->destinations = to;
	tx->n_destinations = m->outputs ? m->outputs : 1;
	tx->fee = fee;
	tx->has_change = true;
	tx->change = amount - fee;
	for (size_t k = 0; k < tx->n_destinations; k++) {
		to[k].address = is_watched ? m->watched : m->own;
		to[k].amount = m->outputs ? HOARDED : tx->change / 2;
		tx->change -= to[k].amount;
	}
}

/* Decoys are other outputs of the payer, which has enough of them: of the newer ones, because the daemon
 * refuses rings that are old. */
static void compose(struct maker *m, size_t i)
{
	const struct sn_wallet *w = m->payer;
	size_t n_old = count_old(w), oldest = n_old * (m->outputs ? 9 : 7) / 10;
	const struct sn_wallet_output *o = m->spendable[i];
	struct sn_unsigned_input *in = &m->inputs[i];
	m->txs[i] = (struct sn_unsigned_tx){.inputs = in, .n_inputs = 1};
	*in = (struct sn_unsigned_input){.tx_key = o->tx_key,
					 .index = o->index,
					 .subaddress = o->subaddress,
					 .amount = o->amount,
					 .mask_kind = o->mask_kind,
					 .mask = o->mask};
	add_member(in, o);
	while (in->n_ring < SN_RING_SIZE) {
		const struct sn_wallet_output *decoy =
			&w->outputs[oldest + sn_random_below(&m->random, n_old - oldest)];
		if (is_free(decoy, sn_wallet_height(w)) && !has_member(in, decoy))
			add_member(in, decoy);
	}
	add_payments(m, i, o->amount);
}

struct signer {
	struct maker *m;
	size_t first;
	pthread_t thread;
};

static void *sign_and_send(void *context)
{
	const struct signer *s = context;
	struct maker *m = s->m;
	struct sn_daemon *daemon;
	struct sn_error err;
	must(sn_daemon_open(&daemon, &m->address, &err), &err);
	for (size_t i = s->first; i < m->n; i += SIGNERS) {
		const struct sn_unsigned_set set = {.txs = &m->txs[i], .n = 1};
		struct sn_signed_set done;
		enum sn_send_outcome outcome;
		bool was_known;
		must(sn_sign(&done, m->payer->account, &set, NULL, 1, &err), &err);
		must(sn_daemon_send_transaction(daemon, done.txs[0].bytes, done.txs[0].len, &outcome,
						&was_known, &err),
		     &err);
		sn_signed_set_free(&done);
	}
	sn_daemon_close(daemon);
	return NULL;
}

/* False: there is not enough to spend yet. */
static bool fill_block(struct maker *m)
{
	const struct sn_wallet *w = m->payer;
	uint64_t height = sn_wallet_height(w);
	struct sn_error err;
	m->n = 0;
	size_t i = m->next;
	for (; i < w->n_outputs && m->n < PER_BLOCK; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		if (o->is_spent || (o->is_coinbase && o->height > SEEDS))
			continue;
		if (!is_free(o, height))
			break;
		m->spendable[m->n++] = o;
	}
	if (m->n < PER_BLOCK)
		return false;
	m->next = i;
	must(sn_daemon_get_fees(m->daemon, &m->fees, &err), &err);
	for (i = 0; i < m->n; i++)
		compose(m, i);
	struct signer signers[SIGNERS];
	for (i = 0; i < SIGNERS; i++) {
		signers[i] = (struct signer){.m = m, .first = i};
		if (pthread_create(&signers[i].thread, NULL, sign_and_send, &signers[i]))
			abort();
	}
	for (i = 0; i < SIGNERS; i++)
		pthread_join(signers[i].thread, NULL);
	return true;
}

/* Empty blocks to mine after a block of payments. The daemon refuses a ring whose median is older than 40 %
 * of the chain's outputs. While the chain is short, the outputs of the last LOCK blocks, which no ring can
 * have, can be more than that if each transaction makes many. */
static uint64_t settling(const struct maker *m)
{
	return m->outputs && m->n_made < SETTLED ? LOCK : 0;
}

/* ---------------------------------------------------------------- wallets */

static struct sn_account account_of(const char *name)
{
	uint8_t seed[32] = {0};
	struct sn_account account;
	memcpy(seed, name, strlen(name));
	sn_account_from_seed(&account, SN_MAINNET, seed);
	return account;
}

static struct sn_address address_of(const struct sn_account *account)
{
	struct sn_address address;
	sn_account_address(&address, account, (struct sn_subaddress_index){0, 0});
	return address;
}

static bool create(const char *dir, const char *name, enum sn_role role)
{
	char path[4096];
	struct sn_error err;
	struct sn_account account = account_of(name);
	snprintf(path, sizeof path, "%s/%s", dir, name);
	int ret = sn_wallet_create(path, role, &account, 0, PASSWORD, SN_KDF_TEST, &err);
	if (ret != SN_REFUSED)
		must(ret, &err);
	return !ret;
}

static void write_keys(const char *dir)
{
	char path[4096], address[SN_ADDRESS_TEXT_MAX], key[65];
	struct sn_account account = account_of("watched");
	struct sn_address a = address_of(&account);
	snprintf(path, sizeof path, "%s/keys", dir);
	sn_address_format(address, &a);
	sn_hex_encode(key, account.view_secret.b, sizeof account.view_secret.b);
	FILE *f = fopen(path, "w");
	if (!f || fprintf(f, "%s\n%s\n", address, key) < 0 || fclose(f)) {
		perror(path);
		exit(1);
	}
}

static uint64_t count(const struct sn_wallet *w)
{
	uint64_t n = 0;
	for (size_t i = 0; i < w->n_outputs; i++)
		n += w->outputs[i].is_spent;
	return n;
}

int main(int argc, char **argv)
{
	struct maker m = {0};
	struct sn_error err;
	char path[4096];
	if (argc == 5)
		m.outputs = strtoul(argv[4], NULL, 10);
	if (argc < 4 || argc > 5 || m.outputs > OUTPUTS_MAX) {
		fputs("usage: make-chain DAEMON TRANSACTIONS DIRECTORY [OUTPUTS]\n", stderr);
		return 2;
	}
	must(sn_process_start(&err), &err);
	uint64_t wanted = strtoull(argv[2], NULL, 10);
	struct sn_account payer = account_of("payer"), watched = account_of("watched");
	const struct sn_scalar seed = {{1}};
	m.address.address = argv[1];
	m.own = address_of(&payer);
	m.watched = address_of(&watched);
	sn_random_init(&m.random, "make-chain", &seed, "", 0);
	must(sn_daemon_open(&m.daemon, &m.address, &err), &err);
	create(argv[3], "payer", SN_ROLE_MASTER);
	create(argv[3], "watched", SN_ROLE_WATCH_ONLY);
	write_keys(argv[3]);
	snprintf(path, sizeof path, "%s/payer", argv[3]);
	must(sn_wallet_open(&m.payer, path, SN_WALLET_WRITE, PASSWORD, NULL, &err), &err);

	follow(&m);
	while (sn_wallet_height(m.payer) < SEEDS + COINBASE_LOCK) {
		mine(&m, 20);
		follow(&m);
	}
	for (m.n_made = count(m.payer); m.n_made < wanted; m.n_made = count(m.payer)) {
		fill_block(&m);
		mine(&m, 1 + settling(&m));
		follow(&m);
		fprintf(stderr, "\r%" PRIu64 " transactions, %" PRIu64 " blocks\033[K", m.n_made,
			sn_wallet_height(m.payer));
	}
	fputc('\n', stderr);
	sn_wallet_close(m.payer);
	sn_sync_memory_free(&m.memory);
	sn_daemon_close(m.daemon);
	return 0;
}
