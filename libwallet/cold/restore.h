/* cold/restore.h - compute key images that a watch-only wallet lost or never had.
 *
 * A key image requires the spend key. For an output (P, R, i) of subaddress s,
 *
 *   x = Hs(8aR ‖ i) + b + m(s),  refused unless x·G = P,  I = x·Hp(P)
 *
 * Carrot outputs are computed again as inputs of proposals are (cold/proposal_input.h).
 *
 * There are two ways. sn_restore_into changes the watch-only wallet file itself, on the offline machine.
 * Otherwise two sealed files cross the gap: the online machine lists outputs (sn_restore_list), the offline
 * machine answers with key images (sn_restore_answer), the online machine imports them (sn_restore_import).
 * The wallet is then rolled back to the lowest output with a new key image, and the next sync finds the
 * spends.
 *
 * The reference wallet has two files for this as well: cold/exported_images.h. sn_restore_answer and
 * sn_restore_import accept either.
 */
#ifndef SN_COLD_RESTORE_H
#define SN_COLD_RESTORE_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "cold/exported_images.h"
#include "cold/restore_wallet.h"
#include "handoff/image_list.h"
#include "handoff/output_list.h"
#include "store/wallet.h"

/* Store the key and key image of each output of `list`, in its order, Carrot outputs last, in
 * images[list->n + list->n_carrot]. `master` is secret: neither time nor addresses depend on its secret keys.
 * `progress` may be NULL.
 *
 * Returns
 *   SN_REFUSED  an output does not belong to the account
 *   SN_IO       out of memory */
int sn_restore_compute(struct sn_listed_image *images, const struct sn_account *master,
		       const struct sn_output_list *list, const struct sn_restore_progress *progress,
		       struct sn_error *err) SN_MUST_USE;

/* Compute the key image of every output of the watch-only wallet `w`, opened with SN_WALLET_REPAIR, and store
 * the wallet. A computed key image replaces a different one. `*n_new` is the number of key images that were
 * unknown. `progress` may be NULL. `master` is secret.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_WRONG_ROLE) `w` is not a watch-only wallet
 *   SN_BAD_INPUT  (SN_REASON_FOREIGN) `w` belongs to another account
 *   SN_REFUSED    `w` was never synchronized, or one of its outputs does not belong to the account
 *   SN_IO
 * On error the file is unchanged. */
int sn_restore_into(struct sn_wallet *w, const struct sn_account *master,
		    const struct sn_restore_progress *progress, size_t *n_new,
		    struct sn_error *err) SN_MUST_USE;

enum sn_restore_choice {
	SN_RESTORE_MISSING, /* outputs without key image */
	SN_RESTORE_ALL,
	/* outputs that no scanned block spends, for a proof of reserves; no Carrot outputs, which such a
	 * proof cannot show */
	SN_RESTORE_UNSPENT,
};

/* Online: append a sealed list to `out`, of the chosen outputs of `w`. The list has the first SN_LIST_MAX at
 * most. `*n` is the number of listed outputs, `*n_left` the number of those that do not fit. With
 * SN_RESTORE_MISSING, the next list has those, once the listed ones have key images; otherwise every list has
 * the same outputs. Returns SN_BAD_INPUT and SN_REFUSED like sn_restore_into. */
int sn_restore_list(struct sn_buf *out, const struct sn_wallet *w, enum sn_restore_choice choice, size_t *n,
		    size_t *n_left, struct sn_error *err) SN_MUST_USE;

/* The number of unspent Carrot outputs, which a list with SN_RESTORE_UNSPENT omits. */
size_t sn_restore_count_unlisted(const struct sn_wallet *w);

/* Offline: open such a list. Free it with sn_output_list_free. Returns SN_BAD_INPUT if the file is not an
 * output list, or belongs to another wallet. */
int sn_restore_open_list(struct sn_output_list *list, const struct sn_account *account, const void *file,
			 size_t len, struct sn_error *err) SN_MUST_USE;

/* Offline: open such a list, append the sealed key images to `out`, and store their number in `*n`. The
 * answer to an output export of the reference wallet is a key image export.
 *
 * Returns
 *   SN_BAD_INPUT  the file is neither an output list nor an output export, or belongs to another wallet
 *   SN_REFUSED    an output does not belong to the account
 *   SN_IO         out of memory */
int sn_restore_answer(struct sn_buf *out, const struct sn_account *master, const void *file, size_t len,
		      const struct sn_restore_progress *progress, size_t *n,
		      struct sn_error *err) SN_MUST_USE;

/* Online: open such an answer, add the key images, and store the wallet. Returns the errors of
 * sn_restore_into. The online machine cannot check the key images of our own format against their keys: the
 * seal shows only that the sender has the view key. Those of a key image export are proved. */
int sn_restore_import(struct sn_wallet *w, const void *file, size_t len, size_t *n_new,
		      struct sn_error *err) SN_MUST_USE;

#endif
