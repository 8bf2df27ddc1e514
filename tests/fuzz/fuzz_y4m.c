/* Any bytes as a video stream: refused with a sentence, or pictures of one size until the stream ends or is
 * damaged. */
#include "fuzz.h"
#include "optic/picture.h"
#include "optic/y4m.h"

enum { PICTURES_MAX = 64 };

static void read_pictures(struct sn_y4m *y)
{
	struct sn_picture picture = {0};
	struct sn_error err = {0};
	size_t width = 0, height = 0;
	bool got = true;
	for (int i = 0; i < PICTURES_MAX && got; i++) {
		int ret = sn_y4m_read(y, &picture, &got, &err);
		if (ret) {
			fuzz_check_refusal(ret, &err);
			FUZZ_CHECK(!got);
		} else if (got) {
			fuzz_accept();
			FUZZ_CHECK(picture.grey && picture.width * picture.height <= FUZZ_PIXELS_MAX);
			FUZZ_CHECK(!i || (picture.width == width && picture.height == height));
			width = picture.width;
			height = picture.height;
		}
	}
	sn_picture_free(&picture);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_y4m *y;
	struct sn_error err = {0};
	if (!len)
		return 0;
	FILE *stream = fmemopen((void *)data, len, "rb");
	FUZZ_CHECK(stream);
	int ret = sn_y4m_open(&y, stream, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!y);
	} else {
		read_pictures(y);
		sn_y4m_close(y);
	}
	fclose(stream);
	return 0;
}
