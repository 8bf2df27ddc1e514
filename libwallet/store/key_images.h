/* store/key_images.h - the key-image file beside a watch-only wallet. Private to store/.
 *
 *   file     = <wallet file>.outkey2ki, a sealed journal of kind SN_JOURNAL_KEY_IMAGES
 *   contents = view public key ‖ spend public key, pair, pair, ...
 *   pair     = one-time key ‖ key image
 *
 * Pairs are appended in order, and never changed or removed. The wallet file has the number of pairs that it
 * relies on, and their sum:
 *
 *   sum(0) = 0,  sum(n) = BLAKE2b-256(pair 1 ‖ ... ‖ pair n)
 *
 * An older copy of the file has fewer pairs, a newer one has more, and a copy that another copy of the wallet
 * continued has another sum.
 *
 * Usually the file has the salt and costs of the wallet file, and one Argon2id run opens both. A file left by
 * an earlier wallet file with the same keys has others; it opens with the password, if that is the same. */
#ifndef SN_STORE_KEY_IMAGES_H
#define SN_STORE_KEY_IMAGES_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "store/journal.h"

#include <sodium.h>

#define SN_KEY_IMAGES_SUFFIX ".outkey2ki"
#define SN_KEY_IMAGES_PAIR_BYTES 64

struct sn_key_images {
	char *path;
	struct sn_journal *journal; /* NULL: the file does not exist, or does not open */
	bool is_unusable; /* the file is corrupt or not this wallet's: rename it before a new one is created
			   */
	bool is_new, is_replaced; /* the last append created the file, as the first one or in place of an
				     unusable one */
};

struct sn_key_images_sum {
	uint8_t b[32];
};

/* Open the file of this wallet, for writing if the wallet is. A missing file is no error. `password` may be
 * NULL. SN_BAD_INPUT if the file is unusable; SN_IO. Close `k` after an error, too. */
int sn_key_images_open(struct sn_key_images *k, const struct sn_journal *wallet, const char *password,
		       struct sn_error *err) SN_MUST_USE;

void sn_key_images_close(struct sn_key_images *k);

/* Takes the next n pairs of the file, as bytes. An error ends the reading. */
typedef int sn_key_images_take(void *context, const uint8_t *pairs, size_t n, struct sn_error *err);

/* Read all pairs, some at a time. SN_BAD_INPUT if the file is corrupt (`take` then got the pairs before the
 * error), has other public keys than `account`, or `take` returned it; the file is then unusable. */
int sn_key_images_read(struct sn_key_images *k, const struct sn_account *account, sn_key_images_take *take,
		       void *context, struct sn_error *err) SN_MUST_USE;

/* Append pairs, given as bytes, and sync. Without a usable file, create a new one with these pairs; it
 * appears complete or not at all. An unusable file is first renamed to `<path>.damaged`, or `.damaged.2` and
 * so on. After an error (SN_IO) the old file is at the path, or none. */
int sn_key_images_append(struct sn_key_images *k, const struct sn_journal *wallet,
			 const struct sn_account *account, const struct sn_buf *pairs,
			 struct sn_error *err) SN_MUST_USE;

/* Undo the last sn_key_images_append, because the wallet file could not be written. SN_IO if this fails, or
 * if the append renamed an unusable file: the file then has more pairs than the wallet relies on. */
int sn_key_images_take_back(struct sn_key_images *k, struct sn_error *err) SN_MUST_USE;

/* The sum of the first n pairs, which more pairs can continue. */
struct sn_key_images_summing {
	size_t n; /* 0: `state` is not begun */
	crypto_generichash_state state;
};

/* Add the next n > 0 pairs, as bytes. */
void sn_key_images_sum_add(struct sn_key_images_summing *summing, const uint8_t *pairs, size_t n);

struct sn_key_images_sum sn_key_images_sum(const struct sn_key_images_summing *summing);

#endif
