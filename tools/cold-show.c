/* cold-show - review an unsigned file. */
#include "base/clock.h"
#include "base/cores.h"
#include "tools/cli/data.h"
#include "cold/policy.h"
#include "tools/cli/keys.h"
#include "tools/cli/policy.h"
#include "tools/cli/progress.h"
#include "tools/cli/start.h"
#include "tools/cli/text.h"

#include "base/parallel.h"
#include "cold/files.h"
#include "cold/review_print.h"
#include "handoff/envelope.h"

/* Look up the set in the journal of a master wallet, if there is one. */
static int check_journal(struct cli *cli, struct sn_review *review, const struct cli_keys *keys,
			 const struct sn_cold_set *set, const struct sn_limits *limits)
{
	struct sn_signing signing = {
		.allow_respend = true, .now = sn_unix_time(), .jobs = (unsigned)sn_cores()};
	int ret = SN_OK;
	if (keys->wallet && keys->wallet->role == SN_ROLE_MASTER)
		ret = sn_signing_journal_open(&signing.journal, keys->wallet, false, &cli->err);
	if (!ret)
		ret = sn_cold_set_check_journal(review, keys->account, set, limits, &signing, &cli->err);
	sn_signing_journal_close(signing.journal);
	return ret;
}

static int show(struct cli *cli)
{
	struct sn_buf file = {0}, text = {0}, policy_text = {0};
	struct cli_keys keys = {0};
	struct sn_policy *policy = NULL;
	struct sn_cold_set set = {0};
	struct cli_progress bar = {0};
	const struct sn_restore_progress progress = {cli_progress_pass, &bar};
	struct sn_reference_request reference = {.options = {.no_key_images = true, .progress = &progress}};
	struct sn_review review = {0};
	struct sn_limits limits = {0};
	struct sn_approvals approvals = {0};
	int ret;

	if ((ret = cli_policy_read(cli, &limits, &policy_text)) ||
	    (ret = cli_policy_read_approvals(cli, &limits, &approvals)) ||
	    (ret = cli_data_read(cli, cli_operand(cli), "the unsigned file", SN_ENVELOPE_MAX, &file)) ||
	    (ret = cli_keys_open(cli, &keys, CLI_ANY_ROLE)) ||
	    (ret = cli_policy_apply(cli, &limits, &policy, keys.account->network, &policy_text)))
		goto out;
	limits.allow_unlock_time = limits.allow_dust = true;
	if (keys.wallet)
		limits.names = &keys.wallet->names;
	if ((ret = sn_cold_set_open_and_review(&set, &reference, &review, keys.account, &limits, file.data,
					       file.len, (unsigned)sn_cores(), &cli->err)) ||
	    (ret = check_journal(cli, &review, &keys, &set, &limits)))
		goto out;
	if (cli->json) {
		ret = sn_review_json(&text, &review);
		sn_put_u8(&text, '\n');
	} else {
		ret = sn_review_text(&text, &review, SN_REVIEW_TO_LOOK);
		cli_text_make_lines_plain((char *)text.data, text.len);
	}
	ret = ret || text.failed ? sn_error_memory(&cli->err)
				 : cli_data_print(cli, (char *)text.data, text.len);
out:
	cli_progress_end(&bar);
	sn_review_free(&review);
	sn_reference_request_free(&reference);
	sn_cold_set_free(&set);
	sn_policy_free(policy);
	sn_approvals_free(&approvals);
	cli_keys_close(&keys);
	sn_buf_free(&text);
	sn_buf_free(&policy_text);
	sn_buf_free(&file);
	return ret;
}

int main(int argc, char **argv)
{
	const struct cli_program program = {
		.name = "cold-show",
		.usage = "{-w WALLET | --seed-file=FILE} [OPTION]... [FILE]",
		.about =
			"Review the unsigned FILE (default: standard input) without signing it. FILE can also be a proposal (wo-transfer --proposal), or an unsigned file of a Monero wallet. cold-show refuses the files that cold-sign refuses, with two exceptions. First, it does not refuse a file because of an unlock time, dust, a double-spend or missing approvals: the review reports them. Second, it accepts an unsigned file of a Monero wallet that does not list all outputs of that wallet.",
		.examples = "cold-show -w master.wallet unsigned\n"
			    "cold-show -w hot.wallet unsigned       # on the online machine\n",
		.hints = "With --policy, cold-show refuses an unlock time unless the policy allows it.\n"
			 "Without the master wallet, cold-show reads no journal: it reports no\n"
			 "double-spend, and does not check the policy's limits over time.\n",

		.groups = CLI_OFFLINE | CLI_POLICY | CLI_APPROVAL | CLI_MAX_FEE | CLI_JSON | CLI_WALLET |
			  CLI_SEED,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = show(&cli);
	return cli_finish(&cli, ret);
}
