#include "tools/cli/rules.h"

#include <criterion/criterion.h>
#include <string.h>

/* The command lines of a program with options --one, --two, --three and one operand, against one rule. */
static void check(const struct cli_rule *rule, const char *line, const char *error)
{
	bool one = false, two = false, three = false;
	const struct cli_option options[] = {
		{"one", 0, NULL, "", .flag = &one},
		{"two", 0, NULL, "", .flag = &two},
		{"three", 0, NULL, "", .flag = &three},
		{0},
	};
	const struct cli_rule rules[] = {*rule, {0}};
	const struct cli_program program = {
		.name = "rules", .options = options, .rules = rules, .max_operands = 1};
	struct cli cli = {.program = &program};
	struct cli_options table = {0};
	char copy[64], *argv[8] = {"rules"};
	int argc = 1;
	strcpy(copy, line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	cli_options_init(&table, &cli);
	cr_assert_eq(cli_options_read(&cli, &table, argc, argv), SN_OK, "%s", cli.err.text);
	int ret = cli_rules_check(&cli, &table);
	cr_assert_eq(ret, error ? SN_USAGE : SN_OK, "\"%s\": %d, %s", line, ret, cli.err.text);
	if (error)
		cr_assert(!strncmp(cli.err.text, error, strlen(error)), "\"%s\": %s", line, cli.err.text);
}

Test(tools_rules, one_option_excludes_others)
{
	const struct cli_rule rule = {CLI_EXCLUDES, "one", "two FILE", "a reason"};
	check(&rule, "", NULL);
	check(&rule, "--one --three", NULL);
	check(&rule, "--two file", NULL);
	check(&rule, "--two --one", "--one and --two exclude each other: a reason");
	check(&rule, "--one file", "--one and FILE exclude each other: a reason");
}

Test(tools_rules, at_most_one_of_several)
{
	const struct cli_rule rule = {CLI_AT_MOST_ONE, "one two three", NULL, NULL};
	check(&rule, "", NULL);
	check(&rule, "--two", NULL);
	check(&rule, "--three --one", "--one and --three exclude each other");
	check(&rule, "--three --two", "--two and --three exclude each other");
}

Test(tools_rules, at_least_one_of_several)
{
	const struct cli_rule rule = {CLI_AT_LEAST_ONE, "one two FILE", NULL, NULL};
	check(&rule, "--two", NULL);
	check(&rule, "file", NULL);
	check(&rule, "--three", "give --one, --two or FILE");
}

Test(tools_rules, one_option_requires_another)
{
	const struct cli_rule rule = {CLI_REQUIRES, "one", "two three", NULL};
	check(&rule, "", NULL);
	check(&rule, "--two", NULL);
	check(&rule, "--one --three", NULL);
	check(&rule, "--one", "--one requires --two or --three");
}
