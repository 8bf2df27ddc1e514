/* What the made-up daemons of the tests (hot_chain.h, app_chain.h) have in common: the answers in the
 * daemon's binary form, and their HTTP. */
#ifndef TESTS_UNIT_DAEMON_ANSWERS_H
#define TESTS_UNIT_DAEMON_ANSWERS_H

#include "base/bytes.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the request is a POST to this path. */
bool answer_is_for(const char *request, const char *path);

/* A 200 answer. The server takes one request a connection: it says so, or the client may send the next one
 * into the void. */
void answer_put(struct sn_buf *answer, const struct sn_buf *body);

/* /get_output_distribution.bin, for RingCT outputs: `per_block` tells how many block i brought. */
void answer_put_distribution(struct sn_buf *b, uint64_t (*per_block)(const void *context, size_t i),
			     const void *context, size_t n_blocks);

struct answer_output {
	struct sn_point key, commitment;
	bool is_locked;
};

/* /get_outs.bin: `output` fills in each that is asked for, and says whether there is such a one. False, and
 * nothing appended, when the request is none, or asks for what is not there. */
bool answer_put_outputs(struct sn_buf *b, const void *body, size_t len,
			bool (*output)(void *context, uint64_t index, struct answer_output *out),
			void *context);

#endif
