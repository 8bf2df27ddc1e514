#include "tools/cli/cli.h"

#include "chain/amount.h"
#include "tools/cli/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int cli_usage_error(struct cli *cli, const char *fmt, ...)
{
	char text[sizeof cli->err.text];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return sn_error_hint(&cli->err, sn_error_set(&cli->err, SN_USAGE, "%s", text), "see '%s%s'",
			     cli->help ? cli->help : cli->program->name, cli->help ? "" : " --help");
}

void cli_say(const struct cli *cli, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	cli_text_make_plain(text);
	fprintf(stderr, "%s: %s\n", cli->program->name, text);
}

void cli_print_error(struct cli *cli)
{
	cli_text_make_plain(cli->err.text);
	fprintf(stderr, "%s: error: %s\n", cli->program->name, cli->err.text);
	if (cli->err.hint[0]) {
		cli_text_make_plain(cli->err.hint);
		fprintf(stderr, "%s: hint: %s\n", cli->program->name, cli->err.hint);
	}
}

const char *cli_operand(const struct cli *cli)
{
	return cli->n_operands ? cli->operands[0] : NULL;
}

bool cli_is_number(const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || value < min || value > max)
		return false;
	*number = value;
	return true;
}

int cli_number(struct cli *cli, const char *option, const char *text, uint64_t min, uint64_t max,
	       uint64_t *number)
{
	if (text && !cli_is_number(text, min, max, number))
		return cli_usage_error(cli, "--%s takes a whole number from %llu to %llu, not \"%s\"", option,
				       (unsigned long long)min, (unsigned long long)max, text);
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
