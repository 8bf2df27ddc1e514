#include "interop/sealed_file.h"
#include "base/seam.h"
#include "base/secret.h"
#include "crypto/derive.h"
#include "crypto/keccak.h"
#include "crypto/random.h"
#include "handoff/hex_text.h"
#include "kernel/cryptonight.h"

#include <string.h>

#include <sodium.h>

#define MULTISIG_MAGIC "Monero multisig "
#define TEXT_MAGIC "MoneroAsciiDataV1"
#define TEXT_MAGIC_WITHIN 64 /* its line is the first one */

_Static_assert(crypto_stream_chacha20_NONCEBYTES == SN_INTEROP_NONCE_BYTES, "nonce size");
_Static_assert(crypto_stream_chacha20_KEYBYTES == sizeof(struct sn_hash), "key size");

static const struct format {
	const char *magic;
	uint8_t version;
	const char *name;
} formats[SN_INTEROP_KINDS] = {
	[SN_INTEROP_UNSIGNED_TX_SET] = {"Monero unsigned tx set", 5,
					"an unsigned transaction set of the reference wallet"},
	[SN_INTEROP_SIGNED_TX_SET] = {"Monero signed tx set", 5,
				      "a signed transaction set of the reference wallet"},
	[SN_INTEROP_OUTPUT_EXPORT] = {"Monero output export", 4, "an output export of the reference wallet"},
	[SN_INTEROP_KEY_IMAGE_EXPORT] = {"Monero key image export", 3,
					 "a key image export of the reference wallet"},
};

int sn_interop_key_init(struct sn_interop_key *key, const struct sn_scalar *view_secret, struct sn_error *err)
{
	int ret = sn_cryptonight(&key->cipher, view_secret->b, sizeof view_secret->b, err);
	if (ret) {
		sn_interop_key_wipe(key);
		return ret;
	}
	key->view_secret = *view_secret;
	sn_secret_to_public(&key->view_public, view_secret);
	return SN_OK;
}

void sn_interop_key_wipe(struct sn_interop_key *key)
{
	sn_wipe(key, sizeof *key);
}

const char *sn_interop_kind_name(enum sn_interop_kind kind)
{
	return formats[kind].name;
}

static bool starts_with(const uint8_t *data, size_t len, const char *text)
{
	return len >= strlen(text) && !memcmp(data, text, strlen(text));
}

static bool find_kind(enum sn_interop_kind *kind, const uint8_t *data, size_t len)
{
	for (int i = 0; i < SN_INTEROP_KINDS; i++)
		if (starts_with(data, len, formats[i].magic)) {
			*kind = (enum sn_interop_kind)i;
			return true;
		}
	return false;
}

static bool is_hex_text(const void *file, size_t len)
{
	return sn_hex_text_has_magic(file, len, SN_INTEROP_MAGIC, sizeof SN_INTEROP_MAGIC - 1);
}

/* The first bytes of the file, decoded if it is hexadecimal. Returns their number. */
static size_t read_start(uint8_t start[static SN_HEX_TEXT_START_MAX], const void *file, size_t len)
{
	size_t n = is_hex_text(file, len) ? sn_hex_text_start(start, SN_HEX_TEXT_START_MAX, file, len) : 0;
	if (!n && len) {
		n = len < SN_HEX_TEXT_START_MAX ? len : SN_HEX_TEXT_START_MAX;
		memcpy(start, file, n);
	}
	return n;
}

/* Whether the file ends within the text, or goes on after it. */
static bool is_start_of(const char *text, const uint8_t *data, size_t len)
{
	const size_t n = len < strlen(text) ? len : strlen(text);
	return n && !memcmp(data, text, n);
}

static bool is_text_format(const void *file, size_t len)
{
	return memmem(file, len < TEXT_MAGIC_WITHIN ? len : TEXT_MAGIC_WITHIN, TEXT_MAGIC,
		      sizeof TEXT_MAGIC - 1);
}

bool sn_interop_is_file(const void *file, size_t len)
{
	uint8_t start[SN_HEX_TEXT_START_MAX];
	const size_t n = read_start(start, file, len);
	bool is_file = n && (is_start_of(MULTISIG_MAGIC, start, n) || is_text_format(file, len));
	for (int i = 0; !is_file && i < SN_INTEROP_KINDS; i++)
		is_file = is_start_of(formats[i].magic, start, n);
	return is_file;
}

bool sn_interop_find_kind(enum sn_interop_kind *kind, const void *file, size_t len)
{
	uint8_t start[SN_HEX_TEXT_START_MAX];
	return find_kind(kind, start, read_start(start, file, len));
}

/* Keccak-256(nonce ‖ ciphertext), the message of the signature. */
static void hash_body(struct sn_hash *hash, const uint8_t *body, size_t ciphertext_len)
{
	sn_keccak256(hash, body, SN_INTEROP_NONCE_BYTES + ciphertext_len);
}

static void make_nonce(uint8_t nonce[static SN_INTEROP_NONCE_BYTES], enum sn_interop_kind kind,
		       const struct sn_interop_key *key, const void *plaintext, size_t len)
{
	struct sn_random random;
	sn_random_init(&random, "interop file nonce", &key->view_secret, plaintext, len);
	sn_random_fork(&random, &random, "kind", (uint64_t)kind);
	sn_random_bytes(&random, nonce, SN_INTEROP_NONCE_BYTES);
	sn_random_wipe(&random);
}

int sn_sealed_file_make(struct sn_buf *out, enum sn_interop_kind kind, const struct sn_interop_key *key,
			const void *plaintext, size_t len, struct sn_error *err)
{
	const struct format *format = &formats[kind];
	const size_t magic_len = strlen(format->magic) + 1;
	if (len > SN_INTEROP_PLAINTEXT_MAX)
		return sn_error_hint(err,
				     sn_error_set(err, SN_USAGE,
						  "%zu bytes do not fit in a file, which holds %u bytes", len,
						  SN_INTEROP_PLAINTEXT_MAX),
				     "put fewer transactions or outputs into one file");
	uint8_t *p = sn_buf_grow(out, magic_len + SN_INTEROP_BODY_MIN + len);
	if (!p)
		return sn_error_memory(err);
	memcpy(p, format->magic, magic_len - 1);
	p[magic_len - 1] = format->version;

	uint8_t *nonce = p + magic_len, *ciphertext = nonce + SN_INTEROP_NONCE_BYTES;
	make_nonce(nonce, kind, key, plaintext, len);
	if (len)
		crypto_stream_chacha20_xor(ciphertext, plaintext, len, nonce, key->cipher.b);
	SN_PUBLIC(nonce, SN_INTEROP_NONCE_BYTES + len); /* the contents of the file */

	struct sn_hash hash;
	struct sn_signature sig;
	hash_body(&hash, nonce, len);
	sn_signature_make(&sig, &hash, &key->view_public, &key->view_secret);
	memcpy(ciphertext + len, &sig, sizeof sig);
	return SN_OK;
}

/* The error for a file without one of the four magic texts. */
static int not_a_file(enum sn_interop_kind kind, const uint8_t *p, size_t len, struct sn_error *err)
{
	const char *expected = formats[kind].name;
	for (int i = 0; i < SN_INTEROP_KINDS; i++)
		if (len < strlen(formats[i].magic) && is_start_of(formats[i].magic, p, len))
			return sn_error_truncated_file(err, len);
	if (starts_with(p, len, MULTISIG_MAGIC))
		return sn_error_because(
			err, SN_BAD_INPUT, SN_REASON_FOREIGN,
			"the file is for a multisig wallet, which is not supported; expected %s", expected);
	if (is_text_format(p, len))
		return sn_error_hint(
			err,
			sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					 "the file has the text format %s; expected %s in the "
					 "binary format",
					 TEXT_MAGIC, expected),
			"run \"set export-format binary\" in monero-wallet-cli and make the file "
			"again");
	if (starts_with(p, len, SN_ENVELOPE_MAGIC))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					"the file was made by sneakernote; expected %s", expected);
	return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				"not a file of the reference wallet; expected %s", expected);
}

static int check_version(const struct format *format, uint8_t version, struct sn_error *err)
{
	if (version == format->version)
		return SN_OK;
	if (version > format->version)
		return sn_error_hint(
			err,
			sn_error_because(
				err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				"the file is %s in format version %d, newer than this program, which supports version %d",
				format->name, version, format->version),
			"make the file again with an older release of the reference wallet, or update sneakernote");
	return sn_error_hint(
		err,
		sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				 "the file is %s in the old format version %d, from a release before 0.18; "
				 "this program supports version %d",
				 format->name, version, format->version),
		"make the file again with release 0.18 of the reference wallet or a later one");
}

/* The checks that need no key. *body is the rest after magic and version. */
static int check_magic(const uint8_t **body, size_t *body_len, enum sn_interop_kind kind, const uint8_t *p,
		       size_t len, struct sn_error *err)
{
	const struct format *format = &formats[kind];
	enum sn_interop_kind its_kind;
	if (!find_kind(&its_kind, p, len))
		return not_a_file(kind, p, len, err);
	if (its_kind != kind)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					"wrong file: this is %s; expected %s", formats[its_kind].name,
					format->name);
	const size_t magic_len = strlen(format->magic) + 1;
	if (len < magic_len)
		return sn_error_truncated_file(err, len);
	int ret = check_version(format, p[magic_len - 1], err);
	if (ret)
		return ret;
	if (len < magic_len + SN_INTEROP_BODY_MIN)
		return sn_error_truncated_file(err, len);
	*body = p + magic_len;
	*body_len = len - magic_len;
	return SN_OK;
}

static int open_bytes(struct sn_buf *plaintext, enum sn_interop_kind kind, const struct sn_interop_key *key,
		      const uint8_t *file, size_t file_len, struct sn_error *err)
{
	const uint8_t *body = NULL;
	size_t body_len = 0;
	int ret = check_magic(&body, &body_len, kind, file, file_len, err);
	if (ret)
		return ret;

	const uint8_t *ciphertext = body + SN_INTEROP_NONCE_BYTES;
	const size_t len = body_len - SN_INTEROP_BODY_MIN;
	struct sn_signature sig;
	struct sn_hash hash;
	memcpy(&sig, ciphertext + len, sizeof sig);
	hash_body(&hash, body, len);
	if (sn_signature_verify(&sig, &hash, &key->view_public))
		return sn_error_hint(
			err,
			sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					 "the file belongs to another wallet, or is corrupt"),
			"use the wallet that it was made for; if this is it, copy the file again");
	uint8_t *p = sn_buf_grow(plaintext, len);
	if (!p)
		return sn_error_memory(err);
	crypto_stream_chacha20_xor(p, ciphertext, len, body, key->cipher.b);
	return SN_OK;
}

int sn_sealed_file_open(struct sn_buf *plaintext, enum sn_interop_kind kind, const struct sn_interop_key *key,
			const void *file, size_t len, struct sn_error *err)
{
	if (len == 0)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
					"the input is empty; expected %s", formats[kind].name);
	if (len > SN_INTEROP_FILE_MAX)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					"the file is larger than %u bytes; expected %s", SN_INTEROP_FILE_MAX,
					formats[kind].name);
	if (!is_hex_text(file, len))
		return open_bytes(plaintext, kind, key, file, len, err);

	struct sn_buf bytes = {0};
	int ret = sn_hex_text_read(&bytes, file, len, err);
	if (!ret)
		ret = open_bytes(plaintext, kind, key, bytes.data, bytes.len, err);
	sn_buf_free(&bytes);
	return ret;
}
