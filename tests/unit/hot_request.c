#include "hot/compose.h"
#include "hot/request.h"

#include "cold_sets.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_account alice;
static char standard[SN_ADDRESS_TEXT_MAX], subaddress[SN_ADDRESS_TEXT_MAX], integrated[SN_ADDRESS_TEXT_MAX];

static void set_up(void)
{
	struct sn_address a;
	alice = cold_account("alice");
	a = cold_address(&alice, 0, 0);
	sn_address_format(standard, &a);
	a = cold_address(&alice, 1, 2);
	sn_address_format(subaddress, &a);
	a = cold_integrated(&alice, 5);
	sn_address_format(integrated, &a);
}

TestSuite(hot_request, .init = set_up);

static int read_request(struct sn_payment_request *r, const char *text, struct sn_error *err)
{
	*r = (struct sn_payment_request){.mixin = SN_MIXIN};
	return sn_payment_request_json(r, SN_MAINNET, text, strlen(text), err);
}

static void expect_refused(const char *text, const char *words)
{
	struct sn_payment_request r;
	struct sn_error err = {0};
	cr_assert_eq(read_request(&r, text, &err), SN_BAD_INPUT, "not refused: %s", text);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert_null(r.destinations);
}

/* One destination with this text as its amount, and further members. */
static const char *with_amount(const char *amount, const char *more)
{
	static char text[1024];
	snprintf(text, sizeof text, "{\"destinations\":[{\"amount\":%s,\"address\":\"%s\"}]%s}", amount,
		 standard, more);
	return text;
}

Test(hot_request, everything)
{
	char text[2048];
	struct sn_payment_request r;
	struct sn_error err = {0};
	snprintf(text, sizeof text,
		 "{\"destinations\":[{\"address\":\"%s\",\"amount\":1},{\"amount\":2,\"address\":\"%s\"},"
		 "{\"amount\":3,\"address\":\"%s\"}],\"fee\":30660000,\"mixin\":15,\"unlock_time\":3000000,"
		 "\"priority\":4,\"account_index\":49}",
		 standard, subaddress, integrated);
	cr_assert(!read_request(&r, text, &err), "%s", err.text);
	cr_assert_eq(r.n_destinations, 3);
	for (size_t i = 0; i < 3; i++) {
		char address[SN_ADDRESS_TEXT_MAX];
		const char *expected = i == 0 ? standard : i == 1 ? subaddress : integrated;
		sn_address_format(address, &r.destinations[i].address);
		cr_assert_str_eq(address, expected);
		cr_assert_eq(r.destinations[i].amount, i + 1);
	}
	cr_assert(r.fee == 30660000 && r.mixin == 15 && r.unlock_time == 3000000);
	cr_assert(r.priority == 4 && r.account == 49 && !r.sweep_all);
	free((void *)r.destinations);
}

Test(hot_request, formats)
{
	struct sn_payment_request r;
	struct sn_error err = {0};
	cr_assert(!read_request(&r, with_amount("1", ""), &err), "%s", err.text);
	cr_assert_eq(r.format, SN_REQUEST_SNEAKERNOTE);
	free((void *)r.destinations);
	cr_assert(!read_request(&r, with_amount("1", ",\"format\":\"monero\""), &err), "%s", err.text);
	cr_assert_eq(r.format, SN_REQUEST_MONERO);
	free((void *)r.destinations);
	cr_assert(!read_request(&r, with_amount("1", ",\"format\":\"monero-0.18.0\""), &err), "%s", err.text);
	cr_assert_eq(r.format, SN_REQUEST_MONERO_0_18_0);
	free((void *)r.destinations);
	expect_refused(with_amount("1", ",\"format\":\"feather\""), "the format must be \"sneakernote\"");
	expect_refused(with_amount("1", ",\"format\":1"), "\"format\"");
}

static int read_sweep(struct sn_payment_request *r, const char *more, struct sn_error *err)
{
	char text[512];
	cJSON *object;
	snprintf(text, sizeof text, "{\"address\":\"%s\"%s}", subaddress, more);
	cr_assert(!sn_json_parse(&object, text, strlen(text), err), "%s", err->text);
	*r = (struct sn_payment_request){.mixin = SN_MIXIN};
	int ret = sn_sweep_request_read(r, SN_MAINNET, object, err);
	sn_json_free(object);
	return ret;
}

/* Without "account_index" all accounts are swept, with it only that one, even 0. */
Test(hot_request, sweeps)
{
	static const struct {
		const char *more;
		bool one_account;
		uint32_t account;
		uint64_t fee;
	} cases[] = {
		{"", false, 0, 0},
		{",\"account_index\":0", true, 0, 0},
		{",\"account_index\":3,\"fee\":5,\"format\":\"monero\"", true, 3, 5},
	};
	struct sn_payment_request r;
	struct sn_error err = {0};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char address[SN_ADDRESS_TEXT_MAX];
		cr_assert(!read_sweep(&r, cases[i].more, &err), "%s", err.text);
		cr_assert(r.sweep_all && r.n_destinations == 1 && r.mixin == SN_MIXIN, "%zu", i);
		cr_assert(r.one_account == cases[i].one_account && r.account == cases[i].account &&
				  r.fee == cases[i].fee,
			  "%zu", i);
		cr_assert_eq(r.format == SN_REQUEST_MONERO, i == 2);
		sn_address_format(address, &r.destinations[0].address);
		cr_assert_str_eq(address, subaddress);
		free((void *)r.destinations);
	}
}

Test(hot_request, absent_members_leave_what_is_there)
{
	struct sn_payment_request r = {
		.mixin = 15, .fee = 7, .unlock_time = 8, .priority = 3, .account = 2, .sweep_all = true};
	struct sn_error err = {0};
	const char *text = with_amount("1", ",\"fee\":null");
	cr_assert(!sn_payment_request_json(&r, SN_MAINNET, text, strlen(text), &err), "%s", err.text);
	cr_assert(r.mixin == 15 && r.fee == 7 && r.unlock_time == 8 && r.priority == 3 && r.account == 2 &&
		  r.sweep_all);
	free((void *)r.destinations);
}

Test(hot_request, amounts_are_exact)
{
	static const uint64_t amounts[] = {0,         1, (1ull << 53) + 1, (1ull << 63) + 1, UINT64_MAX - 1,
					   UINT64_MAX};
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		char text[32];
		struct sn_payment_request r;
		struct sn_error err = {0};
		snprintf(text, sizeof text, "%" PRIu64, amounts[i]);
		cr_assert(!read_request(&r, with_amount(text, ""), &err), "%s", err.text);
		cr_assert_eq(r.destinations[0].amount, amounts[i]);
		free((void *)r.destinations);
		char fee[128];
		snprintf(fee, sizeof fee, ",\"fee\":%s,\"unlock_time\":%s", text, text);
		cr_assert(!read_request(&r, with_amount("1", fee), &err), "%s", err.text);
		cr_assert(r.fee == amounts[i] && r.unlock_time == amounts[i]);
		free((void *)r.destinations);
	}
}

Test(hot_request, amounts_that_are_none)
{
	static const char *const bad[] = {"18446744073709551616",
					  "99999999999999999999",
					  "-1",
					  "-0",
					  "1.0",
					  "1.5",
					  "1e3",
					  "\"1.5\"",
					  "null",
					  "true",
					  "[1]",
					  "{}"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char more[64];
		expect_refused(with_amount(bad[i], ""), "destination 1: ");
		if (strcmp(bad[i], "null")) {
			snprintf(more, sizeof more, ",\"fee\":%s", bad[i]);
			expect_refused(with_amount("1", more), "\"fee\"");
		}
	}
	expect_refused(with_amount("01", ""), "");
	expect_refused(with_amount("+1", ""), "");
	expect_refused(with_amount("", ""), "");
}

/* A list without the object around it: the error shows the required form. */
Test(hot_request, bare_array)
{
	expect_refused("[{\"amount\":1,\"address\":\"x\"}]",
		       "is not of the form {\"destinations\": [{\"amount\": PICONERO");
	expect_refused("7", "is not of the form");
}

Test(hot_request, unknown_and_repeated_members)
{
	expect_refused(with_amount("1", ",\"fees\":1"), "fees");
	expect_refused(with_amount("1", ",\"fee\":1,\"fee\":2"), "fee");
	expect_refused(with_amount("1,\"memo\":\"x\"", ""), "memo");
	expect_refused(with_amount("1,\"amount\":2", ""), "amount");
}

Test(hot_request, ranges)
{
	struct sn_payment_request r;
	struct sn_error err = {0};
	expect_refused(with_amount("1", ",\"priority\":5"), "\"priority\" is above 4");
	expect_refused(with_amount("1", ",\"account_index\":4294967295"),
		       "\"account_index\" is above 4294967294");
	expect_refused(with_amount("1", ",\"account_index\":4294967296"),
		       "\"account_index\" is above 4294967294");
	expect_refused(with_amount("1", ",\"ring_size\":0"), "\"ring_size\" is 0");
	expect_refused(with_amount("1", ",\"mixin\":16,\"ring_size\":16"), "contradict");
	expect_refused(with_amount("1", ",\"ring_size\":16,\"mixin\":18446744073709551615"), "contradict");
	/* The other name of the RPC: decoys plus the real output. */
	cr_assert(!read_request(&r, with_amount("1", ",\"ring_size\":16"), &err), "%s", err.text);
	cr_assert_eq(r.mixin, 15);
	free((void *)r.destinations);
	cr_assert(!read_request(&r, with_amount("1", ",\"mixin\":10"), &err), "%s", err.text);
	cr_assert_eq(r.mixin, 10); /* composing refuses this */
	free((void *)r.destinations);
}

Test(hot_request, addresses)
{
	char text[512], address[SN_ADDRESS_TEXT_MAX];
	struct sn_address stagenet = cold_address(&alice, 0, 0);
	stagenet.network = SN_STAGENET;
	sn_address_format(address, &stagenet);
	snprintf(text, sizeof text, "{\"destinations\":[{\"amount\":1,\"address\":\"%s\"}]}", address);
	expect_refused(text, "stagenet");
	strcpy(address, standard);
	address[40] = address[40] == 'a' ? 'b' : 'a';
	snprintf(text, sizeof text,
		 "{\"destinations\":[{\"amount\":1,\"address\":\"%s\"},{\"amount\":1,\"address\":\"%s\"}]}",
		 standard, address);
	expect_refused(text, "destination 2: ");
	expect_refused("{\"destinations\":[{\"amount\":1,\"address\":7}]}", "destination 1: ");
	expect_refused("{\"destinations\":[{\"amount\":1}]}", "destination 1: ");
}

Test(hot_request, shapes)
{
	expect_refused("", "");
	expect_refused("{", "");
	expect_refused("[]", "");
	expect_refused("7", "");
	expect_refused("{}", "destinations");
	expect_refused("{\"destinations\":{}}", "destinations");
	expect_refused("{\"destinations\":[7]}", "destination 1: ");
	expect_refused("{\"destinations\":[null]}", "destination 1: ");
	const char *good = with_amount("1", ",\"fee\":5");
	char copy[1024];
	strcpy(copy, good);
	for (size_t len = strlen(copy); len-- > 0;) {
		copy[len] = 0;
		expect_refused(copy, "");
	}
	struct sn_payment_request r;
	struct sn_error err = {0};
	/* Composing refuses a request without destinations. */
	cr_assert(!read_request(&r, "{\"destinations\":[]}", &err), "%s", err.text);
	cr_assert_eq(r.n_destinations, 0);
	free((void *)r.destinations);
}
