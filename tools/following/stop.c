#include "tools/following/stop.h"

#include "base/clock.h"
#include "tools/cli/signal_groups.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t the_signal;
static volatile uint64_t signalled;
static uint64_t end;

static void on_signal(int number)
{
	static const char line[] = "\nwo-sync: stopping; repeat to stop at once\n";
	const int before = errno;
	if (!the_signal) {
		signalled = sn_monotonic_ms();
		the_signal = number;
		if (isatty(STDERR_FILENO))
			(void)!write(STDERR_FILENO, line, sizeof line - 1);
	} else if (cli_signals_repeat(signalled)) {
		signal(number, SIG_DFL);
		raise(number); /* delivered when this handler returns */
	}
	errno = before;
}

void stop_catch(void)
{
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	cli_signals_fill(&action.sa_mask, CLI_SIGNALS_END);
	cli_signals_handle(CLI_SIGNALS_END, &action);
}

void stop_at(uint64_t ms)
{
	end = ms;
}

enum stop_reason stop_asked(void)
{
	if (the_signal)
		return STOP_SIGNAL;
	return end && sn_monotonic_ms() >= end ? STOP_TIMEOUT : STOP_NOT;
}

/* In milliseconds. */
#define LAST_ANSWER 2000

bool stop_waits_on(void *unused, uint64_t ms)
{
	(void)unused;
	return ms < LAST_ANSWER || !stop_asked();
}

/* The signals are blocked between the look at the_signal and the sleep, which lets them in. */
void stop_sleep(uint64_t until)
{
	sigset_t signals, before;
	if (end && until > end)
		until = end;
	cli_signals_fill(&signals, CLI_SIGNALS_END);
	sigprocmask(SIG_BLOCK, &signals, &before);
	for (uint64_t now = sn_monotonic_ms(); !the_signal && now < until; now = sn_monotonic_ms()) {
		const uint64_t ms = until - now;
		const struct timespec left = {.tv_sec = (time_t)(ms / 1000),
					      .tv_nsec = (long)(ms % 1000) * 1000000};
		(void)!ppoll(NULL, 0, &left, &before);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}

void stop_raise(void)
{
	if (!the_signal)
		return;
	signal(the_signal, SIG_DFL);
	raise(the_signal);
}
