#include "optic/picture.h"

#include "base/secret.h"

#include <stdlib.h>
#include <string.h>

int sn_picture_new(struct sn_picture *picture, size_t width, size_t height, struct sn_error *err)
{
	*picture = (struct sn_picture){0};
	if (!width || !height || width > SN_PICTURE_PIXELS_MAX || height > SN_PICTURE_PIXELS_MAX / width)
		return sn_error_set(err, SN_BAD_INPUT, "a picture of %zu x %zu pixels is too large or empty",
				    width, height);
	picture->grey = malloc(width * height);
	if (!picture->grey)
		return sn_error_memory(err);
	memset(picture->grey, 255, width * height);
	picture->width = width;
	picture->height = height;
	return SN_OK;
}

int sn_picture_resize(struct sn_picture *picture, size_t width, size_t height, struct sn_error *err)
{
	if (picture->grey && picture->width == width && picture->height == height)
		return SN_OK;
	sn_picture_free(picture);
	return sn_picture_new(picture, width, height, err);
}

void sn_picture_free(struct sn_picture *picture)
{
	if (picture->grey)
		sn_wipe(picture->grey, picture->width * picture->height);
	free(picture->grey);
	*picture = (struct sn_picture){0};
}

int sn_picture_cut(struct sn_picture *out, const struct sn_picture *in, const struct sn_window *window,
		   struct sn_error *err)
{
	int ret = sn_picture_resize(out, window->width, window->height, err);
	for (size_t y = 0; !ret && y < window->height; y++)
		memcpy(out->grey + y * window->width, in->grey + (window->y + y) * in->width + window->x,
		       window->width);
	return ret;
}
