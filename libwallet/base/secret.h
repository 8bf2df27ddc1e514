/* base/secret.h - memory for secrets, and process settings that protect them.
 *
 * Long-lived secrets (wallet keys, passwords) are in memory of sn_secret_alloc: locked, guarded, excluded
 * from core dumps. Short-lived secrets on the stack are wiped with sn_wipe on every path. No function formats
 * a secret. */
#ifndef SN_BASE_SECRET_H
#define SN_BASE_SECRET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Overwrite with zeros; the compiler does not remove the call. */
void sn_wipe(void *p, size_t len);

/* Overwrite the 128 KiB of stack below the caller's frame, which earlier calls, also into other libraries,
 * have used. Signing uses 67 KiB, independent of the number of inputs and outputs; 84 KiB without
 * optimization. */
void sn_wipe_stack(void);

/* Whether memory can be locked, so that it is never swapped. If not (`ulimit -l`), sn_secret_alloc returns
 * unlocked memory. */
bool sn_secret_can_lock(void);

/* Allocate guarded, zeroed memory, locked if possible (libsodium, sodium_malloc). Returns NULL on failure. */
void *sn_secret_alloc(size_t len) SN_MUST_USE;

/* Wipe and free. NULL is allowed. */
void sn_secret_free(void *p);

/* Initialize libsodium, and disable core dumps and ptrace attachment for this process. Every program calls
 * this first. */
int sn_process_start(struct sn_error *err) SN_MUST_USE;

#endif
