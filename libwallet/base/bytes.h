/* base/bytes.h - a bounded reader and a growing writer.
 *
 * Every parser of the library reads through `struct sn_reader`, which never reads past its end. Failure is
 * sticky in both types: after the first failure a reader returns zeros and a writer drops its input. The
 * caller checks once, at the end. Integers are little-endian unless the name states otherwise. */
#ifndef SN_BASE_BYTES_H
#define SN_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sn_reader {
	const uint8_t *at;
	size_t left;
	bool failed;
};

void sn_reader_init(struct sn_reader *r, const void *data, size_t len);

/* Mark the input as bad, for callers that find a value out of range. */
void sn_reader_fail(struct sn_reader *r);

uint8_t sn_read_u8(struct sn_reader *r);
uint16_t sn_read_u16(struct sn_reader *r);
uint32_t sn_read_u32(struct sn_reader *r);
uint64_t sn_read_u64(struct sn_reader *r);

/* Return a view of the next `len` bytes, or NULL if there are fewer. */
const uint8_t *sn_read_view(struct sn_reader *r, size_t len);

/* Copy the next `len` bytes to `out`; zero `out` on failure. */
void sn_read_copy(struct sn_reader *r, void *out, size_t len);

/* Step over n · size bytes. The product may be hostile. */
void sn_reader_skip(struct sn_reader *r, uint64_t n, uint64_t size);

/* Whether the whole input was read without failure. */
bool sn_reader_is_done(const struct sn_reader *r);

/* Growing byte buffer; zero-initialized is empty. It may hold secrets: it wipes memory before releasing it.
 */
struct sn_buf {
	uint8_t *data;
	size_t len;
	size_t cap;
	bool failed; /* out of memory, or longer than SIZE_MAX */
};

void sn_buf_free(struct sn_buf *b);               /* wipes; leaves an empty buffer */
void sn_buf_clear(struct sn_buf *b);              /* length 0, memory kept */
uint8_t *sn_buf_grow(struct sn_buf *b, size_t n); /* extend by n bytes; returns them, or NULL on failure */

void sn_put_u8(struct sn_buf *b, uint8_t v);
void sn_put_u16(struct sn_buf *b, uint16_t v);
void sn_put_u32(struct sn_buf *b, uint32_t v);
void sn_put_u64(struct sn_buf *b, uint64_t v);
void sn_put_bytes(struct sn_buf *b, const void *data, size_t len);

/* Explicit loads and stores for fixed buffers. */
uint32_t sn_load_u32(const uint8_t p[static 4]);
uint64_t sn_load_u64(const uint8_t p[static 8]);
void sn_store_u32(uint8_t p[static 4], uint32_t v);
void sn_store_u64(uint8_t p[static 8], uint64_t v);

/* Remove spaces, tabs and line ends from both ends of the text. */
void sn_trim(const char **text, size_t *len);

#endif
