/* store/journal_internal.h - an open journal, and the parts that journal.c shares with
 * journal_replace.c and journal_suspend.c. Private to these. */
#ifndef SN_STORE_JOURNAL_INTERNAL_H
#define SN_STORE_JOURNAL_INTERNAL_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/log.h"
#include "store/journal_header.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* A file and its version: any write, rename or replacement changes it. */
struct sn_journal_mark {
	bool is_known;
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec written, changed;
};

struct sn_journal {
	int fd;
	bool writable;
	bool has_log;
	struct sn_log log;
	char *path;
	struct sn_journal_header header;
	struct sn_journal_keys *keys;
	struct sn_journal_name name; /* of the last commit read or written; initially that of the file */
	uint64_t end;                /* where that commit ends */
	struct sn_journal_name name_before; /* before the last append */
	uint64_t end_before;
	uint64_t size;               /* R8: bytes beyond are ignored */
	bool has_tail;               /* other data may follow `end`: truncate before the next append (W3) */
	bool directory_unsynced;     /* a rename may not be on the disk yet (W6) */
	struct sn_journal_mark mark; /* when it was suspended (store/journal_suspend.h) */
};

/* Open the file at j->path, lock it if j->writable, and set j->fd and j->size. After an error j->fd may be
 * open. */
int sn_journal_open_file(struct sn_journal *j, struct sn_error *err) SN_MUST_USE;

/* Append to `out` the commit after the commit `before`. Its random name is stored in `name` (W5). */
int sn_journal_seal(struct sn_buf *out, struct sn_journal_name *name, const struct sn_journal_keys *k,
		    const struct sn_journal_name *before, const uint8_t *contents, size_t len,
		    struct sn_error *err) SN_MUST_USE;

/* Check W2, then complete W3 and W6. */
int sn_journal_prepare_to_write(struct sn_journal *j, struct sn_error *err) SN_MUST_USE;

#endif
