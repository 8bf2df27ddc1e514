#include "tools/cli/signals.h"
#include "tools/following/stop.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <time.h>

/* No test has a daemon. The function of the library would bring in libcurl, which the static build lacks. */
void sn_daemon_interrupt(struct sn_daemon *unused)
{
	(void)unused;
}

static void wait_half_a_second(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 600000000}, NULL);
}

/* A SIGINT that the caller of the tests had ignored stays ignored. */

/* timeout(1) sends its signal twice. */
Test(tools_signals, two_signals_at_once_are_one_request)
{
	stop_catch();
	raise(SIGTERM);
	raise(SIGTERM);
	raise(SIGINT);
	cr_assert_eq(stop_asked(), STOP_SIGNAL);
}

Test(tools_signals, a_later_signal_ends_wo_sync, .signal = SIGTERM)
{
	stop_catch();
	raise(SIGTERM);
	wait_half_a_second();
	raise(SIGTERM);
	cr_assert_fail("the program continues");
}

Test(tools_signals, only_a_later_signal_aborts_the_calls_of_the_server)
{
	cli_signals_catch(false);
	cli_signals_let();
	raise(SIGTERM);
	raise(SIGTERM);
	cr_assert(cli_signals_asked() == SIGTERM && !cli_signals_broke_off());
	wait_half_a_second();
	raise(SIGINT);
	cr_assert(cli_signals_asked() == SIGTERM && cli_signals_broke_off());
}
