#include "fuzz.h"

#include "base/text.h"
#include "optic/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct sn_scalar fuzz_view_secret = {{
	0x5a, 0x27, 0x3a, 0x39, 0x45, 0xd9, 0xa7, 0x7e, 0xb4, 0x40, 0xb0, 0xbb, 0xbe, 0x19, 0xa7, 0x2b,
	0x0e, 0x15, 0xa8, 0x57, 0xe9, 0xfa, 0x6e, 0xd9, 0x3d, 0x7d, 0x7d, 0x48, 0x85, 0x30, 0xee, 0x01,
}};

static unsigned long accepted;

void fuzz_broken(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, condition);
	abort();
}

/* Of the address sanitizer; not every compiler has the header that declares it
 * (sanitizer/allocator_interface.h). */
size_t __sanitizer_get_current_allocated_bytes(void);

size_t fuzz_memory(void)
{
	return __sanitizer_get_current_allocated_bytes();
}

void fuzz_accept(void)
{
	accepted++;
}
unsigned long fuzz_accepted(void)
{
	return accepted;
}

void fuzz_check_sentence(const struct sn_error *err)
{
	FUZZ_CHECK(err->text[0]);
	FUZZ_CHECK(sn_text_plain_len(err->text) == strlen(err->text));
}

void fuzz_check_refusal(int ret, const struct sn_error *err)
{
	FUZZ_CHECK(ret == SN_BAD_INPUT);
	fuzz_check_sentence(err);
}

bool fuzz_is_same(const struct sn_buf *b, const void *data, size_t len)
{
	return b->len == len && (!len || !memcmp(b->data, data, len));
}

char *fuzz_string(const uint8_t *data, size_t len)
{
	/* Exactly as long as it must be: reading on behind the NUL is then seen. */
	size_t n = len ? strnlen((const char *)data, len) : 0;
	char *text = malloc(n + 1);
	if (!text)
		abort();
	if (n)
		memcpy(text, data, n);
	text[n] = 0;
	return text;
}

/* Locked pages cost several system calls each, and only whole pages of them are guarded. */
void *__wrap_sodium_malloc(size_t size)
{
	return malloc(size);
}
void __wrap_sodium_free(void *p)
{
	free(p);
}

/* What reads pictures does the same with small ones: in filling large ones nearly all the time would go by.
 */
int __real_sn_picture_new(struct sn_picture *picture, size_t width, size_t height, struct sn_error *err);
int __wrap_sn_picture_new(struct sn_picture *picture, size_t width, size_t height, struct sn_error *err)
{
	if (width && height && width <= SN_PICTURE_PIXELS_MAX / height && width * height > FUZZ_PIXELS_MAX) {
		*picture = (struct sn_picture){0};
		return sn_error_set(err, SN_BAD_INPUT, "a picture too large to be fuzzed");
	}
	return __real_sn_picture_new(picture, width, height, err);
}
