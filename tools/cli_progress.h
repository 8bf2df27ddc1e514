/* cli_progress.h - the bar that shows how far long work has come. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct cli_progress {
	const char *what; /* "block" */
	bool wanted, drawn;
	struct timespec start;
	uint64_t first; /* where it started */
};

/* Start at `first` of many. The bar is drawn on stderr if that is a terminal, after a second. `what` stays. */
void cli_progress_start(struct cli_progress *bar, const char *what, uint64_t first);

void cli_progress_draw(struct cli_progress *bar, uint64_t at, uint64_t end);

/* Remove it from the screen. */
void cli_progress_end(struct cli_progress *bar);

#endif
