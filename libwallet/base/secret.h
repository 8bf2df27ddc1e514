/* base/secret.h - memory for secrets, and a process that does not leak them.
 *
 * Long-lived secrets (wallet keys, passwords) live in sn_secret_alloc memory: locked,
 * guarded, left out of core dumps. Short-lived ones on the stack are wiped with
 * sn_wipe on every path. Nothing here formats a secret. */
#ifndef SN_BASE_SECRET_H
#define SN_BASE_SECRET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Overwrite with zeros, never optimised away. */
void sn_wipe(void *p, size_t len);

/* Overwrite what functions that have returned, other libraries' among them, left below the caller's frame:
 * 128 KiB. Signing takes 67 KiB, whatever the number of inputs and outputs; 84 KiB where nothing is
 * optimised. */
void sn_wipe_stack(void);

/* Whether memory can be locked here, so that it never reaches the swap: where it cannot (`ulimit -l`),
 * sn_secret_alloc does without. */
bool sn_secret_can_lock(void);

/* Guarded, zeroed memory, locked if that can be (libsodium sodium_malloc), or NULL. */
void *sn_secret_alloc(size_t len) SN_MUST_USE;

/* Wipe and release; NULL is allowed. */
void sn_secret_free(void *p);

/* Start libsodium, forbid core dumps and ptrace attachment for this process. The first call of
 * every program. */
int sn_process_start(struct sn_error *err) SN_MUST_USE;

#endif
