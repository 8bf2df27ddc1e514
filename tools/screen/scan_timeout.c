#include "tools/screen/scan_timeout.h"

#include <sys/time.h>

#define AGAIN_US 100000

volatile sig_atomic_t scan_timeout_is_over;

static void on_alarm(int number)
{
	(void)number;
	scan_timeout_is_over = 1;
}

int scan_timeout_start(struct cli *cli, uint64_t seconds)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct itimerval timer = {.it_interval = {0, AGAIN_US}, .it_value = {(time_t)seconds, 0}};
	if (seconds && (sigaction(SIGALRM, &action, NULL) || setitimer(ITIMER_REAL, &timer, NULL)))
		return sn_error_errno(&cli->err, "cannot set a timer");
	return SN_OK;
}

void scan_timeout_stop(void)
{
	const struct itimerval none = {0};
	(void)setitimer(ITIMER_REAL, &none, NULL);
}
