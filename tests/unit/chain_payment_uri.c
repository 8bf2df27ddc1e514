#include "chain/payment_uri.h"

#include "chain/uri_parameter.h"

#include "chain/amount.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define ADDRESS \
	"42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm"

static struct sn_payment_uri uri;
static struct sn_error err;

static int parse(const char *text)
{
	return sn_payment_uri_parse(&uri, text, SN_MAINNET, &err);
}

static const char *written(void)
{
	static char text[SN_PAYMENT_URI_MAX];
	struct sn_buf out = {0};
	cr_assert(!sn_payment_uri_format(&out, &uri));
	cr_assert_lt(out.len, sizeof text);
	memcpy(text, out.data, out.len);
	text[out.len] = 0;
	sn_buf_free(&out);
	return text;
}

Test(chain_payment_uri, parameters_are_read)
{
	char address[SN_ADDRESS_TEXT_MAX];
	cr_assert(!parse("monero:" ADDRESS
			 "?tx_amount=1.25&recipient_name=A%20shop&tx_description=Invoice%207%26%3d%C3%a4"),
		  "%s", err.text);
	sn_address_format(address, &uri.address);
	cr_assert_str_eq(address, ADDRESS);
	cr_assert_eq(uri.amount, 1250000000000);
	cr_assert_str_eq(uri.recipient_name, "A shop");
	cr_assert_str_eq(uri.tx_description, "Invoice 7&=ä");
}

Test(chain_payment_uri, all_parameters_are_optional)
{
	static const char *const texts[] = {"monero:" ADDRESS, "monero:" ADDRESS "?",
					    "monero:" ADDRESS "?tx_amount=0",
					    "monero:" ADDRESS "?later=1&more="};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		cr_assert(!parse(texts[i]), "%s: %s", texts[i], err.text);
		cr_assert(!uri.amount && !uri.recipient_name[0] && !uri.tx_description[0]);
		cr_assert_str_eq(written(), "monero:" ADDRESS);
	}
}

Test(chain_payment_uri, bad_uris_are_refused)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{"", "not a monero: URI"},
		{ADDRESS, "not a monero: URI"},
		{"MONERO:" ADDRESS, "not a monero: URI"},
		{"monero:", "address"},
		{"monero://" ADDRESS, "address"},
		{"monero:" ADDRESS "x", "address"},
		{"monero:" ADDRESS "?tx_amount", "not NAME=VALUE"},
		{"monero:" ADDRESS "?tx_amount=1=2", "not NAME=VALUE"},
		{"monero:" ADDRESS "?&", "not NAME=VALUE"},
		{"monero:" ADDRESS "?tx_amount=1&", "not NAME=VALUE"},
		{"monero:" ADDRESS "?tx_amount=1&tx_amount=1", "twice"},
		{"monero:" ADDRESS "?x=1&tx_amount=1&x=", "twice"},
		{"monero:" ADDRESS "?tx_amount=", "decimal"},
		{"monero:" ADDRESS "?tx_amount=1,25", "decimal"},
		{"monero:" ADDRESS "?tx_amount=-1", "decimal"},
		{"monero:" ADDRESS "?tx_amount=1.0000000000001", "tx_amount"},
		{"monero:" ADDRESS "?tx_amount=18446744.073709551616", "tx_amount"},
		{"monero:" ADDRESS "?tx_amount=000000000000000000000001", "too long"},
		{"monero:" ADDRESS "?recipient_name=%", "two hexadecimal digits"},
		{"monero:" ADDRESS "?recipient_name=%4", "two hexadecimal digits"},
		{"monero:" ADDRESS "?recipient_name=%4g", "two hexadecimal digits"},
		{"monero:" ADDRESS "?tx_payment_id=0123456789abcdef", "payment ID of its own"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_eq(parse(bad[i].text), SN_BAD_INPUT, "%s", bad[i].text);
		cr_assert(strstr(err.text, bad[i].why), "%s: %s", bad[i].text, err.text);
	}
	cr_assert_eq(sn_payment_uri_parse(&uri, "monero:" ADDRESS, SN_STAGENET, &err), SN_BAD_INPUT);
	cr_assert_eq(err.reason, SN_REASON_BAD_ADDRESS);
}

Test(chain_payment_uri, texts_are_safe_to_show)
{
	cr_assert(!parse("monero:" ADDRESS "?tx_description=%1b%5b2J%00%0Aend%E2%80%AE"));
	cr_assert_str_eq(uri.tx_description, "?[2J??end???");
}

Test(chain_payment_uri, long_texts_are_refused)
{
	char text[SN_PAYMENT_URI_MAX + 2] = "monero:" ADDRESS "?recipient_name=";
	const size_t begin = strlen(text);
	memset(text + begin, 'x', SN_PAYMENT_URI_TEXT_MAX - 1);
	cr_assert(!parse(text));
	cr_assert_eq(strlen(uri.recipient_name), SN_PAYMENT_URI_TEXT_MAX - 1);
	text[begin + SN_PAYMENT_URI_TEXT_MAX - 1] = 'x';
	cr_assert_eq(parse(text), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "recipient_name of the URI is longer than 1023 bytes"), "%s", err.text);
	memset(text + begin, 'x', sizeof text - begin - 1);
	cr_assert_eq(parse(text), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "longer than 4096 bytes"), "%s", err.text);
}

/* Each name is compared with those before it: without a limit, the time would be quadratic. */
Test(chain_payment_uri, parameters_are_limited)
{
	char text[SN_PAYMENT_URI_MAX] = "monero:" ADDRESS "?tx_amount=1";
	for (int i = 1; i < SN_URI_PARAMETERS_MAX; i++)
		sprintf(text + strlen(text), "&x%d=", i);
	cr_assert(!parse(text), "%s", err.text);
	strcat(text, "&x=");
	cr_assert_eq(parse(text), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "more than 32 parameters"), "%s", err.text);
}

Test(chain_payment_uri, what_is_written_is_read_again)
{
	cr_assert(!parse("monero:" ADDRESS));
	uri.amount = 7;
	strcpy(uri.recipient_name, "A & B = ä?%+");
	strcpy(uri.tx_description, "- ._~");
	const struct sn_payment_uri before = uri;
	cr_assert_str_eq(written(),
			 "monero:" ADDRESS
			 "?tx_amount=0.000000000007&recipient_name=A%20%26%20B%20%3D%20%C3%A4%3F%25%2B"
			 "&tx_description=-%20._~");
	cr_assert(!parse(written()), "%s", err.text);
	cr_assert(uri.amount == 7 && !strcmp(uri.recipient_name, before.recipient_name) &&
		  !strcmp(uri.tx_description, before.tx_description));
}
