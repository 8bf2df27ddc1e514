/* hot/submit.h - broadcast a signed set. */
#ifndef SN_HOT_SUBMIT_H
#define SN_HOT_SUBMIT_H

#include "base/error.h"
#include "handoff/signed_set.h"
#include "hot/submit_result.h"
#include "node/daemon.h"
#include "store/wallet.h"

/* Asked before anything is stored or sent. */
struct sn_submit_watch {
	/* `warning` is a sentence. If this returns false, nothing is sent, and sn_submit returns
	 * SN_REFUSED. */
	bool (*go_on)(void *context, const char *warning);
	void *context;
};

/* Open a signed set, of this project or of the reference wallet (hot/reference_signed.h). Free it with
 * sn_signed_set_free. Returns SN_BAD_INPUT for another file, or one of another wallet; SN_IO. */
int sn_submit_open(struct sn_signed_set *set, const struct sn_account *account, const void *file, size_t len,
		   struct sn_error *err) SN_MUST_USE;

/* Broadcast the signed set in `file` (bytes or hexadecimal text), of this project or of the reference wallet
 * (hot/reference_signed.h). `now` is in Unix seconds.
 *
 * 1. Check that the set belongs to this wallet: each input spends an output of ours that is a member of its
 *    ring, and a scan finds every listed output of ours.
 *    Check that no transaction pays a recipient twice (sn_second_payment_check_submit). One that would is not
 *    sent.
 * 2. Check the daemon's network and upgrades. It is not asked about the transactions, which would identify
 *    them as ours.
 * 3. If rings are old (doc/rings.md), ask `watch`, which may be NULL, whether to continue.
 * 4. Store the key images in their file, and the payments in the wallet.
 * 5. Send one transaction at a time, except those that the wallet has in a block.
 *
 * A file of signed proposals is checked, and its key images are stored, but nothing can be sent
 * (hot/submit_proposals.h): SN_REFUSED.
 *
 * Each transaction fails on its own: the others are still sent. The error of the set is that of the first
 * transaction that may have been sent (SN_REASON_MAYBE_SENT), otherwise of the first one that failed, with
 * its position in the set. result->failed has all errors. If the wallet fails while a transaction may have
 * been sent, its error has that reason, too. `result` is valid even after an error. Free it.
 *
 * Returns
 *   SN_BAD_INPUT, SN_REFUSED
 *              nothing was sent, and the wallet is unchanged. Two transactions of the set that spend the same
 *              output fail the whole set
 *   SN_REFUSED, per transaction
 *              it would pay a recipient twice; nothing is changed
 *   SN_REFUSED (SN_REASON_SPENT), per transaction
 *              the wallet or the daemon has an input as spent. A transaction that was sent stays submitted.
 *              If this wallet cannot know the spend, the next sync scans all blocks again
 *   SN_DAEMON, per transaction
 *              the daemon rejected it: it stays submitted, because the daemon may have forwarded it, and
 *              sn_compose does not pay its recipients again (hot/second_payment.h); if an earlier daemon did
 *              not reject it, the reason is SN_REASON_MAYBE_SENT
 *              it could not be sent: the wallet is unchanged
 *              no answer came: it stays submitted; sn_sync reports whether the daemon knows it
 *   SN_IO      the wallet could not be stored. Before the first transmission: the wallet is unchanged. Later:
 *              the remaining transactions are not sent, and stay submitted
 *
 * A payment released in favour of a transaction that was not sent becomes prepared again, unless another
 * transaction of the set spends its outputs. A transaction that the wallet has in a block stays confirmed,
 * whatever the daemon answers.
 *
 * Changes the wallet in short sections (sn_wallet_change_begin) that never wait for the daemon. */
int sn_submit(struct sn_submit_result *result, struct sn_wallet *w, struct sn_daemon *daemon,
	      const void *file, size_t len, uint64_t now, const struct sn_submit_watch *watch,
	      struct sn_error *err) SN_MUST_USE;
void sn_submit_result_free(struct sn_submit_result *result);

#endif
