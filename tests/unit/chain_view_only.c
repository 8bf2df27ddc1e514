#include "base/hex.h"
#include "chain/view_only.h"
#include "chain_vectors.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* An address of other keys. */
#define OTHER \
	"458RLHQq4mxLQGJSPtbYDacR7dz8RBFnsfAKMaMuwUNYX6aQbBcovzDPyrQF9KXF9tVU6Xk3K8no1BywnJX6GvZX8yXT14c"

static struct sn_view_only view;
static struct sn_account account;
static struct sn_error err;
static char address[SN_ADDRESS_TEXT_MAX], key[2 * 32 + 1];

/* The first account of the vectors. */
static void open_vectors(void)
{
	struct vectors v;
	vectors_open(&v, "chain_accounts.txt");
	cr_assert(vectors_next(&v, "account"));
	strcpy(key, v.word[2]);
	strcpy(address, v.word[4]);
	vectors_close(&v);
}

TestSuite(chain_view_only, .init = open_vectors);

static int parse(const char *text)
{
	err = (struct sn_error){0};
	return sn_view_only_parse(&view, text, strlen(text), &err);
}

/* `format` with %a for the address and %k for the view key. Free it. */
static char *with_keys(const char *format)
{
	char *text = calloc(1, strlen(format) + 1024), *end = text;
	for (; *format; format++) {
		const char *part = format[0] == '%' && format[1] == 'a'   ? address
				   : format[0] == '%' && format[1] == 'k' ? key
									  : NULL;
		if (part) {
			end = stpcpy(end, part);
			format++;
		} else {
			*end++ = *format;
		}
	}
	return text;
}

static void check_read(const char *format, uint64_t height)
{
	uint8_t want[32];
	char got[SN_ADDRESS_TEXT_MAX];
	char *text = with_keys(format);
	cr_assert(!parse(text), "%s: %s", text, err.text);
	cr_assert(!sn_view_only_account(&account, &view, &err), "%s: %s", text, err.text);
	sn_address_format(got, &view.address);
	cr_assert_str_eq(got, address);
	cr_assert(!sn_hex_decode(want, sizeof want, key));
	cr_assert_arr_eq(account.view_secret.b, want, sizeof want);
	cr_assert(!account.has_spend_secret);
	cr_assert_eq(view.restore_height, height);
	free(text);
}

Test(chain_view_only, texts_of_other_wallets_are_read)
{
	/* Feather; Cupcake; XmrSigner; its URI; Cake; the wiki. */
	check_read("{\"version\":0,\"primaryAddress\":\"%a\",\"privateViewKey\":\"%k\","
		   "\"restoreHeight\":3100000,\"walletName\":\"shop\"}",
		   3100000);
	check_read("{\n  \"label\": \"x\",\n  \"version\": 0,\n  \"primaryAddress\": \"%a\",\n"
		   "  \"privateViewKey\": \"%k\",\n  \"restoreHeight\": 0\n}\n",
		   0);
	check_read("{\"primaryAddress\": \"%a\", \"privateViewKey\": \"%k\", \"restoreHeight\": 4294967295}",
		   4294967295);
	check_read("monero_wallet:%a?view_key=%k&height=7", 7);
	check_read("monero-wallet:?address=%a&view_key=%k&height=12&label=shop", 12);
	check_read("  MONERO:%a?height=1&txid=&spend_key=&seed=&view_key=%k\r\n", 1);
	check_read("monero_wallet:%a?view_key=%k", 0);
	check_read("{\"privateViewKey\":\"%k\",\"primaryAddress\":\"%a\",\"privateSpendKey\":null,"
		   "\"mnemonicSeed\":\"\",\"publicSpendKey\":\"00\"}",
		   0);
}

Test(chain_view_only, upper_case_keys_are_read)
{
	for (char *c = key; *c; c++)
		*c = (char)(*c >= 'a' ? *c - 0x20 : *c);
	check_read("monero_wallet:%a?view_key=%k&height=7", 7);
}

static void check_refused(const char *format, int code, const char *why)
{
	static const struct sn_view_only zero;
	char *text = with_keys(format);
	int ret = parse(text);
	if (!ret)
		ret = sn_view_only_account(&account, &view, &err);
	else
		cr_assert(!memcmp(&view, &zero, sizeof view));
	cr_assert_eq(ret, code, "%s: %d %s", text, ret, err.text);
	cr_assert(strstr(err.text, why), "%s: %s", text, err.text);
	cr_assert(!strstr(err.text, key) && !strstr(err.hint, key));
	free(text);
}

Test(chain_view_only, spend_keys_and_seeds_are_refused)
{
	static const char *const texts[] = {
		"monero_wallet:%a?view_key=%k&spend_key=%k&height=1",
		"monero_wallet:%a?spend_key=x",
		"monero-wallet:?seed=abbey%20abbey",
		"monero_wallet:?mnemonic_seed=abbey",
		"monero:?mnemonic=abbey",
		"{\"primaryAddress\":\"%a\",\"privateViewKey\":\"%k\",\"privateSpendKey\":\"%k\"}",
		"{\"SEED\":\"abbey\"}",
		"{\"version\":9,\"mnemonicWords\":[\"abbey\"]}",
		"a b c d e f g h i j k l\n",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		check_refused(texts[i], SN_REFUSED, "spend key or a seed phrase");
		cr_assert(strstr(err.hint, "view-only"), "%s", err.hint);
		cr_assert(!strstr(err.text, "abbey"));
	}
}

Test(chain_view_only, bad_texts_are_refused)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{"", "neither"},
		{"%a", "neither"},
		{"monero_wallets:%a?view_key=%k", "neither"},
		{"monero:%a", "no view key"},
		{"monero_wallet:%a?height=5", "no view key"},
		{"monero_wallet:%a?view_key=", "64 hexadecimal digits"},
		{"monero_wallet:%a?view_key=%k0", "64 hexadecimal digits"},
		{"monero_wallet:%a?view_key=x%k", "64 hexadecimal digits"},
		{"monero_wallet:%a?view_key=%k&height=", "height"},
		{"monero_wallet:%a?view_key=%k&height=-1", "height"},
		{"monero_wallet:%a?view_key=%k&height=4294967296", "height"},
		{"monero_wallet:%a?view_key=%k&height=99999999999999999999999", "height"},
		{"monero_wallet:%a?view_key=%k&view_key=%k", "twice"},
		{"monero_wallet:%a?address=%a&view_key=%k", "two addresses"},
		{"monero_wallet:%a%a?view_key=%k", "too long"},
		{"monero_wallet:?view_key=%k", "address"},
		{"monero_wallet:" OTHER "?view_key=%k", "does not belong"},
		{"monero_wallet:%a?view_key=0000000000000000000000000000000000000000000000000000000000000000",
		 "out of range"},
		{"{", "malformed"},
		{"{\"privateViewKey\":01%k}", "malformed"},
		{"{}", "primaryAddress"},
		{"{\"primaryAddress\":\"%a\"}", "privateViewKey"},
		{"{\"version\":1,\"primaryAddress\":\"%a\",\"privateViewKey\":\"%k\"}", "version"},
		{"{\"primaryAddress\":\"%a\",\"privateViewKey\":\"%k\",\"restoreHeight\":\"5\"}",
		 "restoreHeight"},
		{"{\"primaryAddress\":\"%a\",\"privateViewKey\":\"%k\",\"restoreHeight\":4294967296}",
		 "height"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		check_refused(bad[i].text, SN_BAD_INPUT, bad[i].why);
	cr_assert_eq(sn_view_only_parse(&view, "monero_wallet:\0x", 16, &err), SN_BAD_INPUT);
}

/* Subaddresses and integrated addresses of the same keys. */
Test(chain_view_only, only_primary_addresses_are_accepted)
{
	char *text = with_keys("monero_wallet:%a?view_key=%k&height=7");
	cr_assert(!parse(text));
	cr_assert(!sn_view_only_account(&account, &view, &err));
	sn_account_address(&view.address, &account, (struct sn_subaddress_index){0, 1});
	cr_assert_eq(sn_view_only_account(&account, &view, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "primary address"), "%s", err.text);
	cr_assert(!parse(text));
	view.address.kind = SN_ADDRESS_INTEGRATED;
	cr_assert_eq(sn_view_only_account(&account, &view, &err), SN_BAD_INPUT);
	free(text);
}

Test(chain_view_only, texts_of_every_length_are_read_or_refused)
{
	char *text = with_keys("monero_wallet:%a?view_key=%k&height=7");
	for (size_t len = 0; len < strlen(text) - 2; len++)
		if (!sn_view_only_parse(&view, text, len, &err))
			cr_assert_eq(len, strlen(text) - strlen("&height=7"));
	free(text);
}

static void check_written(const char *want, int (*put)(struct sn_buf *, const struct sn_view_only *))
{
	struct sn_buf out = {0};
	char *text = with_keys(want);
	cr_assert(!parse(text), "%s", err.text);
	cr_assert(!put(&out, &view));
	cr_assert_eq(out.len, strlen(text));
	cr_assert_arr_eq(out.data, text, out.len);
	sn_buf_free(&out);
	free(text);
}

Test(chain_view_only, texts_are_written)
{
	check_written("{\"version\":0,\"primaryAddress\":\"%a\",\"privateViewKey\":\"%k\","
		      "\"restoreHeight\":3100000,\"walletName\":\"watch-only\"}",
		      sn_view_only_put_json);
	check_written("monero_wallet:%a?view_key=%k&height=3100000", sn_view_only_put_uri);
}
