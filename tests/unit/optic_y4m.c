#include "optic/draw_picture.h"
#include "optic/picture.h"

#include "base/bytes.h"
#include "optic/y4m.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static FILE *stream_of(const void *data, size_t len)
{
	FILE *f = tmpfile();
	cr_assert_not_null(f);
	cr_assert_eq(fwrite(data, 1, len, f), len);
	rewind(f);
	return f;
}

/* Two frames; the luma of frame n is n, 2n, 3n, ...; all other bytes are 0xaa. */
static void put_stream(struct sn_buf *out, const char *head, const char *frame, size_t luma, size_t rest)
{
	sn_put_bytes(out, head, strlen(head));
	for (unsigned n = 1; n <= 2; n++) {
		sn_put_bytes(out, frame, strlen(frame));
		for (size_t i = 0; i < luma; i++)
			sn_put_u8(out, (uint8_t)((i + 1) * n));
		for (size_t i = 0; i < rest; i++)
			sn_put_u8(out, 0xaa);
	}
}

/* The luma of both frames is read, and the end is not an error; a part of a frame is. */
Test(optic_y4m, frames_without_headers)
{
	struct sn_buf data = {0};
	put_stream(&data, "", "", 15, 12);
	for (size_t len = 0; len <= data.len; len++) {
		struct sn_picture p = {0};
		struct sn_error err;
		struct sn_y4m *y;
		bool got = true;
		FILE *f = stream_of(data.data, len);
		cr_assert_eq(sn_y4m_open_raw(&y, f, "5x3", &err), 0, "%s", err.text);
		for (unsigned n = 1; n <= len / 27; n++) {
			cr_assert_eq(sn_y4m_read(y, &p, &got, &err), 0, "%s", err.text);
			cr_assert(got && p.width == 5 && p.height == 3);
			for (size_t i = 0; i < 15; i++)
				cr_assert_eq(p.grey[i], (i + 1) * n);
		}
		cr_assert_eq(sn_y4m_read(y, &p, &got, &err), len % 27 ? SN_BAD_INPUT : 0, "%zu", len);
		cr_assert_not(got);
		sn_y4m_close(y);
		sn_picture_free(&p);
		fclose(f);
	}
	sn_buf_free(&data);
}

Test(optic_y4m, sizes_of_frames_without_headers)
{
	static const char *const bad[] = {"",     "5",     "5x",          "x3",
					  "0x3",  "5x0",   "5x3x",        "-5x3",
					  "5 x3", "5x3.0", "99999x99999", "1x99999999999999999999"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_error err;
		struct sn_y4m *y;
		cr_assert_eq(sn_y4m_open_raw(&y, stdin, bad[i], &err), SN_USAGE, "%s", bad[i]);
		cr_assert_null(y);
	}
}

Test(optic_y4m, every_colour_space)
{
	static const struct {
		const char *head;
		size_t rest;
	} kinds[] = {
		{"YUV4MPEG2 W5 H3 F30:1 Ip A1:1 C420jpeg\n", 12},
		{"YUV4MPEG2 W5 H3 F30:1 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2\n", 12},
		{"YUV4MPEG2 C420paldv W5 H3\n", 12},
		{"YUV4MPEG2 W5 H3 C420\n", 12},
		{"YUV4MPEG2 W5 H3\n", 12},
		{"YUV4MPEG2 W5 H3 C411\n", 12},
		{"YUV4MPEG2 W5 H3 C422\n", 18},
		{"YUV4MPEG2 W5 H3 C444\n", 30},
		{"YUV4MPEG2 W5 H3 C444alpha\n", 45},
		{"YUV4MPEG2 W5 H3 Cmono XCOLORRANGE=FULL\n", 0},
	};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (unsigned params = 0; params < 2; params++) {
			struct sn_buf data = {0};
			struct sn_picture p = {0};
			struct sn_error err;
			struct sn_y4m *y;
			bool got;
			put_stream(&data, kinds[k].head, params ? "FRAME Ip Xany\n" : "FRAME\n", 15,
				   kinds[k].rest);
			FILE *f = stream_of(data.data, data.len);
			cr_assert_eq(sn_y4m_open(&y, f, &err), 0, "%s", err.text);
			for (unsigned n = 1; n <= 2; n++) {
				cr_assert_eq(sn_y4m_read(y, &p, &got, &err), 0, "%s: %s", kinds[k].head,
					     err.text);
				cr_assert(got);
				cr_assert_eq(p.width, 5);
				cr_assert_eq(p.height, 3);
				for (size_t i = 0; i < 15; i++)
					cr_assert_eq(p.grey[i], (i + 1) * n);
			}
			cr_assert_eq(sn_y4m_read(y, &p, &got, &err), 0);
			cr_assert_not(got);
			sn_y4m_close(y);
			fclose(f);
			sn_picture_free(&p);
			sn_buf_free(&data);
		}
}

Test(optic_y4m, truncation_at_every_length_is_refused)
{
	struct sn_buf data = {0};
	static const char head[] = "YUV4MPEG2 W5 H3 C422\n";
	put_stream(&data, head, "FRAME\n", 15, 18);
	const size_t first = strlen(head), frame = 6 + 33;
	for (size_t len = 0; len < data.len; len++) {
		struct sn_picture p = {0};
		struct sn_error err;
		struct sn_y4m *y;
		bool got = true;
		unsigned n = 0;
		FILE *f = stream_of(data.data, len);
		int ret = sn_y4m_open(&y, f, &err);
		cr_assert_eq(ret, len < first ? SN_BAD_INPUT : 0, "%zu", len);
		while (!ret && got) {
			ret = sn_y4m_read(y, &p, &got, &err);
			n += !ret && got;
		}
		if (len >= first) {
			cr_assert_eq(n, (len - first) / frame, "%zu", len);
			cr_assert_eq(ret, (len - first) % frame ? SN_BAD_INPUT : 0, "%zu", len);
			sn_y4m_close(y);
		}
		fclose(f);
		sn_picture_free(&p);
	}
	sn_buf_free(&data);
}

Test(optic_y4m, invalid_heads_are_refused)
{
	static const char *const bad[] = {
		"YUV4MPEG W5 H3\n",
		"yuv4mpeg2 W5 H3\n",
		"YUV4MPEG2\n",
		"YUV4MPEG2 W5\n",
		"YUV4MPEG2 H3\n",
		"YUV4MPEG2 W0 H3\n",
		"YUV4MPEG2 W5 H0\n",
		"YUV4MPEG2 W-5 H3\n",
		"YUV4MPEG2 W5x H3\n",
		"YUV4MPEG2 W100000 H100000\n",
		"YUV4MPEG2 W18446744073709551617 H3\n",
		"YUV4MPEG2 W4294967297 H1\n",
		"YUV4MPEG2 W5 H3 C420p10\n",
		"YUV4MPEG2 W5 H3 Cmono16\n",
		"YUV4MPEG2 W5 H3 C\n",
		"\n",
		"FRAME\n",
	};
	struct sn_error err;
	struct sn_y4m *y;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		FILE *f = stream_of(bad[i], strlen(bad[i]));
		cr_assert_eq(sn_y4m_open(&y, f, &err), SN_BAD_INPUT, "%s", bad[i]);
		cr_assert_null(y);
		fclose(f);
	}
	char *long_line = malloc(100000);
	memset(long_line, 'X', 100000);
	memcpy(long_line, "YUV4MPEG2 W5 H3 ", 16);
	FILE *f = stream_of(long_line, 100000);
	cr_assert_eq(sn_y4m_open(&y, f, &err), SN_BAD_INPUT);
	fclose(f);
	free(long_line);
}

Test(optic_y4m, garbage_between_frames_is_refused)
{
	static const char *const between[] = {"FRAMES\n", "frame\n", "\n", "FRAM\n", "XFRAME\n"};
	for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
		struct sn_buf data = {0};
		struct sn_picture p = {0};
		struct sn_error err;
		struct sn_y4m *y;
		bool got;
		put_stream(&data, "YUV4MPEG2 W2 H2 Cmono\n", between[i], 4, 0);
		FILE *f = stream_of(data.data, data.len);
		cr_assert_eq(sn_y4m_open(&y, f, &err), 0);
		cr_assert_eq(sn_y4m_read(y, &p, &got, &err), SN_BAD_INPUT);
		cr_assert_not(got);
		sn_y4m_close(y);
		fclose(f);
		sn_picture_free(&p);
		sn_buf_free(&data);
	}
}

Test(optic_y4m, reads_our_own_streams)
{
	struct sn_buf data = {0};
	struct sn_picture drawn, p = {0};
	struct sn_code code;
	struct sn_error err;
	struct sn_y4m *y;
	bool got;
	cr_assert_eq(sn_code_encode(&code, "THERE AND BACK", 14, SN_CODE_L, 0, 0, &err), 0);
	cr_assert_eq(sn_draw_picture(&drawn, &code, 3, 160, 120, &err), 0);
	cr_assert_eq(sn_draw_y4m_head(&data, drawn.width, drawn.height, 10), 0);
	cr_assert_eq(sn_draw_y4m_frame(&data, &drawn), 0);
	FILE *f = stream_of(data.data, data.len);
	cr_assert_eq(sn_y4m_open(&y, f, &err), 0);
	cr_assert_eq(sn_y4m_read(y, &p, &got, &err), 0);
	cr_assert(got);
	for (size_t i = 0; i < drawn.width * drawn.height; i++)
		cr_assert_eq(p.grey[i] > 127, drawn.grey[i] > 127);
	cr_assert_eq(sn_y4m_read(y, &p, &got, &err), 0);
	cr_assert_not(got);
	sn_y4m_close(y);
	fclose(f);
	sn_picture_free(&p);
	sn_picture_free(&drawn);
	sn_code_free(&code);
	sn_buf_free(&data);
}
