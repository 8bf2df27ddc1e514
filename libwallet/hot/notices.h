/* hot/notices.h - the next notice to deliver, of a block or a transaction: sneakernote --tx-notify,
 * --block-notify.
 *
 * Notices are not queued: the next one follows from the blocks and transfers of the wallet and from the
 * positions of store/wallet_notices.h. A delivered notice moves its position. If this was not stored, the
 * notice is delivered again; no notice is lost.
 *
 * Blocks: in the order of heights. After a reorganization, the blocks that replace others follow.
 *
 * Transactions in blocks: those that pay the wallet, also its change, or spend its outputs. In the order of
 * heights, and of hashes within a block. After a rollback, also for a rescan, those that are found at its
 * height or above are noticed again. Then, unconfirmed transactions that pay the wallet, in the order of
 * sn_wallet.incoming; after one was noticed, it is noticed again in a block, or if it left the list and came
 * back. */
#ifndef SN_HOT_NOTICES_H
#define SN_HOT_NOTICES_H

#include "base/error.h"
#include "store/wallet_types.h"

enum sn_notice_kind {
	SN_NOTICE_TX,
	SN_NOTICE_BLOCK,
	SN_NOTICE_KINDS,
};

struct sn_notice {
	enum sn_notice_kind kind;
	struct sn_hash hash;
	uint64_t height; /* of the block; 0: an unconfirmed transaction */
};

/* Begin to notice, unless this was done before. A wallet with blocks begins after its last one. A wallet
 * without blocks begins with its first transaction, but with blocks only when this is called after its first
 * scan: until then, *is_begun is false. SN_IO. */
int sn_notices_begin(struct sn_wallet *w, enum sn_notice_kind kind, bool *is_begun) SN_MUST_USE;

/* If the wallet does not have the last noticed block any more although no reorganization moved the position,
 * because the chain changed during a rescan: move the position back by SN_WALLET_DENSE_BLOCKS, counted from
 * the end of the chain if that is lower. SN_IO. */
int sn_notices_repair(struct sn_wallet *w) SN_MUST_USE;

/* Whether sn_notices_repair has something to do. */
bool sn_notices_need_repair(const struct sn_wallet *w);

/* The next notice. False: there is none, or the wallet is scanning blocks again. */
bool sn_notices_next(struct sn_notice *notice, const struct sn_wallet *w, enum sn_notice_kind kind);

/* Record that `notice` was delivered, if it is still the next one. Otherwise, do nothing. SN_IO. */
int sn_notices_delivered(struct sn_wallet *w, const struct sn_notice *notice) SN_MUST_USE;

/* A JSON object in one line, without a line feed: {"event":"tx","txid":"...","height":0} or
 * {"event":"block","hash":"...","height":1}. */
void sn_notices_put_json(struct sn_buf *out, const struct sn_notice *notice);

/* "tx", "block". */
const char *sn_notice_name(enum sn_notice_kind kind);

#endif
