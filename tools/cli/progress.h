/* tools/cli/progress.h - the bar that shows how far long work has come, how fast it goes, and how long it
 * will take. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct cli_progress {
	const char *what; /* "block" */
	bool wanted, drawn;
	struct timespec start;
	uint64_t first; /* where it started */
};

/* Start at `first` of many. The bar is drawn on stderr if that is a terminal, after a second. `what` stays.
 */
void cli_progress_start(struct cli_progress *bar, const char *what, uint64_t first);

void cli_progress_draw(struct cli_progress *bar, uint64_t at, uint64_t end);

/* The same for blocks, which held so many transactions since the start. */
void cli_progress_draw_blocks(struct cli_progress *bar, uint64_t at, uint64_t end, uint64_t transactions);

/* Remove it from the screen. */
void cli_progress_end(struct cli_progress *bar);

#define CLI_PROGRESS_MAX 160

/* What is drawn `seconds` after the start, at > first and end >= at: the bar, how far it is, the time left as
 * hours:minutes:seconds if it goes on like this, and, with `transactions`, of both how many a second. */
void cli_progress_text(char text[static CLI_PROGRESS_MAX], const struct cli_progress *bar, uint64_t at,
		       uint64_t end, const uint64_t *transactions, double seconds);

#endif
