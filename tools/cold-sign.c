/* cold-sign - review, confirm and sign an unsigned file; or sign a directory without confirmation. */
#include "tools/cli/approve.h"
#include "tools/cli/data.h"
#include "tools/cli/phrase.h"
#include "tools/cli/start.h"
#include "tools/signing/adopt.h"
#include "tools/signing/batch.h"
#include "tools/signing/entry.h"
#include "tools/signing/signer.h"
#include "tools/signing/times.h"

#include "base/hex.h"
#include "cold/approvals.h"
#include "cold/period.h"
#include "cold/policy.h"
#include "cold/review_print.h"
#include "handoff/envelope.h"
#include "store/signing_journal_print.h"

#include <stdlib.h>

/* The options of this program only. */
struct options {
	bool allow_respend, no_journal, journal, no_key_images, correct_times;
	const char *in_dir, *out_dir, *jobs, *outputs, *adopt_journal, *journal_password_file;
};

static int report(struct cli *cli, const struct sn_hash *hashes, size_t n, const struct sn_review *review,
		  const struct sn_buf *signed_set)
{
	char text[2 * sizeof *hashes + 1];
	if (!cli->json) {
		for (size_t i = 0; i < n; i++) {
			sn_hex_encode(text, &hashes[i], sizeof *hashes);
			cli_say(cli, review->has_proposals ? "signable_hash %s" : "tx_hash %s", text);
		}
		return SN_OK;
	}
	cJSON *root = cJSON_CreateObject();
	int ret = sn_signed_json(root, review, hashes, n, cli_data_is_in_report(cli) ? signed_set : NULL)
			  ? sn_error_memory(&cli->err)
			  : cli_data_print_json(cli, root);
	sn_json_free(root);
	return ret;
}

/* Without a wallet file there is no journal. --no-journal suppresses the warning. */
static void warn_of_no_journal(const struct cli *cli, const struct options *options)
{
	if (cli_phrase_is_given(cli) && !options->no_journal)
		cli_say(cli,
			"warning: no journal: a double-spend of earlier signatures cannot be detected, and these "
			"signatures are not recorded; only one of two transactions that spend the same output can be mined");
}

/* With a limit on a period, there is no way to sign without a journal. */
static int hint_no_journal(struct cli *cli, const struct sn_policy *policy, int ret)
{
	const struct sn_error first = cli->err;
	struct sn_policy_period period;
	if (sn_policy_period(policy, &period))
		return ret;
	return sn_error_hint(
		&cli->err, ret,
		"%s%suse --no-journal to sign without a journal; cold-sign then cannot detect a double-spend",
		first.hint, first.hint[0] ? "; or " : "");
}

static int sign(struct cli *cli, const struct options *options)
{
	struct sn_buf file = {0}, out = {0};
	struct cold_signer signer = {.cli = cli,
				     .signing.allow_respend = options->allow_respend,
				     .no_key_images = options->no_key_images};
	struct sn_cold_set set = {0};
	struct sn_reference_request reference = {0};
	struct sn_review review = {0};
	struct sn_hash *hashes = NULL;
	int ret;

	if ((ret = cli_data_check_output(cli, cli_operand(cli))) ||
	    (ret = cold_signer_prepare(&signer, options->jobs, options->outputs)) ||
	    (ret = cli_data_try_output(cli)) ||
	    (ret = cli_data_read(cli, cli_operand(cli), "the unsigned file", SN_ENVELOPE_MAX, &file)) ||
	    (ret = cold_signer_open(&signer)))
		goto out;
	warn_of_no_journal(cli, options);
	const struct sn_account *account = signer.keys.account;
	reference.options = cold_signer_reference(&signer);
	signer.signing.reference = &reference;
	signer.signing.approvals = &review.approvals;
	if ((ret = sn_cold_set_open_and_review(&set, &reference, &review, account, &signer.limits, file.data,
					       file.len, signer.signing.jobs, &cli->err)) ||
	    (ret = sn_approvals_need(signer.policy, &review.approvals, &set.digest, &cli->err)) ||
	    (!options->no_journal && (ret = cold_signer_open_journal(&signer))) ||
	    (ret = sn_period_need_journal(signer.policy, signer.signing.journal, &cli->err)))
		goto out;
	cold_signer_look_at_clock(&signer);
	if ((ret = sn_cold_set_check_journal(&review, account, &set, &signer.limits, &signer.signing,
					     &cli->err)))
		goto out;
	sn_signing_journal_warn(signer.signing.journal);
	if ((ret = cli_approve(cli, "Sign", &review)))
		goto out;
	hashes = calloc(sn_cold_set_size(&set) ? sn_cold_set_size(&set) : 1, sizeof *hashes);
	if (!hashes) {
		ret = sn_error_memory(&cli->err);
		goto out;
	}
	cold_signer_look_at_clock(&signer);
	if ((ret = sn_cold_set_sign(&out, hashes, account, &set, &signer.limits, &signer.signing, &cli->err)))
		goto out;
	if (!(ret = cli_data_write(cli, out.data, out.len)) &&
	    (ret = report(cli, hashes, sn_cold_set_size(&set), &review, &out)))
		(void)cli_data_take_back(cli);
	if (ret && signer.signing.journal)
		ret = cli_note_journaled(&cli->err, ret);
out:
	if (ret && cli->err.reason == SN_REASON_NO_JOURNAL)
		ret = hint_no_journal(cli, signer.policy, ret);
	free(hashes);
	sn_review_free(&review);
	sn_reference_request_free(&reference);
	sn_cold_set_free(&set);
	cold_signer_release(&signer);
	sn_buf_free(&out);
	sn_buf_free(&file);
	return ret;
}

static int sign_directory(struct cli *cli, const struct options *options)
{
	struct cold_signer signer = {.cli = cli, .no_key_images = options->no_key_images};
	int ret;
	if ((ret = cold_signer_prepare(&signer, options->jobs, options->outputs)) ||
	    (ret = cold_sign_batch_check(cli, options->in_dir, options->out_dir)) ||
	    (ret = cold_signer_open(&signer)) || (ret = cold_signer_open_journal(&signer)))
		goto out;
	ret = cold_sign_batch(&signer, options->in_dir, options->out_dir);
out:
	cold_signer_release(&signer);
	return ret;
}

static int list(struct cli *cli)
{
	struct sn_buf text = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_signing_journal *journal = NULL;
	int ret;
	if ((ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = sn_signing_journal_open(&journal, wallet, false, &cli->err)))
		goto out;
	if (cli->json) {
		ret = sn_signing_journal_json(&text, journal);
		sn_put_u8(&text, '\n');
	} else {
		ret = sn_signing_journal_text(&text, journal);
	}
	ret = ret || text.failed ? sn_error_memory(&cli->err)
				 : cli_data_print(cli, (char *)text.data, text.len);
out:
	sn_signing_journal_close(journal);
	sn_wallet_close(wallet);
	sn_buf_free(&text);
	return ret;
}

static int run(struct cli *cli, const struct options *o)
{
	return o->journal         ? list(cli)
	       : o->adopt_journal ? cold_sign_adopt(cli, o->adopt_journal, o->journal_password_file)
	       : o->correct_times ? cold_sign_correct_times(cli)
	       : o->in_dir        ? sign_directory(cli, o)
				  : sign(cli, o);
}

int main(int argc, char **argv)
{
	struct options options = {0};
	const struct cli_option table[] = {
		{"in-dir", 0, "DIR",
		 "sign every file in DIR, in name order; continue after a refusal. Requires --out-dir, --yes and --policy",
		 .text = &options.in_dir},
		{"out-dir", 0, "DIR", "write NAME" COLD_SIGN_SUFFIX " to DIR for each file NAME of --in-dir",
		 .text = &options.out_dir},
		{"allow-respend", 0, NULL,
		 "sign even if the journal has another transaction that spends the same output",
		 .flag = &options.allow_respend},
		{"no-journal", 0, NULL, "neither read nor write the journal MASTER.signed",
		 .flag = &options.no_journal},
		{"jobs", 0, "N",
		 "sign N transactions of a file in parallel, 1 to 256 (default: one per processor)",
		 .text = &options.jobs},
		{"outputs", 0, "FILE",
		 "for an unsigned file of a Monero wallet: the outputs of that wallet, from its command \"export_outputs all FILE\"",
		 .text = &options.outputs, .is_input = true},
		{"no-key-images", 0, NULL,
		 "for an unsigned file of Feather, or of a Monero wallet older than 0.18.5.3: sign even if the file does not list all outputs of that wallet. The signed file then lacks the key images of the unlisted outputs",
		 .flag = &options.no_key_images},
		{"journal", 0, NULL, "list the journal and exit; sign nothing", .flag = &options.journal},
		{"adopt-journal", 0, "OLD",
		 "add the transactions of OLD, the journal of an earlier wallet file with the same seed phrase, to the journal of MASTER, and exit; sign nothing",
		 .text = &options.adopt_journal},
		{"journal-password-file", 0, "FILE",
		 "read the password of OLD from the first line of FILE (default: prompt on the terminal)",
		 .text = &options.journal_password_file},
		{"correct-times", 0, NULL,
		 "change each future time in the journal to the present time, and exit; sign nothing",
		 .flag = &options.correct_times},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "journal adopt-journal correct-times", NULL, NULL, NULL},
		{CLI_REQUIRES, "journal-password-file", "adopt-journal", NULL, NULL},
		{CLI_EXCLUDES, "journal adopt-journal",
		 "FILE output hex yes policy approval max-fee allow-unlock-time allow-dust seed-file seed-prompt allow-respend no-journal in-dir out-dir jobs outputs no-key-images",
		 "nothing is signed", NULL},
		{CLI_EXCLUDES, "correct-times",
		 "FILE output hex policy approval max-fee allow-unlock-time allow-dust seed-file seed-prompt allow-respend no-journal in-dir out-dir jobs outputs no-key-images",
		 "nothing is signed", NULL},
		{CLI_EXCLUDES, "allow-respend", "no-journal seed-file seed-prompt",
		 "--allow-respend overrides the journal", NULL},
		{CLI_EXCLUDES, "outputs", "no-key-images", NULL, NULL},
		{CLI_REQUIRES, "in-dir", "out-dir", NULL, NULL},
		{CLI_REQUIRES, "out-dir", "in-dir", NULL, NULL},
		{CLI_EXCLUDES, "in-dir", "FILE output hex", NULL, NULL},
		{CLI_EXCLUDES, "in-dir", "approval", NULL,
		 "put the approvals beside the unsigned file: NAME.minisig, NAME.sig, NAME.ANY.minisig or NAME.ANY.sig"},
		{CLI_REQUIRES, "in-dir", "yes", "a directory is signed without confirmation", NULL},
		{CLI_REQUIRES, "in-dir", "policy", NULL, "the policy must set \"allow_unattended\": true"},
		{CLI_EXCLUDES, "in-dir", "no-journal allow-respend seed-file seed-prompt",
		 "the journal detects two files that spend the same output", NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-sign",
		.usage = "{-w MASTER | --seed-file=FILE} [OPTION]... [FILE]",
		.about =
			"Review the unsigned FILE (default: standard input), ask for confirmation on the terminal, and write the signed file to standard output. FILE can also be an unsigned file of a Monero wallet (CLI, RPC, GUI, Feather and others); the signed file then has the format of that wallet. FILE can also be a proposal (wo-transfer --proposal): cold-sign then reports a signable hash instead of a transaction hash.",
		.examples = "cold-sign -w master.wallet -o signed unsigned\n"
			    "qr-scan | cold-sign -w master.wallet | qr-show\n"
			    "cold-sign -w master.wallet --password-file=PW --yes --policy=policy.json \\\n"
			    "    --in-dir=IN --out-dir=OUT\n",
		.hints = "To review without signing, use cold-show.\n"
			 "Signing the same file twice is safe: it gives the same bytes.\n"
			 "Back up MASTER.signed together with MASTER.\n"
			 "With --seed-file, cold-sign has no journal to detect a double-spend.\n",

		.options = table,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_POLICY | CLI_APPROVAL | CLI_MAX_FEE | CLI_ALLOW_LOCK |
			  CLI_ALLOW_DUST | CLI_YES | CLI_OUTPUT | CLI_HEX | CLI_JSON | CLI_WALLET | CLI_WAIT |
			  CLI_SEED,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &options);
	return cli_finish(&cli, ret);
}
