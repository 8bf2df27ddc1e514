#include "tools/cli/wait.h"

#include "base/clock.h"

#include <inttypes.h>
#include <time.h>

bool cli_wait(struct cli *cli, int ret)
{
	const struct timespec moment = {.tv_nsec = 100 * 1000 * 1000};
	if (ret != SN_BUSY || !cli->wait)
		return false;
	if (!cli->wait_until) {
		cli->wait_until = sn_monotonic_ms() + 1000 * cli->wait;
		cli_say(cli, "%s; waiting for up to %" PRIu64 " s", cli->err.text, cli->wait);
	}
	return sn_monotonic_ms() < cli->wait_until && !nanosleep(&moment, NULL);
}
