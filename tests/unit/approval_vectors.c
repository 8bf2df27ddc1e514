#include "approval_vectors.h"

#include "base/hex.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sn_buf approval_file(const char *name)
{
	struct sn_buf text = {0};
	char *line = NULL;
	size_t room = 0, len = strlen(name);
	FILE *file = fopen(TESTS_DIR "/vectors/approvals.txt", "r");
	cr_assert_not_null(file);
	for (ssize_t n; (n = getline(&line, &room, file)) > 0;)
		if (!strncmp(line, name, len) && line[len] == ' ')
			sn_put_bytes(&text, line + len + 1, (size_t)n - len - 1);
	cr_assert(text.len, "no vector %s", name);
	sn_put_u8(&text, 0);
	cr_assert(!text.failed);
	text.len--;
	free(line);
	fclose(file);
	return text;
}

char *approval_line(const char *name)
{
	struct sn_buf text = approval_file(name);
	char *line = strndup((char *)text.data, text.len - 1);
	cr_assert(line && !strchr(line, '\n'));
	sn_buf_free(&text);
	return line;
}

struct sn_buf approval_message(const char *name)
{
	struct sn_buf message = {0};
	char *hex = approval_line(name);
	const size_t len = strlen(hex) / 2;
	uint8_t *bytes = malloc(len);
	cr_assert(bytes && !sn_hex_decode(bytes, len, hex));
	sn_put_bytes(&message, bytes, len);
	cr_assert(!message.failed);
	free(bytes);
	free(hex);
	return message;
}
