/* handoff/envelope.h - the sealed envelope of all handoff files.
 *
 *   magic "SNKN" ‖ version ‖ kind ‖ network ‖ nonce (24) ‖ check (8) ‖ ciphertext ‖ tag (16)
 *
 * The plaintext is the length of the contents, the contents, and zeros up to one of a few sizes. So the size
 * of a file reveals neither the numbers of inputs and outputs nor, for a signed file, the exact size of the
 * transaction on the chain.
 *
 * The cipher is XChaCha20-Poly1305 with a key derived from the wallet's view secret key and the kind.
 * Everything before the ciphertext is associated data. The nonce is a keyed hash of header and contents: this
 * needs neither state nor randomness, and the same contents give the same bytes. An envelope with another
 * nonce is refused, so contents have only one envelope. `check` is a keyed hash of the nonce. It
 * distinguishes a file of another wallet from a corrupt one, and reveals nothing without the key. A finder of
 * the file learns its kind, network and size, and whether two files are equal.
 *
 * The online machine has the key as well: a valid envelope authenticates the transport, not the intent.
 * Layout and keys: doc/reference/formats.md. Cipher: draft-irtf-cfrg-xchacha-03; the construction of
 * the nonce: P. Rogaway, T. Shrimpton, "Deterministic Authenticated-Encryption" (2006), SIV. */
#ifndef SN_HANDOFF_ENVELOPE_H
#define SN_HANDOFF_ENVELOPE_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/network.h"
#include "crypto/types.h"

/* The version, times 256, and the kind. Both are part of the format. Version 2 is for transactions after the
 * network upgrade to FCMP++. */
enum sn_envelope_kind {
	SN_ENVELOPE_UNSIGNED_SET = 0x101,
	SN_ENVELOPE_SIGNED_SET = 0x102,
	SN_ENVELOPE_OUTPUT_LIST = 0x103,
	SN_ENVELOPE_KEY_IMAGES = 0x104,
	SN_ENVELOPE_NAMES = 0x105,
	SN_ENVELOPE_PROPOSALS = 0x201,
	SN_ENVELOPE_SIGNED_PROPOSALS = 0x202,
};

#define SN_ENVELOPE_MAGIC "SNKN"
#define SN_ENVELOPE_VERSION_MAX 2
#define SN_ENVELOPE_OVERHEAD (4 + 1 + 1 + 1 + 24 + 8 + 16)

#define SN_ENVELOPE_MAX (32u << 20)         /* a larger file, binary or hexadecimal, is refused unread */
#define SN_ENVELOPE_CONTENT_MAX (15u << 20) /* fits SN_ENVELOPE_MAX as lines of hexadecimal text as well */

/* The sizes of envelopes, in bytes. SN_ENVELOPE_CODE fits one code that a camera reads
 * (SN_SLIDES_STILL_VERSION); in version 1 it is the smallest size, and holds a payment with one input and two
 * outputs, unsigned or signed. In version 2, such a payment has the size SN_ENVELOPE_PROPOSAL unsigned, and
 * SN_ENVELOPE_SIGNED_PROPOSAL signed. */
#define SN_ENVELOPE_PROPOSAL 300
#define SN_ENVELOPE_SIGNED_PROPOSAL 700
#define SN_ENVELOPE_CODE 1752
#define SN_ENVELOPE_SECOND \
	4096 /* the others double from here to 8 MiB; the largest holds SN_ENVELOPE_CONTENT_MAX */

/* The size of the envelope for contents of `len` bytes, at most SN_ENVELOPE_CONTENT_MAX. */
size_t sn_envelope_size(enum sn_envelope_kind kind, size_t len);

/* Whether the file, binary or hexadecimal, claims to be an envelope of this kind. */
bool sn_envelope_is(enum sn_envelope_kind kind, const void *file, size_t len);

/* Seal `content` for the holders of `view_secret` (secret) and append the envelope to `out`. `content` must
 * not be in `out`.
 *
 * Returns
 *   SN_USAGE  the contents are larger than SN_ENVELOPE_CONTENT_MAX
 *   SN_IO     out of memory
 * On error `out` is unchanged. */
int sn_envelope_seal(struct sn_buf *out, enum sn_envelope_kind kind, enum sn_network network,
		     const struct sn_scalar *view_secret, const void *content, size_t len,
		     struct sn_error *err) SN_MUST_USE;

/* Open an envelope and append its contents to `content`. `file` is binary, or hexadecimal text of either case
 * with white space anywhere; the magic distinguishes them.
 *
 * Returns
 *   SN_BAD_INPUT  empty, not a handoff file, a file of the reference wallet, newer version, another kind,
 *                 another network, another wallet, corrupt, truncated, too large, or not canonical; each
 *                 with its own message
 *   SN_IO         out of memory
 * On error `content` is unchanged. */
int sn_envelope_open(struct sn_buf *content, enum sn_envelope_kind kind, enum sn_network network,
		     const struct sn_scalar *view_secret, const void *file, size_t len,
		     struct sn_error *err) SN_MUST_USE;

#endif
