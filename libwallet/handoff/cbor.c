#include "handoff/cbor.h"

/* The low five bits of a head are the value, if below this. From here on they are the number of bytes in
 * which the value follows: 1, 2, 4, 8. */
#define FOLLOWS 24

void sn_cbor_put_head(struct sn_buf *out, enum sn_cbor_type type, uint64_t value)
{
	uint8_t major = (uint8_t)(type << 5);
	if (value < FOLLOWS) {
		sn_put_u8(out, major | (uint8_t)value);
		return;
	}
	int log = value <= UINT8_MAX ? 0 : value <= UINT16_MAX ? 1 : value <= UINT32_MAX ? 2 : 3;
	sn_put_u8(out, major | (uint8_t)(FOLLOWS + log));
	for (int shift = (8 << log) - 8; shift >= 0; shift -= 8)
		sn_put_u8(out, (uint8_t)(value >> shift));
}

uint64_t sn_cbor_read_head(struct sn_reader *r, enum sn_cbor_type type, uint64_t max)
{
	uint8_t head = sn_read_u8(r), low = head & 31;
	uint64_t value = low, least = 0;
	if (low >= FOLLOWS && low < FOLLOWS + 4) {
		int log = low - FOLLOWS;
		value = 0;
		for (int i = 0; i < 1 << log; i++)
			value = value << 8 | sn_read_u8(r);
		least = log ? UINT64_C(1) << (8 << (log - 1)) : FOLLOWS;
	} else if (low >= FOLLOWS) {
		sn_reader_fail(r);
	}
	if (head >> 5 != (int)type || value < least || value > max)
		sn_reader_fail(r);
	return r->failed ? 0 : value;
}
