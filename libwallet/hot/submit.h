/* hot/submit.h - broadcast what was signed. */
#ifndef SN_HOT_SUBMIT_H
#define SN_HOT_SUBMIT_H

#include "base/error.h"
#include "hot/submit_result.h"
#include "node/daemon.h"
#include "store/wallet.h"

/* Who is told before anything is stored or sent. */
struct sn_submit_watch {
	/* `warning` is a sentence. False: nothing is sent, and sn_submit fails with SN_REFUSED. */
	bool (*go_on)(void *context, const char *warning);
	void *context;
};

/* Open a signed set (bytes or hexadecimal text), check that it is this wallet's: every input spends an output
 * of ours that its ring names, every listed own output is found by a scan. Remember the key images, in their
 * own file, and the payment, store, and only then broadcast, transaction by transaction; one that the wallet
 * has seen in a block is not sent again. The daemon is asked nothing about a transaction before it is sent:
 * that would tell whose it is. Rings that grew old (doc/rings.md) are warned of before: `watch` (may be NULL)
 * is asked whether to go on. A set is one file, but its transactions fail one by one: what is wrong with one
 * of them, below, keeps back none of the others. The error then is that of the first that may have been sent
 * (SN_REASON_MAYBE_SENT), else of the first that failed, with its place in the set; all have theirs in
 * result->failed. A failure of the wallet has that reason too if one may have been sent.
 *
 * SN_BAD_INPUT, SN_REFUSED: nothing was sent, and the wallet is as before. With the reason SN_REASON_SPENT,
 * which is of one transaction, the wallet has seen an output of it spent. Two of the set that spend one
 * output are refused with all the others. SN_DAEMON when one was rejected, when it could not be sent (the
 * wallet is as before), or when no answer came (it stays submitted: sn_sync says if the daemon does not know
 * it). A rejected one stays submitted too, since the daemon may have forwarded it: sn_compose pays none of
 * its recipients (hot/second_payment.h). If an earlier daemon did not reject it the reason is
 * SN_REASON_MAYBE_SENT. SN_REFUSED with the reason SN_REASON_SPENT when the daemon says that an output is
 * spent: where this wallet cannot know, the next sync scans all blocks again. What was given up for one that
 * was not sent is prepared again, unless another one of the set has taken its outputs. What the wallet has
 * seen in a block itself is confirmed, and stays so, whatever the daemon makes of it. SN_IO when the wallet
 * could not be stored: before the first was sent, it is as before; later, what is left of the set is not sent
 * and stays submitted. Those that the daemon has, and those that failed, stand in `result`, after a failure
 * too. Free it. Changes the wallet in sections of its own (sn_wallet_change_begin), none of which waits for
 * the daemon. */
int sn_submit(struct sn_submit_result *result, struct sn_wallet *w, struct sn_daemon *daemon,
	      const void *file, size_t len, uint64_t now, const struct sn_submit_watch *watch,
	      struct sn_error *err) SN_MUST_USE;
void sn_submit_result_free(struct sn_submit_result *result);

#endif
