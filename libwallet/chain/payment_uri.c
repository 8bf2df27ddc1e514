#include "chain/payment_uri.h"

#include "base/text.h"
#include "chain/amount.h"
#include "chain/uri_parameter.h"

#include <string.h>

bool sn_payment_uri_is_one(const char *text)
{
	return !strncmp(text, SN_PAYMENT_URI_SCHEME, strlen(SN_PAYMENT_URI_SCHEME));
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decode percent-encoded text, and make it safe to show. */
static int decode_text(char out[SN_PAYMENT_URI_TEXT_MAX], const struct sn_uri_parameter *p,
		       struct sn_error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < p->value_len; i++) {
		char c = p->value[i];
		if (c == '%') {
			int high = i + 2 < p->value_len ? digit(p->value[i + 1]) : -1;
			int low = high >= 0 ? digit(p->value[i + 2]) : -1;
			if (low < 0)
				return sn_error_set(
					err, SN_BAD_INPUT,
					"the URI has a '%%' without two hexadecimal digits after it");
			c = (char)(high << 4 | low);
			i += 2;
		}
		if (n + 1 == SN_PAYMENT_URI_TEXT_MAX)
			return sn_error_set(err, SN_BAD_INPUT, "%.*s of the URI is longer than %d bytes",
					    (int)p->name_len, p->name, SN_PAYMENT_URI_TEXT_MAX - 1);
		out[n++] = c ? c : '?';
	}
	out[n] = 0;
	sn_text_make_plain(out);
	return SN_OK;
}

static int read_amount(uint64_t *amount, const struct sn_uri_parameter *p, struct sn_error *err)
{
	char text[SN_AMOUNT_TEXT_MAX];
	struct sn_amount xmr;
	if (p->value_len >= sizeof text)
		return sn_error_set(err, SN_BAD_INPUT, "tx_amount of the URI is too long");
	memcpy(text, p->value, p->value_len);
	text[p->value_len] = 0;
	int ret = sn_amount_parse(&xmr, text, err);
	if (ret)
		return sn_error_prefix(err, ret, "tx_amount of the URI");
	*amount = xmr.pico;
	return SN_OK;
}

static int read_parameter(struct sn_payment_uri *uri, const struct sn_uri_parameter *p, struct sn_error *err)
{
	if (sn_uri_parameter_is(p, "tx_amount"))
		return read_amount(&uri->amount, p, err);
	if (sn_uri_parameter_is(p, "recipient_name"))
		return decode_text(uri->recipient_name, p, err);
	if (sn_uri_parameter_is(p, "tx_description"))
		return decode_text(uri->tx_description, p, err);
	if (sn_uri_parameter_is(p, "tx_payment_id"))
		return sn_error_hint(err,
				     sn_error_set(err, SN_BAD_INPUT,
						  "the URI has a payment ID of its own, which is obsolete"),
				     "ask the recipient for an integrated address");
	return SN_OK;
}

static int read_parameters(struct sn_payment_uri *uri, const char *text, struct sn_error *err)
{
	const char *at = *text ? text : NULL;
	struct sn_uri_parameter p;
	int ret = SN_OK;
	while (!ret && at) {
		ret = sn_uri_next_parameter(&p, text, &at, err);
		if (!ret)
			ret = read_parameter(uri, &p, err);
	}
	return ret;
}

int sn_payment_uri_parse(struct sn_payment_uri *uri, const char *text, enum sn_network network,
			 struct sn_error *err)
{
	char address[SN_ADDRESS_TEXT_MAX];
	*uri = (struct sn_payment_uri){0};
	if (!sn_payment_uri_is_one(text))
		return sn_error_set(err, SN_BAD_INPUT, "not a %s URI", SN_PAYMENT_URI_SCHEME);
	if (strlen(text) > SN_PAYMENT_URI_MAX)
		return sn_error_set(err, SN_BAD_INPUT, "the URI is longer than %d bytes", SN_PAYMENT_URI_MAX);
	text += strlen(SN_PAYMENT_URI_SCHEME);
	size_t len = strcspn(text, "?");
	if (len >= sizeof address)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"the address of the URI is too long");
	memcpy(address, text, len);
	address[len] = 0;
	int ret = sn_address_parse_for(&uri->address, address, network, err);
	return ret || !text[len] ? ret : read_parameters(uri, text + len + 1, err);
}

/* Everything but the unreserved characters of RFC 3986, section 2.3, is encoded. */
static void put_text(struct sn_buf *out, const char *text)
{
	static const char digits[] = "0123456789ABCDEF";
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		unsigned char lower = c | 0x20;
		if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || strchr("-._~", c)) {
			sn_put_u8(out, c);
		} else {
			sn_put_u8(out, '%');
			sn_put_u8(out, (uint8_t)digits[c >> 4]);
			sn_put_u8(out, (uint8_t)digits[c & 15]);
		}
	}
}

static void put_name(struct sn_buf *out, const char *name, char *separator)
{
	sn_put_u8(out, (uint8_t)*separator);
	sn_put_bytes(out, name, strlen(name));
	sn_put_u8(out, '=');
	*separator = '&';
}

int sn_payment_uri_format(struct sn_buf *out, const struct sn_payment_uri *uri)
{
	char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX], separator = '?';
	sn_address_format(address, &uri->address);
	sn_put_bytes(out, SN_PAYMENT_URI_SCHEME, strlen(SN_PAYMENT_URI_SCHEME));
	sn_put_bytes(out, address, strlen(address));
	if (uri->amount) {
		sn_amount_format(amount, (struct sn_amount){uri->amount});
		put_name(out, "tx_amount", &separator);
		sn_put_bytes(out, amount, strlen(amount));
	}
	if (uri->recipient_name[0]) {
		put_name(out, "recipient_name", &separator);
		put_text(out, uri->recipient_name);
	}
	if (uri->tx_description[0]) {
		put_name(out, "tx_description", &separator);
		put_text(out, uri->tx_description);
	}
	return out->failed ? SN_IO : SN_OK;
}
