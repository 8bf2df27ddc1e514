/* fuzz/memory_journal.h - journals of store/journal.h whose commits are in memory, unsealed.
 *
 * What is behind the seal gets the fuzzer's bytes as the contents of commits. The linker's --wrap puts
 * memory_journal.c between store/ and store/journal.c; journals of other paths are the real ones. Paths
 * begin with "memory:". */
#ifndef SN_FUZZ_MEMORY_JOURNAL_H
#define SN_FUZZ_MEMORY_JOURNAL_H

#include "base/bytes.h"
#include "store/journal.h"

#define MEMORY_PREFIX "memory:"

/* From now on there is a file of this name. `commits` is copied: per commit its length in two bytes, then so
 * many bytes; empty ones, which no journal has, are passed over. What is appended later is of the same form.
 */
void memory_journal_put(const char *path, enum sn_journal_kind kind, enum sn_network network,
			const struct sn_buf *commits);

/* What is in the file now, until it is forgotten or changed; NULL: there is none. */
const struct sn_buf *memory_journal_commits(const char *path);

/* Forget all files. None may be open. */
void memory_journal_forget(void);

/* Append one commit of up to 65535 bytes, as memory_journal_put understands it. */
void memory_journal_commit(struct sn_buf *commits, const void *data, size_t len);

#endif
