/* Any text as a signature file of minisign or signify, and as a public key: refused with a sentence, or
 * parsed. What was parsed is verified, too: nobody makes a valid signature by chance. Without its last
 * byte, a file is none. */
#include "crypto/detached_signature.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* The key "alice" of tests/vectors/approvals.txt, of which the corpus has signatures. */
static const char alice[] = "RWT1Wr4sLBp345sBPLqIenAxs89bRg2nXYDnEOrL3wGRSFpAfcu6+5L2";
static const uint8_t message[SN_DETACHED_HASH_BYTES + 1] = {1};

static void check_key(const uint8_t *data, size_t len)
{
	struct sn_detached_key key;
	struct sn_error err = {0};
	char *text = fuzz_string(data, len);
	int ret = sn_detached_key_parse(&key, text, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
	} else {
		char number[SN_DETACHED_NUMBER_TEXT_MAX];
		fuzz_accept();
		FUZZ_CHECK(strlen(text) == 56 && !memcmp(text, "RW", 2));
		sn_detached_number_format(number, key.number);
		FUZZ_CHECK(strlen(number) == 16);
	}
	free(text);
}

static void check_signature(const uint8_t *data, size_t len)
{
	struct sn_detached_signature signature, shorter;
	struct sn_detached_key key;
	struct sn_error err = {0};
	int ret = sn_detached_signature_parse(&signature, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		return;
	}
	fuzz_accept();
	FUZZ_CHECK(len && data[len - 1] == '\n' && (signature.has_comment || !signature.is_of_hash));
	FUZZ_CHECK(!signature.has_comment ||
		   (signature.comment > (const char *)data &&
		    signature.comment + signature.comment_len < (const char *)data + len));
	FUZZ_CHECK(sn_detached_signature_parse(&shorter, data, len - 1, &err) == SN_BAD_INPUT);
	FUZZ_CHECK(!sn_detached_key_parse(&key, alice, &err));
	memcpy(key.number, signature.number, sizeof key.number);
	FUZZ_CHECK(!sn_detached_signature_is_valid(&signature, &key, message, sizeof message));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	check_key(data, len);
	check_signature(data, len);
	return 0;
}
