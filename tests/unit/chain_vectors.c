#include "chain_vectors.h"
#include "base/hex.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

void vectors_open(struct vectors *v, const char *name)
{
	char path[1024];
	snprintf(path, sizeof path, "%s/vectors/%s", TESTS_DIR, name);
	*v = (struct vectors){.file = fopen(path, "r")};
	cr_assert_not_null(v->file, "cannot open %s", path);
}

bool vectors_next(struct vectors *v, const char *kind)
{
	while (getline(&v->line, &v->cap, v->file) >= 0) {
		if (v->line[0] == '#')
			continue;
		char *save = NULL;
		v->n = 0;
		for (char *w = strtok_r(v->line, " \n", &save); w; w = strtok_r(NULL, " \n", &save)) {
			cr_assert_lt(v->n, VECTOR_WORDS_MAX);
			v->word[v->n++] = w;
		}
		if (v->n && (!kind || !strcmp(v->word[0], kind))) {
			v->seen++;
			return true;
		}
	}
	return false;
}

void vectors_close(struct vectors *v)
{
	cr_assert_gt(v->seen, 0, "no vectors of that kind");
	free(v->line);
	fclose(v->file);
}

uint8_t *vectors_bytes(size_t *len, const char *hex)
{
	*len = strlen(hex) / 2;
	uint8_t *bytes = malloc(*len + 1);
	cr_assert_not_null(bytes);
	cr_assert_eq(sn_hex_decode(bytes, *len, hex), SN_OK, "bad hex in vectors");
	return bytes;
}

void vectors_bytes32(uint8_t out[static 32], const char *hex)
{
	cr_assert_eq(sn_hex_decode(out, 32, hex), SN_OK, "bad hex in vectors: %s", hex);
}
