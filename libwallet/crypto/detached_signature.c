#include "crypto/detached_signature.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define ALGORITHM_BYTES 2
#define HEAD_BYTES (ALGORITHM_BYTES + SN_DETACHED_NUMBER_BYTES)
#define KEY_BYTES (HEAD_BYTES + sizeof(struct sn_point))

static const char plain[] = "Ed", of_hash[] = "ED"; /* of a key, too: plain */

static const char untrusted_prefix[] = "untrusted comment: ";
static const char trusted_prefix[] = "trusted comment: ";

/* ------------------------------------------------------------------ parsing */

/* Decode text that encodes exactly `size` bytes, at most those of a signature file. libsodium takes some
 * bytes above 127 for characters of base64, so the text must be what it would write itself. */
static int decode(uint8_t *out, size_t size, const char *text, size_t len)
{
	char again[sodium_base64_ENCODED_LEN(HEAD_BYTES + SN_DETACHED_SIGNATURE_BYTES,
					     sodium_base64_VARIANT_ORIGINAL)];
	size_t got;
	if (len != sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL) - 1 ||
	    sodium_base642bin(out, size, text, len, NULL, &got, NULL, sodium_base64_VARIANT_ORIGINAL) ||
	    got != size)
		return SN_BAD_INPUT;
	sodium_bin2base64(again, sizeof again, out, size, sodium_base64_VARIANT_ORIGINAL);
	return memcmp(again, text, len) ? SN_BAD_INPUT : SN_OK;
}

int sn_detached_key_parse(struct sn_detached_key *key, const char *text, struct sn_error *err)
{
	uint8_t bytes[KEY_BYTES];
	if (decode(bytes, sizeof bytes, text, strlen(text)) || memcmp(bytes, plain, ALGORITHM_BYTES) != 0)
		return sn_error_hint(
			err, sn_error_set(err, SN_BAD_INPUT, "not a public key of minisign or signify"),
			"use the second line of the public key file, which begins with RW");
	memcpy(key->number, bytes + ALGORITHM_BYTES, sizeof key->number);
	memcpy(key->point.b, bytes + HEAD_BYTES, sizeof key->point.b);
	if (!crypto_core_ed25519_is_valid_point(key->point.b))
		return sn_error_set(err, SN_BAD_INPUT, "not a valid point of Ed25519");
	return SN_OK;
}

/* Take the next line from *at. Returns false if no newline follows. */
static bool next_line(const char **at, const char *end, const char **line, size_t *len)
{
	const char *newline = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
	if (!newline)
		return false;
	*line = *at;
	*len = (size_t)(newline - *at);
	if (*len && newline[-1] == '\r')
		--*len;
	*at = newline + 1;
	return true;
}

/* Take a line that begins with `prefix`, and keep the rest of it. */
static int take_comment(const char **at, const char *end, const char *prefix, const char **comment,
			size_t *len, struct sn_error *err)
{
	const size_t n = strlen(prefix);
	if (!next_line(at, end, comment, len) || *len < n || memcmp(*comment, prefix, n) != 0)
		return sn_error_set(err, SN_BAD_INPUT, "the line \"%.*s:\" is missing", (int)n - 2, prefix);
	*comment += n;
	*len -= n;
	if (memchr(*comment, '\0', *len))
		return sn_error_set(err, SN_BAD_INPUT, "a comment has a NUL byte");
	return SN_OK;
}

static int take_bytes(const char **at, const char *end, uint8_t *out, size_t size, struct sn_error *err)
{
	const char *line;
	size_t len;
	if (!next_line(at, end, &line, &len))
		return sn_error_set(err, SN_BAD_INPUT, "the file is truncated");
	return decode(out, size, line, len)
		       ? sn_error_set(err, SN_BAD_INPUT, "a line is not the base64 text of a signature")
		       : SN_OK;
}

static int parse(struct sn_detached_signature *s, const char *at, const char *end, struct sn_error *err)
{
	uint8_t bytes[HEAD_BYTES + SN_DETACHED_SIGNATURE_BYTES];
	const char *untrusted;
	size_t untrusted_len;
	int ret = take_comment(&at, end, untrusted_prefix, &untrusted, &untrusted_len, err);
	if (!ret)
		ret = take_bytes(&at, end, bytes, sizeof bytes, err);
	if (ret)
		return ret;
	s->is_of_hash = !memcmp(bytes, of_hash, ALGORITHM_BYTES);
	if (!s->is_of_hash && memcmp(bytes, plain, ALGORITHM_BYTES) != 0)
		return sn_error_set(err, SN_BAD_INPUT, "unsupported signature algorithm");
	memcpy(s->number, bytes + ALGORITHM_BYTES, sizeof s->number);
	memcpy(s->signature, bytes + HEAD_BYTES, sizeof s->signature);
	s->has_comment = s->is_of_hash || at != end; /* only signify omits it */
	if (!s->has_comment)
		return SN_OK;
	ret = take_comment(&at, end, trusted_prefix, &s->comment, &s->comment_len, err);
	if (!ret)
		ret = take_bytes(&at, end, s->of_comment, sizeof s->of_comment, err);
	if (!ret && at != end)
		ret = sn_error_set(err, SN_BAD_INPUT, "text follows the signature");
	return ret;
}

int sn_detached_signature_parse(struct sn_detached_signature *signature, const void *file, size_t len,
				struct sn_error *err)
{
	*signature = (struct sn_detached_signature){0};
	int ret = len > SN_DETACHED_FILE_MAX
			  ? sn_error_set(err, SN_BAD_INPUT, "more than %d bytes", SN_DETACHED_FILE_MAX)
			  : parse(signature, file, (const char *)file + len, err);
	return ret ? sn_error_prefix(err, ret, "not a signature of minisign or signify") : SN_OK;
}

/* ------------------------------------------------------------------ verification */

static bool is_comment_valid(const struct sn_detached_signature *s, const struct sn_detached_key *key)
{
	uint8_t message[SN_DETACHED_SIGNATURE_BYTES + SN_DETACHED_FILE_MAX];
	if (!s->has_comment)
		return true;
	if (s->comment_len > SN_DETACHED_FILE_MAX)
		return false;
	memcpy(message, s->signature, sizeof s->signature);
	memcpy(message + sizeof s->signature, s->comment, s->comment_len);
	return !crypto_sign_verify_detached(s->of_comment, message, sizeof s->signature + s->comment_len,
					    key->point.b);
}

bool sn_detached_signature_is_valid(const struct sn_detached_signature *signature,
				    const struct sn_detached_key *key, const void *message, size_t len)
{
	uint8_t hash[SN_DETACHED_HASH_BYTES];
	if (memcmp(signature->number, key->number, sizeof key->number) != 0 || len <= sizeof hash)
		return false;
	if (signature->is_of_hash) {
		crypto_generichash(hash, sizeof hash, message, len, NULL, 0);
		message = hash;
		len = sizeof hash;
	}
	return !crypto_sign_verify_detached(signature->signature, message, len, key->point.b) &&
	       is_comment_valid(signature, key);
}

/* The number is little-endian. */
void sn_detached_number_format(char text[static SN_DETACHED_NUMBER_TEXT_MAX],
			       const uint8_t number[static SN_DETACHED_NUMBER_BYTES])
{
	for (size_t i = 0; i < SN_DETACHED_NUMBER_BYTES; i++)
		snprintf(text + 2 * i, 3, "%02X", number[SN_DETACHED_NUMBER_BYTES - 1 - i]);
}
