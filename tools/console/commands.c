#include "tools/console/commands.h"

#include "tools/cli/data.h"
#include "tools/cli/report.h"
#include "tools/console/change.h"
#include "tools/console/names.h"
#include "tools/console/outputs.h"
#include "tools/console/pay.h"
#include "tools/console/prove.h"
#include "tools/console/view.h"
#include "tools/console/watch.h"

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
	"--fee=XMR          exact fee (default: 0, automatic)\n"                                \
	"--priority=N       0 to 4. 1 is the cheapest; 0 (default) means 1, or 2 while the\n"   \
	"                   network is busy\n"                                                  \
	"--unlock-time=N    lock all outputs, including the change, until block N or Unix\n"    \
	"                   time N; the signer needs --allow-unlock-time or a policy for it\n"  \
	"--input=OUTPUT     spend no other output than OUTPUT, a one-time key or a key image\n" \
	"                   that outputs prints; can be repeated\n"                             \
	"--subaddress=N,N   spend only outputs of these addresses of the account (without\n"    \
	"                   --account: of account 0)\n"                                         \
	"--reference=TEXT   your own name for this request: if you repeat it with the same\n"   \
	"                   TEXT, you do not pay twice\n"                                       \
	"--output=FILE      write the unsigned transaction to FILE\n"                           \
	"--format=FORMAT    write it for sneakernote (default), monero (another offline\n"      \
	"                   wallet, such as Monero CLI or Feather) or monero-0.18.0\n"          \
	"--even-if-pending  pay even if an earlier payment to the same recipient may still\n"   \
	"                   be mined; you may pay twice\n"                                      \
	"--replace-decoys   in a ring reused from an earlier file, replace up to two decoys\n"  \
	"                   that the daemon reports as locked or unusable; it learns that\n"    \
	"                   these decoys are not your output\n"                                 \
	"--allow-respend    master wallet only, must be the first option: spend outputs that\n" \
	"                   another signed transaction spends; only one of the two can be\n"    \
	"                   mined\n"
#define PAYMENT_WORDS \
	"--fee= --priority= --unlock-time= --input= --subaddress= --reference= --output= --format= --even-if-pending --replace-decoys --allow-respend "
#define PAYMENT_ENDS                                                                                                 \
	"A watch-only wallet shows the fee, asks on a terminal for confirmation, and writes\n" CONSOLE_UNSIGNED_FILE \
	" in the current directory, for the master wallet to sign. The outputs\n"                                    \
	"remain reserved until the payment is submitted or released. A master wallet with a\n"                       \
	"daemon asks for confirmation, signs and broadcasts.\n"

const struct console_command console_commands[] = {
	{"address", "[ACCOUNT [INDEX]]", "print the primary address, or a subaddress", NULL, 0, 2,
	 .run = console_address},
	{"make_uri", "AMOUNT [ACCOUNT[/INDEX] [DESCRIPTION]]",
	 "print a payment request: a monero: URI with an address of the wallet",
	 "Put a DESCRIPTION with spaces in quotes.\n", 1, 3, .run = console_make_uri},
	{"address_book", "[add NAME ADDRESS | delete NAME]", "list or change address book and labels",
	 "ADDRESS can also be a monero: URI. The names of the master wallet appear in its reviews.\n"
	 "Put a NAME with spaces in quotes.\n"
	 "--allow-lookalike  at the end of add: add an address although it looks like a\n"
	 "                   different one in the address book\n",
	 0, 4, .options = "--allow-lookalike ", .run = console_address_book},
	{"label", "ACCOUNT[/INDEX] [TEXT]", "set or remove the label of an address of the wallet",
	 "Without INDEX, set the label of address 0, which is also the label of the account.\n"
	 "Without TEXT, remove the label.\n"
	 "Put a TEXT with spaces in quotes.\n",
	 1, 2, .run = console_label},
	{"balance", "", "print the balance", NULL, 0, 0, .run = console_balance},
	{"history", "[--all] [COUNT]", "list transfers, or the last COUNT of them",
	 "--all              include payments that were released and never submitted\n", 0, 2,
	 .options = "--all ", .run = console_history},
	{"show_transfers", "[--all] [COUNT]", "same as history", NULL, 0, 2, .options = "--all ",
	 .run = console_history},
	{"outputs", "[--all] [ACCOUNT [INDEX[,INDEX...]]]",
	 "list unspent outputs, or those of some addresses",
	 "--all              include outputs that are spent or burnt, or that a pending payment\n"
	 "                   spends\n",
	 0, 3, .options = "--all ", .run = console_outputs},
	{"freeze", "OUTPUT...", "freeze outputs: no payment spends them",
	 "OUTPUT is a one-time key or a key image that outputs prints.\n", 1, SIZE_MAX,
	 .run = console_freeze},
	{"thaw", "OUTPUT...", "end the freeze of outputs",
	 "OUTPUT is a one-time key or a key image that outputs prints.\n", 1, SIZE_MAX, .run = console_thaw},
	{"refresh", "", "scan the new blocks of the daemon's chain",
	 "Ctrl+C stops the scan; the scanned blocks are kept.\n", 0, 0, .run = console_refresh},
	{"watch", "", "print a line for each event: a payment that arrives, is unlocked, is confirmed",
	 "Ctrl+C ends it. For a script, use wo-sync --follow, which does not keep the wallet locked.\n", 0, 0,
	 .run = console_watch},
	{"wait", "TXID [CONFIRMATIONS]", "wait until transaction TXID has CONFIRMATIONS (default: 10)",
	 "Ctrl+C ends it.\n", 1, 2, .run = console_wait},
	{"transfer", "[OPTION]... {ADDRESS AMOUNT | URI}...",
	 "pay AMOUNT XMR to each ADDRESS, or a monero: URI; ADDRESS can be a name in the address book",
	 PAYMENT_OPTIONS "--account=N        spend from account N (default: 0)\n"
			 "--mixin=N          decoys per input; must be 15 (default)\n"
			 "--subtract-fee     let the recipients pay the fee: each gets AMOUNT less an equal\n"
			 "                   part of the fee\n" PAYMENT_ENDS,
	 1, SIZE_MAX, .options = PAYMENT_WORDS "--account= --mixin= --subtract-fee ",
	 .run = console_transfer},
	{"sweep_all", "[OPTION]... ADDRESS", "send all unlocked outputs to ADDRESS",
	 PAYMENT_OPTIONS "--account=N        spend from account N (default: all accounts)\n"
			 "--below=XMR        send only outputs of less than XMR\n" PAYMENT_ENDS,
	 1, SIZE_MAX, .options = PAYMENT_WORDS "--account= --below= ", .run = console_sweep_all},
	{"describe_transfer", "[FILE]", "review an unsigned transaction",
	 "The default FILE is " CONSOLE_UNSIGNED_FILE ".\n", 0, 1, .takes_files = true,
	 .run = console_describe},
	{"sign_transfer", "[OPTION]... [IN [OUT]]", "review, confirm and sign (master wallet)",
	 "The default IN is " CONSOLE_UNSIGNED_FILE ", the default OUT is " CONSOLE_SIGNED_FILE ".\n"
	 "The confirmation prompt is on the terminal; sneakernote --yes signs without it.\n"
	 "--allow-respend    sign even if another signed transaction spends the same output;\n"
	 "                   only one of the two can be mined\n"
	 "For a file of a Monero wallet, one of these may be necessary:\n"
	 "--outputs=FILE     its outputs, from \"export_outputs all FILE\"\n"
	 "--no-key-images    for Feather, and for releases before 0.18.5.3: sign without the\n"
	 "                   key images of outputs that the file does not list\n",
	 0, 4, .takes_files = true, .options = "--allow-respend --outputs= --no-key-images ",
	 .run = console_sign},
	{"submit_transfer", "[FILE]", "broadcast a signed transaction (watch-only wallet)",
	 "The default FILE is " CONSOLE_SIGNED_FILE ". Submitting a file again is safe.\n", 0, 1,
	 .takes_files = true, .run = console_submit},
	{"release", "ID|all [--even-if-pending]", "release the outputs reserved for a payment",
	 "ID is a number that balance and history show. After the release, do not sign or\n"
	 "submit the files of the payment. A submitted payment can be released if refresh has\n"
	 "not found it for 15 minutes and 10 blocks.\n"
	 "--even-if-pending  release it at once; it may still be mined: if you then pay again,\n"
	 "                   you may pay twice\n",
	 1, 2, .options = "--even-if-pending ", .run = console_release},
	{"get_tx_proof", "TXID ADDRESS [FILE [MESSAGE]]", "prove that transaction TXID paid ADDRESS",
	 "FILE is the unsigned file from which this master wallet signed TXID, by default\n" CONSOLE_UNSIGNED_FILE
	 ". For an ADDRESS of this wallet, FILE can also be the transaction\n"
	 "itself, from wo-check --fetch.\n",
	 2, 4, .takes_files = true, .run = console_get_tx_proof},
	{"get_tx_key", "TXID [FILE]", "print the tx key of a transaction (master wallet)",
	 "FILE is the unsigned file from which this wallet signed TXID, by default\n" CONSOLE_UNSIGNED_FILE
	 ". Anyone who has the key and knows an address sees how much TXID\n"
	 "paid to the address.\n",
	 1, 2, .takes_files = true, .run = console_get_tx_key},
	{"get_spend_proof", "TXID [FILE [MESSAGE]]", "prove that this master wallet signed TXID",
	 "FILE is the unsigned file from which this wallet signed TXID, by default\n" CONSOLE_UNSIGNED_FILE
	 ". The proof names no recipient.\n",
	 1, 3, .takes_files = true, .run = console_get_spend_proof},
	{"get_reserve_proof", "FILE [MESSAGE]", "prove that this master wallet owns the outputs in FILE",
	 "FILE is the list from \"ki-restore --list --unspent\" of the watch-only wallet.\n", 1, 2,
	 .takes_files = true, .run = console_get_reserve_proof},
	{"check_tx_proof", "TXID ADDRESS FILE [MESSAGE]", "check a proof or a tx key in FILE",
	 "The daemon learns which transaction you check.\n", 3, 4, .takes_files = true,
	 .run = console_check_tx_proof},
	{"check_spend_proof", "TXID FILE [MESSAGE]", "check the proof in FILE that its maker signed TXID",
	 "The daemon learns which transaction you check.\n", 2, 3, .takes_files = true,
	 .run = console_check_spend_proof},
	{"check_reserve_proof", "ADDRESS FILE [MESSAGE]",
	 "check the proof in FILE that the wallet of ADDRESS owns outputs",
	 "ADDRESS is the primary address. The daemon learns which outputs you check.\n", 2, 3,
	 .takes_files = true, .run = console_check_reserve_proof},
	{"save_watch_only", "FILE [PASSWORD]", "write the watch-only wallet (master wallet)",
	 "FILE must be new. It is for the online machine. Without PASSWORD, the console prompts\n"
	 "for it, without echo.\n",
	 1, 2, .takes_files = true, .secret = 2, .run = console_save_watch_only},
	{"password", "[--kdf=COST]", "change the password of the wallet",
	 "The console prompts for the old password, and twice for the new one, without echo.\n"
	 "The password of the journal or of the key-image file changes, too.\n"
	 "--kdf=COST         Argon2id memory cost: interactive (64 MiB), moderate (256 MiB) or\n"
	 "                   sensitive (1 GiB) (default: unchanged)\n",
	 0, 1, .options = "--kdf= ", .run = console_password},
	{"status", "", "print wallet, network, height and daemon", NULL, 0, 0, .run = console_status},
	{"wallet_info", "", "same as status", NULL, 0, 0, .run = console_status},
	{"seed", "", "explain how to show the seed phrase", NULL, 0, 0, .run = console_seed},
	{"store", "", "store the wallet now", NULL, 0, 0, .run = console_store},
	{"help", "[COMMAND]", "list all commands, or explain COMMAND", NULL, 0, 1, .run = help},
	{"exit", "", "store the wallet and exit", NULL, 0, 0, .run = leave},
	{"quit", "", "same as exit", NULL, 0, 0, .run = leave},
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
	if (n && !one) {
		c->cli->help = "help"; /* lists the commands; "help help" would not */
		return cli_usage_error(c->cli, "unknown command");
	}
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

/* A command that requires a daemon failed in offline mode. Explain how to run it. */
static int refuse_offline(struct console *c, const char *name)
{
	const enum sn_role role = sn_session_read(c->session)->role;
	sn_session_read_end(c->session);
	return sn_error_hint(
		&c->cli->err,
		sn_error_because(&c->cli->err, SN_USAGE, SN_REASON_OFFLINE,
				 "%s requires a daemon, and this wallet is offline (--offline-mode)", name),
		role == SN_ROLE_MASTER ? "run %s with the watch-only wallet, on the online machine"
				       : "to run %s, start sneakernote without --offline-mode",
		name);
}

int console_do(struct console *c, char **words, size_t n)
{
	const struct console_command *command = console_command_find(console_commands, words[0]);
	char pointer[64];
	int ret;
	/* The message does not show the word: it may be a password, typed at the wrong time. */
	if (!command)
		return cli_usage_error(c->cli, "unknown command");
	snprintf(pointer, sizeof pointer, "help %s", command->name);
	c->cli->help = pointer;
	if (n - 1 < command->min)
		ret = cli_usage_error(c->cli, "too few arguments; usage: %s %s", command->name,
				      command->arguments);
	else if (n - 1 > command->max)
		ret = cli_usage_error(c->cli, "too many arguments; usage: %s %s", command->name,
				      command->arguments);
	else
		ret = command->run(c, words + 1, n - 1);
	if (ret == SN_BAD_INPUT && c->cli->err.reason == SN_REASON_OFFLINE)
		ret = refuse_offline(c, command->name);
	c->cli->help = "help";
	return ret;
}
