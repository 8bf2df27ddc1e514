/* fuzz/daemon_answer.h - a daemon that answers every call with the bytes it was given, or as a target says.
 *
 * The linker's --wrap puts daemon_answer.c between node/call.c and node/http.c: no socket is opened. */
#ifndef SN_FUZZ_DAEMON_ANSWER_H
#define SN_FUZZ_DAEMON_ANSWER_H

#include "base/bytes.h"

#include <stddef.h>
#include <stdint.h>

/* What the next calls get; `body` must outlive them. */
void daemon_answer(const uint8_t *body, size_t len);

/* Append the answer to this request, which need not end in NUL; nothing: the daemon cannot be reached. */
typedef void (*daemon_answerer)(void *context, const char *path, const char *request, size_t len,
				struct sn_buf *answer);

/* The next calls get what this one says; NULL: the bytes above again. */
void daemon_answer_by(daemon_answerer answerer, void *context);

#endif
