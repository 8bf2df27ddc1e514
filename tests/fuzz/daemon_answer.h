/* fuzz/daemon_answer.h - a daemon that answers every call with the bytes it was given.
 *
 * The linker's --wrap puts daemon_answer.c between node/call.c and node/http.c: no socket is opened. */
#ifndef SN_FUZZ_DAEMON_ANSWER_H
#define SN_FUZZ_DAEMON_ANSWER_H

#include <stddef.h>
#include <stdint.h>

/* What the next calls get; `body` must outlive them. */
void daemon_answer(const uint8_t *body, size_t len);

#endif
