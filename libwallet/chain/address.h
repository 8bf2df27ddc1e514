/* chain/address.h - standard addresses, subaddresses and integrated addresses.
 *
 *   text = Base58(varint(prefix) ‖ spend key ‖ view key [‖ payment id] ‖ checksum)
 *
 * The checksum is the first four bytes of Keccak-256 over everything before it.
 * Source: CryptoNote Standard 007; prefixes: reference implementation, src/cryptonote_config.h. */
#ifndef SN_CHAIN_ADDRESS_H
#define SN_CHAIN_ADDRESS_H

#include "base/error.h"
#include "chain/network.h"
#include "crypto/types.h"

#define SN_PAYMENT_ID_BYTES 8

/* 106 digits of an integrated address and a NUL; the others have 95. */
#define SN_ADDRESS_TEXT_MAX 107

enum sn_address_kind {
	SN_ADDRESS_STANDARD = 0,
	SN_ADDRESS_SUBADDRESS = 1,
	SN_ADDRESS_INTEGRATED = 2,
};

struct sn_address {
	enum sn_network network;
	enum sn_address_kind kind;
	struct sn_point spend;
	struct sn_point view;
	uint8_t payment_id[SN_PAYMENT_ID_BYTES]; /* zero unless integrated */
};

/* Whether both keys are points of prime order, as wallets make them. Never pay another address: with a key of
 * small order, anyone can guess the shared secret. */
bool sn_address_is_payable(const struct sn_address *address);

/* Read a payable address of any network and kind; the caller must check the network. Returns SN_BAD_INPUT
 * (SN_REASON_BAD_ADDRESS); the message names the error: characters, length, checksum (a typing mistake), kind
 * or keys. */
int sn_address_parse(struct sn_address *address, const char *text, struct sn_error *err) SN_MUST_USE;

/* The same. Also returns SN_BAD_INPUT if the address belongs to another network; the message names both. */
int sn_address_parse_for(struct sn_address *address, const char *text, enum sn_network network,
			 struct sn_error *err) SN_MUST_USE;

/* Write the text and a NUL. */
void sn_address_format(char out[static SN_ADDRESS_TEXT_MAX], const struct sn_address *address);

/* Same keys: on the chain, these are the same recipient, whatever the kind. */
bool sn_address_has_same_keys(const struct sn_address *a, const struct sn_address *b);

/* Same network, kind, keys and payment id. */
bool sn_address_is_equal(const struct sn_address *a, const struct sn_address *b);

#endif
