#include "tools/cli/options.h"

#include "base/secret.h"
#include "tools/cli/glob.h"

#include <string.h>

const struct cli_option *cli_options_find(const struct cli_options *table, const char *name, size_t len)
{
	for (size_t i = 0; i < table->n; i++)
		if (strlen(table->options[i].name) == len && !memcmp(table->options[i].name, name, len))
			return &table->options[i];
	return NULL;
}

static const struct cli_option *find_letter(const struct cli_options *table, char letter)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->options[i].letter == letter)
			return &table->options[i];
	return NULL;
}

bool cli_option_is_given(const struct cli_option *option)
{
	return option->flag     ? *option->flag
	       : option->list   ? option->list->n > 0
	       : option->secret ? *option->secret != NULL
				: *option->text != NULL;
}

static int take_item(struct cli *cli, const struct cli_option *option, const char *value)
{
	if (option->list->n == CLI_LIST_MAX)
		return cli_usage_error(cli, "--%s was given more than %d times", option->name, CLI_LIST_MAX);
	option->list->items[option->list->n++] = value;
	return SN_OK;
}

/* Store the value of `option`. `value` points into argv; NULL for a switch. */
static int take(struct cli *cli, const struct cli_option *option, char *value)
{
	int ret = SN_OK;
	if (option->list)
		ret = take_item(cli, option, value);
	else if (cli_option_is_given(option))
		ret = cli_usage_error(cli, "--%s was given twice", option->name);
	else if (option->flag)
		*option->flag = true;
	else if (option->text)
		*option->text = value;
	else if ((*option->secret = sn_secret_alloc(strlen(value) + 1)))
		strcpy(*option->secret, value);
	else
		ret = sn_error_memory(&cli->err);
	if (option->secret && value)
		memset(value, ' ', strlen(value));
	return ret;
}

/* `argument` is "--name" or "--name=value"; `next` is the next argument, or NULL. */
static int take_long(struct cli *cli, const struct cli_options *table, char *argument, char *next,
		     bool *next_used)
{
	char *name = argument + 2;
	size_t len = strcspn(name, "=");
	char *value = name[len] ? name + len + 1 : NULL;
	const struct cli_option *option = cli_options_find(table, name, len);

	if (!option)
		return cli_usage_error(cli, "unknown option --%.*s", (int)len, name);
	if (!option->argument && value)
		return cli_usage_error(cli, "--%s takes no value", option->name);
	if (option->argument && !value) {
		if (!next)
			return cli_usage_error(cli, "--%s requires a value", option->name);
		*next_used = true;
		value = next;
	}
	return take(cli, option, value);
}

/* Whether `argument` is a minus sign and a number. */
static bool is_number(const char *argument)
{
	const size_t len = strlen(argument + 1);
	return strspn(argument + 1, "0123456789.") == len && len <= 32;
}

/* `argument` is "-x", "-xyz" or "-oVALUE". */
static int take_short(struct cli *cli, const struct cli_options *table, char *argument, char *next,
		      bool *next_used)
{
	for (char *letter = argument + 1; *letter; letter++) {
		const struct cli_option *option = find_letter(table, *letter);
		int ret;
		if (!option && is_number(argument))
			return cli_usage_error(cli,
					       "%s is negative; amounts and other numbers cannot be negative",
					       argument);
		if (!option)
			return cli_usage_error(cli, "unknown option -%c", *letter);
		if (!option->argument) {
			if ((ret = take(cli, option, NULL)))
				return ret;
			continue;
		}
		if (letter[1])
			return take(cli, option, letter + 1);
		if (!next)
			return cli_usage_error(cli, "-%c requires a value", *letter);
		*next_used = true;
		return take(cli, option, next);
	}
	return SN_OK;
}

/* `argument` is an option. The message does not show its value, which may be a password. */
static int check_not_listed(struct cli *cli, const char *argument)
{
	if (!cli_glob_is_listed(argument))
		return SN_OK;
	return sn_error_hint(
		&cli->err,
		sn_error_set(
			&cli->err, SN_USAGE,
			"%.*s is also the name of a file in this directory: the shell may have expanded * to it",
			(int)strcspn(argument, "="), argument),
		"write ./* instead of *, or run the command in another directory");
}

/* `argument` is an operand, possibly after "--". The program would read standard input instead of a file "-".
 */
static int check_not_dash(struct cli *cli, const char *argument)
{
	if (strcmp(argument, "-") || !cli_glob_is_listed(argument))
		return SN_OK;
	return sn_error_hint(
		&cli->err,
		sn_error_set(&cli->err, SN_USAGE,
			     "- means standard input, but is also the name of a file in this directory"),
		"write ./- for the file, or ./* instead of *; for standard input, run the command in another directory");
}

/* An option that is also a file name is an error, before any other error in it. Its value is stored
 * nevertheless, so that a secret is blanked. */
static int take_option(struct cli *cli, const struct cli_options *table, char *argument, char *next,
		       bool *next_used)
{
	const int listed = check_not_listed(cli, argument);
	const struct sn_error why = cli->err;
	int ret = argument[1] == '-' ? take_long(cli, table, argument, next, next_used)
				     : take_short(cli, table, argument, next, next_used);
	if (listed) {
		cli->err = why;
		ret = listed;
	}
	return ret;
}

int cli_options_read(struct cli *cli, const struct cli_options *table, int argc, char **argv)
{
	int ret = SN_OK;
	bool only_operands = false;
	cli->operands = argv;
	for (int i = 1; i < argc; i++) {
		char *argument = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
		bool next_used = false;
		struct sn_error first = cli->err;
		int one = SN_OK;
		if (only_operands || argument[0] != '-' || !argument[1]) {
			one = check_not_dash(cli, argument);
			argv[cli->n_operands++] = argument;
		} else if (!strcmp(argument, "--"))
			only_operands = true;
		else
			one = take_option(cli, table, argument, next, &next_used);
		if (ret)
			cli->err = first;
		else
			ret = one;
		i += next_used;
	}
	return ret;
}
