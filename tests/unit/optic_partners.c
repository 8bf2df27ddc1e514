/* Codes for the readers of other wallets, and codes that they show (tests/optic/partners.h). */
#include "optic/foreign_reader.h"
#include "optic/detection.h"
#include "optic/draw_picture.h"
#include "optic/payload.h"
#include "optic/receive.h"
#include "optic/slides.h"

#include "base/file.h"
#include "tests/optic/partners.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"feather", "cake", "cupcake", "xmrsigner", "anonero"};
#define N_NAMES (sizeof names / sizeof *names)

static const char *const files[] = {"unsigned-standard-1", "signed-many-additional-keys", "outputs-all",
				    "images-1-first-all", "outputs-last-incremental"};
#define N_FILES (sizeof files / sizeof *files)

static struct sn_buf load(const char *name)
{
	struct sn_buf file = {0};
	struct sn_error err;
	char path[1024];
	snprintf(path, sizeof path, TESTS_DIR "/vectors/interop/0.18.4.0/%s.bin", name);
	cr_assert_eq(sn_file_read(path, 1 << 20, &file, &err), 0);
	return file;
}

static struct sn_slides_options options_for(const char *reader, const struct sn_buf *file)
{
	const struct sn_foreign_reader *r = sn_foreign_reader_find(reader);
	return (struct sn_slides_options){
		.type = sn_payload_type(file->data, file->len),
		.is_cycle = r->is_cycle,
		.part_bytes_max = r->part_bytes,
		.still_version_max = SN_SLIDES_STILL_VERSION,
		.series_version_max = SN_SLIDES_SERIES_VERSION,
	};
}

/* The texts of codes, as a camera finds them. */
static int found(void *context, const char *text, size_t len, struct sn_error *err)
{
	(void)err;
	struct sn_buf *out = context;
	sn_buf_clear(out);
	sn_put_bytes(out, text, len);
	return SN_OK;
}

static void look(struct sn_buf *text, struct sn_detector *eye, const struct sn_code *code)
{
	struct sn_picture picture = {0};
	struct sn_error err;
	cr_assert_eq(sn_draw_picture(&picture, code, 3, 0, 0, &err), 0);
	cr_assert_eq(sn_detector_study(eye, &picture, NULL, found, text, &err), 0);
	sn_picture_free(&picture);
}

/* Show the slides to the partner from code `from` on; every code that `lost` has no remainder with is lost.
 */
static enum partner_state read_slides(struct partner_reader *r, const struct sn_slides *s, uint32_t from,
				      uint32_t lost)
{
	struct sn_detector *eye;
	struct sn_error err;
	struct sn_buf text = {0};
	enum partner_state state = PARTNER_READING;
	const uint32_t most = from + 20 * (uint32_t)sn_slides_parts(s) + 20;
	cr_assert_eq(sn_detector_open(&eye, &err), 0);
	for (uint32_t n = from; n < most && state == PARTNER_READING; n++) {
		struct sn_code code;
		if (lost && n * 7 % lost == 0)
			continue;
		cr_assert_eq(sn_slides_code(&code, s, n, &err), 0);
		sn_buf_clear(&text);
		look(&text, eye, &code);
		cr_assert(text.len, "code %u is not found", n);
		state = partner_read(r, (char *)text.data, text.len);
		sn_code_free(&code);
	}
	sn_buf_free(&text);
	sn_detector_close(eye);
	return state;
}

static void expect_read(const char *reader, const char *options_of, const struct sn_buf *file, uint32_t from,
			uint32_t lost)
{
	const struct sn_slides_options options = options_for(options_of, file);
	struct partner_reader *r = partner_reader_new(partner_find(reader));
	struct sn_slides *s;
	struct sn_error err;
	size_t len;
	cr_assert_eq(sn_slides_new(&s, file->data, file->len, &options, &err), 0, "%s", err.text);
	cr_assert_eq(read_slides(r, s, from, lost), PARTNER_COMPLETE, "%s", reader);
	const uint8_t *data = partner_reader_file(r, &len);
	cr_assert(len == file->len && !memcmp(data, file->data, len));
	cr_assert_str_eq(partner_reader_type(r), options.type);
	sn_slides_free(s);
	partner_reader_free(r);
}

Test(optic_partners, each_reads_its_codes, .timeout = 120)
{
	for (size_t f = 0; f < N_FILES; f++) {
		struct sn_buf file = load(files[f]);
		for (size_t i = 0; i < N_NAMES; i++)
			expect_read(names[i], names[i], &file, 1, 0);
		sn_buf_free(&file);
	}
}

Test(optic_partners, all_read_the_codes_without_a_name, .timeout = 120)
{
	struct sn_buf file = load("unsigned-standard-1");
	for (size_t i = 0; i < N_NAMES; i++)
		expect_read(names[i], NULL, &file, 1, 0);
	sn_buf_free(&file);
}

/* Beginning anywhere, with codes lost. */
Test(optic_partners, each_reads_from_the_middle_with_losses, .timeout = 120)
{
	struct sn_buf file = load("unsigned-standard-1");
	for (size_t i = 0; i < N_NAMES; i++)
		for (uint32_t from = 5; from < 70; from += 60)
			expect_read(names[i], names[i], &file, from, 5);
	sn_buf_free(&file);
}

/* The reason for cycles: other codes of ours are not read by these two. */
Test(optic_partners, cake_and_cupcake_need_the_cycle)
{
	static const char *const two[] = {"cake", "cupcake"};
	struct sn_buf file = load("unsigned-standard-1"), small = load("outputs-last-incremental");
	for (size_t i = 0; i < 2; i++) {
		struct sn_ur_encoder *e;
		struct sn_error err;
		struct sn_buf text = {0};
		cr_assert_eq(sn_ur_encoder_new(&e, "xmr-txunsigned", file.data, file.len, 120, &err), 0);
		for (int lower = 0; lower < 2; lower++) {
			/* Upper case is no UR to them. In lower case, combined parts count. */
			struct partner_reader *r = partner_reader_new(partner_find(two[i]));
			enum partner_state state = PARTNER_READING;
			for (uint32_t n = 15; n < 200 && state == PARTNER_READING; n++) {
				sn_buf_clear(&text);
				cr_assert_eq(sn_ur_encoder_part(&text, e, n, &err), 0);
				state = partner_read(r, (char *)text.data, text.len);
			}
			cr_assert_eq(state, lower ? PARTNER_FAILED : PARTNER_READING);
			partner_reader_free(r);
			sn_ur_encoder_lower_case(e);
		}
		sn_ur_encoder_free(e);
		/* A single part. */
		struct partner_reader *r = partner_reader_new(partner_find(two[i]));
		cr_assert_eq(sn_ur_encoder_new(&e, "xmr-output", small.data, small.len, 0, &err), 0);
		sn_ur_encoder_lower_case(e);
		sn_buf_clear(&text);
		cr_assert_eq(sn_ur_encoder_part(&text, e, 1, &err), 0);
		cr_assert_eq(partner_read(r, (char *)text.data, text.len), PARTNER_FAILED);
		partner_reader_free(r);
		sn_ur_encoder_free(e);
		sn_buf_free(&text);
	}
	sn_buf_free(&file);
	sn_buf_free(&small);
}

/* Even the shortest file has two parts for them, and none has more bytes than their own codes. */
Test(optic_partners, parts_and_sizes)
{
	static const struct {
		const char *name;
		size_t part_bytes;
		bool is_cycle;
	} expected[] = {{"cake", 120, true},
			{"cupcake", 130, true},
			{"feather", 150, false},
			{"xmrsigner", 120, false},
			{"anonero", 60, false}};
	struct sn_buf small = load("outputs-last-incremental"), file = load("signed-many-additional-keys");
	struct sn_error err;
	for (size_t i = 0; i < N_NAMES; i++) {
		const struct sn_foreign_reader *r = sn_foreign_reader_find(expected[i].name);
		cr_assert(r->part_bytes == expected[i].part_bytes && r->is_cycle == expected[i].is_cycle);
		for (size_t len = 93; len <= file.len; len += len < 200 ? 1 : 397) {
			const struct sn_slides_options options = options_for(expected[i].name, &small);
			struct sn_slides *s;
			cr_assert_eq(sn_slides_new(&s, file.data, len, &options, &err), 0, "%s", err.text);
			cr_assert(sn_slides_parts(s) >= (r->is_cycle ? 2 : 1));
			cr_assert_leq(sn_slides_part_bytes(s), expected[i].part_bytes + 2);
			cr_assert_eq(sn_slides_repeats(s), r->is_cycle || sn_slides_parts(s) == 1);
			sn_slides_free(s);
		}
	}
	cr_assert_null(sn_foreign_reader_find("monero"));
	cr_assert_null(sn_foreign_reader_find(""));
	sn_buf_free(&small);
	sn_buf_free(&file);
}

/* A smaller window makes smaller parts; the user's own size is kept. */
Test(optic_partners, parts_fit_the_version)
{
	struct sn_buf file = load("unsigned-standard-1");
	struct sn_slides_options options = options_for("cake", &file);
	struct sn_slides *s;
	struct sn_error err;
	for (int version = 6; version <= 15; version++) {
		options.series_version_max = version;
		cr_assert_eq(sn_slides_new(&s, file.data, file.len, &options, &err), 0, "%s", err.text);
		cr_assert(sn_slides_version(s) <= version && sn_slides_part_bytes(s) <= 120);
		sn_slides_free(s);
	}
	options.part_bytes = 200;
	cr_assert_eq(sn_slides_new(&s, file.data, file.len, &options, &err), 0, "%s", err.text);
	cr_assert(sn_slides_part_bytes(s) > 120 && sn_slides_part_bytes(s) <= 200);
	sn_slides_free(s);
	options.part_bytes = 6000;
	options.series_version_max = SN_CODE_VERSION_MAX;
	cr_assert_eq(sn_slides_new(&s, file.data, 1000, &options, &err), 0, "%s", err.text);
	cr_assert_eq(sn_slides_parts(s), 2);
	sn_slides_free(s);
	sn_buf_free(&file);
}

/* ------------------------------------------------------------------ reading theirs */

Test(optic_partners, receiver_reads_what_each_shows, .timeout = 120)
{
	for (size_t f = 0; f < N_FILES; f++) {
		struct sn_buf file = load(files[f]);
		for (size_t i = 0; i < n_partners; i++) {
			const struct partner *p = &partners[i];
			struct sn_ur_encoder *e =
				partner_encoder(p, sn_payload_type(file.data, file.len), file.data, file.len);
			struct sn_receiver *r;
			struct sn_error err;
			struct sn_buf text = {0};
			size_t len, most = 20 * sn_ur_encoder_parts(e) + 100;
			cr_assert_eq(sn_receiver_new(&r, &(struct sn_receive_options){0}, &err), 0);
			for (size_t n = 3; n < most && !sn_receiver_is_complete(r); n++) {
				if (n * 7 % 5 == 0 && p->fountain)
					continue;
				sn_buf_clear(&text);
				partner_show(&text, p, e, n);
				cr_assert_eq(sn_receiver_take(r, (char *)text.data, text.len, &err), 0);
			}
			const uint8_t *data = sn_receiver_data(r, &len);
			cr_assert(data && len == file.len && !memcmp(data, file.data, len), "%s of %s",
				  files[f], p->name);
			cr_assert_eq(sn_receiver_progress(r)->texts, 0);
			sn_buf_free(&text);
			sn_receiver_free(r);
			sn_ur_encoder_free(e);
		}
		sn_buf_free(&file);
	}
}
