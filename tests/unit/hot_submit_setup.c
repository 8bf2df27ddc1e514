#include "hot_submit_setup.h"

#include "cold/files.h"
#include "cold/input.h"
#include "daemon_answers.h"
#include "handoff/envelope.h"
#include "hot/rings.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define INFO                                                                                                   \
	"{\"height\":200,\"target_height\":0,\"nettype\":\"mainnet\",\"offline\":true,\"busy_syncing\":false," \
	"\"synchronized\":true,\"top_block_hash\":"                                                            \
	"\"418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3\",\"status\":\"OK\"}"

struct submit_test submit_test;

static void look_at_file(void)
{
	struct sn_wallet *w;
	if (sn_wallet_open(&w, t->h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, NULL))
		return;
	if (w->n_payments)
		t->state_at_send = w->payments[w->n_payments - 1].state;
	t->images_at_send = w->n_images;
	t->is_unanswered_at_send = w->n_payments && w->payments[0].is_unanswered;
	sn_wallet_close(w);
}

/* Let every append to the wallet file fail. */
void submit_fill_disk(void)
{
	struct rlimit limit;
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &limit) == 0);
	limit.rlim_cur = sn_journal_size(sn_wallet_journal(t->h.w));
	cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

void submit_free_disk(void)
{
	struct rlimit limit;
	cr_assert(getrlimit(RLIMIT_FSIZE, &limit) == 0);
	limit.rlim_cur = limit.rlim_max;
	cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static uint64_t hundred(const void *context, size_t i)
{
	(void)context;
	(void)i;
	return 100;
}

static bool respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	(void)context;
	(void)len;
	if (answer_is_for(request, "/get_output_distribution.bin")) {
		struct sn_buf b = {0};
		t->distributions++;
		answer_put_distribution(&b, hundred, NULL, t->chain_blocks);
		if (!t->chain_blocks)
			sn_buf_clear(&b);
		answer_put(answer, &b);
		sn_buf_free(&b);
		return true;
	}
	const char *say = "{}";
	if (!strncmp(request, "POST /get_info ", 15)) {
		say = t->info;
	} else if (!strncmp(request, "POST /json_rpc ", 15) && strstr(request, "\"hard_fork_info\"")) {
		say = t->reports_upgrade ? "{\"result\":{\"status\":\"OK\",\"version\":17}}"
					 : "{\"result\":{\"status\":\"OK\",\"version\":16}}";
	} else if (!strncmp(request, "POST /send_raw_transaction ", 27)) {
		if (t->sends == 0)
			look_at_file();
		say = t->send[t->sends++ % 2];
		if (t->is_disk_full)
			submit_fill_disk();
	} else {
		t->others++;
	}
	if (++t->requests == t->gone_after)
		shutdown(t->server.listener, SHUT_RDWR);
	if (say == WANTS_LOGIN) {
		static const char challenge[] = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";
		sn_put_bytes(answer, challenge, sizeof challenge - 1);
		return true;
	}
	server_put_ok(answer, say, strlen(say));
	return true;
}

void submit_open_daemon(const char *address)
{
	const struct sn_daemon_options options = {
		.address = address, .connect_timeout = 2, .stall_timeout = 2};
	sn_daemon_close(t->daemon);
	cr_assert(!sn_daemon_open(&t->daemon, &options, &t->err), "%s", t->err.text);
}

/* As composing does it. */
uint64_t submit_prepare(const struct sn_unsigned_tx *tx, size_t output, uint64_t amount, const char *to)
{
	struct sn_account account = cold_account(to);
	struct sn_payment_destination destination = {cold_address(&account, 0, 0), amount};
	struct sn_hash ring;
	struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_PREPARED,
		.time = NOW - 60,
		.fee = tx->fee,
		.change = tx->change,
		.inputs = &t->h.w->outputs[output].key,
		.n_inputs = 1,
		.destinations = &destination,
		.n_destinations = 1,
	};
	uint64_t id;
	sn_ring_hash(&ring, tx->inputs[0].global_index, tx->inputs[0].n_ring);
	sn_rings_hash(&payment.rings, &ring, 1);
	cr_assert(!sn_wallet_add_payment(t->h.w, &payment, &id));
	return id;
}

static void set_up(void)
{
	memset(t, 0, sizeof *t);
	t->alice = cold_account("alice");
	t->bob = cold_account("bob");
	hot_open(&t->h, &t->alice);
	t->unsigned_set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		struct sn_unsigned_tx *tx = &t->unsigned_set.txs[i];
		struct sn_opened_input opened;
		cold_spend_amount(tx, &t->alice, COLD_XMR);
		cold_pay(tx, cold_address(&t->bob, 0, 0), COLD_SMALL + i);
		cold_change(tx, 0, 0);
		cr_assert(!sn_input_open(&opened, &t->alice, &tx->inputs[0], NULL));
		struct sn_wallet_output o = hot_output(&t->h, COLD_XMR, 1);
		o.key = opened.key;
		o.tx_key = tx->inputs[0].tx_key;
		o.index = tx->inputs[0].index;
		o.global_index = tx->inputs[0].global_index[opened.real];
		size_t output = hot_add(&t->h, &o);
		t->ids[i] = submit_prepare(tx, output, COLD_SMALL + i, i ? "carol" : "bob");
	}
	hot_set_height(&t->h, 200);
	cr_assert(!sn_wallet_store(t->h.w, &t->err), "%s", t->err.text);
	cr_assert(!sn_sign(&t->set, &t->alice, &t->unsigned_set, NULL, 1, &t->err), "%s", t->err.text);
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_signed_tx_hash(&t->hashes[i], &t->set.txs[i], NULL));
	t->info = INFO;
	t->send[0] = t->send[1] = ACCEPTED;
	t->server.respond = respond;
	server_start(&t->server);
	submit_open_daemon(t->server.address);
}

static void tear_down(void)
{
	sn_daemon_close(t->daemon);
	server_stop(&t->server);
	sn_submit_result_free(&t->result);
	sn_signed_set_free(&t->set);
	cold_free(&t->unsigned_set);
	hot_close(&t->h);
}

TestSuite(hot_submit, .init = set_up, .fini = tear_down);

/* Submit the first `n` transactions. */
int submit_signed(size_t n)
{
	struct sn_buf content = {0}, file = {0};
	struct sn_signed_set set = {t->set.txs, n};
	sn_submit_result_free(&t->result);
	t->sends = t->others = 0;
	t->err.text[0] = 0;
	cr_assert(!sn_signed_set_encode(&content, &set, &t->err), "%s", t->err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &t->alice.view_secret,
				    content.data, content.len, &t->err));
	int ret = sn_submit(&t->result, t->h.w, t->daemon, file.data, file.len, t->now ? t->now : NOW,
			    t->watch, &t->err);
	sn_buf_free(&content);
	sn_buf_free(&file);
	return ret;
}

enum sn_payment_state submit_state_of(size_t i)
{
	return sn_wallet_find_payment(t->h.w, t->ids[i])->state;
}

/* Open the wallet from the file, like the next program. */
void submit_reopen(void)
{
	sn_wallet_close(t->h.w);
	cr_assert(!sn_wallet_open(&t->h.w, t->h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t->err), "%s",
		  t->err.text);
}

void submit_expect_refused(int code, const char *words)
{
	int ret = submit_signed(1);
	cr_assert_eq(ret, code, "%d: %s", ret, t->err.text);
	cr_assert(strstr(t->err.text, words), "\"%s\" does not say \"%s\"", t->err.text, words);
	cr_assert(t->sends == 0 && t->result.n == 0 && !t->result.txs);
	cr_assert(submit_state_of(0) == SN_PAYMENT_PREPARED && t->h.w->n_images == 0);
	cr_assert_eq(t->h.w->n_payments, 2);
}
