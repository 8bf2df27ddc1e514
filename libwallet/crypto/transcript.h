/* crypto/transcript.h - the hash functions of Carrot.
 *
 *   transcript = u8(length of tag) ‖ tag ‖ fields
 *   H_n[key](tag, fields) = BLAKE2b of the transcript: n bytes, personalized by sn_carrot_person
 *   H_scalar[key](tag, fields) = H_64[key](tag, fields), a little-endian integer, mod l
 *
 * A field has a fixed size and no length; integers are little-endian. crypto/fcmp_constants.h has the tags.
 * The key, the fields and the result may be secret. Use:
 *
 *   sn_transcript_init(&t, SN_CARROT_VIEW_TAG, s_sr, 3);
 *   sn_transcript_put(&t, input_context, 33);
 *   sn_transcript_put(&t, one_time_key.b, 32);
 *   sn_transcript_hash(&t, view_tag);
 *
 * Source: Monero pull request 9559 of 2026-08-22, src/carrot_core; jeffro256, "Carrot", 2026-04-08. */
#ifndef SN_CRYPTO_TRANSCRIPT_H
#define SN_CRYPTO_TRANSCRIPT_H

#include "crypto/blake2b.h"
#include "crypto/types.h"

#define SN_TRANSCRIPT_SCALAR 64 /* n of H_scalar */

/* Running state, as secret as key and fields. The functions that end a transcript wipe it. */
struct sn_transcript {
	struct sn_blake2b hash;
};

/* Start a transcript with the tag, for a hash of n bytes. `key` has 32 bytes; NULL: no key. */
void sn_transcript_init(struct sn_transcript *t, const char *tag, const uint8_t *key, size_t n);

void sn_transcript_put(struct sn_transcript *t, const void *field, size_t len);
void sn_transcript_put_u8(struct sn_transcript *t, uint8_t v);
void sn_transcript_put_u32(struct sn_transcript *t, uint32_t v);
void sn_transcript_put_u64(struct sn_transcript *t, uint64_t v);

/* out = H_n, n bytes. */
void sn_transcript_hash(struct sn_transcript *t, uint8_t *out);

/* out = H_scalar. n is SN_TRANSCRIPT_SCALAR. */
void sn_transcript_scalar(struct sn_transcript *t, struct sn_scalar *out);

#endif
