#include "store/wallet_rollback.h"

#include "store/wallet_blocks.h"
#include "store/wallet_lookup.h"
#include "store/wallet_notices.h"
#include "store/wallet_outputs.h"
#include "store/wallet_payments.h"
#include "store/wallet_records.h"
#include "store/wallet_scope.h"
#include "store/wallet_state.h"

int sn_wallet_rollback(struct sn_wallet *w, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	const uint64_t before = sn_wallet_height(w);
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_height(&s->pending, SN_RECORD_ROLLBACK, height);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;

	sn_wallet_drop_blocks(w, height);
	/* Between sparse blocks scanning resumes further down, and will find the outputs there again. */
	if (height > sn_wallet_height(w))
		height = sn_wallet_height(w);
	sn_wallet_drop_outputs(w, height);
	const int ret = sn_wallet_undo_payments(w, height);
	sn_wallet_undo_noticed_txs(w, height);
	/* This rollback begins the rescan that was wanted: the chain did not change. */
	if (w->rescan_from != UINT64_MAX && height <= w->rescan_from && before > w->scanned_to)
		w->scanned_to = before;
	if (height <= w->rescan_from)
		w->rescan_from = UINT64_MAX;
	sn_wallet_scope_at(w);
	return ret;
}

int sn_wallet_want_rescan(struct sn_wallet *w, uint64_t height)
{
	uint64_t first = w->restore_height ? w->restore_height : 1; /* blocks below are never scanned */
	if (height < first)
		height = first;
	if (height >= sn_wallet_height(w) || height >= w->rescan_from)
		return SN_OK;
	return sn_record_set_height(w, &w->rescan_from, SN_RECORD_RESCAN, height);
}

int sn_wallet_set_scanned_to(struct sn_wallet *w, uint64_t height)
{
	if (height <= w->scanned_to || height <= sn_wallet_height(w))
		return SN_OK;
	return sn_record_set_height(w, &w->scanned_to, SN_RECORD_SCANNED_TO, height);
}

int sn_wallet_end_rescan(struct sn_wallet *w)
{
	const uint64_t height = sn_wallet_height(w);
	if (!w->scanned_to)
		return SN_OK;
	int ret = sn_record_set_height(w, &w->scanned_to, SN_RECORD_SCANNED_TO, 0);
	if (!ret && w->images_lost_below > height)
		w->images_lost_below = height;
	return ret;
}

int sn_wallet_go_back(struct sn_wallet *w, uint64_t height)
{
	uint64_t before = sn_wallet_height(w);
	int ret = sn_wallet_rollback(w, height);
	return ret ? ret : sn_wallet_set_scanned_to(w, before);
}

int sn_wallet_reset(struct sn_wallet *w)
{
	return sn_wallet_go_back(w, 0);
}
