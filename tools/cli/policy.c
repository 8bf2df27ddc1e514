#include "tools/cli/policy.h"

#include "base/file.h"
#include "cold/policy.h"
#include "tools/cli/data.h"

#include <fcntl.h>
#include <unistd.h>

static int read_limits(struct cli *cli, struct sn_limits *limits)
{
	limits->has_max_fee = cli->max_fee;
	limits->allow_unlock_time = cli->allow_unlock_time;
	limits->allow_dust = cli->allow_dust;
	limits->refuse_lookalikes = cli->yes;
	return cli_amount(cli, "max-fee", cli->max_fee, &limits->max_fee);
}

int cli_policy_read(struct cli *cli, struct sn_limits *limits, struct sn_buf *text)
{
	int ret = read_limits(cli, limits);
	if (!ret && cli->policy_file)
		ret = cli_data_read(cli, cli->policy_file, "the policy", SN_POLICY_BYTES_MAX, text);
	return ret;
}

int cli_policy_reread(struct cli *cli, struct sn_limits *limits, struct sn_buf *text)
{
	int ret = read_limits(cli, limits), fd;
	if (ret)
		return ret;
	fd = open(cli->policy_file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return sn_error_errno(&cli->err, "cannot open %s", cli->policy_file);
	ret = sn_file_read_regular(fd, cli->policy_file, SN_POLICY_BYTES_MAX, text, &cli->err);
	close(fd);
	return ret;
}

int cli_policy_read_approvals(struct cli *cli, struct sn_limits *limits, struct sn_approvals *approvals)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < cli->approvals.n; i++) {
		struct sn_buf file = {0};
		ret = cli_data_read(cli, cli->approvals.items[i], "the approval", SN_DETACHED_FILE_MAX,
				    &file);
		if (ret)
			sn_buf_free(&file);
		else
			ret = sn_approvals_add(approvals, cli->approvals.items[i], &file, &cli->err);
	}
	limits->approvals = approvals;
	return ret;
}

int cli_policy_apply(struct cli *cli, struct sn_limits *limits, struct sn_policy **policy,
		     enum sn_network network, const struct sn_buf *text)
{
	*policy = NULL;
	if (!cli->policy_file)
		return SN_OK;
	int ret = sn_policy_parse(policy, network, (const char *)text->data, text->len, &cli->err);
	if (ret)
		return sn_error_prefix(&cli->err, ret, "%s", cli->policy_file);
	if (cli->approvals.n && !sn_policy_approval_keys(*policy))
		return cli_usage_error(cli, "--approval cannot be used: the policy %s demands no approvals",
				       cli->policy_file);
	sn_policy_apply(limits, *policy);
	return SN_OK;
}

int cli_policy_check_unattended(struct cli *cli, const struct sn_policy *policy, const char *what)
{
	if (!policy || sn_policy_allows_unattended(policy))
		return SN_OK;
	return sn_error_hint(&cli->err,
			     sn_error_set(&cli->err, SN_REFUSED,
					  "the policy %s does not allow signing without confirmation (%s)",
					  cli->policy_file, what),
			     "set \"allow_unattended\": true in the policy");
}
