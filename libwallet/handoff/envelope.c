#include "handoff/envelope.h"
#include "base/secret.h"
#include "handoff/hex_text.h"

#include <string.h>

#include <sodium.h>

#define MAGIC_SIZE 4
#define PREFIX_SIZE (MAGIC_SIZE + 3) /* magic, version, kind, network */
#define NONCE_SIZE 24
#define CHECK_SIZE 8
#define TAG_SIZE 16
#define HEADER_SIZE (PREFIX_SIZE + NONCE_SIZE + CHECK_SIZE)
#define LENGTH_SIZE 4 /* of the length before the contents */
#define FEWER "put fewer transactions into one file"
#define LARGEST (SN_ENVELOPE_OVERHEAD + LENGTH_SIZE + SN_ENVELOPE_CONTENT_MAX)

_Static_assert(HEADER_SIZE + TAG_SIZE == SN_ENVELOPE_OVERHEAD, "overhead");
_Static_assert(NONCE_SIZE == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, "nonce size");
_Static_assert(TAG_SIZE == crypto_aead_xchacha20poly1305_ietf_ABYTES, "tag size");

struct keys {
	uint8_t cipher[32];
	uint8_t nonce[32];
	uint8_t check[32];
};

static uint8_t version_of(enum sn_envelope_kind kind)
{
	return (uint8_t)((unsigned)kind >> 8);
}

static void derive_key(uint8_t key[static 32], enum sn_envelope_kind kind, uint8_t purpose,
		       const struct sn_scalar *view_secret)
{
	static const char domain[] = "sneakernote envelope";
	const uint8_t tail[] = {version_of(kind), (uint8_t)kind, purpose};
	crypto_generichash_state state;
	crypto_generichash_init(&state, view_secret->b, 32, 32);
	crypto_generichash_update(&state, (const uint8_t *)domain, sizeof domain - 1);
	crypto_generichash_update(&state, tail, sizeof tail);
	crypto_generichash_final(&state, key, 32);
	sn_wipe(&state, sizeof state);
}

static void derive_keys(struct keys *keys, enum sn_envelope_kind kind, const struct sn_scalar *view_secret)
{
	derive_key(keys->cipher, kind, 1, view_secret);
	derive_key(keys->nonce, kind, 2, view_secret);
	derive_key(keys->check, kind, 3, view_secret);
}

static void make_nonce(uint8_t nonce[static NONCE_SIZE], const struct keys *keys,
		       const uint8_t prefix[static PREFIX_SIZE], const void *content, size_t len)
{
	crypto_generichash_state state;
	crypto_generichash_init(&state, keys->nonce, 32, NONCE_SIZE);
	crypto_generichash_update(&state, prefix, PREFIX_SIZE);
	crypto_generichash_update(&state, content, len);
	crypto_generichash_final(&state, nonce, NONCE_SIZE);
	sn_wipe(&state, sizeof state);
}

static void make_check(uint8_t check[static CHECK_SIZE], const struct keys *keys,
		       const uint8_t nonce[static NONCE_SIZE])
{
	uint8_t hash[32];
	crypto_generichash(hash, sizeof hash, nonce, NONCE_SIZE, keys->check, 32);
	memcpy(check, hash, CHECK_SIZE);
	sn_wipe(hash, sizeof hash);
}

size_t sn_envelope_size(enum sn_envelope_kind kind, size_t len)
{
	static const size_t small[] = {SN_ENVELOPE_PROPOSAL, SN_ENVELOPE_SIGNED_PROPOSAL, SN_ENVELOPE_CODE};
	const size_t needed = SN_ENVELOPE_OVERHEAD + LENGTH_SIZE + len;
	for (size_t i = version_of(kind) == 1 ? 2 : 0; i < sizeof small / sizeof small[0]; i++)
		if (needed <= small[i])
			return small[i];
	size_t size = SN_ENVELOPE_SECOND;
	while (size < needed)
		size *= 2;
	return size < LARGEST ? size : LARGEST;
}

bool sn_envelope_is(enum sn_envelope_kind kind, const void *file, size_t len)
{
	uint8_t start[MAGIC_SIZE + 2];
	const uint8_t *p = file;
	if (sn_hex_text_has_magic(file, len, SN_ENVELOPE_MAGIC, MAGIC_SIZE)) {
		len = sn_hex_text_start(start, sizeof start, file, len);
		p = start;
	}
	return len >= sizeof start && !memcmp(p, SN_ENVELOPE_MAGIC, MAGIC_SIZE) &&
	       p[MAGIC_SIZE] == version_of(kind) && p[MAGIC_SIZE + 1] == (uint8_t)kind;
}

int sn_envelope_seal(struct sn_buf *out, enum sn_envelope_kind kind, enum sn_network network,
		     const struct sn_scalar *view_secret, const void *content, size_t len,
		     struct sn_error *err)
{
	if (len > SN_ENVELOPE_CONTENT_MAX)
		return sn_error_hint(err,
				     sn_error_set(err, SN_USAGE,
						  "%zu bytes do not fit in a file, which holds %u bytes", len,
						  SN_ENVELOPE_CONTENT_MAX),
				     FEWER);
	const size_t size = sn_envelope_size(kind, len), plain_len = size - SN_ENVELOPE_OVERHEAD;
	uint8_t *p = sn_buf_grow(out, size);
	if (!p)
		return sn_error_memory(err);
	uint8_t *plain = p + HEADER_SIZE; /* sealed in place */
	memset(plain, 0, plain_len);
	sn_store_u32(plain, (uint32_t)len);
	if (len)
		memcpy(plain + LENGTH_SIZE, content, len);

	struct keys keys;
	derive_keys(&keys, kind, view_secret);
	uint8_t *nonce = p + PREFIX_SIZE;
	memcpy(p, SN_ENVELOPE_MAGIC, MAGIC_SIZE);
	p[MAGIC_SIZE] = version_of(kind);
	p[MAGIC_SIZE + 1] = (uint8_t)kind;
	p[MAGIC_SIZE + 2] = (uint8_t)network;
	make_nonce(nonce, &keys, p, plain, plain_len);
	make_check(nonce + NONCE_SIZE, &keys, nonce);
	crypto_aead_xchacha20poly1305_ietf_encrypt(plain, NULL, plain, plain_len, p, HEADER_SIZE, NULL, nonce,
						   keys.cipher);
	sn_wipe(&keys, sizeof keys);
	return SN_OK;
}

/* The name of a kind for messages, or NULL for an unknown number. */
static const char *kind_name(unsigned kind)
{
	switch (kind) {
	case SN_ENVELOPE_UNSIGNED_SET:
		return "an unsigned transaction file (from wo-transfer)";
	case SN_ENVELOPE_PROPOSALS:
		return "an unsigned proposal (from wo-transfer)";
	case SN_ENVELOPE_SIGNED_SET:
		return "a signed transaction file (from cold-sign)";
	case SN_ENVELOPE_SIGNED_PROPOSALS:
		return "a signed proposal (from cold-sign)";
	case SN_ENVELOPE_OUTPUT_LIST:
		return "an output list";
	case SN_ENVELOPE_KEY_IMAGES:
		return "a key image file";
	case SN_ENVELOPE_NAMES:
		return "a names file (from cold-export)";
	}
	return NULL;
}

static int not_canonical(struct sn_error *err, const char *problem)
{
	return sn_error_hint(err,
			     sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
					      "the file was not sealed by sneakernote: %s", problem),
			     "make it again");
}

/* The checks that need no key. */
static int check_prefix(const uint8_t *p, size_t len, enum sn_envelope_kind kind, enum sn_network network,
			struct sn_error *err)
{
	size_t n = len < MAGIC_SIZE ? len : MAGIC_SIZE;
	if (memcmp(p, SN_ENVELOPE_MAGIC, n))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					"not a file of sneakernote or of the reference wallet; expected %s",
					kind_name(kind));
	if (len <= MAGIC_SIZE)
		return sn_error_truncated_file(err, len);
	if (p[MAGIC_SIZE] > SN_ENVELOPE_VERSION_MAX)
		return sn_error_hint(
			err,
			sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					 "unsupported format version %d: the file is newer than this program",
					 p[MAGIC_SIZE]),
			"install the version of sneakernote that made the file");
	if (!p[MAGIC_SIZE])
		return sn_error_corrupt_file(err, "invalid format version");
	if (len < SN_ENVELOPE_OVERHEAD)
		return sn_error_truncated_file(err, len);

	const unsigned its_kind = (unsigned)p[MAGIC_SIZE] << 8 | p[MAGIC_SIZE + 1];
	if (!kind_name(its_kind))
		return sn_error_corrupt_file(err, "invalid kind");
	if (its_kind != (unsigned)kind)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					"wrong file: this is %s; expected %s", kind_name(its_kind),
					kind_name(kind));
	enum sn_network its_network;
	if (sn_network_from_number(&its_network, p[MAGIC_SIZE + 2]))
		return sn_error_corrupt_file(err, "invalid network");
	if (its_network != network)
		return sn_error_other_network(err, its_network, network);
	if (len > LARGEST)
		return sn_error_hint(err,
				     sn_error_set(err, SN_BAD_INPUT,
						  "the contents of the file exceed %u bytes",
						  SN_ENVELOPE_CONTENT_MAX),
				     FEWER);
	return SN_OK;
}

/* Read the length of the contents. Returns false if the padding is not canonical: only zeros may follow, and
 * a smaller size must not suffice. */
static bool read_length(size_t *len, enum sn_envelope_kind kind, const uint8_t *plain, size_t plain_len)
{
	uint8_t rest = 0;
	if (plain_len < LENGTH_SIZE)
		return false;
	*len = sn_load_u32(plain);
	if (*len > SN_ENVELOPE_CONTENT_MAX ||
	    sn_envelope_size(kind, *len) != SN_ENVELOPE_OVERHEAD + plain_len)
		return false;
	for (size_t i = LENGTH_SIZE + *len; i < plain_len; i++)
		rest |= plain[i];
	return !rest;
}

static int open_bytes(struct sn_buf *content, enum sn_envelope_kind kind, enum sn_network network,
		      const struct sn_scalar *view_secret, const uint8_t *p, size_t len, struct sn_error *err)
{
	int ret = check_prefix(p, len, kind, network, err);
	if (ret)
		return ret;

	struct keys keys;
	derive_keys(&keys, kind, view_secret);
	const uint8_t *nonce = p + PREFIX_SIZE;
	size_t plain_len = len - SN_ENVELOPE_OVERHEAD, content_len = 0, start = content->len;
	uint8_t *plain = NULL;

	uint8_t check[CHECK_SIZE];
	make_check(check, &keys, nonce);
	if (sodium_memcmp(check, nonce + NONCE_SIZE, CHECK_SIZE)) {
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				       "the file belongs to another wallet, or is corrupt");
		sn_error_hint(err, ret,
			      "use the wallet that it was made for; if this is it, copy the file again");
		goto out;
	}
	plain = sn_buf_grow(content, plain_len);
	if (!plain) {
		ret = sn_error_memory(err);
		goto out;
	}
	if (crypto_aead_xchacha20poly1305_ietf_decrypt(plain, NULL, NULL, p + HEADER_SIZE, len - HEADER_SIZE,
						       p, HEADER_SIZE, nonce, keys.cipher)) {
		ret = sn_error_corrupt_file(err, "wrong authentication tag");
		goto out;
	}
	uint8_t expected[NONCE_SIZE];
	make_nonce(expected, &keys, p, plain, plain_len);
	if (sodium_memcmp(expected, nonce, NONCE_SIZE))
		ret = not_canonical(err, "the nonce does not match the contents");
	else if (!read_length(&content_len, kind, plain, plain_len))
		ret = not_canonical(err, "wrong padding");
	else
		memmove(plain, plain + LENGTH_SIZE, content_len);
out:
	if (ret)
		content_len = 0;
	if (plain) {
		sn_wipe(plain + content_len, plain_len - content_len);
		content->len = start + content_len;
	}
	sn_wipe(&keys, sizeof keys);
	return ret;
}

int sn_envelope_open(struct sn_buf *content, enum sn_envelope_kind kind, enum sn_network network,
		     const struct sn_scalar *view_secret, const void *file, size_t len, struct sn_error *err)
{
	if (len == 0)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
					"the input is empty; expected %s", kind_name(kind));
	if (len > SN_ENVELOPE_MAX)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					"the file is larger than %u bytes; expected %s", SN_ENVELOPE_MAX,
					kind_name(kind));
	if (!sn_hex_text_has_magic(file, len, SN_ENVELOPE_MAGIC, MAGIC_SIZE))
		return open_bytes(content, kind, network, view_secret, file, len, err);

	struct sn_buf bytes = {0};
	int ret = sn_hex_text_read(&bytes, file, len, err);
	if (!ret)
		ret = open_bytes(content, kind, network, view_secret, bytes.data, bytes.len, err);
	sn_buf_free(&bytes);
	return ret;
}
