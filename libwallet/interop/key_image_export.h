/* interop/key_image_export.h - proved key images: the plaintext of the file "Monero key image export",
 * version 3.
 *
 *   offset (u32) ‖ spend key ‖ view key ‖ n × (key image ‖ c ‖ r)
 *
 * Image i is that of output offset + i of the online wallet's list; one-time keys are not in the file. It is
 * not an archive: n follows from the length.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, export_key_images. */
#ifndef SN_INTEROP_KEY_IMAGE_EXPORT_H
#define SN_INTEROP_KEY_IMAGE_EXPORT_H

#include "interop/archive.h"
#include "ringct/signature.h"

struct sn_signed_key_image {
	struct sn_point image;
	struct sn_signature signature; /* sn_key_image_signature_make */
};

struct sn_key_image_export {
	uint32_t offset;
	struct sn_archive_owner owner;
	struct sn_signed_key_image *images; /* up to SN_LIST_MAX, or none */
	size_t n;
};

/* Prove that `image` = x·Hp(key) and `key` = x·G. `x` is secret, constant time. The result is verified.
 * Returns SN_BAD_INPUT, with an empty signature, if key, image and x do not match. */
int sn_key_image_signature_make(struct sn_signature *sig, const struct sn_point *image,
				const struct sn_point *key, const struct sn_scalar *x) SN_MUST_USE;

/* Verify. All inputs are public. Returns the errors of sn_ring_signature_verify. */
int sn_key_image_signature_verify(const struct sn_signature *sig, const struct sn_point *image,
				  const struct sn_point *key) SN_MUST_USE;

/* Append the encoding.
 *
 * Returns
 *   SN_USAGE  more than SN_LIST_MAX images, or an index that does not fit 32 bits
 *   SN_IO     out of memory
 * On error `out` is unchanged. */
int sn_key_image_export_encode(struct sn_buf *out, const struct sn_key_image_export *images,
			       struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. The caller checks the owner (sn_archive_check_owner) and the signatures
 * (sn_key_image_export_verify). Free with sn_key_image_export_free; on error the export is empty.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) truncated, or beyond the limits
 *   SN_IO         out of memory */
int sn_key_image_export_decode(struct sn_key_image_export *images, const void *data, size_t len,
			       struct sn_error *err) SN_MUST_USE;

/* Verify that image i is the key image of the one-time key keys[i], for all i. Public inputs. Returns
 * SN_BAD_INPUT and the index in the online wallet's list if a signature is invalid, or if `n` is not the
 * number of images. */
int sn_key_image_export_verify(const struct sn_key_image_export *images, const struct sn_point *keys,
			       size_t n, struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the export is empty afterwards. */
void sn_key_image_export_free(struct sn_key_image_export *images);

#endif
