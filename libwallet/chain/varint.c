#include "chain/varint.h"

uint64_t sn_read_varint(struct sn_reader *r)
{
	uint64_t v = 0;
	for (unsigned shift = 0;; shift += 7) {
		uint8_t byte = sn_read_u8(r);
		bool overflows = shift == 63 && byte > 1; /* the tenth byte holds bit 63 only */
		bool is_padded = shift > 0 && byte == 0;
		if (r->failed || overflows || is_padded) {
			sn_reader_fail(r);
			return 0;
		}
		v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return v;
	}
}

size_t sn_read_count(struct sn_reader *r, size_t size)
{
	uint64_t n = sn_read_varint(r);
	if (n > r->left / size) {
		sn_reader_fail(r);
		return 0;
	}
	return (size_t)n;
}

void sn_put_varint(struct sn_buf *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		sn_put_u8(b, (uint8_t)(v | 0x80));
	sn_put_u8(b, (uint8_t)v);
}

size_t sn_varint_size(uint64_t v)
{
	size_t n = 1;
	for (; v >= 0x80; v >>= 7)
		n++;
	return n;
}
