/* interop/sealed_file.h - the files that the reference wallet (wallet2) exchanges between its online and its
 * offline side.
 *
 *   magic text ‖ version ‖ nonce (8) ‖ ciphertext ‖ signature (64)
 *
 *   kind               magic text                version
 *   unsigned_tx_set    "Monero unsigned tx set"     5
 *   signed_tx_set      "Monero signed tx set"       5
 *   output export      "Monero output export"       4
 *   key image export   "Monero key image export"    3
 *
 * The key of the cipher is K = CryptoNight(a) of the view secret key a. The ciphertext is the plaintext XOR
 * ChaCha20 with K, the 8-byte nonce, and a block counter from 0. The signature (ringct/signature.h) is made
 * with a over Keccak-256(nonce ‖ ciphertext). It does not cover the magic: a file with the magic of another
 * kind is detected when its plaintext is parsed.
 *
 * The online machine has the view secret key as well: the signature authenticates the transport, not the
 * intent. There is no network in the file.
 *
 * The reference wallet draws the nonce at random. Here it is a keyed hash of the kind and the whole
 * plaintext: the same contents give the same bytes. Two of n different plaintexts share a nonce, and with it
 * the key stream, with a probability of n²/2^65, as with random nonces.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, encrypt_with_view_secret_key and
 * decrypt_with_view_secret_key; releases 0.18.0.0 to 0.18.5.3. */
#ifndef SN_INTEROP_SEALED_FILE_H
#define SN_INTEROP_SEALED_FILE_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"
#include "handoff/envelope.h" /* the limits */
#include "ringct/signature.h"

#include <stdbool.h>

enum sn_interop_kind {
	SN_INTEROP_UNSIGNED_TX_SET,
	SN_INTEROP_SIGNED_TX_SET,
	SN_INTEROP_OUTPUT_EXPORT,
	SN_INTEROP_KEY_IMAGE_EXPORT,
	SN_INTEROP_KINDS,
};

#define SN_INTEROP_MAGIC "Monero " /* all magic texts start with it */
#define SN_INTEROP_NONCE_BYTES 8
#define SN_INTEROP_BODY_MIN (SN_INTEROP_NONCE_BYTES + SN_SIGNATURE_BYTES)

/* A larger file, binary or hexadecimal, is refused; the plaintext fits as hexadecimal text as well. */
#define SN_INTEROP_FILE_MAX SN_ENVELOPE_MAX
#define SN_INTEROP_PLAINTEXT_MAX SN_ENVELOPE_CONTENT_MAX

/* The keys of a wallet's files, all secret except view_public. */
struct sn_interop_key {
	struct sn_scalar view_secret;
	struct sn_point view_public;
	struct sn_hash cipher; /* K */
};

/* Derive the keys from the view secret key (secret) of the wallet. Not constant time: kernel/cryptonight.h.
 * Takes 0.02 to 0.2 s: keep the keys for the other files. Returns SN_IO if out of memory; `key` is then
 * empty.
 */
int sn_interop_key_init(struct sn_interop_key *key, const struct sn_scalar *view_secret,
			struct sn_error *err) SN_MUST_USE;
void sn_interop_key_wipe(struct sn_interop_key *key);

/* The kind with an article, for messages. */
const char *sn_interop_kind_name(enum sn_interop_kind kind);

/* Whether the file begins as a file of the reference wallet: one of the four kinds in any version, one for a
 * multisig wallet, or one in its text format. It may be hexadecimal, and may end within its magic text.
 * sn_sealed_file_open says what is wrong with it. */
bool sn_interop_is_file(const void *file, size_t len);

/* Find the kind of a file of any version by its magic text; the file may be hexadecimal. Returns false if it
 * has none of the four, or is shorter than the magic text. */
bool sn_interop_find_kind(enum sn_interop_kind *kind, const void *file, size_t len);

/* Seal `plaintext` and append the file to `out`. `plaintext` must not be in `out`. Constant time in the keys
 * and the plaintext.
 *
 * Returns
 *   SN_USAGE  the plaintext is larger than SN_INTEROP_PLAINTEXT_MAX
 *   SN_IO     out of memory
 * On error `out` is unchanged. */
int sn_sealed_file_make(struct sn_buf *out, enum sn_interop_kind kind, const struct sn_interop_key *key,
			const void *plaintext, size_t len, struct sn_error *err) SN_MUST_USE;

/* Open a file and append its plaintext to `plaintext`. The file is binary, or hexadecimal text of either case
 * with white space anywhere. The signature is verified before anything is decrypted.
 *
 * Returns
 *   SN_BAD_INPUT  empty, too large, truncated, not a file of the reference wallet, another kind, another
 *                 version, of another wallet, or damaged; each with its own message, except the last two
 *   SN_IO         out of memory
 * On error `plaintext` is unchanged. */
int sn_sealed_file_open(struct sn_buf *plaintext, enum sn_interop_kind kind, const struct sn_interop_key *key,
			const void *file, size_t len, struct sn_error *err) SN_MUST_USE;

#endif
