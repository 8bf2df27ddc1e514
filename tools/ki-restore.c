/* ki-restore - compute the missing key images of a watch-only wallet with the master wallet. */
#include "tools/cli/data.h"
#include "tools/cli/restore.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "cold/restore.h"
#include "handoff/envelope.h"
#include "hot/request_format.h"
#include "interop/sealed_file.h"

struct choice {
	const char *watch_only, *format;
	bool list, all, unspent, import;
};

static void say_omitted(const struct cli *cli, size_t n, bool is_unspent)
{
	if (is_unspent) {
		cli_say(cli, "warning: %zu Carrot output%s %s omitted: a proof of reserves cannot show them",
			n, SN_PLURAL(n), n == 1 ? "is" : "are");
		return;
	}
	cli_say(cli,
		"warning: %zu Carrot output%s %s omitted: the format of the Monero wallet has no place for them",
		n, SN_PLURAL(n), n == 1 ? "is" : "are");
	cli_say(cli, "hint: list them without --format, for ki-restore on the offline machine");
}

static void say_listed(const struct cli *cli, const struct sn_exported_list *list, bool is_ours,
		       bool is_unspent)
{
	cli_say(cli, "%zu output%s listed", list->n, SN_PLURAL(list->n));
	if (is_unspent && list->n)
		cli_say(cli,
			"hint: next, on the offline machine: cold-prove -w MASTER --reserve LIST > PROOF");
	else if (is_ours && list->n)
		cli_say(cli, "hint: next, on the offline machine: ki-restore -w MASTER LIST > IMAGES");
	if (list->offset && list->n) {
		cli_say(cli, "the list begins with output %zu", list->offset);
		cli_say(cli,
			"hint: if the signer refuses it, first give it the list that --list --all writes");
	}
	if (list->n_carrot)
		say_omitted(cli, list->n_carrot, is_unspent);
	if (!list->n_left)
		return;
	cli_say(cli, "%s%zu output%s %s not fit into this list", list->all || is_unspent ? "warning: " : "",
		list->n_left, SN_PLURAL(list->n_left), list->n_left == 1 ? "does" : "do");
	if (is_unspent)
		return;
	cli_say(cli, list->all ? "hint: omit --all: with it, each run lists the same outputs first"
			       : "hint: import these key images, then run --list again");
}

static int make_list(struct sn_buf *out, const struct sn_wallet *w, bool is_ours, bool is_unspent,
		     struct sn_exported_list *list, struct sn_error *err)
{
	const enum sn_restore_choice choice = is_unspent  ? SN_RESTORE_UNSPENT
					      : list->all ? SN_RESTORE_ALL
							  : SN_RESTORE_MISSING;
	if (is_unspent)
		list->n_carrot = sn_restore_count_unlisted(w);
	return is_ours ? sn_restore_list(out, w, choice, &list->n, &list->n_left, err)
		       : sn_exported_images_list(out, w, list, err);
}

/* On the online machine: write the list of outputs. */
static int list(struct cli *cli, const struct choice *choice)
{
	struct sn_exported_list list = {.all = choice->all};
	struct sn_buf out = {0};
	struct sn_wallet *w = NULL;
	enum sn_request_format format = SN_REQUEST_SNEAKERNOTE;
	int ret = choice->format ? sn_request_format_parse(&format, choice->format, &cli->err) : SN_OK;
	if (ret)
		return sn_error_prefix(&cli->err, SN_USAGE, "--format=%s", choice->format);
	list.is_old = format == SN_REQUEST_MONERO_0_18_0;
	if (!(ret = cli_data_check_output(cli, "")) &&
	    !(ret = cli_wallet_open(cli, &w, SN_WALLET_REPAIR, CLI_WATCH_ONLY)) &&
	    !(ret = make_list(&out, w, format == SN_REQUEST_SNEAKERNOTE, choice->unspent, &list,
			      &cli->err)) &&
	    !(ret = cli_data_write(cli, out.data, out.len)))
		say_listed(cli, &list, format == SN_REQUEST_SNEAKERNOTE, choice->unspent);
	sn_wallet_close(w);
	sn_buf_free(&out);
	return ret;
}

static void say_computed(const struct cli *cli, size_t n, const struct sn_buf *list)
{
	enum sn_interop_kind kind;
	cli_say(cli, "%zu key image%s computed", n, SN_PLURAL(n));
	if (n && !sn_interop_find_kind(&kind, list->data, list->len))
		cli_say(cli, "hint: next, on the online machine: ki-restore -w WATCH-ONLY --import IMAGES");
}

/* On the offline machine: compute the key images. */
static int answer(struct cli *cli)
{
	struct cli_progress bar = {0};
	const struct sn_restore_progress progress = {cli_progress_pass, &bar};
	struct sn_buf file = {0}, out = {0};
	struct sn_wallet *master = NULL;
	size_t n;
	int ret;
	if (!(ret = cli_data_check_output(cli, cli_operand(cli))) &&
	    !(ret = cli_data_read(cli, cli_operand(cli), "the output list", SN_ENVELOPE_MAX, &file)) &&
	    !(ret = cli_wallet_open(cli, &master, SN_WALLET_READ, CLI_MASTER)) &&
	    !(ret = sn_restore_answer(&out, master->account, file.data, file.len, &progress, &n,
				      &cli->err)) &&
	    !(ret = cli_data_write(cli, out.data, out.len)))
		say_computed(cli, n, &file);
	cli_progress_end(&bar);
	sn_wallet_close(master);
	sn_buf_free(&file);
	sn_buf_free(&out);
	return ret;
}

/* On the online machine: store the key images. */
static int import(struct cli *cli)
{
	struct sn_buf file = {0};
	struct sn_wallet *w = NULL;
	size_t n;
	int ret;
	if (!(ret = cli_data_read(cli, cli_operand(cli), "the key image file", SN_ENVELOPE_MAX, &file)) &&
	    !(ret = cli_wallet_open(cli, &w, SN_WALLET_REPAIR, CLI_WATCH_ONLY)) &&
	    !(ret = sn_restore_import(w, file.data, file.len, &n, &cli->err)))
		cli_restore_say(cli, n);
	sn_wallet_close(w);
	sn_buf_free(&file);
	return ret;
}

static int run(struct cli *cli, const struct choice *choice)
{
	const bool is_direct = choice->watch_only;
	return is_direct        ? cli_restore(cli, choice->watch_only)
	       : choice->list   ? list(cli, choice)
	       : choice->import ? import(cli)
				: answer(cli);
}

int main(int argc, char **argv)
{
	struct choice choice = {0};
	const struct cli_option options[] = {
		{"watch-only", 0, "FILE",
		 "compute the key images of all outputs of this watch-only wallet, and store them in it",
		 .text = &choice.watch_only, .is_input = true},
		{"list", 0, NULL,
		 "list the outputs for which the watch-only wallet -w has no key image. With --format=monero, list all outputs if at least one has no key image; otherwise none",
		 .flag = &choice.list},
		{"all", 0, NULL, "with --list: list all outputs instead", .flag = &choice.all},
		{"unspent", 0, NULL,
		 "with --list: list the unspent outputs instead, for cold-prove --reserve",
		 .flag = &choice.unspent},
		{"format", 0, "FORMAT",
		 "with --list: write the list for ki-restore (\"sneakernote\", default), for another offline wallet, such as Monero CLI, RPC, GUI or Feather (\"monero\"), or for Monero 0.18.0.0 and 0.18.1.0 (\"monero-0.18.0\")",
		 .text = &choice.format},
		{"import", 0, NULL, "store the key images from FILE in the watch-only wallet -w",
		 .flag = &choice.import},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "watch-only list import", NULL, NULL, NULL},
		{CLI_REQUIRES, "all unspent format", "list", NULL, NULL},
		{CLI_EXCLUDES, "unspent", "all format", NULL, NULL},
		{CLI_REQUIRES, "watch-password watch-password-file", "watch-only", NULL, NULL},
		{CLI_EXCLUDES, "watch-only list", "FILE", "no input is read", NULL},
		{CLI_EXCLUDES, "watch-only import", "output hex", "no output is written", NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "ki-restore",
		.usage = "-w MASTER --watch-only=WATCH-ONLY [OPTION]...\n"
			 "   or: ki-restore -w WATCH-ONLY --list > WANTED\n"
			 "   or: ki-restore -w MASTER [FILE] > IMAGES\n"
			 "   or: ki-restore -w WATCH-ONLY --import [FILE]",
		.about =
			"Compute the key images that a watch-only wallet lacks. Without them, the wallet does not see that its outputs are spent. Use the first form on a machine that has both wallet files. Otherwise use the other three forms in turn: carry WANTED to the offline machine, and IMAGES back. FILE (default: standard input) is the output of the previous form. WANTED may also be an output export of another wallet program (Monero CLI, RPC or GUI, Feather): IMAGES is then a key image export for that program. --import also reads key image exports of these programs.",
		.examples = "ki-restore -w master.wallet --watch-only=hot.wallet\n"
			    "ki-restore -w hot.wallet --list -o wanted          # online\n"
			    "ki-restore -w master.wallet -o images wanted       # offline\n"
			    "ki-restore -w hot.wallet --import images           # online\n",
		.hints = "Afterwards run wo-sync: it scans blocks again.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_OUTPUT | CLI_HEX | CLI_WALLET | CLI_WAIT | CLI_WATCH,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &choice);
	return cli_finish(&cli, ret);
}
