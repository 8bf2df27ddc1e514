#include "cold/restore_wallet.h"

#include <stdlib.h>

int sn_restore_check_wallet(const struct sn_wallet *w, struct sn_error *err)
{
	if (w->role != SN_ROLE_WATCH_ONLY)
		return sn_error_because(
			err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
			"%s is not a watch-only wallet; only a watch-only wallet has a key-image file",
			sn_journal_path(sn_wallet_journal(w)));
	/* A wallet that was just repaired may be rolled back to its first block: it still has key images. */
	if (!w->n_blocks && !w->n_outputs && !w->n_images)
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED, "%s has never been synchronized",
						  sn_journal_path(sn_wallet_journal(w))),
				     "run wo-sync (sneakernote: refresh)");
	return SN_OK;
}

int sn_restore_store(struct sn_wallet *w, const struct sn_listed_image *images, size_t n, size_t *n_new,
		     struct sn_error *err)
{
	struct sn_wallet_image *pairs = calloc(n + 1, sizeof *pairs);
	if (!pairs)
		return sn_error_memory(err);
	for (size_t i = 0; i < n; i++)
		pairs[i] = (struct sn_wallet_image){images[i].key, images[i].image};
	int ret = sn_wallet_restore_images(w, pairs, n, n_new);
	if (ret)
		ret = ret == SN_IO ? sn_error_memory(err)
				   : sn_error_set(err, SN_BAD_INPUT, "two outputs have the same key image");
	ret = sn_wallet_settle(w, ret, !ret, err);
	free(pairs);
	return ret;
}
