
#include "optic/draw_text.h"

#include <string.h>

static void put(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

void sn_draw_text_size(size_t *columns, size_t *lines, int version, enum sn_draw_text how)
{
	size_t side = sn_code_size(version) + 2 * SN_CODE_QUIET_ZONE;
	*columns = how == SN_DRAW_UTF8 ? side : 2 * side;
	*lines = how == SN_DRAW_UTF8 ? (side + 1) / 2 : side;
}

int sn_draw_text_version(size_t columns, size_t lines, enum sn_draw_text how)
{
	int version = SN_CODE_VERSION_MAX;
	for (; version; version--) {
		size_t needs_columns, needs_lines;
		sn_draw_text_size(&needs_columns, &needs_lines, version, how);
		if (needs_columns <= columns && needs_lines <= lines)
			break;
	}
	return version;
}

/* The upper of two modules is the background, in reverse video if it is dark. If the lower module differs, it
 * is a lower half block. A background fills its cell to the last pixel, but the blocks of many fonts do not:
 * full blocks and upper half blocks would leave a light line above each cell. */
static void draw_half_blocks(struct sn_buf *out, const struct sn_code *code, long y, long begin, long end)
{
	bool is_reverse = false;
	put(out, "\033[38;5;16;48;5;231m");
	for (long x = begin; x < end; x++) {
		bool upper = sn_code_is_dark(code, x, y), lower = sn_code_is_dark(code, x, y + 1);
		if (upper != is_reverse)
			put(out, upper ? "\033[7m" : "\033[27m");
		put(out, upper != lower ? "▄" : " ");
		is_reverse = upper;
	}
	put(out, "\033[0m\n");
}

static void draw_colours(struct sn_buf *out, const struct sn_code *code, long y, long begin, long end)
{
	bool was_dark = true;
	for (long x = begin; x < end; x++) {
		bool is_dark = sn_code_is_dark(code, x, y);
		if (is_dark != was_dark)
			put(out, is_dark ? "\033[48;5;16m" : "\033[48;5;231m");
		put(out, "  ");
		was_dark = is_dark;
	}
	put(out, "\033[0m\n");
}

static void draw_signs(struct sn_buf *out, const struct sn_code *code, long y, long begin, long end)
{
	for (long x = begin; x < end; x++)
		put(out, sn_code_is_dark(code, x, y) ? "##" : "  ");
	put(out, "\n");
}

int sn_draw_text(struct sn_buf *out, const struct sn_code *code, enum sn_draw_text how)
{
	long begin = -SN_CODE_QUIET_ZONE, end = (long)code->size + SN_CODE_QUIET_ZONE;
	for (long y = begin; y < end; y++) {
		if (how == SN_DRAW_UTF8)
			draw_half_blocks(out, code, y++, begin, end);
		else if (how == SN_DRAW_ANSI)
			draw_colours(out, code, y, begin, end);
		else
			draw_signs(out, code, y, begin, end);
	}
	return out->failed ? SN_IO : SN_OK;
}
