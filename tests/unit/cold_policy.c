#include "cold/policy.h"

#include "base/wide.h"
#include "cold_policies.h"
#include "cold_sets.h"
#include "seed.h"

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

static void expect_refused(const char *text, const struct sn_review *review, const char *words, ...);

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
	struct sn_policy *policy = policy_parse("%s", text);
	struct sn_error err = {0};
	cr_assert_eq(sn_policy_check(policy, review, &err), SN_OK, "%s: %s", text, err.text);
	sn_policy_free(policy);
}

/* The message must have all of `words`, which end with NULL. */
static void expect_refused(const char *text, const struct sn_review *review, const char *words, ...)
{
	struct sn_policy *policy = policy_parse("%s", text);
	struct sn_error err = {0};
	va_list ap;
	cr_assert_eq(sn_policy_check(policy, review, &err), SN_REFUSED, "passed: %s", text);
	cr_assert(!strncmp(err.text, "policy: ", 8), "%s", err.text);
	va_start(ap, words);
	for (; words; words = va_arg(ap, const char *))
		cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	va_end(ap);
	/* Without an error struct. */
	cr_assert_eq(sn_policy_check(policy, review, NULL), SN_REFUSED);
	sn_policy_free(policy);
}

/* ------------------------------------------------------------------ rules */

Test(cold_policy, empty_policy_forbids_nothing)
{
	struct sn_review review = pays(UINT64_MAX, UINT64_MAX);
	uint64_t max_fee = 77;
	struct sn_policy *empty = policy_parse("{\"version\":1}");
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

Test(cold_policy, every_bound_is_kept)
{
	/* The value that the review below reaches, and one less. Some amounts do not fit in a double. */
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
	cr_assert_eq(
		n_bounds, n + 1 + SN_PERIOD_LIMITS,
		"a bound is not tested; max_fee_basis_points is, below, and those of a period in cold_period.c");

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
Test(cold_policy, every_transaction_is_checked)
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
	struct sn_policy *policy = policy_parse("{\"version\":1,\"max_amount_per_transaction\":10}");
	struct sn_error err = {0};
	cr_assert_eq(sn_policy_check(policy, &review, &err), SN_REFUSED);
	cr_assert_str_eq(err.text,
			 "policy: the amount of 0.000000000011 XMR is above max_amount_per_transaction, "
			 "0.000000000010 XMR");
	sn_policy_free(policy);
}

Test(cold_policy, maximum_of_zero_allows_zero)
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

Test(cold_policy, fee_share_is_bounded)
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
	uint64_t x = 88172645463325252 ^ seed_number("fee_share_is_exact") << 1; /* xorshift */
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
		const struct sn_wide most = sn_wide_mul(sent, points);
		uint64_t near = sn_wide_div(most, 10000) + draw[2] % 3 - 1;
		const struct sn_wide fee = sn_wide_mul(near, 10000);
		bool passes = fee.high < most.high || (fee.high == most.high && fee.low <= most.low);
		n_passed += passes;
		expect_share(sent, points, near, passes);
	}
	cr_assert(n_passed > 500 && n_passed < 1500, "%zu", n_passed);
}

Test(cold_policy, unlock_time_needs_permission)
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

Test(cold_policy, permissions_and_bounds_are_read)
{
	static const char *const words[] = {"false", "true"};
	for (int i = 0; i < 4; i++) {
		struct sn_policy *policy =
			policy_parse("{\"version\":1,\"allow_unattended\":%s,\"allow_unlock_time\":%s}",
				     words[i & 1], words[i >> 1]);
		cr_assert_eq(sn_policy_allows_unattended(policy), (i & 1) == 1);
		cr_assert_eq(sn_policy_allows_unlock_time(policy), (i >> 1) == 1);
		sn_policy_free(policy);
	}
	static const uint64_t fees[] = {0, 1, 9007199254740993, UINT64_MAX};
	for (size_t i = 0; i < 4; i++) {
		struct sn_policy *policy = policy_parse("{\"version\":1,\"max_fee_per_transaction\":%" PRIu64
							",\"max_fee_per_set\":3}",
							fees[i]);
		uint64_t max_fee = 77;
		cr_assert(sn_policy_max_fee(policy, &max_fee) && max_fee == fees[i]);
		sn_policy_free(policy);
	}
	uint64_t max_fee = 77;
	struct sn_policy *policy =
		policy_parse("{\"version\":1,\"max_fee_per_set\":3,\"max_fee_basis_points\":4}");
	cr_assert(!sn_policy_max_fee(policy, &max_fee) && max_fee == 77);
	sn_policy_free(policy);
}

/* A set is reviewed with the policy too: bounds of the set need the sums of all. */
Test(cold_policy, review_applies_the_policy)
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
		struct sn_policy *policy = policy_parse("%s", broken[i][0]);
		sn_policy_apply(&limits, policy);
		cold_expect_refused(&alice, &set, &limits, broken[i][1]);
		sn_policy_free(policy);
	}
	struct sn_policy *kept = policy_parse("{\"version\":1,\"max_amount_per_set\":250000000000,"
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

/* Each address allows itself only, although the addresses share keys. */
Test(cold_policy, recipient_allows_one_address)
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

/* Equal in all but the kind, the view key, the spend key or the network. */
Test(cold_policy, recipient_is_compared_completely)
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

Test(cold_policy, own_allows_addresses_of_the_wallet)
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

	/* "own" allows no other address, and may be combined with others in any order. Other bounds apply to
	 * own addresses as well. */
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

Test(cold_policy, bad_recipients_are_refused)
{
	const char *good = text_of(cold_address(&bob, 0, 0)), *integrated = text_of(cold_integrated(&bob, 1));
	char mistyped[SN_ADDRESS_TEXT_MAX];
	strcpy(mistyped, good);
	mistyped[50] = mistyped[50] == 'x' ? 'y' : 'x';
	static const char form[] = "{\"version\":1,\"allowed_recipients\":[\"own\",\"%s\"%s]}";
	policy_expect_bad("allowed_recipients, entry 2: the address is mistyped", form, mistyped, "");
	policy_expect_bad("entry 2: not a Monero address", form, "Own", "");
	policy_expect_bad("entry 2: not a Monero address", form, "", "");
	policy_expect_bad("entry 2: \"own\" is listed twice", form, "own", "");
	policy_expect_bad("entry 3: not a string", form, good, ",1");
	policy_expect_bad("entry 3: not a string", form, good, ",null");
	policy_expect_bad("entry 3: not a string", form, good, ",[\"own\"]");

	for (int i = 0; i < 2; i++) {
		char text[1000], words[200];
		const char *twice = i ? integrated : good, *between = i ? good : integrated;
		snprintf(text, sizeof text, "{\"version\":1,\"allowed_recipients\":[\"%s\",\"%s\",\"%s\"]}",
			 twice, between, twice);
		snprintf(words, sizeof words, "%s is listed twice in allowed_recipients", twice);
		policy_expect_bad(words, "%s", text);
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

/* Recipients are found by binary search; with a linear search, these checks would take minutes. */
Test(cold_policy, ten_thousand_recipients_are_checked_quickly)
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
