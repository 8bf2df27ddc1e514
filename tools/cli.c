#include "tools/cli.h"

#include "base/secret.h"
#include "chain/amount.h"
#include "tools/cli_confine.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_OPTIONS 48

/* The options of one run: the program's own, then the shared ones that it asked for. */
struct table {
	struct cli_option options[MAX_OPTIONS];
	size_t n;
	bool help, version;
};

static void table_add(struct table *table, const struct cli_option *options)
{
	for (; options && options->name; options++) {
		assert(table->n < MAX_OPTIONS);
		table->options[table->n++] = *options;
	}
}

static void table_fill(struct table *table, struct cli *cli)
{
	const struct cli_option wallet[] = {
		{"wallet-file", 'w', "FILE", "the wallet", .text = &cli->wallet_file},
		{"password-file", 0, "FILE",
		 "its password is the first line of FILE; without this\nit is asked on the terminal",
		 .text = &cli->password_file},
		{"password", 0, "PW", "its password; others can see a command line, if only\nfor a moment",
		 .secret = &cli->password},
		{0},
	};
	const struct cli_option watch[] = {
		{"watch-password-file", 0, "FILE", "the same for the watch-only wallet",
		 .text = &cli->watch_password_file},
		{"watch-password", 0, "PW", NULL, .secret = &cli->watch_password},
		{0},
	};
	const struct cli_option daemon[] = {
		{"daemon-address", 0, "HOST:PORT",
		 "the Monero daemon (127.0.0.1:18081); https://HOST:PORT\nfor TLS",
		 .text = &cli->daemon_address},
		{"daemon-login", 0, "USER:PASS", "for a daemon that asks for it",
		 .secret = &cli->daemon_login},
		{"daemon-ca-file", 0, "FILE", "trust these certificates (PEM) and no others",
		 .text = &cli->daemon_ca_file},
		{"proxy", 0, "URL", "socks5h://HOST:PORT, Tor for instance", .text = &cli->proxy},
		{0},
	};
	const struct cli_option max_fee[] = {
		{"max-fee", 0, "XMR",
		 "refuse a transaction with a higher fee (ten times the\n"
		 "usual one at the largest block reward, which is\n"
		 "0.012 XMR for each 1,000 bytes)",
		 .text = &cli->max_fee},
		{0},
	};
	const struct cli_option output[] = {
		{"output", 'o', "FILE", "write there, complete or not at all; - is standard output",
		 .text = &cli->output},
		{0},
	};
	const struct cli_option hex[] = {
		{"hex", 0, NULL, "write hexadecimal text", .flag = &cli->hex},
		{0},
	};
	const struct cli_option json[] = {
		{"json", 0, NULL, "report as JSON", .flag = &cli->json},
		{0},
	};
	const struct cli_option yes[] = {
		{"yes", 0, NULL, "answer yes to the question, which is then not asked", .flag = &cli->yes},
		{0},
	};
	const struct cli_option all[] = {
		{"help", 'h', NULL, "show this", .flag = &table->help},
		{"version", 'V', NULL, "show the version", .flag = &table->version},
		{0},
	};
	const struct {
		unsigned group;
		const struct cli_option *options;
	} shared[] = {
		{CLI_MAX_FEE, max_fee}, {CLI_YES, yes},	      {CLI_OUTPUT, output}, {CLI_HEX, hex},
		{CLI_JSON, json},	{CLI_WALLET, wallet}, {CLI_WATCH, watch},   {CLI_DAEMON, daemon},
	};
	table_add(table, cli->program->options);
	for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
		if (cli->program->groups & shared[i].group)
			table_add(table, shared[i].options);
	table_add(table, all);
}

static const struct cli_option *find_name(const struct table *table, const char *name, size_t len)
{
	for (size_t i = 0; i < table->n; i++)
		if (strlen(table->options[i].name) == len && !memcmp(table->options[i].name, name, len))
			return &table->options[i];
	return NULL;
}

static const struct cli_option *find_letter(const struct table *table, char letter)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->options[i].letter == letter)
			return &table->options[i];
	return NULL;
}

/* Store what was given for `option`; `value` is in argv, or NULL for a switch. */
static int take(struct cli *cli, const struct cli_option *option, char *value)
{
	int ret = SN_OK;
	if (option->flag ? *option->flag : option->secret ? *option->secret != NULL : *option->text != NULL)
		ret = cli_usage_error(cli, "--%s is given twice", option->name);
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

/* `argument` is "--name" or "--name=value"; `next` the one after it, or NULL. */
static int take_long(struct cli *cli, const struct table *table, char *argument, char *next, bool *next_used)
{
	char *name = argument + 2;
	size_t len = strcspn(name, "=");
	char *value = name[len] ? name + len + 1 : NULL;
	const struct cli_option *option = find_name(table, name, len);

	if (!option)
		return cli_usage_error(cli, "there is no option --%.*s", (int)len, name);
	if (!option->argument && value)
		return cli_usage_error(cli, "--%s takes no value", option->name);
	if (option->argument && !value) {
		if (!next)
			return cli_usage_error(cli, "--%s needs a value", option->name);
		*next_used = true;
		value = next;
	}
	return take(cli, option, value);
}

/* `argument` is "-x", "-xyz" or "-oVALUE". */
static int take_short(struct cli *cli, const struct table *table, char *argument, char *next, bool *next_used)
{
	for (char *letter = argument + 1; *letter; letter++) {
		const struct cli_option *option = find_letter(table, *letter);
		int ret;
		if (!option)
			return cli_usage_error(cli, "there is no option -%c", *letter);
		if (!option->argument) {
			if ((ret = take(cli, option, NULL)))
				return ret;
			continue;
		}
		if (letter[1])
			return take(cli, option, letter + 1);
		if (!next)
			return cli_usage_error(cli, "-%c needs a value", *letter);
		*next_used = true;
		return take(cli, option, next);
	}
	return SN_OK;
}

/* Sort argv into options and operands; the operands gather at its beginning. Goes on after an error, so that
 * secrets in argv are blanked whatever happens; the first error counts. */
static int read_arguments(struct cli *cli, const struct table *table, int argc, char **argv)
{
	int ret = SN_OK;
	bool only_operands = false;
	cli->operands = argv;
	for (int i = 1; i < argc; i++) {
		char *argument = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
		bool next_used = false;
		struct sn_error first = cli->err;
		int one = SN_OK;
		if (only_operands || argument[0] != '-' || !argument[1])
			argv[cli->n_operands++] = argument;
		else if (!strcmp(argument, "--"))
			only_operands = true;
		else if (argument[1] == '-')
			one = take_long(cli, table, argument, next, &next_used);
		else
			one = take_short(cli, table, argument, next, &next_used);
		if (ret)
			cli->err = first;
		else
			ret = one;
		i += next_used;
	}
	return ret;
}

static void print_help(const struct cli *cli, const struct table *table)
{
	printf("Usage: %s %s\n%s\n\n", cli->program->name, cli->program->usage, cli->program->about);
	for (size_t i = 0; i < table->n; i++) {
		const struct cli_option *option = &table->options[i];
		char left[64];
		int len = snprintf(left, sizeof left, "  %c%c%s --%s%s%s", option->letter ? '-' : ' ',
				   option->letter ? option->letter : ' ', option->letter ? "," : " ",
				   option->name, option->argument ? "=" : "",
				   option->argument ? option->argument : "");
		printf("%s%*s", left, option->help ? (len < 30 ? 32 - len : 2) : 0, "");
		for (const char *line = option->help; line;) {
			size_t end = strcspn(line, "\n");
			printf("%.*s\n", (int)end, line);
			line = line[end] ? line + end + 1 : NULL;
			if (line)
				printf("%32s", "");
		}
		if (!option->help)
			putchar('\n');
	}
	printf("\nExit: 0 done, 1 refused, 2 usage, 3 bad input, 4 wrong password, 5 daemon, 6 wallet needs\n"
	       "repair, 7 I/O or resources.\n");
}

static void write_log(void *context, enum sn_log_level level, const char *line)
{
	const struct cli *cli = context;
	fprintf(stderr, "%s: %s%s\n", cli->program->name, level <= SN_LOG_WARNING ? "warning: " : "", line);
}

/* A program started with descriptor 0, 1 or 2 closed would get its wallet file as one of them, and write its
 * report into it. Fill the gap with a descriptor for which the standard use is an error. */
static int fill_descriptors(struct sn_error *err)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return sn_error_errno(err, "cannot open /dev/null");
	return SN_OK;
}

static int check_groups(struct cli *cli)
{
	if ((cli->program->groups & CLI_WALLET) && !cli->wallet_file)
		return cli_usage_error(cli, "which wallet? -w FILE");
	if (cli->password && cli->password_file)
		return cli_usage_error(cli, "--password and --password-file exclude each other");
	if (cli->watch_password && cli->watch_password_file)
		return cli_usage_error(cli, "--watch-password and --watch-password-file exclude each other");
	if (cli->n_operands > cli->program->max_operands)
		/* Not quoted: it may be a password after a slip of the space bar. */
		return cli_usage_error(cli, "%zu arguments besides the options, at most %zu make sense",
				       cli->n_operands, cli->program->max_operands);
	return SN_OK;
}

int cli_start(struct cli *cli, const struct cli_program *program, int argc, char **argv)
{
	memset(cli, 0, sizeof *cli);
	cli->program = program;
	cli->log = (struct sn_log){SN_LOG_WARNING, write_log, cli};
	int ret;
	if ((ret = fill_descriptors(&cli->err)) || (ret = sn_process_start(&cli->err)) ||
	    ((program->groups & CLI_OFFLINE) && (ret = cli_confine(&cli->err))))
		return ret;
	/* A reader that went away must not end us between reserving outputs and giving them back. */
	signal(SIGPIPE, SIG_IGN);

	struct table table = {0};
	table_fill(&table, cli);
	ret = read_arguments(cli, &table, argc, argv);
	if (ret)
		return ret;
	if (table.help) {
		print_help(cli, &table);
		return CLI_DONE;
	}
	if (table.version) {
		printf("%s (%s) %s\n", program->name, PACKAGE_NAME, PACKAGE_VERSION);
		if ((program->groups & CLI_OFFLINE) && !cli_confine_exists())
			puts("no system call filter on this machine");
		return CLI_DONE;
	}
	return check_groups(cli);
}

int cli_finish(struct cli *cli, int ret)
{
	bool lost = ferror(stdout);
	if ((fclose(stdout) || lost) && ret >= 0)
		ret = sn_error_errno(&cli->err, "cannot write standard output");
	if (ret < 0)
		fprintf(stderr, "%s: error: %s\n", cli->program->name, cli->err.text);
	sn_secret_free(cli->password);
	sn_secret_free(cli->watch_password);
	sn_secret_free(cli->daemon_login);
	return ret < 0 ? -ret : 0;
}

int cli_usage_error(struct cli *cli, const char *fmt, ...)
{
	char text[sizeof cli->err.text];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return sn_error_set(&cli->err, SN_USAGE, "%.400s (%s --help tells more)", text, cli->program->name);
}

void cli_say(const struct cli *cli, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	fprintf(stderr, "%s: %s\n", cli->program->name, text);
}

const char *cli_operand(const struct cli *cli)
{
	return cli->n_operands ? cli->operands[0] : NULL;
}

int cli_number(struct cli *cli, const char *option, const char *text, uint64_t min, uint64_t max,
	       uint64_t *number)
{
	if (!text)
		return SN_OK;
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || value < min || value > max)
		return cli_usage_error(cli, "--%s takes a whole number from %llu to %llu, not \"%s\"", option,
				       (unsigned long long)min, (unsigned long long)max, text);
	*number = value;
	return SN_OK;
}

int cli_amount(struct cli *cli, const char *option, const char *text, uint64_t *pico)
{
	struct sn_amount amount;
	if (!text)
		return SN_OK;
	if (sn_amount_parse(&amount, text, &cli->err))
		return sn_error_prefix(&cli->err, SN_USAGE, "--%s", option);
	*pico = amount.pico;
	return SN_OK;
}
