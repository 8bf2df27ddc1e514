#include "tools/console/names.h"

#include "app/names.h"
#include "app/session.h"
#include "chain/names_print.h"
#include "tools/cli/names.h"
#include "tools/cli/report.h"
#include "tools/cli/text.h"

#include <string.h>

static int list(struct console *c)
{
	struct sn_buf out = {0};
	int failed = sn_names_text(&out, &sn_session_read(c->session)->names);
	sn_session_read_end(c->session);
	cli_text_make_lines_plain((char *)out.data, out.len);
	return cli_report_text(c->cli, &out, failed);
}

static int add(struct console *c, const char *name, const char *text, bool allow_lookalike)
{
	struct sn_address address;
	const struct sn_wallet *wallet = sn_session_read(c->session);
	int ret = cli_names_address(c->cli, &wallet->names, wallet->account->network, name, text,
				    allow_lookalike, &address);
	sn_session_read_end(c->session);
	return ret ? ret : sn_session_add_contact(c->session, name, &address, &c->cli->err);
}

int console_address_book(struct console *c, char **words, size_t n)
{
	if (!n)
		return list(c);
	const bool allow = n == 4 && !strcmp(words[3], "--allow-lookalike");
	if (!strcmp(words[0], "add") && (n == 3 || allow))
		return add(c, words[1], words[2], allow);
	if (!strcmp(words[0], "delete") && n == 2)
		return sn_session_remove_contact(c->session, words[1], &c->cli->err);
	return cli_usage_error(c->cli, "address_book takes add NAME ADDRESS, or delete NAME");
}

int console_label(struct console *c, char **words, size_t n)
{
	struct sn_subaddress_index at;
	int ret = cli_names_index(c->cli, "label", words[0], &at);
	return ret ? ret : sn_session_set_label(c->session, at, n > 1 ? words[1] : "", &c->cli->err);
}
