#include "chain/address.h"
#include "chain/base58.h"
#include "crypto/group.h"
#include "crypto/keccak.h"
#include "crypto/torsion.h"

#define CHECKSUM_BYTES 4
#define PLAIN_BYTES (1 + 32 + 32 + CHECKSUM_BYTES)
#define INTEGRATED_BYTES (PLAIN_BYTES + SN_PAYMENT_ID_BYTES)

/* By network and kind. All are below 128: their varint is one byte. */
static const uint8_t prefixes[SN_NETWORKS][3] = {
	[SN_MAINNET] =
		{[SN_ADDRESS_STANDARD] = 18, [SN_ADDRESS_SUBADDRESS] = 42, [SN_ADDRESS_INTEGRATED] = 19},
	[SN_TESTNET] =
		{[SN_ADDRESS_STANDARD] = 53, [SN_ADDRESS_SUBADDRESS] = 63, [SN_ADDRESS_INTEGRATED] = 54},
	[SN_STAGENET] =
		{[SN_ADDRESS_STANDARD] = 24, [SN_ADDRESS_SUBADDRESS] = 36, [SN_ADDRESS_INTEGRATED] = 25},
};

static bool find_prefix(struct sn_address *address, uint8_t prefix)
{
	for (int network = 0; network < SN_NETWORKS; network++) {
		for (int kind = 0; kind < 3; kind++) {
			if (prefixes[network][kind] == prefix) {
				address->network = (enum sn_network)network;
				address->kind = (enum sn_address_kind)kind;
				return true;
			}
		}
	}
	return false;
}

static bool has_prime_order(const struct sn_point *p)
{
	struct sn_ge point;
	return !sn_ge_decode(&point, p) && !sn_ge_is_identity(&point) &&
	       sn_ge_is_torsion_free_vartime(&point);
}

bool sn_address_is_payable(const struct sn_address *address)
{
	return has_prime_order(&address->spend) && has_prime_order(&address->view);
}

int sn_address_parse(struct sn_address *address, const char *text, struct sn_error *err)
{
	*address = (struct sn_address){0};
	struct sn_address a = {0};
	uint8_t b[INTEGRATED_BYTES];
	size_t text_len = strlen(text), len;

	if (strpbrk(text, ".@") && text_len < 255)
		return sn_error_hint(
			err,
			sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					 "not a Monero address; names (OpenAlias) are not supported"),
			"use the address itself");
	if (text_len != sn_base58_size(PLAIN_BYTES) && text_len != sn_base58_size(INTEGRATED_BYTES))
		return sn_error_because(
			err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
			"not a Monero address: it has %zu character%s, not 95, or 106 with a payment ID",
			text_len, SN_PLURAL(text_len));
	if (sn_base58_decode(b, sizeof b, &len, text, text_len))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"not a Monero address: it has an invalid character or block");

	struct sn_hash checksum;
	sn_keccak256(&checksum, b, len - CHECKSUM_BYTES);
	if (memcmp(checksum.b, b + len - CHECKSUM_BYTES, CHECKSUM_BYTES))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"the address is mistyped: its checksum does not match");
	if (!find_prefix(&a, b[0]))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"not a Monero address: unknown prefix %u", b[0]);
	if (len != (a.kind == SN_ADDRESS_INTEGRATED ? INTEGRATED_BYTES : PLAIN_BYTES))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"not a Monero address: its length does not match its kind");

	memcpy(a.spend.b, b + 1, 32);
	memcpy(a.view.b, b + 33, 32);
	if (a.kind == SN_ADDRESS_INTEGRATED)
		memcpy(a.payment_id, b + 65, SN_PAYMENT_ID_BYTES);
	if (!sn_address_is_payable(&a))
		return sn_error_because(
			err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
			"the address does not contain valid public keys: payments to it would be lost");
	*address = a;
	return SN_OK;
}

int sn_address_parse_for(struct sn_address *address, const char *text, enum sn_network network,
			 struct sn_error *err)
{
	int ret = sn_address_parse(address, text, err);
	if (!ret && address->network != network) {
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
				       "the address belongs to %s, but the wallet to %s",
				       sn_network_name(address->network), sn_network_name(network));
		*address = (struct sn_address){0};
	}
	return ret;
}

void sn_address_format(char out[static SN_ADDRESS_TEXT_MAX], const struct sn_address *address)
{
	uint8_t b[INTEGRATED_BYTES];
	size_t len = 1 + 32 + 32;
	b[0] = prefixes[address->network][address->kind];
	memcpy(b + 1, address->spend.b, 32);
	memcpy(b + 33, address->view.b, 32);
	if (address->kind == SN_ADDRESS_INTEGRATED) {
		memcpy(b + len, address->payment_id, SN_PAYMENT_ID_BYTES);
		len += SN_PAYMENT_ID_BYTES;
	}
	struct sn_hash checksum;
	sn_keccak256(&checksum, b, len);
	memcpy(b + len, checksum.b, CHECKSUM_BYTES);
	sn_base58_encode(out, b, len + CHECKSUM_BYTES);
}

bool sn_address_has_same_keys(const struct sn_address *a, const struct sn_address *b)
{
	return sn_point_is_equal(&a->spend, &b->spend) && sn_point_is_equal(&a->view, &b->view);
}

bool sn_address_is_equal(const struct sn_address *a, const struct sn_address *b)
{
	return a->network == b->network && a->kind == b->kind && sn_address_has_same_keys(a, b) &&
	       !memcmp(a->payment_id, b->payment_id, SN_PAYMENT_ID_BYTES);
}
