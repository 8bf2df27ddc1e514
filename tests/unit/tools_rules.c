#include "tools/cli/option_groups.h"
#include "tools/cli/rules.h"

#include <criterion/criterion.h>
#include <string.h>

/* Check the command line of a program with options --one, --two, --three and one operand against a rule.
 * Returns the error. */
static struct sn_error check(const struct cli_rule *rule, const char *line, const char *error)
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
	return cli.err;
}

Test(tools_rules, one_option_excludes_others)
{
	const struct cli_rule rule = {CLI_EXCLUDES, "one", "two FILE", "a reason", NULL};
	check(&rule, "", NULL);
	check(&rule, "--one --three", NULL);
	check(&rule, "--two file", NULL);
	check(&rule, "--two --one", "--one and --two cannot be used together: a reason");
	check(&rule, "--one file", "--one and FILE cannot be used together: a reason");
}

Test(tools_rules, at_most_one_of_several)
{
	const struct cli_rule rule = {CLI_AT_MOST_ONE, "one two three", NULL, NULL, NULL};
	check(&rule, "", NULL);
	check(&rule, "--two", NULL);
	check(&rule, "--three --one", "--one and --three cannot be used together");
	check(&rule, "--three --two", "--two and --three cannot be used together");
}

Test(tools_rules, at_least_one_of_several)
{
	const struct cli_rule rule = {CLI_AT_LEAST_ONE, "one two FILE", NULL, NULL, NULL};
	check(&rule, "--two", NULL);
	check(&rule, "file", NULL);
	check(&rule, "--three", "--one, --two or FILE is required");
}

Test(tools_rules, one_option_requires_another)
{
	const struct cli_rule rule = {CLI_REQUIRES, "one", "two three", NULL, NULL};
	check(&rule, "", NULL);
	check(&rule, "--two", NULL);
	check(&rule, "--one --three", NULL);
	check(&rule, "--one", "--one requires --two or --three");
}

Test(tools_rules, the_hint_of_a_rule_replaces_the_hint_on_help)
{
	struct cli_rule rule = {CLI_REQUIRES, "one", "two", NULL, "use --two"};
	cr_assert_str_eq(check(&rule, "--one", "--one requires --two").hint, "use --two");
	rule.hint = NULL;
	cr_assert_str_eq(check(&rule, "--one", "--one requires --two").hint, "see 'rules --help'");
}
