/* doc/reference/formats.md and tests/vectors/handoff.txt, in both directions: bytes to values, values to
 * bytes. */
#include "base/hex.h"
#include "chain/names_bytes.h"
#include "handoff/envelope.h"
#include "handoff/image_list.h"
#include "handoff/output_list.h"
#include "handoff/signed_set.h"
#include "handoff/unsigned_set.h"
#include "handoff_dump.h"
#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_buf from_hex(const char *text)
{
	struct sn_buf out = {0};
	if (strcmp(text, "-"))
		cr_assert(!sn_hex_decode_buf(&out, text, strlen(text)), "%s", text);
	return out;
}

static void expect_equal(const struct sn_buf *a, const struct sn_buf *b)
{
	cr_assert(a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len)));
}

/* The next word of the line; the line ends where the first call of strtok_r ended it. */
static const char *word(char **rest)
{
	const char *w = strtok_r(NULL, " ", rest);
	cr_assert_not_null(w);
	return w;
}

static void check_envelope(char **rest)
{
	struct sn_scalar view_secret;
	struct sn_error err = {0};
	cr_assert(!sn_hex_decode(view_secret.b, 32, word(rest)));
	const int version = atoi(word(rest));
	enum sn_envelope_kind kind = (enum sn_envelope_kind)(version << 8 | atoi(word(rest)));
	enum sn_network network = (enum sn_network)atoi(word(rest));
	struct sn_buf content = from_hex(word(rest)), file = from_hex(word(rest)), sealed = {0}, opened = {0};

	cr_assert(!sn_envelope_seal(&sealed, kind, network, &view_secret, content.data, content.len, &err));
	expect_equal(&sealed, &file);
	cr_assert(!sn_envelope_open(&opened, kind, network, &view_secret, file.data, file.len, &err), "%s",
		  err.text);
	expect_equal(&opened, &content);
	sn_buf_free(&content);
	sn_buf_free(&file);
	sn_buf_free(&sealed);
	sn_buf_free(&opened);
}

/* Hexadecimal, a space behind it. */
static void dump_point(struct sn_buf *out, const struct sn_point *p)
{
	char hex[65];
	sn_hex_encode(hex, p->b, 32);
	sn_put_bytes(out, hex, 64);
	sn_put_u8(out, ' ');
}

static void check_dump(struct sn_buf *dump, const struct sn_buf *bytes, const struct sn_buf *again,
		       const char *values, size_t len)
{
	cr_assert(dump->len == len && !memcmp(dump->data, values, len), "%.*s", (int)dump->len,
		  (char *)dump->data);
	expect_equal(again, bytes);
	sn_buf_free(dump);
}

static void check_unsigned_set(char **rest, const char *values, size_t len)
{
	struct sn_unsigned_set set;
	struct sn_error err = {0};
	enum sn_network network = (enum sn_network)atoi(word(rest));
	struct sn_buf bytes = from_hex(word(rest)), dump = {0}, again = {0};
	cr_assert(!sn_unsigned_set_decode(&set, network, bytes.data, bytes.len, &err), "%s", err.text);
	test_dump_unsigned_set(&dump, &set);
	cr_assert(!sn_unsigned_set_encode(&again, &set, &err), "%s", err.text);
	check_dump(&dump, &bytes, &again, values, len);
	sn_unsigned_set_free(&set);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

static void check_signed_set(char **rest, const char *values, size_t len)
{
	struct sn_signed_set set;
	struct sn_error err = {0};
	struct sn_buf bytes = from_hex(word(rest)), dump = {0}, again = {0};
	cr_assert(!sn_signed_set_decode(&set, bytes.data, bytes.len, &err), "%s", err.text);
	test_dump_signed_set(&dump, &set);
	cr_assert(!sn_signed_set_encode(&again, &set, &err), "%s", err.text);
	check_dump(&dump, &bytes, &again, values, len);
	sn_signed_set_free(&set);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

static void check_output_list(char **rest, const char *values, size_t len)
{
	struct sn_output_list list;
	struct sn_error err = {0};
	struct sn_buf bytes = from_hex(word(rest)), dump = {0}, again = {0};
	cr_assert(!sn_output_list_decode(&list, bytes.data, bytes.len, &err), "%s", err.text);
	test_dump_output_list(&dump, &list);
	cr_assert(!sn_output_list_encode(&again, &list, &err), "%s", err.text);
	check_dump(&dump, &bytes, &again, values, len);
	sn_output_list_free(&list);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

static void check_image_list(char **rest, const char *values, size_t len)
{
	struct sn_image_list list;
	struct sn_error err = {0};
	struct sn_buf bytes = from_hex(word(rest)), dump = {0}, again = {0};
	cr_assert(!sn_image_list_decode(&list, bytes.data, bytes.len, &err), "%s", err.text);
	for (size_t i = 0; i < list.n; i++) {
		sn_put_bytes(&dump, "image ", 6);
		dump_point(&dump, &list.images[i].key);
		dump_point(&dump, &list.images[i].image);
		dump.data[dump.len - 1] = '\n';
	}
	cr_assert(!sn_image_list_encode(&again, &list, &err), "%s", err.text);
	check_dump(&dump, &bytes, &again, values, len);
	sn_image_list_free(&list);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

static void check_proposals(char **rest, const char *values, size_t len)
{
	struct sn_proposal_set set;
	struct sn_error err = {0};
	enum sn_network network = (enum sn_network)atoi(word(rest));
	struct sn_buf bytes = from_hex(word(rest)), dump = {0}, again = {0};
	cr_assert(!sn_proposal_set_decode(&set, network, bytes.data, bytes.len, &err), "%s", err.text);
	test_dump_proposal_set(&dump, &set);
	cr_assert(!sn_proposal_set_encode(&again, &set, network, &err), "%s", err.text);
	check_dump(&dump, &bytes, &again, values, len);
	sn_proposal_set_free(&set);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

static void check_signed_proposals(char **rest, const char *values, size_t len)
{
	struct sn_signed_proposals set;
	struct sn_error err = {0};
	enum sn_network network = (enum sn_network)atoi(word(rest));
	struct sn_buf bytes = from_hex(word(rest)), dump = {0}, again = {0};
	cr_assert(!sn_signed_proposals_decode(&set, network, bytes.data, bytes.len, &err), "%s", err.text);
	test_dump_signed_proposals(&dump, &set);
	cr_assert(!sn_signed_proposals_encode(&again, &set, network, &err), "%s", err.text);
	check_dump(&dump, &bytes, &again, values, len);
	sn_signed_proposals_free(&set);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

static void check_names(char **rest, const char *values, size_t len)
{
	struct sn_names names;
	struct sn_error err = {0};
	enum sn_network network = (enum sn_network)atoi(word(rest));
	struct sn_buf bytes = from_hex(word(rest)), dump = {0}, again = {0};
	cr_assert(!sn_names_decode(&names, network, bytes.data, bytes.len, &err), "%s", err.text);
	for (size_t i = 0; i < names.n_contacts; i++) {
		const struct sn_address *a = &names.contacts[i].address;
		char text[SN_NAME_MAX + 32], id[2 * sizeof a->payment_id + 1] = "-";
		cr_assert_eq(a->network, network);
		snprintf(text, sizeof text, "contact %d ", a->kind);
		sn_put_bytes(&dump, text, strlen(text));
		dump_point(&dump, &a->spend);
		dump_point(&dump, &a->view);
		if (a->kind == SN_ADDRESS_INTEGRATED)
			sn_hex_encode(id, a->payment_id, sizeof a->payment_id);
		snprintf(text, sizeof text, "%s %s\n", id, names.contacts[i].name);
		sn_put_bytes(&dump, text, strlen(text));
	}
	for (size_t i = 0; i < names.n_labels; i++) {
		const struct sn_label *label = &names.labels[i];
		char text[SN_NAME_MAX + 48];
		snprintf(text, sizeof text, "label %u/%u %s\n", label->at.major, label->at.minor,
			 label->text);
		sn_put_bytes(&dump, text, strlen(text));
	}
	sn_names_put(&again, &names);
	check_dump(&dump, &bytes, &again, values, len);
	sn_names_free(&names);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

/* What follows a line with the bytes: checks of the values up to the next empty line. */
static const struct {
	const char *command;
	void (*check)(char **rest, const char *values, size_t len);
	size_t expected; /* in the file */
} kinds[] = {
	{"unsigned", check_unsigned_set, 2},
	{"signed", check_signed_set, 1},
	{"outputs", check_output_list, 3},
	{"images", check_image_list, 1},
	{"names", check_names, 1},
	{"proposals", check_proposals, 2},
	{"signed_proposals", check_signed_proposals, 2},
};
#define N_KINDS (sizeof kinds / sizeof *kinds)

Test(handoff_vectors, vectors_match_both_ways)
{
	struct sn_buf file = test_read_file("vectors/handoff.txt");
	size_t envelopes = 0, seen[N_KINDS] = {0};
	for (char *line = (char *)file.data, *next; *line; line = next) {
		char *end = strchr(line, '\n'), *rest;
		cr_assert_not_null(end);
		next = end + 1;
		if (line == end || *line == '#')
			continue;
		*end = 0;
		const char *values = next, *command = strtok_r(line, " ", &rest);
		const char *values_end = strstr(next, "\n\n"); /* or the last line's end */
		size_t len = values_end ? (size_t)(values_end + 1 - values) : strlen(values), i = 0;
		if (!strcmp(command, "envelope")) {
			check_envelope(&rest);
			envelopes++;
			continue;
		}
		while (i < N_KINDS && strcmp(command, kinds[i].command))
			i++;
		cr_assert(i < N_KINDS, "%s", command);
		kinds[i].check(&rest, values, len);
		seen[i]++;
		next += len;
	}
	cr_assert_eq(envelopes, 19);
	for (size_t i = 0; i < N_KINDS; i++)
		cr_assert_eq(seen[i], kinds[i].expected, "%s", kinds[i].command);
	sn_buf_free(&file);
}
