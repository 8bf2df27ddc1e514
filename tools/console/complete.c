#include "tools/console/complete.h"

#include "tools/cli/text.h"
#include "tools/console/words.h"

#include "base/secret.h"
#include "base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define NAMES_MAX 4096

static void add_name(struct console_completion *completion, const char *name)
{
	char **names = completion->n < NAMES_MAX
			       ? realloc(completion->names, (completion->n + 1) * sizeof *names)
			       : NULL;
	if (!names)
		return;
	completion->names = names;
	names[completion->n] = strdup(name);
	if (names[completion->n])
		completion->n++;
}

static void add_commands(struct console_completion *completion, const struct console_command *commands,
			 const char *word)
{
	for (; commands->name; commands++)
		if (!strncmp(commands->name, word, strlen(word)))
			add_name(completion, commands->name);
}

static void add_options(struct console_completion *completion, const char *options, const char *word)
{
	char name[32];
	for (size_t len; *options; options += len + 1) {
		len = strcspn(options, " ");
		snprintf(name, sizeof name, "%.*s", (int)len, options);
		if (!strncmp(name, word, strlen(word)))
			add_name(completion, name);
	}
}

/* Add the files in the directory part of `word`; a directory gets a slash at its end. */
static void add_files(struct console_completion *completion, const char *word)
{
	const char *slash = strrchr(word, '/');
	const size_t directory_len = slash ? (size_t)(slash - word) + 1 : 0;
	const char *name = word + directory_len;
	char path[4096];
	if (directory_len + sizeof((struct dirent *)0)->d_name + 2 > sizeof path)
		return;
	memcpy(path, word, directory_len);
	strcpy(path + directory_len, directory_len ? "" : ".");
	DIR *directory = opendir(path);
	if (!directory)
		return;
	for (const struct dirent *entry; (entry = readdir(directory));) {
		struct stat status;
		if (strncmp(entry->d_name, name, strlen(name)) ||
		    (entry->d_name[0] == '.' && name[0] != '.') || !strcmp(entry->d_name, ".") ||
		    !strcmp(entry->d_name, ".."))
			continue;
		strcpy(path + directory_len, entry->d_name);
		if (!stat(path, &status) && S_ISDIR(status.st_mode))
			strcat(path, "/");
		add_name(completion, path + directory_len);
	}
	closedir(directory);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t common_length(const struct console_completion *completion)
{
	size_t len = strlen(completion->names[0]);
	for (size_t i = 1; i < completion->n; i++) {
		size_t k = 0;
		while (k < len && completion->names[i][k] == completion->names[0][k])
			k++;
		len = k;
	}
	return len;
}

static void put_quoted(struct sn_buf *out, char c, enum console_quote quote)
{
	if (quote == CONSOLE_SINGLE && c == '\'') {
		sn_put_bytes(out, "'\\''", 4);
		return;
	}
	if ((quote == CONSOLE_BARE && strchr(" \t'\"\\", c)) ||
	    (quote == CONSOLE_DOUBLE && strchr("\"\\", c)))
		sn_put_u8(out, '\\');
	sn_put_u8(out, (uint8_t)c);
}

static void put_rest(struct console_completion *completion, size_t typed, enum console_quote quote)
{
	struct sn_buf *out = &completion->insert;
	const char *first = completion->names[0];
	const size_t common = common_length(completion), plain = sn_text_plain_len(first);
	const size_t len = common < plain ? common : plain;
	for (size_t i = typed; i < len; i++)
		put_quoted(out, first[i], quote);
	/* A single candidate is complete, unless it is a directory. */
	if (completion->n == 1 && len && !first[len] && first[len - 1] != '/' && first[len - 1] != '=') {
		if (quote != CONSOLE_BARE)
			sn_put_u8(out, quote == CONSOLE_SINGLE ? '\'' : '"');
		sn_put_u8(out, ' ');
	}
}

void console_complete(struct console_completion *completion, const struct console_command *commands,
		      const char *line)
{
	char *words[CONSOLE_WORDS_MAX];
	size_t n;
	enum console_quote quote;
	char *copy = sn_secret_alloc(strlen(line) + 1);
	*completion = (struct console_completion){0};
	if (!copy)
		return;
	strcpy(copy, line);
	console_split_open(copy, words, &n, &quote);
	const char *word = words[n - 1];
	const struct console_command *command = n > 1 ? console_command_find(commands, words[0]) : NULL;
	if (n == 1 || (n == 2 && !strcmp(words[0], "help"))) {
		add_commands(completion, commands, word);
	} else if (command && command->options && word[0] == '-') {
		add_options(completion, command->options, word);
	} else if (command && command->takes_files) {
		add_files(completion, word);
		const char *slash = strrchr(word, '/');
		word = slash ? slash + 1 : word;
	}
	if (completion->n) {
		qsort(completion->names, completion->n, sizeof *completion->names, compare);
		put_rest(completion, strlen(word), quote);
	}
	sn_put_u8(&completion->insert, 0);
	for (size_t i = 0; i < completion->n; i++)
		cli_text_make_plain(completion->names[i]);
	sn_secret_free(copy);
}

void console_completion_free(struct console_completion *completion)
{
	for (size_t i = 0; i < completion->n; i++)
		free(completion->names[i]);
	free(completion->names);
	sn_buf_free(&completion->insert);
	*completion = (struct console_completion){0};
}
