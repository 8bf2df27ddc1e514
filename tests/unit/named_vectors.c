#include "named_vectors.h"

#include "base/hex.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hex text of the value in a new string, NULL if there is no such name. */
static char *find(const char *file, const char *format, va_list args)
{
	char path[1024], name[128], *line = NULL, *text = NULL;
	size_t cap = 0;
	int len = vsnprintf(name, sizeof name - 3, format, args);
	cr_assert(len > 0 && (size_t)len < sizeof name - 3);
	strcat(name, " = ");
	snprintf(path, sizeof path, "%s/vectors/%s", TESTS_DIR, file);
	FILE *in = fopen(path, "r");
	cr_assert_not_null(in, "cannot open %s", path);
	while (!text && getline(&line, &cap, in) >= 0) {
		if (strncmp(line, name, strlen(name)) != 0)
			continue;
		text = strdup(line + strlen(name));
		cr_assert_not_null(text);
		text[strcspn(text, " \n")] = '\0';
	}
	free(line);
	fclose(in);
	return text;
}

static bool decode(uint8_t *out, size_t len, char *text, const char *name)
{
	bool is_found = text;
	cr_assert(!text || !sn_hex_decode(out, len, text), "%s: not %zu bytes of hex", name, len);
	free(text);
	return is_found;
}

bool named_vector_find(uint8_t *out, size_t len, const char *file, const char *name, ...)
{
	va_list args;
	va_start(args, name);
	bool is_found = decode(out, len, find(file, name, args), name);
	va_end(args);
	return is_found;
}

void named_vector(uint8_t *out, size_t len, const char *file, const char *name, ...)
{
	va_list args;
	va_start(args, name);
	cr_assert(decode(out, len, find(file, name, args), name), "%s: no %s", file, name);
	va_end(args);
}

uint8_t *named_vector_all(size_t *len, const char *file, const char *name, ...)
{
	va_list args;
	va_start(args, name);
	char *text = find(file, name, args);
	va_end(args);
	cr_assert_not_null(text, "%s: no %s", file, name);
	*len = strlen(text) / 2;
	uint8_t *bytes = malloc(*len + 1);
	cr_assert_not_null(bytes);
	decode(bytes, *len, text, name);
	return bytes;
}
