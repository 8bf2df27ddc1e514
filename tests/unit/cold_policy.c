#include "cold/policy.h"

#include "base/file.h"
#include "base/json.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_account alice, bob;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
}

TestSuite(cold_policy, .init = set_up, .timeout = 60);

static struct sn_policy *parse(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void expect_bad(const char *words, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void expect_refused(const char *text, const struct sn_review *review, const char *words, ...);

static struct sn_policy *parse(const char *fmt, ...)
{
	char text[4096];
	struct sn_policy *policy = NULL;
	struct sn_error err = {0};
	va_list ap;
	va_start(ap, fmt);
	cr_assert_lt(vsnprintf(text, sizeof text, fmt, ap), (int)sizeof text);
	va_end(ap);
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, text, strlen(text), &err), SN_OK, "%s: %s", text,
		     err.text);
	cr_assert_not_null(policy);
	return policy;
}

/* It is no policy, and the sentence has `words` in it. */
static void expect_bad(const char *words, const char *fmt, ...)
{
	char text[4096];
	struct sn_policy *policy = (struct sn_policy *)1;
	struct sn_error err = {0};
	va_list ap;
	va_start(ap, fmt);
	cr_assert_lt(vsnprintf(text, sizeof text, fmt, ap), (int)sizeof text);
	va_end(ap);
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, text, strlen(text), &err), SN_BAD_INPUT,
		     "taken: %s", text);
	cr_assert_null(policy);
	cr_assert(!strncmp(err.text, "policy: ", 8) && strstr(err.text, words), "\"%s\" does not say \"%s\"",
		  err.text, words);
}

/* ------------------------------------------------------------------ a review to judge */

enum { TXS = 3, DESTINATIONS = 16 };

static struct sn_review_destination destinations[TXS][DESTINATIONS];
static struct sn_review_tx txs[TXS];

static void pay(size_t tx, struct sn_address to, uint64_t amount)
{
	cr_assert_lt(txs[tx].n_destinations, DESTINATIONS);
	txs[tx].destinations = destinations[tx];
	destinations[tx][txs[tx].n_destinations++] =
		(struct sn_review_destination){.address = to, .amount = amount};
	txs[tx].sent += amount;
}

static struct sn_review review_of(size_t n)
{
	struct sn_review review = {.txs = txs, .n = n};
	for (size_t i = 0; i < n; i++) {
		review.sent += txs[i].sent;
		review.fee += txs[i].fee;
	}
	return review;
}

/* One transaction that pays Bob. */
static struct sn_review pays(uint64_t sent, uint64_t fee)
{
	memset(txs, 0, sizeof txs);
	pay(0, cold_address(&bob, 0, 0), sent);
	txs[0].fee = fee;
	return review_of(1);
}

static void expect_passes(const char *text, const struct sn_review *review)
{
	struct sn_policy *policy = parse("%s", text);
	struct sn_error err = {0};
	cr_assert_eq(sn_policy_check(policy, review, &err), SN_OK, "%s: %s", text, err.text);
	sn_policy_free(policy);
}

/* The sentence has all of `words`, which end with NULL. */
static void expect_refused(const char *text, const struct sn_review *review, const char *words, ...)
{
	struct sn_policy *policy = parse("%s", text);
	struct sn_error err = {0};
	va_list ap;
	cr_assert_eq(sn_policy_check(policy, review, &err), SN_REFUSED, "passed: %s", text);
	cr_assert(!strncmp(err.text, "policy: ", 8), "%s", err.text);
	va_start(ap, words);
	for (; words; words = va_arg(ap, const char *))
		cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	va_end(ap);
	/* Nobody has to want the sentence. */
	cr_assert_eq(sn_policy_check(policy, review, NULL), SN_REFUSED);
	sn_policy_free(policy);
}

/* ------------------------------------------------------------------ rules */

Test(cold_policy, what_says_nothing_forbids_nothing)
{
	struct sn_review review = pays(UINT64_MAX, UINT64_MAX);
	uint64_t max_fee = 77;
	struct sn_policy *empty = parse("{\"version\":1}");
	const struct sn_policy *both[] = {empty, NULL};
	for (size_t i = 0; i < 2; i++) {
		cr_assert_eq(sn_policy_check(both[i], &review, NULL), SN_OK);
		cr_assert(!sn_policy_allows_unattended(both[i]));
		cr_assert(!sn_policy_allows_unlock_time(both[i]));
		cr_assert(!sn_policy_max_fee(both[i], &max_fee) && max_fee == 77);
	}
	sn_policy_free(empty);
	sn_policy_free(NULL);
}

Test(cold_policy, every_bound)
{
	/* What the review below reaches, and one less. Amounts that a double cannot hold are among them. */
	static const struct {
		const char *key;
		uint64_t reached;
		const char *figure, *less, *tx;
	} cases[] = {
		{"max_fee_per_transaction", 7, "the fee of 0.000000000007 XMR is", "0.000000000006 XMR",
		 "transaction 2 of 3"},
		{"max_fee_per_set", 15, "the total fee of 0.000000000015 XMR is", "0.000000000014 XMR", NULL},
		{"max_amount_per_transaction", 9007199254740993, "the amount of 9007.199254740993 XMR is",
		 "9007.199254740992 XMR", "transaction 2 of 3"},
		{"max_amount_per_set", 9008199254740995, "the total amount of 9008.199254740995 XMR is",
		 "9008.199254740994 XMR", NULL},
		{"max_recipients_per_transaction", 3, "3", "2", "transaction 2 of 3"},
		{"max_recipients_per_set", 5, "5", "4", NULL},
		{"max_transactions_per_set", 3, "3", "2", NULL},
	};
	const size_t n = sizeof cases / sizeof *cases;
	size_t n_bounds = 0;
	for (size_t i = 0; sn_policy_key(i); i++)
		n_bounds += !strncmp(sn_policy_key(i), "max_", 4);
	cr_assert_eq(n_bounds, n + 1, "a bound is not tested; max_fee_basis_points is, below");

	pay(0, cold_address(&bob, 0, 0), COLD_XMR);
	pay(1, cold_address(&bob, 0, 0), 9007199254740000);
	pay(1, cold_address(&bob, 0, 1), 992);
	pay(1, cold_address(&bob, 0, 1), 1); /* the same again counts again */
	pay(2, cold_address(&bob, 0, 2), 2);
	txs[0].fee = 5;
	txs[1].fee = 7;
	txs[2].fee = 3;
	struct sn_review review = review_of(3);

	for (size_t i = 0; i < n; i++) {
		const uint64_t passing[] = {cases[i].reached, cases[i].reached + 1, UINT64_MAX};
		const uint64_t refusing[] = {cases[i].reached - 1, 1, 0};
		char text[200];
		for (size_t j = 0; j < 3; j++) {
			snprintf(text, sizeof text, "{\"version\":1,\"%s\":%" PRIu64 "}", cases[i].key,
				 passing[j]);
			expect_passes(text, &review);
			snprintf(text, sizeof text, "{\"version\":1,\"%s\":%" PRIu64 "}", cases[i].key,
				 refusing[j]);
			expect_refused(text, &review, cases[i].key, NULL);
		}
		snprintf(text, sizeof text, "{\"%s\":%" PRIu64 ",\"version\":1}", cases[i].key, refusing[0]);
		expect_refused(text, &review, cases[i].figure, cases[i].less, cases[i].tx, NULL);
	}
}

/* The last transaction is judged too, and a single one goes without a number. */
Test(cold_policy, every_transaction)
{
	for (size_t i = 0; i < TXS; i++) {
		char which[40];
		memset(txs, 0, sizeof txs);
		for (size_t j = 0; j < TXS; j++) {
			pay(j, cold_address(&bob, 0, 0), j == i ? 11 : 10);
			txs[j].fee = 1;
		}
		struct sn_review review = review_of(TXS);
		snprintf(which, sizeof which, "transaction %zu of 3: ", i + 1);
		expect_refused("{\"version\":1,\"max_amount_per_transaction\":10}", &review, which, NULL);
	}
	struct sn_review review = pays(11, 1);
	struct sn_policy *policy = parse("{\"version\":1,\"max_amount_per_transaction\":10}");
	struct sn_error err = {0};
	cr_assert_eq(sn_policy_check(policy, &review, &err), SN_REFUSED);
	cr_assert_str_eq(err.text,
			 "policy: the amount of 0.000000000011 XMR is above max_amount_per_transaction, "
			 "0.000000000010 XMR");
	sn_policy_free(policy);
}

Test(cold_policy, a_maximum_of_zero_leaves_zero)
{
	struct sn_review review = pays(5, 0);
	expect_passes("{\"version\":1,\"max_fee_per_transaction\":0,\"max_fee_per_set\":0,"
		      "\"max_fee_basis_points\":0}",
		      &review);
	review = review_of(0);
	expect_passes("{\"version\":1,\"max_amount_per_transaction\":0,\"max_amount_per_set\":0,"
		      "\"max_recipients_per_transaction\":0,\"max_recipients_per_set\":0,"
		      "\"max_transactions_per_set\":0,\"allowed_recipients\":[]}",
		      &review);
}

static void expect_share(uint64_t sent, uint64_t points, uint64_t fee, bool passes)
{
	char text[100];
	struct sn_review review = pays(sent, fee);
	snprintf(text, sizeof text, "{\"version\":1,\"max_fee_basis_points\":%" PRIu64 "}", points);
	if (passes)
		expect_passes(text, &review);
	else
		expect_refused(text, &review, "max_fee_basis_points", NULL);
}

Test(cold_policy, fee_share)
{
	static const struct {
		uint64_t sent, points, fee; /* the highest that passes */
	} cases[] = {
		{10000, 50, 50},
		{10000, 1, 1},
		{9999, 1, 0},
		{19999, 1, 1},
		{20000, 1, 2},
		{10000, 10000, 10000},
		{10000, 0, 0},
		{0, 10000, 0},
		{3, 15000, 4},
		{UINT64_MAX, 9999, 18444899399302180659u},
		{UINT64_MAX, 1, 1844674407370955},
		/* Products that 64 bits would wrap, to 0 and to less than half. */
		{UINT64_C(1) << 63, 2, 1844674407370955},
		{UINT64_C(1) << 63, 3, 2767011611056432},
		{1, UINT64_MAX, 1844674407370955},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		expect_share(cases[i].sent, cases[i].points, cases[i].fee, true);
		expect_share(cases[i].sent, cases[i].points, cases[i].fee + 1, false);
		if (cases[i].fee)
			expect_share(cases[i].sent, cases[i].points, cases[i].fee - 1, true);
	}
	/* Bounds above all that a fee can be. */
	expect_share(UINT64_MAX, 10000, UINT64_MAX, true);
	expect_share(UINT64_MAX, UINT64_MAX, UINT64_MAX, true);

	struct sn_review review = pays(2 * UINT64_C(1000000000000), 3000000001);
	expect_refused("{\"version\":1,\"max_fee_basis_points\":15}", &review,
		       "the fee of 0.003000000001 XMR",
		       "0.15 % of the amount of 2.000000000000 XMR is 0.003000000000 XMR", NULL);
	/* Of the transaction, not of the set. */
	pay(1, cold_address(&bob, 0, 0), 1000 * UINT64_C(1000000000000));
	review = review_of(2);
	expect_refused("{\"version\":1,\"max_fee_basis_points\":15}", &review, "transaction 1 of 2", NULL);
}

/* Against the inequality, without the division. */
Test(cold_policy, fee_share_is_exact)
{
	uint64_t x = 88172645463325252;
	size_t n_passed = 0;
	for (size_t i = 0; i < 2000; i++) {
		uint64_t draw[3];
		for (size_t j = 0; j < 3; j++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			draw[j] = x >> (x & 63);
		}
		uint64_t sent = draw[0], points = draw[1] % 20001;
		uint64_t near = (uint64_t)((unsigned __int128)sent * points / 10000) + draw[2] % 3 - 1;
		bool passes = (unsigned __int128)near * 10000 <= (unsigned __int128)sent * points;
		n_passed += passes;
		expect_share(sent, points, near, passes);
	}
	cr_assert(n_passed > 500 && n_passed < 1500, "%zu", n_passed);
}

Test(cold_policy, unlock_time)
{
	static const char *const forbidding[] = {"{\"version\":1,\"allow_unlock_time\":false}",
						 "{\"version\":1}"};
	static const char allowing[] = "{\"version\":1,\"allow_unlock_time\":true}";
	struct sn_review review = pays(1, 1);
	for (size_t i = 0; i < 2; i++) {
		txs[0].unlock_time = 0;
		expect_passes(forbidding[i], &review);
		txs[0].unlock_time = 1;
		expect_refused(forbidding[i], &review, "block 1,", "allow_unlock_time", NULL);
		expect_passes(allowing, &review);
		txs[0].unlock_time = 1800000000;
		expect_refused(forbidding[i], &review, "Unix time 1800000000,", "allow_unlock_time", NULL);
		expect_passes(allowing, &review);
	}
}

Test(cold_policy, permissions_and_bounds_that_others_ask_for)
{
	static const char *const words[] = {"false", "true"};
	for (int i = 0; i < 4; i++) {
		struct sn_policy *policy =
			parse("{\"version\":1,\"allow_unattended\":%s,\"allow_unlock_time\":%s}",
			      words[i & 1], words[i >> 1]);
		cr_assert_eq(sn_policy_allows_unattended(policy), (i & 1) == 1);
		cr_assert_eq(sn_policy_allows_unlock_time(policy), (i >> 1) == 1);
		sn_policy_free(policy);
	}
	static const uint64_t fees[] = {0, 1, 9007199254740993, UINT64_MAX};
	for (size_t i = 0; i < 4; i++) {
		struct sn_policy *policy =
			parse("{\"version\":1,\"max_fee_per_transaction\":%" PRIu64 ",\"max_fee_per_set\":3}",
			      fees[i]);
		uint64_t max_fee = 77;
		cr_assert(sn_policy_max_fee(policy, &max_fee) && max_fee == fees[i]);
		sn_policy_free(policy);
	}
	uint64_t max_fee = 77;
	struct sn_policy *policy = parse("{\"version\":1,\"max_fee_per_set\":3,\"max_fee_basis_points\":4}");
	cr_assert(!sn_policy_max_fee(policy, &max_fee) && max_fee == 77);
	sn_policy_free(policy);
}

/* A set is reviewed with the policy too: bounds of the set need the sums of all. */
Test(cold_policy, review_keeps_it)
{
	static const char *const broken[][2] = {
		{"{\"version\":1,\"max_amount_per_set\":249999999999}", "max_amount_per_set"},
		{"{\"version\":1,\"max_fee_per_set\":43999999}", "max_fee_per_set"},
		{"{\"version\":1,\"max_fee_basis_points\":1}", "max_fee_basis_points"},
		{"{\"version\":1,\"allowed_recipients\":[\"own\"]}", "allowed_recipients"},
	};
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_limits limits = {0};
	struct sn_review review;
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		struct sn_policy *policy = parse("%s", broken[i][0]);
		sn_policy_apply(&limits, policy);
		cold_expect_refused(&alice, &set, &limits, broken[i][1]);
		sn_policy_free(policy);
	}
	struct sn_policy *kept = parse("{\"version\":1,\"max_amount_per_set\":250000000000,"
				       "\"max_fee_per_set\":44000000,\"max_fee_basis_points\":2}");
	sn_policy_apply(&limits, kept);
	cr_assert_eq(sn_review(&review, &alice, &set, &limits, 1, NULL), SN_OK);
	sn_review_free(&review);
	sn_policy_free(kept);
	cold_free(&set);
}

/* ------------------------------------------------------------------ recipients */

static const char *text_of(struct sn_address address)
{
	static char texts[8][SN_ADDRESS_TEXT_MAX];
	static size_t at;
	sn_address_format(texts[at %= 8], &address);
	return texts[at++];
}

/* Each address allows itself and none of the others, though they share keys. */
Test(cold_policy, a_recipient_is_one_address)
{
	const struct sn_address addresses[] = {
		cold_address(&bob, 0, 0),   cold_integrated(&bob, 1), cold_integrated(&bob, 2),
		cold_integrated(&bob, 0),   cold_address(&bob, 0, 1), cold_address(&bob, 1, 0),
		cold_address(&alice, 0, 0),
	};
	const size_t n = sizeof addresses / sizeof *addresses;
	for (size_t i = 0; i < n; i++) {
		char text[200], who[200];
		snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\"]}",
			 text_of(addresses[i]));
		for (size_t j = 0; j < n; j++) {
			memset(txs, 0, sizeof txs);
			pay(0, addresses[i], 1);
			pay(0, addresses[j], COLD_XMR);
			struct sn_review review = review_of(1);
			if (i == j) {
				expect_passes(text, &review);
				continue;
			}
			snprintf(who, sizeof who,
				 "recipient 2 of 2, with 1.000000000000 XMR, is not in "
				 "allowed_recipients: %s",
				 text_of(addresses[j]));
			expect_refused(text, &review, who, NULL);
		}
	}
}

/* Same keys, though the text says another kind, view key or network. */
Test(cold_policy, a_recipient_is_all_of_its_address)
{
	struct sn_address to = cold_address(&bob, 0, 1);
	char text[200];
	snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\"]}", text_of(to));
	struct sn_address others[] = {to, to, to, to};
	others[0].kind = SN_ADDRESS_STANDARD;
	others[1].view = cold_address(&bob, 0, 0).view;
	others[2].spend = cold_address(&bob, 0, 0).spend;
	others[3].network = SN_STAGENET;
	for (size_t i = 0; i < 4; i++) {
		memset(txs, 0, sizeof txs);
		pay(0, others[i], 1);
		struct sn_review review = review_of(1);
		expect_refused(text, &review, "allowed_recipients", NULL);
	}
}

Test(cold_policy, own_addresses)
{
	char text[400];
	pay(0, cold_address(&alice, 0, 3), 1);
	destinations[0][0].is_own = true;
	struct sn_review review = review_of(1);
	expect_passes("{\"version\":1,\"allowed_recipients\":[\"own\"]}", &review);
	expect_refused("{\"version\":1,\"allowed_recipients\":[]}", &review, "an address of this wallet",
		       NULL);
	snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\"]}",
		 text_of(cold_address(&bob, 0, 0)));
	expect_refused(text, &review, "an address of this wallet", NULL);
	snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\"]}",
		 text_of(cold_address(&alice, 0, 3)));
	expect_passes(text, &review);

	/* "own" allows nobody else, and stands beside others in any order. Other bounds hold for own
	 * addresses too. */
	pay(0, cold_address(&bob, 0, 0), 1);
	review = review_of(1);
	expect_refused("{\"version\":1,\"allowed_recipients\":[\"own\"]}", &review, "recipient 2 of 2", NULL);
	snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\",\"own\",\"%s\"]}",
		 text_of(cold_address(&bob, 0, 0)), text_of(cold_address(&bob, 0, 7)));
	expect_passes(text, &review);
	expect_refused("{\"version\":1,\"max_amount_per_set\":1}", &review, "max_amount_per_set", NULL);
	expect_refused("{\"version\":1,\"max_recipients_per_set\":1}", &review, "max_recipients_per_set",
		       NULL);
}

Test(cold_policy, bad_recipients)
{
	const char *good = text_of(cold_address(&bob, 0, 0)), *integrated = text_of(cold_integrated(&bob, 1));
	char mistyped[SN_ADDRESS_TEXT_MAX];
	strcpy(mistyped, good);
	mistyped[50] = mistyped[50] == 'x' ? 'y' : 'x';
	static const char form[] = "{\"version\":1,\"allowed_recipients\":[\"own\",\"%s\"%s]}";
	expect_bad("allowed_recipients, entry 2: the address is mistyped", form, mistyped, "");
	expect_bad("entry 2: no Monero address", form, "Own", "");
	expect_bad("entry 2: no Monero address", form, "", "");
	expect_bad("entry 2: \"own\" is listed twice", form, "own", "");
	expect_bad("entry 3: not a string", form, good, ",1");
	expect_bad("entry 3: not a string", form, good, ",null");
	expect_bad("entry 3: not a string", form, good, ",[\"own\"]");

	for (int i = 0; i < 2; i++) {
		char text[1000], words[200];
		const char *twice = i ? integrated : good, *between = i ? good : integrated;
		snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\",\"%s\",\"%s\"]}",
			 twice, between, twice);
		snprintf(words, sizeof words, "%s is listed twice in allowed_recipients", twice);
		expect_bad(words, "%s", text);
	}

	for (int network = 0; network < SN_NETWORKS; network++) {
		char text[300];
		struct sn_address address = cold_address(&bob, 0, 0);
		address.network = (enum sn_network)network;
		snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\"]}",
			 text_of(address));
		for (int wallet = 0; wallet < SN_NETWORKS; wallet++) {
			struct sn_policy *policy;
			struct sn_error err = {0};
			int ret = sn_policy_parse(&policy, (enum sn_network)wallet, text, strlen(text), &err);
			cr_assert_eq(ret, network == wallet ? SN_OK : SN_BAD_INPUT);
			if (ret)
				cr_assert(strstr(err.text, "entry 1: the address belongs to"), "%s",
					  err.text);
			sn_policy_free(policy);
		}
	}
}

/* Each of the recipients is looked for by halving: by reading through the list, all these checks would take
 * minutes. */
Test(cold_policy, ten_thousand_recipients)
{
	enum { N = 10000, ROUNDS = 500 };
	struct sn_buf text = {0};
	struct sn_policy *policy;
	struct sn_error err = {0};
	struct sn_review_destination *all = calloc(N, sizeof *all);
	cr_assert_not_null(all);
	static const char head[] = "{\"version\": 1,\n \"allowed_recipients\": [";
	sn_put_bytes(&text, head, strlen(head));
	for (size_t i = 0; i < N; i++) {
		all[i].address = cold_integrated(&bob, i * 7919 % 10007);
		const char *address = text_of(all[i].address);
		sn_put_bytes(&text, i ? ",\n  \"" : "\n  \"", i ? 5 : 4);
		sn_put_bytes(&text, address, strlen(address));
		sn_put_u8(&text, '"');
	}
	sn_put_bytes(&text, "]}", 2);
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, (char *)text.data, text.len, &err), SN_OK, "%s",
		     err.text);

	struct sn_review_tx tx = {.destinations = all, .n_destinations = N, .sent = N, .fee = 1};
	struct sn_review review = {.txs = &tx, .n = 1, .sent = N, .fee = 1};
	for (int i = 0; i < ROUNDS; i++)
		cr_assert_eq(sn_policy_check(policy, &review, &err), SN_OK, "%s", err.text);
	all[7776].address = cold_integrated(&bob, 10008);
	cr_assert_eq(sn_policy_check(policy, &review, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "recipient 7777 of 10000"), "%s", err.text);
	sn_policy_free(policy);
	sn_buf_free(&text);
	free(all);
}

/* ------------------------------------------------------------------ the file */

/* A value that `key` may have. */
static const char *good_value(const char *key)
{
	if (!strncmp(key, "max_", 4))
		return "5";
	if (!strncmp(key, "allow_", 6))
		return "true";
	return !strcmp(key, "version") ? "1" : "[\"own\"]";
}

static const char *version_unless(const char *key)
{
	return strcmp(key, "version") ? "\"version\":1," : "";
}

Test(cold_policy, every_key_wants_its_kind)
{
	static const char *const values[] = {
		"5",         "1",
		"0",         "true",
		"[\"own\"]", "[]",
		"null",      "\"5\"",
		"\"true\"",  "\"\"",
		"{}",        "-1",
		"1.0",       "1.5",
		"1e3",       "[1]",
		"-0",        "18446744073709551616",
		"[5]",       "[true]",
		"2",         "99999999999999999999999999",
		"\"own\"",   "{\"own\":1}",
		"0.01",
	};
	size_t n_keys = 0, n_taken = 0;
	for (const char *key; (key = sn_policy_key(n_keys)); n_keys++) {
		sn_policy_free(parse("{%s\"%s\":%s}", version_unless(key), key, good_value(key)));
		for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
			const char *v = values[i];
			bool is_number =
				!strcmp(v, "5") || !strcmp(v, "1") || !strcmp(v, "0") || !strcmp(v, "2");
			bool is_good = !strncmp(key, "max_", 4)     ? is_number
				       : !strncmp(key, "allow_", 6) ? !strcmp(v, "true")
				       : !strcmp(key, "version")
					       ? !strcmp(v, "1")
					       : !strcmp(v, "[]") || !strcmp(v, "[\"own\"]");
			if (is_good)
				sn_policy_free(parse("{%s\"%s\":%s}", version_unless(key), key, v));
			else
				expect_bad(key, "{%s\"%s\":%s}", version_unless(key), key, v);
			n_taken += is_good;
		}
	}
	cr_assert(n_keys == 12 && n_taken == 8 * 4 + 2 + 1 + 2, "%zu keys, %zu values", n_keys, n_taken);
}

Test(cold_policy, a_misspelt_key_is_an_error)
{
	for (size_t k = 0; sn_policy_key(k); k++) {
		const char *key = sn_policy_key(k), *value = good_value(key);
		char wrong[80];
		size_t len = strlen(key);
		for (size_t i = 0; i < len; i++) {
			/* A character missing, of the other case, or another one. */
			snprintf(wrong, sizeof wrong, "%.*s%s", (int)i, key, key + i + 1);
			expect_bad("unknown key \"", "{\"version\":1,\"%s\":%s}", wrong, value);
			strcpy(wrong, key);
			wrong[i] ^= 0x20;
			if (wrong[i] != 0x7f)
				expect_bad(wrong, "{\"version\":1,\"%s\":%s}", wrong, value);
			wrong[i] = '-';
			expect_bad(wrong, "{\"version\":1,\"%s\":%s}", wrong, value);
		}
		expect_bad("unknown key \"", "{\"version\":1,\"%s \":%s}", key, value);
		expect_bad("unknown key \"", "{\"version\":1,\" %s\":%s}", key, value);
		expect_bad("unknown key \"", "{\"version\":1,\"%ss\":%s}", key, value);
	}
	expect_bad("unknown key \"\"", "{\"version\":1,\"\":1}");
	expect_bad("unknown key \"$schema\"", "{\"$schema\":\"policy.schema.json\",\"version\":1}");
}

Test(cold_policy, a_key_twice_is_an_error)
{
	for (size_t k = 0; sn_policy_key(k); k++) {
		const char *key = sn_policy_key(k), *value = good_value(key);
		expect_bad(key, "{%s\"%s\":%s,\"%s\":%s}", version_unless(key), key, value, key, value);
		/* However it is written. */
		expect_bad(key, "{%s\"%s\":%s,\"\\u%04x%s\":%s}", version_unless(key), key, value,
			   (unsigned)key[0], key + 1, value);
	}
}

Test(cold_policy, what_is_no_policy)
{
	expect_bad("version is missing", "{}");
	expect_bad("version is missing", "{\"max_fee_per_set\":1}");
	expect_bad("unsupported version 2; this program supports 1", "{\"version\":2}");
	expect_bad("unsupported version 0", "{\"version\":0}");
	expect_bad("not a JSON object", "[]");
	expect_bad("not a JSON object", "1");
	expect_bad("not a JSON object", "null");
	expect_bad("not a JSON object", "[{\"version\":1}]");
	expect_bad("JSON", "%s", "");
	expect_bad("JSON", "{\"version\":1}{\"version\":1}");
	expect_bad("JSON", "{\"version\":1,}");
	expect_bad("JSON", "{\"version\":1} // one");
	expect_bad("JSON", "{'version':1}");
	expect_bad("byte order mark", "\xef\xbb\xbf{\"version\":1}");
}

static struct sn_buf read_file(const char *name)
{
	char path[4096];
	struct sn_buf file = {0};
	struct sn_error err = {0};
	snprintf(path, sizeof path, "%s/../%s", TESTS_DIR, name);
	cr_assert_eq(sn_file_read(path, 1 << 20, &file, &err), SN_OK, "%s", err.text);
	return file;
}

/* Cut off anywhere it is none; changed anywhere it is one or none, and nothing worse. */
Test(cold_policy, damaged_text)
{
	struct sn_buf file = read_file("samples/policy.json");
	struct sn_policy *policy;
	cr_assert(file.len > 2 && file.data[file.len - 1] == '\n' && file.data[file.len - 2] == '}');
	for (size_t len = 0; len < file.len - 1; len++) {
		/* Memory of just this length, so that reading beyond it is noticed. */
		char *cut = malloc(len ? len : 1);
		cr_assert_not_null(cut);
		memcpy(cut, file.data, len);
		cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, cut, len, NULL), SN_BAD_INPUT, "%zu bytes",
			     len);
		cr_assert_null(policy);
		free(cut);
	}
	size_t n_taken = 0;
	for (size_t i = 0; i < 8 * file.len; i++) {
		file.data[i / 8] ^= (uint8_t)(1 << i % 8);
		int ret = sn_policy_parse(&policy, SN_MAINNET, (char *)file.data, file.len, NULL);
		cr_assert(ret == SN_OK ? policy != NULL : ret == SN_BAD_INPUT && !policy);
		n_taken += !ret;
		sn_policy_free(policy);
		file.data[i / 8] ^= (uint8_t)(1 << i % 8);
	}
	/* Other digits, and other white space. */
	cr_assert(n_taken > 0 && n_taken < file.len, "%zu", n_taken);
	sn_buf_free(&file);
}

Test(cold_policy, size)
{
	static const char text[] = "{\"version\":1}";
	struct sn_policy *policy;
	struct sn_error err = {0};
	char *padded = malloc(SN_POLICY_BYTES_MAX + 1);
	cr_assert_not_null(padded);
	memset(padded, ' ', SN_POLICY_BYTES_MAX + 1);
	memcpy(padded, text, strlen(text));
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, padded, SN_POLICY_BYTES_MAX, &err), SN_OK, "%s",
		     err.text);
	sn_policy_free(policy);
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, padded, SN_POLICY_BYTES_MAX + 1, &err),
		     SN_BAD_INPUT);
	cr_assert(!policy && strstr(err.text, "more than 2097152 bytes"), "%s", err.text);
	free(padded);
}

/* ------------------------------------------------------------------ code, schema, doc and sample say the
 * same */

static cJSON *parse_json(const char *name)
{
	struct sn_buf file = read_file(name);
	struct sn_error err = {0};
	cJSON *root;
	cr_assert_eq(sn_json_parse(&root, (char *)file.data, file.len, &err), SN_OK, "%s: %s", name,
		     err.text);
	sn_buf_free(&file);
	return root;
}

static size_t count_keys(void)
{
	size_t n = 0;
	while (sn_policy_key(n))
		n++;
	return n;
}

static bool is_key(const char *name)
{
	for (size_t i = 0; sn_policy_key(i); i++)
		if (!strcmp(sn_policy_key(i), name))
			return true;
	return false;
}

Test(cold_policy, schema)
{
	cJSON *root = parse_json("doc/reference/policy.schema.json");
	const cJSON *properties, *required;
	cr_assert(!sn_json_get_object(root, "properties", &properties, NULL));
	cr_assert_eq((size_t)cJSON_GetArraySize(properties), count_keys());
	for (const cJSON *p = properties->child; p; p = p->next) {
		cr_assert(is_key(p->string), "%s is no key", p->string);
		const char *type = !strncmp(p->string, "max_", 4)     ? "integer"
				   : !strncmp(p->string, "allow_", 6) ? "boolean"
				   : !strcmp(p->string, "version")    ? NULL
								      : "array";
		const char *said = NULL;
		uint64_t number = 77;
		cr_assert(!sn_json_opt_string(p, "type", &said, NULL));
		cr_assert(type ? said && !strcmp(said, type) : !said, "%s: %s", p->string, said);
		if (!type)
			cr_assert(!sn_json_get_u64(p, "const", &number, NULL) && number == SN_POLICY_VERSION);
		if (type && !strcmp(type, "integer")) {
			cr_assert(!sn_json_get_u64(p, "minimum", &number, NULL) && number == 0);
			cr_assert(!sn_json_get_u64(p, "maximum", &number, NULL) && number == UINT64_MAX);
		}
	}
	bool has_others = true;
	cr_assert(!sn_json_get_bool(root, "additionalProperties", &has_others, NULL) && !has_others);
	cr_assert(!sn_json_get_array(root, "required", &required, NULL) && cJSON_GetArraySize(required) == 1);
	cr_assert_str_eq(required->child->valuestring, "version");
	sn_json_free(root);
}

/* The table of doc/reference/policy.md has a row for each key, and none besides. */
Test(cold_policy, doc)
{
	struct sn_buf file = read_file("doc/reference/policy.md");
	sn_put_u8(&file, 0);
	size_t n = 0;
	char *rest = NULL, seen[64][64];
	for (char *line = strtok_r((char *)file.data, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		char key[64];
		if (sscanf(line, "| `%63[^`]` |", key) != 1)
			continue;
		cr_assert(is_key(key), "%s is no key", key);
		for (size_t i = 0; i < n; i++)
			cr_assert(strcmp(seen[i], key) != 0, "%s stands twice", key);
		strcpy(seen[n++], key);
	}
	cr_assert_eq(n, count_keys(), "a key is missing in doc/reference/policy.md");
	sn_buf_free(&file);
}

/* It shows every key, and is good on every network. */
Test(cold_policy, sample)
{
	struct sn_buf file = read_file("samples/policy.json");
	struct sn_error err = {0};
	for (int network = 0; network < SN_NETWORKS; network++) {
		struct sn_policy *policy;
		int ret =
			sn_policy_parse(&policy, (enum sn_network)network, (char *)file.data, file.len, &err);
		cr_assert_eq(ret, SN_OK, "%s", err.text);
		sn_policy_free(policy);
	}
	sn_buf_free(&file);
	cJSON *root = parse_json("samples/policy.json");
	cr_assert_eq((size_t)cJSON_GetArraySize(root), count_keys());
	sn_json_free(root);
}
