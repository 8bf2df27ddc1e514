/* Lies about the form: in the bytes below the seal, and in the seal. */
#include "hostile.h"

#include "crypto/scalar.h"

#include <stdlib.h>
#include <string.h>

/* An honest set in bytes. */
static void in_bytes(struct forge *f)
{
	honest(f, (struct needs){0});
	forge_wire(f);
}

/* Number of a field of one of two kinds. */
static size_t some_field(struct forge *f, enum field_kind a, enum field_kind b)
{
	size_t i;
	do
		i = below(f, f->wire.n);
	while (f->wire.fields[i].kind != a && f->wire.fields[i].kind != b);
	return i;
}

static void put_number(struct forge *f, size_t field, uint64_t v, size_t padding)
{
	uint8_t bytes[16];
	wire_replace(&f->wire, field, bytes, wire_varint(bytes, v, padding));
}

static void trailing_bytes(struct forge *f)
{
	in_bytes(f);
	for (uint64_t n = 1 + below(f, 40); n; n--)
		sn_put_u8(&f->wire.bytes, (uint8_t)below(f, 256));
}

static void cut_short(struct forge *f)
{
	in_bytes(f);
	f->wire.bytes.len = below(f, f->wire.bytes.len);
}

static void padded_number(struct forge *f)
{
	in_bytes(f);
	size_t i = some_field(f, FIELD_NUMBER, FIELD_COUNT);
	put_number(f, i, wire_number(&f->wire, i), 1 + below(f, 3));
}

/* Eleven bytes, or bits above the 64th. */
static void oversized_number(struct forge *f)
{
	uint8_t bytes[12];
	in_bytes(f);
	memset(bytes, 0xff, sizeof bytes);
	bool is_long = one_in(f, 2);
	bytes[is_long ? 10 : 9] = is_long ? 1 : 2 + (uint8_t)below(f, 0x7e);
	wire_replace(&f->wire, some_field(f, FIELD_NUMBER, FIELD_COUNT), bytes, is_long ? 11 : 10);
}

static void another_count(struct forge *f)
{
	in_bytes(f);
	size_t i = some_field(f, FIELD_COUNT, FIELD_COUNT);
	put_number(f, i, any_number(f, wire_number(&f->wire, i)), 0);
}

static void no_transaction(struct forge *f)
{
	in_bytes(f);
	if (one_in(f, 2))
		f->wire.bytes.len = f->wire.fields[0].len;
	put_number(f, 0, one_in(f, 2) ? 0 : 1001 + below(f, 1000), 0);
}

static void no_such_kind(struct forge *f)
{
	in_bytes(f);
	uint8_t kind = 3 + (uint8_t)below(f, 253);
	wire_replace(&f->wire, some_field(f, FIELD_KIND, FIELD_KIND), &kind, 1);
}

/* The mask plus l: the same number, spelt otherwise. */
static void mask_not_reduced(struct forge *f)
{
	honest(f, (struct needs){0});
	struct sn_unsigned_input *in = some_input(f, some_tx(f));
	unsigned carry = 0;
	if (in->mask_kind != SN_MASK_EXPLICIT)
		in->mask = one_in(f, 2) ? sn_scalar_one : sn_scalar_zero;
	in->mask_kind = SN_MASK_EXPLICIT;
	for (size_t i = 0; i < 32; i++) {
		carry += in->mask.b[i] + sn_scalar_order.b[i];
		in->mask.b[i] = (uint8_t)carry;
		carry >>= 8;
	}
}

static void ring_beyond_the_format(struct forge *f)
{
	in_bytes(f);
	for (size_t i = 0; i < f->wire.n; i++)
		if (f->wire.fields[i].kind == FIELD_COUNT && wire_number(&f->wire, i) == 16 &&
		    f->wire.fields[i + 16].kind == FIELD_NUMBER) {
			put_number(f, i, one_in(f, 2) ? 0 : SN_RING_MAX + 1 + below(f, 100), 0);
			return;
		}
	abort();
}

/* ---------------------------------------------------------------- the seal */

static void sealed(struct forge *f)
{
	in_bytes(f);
	forge_seal(f);
}

static void of_another_wallet(struct forge *f)
{
	f->view_secret = one_in(f, 2) ? f->world->people[BOB].view_secret : any_scalar(f);
	sealed(f);
}

static void another_network(struct forge *f)
{
	f->network = one_in(f, 2) ? SN_TESTNET : SN_STAGENET;
	sealed(f);
}

static void another_kind(struct forge *f)
{
	f->kind = SN_ENVELOPE_SIGNED_SET + (unsigned)below(f, 3);
	sealed(f);
}

static void another_version(struct forge *f)
{
	sealed(f);
	f->file.data[4] = (uint8_t)any_number(f, 1);
	if (f->file.data[4] == 1)
		f->file.data[4] = 0;
}

/* Relabelled after it was sealed. */
static void another_label(struct forge *f)
{
	sealed(f);
	size_t at = 5 + below(f, 2);
	f->file.data[at] ^= (uint8_t)(1 + below(f, 255));
}

static void damaged(struct forge *f)
{
	sealed(f);
	size_t at = 7 + below(f, f->file.len - 7);
	f->file.data[at] ^= (uint8_t)(1 + below(f, 255));
}

static void damaged_in_length(struct forge *f)
{
	sealed(f);
	if (one_in(f, 2))
		f->file.len = below(f, f->file.len);
	else
		for (uint64_t n = 1 + below(f, 40); n; n--)
			sn_put_u8(&f->file, (uint8_t)below(f, 256));
}

static void spelt_in_hex(struct forge *f)
{
	static const char digits[] = "0123456789abcdefABCDEF", space[] = " \n\t\r";
	struct sn_buf text = {0};
	sealed(f);
	for (size_t i = 0; i < f->file.len; i++) {
		unsigned hi = f->file.data[i] >> 4, lo = f->file.data[i] & 15;
		bool is_upper = one_in(f, 2);
		sn_put_u8(&text, (uint8_t)digits[hi + (is_upper && hi > 9 ? 6 : 0)]);
		sn_put_u8(&text, (uint8_t)digits[lo + (is_upper && lo > 9 ? 6 : 0)]);
		if (one_in(f, 30))
			sn_put_u8(&text, (uint8_t)space[below(f, 4)]);
	}
	sn_buf_free(&f->file);
	f->file = text;
}

static void nothing_wrong(struct forge *f)
{
	honest(f, (struct needs){0});
}

const struct lie lies_form[] = {
	{.name = "no lie", .tell = nothing_wrong, .expected = ACCEPTED, .weight = 15},
	{.name = "no lie, in hexadecimal", .tell = spelt_in_hex, .expected = ACCEPTED, .weight = 3},
	{.name = "bytes after the last",
	 .tell = trailing_bytes,
	 .code = SN_BAD_INPUT,
	 .words = "bytes follow"},
	{.name = "bytes missing", .tell = cut_short, .code = SN_BAD_INPUT, .words = "malformed"},
	{.name = "a number longer than it needs to be",
	 .tell = padded_number,
	 .code = SN_BAD_INPUT,
	 .words = "malformed"},
	{.name = "a number of more than 64 bits",
	 .tell = oversized_number,
	 .code = SN_BAD_INPUT,
	 .words = "malformed"},
	{.name = "another count", .tell = another_count, .code = SN_BAD_INPUT, .words = "malformed"},
	{.name = "no transaction, or too many",
	 .tell = no_transaction,
	 .code = SN_BAD_INPUT,
	 .words = "malformed"},
	{.name = "a kind that is none", .tell = no_such_kind, .code = SN_BAD_INPUT, .words = "malformed"},
	{.name = "a mask that is not reduced",
	 .tell = mask_not_reduced,
	 .code = SN_BAD_INPUT,
	 .words = "mask is not below"},
	{.name = "a ring beyond the format",
	 .tell = ring_beyond_the_format,
	 .code = SN_BAD_INPUT,
	 .words = "malformed"},
	{.name = "sealed for another wallet",
	 .tell = of_another_wallet,
	 .code = SN_BAD_INPUT,
	 .words = "belongs to another wallet"},
	{.name = "sealed for another network",
	 .tell = another_network,
	 .code = SN_BAD_INPUT,
	 .words = "is for testnet|is for stagenet"},
	{.name = "sealed as another kind", .tell = another_kind, .code = SN_BAD_INPUT, .words = "expected "},
	{.name = "another version of the envelope",
	 .tell = another_version,
	 .code = SN_BAD_INPUT,
	 .words = "newer than this program|invalid format version"},
	{.name = "another label on the envelope", .tell = another_label, .code = SN_BAD_INPUT, .words = ""},
	{.name = "a damaged envelope", .tell = damaged, .code = SN_BAD_INPUT, .words = "corrupt"},
	{.name = "an envelope cut short or too long",
	 .tell = damaged_in_length,
	 .code = SN_BAD_INPUT,
	 .words = ""},
	{0},
};
