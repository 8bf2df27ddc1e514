#include "cold/review.h"

#include "base/json.h"
#include "chain/amount.h"
#include "cold/review_print.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ABOVE_DOUBLE ((1ull << 53) + 1)

static struct sn_account alice, bob, carol;
static const struct sn_limits looking = {.allow_unlock_time = true, .allow_dust = true};

/* Amounts that no double holds: one that came from 2^64 - 1, one of 2^53 + 1. */
static struct sn_unsigned_set big_set(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	carol = cold_account("carol");
	struct sn_unsigned_set set = cold_set(2);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend(tx, &alice,
		   &(struct cold_output){{1, 2}, UINT64_MAX - ABOVE_DOUBLE - 2, SN_MASK_EXPLICIT, 4});
	tx->fee = 43999999;
	cold_pay(tx, cold_address(&bob, 0, 0), ABOVE_DOUBLE);
	cold_pay(tx, cold_address(&carol, 0, 5), 1);
	cold_pay(tx, cold_address(&alice, 2, 3), 1250000000000);
	tx->unlock_time = 3000000;
	cold_change(tx, 1, 0);
	tx = &set.txs[1];
	cold_spend_amount(tx, &alice, ABOVE_DOUBLE + 2);
	tx->fee = 1;
	tx->unlock_time = 1700000000;
	cold_pay(tx, cold_integrated(&bob, 0x0807060504030201), ABOVE_DOUBLE + 1);
	return set;
}

static char *text_for(const struct sn_review *review, enum sn_review_use use)
{
	struct sn_buf out = {0};
	cr_assert(!sn_review_text(&out, review, use));
	sn_put_u8(&out, 0);
	cr_assert(!out.failed);
	return (char *)out.data;
}

static char *text_of(const struct sn_review *review)
{
	return text_for(review, SN_REVIEW_TO_LOOK);
}

static void strip_space(char *text)
{
	char *to = text;
	for (; *text; text++)
		if (!isspace((unsigned char)*text))
			*to++ = *text;
	*to = 0;
}

static size_t count(const char *text, const char *words)
{
	size_t n = 0;
	for (; (text = strstr(text, words)); text++)
		n++;
	return n;
}

static void expect(const char *text, const char *words)
{
	cr_assert(strstr(text, words), "\"%s\" is missing in:\n%s", words, text);
}

Test(cold_review_print, text_has_everything)
{
	struct sn_unsigned_set set = big_set();
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert(!sn_review(&review, &alice, &set, &looking, 1, &err), "%s", err.text);
	char *text = text_of(&review), amount[SN_AMOUNT_TEXT_MAX];

	expect(text, "transaction 1 of 2\n");
	expect(text, "transaction 2 of 2\n");
	expect(text, "all 2 transactions, 4 recipients\n");
	const uint64_t amounts[] = {ABOVE_DOUBLE,         1,
				    1250000000000,        43999999,
				    review.txs[0].change, UINT64_MAX - ABOVE_DOUBLE - 2,
				    ABOVE_DOUBLE + 1,     ABOVE_DOUBLE + 2,
				    review.sent,          review.left,
				    review.txs[0].left,   review.fee,
				    review.inputs};
	cr_assert_eq(review.inputs, UINT64_MAX);
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		char words[64];
		sn_amount_format(amount, (struct sn_amount){amounts[i]});
		snprintf(words, sizeof words, " %s XMR", amount);
		expect(text, words);
	}
	expect(text, "18446744.073709551615 XMR");
	expect(text, "9007.199254740993 XMR");
	expect(text, "to the standard address");
	expect(text, "to the subaddress");
	expect(text, "to the integrated address");
	expect(text, "with payment ID 0102030405060708");
	expect(text, "to our own address 2/3 (subaddress)\n");
	/* one piconero to the address of the first transaction, with another payment ID */
	cr_assert_eq(count(text, "\n  DUST    less than it costs to spend; "), 1);
	cr_assert_eq(count(text, "\n  TWICE   the same recipient is already listed above\n"), 1);
	cr_assert_eq(count(text, "XMR  of these inputs stays in this wallet\n"), 3);
	expect(text, "back to our own address 1/0");
	expect(text, "from 1 input of our account 1\n");
	expect(text, "from 1 input of our account 0\n");
	/* The mark that nobody must overlook. */
	expect(text,
	       "\n"
	       "  LOCKED  all outputs, including the change, are locked until block 3000000: the date is "
	       "unknown offline\n");
	expect(text, "\n"
		     "  LOCKED  all outputs, including the change, are locked until Unix time 1700000000: "
		     "2023-11-14 22:13:20 UTC\n");

	strip_space(text);
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < set.txs[i].n_destinations; j++) {
			char address[SN_ADDRESS_TEXT_MAX];
			sn_address_format(address, &set.txs[i].destinations[j].address);
			cr_assert_eq(count(text, address), 1, "%s is not there in full", address);
		}
	char change[SN_ADDRESS_TEXT_MAX];
	struct sn_address to = cold_address(&alice, 1, 0);
	sn_address_format(change, &to);
	cr_assert_eq(count(text, change), 1, "the change's address is not there in full");
	free(text);
	sn_review_free(&review);
	cold_free(&set);
}

/* A review without signing names the required permission; one before the confirmation prompt, the given one.
 */
Test(cold_review_print, text_names_required_and_given_permissions)
{
	struct sn_review_destination dust = {.amount = 1, .is_dust = true};
	struct sn_review_tx tx = {.n_inputs = 1,
				  .sent = 1,
				  .weight = 1500,
				  .destinations = &dust,
				  .n_destinations = 1,
				  .unlock_time = 1,
				  .double_spends = {.n = 1}};
	struct sn_review review = {.txs = &tx, .n = 1};
	alice = cold_account("alice");
	dust.address = cold_address(&alice, 0, 0);

	char *text = text_for(&review, SN_REVIEW_TO_LOOK);
	expect(text, "\n"
		     "  DUST    less than it costs to spend; cold-sign requires --allow-dust\n");
	expect(text,
	       "\n"
	       "          cold-sign requires --allow-unlock-time or, with a policy, allow_unlock_time\n");
	expect(text, "\n"
		     "          cold-sign requires --allow-respend; only one of the two can be mined\n");
	cr_assert(!strstr(text, "allowed"), "%s", text);
	free(text);

	text = text_for(&review, SN_REVIEW_TO_SIGN);
	expect(text, "\n  DUST    less than it costs to spend; allowed by --allow-dust\n");
	expect(text, "\n          allowed by --allow-unlock-time or the policy\n");
	expect(text, "\n          allowed; only one of the two can be mined\n");
	cr_assert(!strstr(text, "refuse") && !strstr(text, "unless"), "%s", text);
	free(text);

	/* This one nothing has to allow. */
	tx.is_signed_again = true;
	for (enum sn_review_use use = SN_REVIEW_TO_LOOK; use <= SN_REVIEW_TO_SIGN; use++) {
		text = text_for(&review, use);
		expect(text,
		       "\n"
		       "          this file was signed before, and may be signed again; only one of the two can be mined\n");
		cr_assert(!strstr(text, "respend"));
		free(text);
	}
}

/* Hash number i in the text begins with two digits of i. */
static struct sn_review_earlier earlier(size_t n)
{
	struct sn_review_earlier e = {.n = n};
	for (size_t i = 0; i < SN_REVIEW_EARLIER_MAX; i++)
		e.txs[i].hash = (struct sn_hash){{(uint8_t)i, 0xab, 0xcd}};
	return e;
}

static void expect_hashes(const char *text, const char *before, const char *after, size_t n)
{
	for (size_t i = 0; i < SN_REVIEW_EARLIER_MAX; i++) {
		char hash[90];
		snprintf(hash, sizeof hash, "%s%02zxabcd%058d%s", before, i, 0, after);
		cr_assert_eq(count(text, hash), i < n, "%zu of %zu: %s", i, n, text);
	}
}

/* Up to 16 hashes, and the number of the others. */
Test(cold_review_print, earlier_transactions_are_listed)
{
	static const size_t numbers[] = {1, 2, 15, 16, 17, 1000};
	struct sn_review_destination plain = {.amount = 1};
	struct sn_review_tx tx = {
		.n_inputs = 1, .sent = 1, .weight = 1500, .destinations = &plain, .n_destinations = 1};
	struct sn_review review = {.txs = &tx, .n = 1};
	alice = cold_account("alice");
	plain.address = cold_address(&alice, 0, 0);
	for (size_t i = 0; i < 2 * sizeof numbers / sizeof *numbers; i++) {
		const bool is_valid = i % 2;
		const size_t n = numbers[i / 2],
			     shown = n < SN_REVIEW_EARLIER_MAX ? n : SN_REVIEW_EARLIER_MAX;
		char line[200];
		tx.double_spends = earlier(is_valid ? 0 : n);
		tx.still_valid = earlier(is_valid ? n : 0);
		char *text = text_for(&review, SN_REVIEW_TO_SIGN);
		expect_hashes(text, "\n          ", "\n", shown);
		cr_assert_eq(count(text, "not shown"), n > SN_REVIEW_EARLIER_MAX, "%s", text);
		if (n > SN_REVIEW_EARLIER_MAX) {
			snprintf(line, sizeof line,
				 "0000\n"
				 "          and %zu earlier one%s, not shown\n",
				 n - 16, n == 17 ? "" : "s");
			expect(text, line);
		}
		snprintf(line, sizeof line,
			 is_valid ? "\n"
				    "  STILL VALID  %zu earlier transaction%s can be mined"
				  : "%.0zu%.0s\n",
			 n, n == 1 ? "" : "s");
		expect(text, is_valid ? line
			     : n == 1 ? "\n"
					"  DOUBLE-SPEND  another signed transaction"
				      : "other signed transactions spend the same outputs:\n");
		expect(text, is_valid ? ": 1 STILL VALID\n" : ": 1 DOUBLE-SPEND\n");
		free(text);

		struct sn_buf json = {0};
		cr_assert(!sn_review_json(&json, &review));
		sn_put_u8(&json, 0);
		expect_hashes((char *)json.data, "\"", "\"", shown);
		snprintf(line, sizeof line, "\"%s_count\":\t%zu", is_valid ? "still_valid" : "double_spends",
			 n);
		expect((char *)json.data, line);
		cr_assert(!strstr((char *)json.data, is_valid ? "double_spends" : "still_valid"));
		sn_buf_free(&json);
	}
	tx.double_spends = earlier(2);
	tx.double_spends.txs[1].is_proposal = true;
	tx.still_valid = earlier(0);
	char *text = text_for(&review, SN_REVIEW_TO_SIGN);
	expect_hashes(text, "\n          ", "\n", 1);
	cr_assert_eq(count(text, "00 (proposal)\n"), 1, "%s", text);
	free(text);
}

/* The totals count each marked transaction once, even if it has a mark several times. */
Test(cold_review_print, marks_are_counted)
{
	enum { N = 40 };
	struct sn_review_destination plain[2] = {{.amount = 1}, {.amount = 1}}, twice[2], dust[2];
	struct sn_review_tx txs[N];
	struct sn_review review = {.txs = txs, .n = N};
	alice = cold_account("alice");
	plain[0].address = plain[1].address = cold_address(&alice, 0, 0);
	memcpy(twice, plain, sizeof plain);
	memcpy(dust, plain, sizeof plain);
	twice[0].is_duplicate = twice[1].is_duplicate = dust[1].is_dust = true;
	for (size_t i = 0; i < N; i++)
		txs[i] = (struct sn_review_tx){
			.n_inputs = 1, .sent = 2, .weight = 1500, .destinations = plain, .n_destinations = 2};
	char *text = text_of(&review);
	cr_assert(!strstr(text, "MARKED"), "%s", text);
	free(text);

	static const struct {
		const char *line, *also; /* the mark alone, and with those before */
	} cases[] = {
		{"1 HIGH", "1 HIGH"},
		{"2 TWICE", "1 HIGH, 2 TWICE"},
		{"3 DUST", "1 HIGH, 2 TWICE, 3 DUST"},
		{"4 LOCKED", "1 HIGH, 2 TWICE, 3 DUST, 4 LOCKED"},
		{"5 DOUBLE-SPEND", "1 HIGH, 2 TWICE, 3 DUST, 4 LOCKED, 5 DOUBLE-SPEND"},
		{"6 STILL VALID", "1 HIGH, 2 TWICE, 3 DUST, 4 LOCKED, 5 DOUBLE-SPEND, 6 STILL VALID"},
		{"7 TRACES", "1 HIGH, 2 TWICE, 3 DUST, 4 LOCKED, 5 DOUBLE-SPEND, 6 STILL VALID, 7 TRACES"},
	};
	struct sn_review_tx all[N];
	size_t at = 0;
	memcpy(all, txs, sizeof txs);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_review_tx one[N];
		char line[200];
		memcpy(one, txs, sizeof txs);
		for (size_t j = 0; j <= i; j++, at++) {
			struct sn_review_tx *tx = &all[at];
			if (i == 0)
				tx->fee = UINT64_MAX;
			else if (i == 1)
				tx->destinations = twice;
			else if (i == 2)
				tx->destinations = dust;
			else if (i == 3)
				tx->unlock_time = 1;
			else if (i == 4)
				tx->double_spends.n = 1;
			else if (i == 5)
				tx->still_valid.n = 1;
			else
				tx->own_decoys = 3;
			one[N - 1 - j] = *tx;
		}
		review.txs = one;
		text = text_of(&review);
		snprintf(line, sizeof line,
			 "XMR  of these inputs stays in this wallet\n"
			 "  MARKED  %zu of 40 transactions: %s\n",
			 i + 1, cases[i].line);
		expect(text, line);
		free(text);
		review.txs = all;
		text = text_of(&review);
		snprintf(line, sizeof line, "\n  MARKED  %zu of 40 transactions: %s\n", at, cases[i].also);
		expect(text, line);
		cr_assert_str_eq(strstr(text, line), line, "it is the last line");
		free(text);
	}

	/* Several marks are one marked transaction. A single transaction has no totals, but a list of its
	 * marks. */
	struct sn_review_tx both = all[0];
	both.unlock_time = 1;
	both.own_decoys = 1;
	txs[7] = both;
	review.txs = txs;
	text = text_of(&review);
	expect(text, "\n  MARKED  1 of 40 transactions: 1 HIGH, 1 LOCKED, 1 TRACES\n");
	free(text);
	review = (struct sn_review){.txs = &both, .n = 1};
	text = text_of(&review);
	expect(text, "\n  MARKED  1 of 1 transaction: 1 HIGH, 1 LOCKED, 1 TRACES\n");
	cr_assert(!strchr(strstr(text, "MARKED"), '\n')[1], "it is the last line");
	cr_assert(!strstr(text, "PROPOSAL"));
	free(text);
	review.has_proposals = true;
	text = text_of(&review);
	expect(text,
	       "\n  PROPOSAL  for the next network upgrade, whose constants may still change: no release can send it "
	       "yet\n  MARKED ");
	free(text);
	both = (struct sn_review_tx){
		.n_inputs = 1, .sent = 2, .weight = 1500, .destinations = plain, .n_destinations = 2};
	text = text_of(&review);
	cr_assert(!strstr(text, "MARKED"), "%s", text);
	free(text);
}

/* The points of all amounts are aligned. */
Test(cold_review_print, amounts_are_aligned)
{
	struct sn_unsigned_set set = big_set();
	struct sn_review review;
	cr_assert(!sn_review(&review, &alice, &set, &looking, 1, NULL));
	char *text = text_of(&review);
	size_t column = 0, n = 0;
	for (char *line = text; *line; line = strchr(line, '\n') + 1) {
		char *xmr = strstr(line, " XMR");
		if (!xmr || xmr > strchr(line, '\n'))
			continue;
		size_t at = (size_t)(xmr - line);
		cr_assert(!n || at == column, "%.*s", (int)strcspn(line, "\n"), line);
		column = at;
		n++;
	}
	/* 3 + 1 destinations, 2 fees, 1 change, 2 totals, 2 left, 5 sums */
	cr_assert_eq(n, 16);
	free(text);
	sn_review_free(&review);
	cold_free(&set);
}

Test(cold_review_print, fee_share_is_rounded_up)
{
	static const struct {
		uint64_t sent, fee;
		const char *words;
	} cases[] = {
		/* rounded up, never down to nothing */
		{COLD_XMR, 0, "XMR  0.00 % of the amount, 0 piconero per byte\n"},
		{COLD_XMR, 1, "XMR  0.01 % of the amount, 1 piconero per byte\n"},
		{COLD_XMR, 1500, "XMR  0.01 % of the amount, 1 piconero per byte\n"},
		{COLD_XMR, 1501, "XMR  0.01 % of the amount, 2 piconero per byte\n"},
		{COLD_XMR, 44000000, "XMR  0.01 % of the amount, 29334 piconero per byte\n"},
		{COLD_XMR, 100000000, "XMR  0.01 % of the amount"},
		{COLD_XMR, 100000001, "XMR  0.02 % of the amount"},
		{COLD_XMR, 123400000000, "XMR  12.34 % of the amount"},
		{1000, 100000, "XMR  10000.00 % of the amount"},
		{1000, 100100, "XMR  10010.00 % of the amount"},
		{1, UINT64_MAX / 10000, "XMR  184467440737095500.00 % of the amount"},
		{1, UINT64_MAX, "XMR  184467440737095516.15 % of the amount"}, /* the largest value */
		{UINT64_MAX, UINT64_MAX, "XMR  100.00 % of the amount"},
		{UINT64_MAX, UINT64_MAX - 1, "XMR  100.00 % of the amount"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_review_tx tx = {
			.n_inputs = 2, .sent = cases[i].sent, .fee = cases[i].fee, .weight = 1500};
		struct sn_review review = {.txs = &tx, .n = 1};
		char *text = text_of(&review);
		expect(text, cases[i].words);
		expect(text, "from 2 inputs of our account 0");
		cr_assert(!strstr(text, "all 1"));
		cr_assert(!strstr(text, "LOCKED"));
		free(text);
	}
}

Test(cold_review_print, high_fee_is_marked)
{
	static const struct {
		uint64_t fee;
		bool is_high;
	} cases[] = {{0, false},
		     {1500 * 200000, false},
		     {1500 * 200000 + 1, true},
		     {1500 * 1200000ull, true},
		     {UINT64_MAX, true}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_review_tx tx = {
			.n_inputs = 1, .sent = COLD_XMR, .fee = cases[i].fee, .weight = 1500};
		struct sn_review review = {.txs = &tx, .n = 1};
		char *text = text_of(&review);
		cr_assert_eq(
			count(text,
			      "\n"
			      "  HIGH    more than 10 times the lowest fee, which is 20000 piconero per byte\n"),
			cases[i].is_high, "%s", text);
		free(text);
		struct sn_buf json = {0};
		cr_assert(!sn_review_json(&json, &review));
		sn_put_u8(&json, 0);
		cr_assert(strstr((char *)json.data,
				 cases[i].is_high ? "\"fee_is_high\":\ttrue" : "\"fee_is_high\":\tfalse"),
			  "%s", (char *)json.data);
		sn_buf_free(&json);
	}
}

/* A block or a date, up to the end of the calendar. */
Test(cold_review_print, unlock_time_is_shown_as_a_date)
{
	static const struct {
		uint64_t unlock_time;
		const char *words;
	} cases[] = {
		{1, "block 1: the date is unknown offline\n"},
		{499999999, "block 499999999: the date is unknown offline\n"},
		{500000000, "Unix time 500000000: 1985-11-05 00:53:20 UTC\n"},
		{1795217086, "Unix time 1795217086: 2026-11-20 23:24:46 UTC\n"},
		{4294967296, "Unix time 4294967296: 2106-02-07 06:28:16 UTC\n"},
		{253402300799, "Unix time 253402300799: 9999-12-31 23:59:59 UTC\n"},
		{253402300800, "Unix time 253402300800: after the year 9999\n"},
		{UINT64_MAX, "Unix time 18446744073709551615: after the year 9999\n"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_review_tx tx = {
			.n_inputs = 1, .sent = COLD_XMR, .weight = 1500, .unlock_time = cases[i].unlock_time};
		struct sn_review review = {.txs = &tx, .n = 1};
		char *text = text_of(&review);
		expect(text, cases[i].words);
		free(text);
	}
}

static uint64_t number(const cJSON *object, const char *key)
{
	uint64_t v;
	struct sn_error err = {0};
	cr_assert(!sn_json_get_u64(object, key, &v, &err), "%s", err.text);
	return v;
}

static void expect_string(const cJSON *object, const char *key, const char *value)
{
	const char *s;
	struct sn_error err = {0};
	cr_assert(!sn_json_get_string(object, key, &s, &err), "%s", err.text);
	cr_assert_str_eq(s, value);
}

static void expect_index(const cJSON *object, const char *key, uint64_t major, uint64_t minor)
{
	const cJSON *index;
	cr_assert(!sn_json_get_object(object, key, &index, NULL));
	cr_assert(number(index, "major") == major && number(index, "minor") == minor);
}

static void expect_json_tx(const cJSON *item, const struct sn_review_tx *tx)
{
	const cJSON *list;
	cr_assert_eq(number(item, "amount"), tx->sent);
	cr_assert_eq(number(item, "fee"), tx->fee);
	cr_assert_eq(number(item, "change_amount"), tx->change);
	cr_assert_eq(number(item, "amount_in"), tx->inputs);
	cr_assert_eq(number(item, "amount_left"), tx->left);
	cr_assert_eq(number(item, "fee_per_byte"), (tx->fee + tx->weight - 1) / tx->weight);
	cr_assert_eq(number(item, "fee_basis_points"), sn_review_fee_share(tx->fee, tx->sent));
	bool fee_is_high;
	cr_assert(!sn_json_get_bool(item, "fee_is_high", &fee_is_high, NULL));
	cr_assert_eq(fee_is_high, tx->fee > 200000 * tx->weight);
	cr_assert_eq(number(item, "own_decoys"), tx->own_decoys);
	cr_assert_eq(number(item, "inputs"), tx->n_inputs);
	cr_assert_eq(number(item, "account_index"), tx->account);
	cr_assert_eq(number(item, "weight"), tx->weight);
	cr_assert_eq(number(item, "unlock_time"), tx->unlock_time);
	cr_assert_eq(sn_json_has(item, "change_address"), tx->has_change);
	if (tx->has_change) {
		char address[SN_ADDRESS_TEXT_MAX];
		sn_address_format(address, &tx->change_address);
		expect_string(item, "change_address", address);
		expect_index(item, "change_subaddr_index", tx->change_to.major, tx->change_to.minor);
	}
	cr_assert(!sn_json_get_array(item, "destinations", &list, NULL));
	cr_assert_eq((size_t)cJSON_GetArraySize(list), tx->n_destinations);
	for (size_t i = 0; i < tx->n_destinations; i++) {
		static const char *const kinds[] = {"standard", "subaddress", "integrated"};
		const struct sn_review_destination *d = &tx->destinations[i];
		const cJSON *one = cJSON_GetArrayItem(list, (int)i);
		char address[SN_ADDRESS_TEXT_MAX];
		bool own, duplicate, dust;
		sn_address_format(address, &d->address);
		expect_string(one, "address", address);
		expect_string(one, "kind", kinds[d->address.kind]);
		cr_assert_eq(number(one, "amount"), d->amount);
		cr_assert(!sn_json_get_bool(one, "own", &own, NULL));
		cr_assert_eq(own, d->is_own);
		cr_assert(!sn_json_get_bool(one, "duplicate", &duplicate, NULL));
		cr_assert_eq(duplicate, d->is_duplicate);
		cr_assert(!sn_json_get_bool(one, "dust", &dust, NULL));
		cr_assert_eq(dust, d->is_dust);
		cr_assert_eq(sn_json_has(one, "subaddr_index"), d->is_own);
		if (d->is_own)
			expect_index(one, "subaddr_index", d->own_index.major, d->own_index.minor);
		cr_assert_eq(sn_json_has(one, "payment_id"), d->address.kind == SN_ADDRESS_INTEGRATED);
		if (d->address.kind == SN_ADDRESS_INTEGRATED)
			expect_string(one, "payment_id", "0102030405060708");
	}
}

Test(cold_review_print, json_is_exact)
{
	struct sn_unsigned_set set = big_set();
	struct sn_review review;
	struct sn_buf out = {0};
	struct sn_error err = {0};
	cJSON *root;
	const cJSON *list;
	cr_assert(!sn_review(&review, &alice, &set, &looking, 1, NULL));
	cr_assert(!sn_review_json(&out, &review));
	cr_assert(!sn_json_parse(&root, (const char *)out.data, out.len, &err), "%s", err.text);
	cr_assert_eq(number(root, "amount_in"), UINT64_MAX);
	cr_assert_eq(number(root, "amount"), review.sent);
	cr_assert_eq(number(root, "fee"), 44000000);
	cr_assert_eq(number(root, "change_amount"), review.change);
	cr_assert_eq(number(root, "amount_left"), review.change + 1250000000000);
	cr_assert_eq(number(root, "fee_basis_points"), 1);
	/* Both flags, each true in one case only. */
	cr_assert(review.txs[0].destinations[1].is_dust && !review.txs[0].destinations[0].is_dust);
	cr_assert(review.txs[1].destinations[0].is_duplicate && !review.txs[0].destinations[0].is_duplicate);
	cr_assert(!sn_json_get_array(root, "transactions", &list, NULL));
	cr_assert_eq(cJSON_GetArraySize(list), 2);
	cr_assert_eq(review.txs[0].destinations[0].amount, ABOVE_DOUBLE);
	for (int i = 0; i < 2; i++)
		expect_json_tx(cJSON_GetArrayItem(list, i), &review.txs[i]);
	sn_json_free(root);
	sn_buf_free(&out);
	sn_review_free(&review);
	cold_free(&set);
}
