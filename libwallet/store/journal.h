/* store/journal.h - sealed append-only file for wallets, key images and signatures.
 *
 *   file   = header, commit, commit, ...
 *   commit = frame ‖ libsodium secretstream of (name of the previous commit ‖ contents)
 *   frame  = length ‖ name ‖ keyed sum of both
 *
 * The header is plain: kind, network, Argon2id salt and costs. The key that Argon2id derives from the
 * password authenticates it. The name of a commit is its secretstream header, 24 random bytes. The name of
 * the file, in the header, is random as well. Byte layout: doc/reference/wallet-file.md.
 *
 * A file is read by these rules. The code refers to their numbers.
 *
 *  R1. The header is complete, its plain sum is correct, and format version, kind and network are known. Else
 *      SN_BAD_INPUT.
 *  R2. The Argon2id costs are within their bounds. This is checked before any memory is allocated for
 *      them. Else SN_BAD_INPUT.
 *  R3. The keyed sum of the header is correct. Else SN_BAD_PASSWORD: R1 excludes accidental damage.
 *  R4. A commit is complete if the sum of its frame is correct, its length fits into the file, and each
 *      message of its secretstream opens with the expected tag: FINAL for the last message, MESSAGE for the
 *      others.
 *  R5. A complete commit has the name of the previous one, the first commit the name of the file. Else
 *      SN_BAD_INPUT: commits were omitted, repeated, exchanged or imported from another file.
 *  R6. The first commit is complete. Else SN_BAD_INPUT: it was published together with the header.
 *  R7. An incomplete commit and all bytes after it are the tail of an interrupted append: any mix of new
 *      data, zeros and nothing. The tail is dropped, with a line to the log, unless it is certain that the
 *      commit was once complete:
 *       a. the sum of its frame is correct, and the file continues after its length; or
 *       b. a frame with a correct sum begins at any later byte.
 *      Then the file is corrupt: SN_BAD_INPUT.
 *  R8. Bytes beyond the size of the file when it was opened do not count. A reader takes no lock, and sees
 *      the commits that were complete at that time.
 *
 * The file alone cannot show that its last commits are missing altogether. A corrupt last commit cannot be
 * distinguished from an interrupted append.
 *
 * A file is written by these rules.
 *
 *  W1. One writer at a time holds the lock (store/lock.h), from open to close and across a
 *      replacement (store/journal_replace.h).
 *  W2. Nothing is written unless every commit was read, the path still names the open file, and the file
 *      has the size that the writer knows. Else SN_IO.
 *  W3. A tail is truncated, and the truncation is synced, before the next append.
 *  W4. A commit counts as stored after fsync. A failed append is truncated again; if that fails too, the
 *      file has a tail (sn_journal_has_tail).
 *  W5. Each commit is a secretstream of its own with a random header. Two copies of a file that diverge
 *      therefore never encrypt different contents with the same key and nonce; neither does a repeated
 *      append.
 *  W6. A replacement is written beside the file, locked, synced and renamed. The directory is synced before
 *      a later commit counts as stored. */
#ifndef SN_STORE_JOURNAL_H
#define SN_STORE_JOURNAL_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/log.h"
#include "chain/network.h"
#include "store/journal_types.h"

#include <stdbool.h>
#include <stdint.h>

struct sn_journal;

/* Create a file of mode 0600 with one commit. It appears complete or not at all. SN_REFUSED if `path` exists.
 * `contents` and `password` are secret. */
int sn_journal_create(const char *path, enum sn_journal_kind kind, enum sn_network network,
		      const char *password, enum sn_kdf_cost cost, const void *contents, size_t len,
		      struct sn_error *err) SN_MUST_USE;

/* sn_journal_create with the network, password, salt and costs of `like`: one Argon2id run then opens both
 * files. */
int sn_journal_create_like(const char *path, enum sn_journal_kind kind, const struct sn_journal *like,
			   const void *contents, size_t len, struct sn_error *err) SN_MUST_USE;

/* Whether the file begins like a journal. It may be corrupt. */
bool sn_journal_is_one(const char *path);

/* Open a file, lock it if `for_writing`, and check the password.
 *
 * `like` is another open journal, or NULL. If both have the same salt and costs, its key is tried first,
 * without Argon2id; then `password` may be NULL. `log` may be NULL; it is copied.
 *
 * Returns
 *   SN_BUSY          another process has the lock; the message names it
 *   SN_IO            the file cannot be opened
 *   SN_BAD_INPUT     R1 or R2
 *   SN_BAD_PASSWORD  R3 */
int sn_journal_open(struct sn_journal **out, const char *path, bool for_writing, const char *password,
		    const struct sn_journal *like, const struct sn_log *log,
		    struct sn_error *err) SN_MUST_USE;

/* Unlock, wipe and free. NULL is allowed. */
void sn_journal_close(struct sn_journal *j);

enum sn_journal_kind sn_journal_kind(const struct sn_journal *j);
enum sn_network sn_journal_network(const struct sn_journal *j);
const char *sn_journal_path(const struct sn_journal *j);
const struct sn_log *sn_journal_log(const struct sn_journal *j); /* as given to sn_journal_open */
uint64_t sn_journal_size(const struct sn_journal *j); /* bytes up to the last commit read or written */
bool sn_journal_is_writable(const struct sn_journal *j);

/* Argon2id costs. */
struct sn_password_cost {
	uint32_t passes;
	uint64_t memory; /* bytes */
};

struct sn_password_cost sn_journal_cost(const struct sn_journal *j);

/* Run Argon2id. SN_BAD_PASSWORD if `password`, which is secret, does not open the file; SN_IO. */
int sn_journal_check_password(const struct sn_journal *j, const char *password,
			      struct sn_error *err) SN_MUST_USE;

/* Replace `contents` by those of the next commit, or set `*at_end`. SN_BAD_INPUT: R5, R6 or R7; SN_IO. */
int sn_journal_read(struct sn_journal *j, struct sn_buf *contents, bool *at_end,
		    struct sn_error *err) SN_MUST_USE;

/* Start reading at the first commit again. */
void sn_journal_rewind(struct sn_journal *j);

/* The current position, to return to it if reading from the first commit again fails. Nothing may be written
 * in between. */
struct sn_journal_position {
	uint8_t name[24]; /* of the last commit read */
	uint64_t end, size;
	bool has_tail;
};

struct sn_journal_position sn_journal_position(const struct sn_journal *j);
void sn_journal_go_to(struct sn_journal *j, const struct sn_journal_position *position);

/* Whether the path still names the open file. */
bool sn_journal_is_at_path(const struct sn_journal *j);

/* Append `contents` as one sealed commit and sync it. All commits must have been read. SN_IO; the file is
 * then unchanged, unless it has a tail. */
int sn_journal_append(struct sn_journal *j, const void *contents, size_t len,
		      struct sn_error *err) SN_MUST_USE;

/* Whether a failed append could not be undone, so that data may follow the last commit. This data may be the
 * complete commit, and the next open would then read it: keep everything that the commit refers to. The next
 * append truncates it. */
bool sn_journal_has_tail(const struct sn_journal *j);

/* Remove the commit that sn_journal_append has just written. Nothing may have been read or written since, and
 * nothing may rely on the commit. SN_IO; the commit is then still there. */
int sn_journal_take_back(struct sn_journal *j, struct sn_error *err) SN_MUST_USE;

#endif
