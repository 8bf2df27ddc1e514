#include "ringct_vectors.h"
#include "seed.h"

#include "base/hex.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_vectors(void)
{
	FILE *f = fopen(TESTS_DIR "/vectors/ringct_transactions.txt", "r");
	cr_assert_not_null(f);
	return f;
}

size_t vector_transactions(void)
{
	FILE *f = open_vectors();
	char line[256];
	size_t n = 0;

	while (fgets(line, sizeof line, f))
		n += !strcmp(line, "transaction\n");
	fclose(f);
	cr_assert_gt(n, 0);
	return n;
}

static void hex32(void *out, const char *text)
{
	cr_assert_eq(sn_hex_decode(out, 32, text), SN_OK, "%s", text);
}

static void input_line(struct vector_input *in, const char *word, const char *a, const char *b)
{
	if (!strcmp(word, "image")) {
		hex32(&in->image, a);
	} else if (!strcmp(word, "pseudo")) {
		hex32(&in->pseudo_commitment, a);
	} else if (!strcmp(word, "member")) {
		cr_assert_lt(in->n, SN_RING_MAX);
		hex32(&in->ring[in->n].key, a);
		hex32(&in->ring[in->n++].commitment, b);
	} else if (!strcmp(word, "s")) {
		cr_assert_lt(in->sig.n, SN_RING_MAX);
		hex32(&in->sig.s[in->sig.n++], a);
	} else if (!strcmp(word, "c1")) {
		hex32(&in->sig.c1, a);
	} else if (!strcmp(word, "D")) {
		hex32(&in->sig.d, a);
	} else {
		cr_assert_fail("unknown word %s", word);
	}
}

static void transaction_line(struct vector_transaction *t, const char *word, const char *a, size_t *right)
{
	if (!strcmp(word, "fee")) {
		t->fee = strtoull(a, NULL, 10);
	} else if (!strcmp(word, "message")) {
		hex32(&t->message, a);
	} else if (!strcmp(word, "commitment")) {
		cr_assert_lt(t->outputs, SN_BPP_OUTPUTS_MAX);
		hex32(&t->commitment[t->outputs++], a);
	} else if (!strcmp(word, "A")) {
		hex32(&t->proof.a, a);
	} else if (!strcmp(word, "A1")) {
		hex32(&t->proof.a1, a);
	} else if (!strcmp(word, "B")) {
		hex32(&t->proof.b, a);
	} else if (!strcmp(word, "r1")) {
		hex32(&t->proof.r1, a);
	} else if (!strcmp(word, "s1")) {
		hex32(&t->proof.s1, a);
	} else if (!strcmp(word, "d1")) {
		hex32(&t->proof.d1, a);
	} else if (!strcmp(word, "L")) {
		cr_assert_lt(t->proof.rounds, SN_BPP_ROUNDS_MAX);
		hex32(&t->proof.l[t->proof.rounds++], a);
	} else if (!strcmp(word, "R")) {
		cr_assert_lt(*right, SN_BPP_ROUNDS_MAX);
		hex32(&t->proof.r[(*right)++], a);
	} else {
		cr_assert_fail("unknown word %s", word);
	}
}

void vector_transaction(struct vector_transaction *t, size_t index)
{
	FILE *f = open_vectors();
	char line[256], word[16], a[80], b[80];
	size_t at = 0, right = 0;

	*t = (struct vector_transaction){0};
	while (fgets(line, sizeof line, f)) {
		if (line[0] == '#' || sscanf(line, "%15s", word) != 1)
			continue;
		if (!strcmp(word, "transaction")) {
			at++;
			continue;
		}
		if (at != index + 1)
			continue;
		a[0] = b[0] = '\0';
		sscanf(line, "%*s %79s %79s", a, b);
		if (!strcmp(word, "input")) {
			cr_assert_lt(t->inputs, VECTOR_INPUTS_MAX);
			t->inputs++;
		} else if (t->inputs) {
			input_line(&t->input[t->inputs - 1], word, a, b);
		} else {
			transaction_line(t, word, a, &right);
		}
	}
	fclose(f);
	cr_assert_gt(t->outputs, 0);
	cr_assert_gt(t->inputs, 0);
	cr_assert_eq(right, t->proof.rounds);
}

void test_random(struct sn_random *random, const char *name)
{
	*random = seed_stream(name);
}
