/* chain/payment_uri.h - payment requests as text: monero:ADDRESS?tx_amount=1.25&tx_description=Invoice%207
 *
 *   tx_amount       decimal XMR, with up to 12 digits after the point
 *   recipient_name  percent-encoded text
 *   tx_description  percent-encoded text
 *
 * Each parameter occurs once at most. Unknown parameters are ignored. tx_payment_id is refused: payment IDs
 * outside of an address are obsolete, and a recipient who needs one gives an integrated address.
 *
 * Nobody has signed such a text: anyone who can change it can change the address.
 * Source: reference implementation, src/wallet/wallet2.cpp, make_uri and parse_uri. */
#ifndef SN_CHAIN_PAYMENT_URI_H
#define SN_CHAIN_PAYMENT_URI_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/address.h"

#include <stdint.h>

#define SN_PAYMENT_URI_SCHEME "monero:"
#define SN_PAYMENT_URI_MAX 4096      /* bytes of a URI */
#define SN_PAYMENT_URI_TEXT_MAX 1024 /* bytes of a name or a description, with a NUL */

struct sn_payment_uri {
	struct sn_address address;
	uint64_t amount; /* piconero; 0: none */
	/* "" if absent. Untrusted: base/text.h makes them safe to show, which the parser has done */
	char recipient_name[SN_PAYMENT_URI_TEXT_MAX];
	char tx_description[SN_PAYMENT_URI_TEXT_MAX];
};

/* Whether `text` begins with the scheme. */
bool sn_payment_uri_is_one(const char *text);

/* Returns SN_BAD_INPUT, with SN_REASON_BAD_ADDRESS for an address that is wrong or of another network. */
int sn_payment_uri_parse(struct sn_payment_uri *uri, const char *text, enum sn_network network,
			 struct sn_error *err) SN_MUST_USE;

/* Append the URI, without a NUL. Returns SN_IO when out of memory. */
int sn_payment_uri_format(struct sn_buf *out, const struct sn_payment_uri *uri) SN_MUST_USE;

#endif
