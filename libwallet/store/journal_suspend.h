/* store/journal_suspend.h - close the file of an open journal for a time, and keep its key.
 *
 * While a journal is suspended, another process can lock, change or replace its file. Argon2id need not run
 * again unless the password was changed. */
#ifndef SN_STORE_JOURNAL_SUSPEND_H
#define SN_STORE_JOURNAL_SUSPEND_H

#include "store/journal.h"

/* Unlock and close the file, which must have been read to its end. Only sn_journal_resume and
 * sn_journal_close may be called then. */
void sn_journal_suspend(struct sn_journal *j);

/* Open and lock the file again. `*is_changed`: the file may have changed since it was suspended; read it from
 * its first commit again (sn_journal_rewind). After an error the journal is still suspended.
 *
 * Returns
 *   SN_BUSY          another process has the lock; the message names it
 *   SN_BAD_PASSWORD  the file has another password, or is another file
 *   SN_BAD_INPUT     R1 or R2 of store/journal.h
 *   SN_IO            the file cannot be opened */
int sn_journal_resume(struct sn_journal *j, bool *is_changed, struct sn_error *err) SN_MUST_USE;

#endif
