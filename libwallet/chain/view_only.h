/* chain/view_only.h - a view-only wallet as text, as other wallets show it for import.
 *
 *   {"version":0,"primaryAddress":ADDRESS,"privateViewKey":HEX,"restoreHeight":N,"walletName":TEXT}
 *   monero_wallet:ADDRESS?view_key=HEX&height=N
 *
 * The text has the secret view key: its reader sees all incoming payments. It cannot spend.
 * No message contains a part of the text, which might have worse secrets.
 * Sources: Feather, src/dialog/KeysDialog.cpp; Cupcake and Cake Wallet; XmrSigner,
 * src/xmrsigner/models/monero_encoder.py; the "URI formatting" page of the Monero wiki. */
#ifndef SN_CHAIN_VIEW_ONLY_H
#define SN_CHAIN_VIEW_ONLY_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"

#include <stdint.h>

#define SN_VIEW_ONLY_TEXT_MAX 65536 /* bytes */
#define SN_VIEW_ONLY_KEY_DIGITS 64  /* hexadecimal digits of the view key */

/* Holds a secret by value: wipe it. */
struct sn_view_only {
	struct sn_address address;
	struct sn_scalar view_secret;
	uint64_t restore_height; /* below 2^32; 0 if the text has none */
};

/* Read the JSON or the URI. The URI may begin with monero_wallet:, monero-wallet: or monero:, and may have
 * the address as the parameter "address". Unknown members and parameters are ignored, and so are white space
 * before and after the text.
 *
 * Returns SN_REFUSED for a text with a spend key or a seed phrase, otherwise SN_BAD_INPUT. Call
 * sn_view_only_account to check the keys. `view` is zeroed after an error. */
int sn_view_only_parse(struct sn_view_only *view, const char *text, size_t len,
		       struct sn_error *err) SN_MUST_USE;

/* Read SN_VIEW_ONLY_KEY_DIGITS hexadecimal digits. The time depends only on whether each is one. Returns
 * SN_BAD_INPUT, with the key zeroed. */
int sn_view_only_parse_key(struct sn_scalar *view_secret, const char *text, size_t len,
			   struct sn_error *err) SN_MUST_USE;

/* Make the account. Returns SN_BAD_INPUT if the address is not a primary one, or if the view key does not
 * belong to it: A ≠ a·G. */
int sn_view_only_account(struct sn_account *account, const struct sn_view_only *view,
			 struct sn_error *err) SN_MUST_USE;

/* Append the text, without a newline. Return SN_IO when out of memory. */
int sn_view_only_put_json(struct sn_buf *out, const struct sn_view_only *view) SN_MUST_USE;
int sn_view_only_put_uri(struct sn_buf *out, const struct sn_view_only *view) SN_MUST_USE;

#endif
