/* cold/restore.h - the key images that a watch-only wallet has lost, or never had.
 *
 * Only the spend key makes a key image: for an output (P, R, i) of subaddress s,
 *
 *   x = Hs(8aR ‖ i) + b + m(s),  refused unless x·G = P,  I = x·Hp(P)
 *
 * Either directly into the watch-only wallet file, brought to the cold machine; or through two sealed files:
 * the hot machine lists outputs, the cold one answers with key images, the hot one takes them in. After it
 * the wallet goes back to the lowest output that got an image, and the next sync finds what was spent since.
 */
#ifndef SN_COLD_RESTORE_H
#define SN_COLD_RESTORE_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "handoff/image_list.h"
#include "handoff/output_list.h"
#include "store/wallet.h"

/* Told of now and then: 100,000 outputs take half a minute. */
struct sn_restore_progress {
	void (*report)(void *context, size_t done, size_t total);
	void *context;
};

/* The calculation: for each output of the list its key and key image, in its order, into images[list->n].
 * `master` is secret: neither time nor addresses depend on its secret keys. SN_REFUSED when an output is not
 * the account's, SN_IO when out of memory. */
int sn_restore_compute(struct sn_listed_image *images, const struct sn_account *master,
		       const struct sn_output_list *list, const struct sn_restore_progress *progress,
		       struct sn_error *err) SN_MUST_USE;

/* Compute the key image of every output of the watch-only wallet `w`, opened with SN_WALLET_REPAIR, and
 * store. An image that contradicts one that the wallet had is right. `*n_new` is how many were not known.
 * `progress` may be NULL. `master` is secret. SN_BAD_INPUT when `w` is no watch-only wallet
 * (SN_REASON_WRONG_ROLE), or another account's (SN_REASON_FOREIGN); SN_REFUSED when it was never
 * synchronised, or an output in it does not belong to the account. The file is then as it was. */
int sn_restore_into(struct sn_wallet *w, const struct sn_account *master,
		    const struct sn_restore_progress *progress, size_t *n_new,
		    struct sn_error *err) SN_MUST_USE;

/* Hot: append a sealed output list to `out`, of the outputs of `w` without key image or, with `all`, of every
 * one; SN_LIST_MAX of them at most, the first ones. `*n` is how many there are in it, `*n_left` how many did
 * not fit: without `all` they come next once those listed have key images; with it they never do.
 * SN_BAD_INPUT, SN_REFUSED as above. */
int sn_restore_list(struct sn_buf *out, const struct sn_wallet *w, bool all, size_t *n, size_t *n_left,
		    struct sn_error *err) SN_MUST_USE;

/* Cold: open such a list and append the sealed key images to `out`. SN_BAD_INPUT when the file is none, or
 * another wallet's; SN_REFUSED when an output in it does not belong to the account. */
int sn_restore_answer(struct sn_buf *out, const struct sn_account *master, const void *file, size_t len,
		      const struct sn_restore_progress *progress, size_t *n,
		      struct sn_error *err) SN_MUST_USE;

/* Hot: open such an answer, take in the key images, store. As sn_restore_into; but here nothing can check the
 * images against their keys: that who made the file holds the view key is all that is known of it. */
int sn_restore_import(struct sn_wallet *w, const void *file, size_t len, size_t *n_new,
		      struct sn_error *err) SN_MUST_USE;

#endif
