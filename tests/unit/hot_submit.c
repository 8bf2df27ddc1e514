#include "hot/second_payment.h"
#include "hot/request.h"
#include "hot/submit.h"

#include "base/hex.h"
#include "cold/files.h"
#include "cold/input.h"
#include "cold_sets.h"
#include "handoff/envelope.h"
#include "hot/balance.h"
#include "hot/pool.h"
#include "hot/rings.h"
#include "daemon_answers.h"
#include "hot_wallet.h"
#include "node_server.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define NOW 1700000000
#define INFO                                                                                                   \
	"{\"height\":200,\"target_height\":0,\"nettype\":\"mainnet\",\"offline\":true,\"busy_syncing\":false," \
	"\"synchronized\":true,\"top_block_hash\":"                                                            \
	"\"418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3\",\"status\":\"OK\"}"
#define ACCEPTED "{\"status\":\"OK\"}"
#define REJECTED "{\"status\":\"Failed\",\"double_spend\":true}"
#define KNOWN "{\"status\":\"OK\",\"reason\":\"Not relayed\",\"not_relayed\":true}"
#define BUSY "{\"status\":\"BUSY\"}"
#define WANTS_LOGIN NULL

/* A wallet, two transactions signed for it, and a daemon whose answers the test chooses. */
static struct {
	struct sn_account alice, bob;
	struct hot h;
	struct sn_unsigned_set unsigned_set;
	struct sn_signed_set set;
	struct sn_hash hashes[2];
	uint64_t ids[2];
	struct server server;
	struct sn_daemon *daemon;
	struct sn_submit_result result;
	struct sn_error err;

	const char *info, *send[2]; /* send: WANTS_LOGIN is HTTP status 401 */
	bool reports_upgrade;
	unsigned sends,
		others; /* requests to send; requests other than those for the daemon's state and to send */
	unsigned requests;
	unsigned gone_after; /* the daemon is unreachable after this number of requests; 0: never */
	uint64_t now;        /* 0: NOW */
	const struct sn_submit_watch *watch;
	size_t chain_blocks;    /* blocks in its output distribution; 0: none */
	unsigned distributions; /* requests for the distribution */
	bool is_disk_full;      /* once the first transaction is sent */
	/* The contents of the file when the first byte was sent. */
	enum sn_payment_state state_at_send;
	size_t images_at_send;
} t;

static void look_at_file(void)
{
	struct sn_wallet *w;
	if (sn_wallet_open(&w, t.h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, NULL))
		return;
	if (w->n_payments)
		t.state_at_send = w->payments[w->n_payments - 1].state;
	t.images_at_send = w->n_images;
	sn_wallet_close(w);
}

/* Let every append to the wallet file fail. */
static void fill_disk(void)
{
	struct rlimit limit;
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &limit) == 0);
	limit.rlim_cur = sn_journal_size(sn_wallet_journal(t.h.w));
	cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static void free_disk(void)
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
		t.distributions++;
		answer_put_distribution(&b, hundred, NULL, t.chain_blocks);
		if (!t.chain_blocks)
			sn_buf_clear(&b);
		answer_put(answer, &b);
		sn_buf_free(&b);
		return true;
	}
	const char *say = "{}";
	if (!strncmp(request, "POST /get_info ", 15)) {
		say = t.info;
	} else if (!strncmp(request, "POST /json_rpc ", 15) && strstr(request, "\"hard_fork_info\"")) {
		say = t.reports_upgrade ? "{\"result\":{\"status\":\"OK\",\"version\":17}}"
					: "{\"result\":{\"status\":\"OK\",\"version\":16}}";
	} else if (!strncmp(request, "POST /send_raw_transaction ", 27)) {
		if (t.sends == 0)
			look_at_file();
		say = t.send[t.sends++ % 2];
		if (t.is_disk_full)
			fill_disk();
	} else {
		t.others++;
	}
	if (++t.requests == t.gone_after)
		shutdown(t.server.listener, SHUT_RDWR);
	if (say == WANTS_LOGIN) {
		static const char challenge[] = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";
		sn_put_bytes(answer, challenge, sizeof challenge - 1);
		return true;
	}
	server_put_ok(answer, say, strlen(say));
	return true;
}

static void open_daemon(const char *address)
{
	const struct sn_daemon_options options = {
		.address = address, .connect_timeout = 2, .stall_timeout = 2};
	sn_daemon_close(t.daemon);
	cr_assert(!sn_daemon_open(&t.daemon, &options, &t.err), "%s", t.err.text);
}

/* As composing does it. */
static uint64_t prepare(const struct sn_unsigned_tx *tx, size_t output, uint64_t amount, const char *to)
{
	struct sn_account account = cold_account(to);
	struct sn_payment_destination destination = {cold_address(&account, 0, 0), amount};
	struct sn_hash ring;
	struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_PREPARED,
		.time = NOW - 60,
		.fee = tx->fee,
		.change = tx->change,
		.inputs = &t.h.w->outputs[output].key,
		.n_inputs = 1,
		.destinations = &destination,
		.n_destinations = 1,
	};
	uint64_t id;
	sn_ring_hash(&ring, tx->inputs[0].global_index, tx->inputs[0].n_ring);
	sn_rings_hash(&payment.rings, &ring, 1);
	cr_assert(!sn_wallet_add_payment(t.h.w, &payment, &id));
	return id;
}

static void set_up(void)
{
	memset(&t, 0, sizeof t);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	hot_open(&t.h, &t.alice);
	t.unsigned_set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		struct sn_unsigned_tx *tx = &t.unsigned_set.txs[i];
		struct sn_opened_input opened;
		cold_spend_amount(tx, &t.alice, COLD_XMR);
		cold_pay(tx, cold_address(&t.bob, 0, 0), COLD_SMALL + i);
		cold_change(tx, 0, 0);
		cr_assert(!sn_input_open(&opened, &t.alice, &tx->inputs[0], NULL));
		struct sn_wallet_output o = hot_output(&t.h, COLD_XMR, 1);
		o.key = opened.key;
		o.tx_key = tx->inputs[0].tx_key;
		o.index = tx->inputs[0].index;
		o.global_index = tx->inputs[0].global_index[opened.real];
		size_t output = hot_add(&t.h, &o);
		t.ids[i] = prepare(tx, output, COLD_SMALL + i, "bob");
	}
	hot_set_height(&t.h, 200);
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	cr_assert(!sn_sign(&t.set, &t.alice, &t.unsigned_set, NULL, 1, &t.err), "%s", t.err.text);
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_signed_tx_hash(&t.hashes[i], &t.set.txs[i], NULL));
	t.info = INFO;
	t.send[0] = t.send[1] = ACCEPTED;
	t.server.respond = respond;
	server_start(&t.server);
	open_daemon(t.server.address);
}

static void tear_down(void)
{
	sn_daemon_close(t.daemon);
	server_stop(&t.server);
	sn_submit_result_free(&t.result);
	sn_signed_set_free(&t.set);
	cold_free(&t.unsigned_set);
	hot_close(&t.h);
}

TestSuite(hot_submit, .init = set_up, .fini = tear_down);

/* Submit the first `n` transactions. */
static int submit(size_t n)
{
	struct sn_buf content = {0}, file = {0};
	struct sn_signed_set set = {t.set.txs, n};
	sn_submit_result_free(&t.result);
	t.sends = t.others = 0;
	t.err.text[0] = 0;
	cr_assert(!sn_signed_set_encode(&content, &set, &t.err), "%s", t.err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &t.alice.view_secret,
				    content.data, content.len, &t.err));
	int ret = sn_submit(&t.result, t.h.w, t.daemon, file.data, file.len, t.now ? t.now : NOW, t.watch,
			    &t.err);
	sn_buf_free(&content);
	sn_buf_free(&file);
	return ret;
}

static enum sn_payment_state state_of(size_t i)
{
	return sn_wallet_find_payment(t.h.w, t.ids[i])->state;
}

/* Open the wallet from the file, like the next program. */
static void reopen(void)
{
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
}

static void expect_refused(int code, const char *words)
{
	int ret = submit(1);
	cr_assert_eq(ret, code, "%d: %s", ret, t.err.text);
	cr_assert(strstr(t.err.text, words), "\"%s\" does not say \"%s\"", t.err.text, words);
	cr_assert(t.sends == 0 && t.result.n == 0 && !t.result.txs);
	cr_assert(state_of(0) == SN_PAYMENT_PREPARED && t.h.w->n_images == 0);
	cr_assert_eq(t.h.w->n_payments, 2);
}

/* ---------------------------------------------------------------- what daemons say */

Test(hot_submit, accepted)
{
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert_eq(t.sends, 1);
	cr_assert_eq(t.others, 0); /* nothing is requested about a transaction before it is sent */
	cr_assert_eq(t.result.n, 1);
	cr_assert(sn_hash_is_equal(&t.result.txs[0].tx_hash, &t.hashes[0]));
	cr_assert(t.result.txs[0].payment_id == t.ids[0] && !t.result.txs[0].was_known);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && state_of(1) == SN_PAYMENT_PREPARED);
	cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(t.h.w, t.ids[0])->tx_hash, &t.hashes[0]));
	/* of the input and of the change */
	cr_assert(t.h.w->outputs[0].has_image && t.h.w->n_images == 2);
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, NOW);
	cr_assert(b.total == 2 * (uint64_t)COLD_XMR - COLD_SMALL - COLD_FEE &&
		  b.pending_out == COLD_SMALL + COLD_FEE);
}

/* A crash at any moment loses no key image: everything is in the file before the first byte is sent. */
Test(hot_submit, stored_before_sent)
{
	cr_assert(!submit(2), "%s", t.err.text);
	cr_assert_eq(t.sends, 2);
	cr_assert_eq(t.state_at_send, SN_PAYMENT_SUBMITTED);
	cr_assert_eq(t.images_at_send, 4);
}

Test(hot_submit, rejected)
{
	t.send[0] = REJECTED;
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(strstr(t.err.text, "rejects the transaction: an input is spent already"), "%s", t.err.text);
	cr_assert_eq(t.result.n, 0);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED);
	cr_assert(!sn_output_is_spendable(t.h.w, 0, NOW) && t.h.w->outputs[0].has_image);
}

/* A daemon may reject a transaction and forward it. Inputs and recipients stay reserved until a daemon
 * accepts it. Then it is like any other submitted payment, and a second payment to the same recipient is
 * allowed. */
Test(hot_submit, lying_rejection)
{
	static const char *const answers[] = {"{\"status\":\"Failed\",\"reason\":\"\"}", REJECTED,
					      "{\"status\":\"Failed\",\"fee_too_low\":true}"};
	const struct sn_payment_destination to = sn_wallet_find_payment(t.h.w, t.ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	for (size_t i = 0; i < 3; i++) {
		bool is_spent = i == 1;
		t.send[0] = answers[i];
		cr_assert_eq(submit(1), is_spent ? SN_REFUSED : SN_DAEMON);
		cr_assert_eq(t.err.reason, is_spent ? SN_REASON_SPENT : SN_REASON_REJECTED);
		cr_assert(strstr(t.err.text, "payment 1 keeps its outputs and recipients"), "%s", t.err.text);
		reopen();
		cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED &&
			  sn_wallet_find_payment(t.h.w, t.ids[0])->is_rejected);
		cr_assert(!sn_output_is_spendable(t.h.w, 0, NOW));
		cr_assert_eq(sn_second_payment_check(t.h.w, &request, NOW, &t.err), SN_REFUSED);
	}
	t.send[0] = ACCEPTED;
	cr_assert(!submit(1), "%s", t.err.text);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED &&
		  !sn_wallet_find_payment(t.h.w, t.ids[0])->is_rejected);
	cr_assert(!sn_second_payment_check(t.h.w, &request, NOW, &t.err), "%s", t.err.text);
}

/* With this number of flags, the message would lose its end. */
Test(hot_submit, rejection_with_all_flags)
{
	t.send[0] = t.send[1] =
		"{\"status\":\"Failed\",\"fee_too_low\":true,\"low_mixin\":true,\"invalid_input\":true,"
		"\"invalid_output\":true,\"too_big\":true,\"overspend\":true,\"too_few_outputs\":true,"
		"\"sanity_check_failed\":true,\"tx_extra_too_big\":true,\"nonzero_unlock_time\":true}";
	cr_assert_eq(submit(2), SN_DAEMON);
	cr_assert(strstr(t.err.text,
			 "the fee is too low, the ring has the wrong size, an input is invalid; it may"),
		  "%s", t.err.text);
	const char end[] = "for 15 minutes and 10 blocks",
		   hint_end[] = "use wo-transfer --release=1 --even-if-pending";
	cr_assert(!strcmp(t.err.text + strlen(t.err.text) - strlen(end), end), "%s", t.err.text);
	cr_assert(!strcmp(t.err.hint + strlen(t.err.hint) - strlen(hint_end), hint_end), "%s", t.err.hint);
}

/* A block with another transaction for the same output may be invented or replaced: ten blocks and 15 minutes
 * settle it, after any answer of the daemon. */
static void expect_doubt(bool is_rejected)
{
	const struct sn_payment_destination to = sn_wallet_find_payment(t.h.w, t.ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	const uint64_t late = NOW + SN_STEM_SECONDS;
	t.send[0] = is_rejected ? REJECTED : ACCEPTED;
	cr_assert_eq(submit(1), is_rejected ? SN_REFUSED : SN_OK);
	const uint64_t height = sn_wallet_height(t.h.w);
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert(!sn_second_payment_note(t.h.w, NOW, &t.err));
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	reopen();
	for (uint64_t above = 1; above < SN_STEM_BLOCKS; above++) {
		hot_set_height(&t.h, height + above);
		cr_assert(!sn_second_payment_note(t.h.w, late - 1, &t.err)); /* the first time counts */
		cr_assert_eq(sn_second_payment_check(t.h.w, &request, late, &t.err), SN_REFUSED);
		cr_assert(strstr(t.err.text, "spends one of its inputs"), "%s", t.err.text);
	}
	hot_set_height(&t.h, height + SN_STEM_BLOCKS);
	cr_assert_eq(sn_second_payment_check(t.h.w, &request, late - 1, &t.err), SN_REFUSED);
	cr_assert_null(strstr(t.err.hint, "clock"), "%s", t.err.hint);
	cr_assert_eq(sn_second_payment_check(t.h.w, &request, NOW - 1, &t.err), SN_REFUSED); /* set back */
	cr_assert(!strncmp(t.err.hint, "check the clock of this machine; ", 33), "%s", t.err.hint);
	cr_assert(!sn_second_payment_check(t.h.w, &request, late, &t.err), "%s", t.err.text);
	/* As if the conflict had not been noted. */
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert_eq(sn_second_payment_check(t.h.w, &request, late, &t.err), SN_REFUSED);
}

Test(hot_submit, rejected_and_beaten_by_a_block)
{
	expect_doubt(true);
}

Test(hot_submit, accepted_and_beaten_by_a_block)
{
	expect_doubt(false);
}

/* A signed file whose transaction was submitted before is never reported as certainly not sent. */
Test(hot_submit, beaten_by_a_block_and_submitted_again)
{
	static const struct sn_hash other = {{7}};
	cr_assert(!submit(1), "%s", t.err.text);
	const uint64_t height = sn_wallet_height(t.h.w);
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert(!sn_wallet_set_spent(t.h.w, 0, height, &other));
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(t.sends == 0 && t.err.reason == SN_REASON_SPENT);
	cr_assert(t.result.n_failed == 1 && t.result.failed[0].may_be_sent);
	cr_assert(strstr(t.err.text, "it was sent before"), "%s", t.err.text);
}

#define QUESTIONS 2 /* requests before the first transaction is sent */

/* The block that had beaten the payment was replaced, and another payment has its second input. It is
 * submitted again, but the daemon does not answer: it is as it was, and its recipient stays blocked. */
Test(hot_submit, conflict_stays_if_nothing_was_sent)
{
	static const struct sn_hash other = {{7}};
	const struct sn_payment_destination to = sn_wallet_find_payment(t.h.w, t.ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	cr_assert(!submit(1), "%s", t.err.text);
	const uint64_t height = sn_wallet_height(t.h.w);
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert(!sn_wallet_set_spent(t.h.w, 0, height, &other));
	hot_set_height(&t.h, height + 1);
	cr_assert(!sn_second_payment_note(t.h.w, NOW, &t.err));
	/* A payment that reserves the input, so that the first one is not submitted again by itself. */
	const size_t spent = 0;
	hot_pay(&t.h, SN_PAYMENT_PREPARED, &spent, 1, 1000, 10, 5);
	cr_assert(!sn_wallet_rollback(t.h.w, height));
	hot_set_height(&t.h, height + 1);
	cr_assert(!sn_second_payment_note(t.h.w, NOW + 10, &t.err));
	cr_assert_eq(state_of(0), SN_PAYMENT_RELEASED);
	t.gone_after = t.requests + QUESTIONS;
	cr_assert_eq(submit(1), SN_DAEMON);
	cr_assert(t.sends == 0 && t.result.n_failed == 1 && t.result.failed[0].may_be_sent);
	reopen();
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, t.ids[0]);
	cr_assert(p->state == SN_PAYMENT_RELEASED && p->height == height && p->conflict_seen == NOW + 10);
	cr_assert_eq(sn_second_payment_check(t.h.w, &request, NOW + 11, &t.err), SN_REFUSED);
}

/* Submitted without an answer, then again as the message advises: the daemon is down, or the disk is full. */
static void expect_sent_before(int ret)
{
	cr_assert(ret == SN_DAEMON || ret == SN_IO, "%d", ret);
	cr_assert_eq(t.err.reason, SN_REASON_MAYBE_SENT);
	cr_assert(
		strstr(t.err.text, "it was submitted before, and the network may have it: do not pay again"),
		"%s", t.err.text);
	cr_assert(t.result.n_failed == 1 && t.result.failed[0].may_be_sent);
}

Test(hot_submit, any_error_says_that_the_transaction_was_submitted_before)
{
	char address[32];
	t.send[0] = "{";
	cr_assert_eq(submit(1), SN_DAEMON);
	cr_assert(!sn_wallet_set_missing(t.h.w, t.ids[0], NOW)); /* so that there is something to store */
	cr_assert(!sn_wallet_store(t.h.w, &t.err));
	fill_disk();
	int ret = submit(1);
	free_disk();
	expect_sent_before(ret);
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	open_daemon(address);
	expect_sent_before(submit(1));
}

/* The rejection is a lie, and there is no room to note it. */
Test(hot_submit, rejection_that_cannot_be_noted)
{
	t.send[0] = REJECTED;
	t.is_disk_full = true;
	int ret = submit(1);
	free_disk();
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t.err.text);
	cr_assert_eq(t.err.reason, SN_REASON_MAYBE_SENT);
	cr_assert(strstr(t.err.text, "may have forwarded it: do not pay again"), "%s", t.err.text);
	cr_assert(t.result.n_failed == 1 && t.result.failed[0].may_be_sent);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED);
}

Test(hot_submit, no_usable_answer)
{
	t.send[0] = "{";
	cr_assert_eq(submit(1), SN_DAEMON);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED); /* it may be pending */
	cr_assert(!sn_output_is_spendable(t.h.w, 0, NOW));
}

/* The daemon has the transaction, whatever it answers: the inputs stay reserved. The same file may be
 * submitted again. */
static void expect_maybe_sent(const char *answer, const char *words)
{
	t.send[0] = answer;
	cr_assert_eq(submit(1), SN_DAEMON);
	cr_assert(t.sends == 1 && t.err.reason == SN_REASON_MAYBE_SENT && t.result.n == 0 &&
		  t.result.n_failed == 1);
	cr_assert(strstr(t.err.text, words) && strstr(t.err.text, "do not pay again"), "%s", t.err.text);
	cr_assert(!strcmp(t.err.hint, "submit the same signed file again, which is harmless"), "%s",
		  t.err.hint);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && t.h.w->n_images == 2);
	cr_assert(!sn_output_is_spendable(t.h.w, 0, NOW));
	t.send[0] = ACCEPTED;
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && t.result.txs[0].payment_id == t.ids[0]);
}

Test(hot_submit, busy)
{
	expect_maybe_sent(BUSY, "busy synchronising");
}

Test(hot_submit, login_wanted_after_it_was_sent)
{
	expect_maybe_sent(WANTS_LOGIN, "requires a login");
}

Test(hot_submit, status_that_says_nothing)
{
	expect_maybe_sent("{\"status\":\"PAYMENT REQUIRED\"}", "PAYMENT REQUIRED");
}

/* Nothing was sent: the payment keeps its state. */
Test(hot_submit, gone_before_it_was_sent)
{
	t.gone_after = QUESTIONS;
	cr_assert_eq(submit(1), SN_DAEMON);
	cr_assert(t.sends == 0 && t.err.reason == SN_REASON_UNREACHABLE, "%s", t.err.text);
	cr_assert_null(strstr(t.err.text, "do not pay again"), "%s", t.err.text);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_PREPARED);
}

/* After an unknown network upgrade nothing is sent, and nothing changes. */
Test(hot_submit, upgrade)
{
	t.reports_upgrade = true;
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(t.err.reason == SN_REASON_FORK && t.sends == 0 && t.h.w->n_images == 0, "%s", t.err.text);
	cr_assert_eq(state_of(0), SN_PAYMENT_PREPARED);
}

Test(hot_submit, again)
{
	cr_assert(!submit(1), "%s", t.err.text);
	t.send[0] = KNOWN;
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.others == 0 && t.sends == 1 && t.result.n == 1 && t.result.txs[0].was_known);
	cr_assert(t.result.txs[0].payment_id == t.ids[0] && t.h.w->rescan_from == UINT64_MAX);
	/* The daemon had lost it. */
	t.send[0] = ACCEPTED;
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.sends == 1 && t.result.n == 1 && !t.result.txs[0].was_known);
	cr_assert_eq(t.h.w->n_payments, 2);
	/* It is no longer missing: it must not be released. */
	cr_assert(!sn_wallet_set_missing(t.h.w, t.ids[0], NOW) &&
		  !sn_wallet_declare_missing(t.h.w, t.ids[0]));
	cr_assert(!submit(1), "%s", t.err.text);
	reopen();
	cr_assert(!sn_wallet_find_payment(t.h.w, t.ids[0])->missing_since &&
		  !sn_wallet_find_payment(t.h.w, t.ids[0])->is_missing);
	/* Busy now; the payment was submitted before and stays so. */
	t.send[0] = BUSY;
	cr_assert_eq(submit(1), SN_DAEMON);
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED);
}

/* A payment sent again to an unreachable daemon stays missing since the same time. */
Test(hot_submit, missing_and_not_sent)
{
	t.send[0] = ACCEPTED;
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(!sn_wallet_set_missing(t.h.w, t.ids[0], NOW) &&
		  !sn_wallet_declare_missing(t.h.w, t.ids[0]) && !sn_wallet_store(t.h.w, &t.err));
	t.gone_after = t.requests + QUESTIONS;
	cr_assert_eq(submit(1), SN_DAEMON);
	cr_assert(t.sends == 0 && t.result.n_failed == 1 && t.result.failed[0].may_be_sent, "%u %zu %s",
		  t.sends, t.result.n_failed, t.err.text);
	reopen();
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, t.ids[0]);
	cr_assert(p->missing_since == NOW && p->is_missing && p->missing_height == sn_wallet_height(t.h.w));
}

/* Transaction `i` of the two is the only one that failed, with these words, which the error contains as
 * well. */
static void expect_failed(size_t i, const char *words)
{
	char place[32];
	cr_assert(t.result.n == 1 && sn_hash_is_equal(&t.result.txs[0].tx_hash, &t.hashes[1 - i]));
	cr_assert(t.result.n_failed == 1 && sn_hash_is_equal(&t.result.failed[0].tx_hash, &t.hashes[i]));
	cr_assert_eq(t.result.failed[0].payment_id, t.ids[i]);
	cr_assert(strstr(t.result.failed[0].why.text, words), "%s", t.result.failed[0].why.text);
	snprintf(place, sizeof place, "transaction %zu of 2: ", i + 1);
	cr_assert(!strncmp(t.err.text, place, strlen(place)) && strstr(t.err.text, words), "%s", t.err.text);
}

Test(hot_submit, one_of_two_is_rejected)
{
	t.send[0] = REJECTED;
	cr_assert_eq(submit(2), SN_REFUSED);
	cr_assert_eq(t.sends, 2);
	expect_failed(0, "rejects the transaction");
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && state_of(1) == SN_PAYMENT_SUBMITTED);
}

/* One input is spent in a scanned block: the other transaction is sent. */
Test(hot_submit, one_of_two_was_seen_spent)
{
	struct sn_hash other = hot_hash(1);
	cr_assert(!sn_wallet_set_spent(t.h.w, 0, 150, &other));
	cr_assert_eq(submit(2), SN_REFUSED);
	cr_assert(t.sends == 1 && t.others == 0);
	expect_failed(0, "already spent by transaction");
	reopen();
	cr_assert_eq(state_of(1), SN_PAYMENT_SUBMITTED);
}

/* Nothing is left to be sent: no daemon is asked, and nothing changes. */
Test(hot_submit, both_were_seen_spent)
{
	struct sn_hash other = hot_hash(1);
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_wallet_set_spent(t.h.w, i, 150, &other));
	cr_assert_eq(submit(2), SN_REFUSED);
	cr_assert(t.sends == 0 && t.server.requests == 0 && t.result.n == 0 && t.result.n_failed == 2);
	cr_assert(!strncmp(t.err.text, "transaction 1 of 2: ", 20), "%s", t.err.text);
	cr_assert_eq(t.h.w->n_images, 0);
}

/* The second run sends both, and the daemon reports the one that it had. */
Test(hot_submit, what_is_missing_of_two)
{
	t.send[1] = BUSY;
	cr_assert_eq(submit(2), SN_DAEMON);
	expect_failed(1, "busy");
	t.send[0] = KNOWN;
	t.send[1] = ACCEPTED;
	cr_assert(!submit(2), "%s", t.err.text);
	cr_assert(t.sends == 2 && t.result.n == 2 && t.result.n_failed == 0);
	cr_assert(t.result.txs[0].was_known && !t.result.txs[1].was_known);
}

Test(hot_submit, daemon_gone_after_the_first)
{
	t.send[0] = "";
	cr_assert_eq(submit(2), SN_DAEMON);
	cr_assert(t.sends == 1 && t.result.n == 0 && t.result.n_failed == 2);
	cr_assert(strstr(t.result.failed[1].why.text, "it was not sent"), "%s", t.result.failed[1].why.text);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && state_of(1) == SN_PAYMENT_PREPARED);
}

/* The second may have been sent. The error must show this: do not pay again. */
Test(hot_submit, one_of_two_is_rejected_and_the_other_may_be_sent)
{
	t.send[0] = "{\"status\":\"Failed\",\"fee_too_low\":true}";
	t.send[1] = "";
	cr_assert_eq(submit(2), SN_DAEMON);
	cr_assert(t.sends == 2 && t.err.reason == SN_REASON_MAYBE_SENT, "%d: %s", t.err.reason, t.err.text);
	cr_assert(!strncmp(t.err.text, "transaction 2 of 2: ", 20) && strstr(t.err.text, "do not pay again"),
		  "%s", t.err.text);
	cr_assert(t.result.n == 0 && t.result.n_failed == 2);
	cr_assert_eq(t.result.failed[0].why.reason, SN_REASON_REJECTED);
	cr_assert_eq(t.result.failed[1].why.reason, SN_REASON_MAYBE_SENT);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && state_of(1) == SN_PAYMENT_SUBMITTED);
}

/* An input spent in a scanned block does not hide this. */
Test(hot_submit, one_of_two_was_seen_spent_and_the_other_may_be_sent)
{
	struct sn_hash other = hot_hash(1);
	cr_assert(!sn_wallet_set_spent(t.h.w, 0, 150, &other));
	t.send[0] = "";
	cr_assert_eq(submit(2), SN_DAEMON);
	cr_assert(t.sends == 1 && t.err.reason == SN_REASON_MAYBE_SENT, "%d: %s", t.err.reason, t.err.text);
	cr_assert(t.result.n == 0 && t.result.n_failed == 2);
	cr_assert_eq(t.result.failed[0].why.reason, SN_REASON_SPENT);
}

/* Neither does a full disk. */
Test(hot_submit, may_be_sent_and_the_disk_is_full)
{
	t.send[0] = "";
	t.is_disk_full = true;
	int ret = submit(2);
	free_disk();
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t.err.text);
	cr_assert(t.sends == 1 && t.err.reason == SN_REASON_MAYBE_SENT, "%d: %s", t.err.reason, t.err.text);
	cr_assert(strstr(t.err.text, "transaction 1 of 2 may have been sent: do not pay again"), "%s",
		  t.err.text);
	cr_assert(t.result.n == 0 && t.result.n_failed == 2);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED);
}

Test(hot_submit, no_daemon)
{
	char address[32];
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	open_daemon(address);
	expect_refused(SN_DAEMON, address);
}

Test(hot_submit, daemon_of_another_network)
{
	t.info =
		"{\"height\":200,\"target_height\":0,\"nettype\":\"stagenet\",\"offline\":true,\"busy_syncing\":false,"
		"\"synchronized\":true,\"top_block_hash\":"
		"\"418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3\",\"status\":\"OK\"}";
	expect_refused(SN_BAD_INPUT, "is on stagenet, the wallet on mainnet");
}

/* The daemon reports that another wallet with the same keys spent the input. The payment stays submitted,
 * because this is unverified. The next sync scans all blocks again with the new key image: a start at the
 * output would disclose it. */
Test(hot_submit, spent_elsewhere)
{
	struct sn_balance before, after;
	t.h.w->outputs[0].height = 123;
	sn_balance(&before, t.h.w, -1, NOW);
	t.send[0] = REJECTED;
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(t.err.reason == SN_REASON_SPENT && strstr(t.err.hint, "run wo-sync"), "%s", t.err.hint);
	cr_assert(t.sends == 1 && t.result.n == 0);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED);
	cr_assert(t.h.w->n_outputs == 2 && sn_wallet_height(t.h.w) == 200 && t.h.w->rescan_from == 1);
	sn_balance(&after, t.h.w, -1, NOW);
	cr_assert(after.total == before.total - after.pending_out &&
		  after.pending_out == COLD_SMALL + COLD_FEE);
	/* An honest daemon accepts it. */
	t.send[0] = ACCEPTED;
	cr_assert(!submit(1) && t.result.txs[0].payment_id == t.ids[0], "%s", t.err.text);
}

/* If the key image was known during the scan, the wallet would have found a spend: no rescan. */
Test(hot_submit, spent_elsewhere_says_a_daemon_of_what_is_seen)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.set.txs[0].bytes, t.set.txs[0].len, false));
	cr_assert(!sn_wallet_add_image(t.h.w, &t.set.txs[0].spent[0], &tx.inputs[0].key_image));
	sn_tx_free(&tx);
	t.send[0] = REJECTED;
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert_eq(t.h.w->rescan_from, UINT64_MAX);
}

/* The daemon has the transaction, perhaps in a block that was scanned before its key image was known. The
 * wallet is unchanged until the next sync, which scans all blocks again: a start at the spent output would
 * disclose it. */
Test(hot_submit, known_says_the_daemon)
{
	t.h.w->outputs[0].height = 123;
	t.send[0] = KNOWN;
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.sends == 1 && t.result.txs[0].was_known);
	reopen();
	cr_assert(t.h.w->n_outputs == 2 && sn_wallet_height(t.h.w) == 200 &&
		  state_of(0) == SN_PAYMENT_SUBMITTED);
	cr_assert_eq(t.h.w->rescan_from, 1);
}

/* The disk is full after the first transmission, so the rescan for the second transaction, which the daemon
 * has, cannot be recorded. It stays submitted: its inputs are spent. */
Test(hot_submit, known_and_cannot_be_stored)
{
	t.send[1] = KNOWN;
	t.is_disk_full = true;
	int ret = submit(2);
	free_disk();
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t.err.text);
	cr_assert(t.sends == 2 && t.result.n == 2 && t.result.txs[1].was_known);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && state_of(1) == SN_PAYMENT_SUBMITTED);
	cr_assert(!sn_output_is_spendable(t.h.w, 1, NOW) && t.h.w->rescan_from == UINT64_MAX);
}

/* The wallet has scanned the block with the transaction, without the key image of its input: it is not sent,
 * and is confirmed in that block until a rollback. The change counts once. */
Test(hot_submit, seen_in_a_block)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.set.txs[0].bytes, t.set.txs[0].len, false));
	struct sn_wallet_output change = hot_output(&t.h, COLD_XMR - COLD_SMALL - COLD_FEE, 200);
	change.index = t.set.txs[0].created[0].index;
	change.key = tx.outputs[change.index].key;
	change.tx_hash = t.hashes[0];
	hot_add(&t.h, &change);
	hot_set_height(&t.h, 201);
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	sn_tx_free(&tx);

	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.sends == 0 && t.result.txs[0].was_known);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_CONFIRMED &&
		  sn_wallet_find_payment(t.h.w, t.ids[0])->height == 200);
	cr_assert(t.h.w->outputs[0].is_spent && t.h.w->outputs[0].spent_height == 200);
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, NOW);
	cr_assert(b.total == 2 * (uint64_t)COLD_XMR - COLD_SMALL - COLD_FEE && b.pending_in == 0);
	cr_assert(!sn_wallet_rollback(t.h.w, 200));
	sn_balance(&b, t.h.w, -1, NOW);
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && !t.h.w->outputs[0].is_spent);
	cr_assert_eq(b.total, 2 * (uint64_t)COLD_XMR - COLD_SMALL - COLD_FEE);
}

/* The transaction has no outputs to us, but its spends were scanned: the wallet file was restored with key
 * images, and without the submission. */
Test(hot_submit, seen_spending_in_a_block)
{
	t.set.txs[0].n_created = 0;
	cr_assert(!sn_wallet_set_spent(t.h.w, 0, 199, &t.hashes[0]));
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.sends == 0 && t.result.n == 1 && t.result.txs[0].was_known);
	reopen();
	cr_assert(state_of(0) == SN_PAYMENT_CONFIRMED &&
		  sn_wallet_find_payment(t.h.w, t.ids[0])->height == 199);
}

/* Confirmed in a scanned block: no daemon is asked. */
Test(hot_submit, again_when_mined)
{
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(!sn_wallet_set_spent(t.h.w, 0, 199, &t.hashes[0]));
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_CONFIRMED, NULL, 199));
	char address[32];
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	open_daemon(address);
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.sends == 0 && t.result.n == 1 && t.result.txs[0].was_known);
	cr_assert(t.result.txs[0].payment_id == t.ids[0] && state_of(0) == SN_PAYMENT_CONFIRMED);
	cr_assert_eq(t.h.w->n_payments, 2);
}

/* A set that spends one output twice is refused as a whole. */
Test(hot_submit, twice_in_one_set)
{
	struct sn_unsigned_set twice = {.txs = t.unsigned_set.txs, .n = 1};
	struct sn_signed_set second;
	t.unsigned_set.txs[0].fee++;
	t.unsigned_set.txs[0].change--;
	cr_assert(!sn_sign(&second, &t.alice, &twice, NULL, 1, &t.err), "%s", t.err.text);
	struct sn_signed_tx saved = t.set.txs[1];
	t.set.txs[1] = second.txs[0];
	int ret = submit(2);
	t.set.txs[1] = saved;
	cr_assert_eq(ret, SN_REFUSED, "%s", t.err.text);
	cr_assert(t.sends == 0 && t.result.n == 0 && state_of(0) == SN_PAYMENT_PREPARED &&
		  t.h.w->n_payments == 2);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_PREPARED);
	sn_signed_set_free(&second);
}

/* ---------------------------------------------------------------- whose payment it is */

/* A released payment that is submitted keeps its identity. */
Test(hot_submit, released_payment)
{
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.h.w->n_payments == 2 && t.result.txs[0].payment_id == t.ids[0]);
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED);
	cr_assert_eq(t.result.n_released, 0);
}

/* Two payments of the same amount and fee from the same output to two recipients differ in their decoys. */
Test(hot_submit, same_amounts_for_somebody_else)
{
	struct sn_unsigned_tx other = t.unsigned_set.txs[0];
	struct sn_unsigned_input input = other.inputs[0];
	input.global_index[input.n_ring - 1]++;
	other.inputs = &input;
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = prepare(&other, 0, COLD_SMALL, "carol");
	cr_assert(!submit(1), "%s", t.err.text);
	reopen();
	cr_assert(t.h.w->n_payments == 3 && t.result.txs[0].payment_id == t.ids[0]);
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED);
	cr_assert(sn_wallet_find_payment(t.h.w, rival)->state == SN_PAYMENT_RELEASED);
}

/* A payment without known decoys may be another one: its recipient is not listed. */
Test(hot_submit, payment_without_rings)
{
	size_t first = 0;
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	hot_pay(&t.h, SN_PAYMENT_PREPARED, &first, 1, COLD_SMALL, t.unsigned_set.txs[0].fee,
		t.unsigned_set.txs[0].change);
	cr_assert(!sn_wallet_store(t.h.w, NULL));
	t.unsigned_set.txs[0].inputs[0].global_index[t.unsigned_set.txs[0].inputs[0].n_ring - 1]++;
	sn_signed_set_free(&t.set);
	cr_assert(!sn_sign(&t.set, &t.alice, &t.unsigned_set, NULL, 1, &t.err), "%s", t.err.text);
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.h.w->n_payments == 4 && t.result.txs[0].payment_id == 4);
	struct sn_address none = {0};
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, 4);
	cr_assert(p->n_destinations == 1 && !memcmp(&p->destinations[0].address.spend, &none.spend, 32));
	cr_assert(state_of(0) == SN_PAYMENT_RELEASED && t.h.w->payments[2].state == SN_PAYMENT_RELEASED);
}

/* The wallet file has no such payment: the amounts are known nevertheless. Its own prepared payment of the
 * same output is released. */
Test(hot_submit, payment_that_was_not_prepared_here)
{
	sn_signed_set_free(&t.set);
	t.unsigned_set.txs[0].fee++;
	t.unsigned_set.txs[0].change--;
	cr_assert(!sn_sign(&t.set, &t.alice, &t.unsigned_set, NULL, 1, &t.err), "%s", t.err.text);
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert_eq(t.h.w->n_payments, 3);
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, t.result.txs[0].payment_id);
	cr_assert(p->id == 3 && p->state == SN_PAYMENT_SUBMITTED && p->n_inputs == 1);
	cr_assert(p->fee == COLD_FEE + 1 && p->change == COLD_XMR - COLD_SMALL - COLD_FEE - 1);
	cr_assert(p->n_destinations == 1 && p->destinations[0].amount == COLD_SMALL);
	cr_assert(state_of(0) == SN_PAYMENT_RELEASED && state_of(1) == SN_PAYMENT_PREPARED);
	cr_assert(t.result.n_released == 1 && t.result.released[0] == t.ids[0]);
}

/* A payment to ourselves is not change; change with its own amount is the output with that amount. */
Test(hot_submit, change_beside_a_payment_to_ourselves)
{
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	struct sn_tx tx;
	struct sn_unsigned_tx *unsigned_tx = &t.unsigned_set.txs[0];
	uint64_t change = unsigned_tx->change;
	sn_signed_set_free(&t.set);
	unsigned_tx->destinations[0].address = cold_address(&t.alice, 0, 3);
	cr_assert(!sn_sign(&t.set, &t.alice, &t.unsigned_set, NULL, 1, &t.err), "%s", t.err.text);
	cr_assert(!submit(2), "%s", t.err.text);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, t.ids[i]);
		size_t own = 2 - i, at = 0;
		cr_assert(!sn_tx_parse(&tx, t.set.txs[i].bytes, t.set.txs[i].len, false));
		cr_assert_eq(cold_receive(owned, &t.alice, &tx), own);
		while (owned[at].amount != (i ? p->change : change))
			at++;
		cr_assert(at < own && p->state == SN_PAYMENT_SUBMITTED && p->n_change_keys == 1, "%zu",
			  p->n_change_keys);
		cr_assert(sn_point_is_equal(&p->change_keys[0], &tx.outputs[owned[at].index].key));
		sn_tx_free(&tx);
	}
}

/* The first payment was released for another one with the same output. Now the first one is submitted without
 * success. */
static void expect_rival_as_before(const char *answer, enum sn_payment_state after)
{
	struct sn_unsigned_tx other = t.unsigned_set.txs[0];
	struct sn_unsigned_input input = other.inputs[0];
	input.global_index[input.n_ring - 1]++;
	other.inputs = &input;
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = prepare(&other, 0, COLD_SMALL, "carol");
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	t.send[0] = answer;
	t.send[1] = ACCEPTED;
	cr_assert_eq(submit(2), !strcmp(answer, REJECTED) ? SN_REFUSED : SN_DAEMON);
	cr_assert_eq(t.result.n_released, after == SN_PAYMENT_RELEASED);
	reopen();
	cr_assert_eq(sn_wallet_find_payment(t.h.w, rival)->state, after);
	cr_assert_eq(state_of(0), after == SN_PAYMENT_RELEASED ? SN_PAYMENT_SUBMITTED : SN_PAYMENT_RELEASED);
}

Test(hot_submit, rival_of_what_was_rejected)
{
	expect_rival_as_before(REJECTED, SN_PAYMENT_RELEASED);
	cr_assert(t.result.n == 1 && state_of(1) == SN_PAYMENT_SUBMITTED);
}

Test(hot_submit, rival_of_what_was_not_sent)
{
	t.gone_after = QUESTIONS;
	expect_rival_as_before(ACCEPTED, SN_PAYMENT_PREPARED);
	cr_assert_eq(state_of(1), SN_PAYMENT_PREPARED);
}

Test(hot_submit, rival_of_what_may_be_on_its_way)
{
	expect_rival_as_before("{", SN_PAYMENT_RELEASED);
}

/* It needs the outputs of both: it is released if one of them was sent. */
Test(hot_submit, rival_of_two)
{
	size_t both[] = {0, 1};
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[i], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = hot_pay(&t.h, SN_PAYMENT_PREPARED, both, 2, 1, 1, 2 * (uint64_t)COLD_XMR - 2);
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	t.send[0] = t.send[1] = REJECTED;
	cr_assert_eq(submit(2), SN_REFUSED);
	cr_assert(t.result.n_released == 1 && t.result.released[0] == rival);
	t.send[1] = ACCEPTED;
	cr_assert_eq(submit(2), SN_REFUSED);
	cr_assert(t.result.n == 1 && t.result.n_released == 0);
	reopen();
	cr_assert_eq(sn_wallet_find_payment(t.h.w, rival)->state, SN_PAYMENT_RELEASED);
}

/* It needs the first one's output, and another one that is spent, or unknown: if it is spent, the payment
 * stays released even if the first one is not sent. */
static void expect_rival_of_spent(bool is_spent)
{
	struct sn_hash other = hot_hash(5);
	size_t both[] = {0, hot_add_amount(&t.h, COLD_XMR, 1)};
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = hot_pay(&t.h, SN_PAYMENT_PREPARED, both, 2, 1, 1, 2 * (uint64_t)COLD_XMR - 2);
	if (is_spent)
		cr_assert(!sn_wallet_set_spent(t.h.w, both[1], 150, &other));
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	t.gone_after = QUESTIONS;
	cr_assert_eq(submit(1), SN_DAEMON);
	cr_assert_eq(t.result.n_released, is_spent);
	reopen();
	cr_assert_eq(sn_wallet_find_payment(t.h.w, rival)->state,
		     is_spent ? SN_PAYMENT_RELEASED : SN_PAYMENT_PREPARED);
}

Test(hot_submit, rival_of_a_spent_output)
{
	expect_rival_of_spent(true);
}

Test(hot_submit, rival_of_an_unspent_output)
{
	expect_rival_of_spent(false);
}

/* A submitted payment stays submitted, whatever another daemon answers. */
Test(hot_submit, rejected_again)
{
	cr_assert(!submit(1), "%s", t.err.text);
	t.send[0] = REJECTED;
	cr_assert(submit(1) == SN_DAEMON && t.err.reason == SN_REASON_MAYBE_SENT, "%s", t.err.text);
	cr_assert(strstr(t.err.text, "submitted before") && strstr(t.err.text, "do not pay again"), "%s",
		  t.err.text);
	reopen();
	cr_assert_eq(state_of(0), SN_PAYMENT_SUBMITTED);
}

/* Another transaction for the same output, after one was submitted, would conflict. */
Test(hot_submit, second_transaction_for_the_same_output)
{
	cr_assert(!submit(1), "%s", t.err.text);
	sn_signed_set_free(&t.set);
	t.unsigned_set.txs[0].fee++;
	t.unsigned_set.txs[0].change--;
	cr_assert(!sn_sign(&t.set, &t.alice, &t.unsigned_set, NULL, 1, &t.err), "%s", t.err.text);
	char hex[65], words[128];
	sn_hex_encode(hex, t.hashes[0].b, 32);
	snprintf(words, sizeof words, "already spent by transaction %s; nothing was sent", hex);
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(strstr(t.err.text, words), "%s", t.err.text);
	cr_assert_eq(t.sends, 0);
	cr_assert(state_of(0) == SN_PAYMENT_SUBMITTED && t.h.w->n_images == 2);
	/* The same for one found on the chain. */
	struct sn_hash other = hot_hash(1);
	cr_assert(!sn_wallet_set_payment(t.h.w, t.ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(!sn_wallet_set_spent(t.h.w, 0, 150, &other));
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(strstr(t.err.text, "already spent"), "%s", t.err.text);
}

/* ---------------------------------------------------------------- what does not fit */

Test(hot_submit, bad_files)
{
	struct sn_error err = {0};
	struct sn_submit_result result;
	struct sn_buf content = {0}, file = {0};
	cr_assert(!sn_signed_set_encode(&content, &t.set, &err));
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &t.bob.view_secret,
				    content.data, content.len, &err));
	cr_assert_eq(sn_submit(&result, t.h.w, t.daemon, file.data, file.len, NOW, NULL, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "another wallet"), "%s", err.text);
	sn_buf_clear(&file);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &t.alice.view_secret,
				    content.data, content.len, &err));
	cr_assert_eq(sn_submit(&result, t.h.w, t.daemon, file.data, file.len, NOW, NULL, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "unsigned"), "%s", err.text);
	cr_assert_eq(sn_submit(&result, t.h.w, t.daemon, "", 0, NOW, NULL, &err), SN_BAD_INPUT);
	cr_assert_eq(t.server.requests, 0);
	sn_buf_free(&content);
	sn_buf_free(&file);
}

Test(hot_submit, damaged_transaction)
{
	t.set.txs[0].len--;
	expect_refused(SN_BAD_INPUT, "contains an invalid transaction");
}

Test(hot_submit, unknown_output)
{
	t.set.txs[0].spent[0] = hot_key(4711);
	expect_refused(SN_REFUSED, "does not know; nothing was sent");
}

/* The listed input is the second output; the ring contains the first. */
Test(hot_submit, other_output_than_named)
{
	t.set.txs[0].spent[0] = t.set.txs[1].spent[0];
	expect_refused(SN_REFUSED, "does not spend the output that it names");
}

/* The sender has repeated the one-time key with a larger amount: that output counts, and the composed payment
 * spends the other one. It is sent, and then neither can be spent. */
Test(hot_submit, key_was_repeated_with_more)
{
	for (uint64_t i = 0; i < 2; i++) {
		struct sn_wallet_output twin = t.h.w->outputs[0];
		twin.tx_hash = hot_hash(100 + i);
		twin.global_index = 1000000 + i;
		twin.height = 150 + i;
		twin.amount *= 2 + i;
		hot_add(&t.h, &twin);
	}
	cr_assert(sn_wallet_is_burnt(t.h.w, 0));
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(t.result.txs[0].payment_id == t.ids[0] && state_of(0) == SN_PAYMENT_SUBMITTED);
	for (size_t i = 0; i < t.h.w->n_outputs; i++)
		cr_assert(i == 1 || !sn_output_is_spendable(t.h.w, i, NOW), "output %zu", i);
}

Test(hot_submit, spent_outputs_are_not_all_named)
{
	struct sn_point *spent = calloc(2, sizeof *spent);
	cr_assert_not_null(spent);
	spent[0] = t.set.txs[0].spent[0];
	spent[1] = t.set.txs[1].spent[0];
	free(t.set.txs[0].spent);
	t.set.txs[0].spent = spent;
	t.set.txs[0].n_spent = 2;
	expect_refused(SN_REFUSED, "does not name the output that each input spends");
}

Test(hot_submit, key_image_contradicts)
{
	struct sn_point image = hot_image(1);
	cr_assert(!sn_wallet_add_image(t.h.w, &t.set.txs[0].spent[0], &image));
	cr_assert(!sn_wallet_store(t.h.w, NULL));
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(strstr(t.err.text, "key image contradicts"), "%s", t.err.text);
	cr_assert(t.sends == 0 && t.h.w->n_images == 1 && state_of(0) == SN_PAYMENT_PREPARED);
}

Test(hot_submit, key_image_of_another_output)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.set.txs[0].bytes, t.set.txs[0].len, false));
	cr_assert(!sn_wallet_add_image(t.h.w, &t.set.txs[1].spent[0], &tx.inputs[0].key_image));
	sn_tx_free(&tx);
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(strstr(t.err.text, "key image contradicts"), "%s", t.err.text);
	cr_assert_eq(t.sends, 0);
}

/* The key image is known as that of an output that is not scanned yet. The daemon is not asked. */
Test(hot_submit, key_image_of_an_output_to_come)
{
	struct sn_tx tx;
	struct sn_point key = hot_key(4711);
	cr_assert(!sn_tx_parse(&tx, t.set.txs[0].bytes, t.set.txs[0].len, false));
	cr_assert(!sn_wallet_add_image(t.h.w, &key, &tx.inputs[0].key_image));
	sn_tx_free(&tx);
	cr_assert_eq(submit(1), SN_REFUSED);
	cr_assert(strstr(t.err.text, "key image contradicts"), "%s", t.err.text);
	cr_assert(t.sends == 0 && t.server.requests == 0);
}

/* A signer could put any bytes there. */
Test(hot_submit, key_image_is_none)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.set.txs[0].bytes, t.set.txs[0].len, false));
	uint8_t *at = memmem(t.set.txs[0].bytes, t.set.txs[0].len, tx.inputs[0].key_image.b, 32);
	sn_tx_free(&tx);
	memset(at, 0, 32);
	at[0] = 2;
	expect_refused(SN_REFUSED, "a key image is invalid");
	cr_assert_eq(t.server.requests, 0);
}

Test(hot_submit, created_output_is_not_ours)
{
	t.set.txs[0].created[0].index ^= 1;
	expect_refused(SN_REFUSED, "it lists an output as ours that is not");
	t.set.txs[0].created[0].index = 7; /* there is no such output */
	expect_refused(SN_REFUSED, "it lists an output as ours that is not");
}

Test(hot_submit, created_key_image_is_none)
{
	t.set.txs[0].created[0].image = (struct sn_point){{2}};
	expect_refused(SN_REFUSED, "a key image is invalid");
}

/* An own output with the key image of another one: both would be lost to the wallet. */
Test(hot_submit, created_key_image_contradicts)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.set.txs[0].bytes, t.set.txs[0].len, false));
	t.set.txs[0].created[0].image = tx.inputs[0].key_image;
	sn_tx_free(&tx);
	expect_refused(SN_REFUSED, "key image contradicts");
}

/* The wallet has a different amount for the spent output. */
Test(hot_submit, amounts_do_not_add_up)
{
	struct sn_wallet_output o = t.h.w->outputs[0];
	cr_assert(!sn_wallet_rollback(t.h.w, 1));
	o.amount = COLD_FEE;
	hot_add(&t.h, &o);
	cr_assert(!sn_wallet_store(t.h.w, NULL));
	expect_refused(SN_REFUSED, "its amounts do not add up");
}

/* ---------------------------------------------------------------- files that waited */

static struct {
	char warning[SN_SUBMIT_WARNING_MAX];
	bool refuses;
	unsigned n, sends;
} asked;

static bool go_on(void *context, const char *warning)
{
	(void)context;
	snprintf(asked.warning, sizeof asked.warning, "%s", warning);
	asked.n++;
	asked.sends = t.sends;
	return !asked.refuses;
}

static const struct sn_submit_watch watch = {go_on, NULL};

/* Submit both; the warning starts with `words`, or there is none (NULL). */
static void expect_warning(const char *words)
{
	memset(&asked, 0, sizeof asked);
	t.watch = &watch;
	cr_assert(!submit(2), "%s", t.err.text);
	cr_assert_eq(asked.n, words != NULL, "%s", asked.warning);
	cr_assert_str_eq(t.result.warning, asked.warning);
	cr_assert(!words || !strncmp(asked.warning, words, strlen(words)), "%s", asked.warning);
	cr_assert_eq(asked.sends, 0);
	cr_assert_eq(t.sends, 2);
}

Test(hot_submit, just_prepared)
{
	t.now = NOW + 3600 - 61;
	expect_warning(NULL);
	cr_assert_eq(t.distributions, 0);
}

Test(hot_submit, prepared_an_hour_before)
{
	t.now = NOW + 3600 - 60;
	expect_warning(
		"this payment was prepared 1 hour ago, and its rings have no younger decoys: observers of the chain can tell "
		"that it was signed offline; see \"If a file has become too old\" in doc/rings.md");
	cr_assert_eq(t.distributions, 0);
	t.now += 86400;
	expect_warning(NULL); /* already submitted */
}

/* If the user declines, the wallet is unchanged. */
Test(hot_submit, old_and_not_sent)
{
	t.watch = &watch;
	t.now = NOW + 5 * 3600;
	asked.refuses = true;
	expect_refused(SN_REFUSED, "not submitted, nothing was sent: this payment was prepared 5 hours ago");
	t.watch = NULL;
	cr_assert(!submit(1), "%s", t.err.text);
	cr_assert(strstr(t.result.warning, "prepared 5 hours ago"), "%s", t.result.warning);
}

/* The wallet file was recreated: only the decoys show the age. Blocks of 100 outputs, six hours above the
 * youngest spendable one. */
static void forget_payments(uint64_t missing)
{
	uint64_t youngest = UINT64_MAX; /* of the transaction with the older ones */
	for (size_t i = 0; i < 2; i++) {
		const struct sn_unsigned_input *input = &t.unsigned_set.txs[i].inputs[0];
		memset(&t.h.w->payments[i].rings, 0x5a, sizeof t.h.w->payments[i].rings);
		if (input->global_index[SN_RING_SIZE - 1] < youngest)
			youngest = input->global_index[SN_RING_SIZE - 1];
	}
	t.chain_blocks = youngest / 100 + 10 + missing;
}

Test(hot_submit, unknown_payment_with_young_decoys)
{
	forget_payments(6 * 30 - 1);
	expect_warning(NULL);
	cr_assert_eq(t.distributions, 1);
}

Test(hot_submit, unknown_payment_without_young_decoys)
{
	forget_payments(6 * 30);
	expect_warning(
		"this payment has no decoys from at least the last 6 hours: observers of the chain can tell that it was "
		"signed offline; see");
}

/* A daemon without an answer does not delay a payment. */
Test(hot_submit, unknown_payment_and_no_distribution)
{
	forget_payments(1000);
	t.chain_blocks = 0;
	expect_warning(NULL);
	cr_assert_eq(t.distributions, 1);
}
