/* crypto/detached_signature.h - verify the signature files of minisign and signify: Ed25519, with a file for
 * each signature.
 *
 * A public key is one line of base64, the same for both programs: "Ed", 8 bytes that number the key, and the
 * point. A signature file has the lines
 *
 *     untrusted comment: TEXT
 *     BASE64                     algorithm (2 bytes), number of the key (8), signature (64)
 *
 * and, from minisign, two more:
 *
 *     trusted comment: TEXT
 *     BASE64                     signature (64) of the signature above, followed by the trusted TEXT
 *
 * The algorithm "Ed" signs the message itself: signify, and minisign -l. The algorithm "ED" signs its
 * BLAKE2b-512 hash: minisign. Source: the manual page of minisign ("Signature format"), signify.c of OpenBSD.
 *
 * The two algorithms use one key, and the algorithm is not signed. A signature of the 64 bytes of a hash by
 * "Ed" is also one of the hashed message by "ED". No message may therefore be valid both as a file and as a
 * hash: the callers' messages are longer than SN_DETACHED_HASH_BYTES.
 *
 * Everything here is public. */
#ifndef SN_CRYPTO_DETACHED_SIGNATURE_H
#define SN_CRYPTO_DETACHED_SIGNATURE_H

#include "base/error.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_DETACHED_NUMBER_BYTES 8
#define SN_DETACHED_SIGNATURE_BYTES 64
#define SN_DETACHED_HASH_BYTES 64

/* The comments of minisign may have 1,024 and 8,192 bytes. */
#define SN_DETACHED_FILE_MAX 10240

struct sn_detached_key {
	uint8_t number[SN_DETACHED_NUMBER_BYTES];
	struct sn_point point;
};

struct sn_detached_signature {
	bool is_of_hash; /* the algorithm "ED" */
	uint8_t number[SN_DETACHED_NUMBER_BYTES];
	uint8_t signature[SN_DETACHED_SIGNATURE_BYTES];
	bool has_comment;    /* the last two lines */
	const char *comment; /* without a NUL; points into the file */
	size_t comment_len;
	uint8_t of_comment[SN_DETACHED_SIGNATURE_BYTES];
};

/* Parse the line of a public key, without a newline. Returns SN_BAD_INPUT also for a point that is not in the
 * prime-order group, or is not encoded canonically. */
int sn_detached_key_parse(struct sn_detached_key *key, const char *text, struct sn_error *err) SN_MUST_USE;

/* Parse the `len` bytes of a signature file, which must outlive the result. A line ends in a newline, perhaps
 * after a carriage return (minisign on Windows). Returns SN_BAD_INPUT. */
int sn_detached_signature_parse(struct sn_detached_signature *signature, const void *file, size_t len,
				struct sn_error *err) SN_MUST_USE;

/* Whether `signature` is a signature of the message with this key, and its comment is the signed one. A
 * message of at most SN_DETACHED_HASH_BYTES has no signature. */
bool sn_detached_signature_is_valid(const struct sn_detached_signature *signature,
				    const struct sn_detached_key *key, const void *message,
				    size_t len) SN_MUST_USE;

/* Write the number of a key as minisign prints it, for messages. */
#define SN_DETACHED_NUMBER_TEXT_MAX (2 * SN_DETACHED_NUMBER_BYTES + 1)
void sn_detached_number_format(char text[static SN_DETACHED_NUMBER_TEXT_MAX],
			       const uint8_t number[static SN_DETACHED_NUMBER_BYTES]);

#endif
