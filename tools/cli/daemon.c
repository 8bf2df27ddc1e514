#include "tools/cli/daemon.h"

int cli_daemon_open(struct cli *cli, struct sn_daemon **daemon)
{
	const struct sn_daemon_options options = {
		.address = cli->daemon_address,
		.login = cli->daemon_login,
		.ca_file = cli->daemon_ca_file,
		.proxy = cli->proxy,
		.allow_plain_http = cli->allow_plain_http,
	};
	return sn_daemon_open(daemon, &options, &cli->err);
}
