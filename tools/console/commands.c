#include "tools/console/commands.h"

#include "tools/cli/data.h"
#include "tools/cli/report.h"
#include "tools/console/change.h"
#include "tools/console/pay.h"
#include "tools/console/view.h"

#include <stdio.h>
#include <string.h>

#define HELP_COLUMN 24

static int help(struct console *c, char **words, size_t n);

static int leave(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	c->is_over = true;
	return SN_OK;
}

#define PAYMENT_OPTIONS                                                                         \
	"--fee=XMR          exactly this fee; 0 is automatic\n"                                 \
	"--priority=N       1 (cheapest) to 4 (default: 1, or 2 while the network is busy)\n"   \
	"--unlock-time=N    lock it, the change too, until this block, or Unix time;\n"         \
	"                   to be signed by who has --allow-unlock-time or a policy for it\n"   \
	"--output=FILE      write the unsigned transaction there\n"                             \
	"--allow-respend    given first, to a master wallet: what another transaction spends\n" \
	"                   that was signed before may be spent: of the two one can be mined\n"
#define PAYMENT_WORDS "--fee= --priority= --unlock-time= --output= --allow-respend "
#define PAYMENT_ENDS                                                                                    \
	"A watch-only wallet writes " CONSOLE_UNSIGNED_FILE " in the current directory, to be signed\n" \
	"by the master wallet; what it spends stays reserved until it is submitted or\n"                \
	"released. A master wallet that has a daemon asks, signs and broadcasts.\n"

const struct console_command console_commands[] = {
	{"address", "[ACCOUNT [INDEX]]", "show an address, the primary one or another", NULL, 0, 2,
	 .run = console_address},
	{"balance", "", "show what the wallet owns", NULL, 0, 0, .run = console_balance},
	{"history", "[--all] [COUNT]", "show what came and what went, or the last COUNT of it",
	 "--all              payments too that were released and never submitted\n", 0, 2,
	 .options = "--all ", .run = console_history},
	{"show_transfers", "[--all] [COUNT]", "the same", NULL, 0, 2, .options = "--all ",
	 .run = console_history},
	{"refresh", "", "follow the chain to the daemon's top",
	 "ctrl+c stops it; what was scanned is kept.\n", 0, 0, .run = console_refresh},
	{"transfer", "[OPTION]... ADDRESS AMOUNT [ADDRESS AMOUNT]...", "pay AMOUNT XMR to each ADDRESS",
	 PAYMENT_OPTIONS "--account=N        spend from this account (0)\n"
			 "--mixin=N          decoys for each input: 15\n" PAYMENT_ENDS,
	 2, SIZE_MAX, .options = PAYMENT_WORDS "--account= --mixin= ", .run = console_transfer},
	{"sweep_all", "[OPTION]... ADDRESS", "send everything to ADDRESS", PAYMENT_OPTIONS PAYMENT_ENDS, 1,
	 SIZE_MAX, .options = PAYMENT_WORDS, .run = console_sweep_all},
	{"describe_transfer", "[FILE]", "show what an unsigned transaction would do",
	 "FILE is " CONSOLE_UNSIGNED_FILE " if none is given.\n", 0, 1, .takes_files = true,
	 .run = console_describe},
	{"sign_transfer", "[--allow-respend] [IN [OUT]]", "check, ask, sign (master wallet)",
	 "IN is " CONSOLE_UNSIGNED_FILE ", OUT " CONSOLE_SIGNED_FILE " if none is given. The question is\n"
	 "asked on the terminal; where there is none, --yes on the command line answers it.\n"
	 "--allow-respend    sign even if another transaction that was signed before spends\n"
	 "                   the same output: of the two only one can ever be mined\n",
	 0, 3, .takes_files = true, .options = "--allow-respend ", .run = console_sign},
	{"submit_transfer", "[FILE]", "broadcast a signed transaction (watch-only wallet)",
	 "FILE is " CONSOLE_SIGNED_FILE " if none is given. Doing it again does no harm.\n", 0, 1,
	 .takes_files = true, .run = console_submit},
	{"release", "ID|all [--even-if-pending]", "give back what a prepared payment holds",
	 "The numbers are those that balance and history show. What was handed out for the\n"
	 "payment must then not be signed and submitted any more. A submitted payment is\n"
	 "released when refresh has not found it for 15 minutes and 10 blocks.\n"
	 "--even-if-pending  release it at once; it may still be mined, and paying again can\n"
	 "                   then pay twice\n",
	 1, 2, .options = "--even-if-pending ", .run = console_release},
	{"save_watch_only", "FILE [PASSWORD]", "write the watch-only wallet (master wallet)",
	 "FILE is new; it may leave the secure machine. Without PASSWORD it is asked for, and\n"
	 "seen by nobody.\n",
	 1, 2, .takes_files = true, .secret = 2, .run = console_save_watch_only},
	{"status", "", "show which wallet this is, and how far it has come", NULL, 0, 0,
	 .run = console_status},
	{"wallet_info", "", "the same", NULL, 0, 0, .run = console_status},
	{"seed", "", "say where the 25 words are", NULL, 0, 0, .run = console_seed},
	{"store", "", "store the wallet now", NULL, 0, 0, .run = console_store},
	{"help", "[COMMAND]", "show this, or all about COMMAND", NULL, 0, 1, .run = help},
	{"exit", "", "store and leave", NULL, 0, 0, .run = leave},
	{"quit", "", "the same", NULL, 0, 0, .run = leave},
	{0},
};

static void put_text(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

static void put_usage(struct sn_buf *out, const struct console_command *command)
{
	put_text(out, command->name);
	put_text(out, *command->arguments ? " " : "");
	put_text(out, command->arguments);
}

static int help(struct console *c, char **words, size_t n)
{
	const struct console_command *one = n ? console_command_find(console_commands, words[0]) : NULL;
	struct sn_buf out = {0};
	if (n && !one)
		return cli_usage_error(c->cli, "there is no such command");
	for (const struct console_command *command = console_commands; !one && command->name; command++) {
		size_t before = out.len;
		put_usage(&out, command);
		if (out.len - before >= HELP_COLUMN) {
			put_text(&out, "\n");
			before = out.len;
		}
		while (!out.failed && out.len - before < HELP_COLUMN)
			put_text(&out, " ");
		put_text(&out, command->help);
		put_text(&out, "\n");
	}
	if (one) {
		put_usage(&out, one);
		put_text(&out, "\n");
		put_text(&out, one->help);
		put_text(&out, "\n");
		put_text(&out, one->more ? one->more : "");
	}
	return cli_report_text(c->cli, &out, out.failed);
}

int console_do(struct console *c, char **words, size_t n)
{
	const struct console_command *command = console_command_find(console_commands, words[0]);
	char pointer[64];
	int ret;
	/* Not quoted: it may be a password that was typed at the wrong time. */
	if (!command)
		return cli_usage_error(c->cli, "there is no such command");
	snprintf(pointer, sizeof pointer, "help %s", command->name);
	c->cli->help = pointer;
	if (n - 1 < command->min)
		ret = cli_usage_error(c->cli, "too few words: %s %s", command->name, command->arguments);
	else if (n - 1 > command->max)
		ret = cli_usage_error(c->cli, "too many words: %s %s", command->name, command->arguments);
	else
		ret = command->run(c, words + 1, n - 1);
	c->cli->help = "help";
	return ret;
}
