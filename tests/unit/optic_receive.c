#include "optic/receive.h"

#include "handoff/ur.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct sn_receiver *receiver(const char *type, bool text)
{
	struct sn_receiver *r;
	struct sn_error err;
	cr_assert_eq(sn_receiver_new(&r, &(struct sn_receive_options){.type = type, .text = text}, &err), 0);
	return r;
}

static struct sn_ur_encoder *encoder(const char *type, unsigned seed, size_t len, size_t part)
{
	static uint8_t data[4096];
	struct sn_ur_encoder *e;
	struct sn_error err;
	for (size_t i = 0; i < len; i++)
		data[i] = (uint8_t)(i * i + seed * (i + 1));
	cr_assert_eq(sn_ur_encoder_new(&e, type, data, len, part, &err), 0);
	return e;
}

static void take(struct sn_receiver *r, const struct sn_ur_encoder *e, uint32_t sequence, bool damage)
{
	struct sn_buf text = {0};
	struct sn_error err;
	cr_assert_eq(sn_ur_encoder_part(&text, e, sequence, &err), 0);
	if (damage)
		text.data[text.len - 9] ^= 1;
	cr_assert_eq(sn_receiver_take(r, (char *)text.data, text.len, &err), 0);
	sn_buf_free(&text);
}

static void take_text(struct sn_receiver *r, const char *text)
{
	struct sn_error err;
	cr_assert_eq(sn_receiver_take(r, text, strlen(text), &err), 0);
}

static const char *described(const struct sn_receiver *r)
{
	static char text[256];
	struct sn_buf b = {0};
	sn_receiver_describe(&b, r);
	snprintf(text, sizeof text, "%.*s", (int)b.len, (char *)b.data);
	sn_buf_free(&b);
	return text;
}

Test(optic_receive, useless_codes_do_not_disturb_a_transfer)
{
	struct sn_receiver *r = receiver(NULL, false);
	struct sn_ur_encoder *e = encoder("x-sn-signed", 1, 900, 100),
			     *other = encoder("x-sn-signed", 2, 900, 100),
			     *foreign = encoder("crypto-psbt", 3, 900, 100);
	const struct sn_receive_progress *p = sn_receiver_progress(r);
	struct sn_error err;
	size_t len;
	cr_assert_eq(sn_receiver_incomplete(r, &err), SN_BAD_INPUT);
	cr_assert_str_eq(err.text, "no QR code found");
	for (uint32_t i = 1; i <= 5; i++) {
		take(r, e, i, false);
		take(r, e, i, false);
		take(r, e, i + 1, true);
		take(r, foreign, i, false);
		if (i < 4)
			take(r, other, i, false);
		take_text(r, "https://example.org/");
	}
	take_text(r, "UR:");
	take_text(r, "ur:x-sn-signed/1-9/zz");
	take_text(r, "ur:no_type/aa");
	cr_assert_eq(p->codes, 31);
	cr_assert_eq(p->useful, 5);
	cr_assert_eq(p->again, 5);
	cr_assert_eq(p->damaged, 8);
	cr_assert_eq(p->foreign, 5);
	cr_assert_eq(p->other, 3);
	cr_assert_eq(p->texts, 5);
	cr_assert_str_eq(sn_receiver_foreign(r), "crypto-psbt");
	cr_assert_not(sn_receiver_is_complete(r));
	cr_assert_null(sn_receiver_data(r, &len));
	cr_assert(!strncmp(described(r), "5 of ", 5), "%s", described(r));
	cr_assert(strstr(described(r), " parts ("), "%s", described(r));
	cr_assert(strstr(described(r), "%), 31 codes (5 duplicate, 8 corrupt, 3 of another transfer, "
				       "5 of another type, 5 plain text)"),
		  "%s", described(r));
	cr_assert_eq(sn_receiver_incomplete(r, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "incomplete: 5 of "), "%s", err.text);
	for (uint32_t i = 20; i < 60 && !sn_receiver_is_complete(r); i++)
		take(r, e, i, false);
	cr_assert(sn_receiver_is_complete(r));
	const uint8_t *data = sn_receiver_data(r, &len);
	cr_assert_eq(len, 900);
	for (size_t i = 0; i < len; i++)
		cr_assert_eq(data[i], (uint8_t)(i * i + (i + 1)));
	cr_assert(strstr(described(r), "(100 %)"), "%s", described(r));
	sn_ur_encoder_free(e);
	sn_ur_encoder_free(other);
	sn_ur_encoder_free(foreign);
	sn_receiver_free(r);
}

/* In one picture, the same code twice counts as one; two different complete codes are refused. */
Test(optic_receive, two_different_complete_codes_are_refused)
{
	struct sn_receiver *r = receiver(NULL, false);
	struct sn_ur_encoder *one = encoder("x-sn-signed", 1, 50, 0),
			     *other = encoder("x-sn-signed", 2, 50, 0),
			     *unsigned_one = encoder("x-sn-unsigned", 1, 50, 0),
			     *series = encoder("x-sn-signed", 3, 900, 100);
	const struct sn_ur_encoder *const rivals[] = {other, unsigned_one};
	const struct sn_receive_progress *p = sn_receiver_progress(r);
	take(r, one, 1, false);
	take(r, one, 1, false);
	take(r, series, 1, false);
	cr_expect(p->again == 1 && p->other == 1 && sn_receiver_is_complete(r));
	for (size_t i = 0; i < 2; i++) {
		struct sn_buf text = {0};
		struct sn_error err;
		cr_assert_eq(sn_ur_encoder_part(&text, rivals[i], 1, &err), 0);
		cr_expect_eq(sn_receiver_take(r, (char *)text.data, text.len, &err), SN_BAD_INPUT);
		cr_expect(strstr(err.text, "two codes with different contents are visible"), "%s", err.text);
		sn_buf_free(&text);
	}
	sn_ur_encoder_free(one);
	sn_ur_encoder_free(other);
	sn_ur_encoder_free(unsigned_one);
	sn_ur_encoder_free(series);
	sn_receiver_free(r);
}

static bool is_taken(const char *wanted, const char *type)
{
	struct sn_receiver *r = receiver(wanted, false);
	struct sn_ur_encoder *e = encoder(type, 1, 50, 0);
	take(r, e, 1, false);
	bool is = sn_receiver_is_complete(r);
	cr_assert_eq(sn_receiver_progress(r)->foreign, !is);
	sn_ur_encoder_free(e);
	sn_receiver_free(r);
	return is;
}

Test(optic_receive, only_the_accepted_types_are_received)
{
	cr_assert(is_taken(NULL, "x-sn-unsigned"));
	cr_assert(is_taken(NULL, "bytes"));
	cr_assert_not(is_taken(NULL, "crypto-psbt"));
	cr_assert_not(is_taken(NULL, "x-s"));
	cr_assert(is_taken("crypto-psbt", "crypto-psbt"));
	cr_assert_not(is_taken("crypto-psbt", "bytes"));
	cr_assert_not(is_taken("x-sn-signed", "x-sn-unsigned"));

	struct sn_receiver *r = receiver(NULL, false);
	struct sn_ur_encoder *e = encoder("crypto-psbt", 1, 50, 0);
	struct sn_error err;
	take(r, e, 1, false);
	cr_assert_eq(sn_receiver_incomplete(r, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.hint, "--type=crypto-psbt"), "%s", err.hint);
	sn_ur_encoder_free(e);
	sn_receiver_free(r);
	cr_assert_eq(sn_receiver_new(&r, &(struct sn_receive_options){.type = "Bytes"}, &err), SN_USAGE);
	cr_assert_eq(sn_receiver_new(&r, &(struct sn_receive_options){.type = ""}, &err), SN_USAGE);
	cr_assert_null(r);
	sn_receiver_free(NULL);
}

/* "ur:" and then letters only. */
Test(optic_receive, too_long_type_names_are_counted_and_ignored)
{
	char text[200] = "ur:";
	struct sn_receiver *r = receiver(NULL, false);
	memset(text + 3, 'a', sizeof text - 3);
	struct sn_error err;
	for (size_t len = 0; len <= sizeof text; len++)
		cr_assert_eq(sn_receiver_take(r, text, len, &err), 0);
	const struct sn_receive_progress *p = sn_receiver_progress(r);
	cr_assert_eq(p->texts, 2);
	cr_assert_eq(p->codes, 200); /* not the empty one */
	cr_assert_eq(p->foreign + p->damaged, 198);
	cr_assert_eq(sn_receiver_take(r, "ur:a\0b/aa", 9, &err), 0);
	cr_assert_eq(p->foreign + p->damaged, 199);
	sn_receiver_free(r);
}

Test(optic_receive, a_plain_text_is_received_if_requested)
{
	struct sn_receiver *r = receiver(NULL, true);
	struct sn_ur_encoder *e = encoder("bytes", 1, 50, 0);
	struct sn_error err;
	size_t len;
	take(r, e, 1, false);
	take_text(r, "");
	cr_assert_not(sn_receiver_is_complete(r));
	cr_assert_eq(sn_receiver_incomplete(r, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "1 code (1 UR)"), "%s", err.text);
	take_text(r, "monero:4");
	cr_assert(sn_receiver_is_complete(r));
	take_text(r, "monero:4");
	cr_assert_arr_eq(sn_receiver_data(r, &len), "monero:4", 8);
	cr_assert_eq(len, 8);
	cr_assert_eq(sn_receiver_take(r, "monero:8", 8, &err), SN_BAD_INPUT, "which one is meant?");
	sn_ur_encoder_free(e);
	sn_receiver_free(r);

	r = receiver(NULL, false);
	take_text(r, "monero:4");
	cr_assert_not(sn_receiver_is_complete(r));
	cr_assert_eq(sn_receiver_incomplete(r, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.hint, "--text"), "%s", err.hint);
	sn_receiver_free(r);
}
