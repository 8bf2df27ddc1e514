/* Any bytes as a picture file: refused with a sentence, or a picture of an allowed size, all of it there. */
#include "fuzz.h"
#include "optic/picture.h"
#include "optic/picture_decode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_picture picture;
	struct sn_error err = {0};
	unsigned sum = 0;
	int ret = sn_picture_decode(&picture, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!picture.grey && !picture.width && !picture.height);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(picture.width && picture.height && picture.width * picture.height <= FUZZ_PIXELS_MAX);
	for (size_t i = 0; i < picture.width * picture.height; i++)
		sum += picture.grey[i];
	FUZZ_CHECK(sum <= 255 * picture.width * picture.height);
	sn_picture_free(&picture);
	return 0;
}
