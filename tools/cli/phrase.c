#include "tools/cli/phrase.h"

#include "base/file.h"
#include "base/secret.h"
#include "chain/mnemonic.h"
#include "chain/seed_phrase.h"
#include "chain/seed_words.h"
#include "tools/cli/data.h"
#include "tools/cli/terminal.h"
#include "tools/cli/wallet.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WORDS_PER_LINE 5

bool cli_phrase_is_given(const struct cli *cli)
{
	return cli->seed_file || cli->seed_prompt;
}

/* ------------------------------------------------------------------ read */

/* Read up to `size` bytes. */
static int read_all(struct cli *cli, int fd, const char *path, char *text, size_t size, size_t *len)
{
	for (*len = 0; *len < size;) {
		ssize_t n = read(fd, text + *len, size - *len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return sn_error_errno(&cli->err, "cannot read %s", path);
		if (!n)
			break;
		*len += (size_t)n;
	}
	return SN_OK;
}

static int read_file(struct cli *cli, const char *path, char *text, size_t *len)
{
	int fd = -1;
	int ret = cli_data_open(cli, path, "the seed file", &fd);
	if (!ret)
		ret = read_all(cli, fd, path, text, CLI_PHRASE_MAX + 1, len);
	if (!ret && !*len)
		ret = sn_error_set(&cli->err, SN_BAD_INPUT, "the seed file (%s) is empty", path);
	else if (!ret && *len > CLI_PHRASE_MAX)
		ret = sn_error_set(&cli->err, SN_BAD_INPUT, "%s is larger than %d bytes", path,
				   CLI_PHRASE_MAX);
	if (fd > STDIN_FILENO)
		close(fd);
	return ret;
}

/* Append the words of a line until one is in no list. */
static int take_words(struct cli *cli, char *text, size_t *len, size_t *n, const char *line)
{
	const size_t line_len = strlen(line);
	const char *word;
	char message[128];
	size_t at = 0, word_len;
	while (sn_seed_words_next(line, line_len, &at, &word, &word_len)) {
		if (*n == SN_MNEMONIC_WORDS)
			return sn_error_set(&cli->err, SN_BAD_INPUT,
					    "more than %d words were typed for the seed phrase",
					    SN_MNEMONIC_WORDS);
		if (!sn_seed_phrase_has_word(word, word_len)) {
			snprintf(message, sizeof message,
				 "Word %zu is not in a word list. Type it again, and the words after it.\n",
				 *n + 1);
			return cli_terminal_show(cli, message);
		}
		/* At most 25 lines: there is room. */
		memcpy(text + *len, word, word_len);
		*len += word_len;
		text[(*len)++] = ' ';
		++*n;
	}
	return SN_OK;
}

static int type(struct cli *cli, char *text, size_t *len)
{
	static const char intro[] =
		"Type the seed phrase, one or more words at a time. They are not shown. After the\n"
		"16 words of a Polyseed, press Enter once more.\n";
	size_t n = 0;
	*len = 0;
	int ret = cli_terminal_check(cli, "to ask for the seed phrase", "use --seed-file=FILE");
	if (!ret)
		ret = cli_terminal_show(cli, intro);
	while (!ret && n < SN_MNEMONIC_WORDS) {
		char prompt[32], *line = NULL;
		snprintf(prompt, sizeof prompt, "Word %zu: ", n + 1);
		ret = cli_terminal_password(cli, prompt, "use --seed-file=FILE", &line);
		const bool is_end = !ret && !*line;
		if (!ret)
			ret = take_words(cli, text, len, &n, line);
		sn_secret_free(line);
		if (is_end && n)
			break;
	}
	return ret;
}

int cli_phrase_read(struct cli *cli, char **text, size_t *len)
{
	*text = sn_secret_alloc(CLI_PHRASE_MAX + 1);
	if (!*text)
		return sn_error_memory(&cli->err);
	return cli->seed_file ? read_file(cli, cli->seed_file, *text, len) : type(cli, *text, len);
}

/* ------------------------------------------------------------------ give */

struct line {
	char text[WORDS_PER_LINE * (SN_MNEMONIC_WORD_MAX + 1) + 16];
};

/* Show the words in lines of five, each with the number of its first word. --seed-file accepts this format.
 */
static int show_words(struct cli *cli, const char *words)
{
	struct line *line = sn_secret_alloc(sizeof *line);
	int ret = line ? SN_OK : sn_error_memory(&cli->err);
	for (int number = 1; !ret && *words; number += WORDS_PER_LINE) {
		size_t len = 0;
		for (int n = 0; n < WORDS_PER_LINE; n++) {
			len += strspn(words + len, " \n");
			len += strcspn(words + len, " \n");
		}
		snprintf(line->text, sizeof line->text, "%4d  %.*s\n", number, (int)len, words);
		ret = cli_terminal_show(cli, line->text);
		words += len;
		words += strspn(words, " \n");
	}
	sn_secret_free(line);
	return ret;
}

int cli_phrase_give(struct cli *cli, const char *words)
{
	static const char before[] =
		"\n"
		"This seed phrase is the wallet. Anyone who reads it can spend your money. If you\n"
		"lose both the phrase and the wallet file, the money is lost. Write it on paper:\n\n";
	int ret;
	if (cli->seed_out) {
		ret = sn_file_create(cli->seed_out, words, strlen(words), 0600, &cli->err);
		if (!ret && !sn_file_is_private(cli->seed_out)) {
			cli_say(cli, "warning: other users can read %s: its file system has no file modes",
				cli->seed_out);
			cli_say(cli, "hint: mount the file system with umask=077");
		}
		return ret;
	}
	if ((ret = cli_terminal_show(cli, before)) || (ret = show_words(cli, words)))
		return ret;
	return cli_terminal_show(cli, "\n");
}

int cli_phrase_check_out(struct cli *cli)
{
	if (!cli->seed_out)
		return cli_terminal_check(cli, "to show the seed phrase on",
					  "use --seed-out=FILE to write the seed phrase to a file");
	if (!strcmp(cli->seed_out, "-"))
		return cli_usage_error(
			cli,
			"--seed-out requires a file: the seed phrase is never written to standard output");
	return cli_wallet_check_new(cli, cli->seed_out);
}
