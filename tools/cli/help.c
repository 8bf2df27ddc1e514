#include "tools/cli/help.h"

#include <stdio.h>
#include <string.h>

#define HELP_COLUMN 28
#define HELP_WIDTH 78

/* Print the text from column `at` on, its further lines from column `indent` on, and end the line. */
static void print_wrapped(const char *text, size_t at, size_t indent)
{
	for (bool is_first = true; *text; is_first = false) {
		size_t len = strcspn(text, " ");
		if (!is_first && at + 1 + len > HELP_WIDTH) {
			printf("\n%*s", (int)indent, "");
			at = indent;
		} else if (!is_first) {
			putchar(' ');
			at++;
		}
		printf("%.*s", (int)len, text);
		at += len;
		text += len + (text[len] == ' ');
	}
	putchar('\n');
}

static void print_option(const struct cli_option *option)
{
	char left[64];
	int len = snprintf(left, sizeof left, "  %c%c%s --%s%s%s", option->letter ? '-' : ' ',
			   option->letter ? option->letter : ' ', option->letter ? "," : " ", option->name,
			   option->argument ? "=" : "", option->argument ? option->argument : "");
	if (len + 1 > HELP_COLUMN)
		printf("%s\n%*s", left, HELP_COLUMN, "");
	else
		printf("%-*s", HELP_COLUMN, left);
	print_wrapped(option->help, HELP_COLUMN, HELP_COLUMN);
}

/* Print the lines below a title, indented. NULL: nothing. */
static void print_block(const char *title, const char *lines)
{
	if (!lines)
		return;
	printf("\n%s:\n", title);
	for (size_t len; *lines; lines += len + 1) {
		len = strcspn(lines, "\n");
		printf("  %.*s\n", (int)len, lines);
	}
}

void cli_help_print(const struct cli *cli, const struct cli_options *table)
{
	const struct cli_program *program = cli->program;
	printf("Usage: %s %s\n", program->name, program->usage);
	print_wrapped(program->about, 0, 0);
	putchar('\n');
	for (size_t i = 0; i < table->n; i++)
		print_option(&table->options[i]);
	print_block("Examples", program->examples);
	print_block("Hints", program->hints);
	printf("\nExit status: 0 success, 1 refused, 2 usage, 3 bad input, 4 wrong password,\n"
	       "5 daemon, 6 wallet needs repair, 7 I/O or resources, 8 file in use.\n");
}
