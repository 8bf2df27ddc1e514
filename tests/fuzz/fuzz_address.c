/* Any text as an address: refused with a sentence, or what formatting gives. Any bytes as what an address
 * holds: with their checksum and as Base58, so that more than the checksum is tried. */
#include "chain/address.h"
#include "chain/base58.h"
#include "crypto/keccak.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { CHECKSUM = 4, PAYLOAD_MAX = 100 };

static void parse(const char *text)
{
	struct sn_address address, same;
	struct sn_error err = {0};
	char again[SN_ADDRESS_TEXT_MAX];
	int ret = sn_address_parse(&address, text, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(err.reason == SN_REASON_BAD_ADDRESS);
		return;
	}
	fuzz_accept();
	sn_address_format(again, &address);
	FUZZ_CHECK(!strcmp(again, text));
	same = address;
	FUZZ_CHECK(sn_address_is_equal(&address, &same));
	same.view.b[0] ^= 1;
	FUZZ_CHECK(!sn_address_is_equal(&address, &same));
}

static void parse_payload(const uint8_t *data, size_t len)
{
	uint8_t payload[PAYLOAD_MAX + CHECKSUM];
	char text[2 * sizeof payload];
	struct sn_hash sum;
	memcpy(payload, data, len);
	sn_keccak256(&sum, payload, len);
	memcpy(payload + len, sum.b, CHECKSUM);
	sn_base58_encode(text, payload, len + CHECKSUM);
	parse(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	char *text = fuzz_string(data, len);
	parse(text);
	free(text);
	if (len && len <= PAYLOAD_MAX)
		parse_payload(data, len);
	return 0;
}
