#include "tools/cli/rules.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Store start and length of the word at `*at`, and move on to the next word. Returns false at the end. */
static bool next_word(const char **at, const char **word, size_t *len)
{
	*word = *at += strspn(*at, " ");
	*len = strcspn(*at, " ");
	*at += *len;
	return *len > 0;
}

/* A word in capitals means the operands. */
static bool is_given(const struct cli *cli, const struct cli_options *table, const char *word, size_t len)
{
	if (isupper((unsigned char)word[0]))
		return cli->n_operands > 0;
	const struct cli_option *option = cli_options_find(table, word, len);
	assert(option); /* the program has every option that its rules name */
	return cli_option_is_given(option);
}

/* Returns the first word in `list` after the word `after` (NULL: the first of all) that is on the command
 * line, or NULL. */
static const char *find_given(const struct cli *cli, const struct cli_options *table, const char *list,
			      const char *after, size_t *len)
{
	const char *at = after ? after + strcspn(after, " ") : list, *word;
	while (next_word(&at, &word, len))
		if (is_given(cli, table, word, *len))
			return word;
	return NULL;
}

static const char *dashes(const char *word)
{
	return isupper((unsigned char)word[0]) ? "" : "--";
}

/* "--one, --two or --three" */
static void name_all(char *text, size_t size, const char *list)
{
	const char *word, *at = list;
	size_t len, used = 0;
	text[0] = '\0';
	while (next_word(&at, &word, &len) && used < size) {
		const bool is_last = !at[strspn(at, " ")];
		used += (size_t)snprintf(text + used, size - used, "%s%s%.*s",
					 !used     ? ""
					 : is_last ? " or "
						   : ", ",
					 dashes(word), (int)len, word);
	}
}

static int violated(struct cli *cli, const struct cli_rule *rule, const char *sentence)
{
	int ret = cli_usage_error(cli, "%s%s%s", sentence, rule->why ? ": " : "", rule->why ? rule->why : "");
	return rule->hint ? sn_error_hint(&cli->err, ret, "%s", rule->hint) : ret;
}

static int exclude_each_other(struct cli *cli, const struct cli_rule *rule, const char *a, size_t a_len,
			      const char *b, size_t b_len)
{
	char sentence[256];
	snprintf(sentence, sizeof sentence, "%s%.*s and %s%.*s cannot be used together", dashes(a),
		 (int)a_len, a, dashes(b), (int)b_len, b);
	return violated(cli, rule, sentence);
}

static int check_one(struct cli *cli, const struct cli_options *table, const struct cli_rule *rule)
{
	char sentence[256], names[160];
	size_t a_len, b_len;
	const char *b = NULL, *a = find_given(cli, table, rule->options, NULL, &a_len);
	switch (rule->relation) {
	case CLI_EXCLUDES:
		b = a ? find_given(cli, table, rule->others, NULL, &b_len) : NULL;
		return b ? exclude_each_other(cli, rule, a, a_len, b, b_len) : SN_OK;
	case CLI_AT_MOST_ONE:
		b = a ? find_given(cli, table, rule->options, a, &b_len) : NULL;
		return b ? exclude_each_other(cli, rule, a, a_len, b, b_len) : SN_OK;
	case CLI_REQUIRES:
		if (!a || find_given(cli, table, rule->others, NULL, &b_len))
			return SN_OK;
		name_all(names, sizeof names, rule->others);
		snprintf(sentence, sizeof sentence, "%s%.*s requires %s", dashes(a), (int)a_len, a, names);
		return violated(cli, rule, sentence);
	case CLI_AT_LEAST_ONE:
		if (a)
			return SN_OK;
		name_all(names, sizeof names, rule->options);
		snprintf(sentence, sizeof sentence, "%s is required", names);
		return violated(cli, rule, sentence);
	}
	return SN_OK;
}

/* Which rules are violated: a bit for each of `n`. */
struct violations {
	uint64_t bits;
	unsigned n;
};

/* Stop at the first violation; with `all`, note each one instead, but options may be missing. */
static int check_all(struct cli *cli, const struct cli_options *table, struct violations *all,
		     const struct cli_rule *rules)
{
	int ret = SN_OK;
	for (; !ret && rules && rules->relation; rules++) {
		if (!all) {
			ret = check_one(cli, table, rules);
			continue;
		}
		assert(all->n < 64);
		if (rules->relation != CLI_AT_LEAST_ONE && check_one(cli, table, rules))
			all->bits |= UINT64_C(1) << all->n;
		all->n++;
	}
	return ret;
}

/* The rules of the option groups of the program, then its own. */
static int check_program(struct cli *cli, const struct cli_options *table, struct violations *all)
{
	static const struct cli_rule every[] = {
		{CLI_REQUIRES, "verbose", "version", NULL, NULL},
		{0},
	};
	static const struct cli_rule wallet[] = {
		{CLI_AT_MOST_ONE, "password password-file", NULL, NULL, NULL},
		{0},
	};
	static const struct cli_rule watch[] = {
		{CLI_AT_MOST_ONE, "watch-password watch-password-file", NULL, NULL, NULL},
		{0},
	};
	static const struct cli_rule seed[] = {
		{CLI_REQUIRES, "network", "seed-file seed-prompt", "a wallet file has its own network", NULL},
		{CLI_AT_MOST_ONE, "wallet-file seed-file seed-prompt", NULL, NULL, NULL},
		{CLI_EXCLUDES, "seed-file seed-prompt", "password password-file",
		 "a seed phrase has no password", NULL},
		{CLI_AT_LEAST_ONE, "wallet-file seed-file seed-prompt", NULL, NULL,
		 "use -w FILE, --seed-file=FILE or --seed-prompt"},
		{CLI_REQUIRES, "seed-passphrase seed-passphrase-file seed-password-file",
		 "seed-file seed-prompt", NULL, NULL},
		{0},
	};
	static const struct cli_rule passphrase[] = {
		{CLI_AT_MOST_ONE, "seed-passphrase seed-passphrase-file", NULL, NULL, NULL},
		{0},
	};
	static const struct cli_rule approval[] = {
		{CLI_REQUIRES, "approval", "policy", "the policy has the keys", NULL},
		{0},
	};
	static const struct cli_rule new[] = {
		{CLI_AT_MOST_ONE, "restore-height restore-date", NULL, NULL, NULL},
		{0},
	};
	static const struct cli_rule required[] = {
		{CLI_AT_LEAST_ONE, "wallet-file", NULL, NULL,
		 "use -w FILE, or set wallet-file in the configuration file"},
		{0},
	};
	const unsigned groups = cli->program->groups;
	int ret = check_all(cli, table, all, every);
	if (!ret && (groups & CLI_SEED))
		ret = check_all(cli, table, all, seed);
	else if (!ret && (groups & CLI_WALLET) && !(groups & CLI_WALLET_MAYBE))
		ret = check_all(cli, table, all, required);
	if (!ret && (groups & (CLI_SEED | CLI_PASSPHRASE)))
		ret = check_all(cli, table, all, passphrase);
	if (!ret && (groups & CLI_APPROVAL))
		ret = check_all(cli, table, all, approval);
	if (!ret && (groups & CLI_NEW))
		ret = check_all(cli, table, all, new);
	if (!ret && (groups & CLI_WALLET))
		ret = check_all(cli, table, all, wallet);
	if (!ret && (groups & CLI_WATCH))
		ret = check_all(cli, table, all, watch);
	if (!ret)
		ret = check_all(cli, table, all, cli->program->rules);
	return ret;
}

int cli_rules_check(struct cli *cli, const struct cli_options *table)
{
	return check_program(cli, table, NULL);
}

bool cli_rules_combine(struct cli *cli, const struct cli_options *table, const struct cli_option *option,
		       const char *value)
{
	const struct sn_error err = cli->err;
	const char *const present = *option->text;
	struct violations without = {0}, with = {0};
	*option->text = NULL;
	(void)check_program(cli, table, &without);
	*option->text = value;
	(void)check_program(cli, table, &with);
	*option->text = present;
	cli->err = err;
	return !(with.bits & ~without.bits);
}
