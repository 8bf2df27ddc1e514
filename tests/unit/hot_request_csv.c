#include "hot/compose.h"
#include "hot/request.h"
#include "hot/request_csv.h"

#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_account alice;
static char standard[SN_ADDRESS_TEXT_MAX], subaddress[SN_ADDRESS_TEXT_MAX];
static struct sn_payment_request r;
static struct sn_error err;
static char text[4096];

static void set_up(void)
{
	struct sn_address a;
	alice = cold_account("alice");
	a = cold_address(&alice, 0, 0);
	sn_address_format(standard, &a);
	a = cold_address(&alice, 1, 2);
	sn_address_format(subaddress, &a);
}

static void tear_down(void)
{
	free((void *)r.destinations);
}

TestSuite(hot_request_csv, .init = set_up, .fini = tear_down);

static int read_bytes(const char *bytes, size_t len)
{
	free((void *)r.destinations);
	r = (struct sn_payment_request){.mixin = SN_MIXIN};
	err = (struct sn_error){0};
	/* A sanitizer detects reads beyond the end of this copy. */
	char *copy = malloc(len ? len : 1);
	memcpy(copy, bytes, len);
	int ret = sn_payment_request_csv(&r, SN_MAINNET, copy, len, &err);
	free(copy);
	return ret;
}

/* `%1$s` and `%2$s` are the addresses. */
static void make(const char *format)
{
	cr_assert_lt(snprintf(text, sizeof text, format, standard, subaddress), (int)sizeof text);
}

static void expect(const char *format, size_t n, uint64_t first, uint64_t last)
{
	make(format);
	cr_assert(!read_bytes(text, strlen(text)), "%s: %s", text, err.text);
	cr_assert_eq(r.n_destinations, n, "%s", text);
	cr_assert_eq(r.destinations[0].amount, first);
	cr_assert_eq(r.destinations[n - 1].amount, last);
}

static void expect_refused(const char *format, const char *words)
{
	make(format);
	cr_assert_eq(read_bytes(text, strlen(text)), SN_BAD_INPUT, "not refused: %s", text);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(!r.destinations && !r.n_destinations);
}

Test(hot_request_csv, lines)
{
	static const char *const same[] = {
		"%1$s,1.25\n%2$s,3\n",
		"%1$s,1.25\n%2$s,3",
		"%1$s,1.25\r\n%2$s,3\r\n",
		"address,amount\n%1$s,1.25\n%2$s,3\n",
		"\xef\xbb\xbf%1$s,1.25\n%2$s,3",
		("\xef\xbb\xbf"
		 "address,amount\r\n%1$s,1.25\r\n%2$s,3\r\n"),
		"%1$s,1.25\n\n  \t\n%2$s,3\n\n\n",
		" %1$s , 1.25 \n\t%2$s\t,\t3\t\n",
		"\n%1$s,1.25\n%2$s,3.000000000000\n",
	};
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		expect(same[i], 2, 1250000000000, 3000000000000);
		char address[SN_ADDRESS_TEXT_MAX];
		sn_address_format(address, &r.destinations[0].address);
		cr_assert_str_eq(address, standard);
		sn_address_format(address, &r.destinations[1].address);
		cr_assert_str_eq(address, subaddress);
	}
	expect("%1$s,0.000000000001\n%2$s,18446744.073709551615\n", 2, 1, UINT64_MAX);
	expect("%1$s,1\n", 1, 1000000000000, 1000000000000);
}

/* The file changes only the destinations. */
Test(hot_request_csv, leaves_the_rest_as_it_is)
{
	make("%1$s,1\n");
	r = (struct sn_payment_request){
		.mixin = 15, .fee = 7, .priority = 3, .account = 2, .may_be_several = true};
	cr_assert(!sn_payment_request_csv(&r, SN_MAINNET, text, strlen(text), &err), "%s", err.text);
	cr_assert(r.mixin == 15 && r.fee == 7 && r.priority == 3 && r.account == 2 && r.may_be_several &&
		  !r.sweep_all);
}

Test(hot_request_csv, amounts_that_are_none)
{
	static const char *const bad[] = {
		"-1",  "+1",    "1e3", "1.",    ".5",   "1.0000000000001",      "0x10", "1 000",
		"one", "1.2.3", "NaN", "\"1\"", "1XMR", "18446744.073709551616"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char format[64];
		snprintf(format, sizeof format, "%%2$s,1\n%%1$s,%s\n", bad[i]);
		expect_refused(format, "line 2: ");
	}
	expect_refused("%1$s,0\n", "line 1: the amount is zero");
	expect_refused("%1$s,0.000000000000\n", "line 1: the amount is zero");
	expect_refused("%2$s,1\n%1$s,\"1\"\n", "line 2: quotation marks are not allowed");
	expect_refused("\"%1$s\",\"1\"\n", "line 1: quotation marks are not allowed");
	expect_refused("\"%1$s\",\"1,5\"\n", "line 1: quotation marks are not allowed");
	expect_refused("\"address\",\"amount\"\n%1$s,1\n", "line 1: quotation marks are not allowed");
	cr_assert(strstr(err.hint, "without quotation marks"), "%s", err.hint);
	expect_refused("%1$s,\n", "line 1: the amount is missing");
	expect_refused("%1$s,  \r\n", "line 1: the amount is missing");
}

/* The line number is that of the file, including the header and empty lines. */
Test(hot_request_csv, lines_that_are_none)
{
	expect_refused("address,amount\n"
		       "%1$s,1\n"
		       "\n"
		       "%1$s;1\n",
		       "line 4: no comma");
	expect_refused("%1$s,1,000\n", "line 1: more than one comma");
	expect_refused("%1$s,1,\n", "more than one comma");
	expect_refused(",1\n", "line 1: the address is missing");
	expect_refused("%1$s,1\n# somebody else,1\n", "line 2: ");
	expect_refused("%1$s,1\naddress,amount\n", "line 2: ");
	expect_refused("amount,address\n%1$s,1\n", "line 1: ");
	expect_refused("Address,Amount\n%1$s,1\n", "line 1: ");
	expect_refused("%1$sx,1\n", "line 1: ");
	expect_refused("%1$s,1\r%2$s,1\n", "line 1: ");
	char *long_line = malloc(100001);
	memset(long_line, '4', 100000);
	memcpy(long_line + 99990, ",1", 3);
	cr_assert_eq(read_bytes(long_line, strlen(long_line)), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "line 1: not a valid address"), "%s", err.text);
	free(long_line);
}

Test(hot_request_csv, address_of_another_network)
{
	alice.network = SN_STAGENET;
	struct sn_address a = cold_address(&alice, 0, 0);
	sn_address_format(subaddress, &a);
	expect_refused("%1$s,1\n%2$s,1\n", "line 2: ");
	cr_assert_eq(err.reason, SN_REASON_BAD_ADDRESS);
}

/* The error names the line of the integrated address, in any position. */
Test(hot_request_csv, integrated_address_is_paid_alone)
{
	char integrated[2][SN_ADDRESS_TEXT_MAX];
	for (uint8_t i = 0; i < 2; i++) {
		struct sn_address a = cold_integrated(&alice, 5 + i);
		sn_address_format(integrated[i], &a);
	}
	const struct {
		const char *format, *first, *second, *words;
	} cases[] = {
		{"address,amount\n"
		 "%s,1\n"
		 "%s,1\n",
		 integrated[0], standard, "line 2: an integrated address cannot share"},
		{"\n%s,1\n\n%s,1\n", subaddress, integrated[0], "line 4: an integrated address cannot share"},
		{"%s,1\n%s,1\n", integrated[0], integrated[1], "line 2: an integrated address cannot share"},
		{"\n\n%s,1\n%s,2\n", integrated[0], subaddress, "line 3: an integrated address cannot share"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		snprintf(text, sizeof text, cases[i].format, cases[i].first, cases[i].second);
		cr_assert_eq(read_bytes(text, strlen(text)), SN_REFUSED, "%zu: %s", i, err.text);
		cr_assert(strstr(err.text, cases[i].words), "%zu: %s", i, err.text);
	}
	snprintf(text, sizeof text, "%s,1\n%s,2\n", integrated[0], integrated[0]);
	cr_assert(!read_bytes(text, strlen(text)), "%s", err.text);
}

Test(hot_request_csv, nobody)
{
	static const char *const empty[] = {
		"", "\n", "\r\n\r\n", "address,amount", "address,amount\r\n", "\xef\xbb\xbf", " \t \n"};
	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
		expect_refused(empty[i], "the list has no recipient");
}

/* A NUL ends a line for no reader. */
Test(hot_request_csv, bytes_that_are_no_text)
{
	make("%1$s,1");
	size_t len = strlen(text);
	memcpy(text + len, "\0002\n", 3);
	cr_assert_eq(read_bytes(text, len + 3), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "line 1: not a valid amount"), "%s", err.text);
	cr_assert_eq(read_bytes("\0", 1), SN_BAD_INPUT);
	cr_assert_eq(read_bytes("\xff\xfe"
				"4\0,\0001\0",
				8),
		     SN_BAD_INPUT);
}

/* Truncated anywhere, the text is refused, or the rest is read. */
Test(hot_request_csv, cut_short)
{
	make("%1$s,1.25\n%2$s,3.5\n");
	size_t len = strlen(text), whole = strlen(standard) + 1;
	for (size_t i = 0; i <= len; i++) {
		int ret = read_bytes(text, i);
		if (i <= whole)
			cr_assert_eq(ret, SN_BAD_INPUT, "%zu", i);
		if (!ret)
			cr_assert(r.n_destinations >= 1 && r.n_destinations <= 2);
	}
	cr_assert_eq(r.n_destinations, 2);
}

/* The maximum of a set, and one more. */
Test(hot_request_csv, as_many_as_there_can_be)
{
	size_t line = strlen(standard) + 3, at = 0;
	char *many = malloc((SN_DESTINATIONS_MAX + 1) * line + 1);
	for (size_t i = 0; i < SN_DESTINATIONS_MAX + 1; i++)
		at += (size_t)sprintf(many + at, "%s,1\n", standard);
	cr_assert(!read_bytes(many, at - line), "%s", err.text);
	cr_assert_eq(r.n_destinations, SN_DESTINATIONS_MAX);
	cr_assert_eq(read_bytes(many, at), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "line 15001: more than 15000 recipients"), "%s", err.text);
	free(many);
}

Test(hot_request_csv, duplicates)
{
	struct sn_duplicates d;
	expect("%1$s,1\n%2$s,1\n", 2, 1000000000000, 1000000000000);
	cr_assert(!sn_payment_request_duplicates(&d, &r, &err) && d.n == 0);
	expect("%1$s,1\n%2$s,1\n%2$s,2\n%1$s,1\n%2$s,3\n", 5, 1000000000000, 3000000000000);
	cr_assert(!sn_payment_request_duplicates(&d, &r, &err));
	cr_assert(d.n == 3 && d.first == 2 && d.of == 1, "%zu %zu %zu", d.n, d.first, d.of);
}
