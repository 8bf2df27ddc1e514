/* handoff/envelope.h - the sealed wrapping of everything that crosses the gap.
 *
 *   magic "SNKN" ‖ version ‖ kind ‖ network ‖ nonce (24) ‖ check (8) ‖ ciphertext ‖ tag (16)
 *
 * The plaintext is the length of the content, the content, and zeros up to one of a few sizes: the size of a
 * file does not tell the numbers of inputs and outputs, nor, of a signed file, the exact size of the
 * transaction on the chain.
 *
 * XChaCha20-Poly1305 under a key made from the wallet's view secret key and the kind; everything
 * before the ciphertext is associated data. The nonce is a keyed hash of header and content, so
 * that no state and no randomness is needed, the same content gives the same bytes, and no content
 * has a second envelope: one with another nonce is refused. `check` is a keyed hash of the nonce: it
 * tells a file of another wallet from a damaged one, and tells nothing to who does not hold the
 * key. Who finds the stick learns kind, network and which of the few sizes, and whether two files are the
 * same.
 *
 * The hot machine holds the key too: an envelope that opens proves transport, not intent.
 * Layout and keys: doc/reference/formats.md. Cipher: draft-irtf-cfrg-xchacha-03; the construction of
 * the nonce: P. Rogaway, T. Shrimpton, "Deterministic Authenticated-Encryption" (2006), SIV. */
#ifndef SN_HANDOFF_ENVELOPE_H
#define SN_HANDOFF_ENVELOPE_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/network.h"
#include "crypto/types.h"

/* The numbers are part of the format. */
enum sn_envelope_kind {
	SN_ENVELOPE_UNSIGNED_SET = 1,
	SN_ENVELOPE_SIGNED_SET = 2,
	SN_ENVELOPE_OUTPUT_LIST = 3,
	SN_ENVELOPE_KEY_IMAGES = 4,
};

#define SN_ENVELOPE_MAGIC "SNKN"
#define SN_ENVELOPE_VERSION 1
#define SN_ENVELOPE_OVERHEAD (4 + 1 + 1 + 1 + 24 + 8 + 16)

#define SN_ENVELOPE_MAX (32u << 20)         /* a larger file, of either form, is refused unread */
#define SN_ENVELOPE_CONTENT_MAX (15u << 20) /* fits SN_ENVELOPE_MAX as hexadecimal lines, too */

/* The smallest envelope, in bytes. It has room for a payment with one input and two outputs, unsigned or
 * signed, and fits one code that a camera reads (SN_SLIDES_STILL_VERSION). */
#define SN_ENVELOPE_SMALLEST 1752
#define SN_ENVELOPE_SECOND \
	4096 /* the others double from here to 8 MiB; the largest holds SN_ENVELOPE_CONTENT_MAX */

/* Bytes of the envelope of a content of `len` bytes, at most SN_ENVELOPE_CONTENT_MAX. */
size_t sn_envelope_size(size_t len);

/* Seal `content` for the holders of `view_secret` (secret) and append the envelope to `out`, which must
 * not be where the content lies. SN_USAGE when the content is larger than SN_ENVELOPE_CONTENT_MAX, SN_IO
 * when out of memory; `out` is then as it was. */
int sn_envelope_seal(struct sn_buf *out, enum sn_envelope_kind kind, enum sn_network network,
		     const struct sn_scalar *view_secret, const void *content, size_t len,
		     struct sn_error *err) SN_MUST_USE;

/* Open an envelope, given as bytes or as hexadecimal text of either case with white space anywhere (told
 * apart by the magic), and append its content to `content`. SN_BAD_INPUT, each with its own
 * sentence: empty, no such file, a file of the reference wallet, newer version, another kind, another
 * network, another wallet, damaged, cut short, too large, not canonical. SN_IO when out of memory. After
 * a failure `content` is as it was. */
int sn_envelope_open(struct sn_buf *content, enum sn_envelope_kind kind, enum sn_network network,
		     const struct sn_scalar *view_secret, const void *file, size_t len,
		     struct sn_error *err) SN_MUST_USE;

#endif
