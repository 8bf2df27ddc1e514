#include "hot/check_proof.h"

#include "base/hex.h"
#include "carrot_tx.h"
#include "cold/prove_files.h"
#include "cold_sets.h"
#include "daemon_answers.h"
#include "node_server.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGE "order 7"
#define HEIGHT 100 /* of the daemon */

/* Alice pays bob, and the daemon has the transaction and its ring members. */
static struct fixture {
	struct sn_account alice, bob;
	struct sn_unsigned_set set;
	struct cold_result result;
	struct sn_buf file;
	struct sn_hash tx_hash;
	struct server server;
	struct sn_daemon *daemon;

	/* Of the daemon. */
	const char *network;
	bool is_in_pool, is_unknown, has_no_outputs;
	size_t false_output; /* this one of all that are requested has another key */
	size_t n_requested;
} f;

static bool find_output(void *context, uint64_t index, struct answer_output *out)
{
	(void)context;
	const struct sn_unsigned_tx *tx = f.set.txs;
	for (size_t i = 0; i < tx->n_inputs; i++)
		for (size_t j = 0; j < tx->inputs[i].n_ring; j++)
			if (tx->inputs[i].global_index[j] == index) {
				*out = (struct answer_output){.key = tx->inputs[i].ring[j].key,
							      .commitment = tx->inputs[i].ring[j].commitment};
				if (++f.n_requested == f.false_output)
					out->key = f.alice.spend_public;
				return !f.has_no_outputs;
			}
	return false;
}

static void put_transaction(struct sn_buf *b)
{
	const struct sn_signed_tx *tx = f.result.set.txs;
	char hash[65], place[64] = "true", *hex = malloc(2 * tx->len + 1);
	if (!f.is_in_pool)
		snprintf(place, sizeof place, "false,\"block_height\":%d", HEIGHT - 10);
	sn_hex_encode(hash, &f.tx_hash, sizeof f.tx_hash);
	sn_hex_encode(hex, tx->bytes, tx->len);
	const char *const words[] = {"{\"status\":\"OK\",\"txs\":[{\"tx_hash\":\"",
				     hash,
				     "\",\"as_hex\":\"",
				     hex,
				     "\",\"in_pool\":",
				     place,
				     "}]}"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		sn_put_bytes(b, words[i], strlen(words[i]));
	free(hex);
}

static bool respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct sn_buf b = {0};
	const char *body = strstr(request, "\r\n\r\n") + 4;
	char text[256] = "{\"status\":\"OK\"}";
	(void)context;
	if (answer_is_for(request, "/get_outs.bin"))
		(void)answer_put_outputs(&b, body, len - (size_t)(body - request), find_output, NULL);
	else if (answer_is_for(request, "/get_transactions") && !f.is_unknown)
		put_transaction(&b);
	else {
		if (answer_is_for(request, "/get_info"))
			snprintf(text, sizeof text,
				 "{\"status\":\"OK\",\"height\":%d,\"target_height\":0,\"nettype\":\"%s\","
				 "\"top_block_hash\":\"%064d\"}",
				 HEIGHT, f.network, 0);
		sn_put_bytes(&b, text, strlen(text));
	}
	answer_put(answer, &b);
	sn_buf_free(&b);
	return true;
}

static void set_up_locked(uint64_t unlock_time)
{
	struct sn_error err = {0};
	f = (struct fixture){.network = "mainnet"};
	f.alice = cold_account("alice");
	f.bob = cold_account("bob");
	f.set = cold_set(1);
	cold_spend_amount(f.set.txs, &f.alice, COLD_XMR);
	cold_spend_amount(f.set.txs, &f.alice, COLD_XMR);
	cold_pay(f.set.txs, cold_address(&f.bob, 0, 0), 5 * COLD_SMALL);
	cold_change(f.set.txs, 0, 0);
	f.set.txs->unlock_time = unlock_time;
	f.result = cold_sign(&f.alice, &f.set);
	cr_assert(cold_seal(&f.file, &f.alice, &f.set));
	cr_assert(!sn_tx_hash(&f.tx_hash, f.result.txs));
	f.server.respond = respond;
	server_start(&f.server);
	const struct sn_daemon_options options = {.address = f.server.address};
	cr_assert(!sn_daemon_open(&f.daemon, &options, &err), "%s", err.text);
}

static void set_up(void)
{
	set_up_locked(0);
}

static void tear_down(void)
{
	sn_daemon_close(f.daemon);
	server_stop(&f.server);
	sn_buf_free(&f.file);
	cold_result_free(&f.result);
	cold_free(&f.set);
}

TestSuite(hot_check_proof, .init = set_up, .fini = tear_down, .timeout = 60);

/* The proof that alice makes, with a newline. */
static struct sn_buf prove(enum sn_prove_kind kind, struct sn_address address)
{
	struct sn_prove_result result;
	struct sn_error err = {0};
	const struct sn_prove_request request = {kind, f.tx_hash, address, MESSAGE, strlen(MESSAGE)};
	cr_assert(!sn_cold_prove(&result, &f.alice, &request, f.file.data, f.file.len, 1, &err), "%s",
		  err.text);
	sn_put_u8(&result.text, '\n');
	return result.text;
}

typedef int check(struct sn_proof_result *, struct sn_daemon *, const struct sn_proof_claim *,
		  struct sn_error *);

static int run(check *check, struct sn_proof_result *result, const struct sn_buf *text,
	       struct sn_address address, const char *message, struct sn_error *err)
{
	const struct sn_proof_claim claim = {f.tx_hash,       address,    message,
					     strlen(message), text->data, text->len};
	return check(result, f.daemon, &claim, err);
}

/* The members of the JSON report, without white space, and the text. */
static void expect_reports(const struct sn_proof_result *result, const char *json, const char *text)
{
	cJSON *object = cJSON_CreateObject();
	struct sn_buf out = {0};
	cr_assert(!sn_report_proof_json(object, result));
	char *printed = cJSON_PrintUnformatted(object);
	cr_assert(strstr(printed, json), "\"%s\" is not in %s", json, printed);
	cr_assert(!sn_report_proof_text(&out, result));
	sn_put_u8(&out, 0);
	cr_assert(strstr((char *)out.data, text), "\"%s\" is not in %s", text, out.data);
	cJSON_free(printed);
	cJSON_Delete(object);
	sn_buf_free(&out);
}

static void expect(check *check, const struct sn_buf *text, struct sn_address address, const char *message,
		   int code, const char *words)
{
	struct sn_proof_result result;
	struct sn_error err = {0};
	cr_assert_eq(run(check, &result, text, address, message, &err), code, "%s", err.text);
	cr_assert(strstr(err.text, words), "\"%s\" instead of \"%s\"", err.text, words);
}

/* The proof can only say that the payment is not there. */
Test(hot_check_proof, carrot_outputs)
{
	const struct sn_address to = cold_address(&f.bob, 0, 0);
	const struct sn_point image = cold_random_point();
	struct sn_signed_tx *tx = f.result.set.txs, before = *tx;
	struct sn_buf sent = prove(SN_PROVE_PAYMENT, to), bytes = {0};
	struct carrot_tx other = carrot_tx_to(&image, &to, 5);
	sn_tx_write(&bytes, &other.tx);
	cr_assert(!sn_tx_hash(&f.tx_hash, &other.tx) && !bytes.failed);
	tx->bytes = bytes.data;
	tx->len = bytes.len;
	expect(sn_check_payment, &sent, to, MESSAGE, SN_BAD_INPUT, "the transaction has Carrot outputs");
	*tx = before;
	carrot_tx_free(&other);
	sn_buf_free(&sent);
	sn_buf_free(&bytes);
}

Test(hot_check_proof, payment)
{
	struct sn_proof_result result;
	struct sn_error err = {0};
	const struct sn_address to = cold_address(&f.bob, 0, 0), own = cold_address(&f.alice, 0, 0);
	struct sn_buf sent = prove(SN_PROVE_PAYMENT, to), received = prove(SN_PROVE_PAYMENT, own),
		      key = prove(SN_PROVE_TX_KEY, to);
	cr_assert(!run(sn_check_payment, &result, &sent, to, MESSAGE, &err), "%s", err.text);
	cr_assert(result.kind == SN_PROOF_SENT && result.received == 5 * COLD_SMALL && !result.is_in_pool);
	cr_assert(result.height == HEIGHT - 10 && result.confirmations == 10);
	expect_reports(&result, "\"kind\":\"OutProofV2\"",
		       "received 0.005000000000 XMR, proved by the sender");
	expect_reports(&result, "\"in_pool\":false,\"confirmations\":10,\"height\":90",
		       "block 90, 10 confirmations\n");
	result.confirmations = 1;
	expect_reports(&result, "\"confirmations\":1,", "block 90, 1 confirmation\n");
	f.is_in_pool = true;
	cr_assert(!run(sn_check_payment, &result, &received, own, MESSAGE, &err), "%s", err.text);
	cr_assert(result.kind == SN_PROOF_RECEIVED && result.received == f.set.txs->change &&
		  result.is_in_pool);
	cr_assert(!result.height && !result.confirmations);
	expect_reports(&result, "\"in_pool\":true,\"confirmations\":0,\"address\"",
		       "in the pool, not confirmed");
	cr_assert(!run(sn_check_payment, &result, &key, to, "", &err), "%s", err.text);
	cr_assert(result.kind == SN_PROOF_TX_KEY && result.received == 5 * COLD_SMALL);
	expect_reports(&result, "\"kind\":\"tx_key\"", "proved by the tx key");

	expect(sn_check_payment, &sent, to, "order 8", SN_REFUSED, "the proof is invalid");
	expect(sn_check_payment, &sent, own, MESSAGE, SN_REFUSED, "the proof is invalid");
	expect(sn_check_payment, &key, cold_address(&f.bob, 0, 1), "", SN_REFUSED, "shows no payment");
	sn_buf_free(&sent);
	sn_buf_free(&received);
	sn_buf_free(&key);
}

/* A payment that the recipient cannot spend yet, or can by now. */
Test(hot_check_proof, locked_payment)
{
	static const struct {
		uint64_t unlock_time;
		const char *text; /* NULL: not locked any more */
	} cases[] = {
		{HEIGHT + 1, "LOCKED until block 101\n"},
		{3000000, "LOCKED until block 3000000\n"},
		{HEIGHT, NULL},
		{1, NULL},
		{4102444800, "LOCKED until Unix time 4102444800: 2100-01-01 00:00:00 UTC\n"},
		{UINT64_MAX, "LOCKED until Unix time 18446744073709551615: after the year 9999\n"},
		{1700000000, NULL},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_proof_result result;
		struct sn_error err = {0};
		struct sn_buf out = {0};
		char json[64];
		tear_down();
		set_up_locked(cases[i].unlock_time);
		const struct sn_address to = cold_address(&f.bob, 0, 0);
		struct sn_buf sent = prove(SN_PROVE_PAYMENT, to);
		cr_assert(!run(sn_check_payment, &result, &sent, to, MESSAGE, &err), "%s", err.text);
		snprintf(json, sizeof json, "\"unlock_time\":%llu", (unsigned long long)cases[i].unlock_time);
		expect_reports(&result, json, cases[i].text ? cases[i].text : "received");
		cr_assert(!sn_report_proof_text(&out, &result));
		sn_put_u8(&out, 0);
		cr_assert_eq(!strstr((char *)out.data, "LOCKED"), !cases[i].text, "%s", out.data);
		sn_buf_free(&out);
		sn_buf_free(&sent);
	}
}

/* A proof that holds, for an address with the same view key that was not paid. */
Test(hot_check_proof, valid_proof_of_nothing)
{
	struct sn_address to = cold_address(&f.bob, 0, 0);
	struct sn_buf sent = prove(SN_PROVE_PAYMENT, to);
	to.spend = f.alice.spend_public;
	expect(sn_check_payment, &sent, to, MESSAGE, SN_REFUSED, "valid, but shows no payment");
	sn_buf_free(&sent);
}

Test(hot_check_proof, spend)
{
	struct sn_proof_result result;
	struct sn_error err = {0};
	const struct sn_address none = {0};
	struct sn_buf text = prove(SN_PROVE_SPEND, none);
	cr_assert(!run(sn_check_spend, &result, &text, none, MESSAGE, &err), "%s", err.text);
	cr_assert(result.kind == SN_PROOF_SPEND && result.confirmations == 10 && f.n_requested == 32);
	expect_reports(&result, "\"kind\":\"SpendProofV1\"",
		       "the proof is by the sender of the transaction\nblock 90");
	cJSON *object = cJSON_CreateObject();
	cr_assert(!sn_report_proof_json(object, &result));
	cr_assert(!cJSON_GetObjectItem(object, "address") && !cJSON_GetObjectItem(object, "received"));
	cJSON_Delete(object);

	expect(sn_check_spend, &text, none, "order 8", SN_REFUSED, "the proof is invalid");
	/* The daemon lies about a ring member, or has not all of them. */
	for (size_t i = 1; i <= 32; i++) {
		f.n_requested = 0;
		f.false_output = i;
		expect(sn_check_spend, &text, none, MESSAGE, SN_REFUSED, "the proof is invalid");
	}
	f.has_no_outputs = true;
	expect(sn_check_spend, &text, none, MESSAGE, SN_DAEMON, "");
	f.has_no_outputs = false;
	/* For fewer inputs: nothing is requested. */
	f.n_requested = f.false_output = 0;
	text.len -= 1 + 16 * 88;
	expect(sn_check_spend, &text, none, MESSAGE, SN_BAD_INPUT, "for 16 ring members");
	cr_assert_eq(f.n_requested, 0);
	sn_buf_free(&text);
}

Test(hot_check_proof, texts_that_are_no_proof)
{
	static const char *const texts[] = {"", "\n", "OutProofV2", "InProofV2x", "SpendProofV1", "no proof"};
	const struct sn_address to = cold_address(&f.bob, 0, 0);
	struct sn_buf payment = prove(SN_PROVE_PAYMENT, to), spend = prove(SN_PROVE_SPEND, to);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const struct sn_buf text = {.data = (uint8_t *)(uintptr_t)texts[i], .len = strlen(texts[i])};
		expect(sn_check_payment, &text, to, "", SN_BAD_INPUT, "");
		expect(sn_check_spend, &text, to, "", SN_BAD_INPUT, "not a proof of spending");
	}
	expect(sn_check_spend, &payment, to, MESSAGE, SN_BAD_INPUT, "not a proof of spending");
	expect(sn_check_payment, &spend, to, MESSAGE, SN_BAD_INPUT, "a proof of spending, not of payment");
	sn_buf_free(&payment);
	sn_buf_free(&spend);
}

Test(hot_check_proof, daemon_without_the_transaction)
{
	const struct sn_address to = cold_address(&f.bob, 0, 0);
	struct sn_buf payment = prove(SN_PROVE_PAYMENT, to), spend = prove(SN_PROVE_SPEND, to);
	f.is_unknown = true;
	expect(sn_check_payment, &payment, to, MESSAGE, SN_REFUSED, "does not know transaction");
	expect(sn_check_spend, &spend, to, MESSAGE, SN_REFUSED, "does not know transaction");
	f.is_unknown = false;
	f.network = "stagenet";
	expect(sn_check_payment, &payment, to, MESSAGE, SN_BAD_INPUT, "the address is for mainnet");
	sn_buf_free(&payment);
	sn_buf_free(&spend);
}
