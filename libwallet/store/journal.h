/* store/journal.h - the sealed file that wallets and key images are kept in.
 *
 *   file   = header, commit, commit, ...
 *   commit = frame ‖ libsodium secretstream of (name of the commit before ‖ contents)
 *
 * The clear header carries kind, network, Argon2id salt and costs. The key that Argon2id makes of the
 * password authenticates it, which also tells a wrong password from a damaged file. Each commit has a random
 * name of 24 bytes, its secretstream header, and repeats the name of the one before it: commits cannot be
 * exchanged, left out, repeated or taken from another file. That the *last* commits are gone no file can know
 * by itself. A fresh secretstream per commit, rather than one through the whole file, means that two copies
 * of a file that go on separately never seal different words under one nonce.
 *
 * What a crash can do to an append: the bytes behind the last complete commit are any mixture of
 * new ones, zeros and nothing. Opening drops such a tail, and the next writer cuts it off. If a later
 * commit's frame is found behind the bad bytes, they are no tail: the file is damaged (SN_BAD_INPUT).
 *
 * One writer at a time, by a lock on the file; it also holds across sn_journal_replace. Readers take no
 * lock and see the commits that were complete when they opened.
 *
 * Byte layout: doc/reference/wallet-file.md. */
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

/* Create a file of mode 0600 with one commit, published complete or not at all. SN_REFUSED when `path`
 * exists. `contents` and `password` are secret. */
int sn_journal_create(const char *path, enum sn_journal_kind kind, enum sn_network network,
		      const char *password, enum sn_kdf_cost cost, const void *contents, size_t len,
		      struct sn_error *err) SN_MUST_USE;

/* The same with the password, salt and costs of `like`: one Argon2id run then opens both files. */
int sn_journal_create_like(const char *path, enum sn_journal_kind kind, const struct sn_journal *like,
			   const void *contents, size_t len, struct sn_error *err) SN_MUST_USE;

/* Does the file begin as one of these does? It may be damaged. */
bool sn_journal_is_one(const char *path);

/* Open a file, lock it when it is to be written, and check the password. `like`, which may be NULL, is
 * another open journal: if this one has its salt and costs, its key is tried first and Argon2id is spared;
 * then `password` may be NULL. `log` (may be NULL) hears of a dropped tail; it is copied. SN_IO when the file
 * cannot be used or is locked, with the holder's name; SN_BAD_INPUT when it is no such file, of an unknown
 * version, or has a damaged header; SN_BAD_PASSWORD. */
int sn_journal_open(struct sn_journal **out, const char *path, bool for_writing, const char *password,
		    const struct sn_journal *like, const struct sn_log *log,
		    struct sn_error *err) SN_MUST_USE;

/* Unlock, wipe and release. NULL is allowed. */
void sn_journal_close(struct sn_journal *j);

enum sn_journal_kind sn_journal_kind(const struct sn_journal *j);
enum sn_network sn_journal_network(const struct sn_journal *j);
const char *sn_journal_path(const struct sn_journal *j);
const struct sn_log *sn_journal_log(const struct sn_journal *j); /* as given to sn_journal_open */
uint64_t sn_journal_size(const struct sn_journal *j); /* bytes up to the last commit read or written */
bool sn_journal_is_writable(const struct sn_journal *j);

/* Put the contents of the next commit into `contents`, in place of what is there, or set `*at_end`.
 * SN_BAD_INPUT when the file is damaged before its last commit. */
int sn_journal_read(struct sn_journal *j, struct sn_buf *contents, bool *at_end,
		    struct sn_error *err) SN_MUST_USE;

/* Read from the first commit again. */
void sn_journal_rewind(struct sn_journal *j);

/* Where reading stands, to go back there when reading from the first commit again fails half-way. Nothing may
 * be written in between. */
struct sn_journal_position {
	uint8_t name[24]; /* of the last commit read */
	uint64_t end, size;
	bool has_tail;
};

struct sn_journal_position sn_journal_position(const struct sn_journal *j);
void sn_journal_go_to(struct sn_journal *j, const struct sn_journal_position *position);

/* Whether the file is still the one that its path names. */
bool sn_journal_is_at_path(const struct sn_journal *j);

/* Seal `contents` as one commit at the end and fsync. Everything must have been read before. SN_IO; the file
 * is then as it was, unless it has a tail: see below. */
int sn_journal_append(struct sn_journal *j, const void *contents, size_t len,
		      struct sn_error *err) SN_MUST_USE;

/* Whether there may be something behind the last commit: an append failed, and so did what should have undone
 * it. The whole commit may stand there, and whoever opens the file next will then read it, so that whatever
 * it relies on has to stay. The next append cuts it off. */
bool sn_journal_has_tail(const struct sn_journal *j);

/* Take the commit that sn_journal_append has just put there off the file again, for nothing relies on it:
 * nothing may have been read or written since. SN_IO; it is then still there. */
int sn_journal_take_back(struct sn_journal *j, struct sn_error *err) SN_MUST_USE;

/* Put a new file with this one commit, same key, in the place of the old one: written beside it, locked,
 * fsynced, renamed. SN_IO; the old file is then in place and in use as before. */
int sn_journal_replace(struct sn_journal *j, const void *contents, size_t len,
		       struct sn_error *err) SN_MUST_USE;

#endif
