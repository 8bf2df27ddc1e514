#include "tools/cli_progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

void cli_progress_start(struct cli_progress *bar, const char *what, uint64_t first)
{
	*bar = (struct cli_progress){.what = what, .wanted = isatty(STDERR_FILENO), .first = first};
	clock_gettime(CLOCK_MONOTONIC, &bar->start);
}

static double seconds_since(const struct timespec *then)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

void cli_progress_draw(struct cli_progress *bar, uint64_t at, uint64_t end)
{
	enum { WIDTH = 40 };
	if (!bar->wanted || end <= bar->first || at < bar->first || seconds_since(&bar->start) <= 1)
		return;
	double share = (double)(at - bar->first) / (double)(end - bar->first);
	int full = share < 1 ? (int)(share * WIDTH) : WIDTH;
	fprintf(stderr, "\r[%.*s%*s] %3d %%  %s %" PRIu64 " of %" PRIu64 "\033[K", full,
		"########################################", WIDTH - full, "", (int)(share * 100), bar->what, at,
		end);
	bar->drawn = true;
}

void cli_progress_end(struct cli_progress *bar)
{
	if (bar->drawn)
		fputs("\r\033[K", stderr);
	bar->drawn = false;
}
