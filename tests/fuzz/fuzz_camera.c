/* Two pictures of one camera, one after the other in the same memory: refused with a sentence, or of the size
 * that the camera said.
 *
 * The input: the kind of pixels (1 byte), width, height and stride (2 each), the length of the first picture
 * (2) and the picture; the rest is the second one. */
#include "fuzz.h"
#include "optic/camera.h"
#include "optic/camera_convert.h"

#include <linux/videodev2.h>

static void convert(struct sn_picture *picture, const struct sn_camera_format *format, const uint8_t *data,
		    size_t len)
{
	struct sn_error err = {0};
	int ret = sn_camera_convert(picture, format, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		return;
	}
	fuzz_accept();
	FUZZ_CHECK(picture->grey);
	if (format->pixels != V4L2_PIX_FMT_MJPEG)
		FUZZ_CHECK(picture->width == format->width && picture->height == format->height);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const uint32_t pixels[] = {
		V4L2_PIX_FMT_GREY, V4L2_PIX_FMT_NV12,  V4L2_PIX_FMT_YUYV,
		V4L2_PIX_FMT_UYVY, V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_RGB24,
	};
	struct sn_picture picture = {0};
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	struct sn_camera_format format = {
		.pixels = pixels[sn_read_u8(&r) % (sizeof pixels / sizeof *pixels)],
		.width = sn_read_u16(&r),
		.height = sn_read_u16(&r),
		.stride = sn_read_u16(&r),
	};
	size_t first = sn_read_u16(&r);
	if (r.failed)
		return 0;
	if (first > r.left)
		first = r.left;
	convert(&picture, &format, sn_read_view(&r, first), first);
	convert(&picture, &format, r.at, r.left);
	sn_picture_free(&picture);
	return 0;
}
