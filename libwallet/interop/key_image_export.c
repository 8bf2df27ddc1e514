#include "interop/key_image_export.h"
#include "base/secret.h"
#include "handoff/list_frame.h" /* the limit */
#include "handoff/set_reader.h"
#include "ringct/ring_signature.h"

#include <stdlib.h>
#include <string.h>

#define IMAGE_SIZE (32 + SN_SIGNATURE_BYTES)

/* The message of the signature. */
static struct sn_hash message_of(const struct sn_point *image)
{
	struct sn_hash message;
	memcpy(message.b, image->b, sizeof message.b);
	return message;
}

int sn_key_image_signature_make(struct sn_signature *sig, const struct sn_point *image,
				const struct sn_point *key, const struct sn_scalar *x)
{
	const struct sn_hash message = message_of(image);
	return sn_ring_signature_make(sig, &message, image, key, 1, 0, x);
}

int sn_key_image_signature_verify(const struct sn_signature *sig, const struct sn_point *image,
				  const struct sn_point *key)
{
	const struct sn_hash message = message_of(image);
	return sn_ring_signature_verify(sig, &message, image, key, 1);
}

static int new_images(struct sn_key_image_export *images, const struct sn_reader *r, struct sn_error *err)
{
	const size_t n = r->left / IMAGE_SIZE;
	if (r->left % IMAGE_SIZE)
		return sn_error_set(err, SN_BAD_INPUT, "it is truncated within key image %zu", n + 1);
	int ret = sn_set_check_count(n, 0, SN_LIST_MAX, "key images", SN_BAD_INPUT, err);
	if (!ret && images->offset > UINT32_MAX - n)
		ret = sn_error_set(err, SN_BAD_INPUT,
				   "%zu key image%s, numbered from %lu: a number exceeds 32 bits", n,
				   SN_PLURAL(n), (unsigned long)images->offset);
	if (ret || !n)
		return ret;
	images->images = calloc(n, sizeof *images->images);
	if (!images->images)
		return sn_error_memory(err);
	images->n = n;
	return SN_OK;
}

static int take(void *value, struct sn_reader *r, struct sn_error *err)
{
	struct sn_key_image_export *images = value;
	*images = (struct sn_key_image_export){.offset = sn_read_u32(r)};
	sn_archive_read_owner(&images->owner, r);
	int ret = sn_set_check_reader(r, err);
	if (!ret)
		ret = new_images(images, r, err);
	for (size_t i = 0; i < images->n; i++) {
		sn_read_copy(r, images->images[i].image.b, 32);
		sn_read_copy(r, images->images[i].signature.c.b, 32);
		sn_read_copy(r, images->images[i].signature.r.b, 32);
	}
	return ret;
}

static void put(struct sn_buf *out, const void *value)
{
	const struct sn_key_image_export *images = value;
	sn_put_u32(out, images->offset);
	sn_archive_put_owner(out, &images->owner);
	for (size_t i = 0; i < images->n; i++) {
		sn_put_bytes(out, images->images[i].image.b, 32);
		sn_put_bytes(out, images->images[i].signature.c.b, 32);
		sn_put_bytes(out, images->images[i].signature.r.b, 32);
	}
}

static void release(void *value)
{
	struct sn_key_image_export *images = value;
	sn_archive_free(images->images, images->n, sizeof *images->images);
	*images = (struct sn_key_image_export){0};
}

static const struct sn_archive_format format = {
	.name = "the key image export",
	.size = sizeof(struct sn_key_image_export),
	.take = take,
	.put = put,
	.release = release,
};

int sn_key_image_export_encode(struct sn_buf *out, const struct sn_key_image_export *images,
			       struct sn_error *err)
{
	return sn_archive_encode(out, &format, images, err);
}

int sn_key_image_export_decode(struct sn_key_image_export *images, const void *data, size_t len,
			       struct sn_error *err)
{
	return sn_archive_decode(images, &format, data, len, err);
}

int sn_key_image_export_verify(const struct sn_key_image_export *images, const struct sn_point *keys,
			       size_t n, struct sn_error *err)
{
	if (n != images->n)
		return sn_error_set(err, SN_BAD_INPUT, "%zu key image%s for %zu output%s", images->n,
				    SN_PLURAL(images->n), n, SN_PLURAL(n));
	for (size_t i = 0; i < n; i++) {
		const struct sn_signed_key_image *image = &images->images[i];
		if (sn_key_image_signature_verify(&image->signature, &image->image, &keys[i]))
			return sn_error_set(err, SN_BAD_INPUT,
					    "the signature of the key image of output %lu is invalid",
					    (unsigned long)images->offset + (unsigned long)i);
	}
	return SN_OK;
}

void sn_key_image_export_free(struct sn_key_image_export *images)
{
	release(images);
}
