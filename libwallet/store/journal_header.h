/* store/journal_header.h - the plain header of a journal file, and the keys. Private to store/.
 *
 *   password key = Argon2id(password, salt, passes, memory)
 *   stream, check, frame key = crypto_kdf(password key, 1, 2, 3)
 *
 * The header ends with two sums of the bytes before them. The keyed sum depends on the password. The plain
 * sum distinguishes a corrupt header from a wrong password. */
#ifndef SN_STORE_JOURNAL_HEADER_H
#define SN_STORE_JOURNAL_HEADER_H

#include "base/error.h"
#include "chain/network.h"
#include "store/journal_types.h"

#include <sodium.h>

/* The random name of a file or of a commit; that of a commit is its secretstream header. */
struct sn_journal_name {
	uint8_t b[crypto_secretstream_xchacha20poly1305_HEADERBYTES];
};

/* Offsets of the fields. */
enum {
	SN_JOURNAL_AT_VERSION = 8,
	SN_JOURNAL_AT_KIND = 9,
	SN_JOURNAL_AT_NETWORK = 10,
	SN_JOURNAL_AT_RESERVED = 11,
	SN_JOURNAL_AT_PASSES = 12,
	SN_JOURNAL_AT_MEMORY = 16,
	SN_JOURNAL_AT_SALT = 24,
	SN_JOURNAL_AT_NAME = 40,
	SN_JOURNAL_AT_CHECK = 64,
	SN_JOURNAL_AT_CHECKSUM = 96,
	SN_JOURNAL_HEADER_BYTES = 112,
};

struct sn_journal_header {
	uint8_t b[SN_JOURNAL_HEADER_BYTES];
};

/* The reserved byte of a copy that is not finished (store/journal_replace.h). No other program opens it. */
#define SN_JOURNAL_DRAFT 0xff

/* Secret: keep in sn_secret_alloc memory. */
struct sn_journal_keys {
	uint8_t password[crypto_kdf_KEYBYTES]; /* output of Argon2id */
	uint8_t stream[crypto_secretstream_xchacha20poly1305_KEYBYTES];
	uint8_t check[crypto_generichash_KEYBYTES];
	uint8_t frame[crypto_shorthash_KEYBYTES];
};

/* Start a header with a new salt, without name and sums. */
void sn_journal_header_init(struct sn_journal_header *h, enum sn_journal_kind kind, enum sn_network network,
			    enum sn_kdf_cost cost);

/* The same with the salt, costs and network of another header. */
void sn_journal_header_init_like(struct sn_journal_header *h, enum sn_journal_kind kind,
				 const struct sn_journal_header *like);

/* Give the header a new salt, and keep its costs. */
void sn_journal_header_renew_salt(struct sn_journal_header *h);

/* Whether the first `len` bytes of a file begin like a journal. */
bool sn_journal_header_is_one(const struct sn_journal_header *h, size_t len);

/* The same for a file that may be truncated within its first bytes. */
bool sn_journal_header_is_begun(const struct sn_journal_header *h, size_t len);

/* Whether both have the same salt and costs: then a password gives the same key. */
bool sn_journal_header_is_like(const struct sn_journal_header *a, const struct sn_journal_header *b);

struct sn_journal_name sn_journal_header_name(const struct sn_journal_header *h);

/* Store a new random name of the file, and the sums. */
void sn_journal_header_finish(struct sn_journal_header *h, const struct sn_journal_keys *k);

/* The same for a copy of a file with the keys `original`. The name is a keyed sum of the header before it,
 * which has a new salt: only the original's password can make it. */
void sn_journal_header_finish_copy(struct sn_journal_header *h, const struct sn_journal_keys *k,
				   const struct sn_journal_keys *original);

/* Whether the header is that of such a copy. It may have any contents. */
bool sn_journal_header_is_copy(const struct sn_journal_header *h, const struct sn_journal_keys *original);

/* Check the rules R1 and R2 of store/journal.h; the file has `len` bytes of `h`. SN_BAD_INPUT. */
int sn_journal_header_parse(const struct sn_journal_header *h, size_t len, const char *path,
			    struct sn_error *err) SN_MUST_USE;

/* Run Argon2id and derive the keys. `password` is secret. SN_IO when out of memory. */
int sn_journal_keys_from_password(struct sn_journal_keys *k, const char *password,
				  const struct sn_journal_header *h, struct sn_error *err) SN_MUST_USE;

/* Whether the keyed sum is correct (R3). */
bool sn_journal_header_is_ours(const struct sn_journal_header *h, const struct sn_journal_keys *k);

#endif
