#include "chain/view_only.h"

#include "base/json.h"
#include "base/secret.h"
#include "chain/uri_parameter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

static const char *const schemes[] = {"monero_wallet:", "monero-wallet:", "monero:"};

/* The name that other wallets may show. Cake looks for names of currencies in the whole text to tell what it
 * is: the file name of the user must not be there. */
#define WALLET_NAME "watch-only"

static int refuse_spendable(struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "this text has a spend key or a seed phrase, not only the view key"),
		"export a view-only wallet instead; if a networked machine has read this text, move the coins");
}

int sn_view_only_parse_key(struct sn_scalar *view_secret, const char *text, size_t len, struct sn_error *err)
{
	size_t n = 0;
	if (len != SN_VIEW_ONLY_KEY_DIGITS ||
	    sodium_hex2bin(view_secret->b, sizeof view_secret->b, text, len, NULL, &n, NULL) ||
	    n != sizeof view_secret->b) {
		sn_wipe(view_secret, sizeof *view_secret);
		return sn_error_set(err, SN_BAD_INPUT, "the view key is not %d hexadecimal digits",
				    SN_VIEW_ONLY_KEY_DIGITS);
	}
	return SN_OK;
}

static int read_address(struct sn_address *address, const char *text, size_t len, struct sn_error *err)
{
	char terminated[SN_ADDRESS_TEXT_MAX];
	if (len >= sizeof terminated)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"the address of the view-only wallet is too long");
	memcpy(terminated, text, len);
	terminated[len] = 0;
	return sn_address_parse(address, terminated, err);
}

static int check_height(uint64_t height, struct sn_error *err)
{
	return height <= UINT32_MAX ? SN_OK
				    : sn_error_set(err, SN_BAD_INPUT, "the restore height is not below 2^32");
}

/* ------------------------------------------------------------------ the URI */

/* The parameters of a URI; NULL if absent. */
struct parts {
	const char *address, *key, *height;
	size_t address_len, key_len, height_len;
};

static bool is_spendable(const struct sn_uri_parameter *p)
{
	static const char *const names[] = {"spend_key", "seed", "mnemonic_seed", "mnemonic"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (p->value_len && sn_uri_parameter_is(p, names[i]))
			return true;
	return false;
}

static int read_parameters(struct parts *parts, const char *text, struct sn_error *err)
{
	const char *at = *text ? text : NULL;
	struct sn_uri_parameter p;
	int ret = SN_OK;
	while (!ret && at) {
		ret = sn_uri_next_parameter(&p, text, &at, err);
		if (!ret && is_spendable(&p))
			ret = refuse_spendable(err);
		if (!ret && sn_uri_parameter_is(&p, "view_key")) {
			parts->key = p.value;
			parts->key_len = p.value_len;
		} else if (!ret && sn_uri_parameter_is(&p, "height")) {
			parts->height = p.value;
			parts->height_len = p.value_len;
		} else if (!ret && sn_uri_parameter_is(&p, "address")) {
			if (parts->address_len)
				ret = sn_error_set(err, SN_BAD_INPUT, "the URI has two addresses");
			parts->address = p.value;
			parts->address_len = p.value_len;
		}
	}
	return ret;
}

static int read_height(uint64_t *height, const struct parts *parts, struct sn_error *err)
{
	*height = 0;
	if (!parts->height)
		return SN_OK;
	bool is_number = parts->height_len && parts->height_len <= 10;
	for (size_t i = 0; is_number && i < parts->height_len; i++) {
		is_number = parts->height[i] >= '0' && parts->height[i] <= '9';
		*height = 10 * *height + (uint64_t)(parts->height[i] - '0');
	}
	if (!is_number)
		return sn_error_set(err, SN_BAD_INPUT, "the height of the URI is not a number below 2^32");
	return check_height(*height, err);
}

static int parse_uri(struct sn_view_only *view, const char *text, struct sn_error *err)
{
	struct parts parts = {.address = text, .address_len = strcspn(text, "?")};
	int ret = SN_OK;
	if (text[parts.address_len])
		ret = read_parameters(&parts, text + parts.address_len + 1, err);
	if (!ret && !parts.key)
		ret = sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "the URI has no view key"),
				    "use --address=ADDRESS --view-key-file=FILE");
	if (!ret)
		ret = read_address(&view->address, parts.address, parts.address_len, err);
	if (!ret)
		ret = sn_view_only_parse_key(&view->view_secret, parts.key, parts.key_len, err);
	return ret ? ret : read_height(&view->restore_height, &parts, err);
}

/* ------------------------------------------------------------------ the JSON object */

static bool has_letters(const char *name, const char *part)
{
	for (size_t len = strlen(part); *name; name++)
		if (!strncasecmp(name, part, len))
			return true;
	return false;
}

static bool has_value(const cJSON *item)
{
	return !cJSON_IsNull(item) && !(cJSON_IsString(item) && !item->valuestring[0]);
}

/* Whether a member has a spend key or a seed phrase, by its name: each wallet has its own. */
static bool is_spendable_object(const cJSON *root)
{
	for (const cJSON *item = root->child; item; item = item->next)
		if (has_value(item) &&
		    (has_letters(item->string, "seed") || has_letters(item->string, "mnemonic") ||
		     (has_letters(item->string, "spend") && !has_letters(item->string, "pub"))))
			return true;
	return false;
}

static int read_object(struct sn_view_only *view, const cJSON *root, struct sn_error *err)
{
	const char *address, *key;
	uint64_t version = 0;
	int ret;
	if (is_spendable_object(root))
		return refuse_spendable(err);
	if ((ret = sn_json_opt_u64(root, "version", &version, err)))
		return ret;
	if (version)
		return sn_error_set(
			err, SN_BAD_INPUT,
			"unsupported version %llu of the JSON text; this program supports version 0",
			(unsigned long long)version);
	if ((ret = sn_json_get_string(root, "primaryAddress", &address, err)) ||
	    (ret = sn_json_get_string(root, "privateViewKey", &key, err)) ||
	    (ret = sn_json_opt_u64(root, "restoreHeight", &view->restore_height, err)) ||
	    (ret = check_height(view->restore_height, err)) ||
	    (ret = read_address(&view->address, address, strlen(address), err)))
		return ret;
	return sn_view_only_parse_key(&view->view_secret, key, strlen(key), err);
}

static int parse_json(struct sn_view_only *view, const char *text, struct sn_error *err)
{
	cJSON *root = NULL;
	int ret = sn_json_parse_secret(&root, text, strlen(text), err);
	if (ret == SN_BAD_INPUT)
		ret = sn_error_prefix(err, ret, "the text of the view-only wallet is malformed");
	if (!ret)
		ret = read_object(view, root, err);
	sn_json_free(root);
	return ret;
}

/* ------------------------------------------------------------------ both */

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A seed phrase has at least 12 words. */
static bool is_seed_phrase(const char *text)
{
	size_t words = 0;
	for (size_t i = 0; text[i]; i++)
		words += !is_space(text[i]) && (!i || is_space(text[i - 1]));
	return words >= 12;
}

static int parse(struct sn_view_only *view, const char *text, struct sn_error *err)
{
	if (text[0] == '{')
		return parse_json(view, text, err);
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (!strncasecmp(text, schemes[i], strlen(schemes[i])))
			return parse_uri(view, text + strlen(schemes[i]), err);
	if (is_seed_phrase(text))
		return refuse_spendable(err);
	return sn_error_hint(
		err,
		sn_error_set(err, SN_BAD_INPUT, "this is neither a monero_wallet: URI nor a JSON object"),
		"for an address and a view key, use --address=ADDRESS --view-key-file=FILE");
}

int sn_view_only_parse(struct sn_view_only *view, const char *text, size_t len, struct sn_error *err)
{
	struct sn_buf copy = {0};
	int ret;
	*view = (struct sn_view_only){0};
	for (; len && is_space(text[0]); len--)
		text++;
	while (len && is_space(text[len - 1]))
		len--;
	if (len > SN_VIEW_ONLY_TEXT_MAX || memchr(text, 0, len))
		return sn_error_set(err, SN_BAD_INPUT,
				    "the text of the view-only wallet is longer than %d bytes, or binary",
				    SN_VIEW_ONLY_TEXT_MAX);
	sn_put_bytes(&copy, text, len);
	sn_put_u8(&copy, 0);
	ret = copy.failed ? sn_error_memory(err) : parse(view, (char *)copy.data, err);
	if (ret)
		sn_wipe(view, sizeof *view);
	sn_buf_free(&copy);
	return ret;
}

int sn_view_only_account(struct sn_account *account, const struct sn_view_only *view, struct sn_error *err)
{
	int ret;
	if (view->address.kind != SN_ADDRESS_STANDARD)
		return sn_error_hint(err,
				     sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
						      "this is not the primary address of a wallet"),
				     "use the address of account 0, index 0, without a payment ID");
	if ((ret = sn_account_from_view(account, view->address.network, &view->view_secret,
					&view->address.spend, err)))
		return ret;
	if (!sn_point_is_equal(&account->view_public, &view->address.view)) {
		sn_wipe(account, sizeof *account);
		return sn_error_set(err, SN_BAD_INPUT, "the view key does not belong to the address");
	}
	return SN_OK;
}

static void put_text(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

static void put_parts(struct sn_buf *out, const struct sn_view_only *view, const char *const between[4])
{
	char address[SN_ADDRESS_TEXT_MAX], key[SN_VIEW_ONLY_KEY_DIGITS + 1], height[24];
	sn_address_format(address, &view->address);
	sodium_bin2hex(key, sizeof key, view->view_secret.b, sizeof view->view_secret.b);
	snprintf(height, sizeof height, "%" PRIu64, view->restore_height);
	put_text(out, between[0]);
	put_text(out, address);
	put_text(out, between[1]);
	sn_put_bytes(out, key, SN_VIEW_ONLY_KEY_DIGITS); /* strlen would look at each digit */
	put_text(out, between[2]);
	put_text(out, height);
	put_text(out, between[3]);
	sn_wipe(key, sizeof key);
}

int sn_view_only_put_json(struct sn_buf *out, const struct sn_view_only *view)
{
	static const char *const between[] = {
		"{\"version\":0,\"primaryAddress\":\"", "\",\"privateViewKey\":\"",
		"\",\"restoreHeight\":", ",\"walletName\":\"" WALLET_NAME "\"}"};
	put_parts(out, view, between);
	return out->failed ? SN_IO : SN_OK;
}

int sn_view_only_put_uri(struct sn_buf *out, const struct sn_view_only *view)
{
	static const char *const between[] = {"monero_wallet:", "?view_key=", "&height=", ""};
	put_parts(out, view, between);
	return out->failed ? SN_IO : SN_OK;
}
