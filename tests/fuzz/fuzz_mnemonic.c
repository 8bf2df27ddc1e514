/* Any text as 25 words: refused with a sentence, or a seed whose words are read as the same seed. Any 32
 * bytes as a seed: its words are read as that. */
#include "chain/mnemonic.h"
#include "fuzz.h"

#include <string.h>

static void round_trip(const uint8_t seed[static SN_SEED_BYTES])
{
	uint8_t again[SN_SEED_BYTES];
	char words[SN_MNEMONIC_TEXT_MAX];
	sn_mnemonic_encode(words, seed);
	FUZZ_CHECK(!sn_mnemonic_decode(again, words, strlen(words), NULL));
	FUZZ_CHECK(!memcmp(again, seed, sizeof again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const uint8_t zero[SN_SEED_BYTES];
	uint8_t seed[SN_SEED_BYTES];
	struct sn_error err = {0};
	/* Reading words is slow, for it must not tell how far it came: not both on one input. */
	if (len == SN_SEED_BYTES) {
		round_trip(data);
		return 0;
	}
	int ret = sn_mnemonic_decode(seed, (const char *)data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!memcmp(seed, zero, sizeof seed));
	} else {
		fuzz_accept();
		round_trip(seed);
	}
	return 0;
}
