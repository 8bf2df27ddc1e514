#include "tools/cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
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

void cli_progress_text(char text[static CLI_PROGRESS_MAX], const struct cli_progress *bar, uint64_t at,
		       uint64_t end, const uint64_t *transactions, double seconds)
{
	enum { WIDTH = 20 };
	double done = (double)(at - bar->first), share = done / (double)(end - bar->first);
	int full = (int)(share * WIDTH);
	unsigned long left = (unsigned long)(seconds * (double)(end - at) / done + 0.5);
	int n = snprintf(text, CLI_PROGRESS_MAX,
			 "[%.*s%*s] %3d %%  %s %" PRIu64 " of %" PRIu64 ", %lu:%02lu:%02lu left", full,
			 "####################", WIDTH - full, "", (int)(share * 100), bar->what, at, end,
			 left / 3600, left / 60 % 60, left % 60);
	if (transactions && n > 0 && n < CLI_PROGRESS_MAX)
		snprintf(text + n, (size_t)(CLI_PROGRESS_MAX - n), ", %.0f %ss/s, %.0f transactions/s",
			 done / seconds, bar->what, (double)*transactions / seconds);
}

/* A longer line would continue on the next line, and remain there. */
static int columns(void)
{
	struct winsize size;
	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2 ? 79 : size.ws_col - 1;
}

static void draw(struct cli_progress *bar, uint64_t at, uint64_t end, const uint64_t *transactions)
{
	char text[CLI_PROGRESS_MAX];
	double seconds = seconds_since(&bar->start);
	if (!bar->wanted || at <= bar->first || at > end || seconds <= 1)
		return;
	cli_progress_text(text, bar, at, end, transactions, seconds);
	fprintf(stderr, "\r%.*s\033[K", columns(), text);
	bar->drawn = true;
}

void cli_progress_draw(struct cli_progress *bar, uint64_t at, uint64_t end)
{
	draw(bar, at, end, NULL);
}

void cli_progress_draw_blocks(struct cli_progress *bar, uint64_t at, uint64_t end, uint64_t transactions)
{
	draw(bar, at, end, &transactions);
}

void cli_progress_pass(void *context, size_t done, size_t total)
{
	struct cli_progress *bar = context;
	if (done <= bar->at || !bar->what) {
		cli_progress_end(bar);
		cli_progress_start(bar, "output", 0);
	}
	bar->at = done;
	cli_progress_draw(bar, done, total);
	if (done < total)
		return;
	cli_progress_end(bar);
	*bar = (struct cli_progress){0};
}

void cli_progress_end(struct cli_progress *bar)
{
	if (bar->drawn)
		fputs("\r\033[K", stderr);
	bar->drawn = false;
}
