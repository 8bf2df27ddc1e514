#include "tools/cli/restore_height.h"

#include "base/clock.h"
#include "base/date.h"
#include "chain/restore_height.h"

#define DAY_SECONDS (24 * 3600)

bool cli_restore_is_given(const struct cli *cli)
{
	return cli->restore_height || cli->restore_date;
}

int cli_restore_date(struct cli *cli, uint64_t *time)
{
	const uint64_t now = sn_unix_time();
	char today[SN_DATE_TEXT_MAX];
	if (!sn_date_parse(time, cli->restore_date))
		return cli_usage_error(cli, "--restore-date takes a day as YYYY-MM-DD, not \"%s\"",
				       cli->restore_date);
	/* In some time zones, tomorrow has begun. */
	if (now < sn_restore_height_table_end(SN_MAINNET) || *time <= now + DAY_SECONDS)
		return SN_OK;
	sn_date_format(today, now);
	return cli_usage_error(cli, "--restore-date=%s is in the future: by the clock, today is %s",
			       cli->restore_date, today);
}

int cli_restore_height(struct cli *cli, enum sn_network network, uint64_t *height)
{
	uint64_t time;
	int ret = cli_number(cli, "restore-height", cli->restore_height, 0, UINT32_MAX, height);
	if (ret || !cli->restore_date)
		return ret;
	ret = cli_restore_date(cli, &time);
	if (!ret && !sn_restore_height_table_end(network))
		ret = sn_error_hint(&cli->err,
				    cli_usage_error(cli,
						    "--restore-date: there is no table of heights for %s",
						    sn_network_name(network)),
				    "use --restore-height=N");
	if (!ret)
		*height = sn_restore_height(network, time);
	return ret;
}
