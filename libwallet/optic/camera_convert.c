#include "optic/camera_convert.h"
#include "optic/picture_decode.h"

#include <linux/videodev2.h>
#include <string.h>

/* The luma is every `step`th byte, from `first` on. */
static const struct {
	uint32_t pixels;
	unsigned step, first; /* step 0: JPEG */
} formats[] = {
	{V4L2_PIX_FMT_GREY, 1, 0},   {V4L2_PIX_FMT_NV12, 1, 0},   {V4L2_PIX_FMT_NV21, 1, 0},
	{V4L2_PIX_FMT_YUV420, 1, 0}, {V4L2_PIX_FMT_YVU420, 1, 0}, {V4L2_PIX_FMT_YUYV, 2, 0},
	{V4L2_PIX_FMT_UYVY, 2, 1},   {V4L2_PIX_FMT_MJPEG, 0, 0},  {V4L2_PIX_FMT_JPEG, 0, 0},
};
#define N_FORMATS (sizeof formats / sizeof *formats)

static size_t find(uint32_t pixels)
{
	size_t i = 0;
	while (i < N_FORMATS && formats[i].pixels != pixels)
		i++;
	return i;
}

bool sn_camera_format_is_known(uint32_t pixels)
{
	return find(pixels) < N_FORMATS;
}

int sn_camera_convert(struct sn_picture *picture, const struct sn_camera_format *format, const void *data,
		      size_t len, struct sn_error *err)
{
	const size_t i = find(format->pixels), width = format->width, height = format->height;
	if (i == N_FORMATS)
		return sn_error_set(err, SN_BAD_INPUT, "unknown picture format 0x%08x",
				    (unsigned)format->pixels);
	const size_t step = formats[i].step, row = width * step;
	if (!step) {
		sn_picture_free(picture);
		return sn_picture_decode(picture, data, len, err);
	}
	int ret = sn_picture_resize(picture, width, height, err);
	if (ret)
		return ret;
	/* The last row may lack the padding of the others. */
	if (format->stride < row || len < row || (len - row) / format->stride < height - 1)
		return sn_error_set(err, SN_BAD_INPUT, "the picture is truncated: only %zu byte%s", len,
				    SN_PLURAL(len));
	for (size_t y = 0; y < height; y++) {
		const uint8_t *from = (const uint8_t *)data + y * format->stride + formats[i].first;
		uint8_t *to = picture->grey + y * width;
		if (step == 1) {
			memcpy(to, from, width);
			continue;
		}
		for (size_t x = 0; x < width; x++)
			to[x] = from[2 * x];
	}
	return SN_OK;
}
