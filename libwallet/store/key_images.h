/* store/key_images.h - the file beside a watch-only wallet that holds its key images.
 *
 *   file     = <wallet file>.outkey2ki, a sealed journal of kind SN_JOURNAL_KEY_IMAGES
 *   contents = view public key ‖ spend public key, pair, pair, ...
 *   pair     = one-time key ‖ key image
 *
 * Pairs are appended, never changed or taken away, and stay in their order. The wallet file says how many it
 * relies on, and their sum,
 *
 *   sum(0) = 0,  sum(i) = BLAKE2b-256(sum(i - 1) ‖ pair i)
 *
 * by which it knows its file again: an older copy holds fewer, a newer one goes on behind them, and one
 * that another copy of the wallet went on with has another sum.
 *
 * Usually the file has salt and costs of the wallet file, and one Argon2id run opens both. One that a former
 * wallet file of the same keys left has others; it is opened with the password, if that is the same.
 *
 * Private to store/. */
#ifndef SN_STORE_KEY_IMAGES_H
#define SN_STORE_KEY_IMAGES_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "store/journal.h"

#define SN_KEY_IMAGES_SUFFIX ".outkey2ki"
#define SN_KEY_IMAGES_PAIR_BYTES 64

struct sn_key_images {
	char *path;
	struct sn_journal *journal; /* NULL: there is no file, or none that opens */
	bool is_unusable;         /* there is one, damaged or not this wallet's: to be moved out of the way */
	bool is_new, is_replaced; /* the last append created it: where there was none, or in the place of such
				     a one */
};

struct sn_key_images_sum {
	uint8_t b[32];
};

/* Find and open the file of this wallet, for writing when the wallet is open for that. That there is none is
 * no error. SN_BAD_INPUT when it is unusable, SN_IO; release `k` after these, too. `password` may be NULL. */
int sn_key_images_open(struct sn_key_images *k, const struct sn_journal *wallet, const char *password,
		       struct sn_error *err) SN_MUST_USE;

void sn_key_images_close(struct sn_key_images *k);

/* Append the bytes of all pairs to `pairs`. SN_BAD_INPUT when the file is damaged (`pairs` then has those
 * before the damage) or that of an account with other public keys; it is then unusable. */
int sn_key_images_read(struct sn_key_images *k, const struct sn_account *account, struct sn_buf *pairs,
		       struct sn_error *err) SN_MUST_USE;

/* Append pairs, given as bytes, and fsync. When there is no usable file they are all that a new one will
 * hold. It is published complete; an unusable one is called `<path>.damaged` before, or `.damaged.2` and so
 * on. After a failure (SN_IO) there is the file that was, or none. */
int sn_key_images_append(struct sn_key_images *k, const struct sn_journal *wallet,
			 const struct sn_account *account, const struct sn_buf *pairs,
			 struct sn_error *err) SN_MUST_USE;

/* Undo the sn_key_images_append that has just put `pairs` there, because the wallet file could not be
 * written. SN_IO when that cannot be done, or a file was moved out of the way for it: the pairs are then
 * still there, more than the wallet relies on. */
int sn_key_images_take_back(struct sn_key_images *k, struct sn_error *err) SN_MUST_USE;

/* sum(i) from sum(i - 1). */
void sn_key_images_sum_add(struct sn_key_images_sum *sum, const struct sn_point *key,
			   const struct sn_point *image);

#endif
