/* tests/unit/daemon_answers.h - shared by the simulated daemons of the tests (hot_chain.h, app_chain.h):
 * answers in the daemon's binary format, and their HTTP. */
#ifndef TESTS_UNIT_DAEMON_ANSWERS_H
#define TESTS_UNIT_DAEMON_ANSWERS_H

#include "base/bytes.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the request is a POST to this path. */
bool answer_is_for(const char *request, const char *path);

/* Append a 200 answer. The server closes the connection after one request and announces this; otherwise the
 * client could send its next request on it. */
void answer_put(struct sn_buf *answer, const struct sn_buf *body);

/* /get_output_distribution.bin, for RingCT outputs: `per_block` returns the number in block i. */
void answer_put_distribution(struct sn_buf *b, uint64_t (*per_block)(const void *context, size_t i),
			     const void *context, size_t n_blocks);

struct answer_output {
	struct sn_point key, commitment;
	bool is_locked;
};

/* /get_outs.bin: `output` fills each requested output, and returns false if it does not exist. Returns false
 * and appends nothing if the request is invalid or names a nonexistent output. */
bool answer_put_outputs(struct sn_buf *b, const void *body, size_t len,
			bool (*output)(void *context, uint64_t index, struct answer_output *out),
			void *context);

#endif
