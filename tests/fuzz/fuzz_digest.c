/* Any text as an Authorization header. The byte 1 in it stands for a valid nonce, 2 to 4 for the right
 * response of the client's first to third request (cnonce "c"), 5 to 7 for the same with MD5: only a text
 * with one of these may be let in, and none twice. */
#include "fuzz.h"
#include "rpc/digest.h"

#include <stdlib.h>
#include <string.h>

static void take_nonce(char nonce[static 64], const char *challenge)
{
	const char *at = strstr(challenge, "nonce=\"");
	FUZZ_CHECK(at && strcspn(at + 7, "\"") < 64);
	at += 7;
	memcpy(nonce, at, strcspn(at, "\""));
	nonce[strcspn(at, "\"")] = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const char *const counters[] = {"00000001", "00000002", "00000003"};
	struct sn_digest *d;
	struct sn_buf header = {0};
	struct sn_error err = {0};
	char challenge[SN_DIGEST_CHALLENGE_SIZE], nonce[64], ha1[2][SN_DIGEST_HEX_SIZE],
		response[SN_DIGEST_HEX_SIZE];
	bool knows_password = false;
	FUZZ_CHECK(!sn_digest_new(&d, "user:pass", "reader:word", true, &err));
	sn_digest_challenge(d, SN_DIGEST_SHA256, false, challenge);
	take_nonce(nonce, challenge);
	for (int i = SN_DIGEST_SHA256; i <= SN_DIGEST_MD5; i++)
		sn_digest_ha1(i, ha1[i], "user", SN_DIGEST_REALM, "pass");
	for (size_t i = 0; i < len && data[i] && header.len < 4096; i++) {
		if (data[i] == 1) {
			sn_put_bytes(&header, nonce, strlen(nonce));
		} else if (data[i] <= 7) {
			const enum sn_digest_algorithm algorithm =
				data[i] <= 4 ? SN_DIGEST_SHA256 : SN_DIGEST_MD5;
			sn_digest_response(algorithm, response, ha1[algorithm], "POST", "/json_rpc", nonce,
					   counters[(data[i] - 2) % 3], "c");
			sn_put_bytes(&header, response, strlen(response));
			knows_password = true;
		} else {
			sn_put_u8(&header, data[i]);
		}
	}
	sn_put_u8(&header, 0);
	enum sn_digest_verdict verdict = sn_digest_check(d, "POST", "/json_rpc", (const char *)header.data);
	FUZZ_CHECK(verdict == SN_DIGEST_DENIED || (knows_password && verdict != SN_DIGEST_ALLOWED_TO_READ));
	FUZZ_CHECK(sn_digest_check(d, "GET", "/json_rpc", (const char *)header.data) == SN_DIGEST_DENIED);
	if (verdict == SN_DIGEST_ALLOWED) {
		fuzz_accept();
		FUZZ_CHECK(sn_digest_check(d, "POST", "/json_rpc", (const char *)header.data) ==
			   SN_DIGEST_STALE);
	}
	sn_buf_free(&header);
	sn_digest_free(d);
	return 0;
}
