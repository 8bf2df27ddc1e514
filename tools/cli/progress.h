/* tools/cli/progress.h - a progress bar with the speed and the remaining time. */
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
	uint64_t first; /* start value */
	uint64_t at;    /* of cli_progress_pass */
};

/* Start at `first`. The bar appears on stderr after one second, if that is a terminal. `what` must remain
 * valid. */
void cli_progress_start(struct cli_progress *bar, const char *what, uint64_t first);

void cli_progress_draw(struct cli_progress *bar, uint64_t at, uint64_t end);

/* The same for blocks. `transactions` is their number of transactions since the start. */
void cli_progress_draw_blocks(struct cli_progress *bar, uint64_t at, uint64_t end, uint64_t transactions);

/* For work of several passes over outputs, each from 0 to `total` (struct sn_restore_progress): `context` is
 * a bar, at first zero-initialized. It starts with the first report of each pass, and is removed after the
 * last. After an error, call cli_progress_end. */
void cli_progress_pass(void *context, size_t done, size_t total);

/* Remove the bar from the screen. */
void cli_progress_end(struct cli_progress *bar);

#define CLI_PROGRESS_MAX 160

/* Format the bar as of `seconds` after the start, with at > first and end >= at: the bar, the position, the
 * estimated remaining hours:minutes:seconds and, unless `transactions` is NULL, blocks and transactions per
 * second. */
void cli_progress_text(char text[static CLI_PROGRESS_MAX], const struct cli_progress *bar, uint64_t at,
		       uint64_t end, const uint64_t *transactions, double seconds);

#endif
