/* hot/submit.h - broadcast what was signed. */
#ifndef SN_HOT_SUBMIT_H
#define SN_HOT_SUBMIT_H

#include "base/error.h"
#include "node/daemon.h"
#include "store/wallet.h"

struct sn_submitted {
	struct sn_hash tx_hash;
	uint64_t payment_id;
	bool was_known; /* the daemon had it already: submitted before */
};

struct sn_submit_result {
	struct sn_submitted *txs; /* those that the daemon has, in the order of the set */
	size_t n;
};

/* Open a signed set (bytes or hexadecimal text), check that it is this wallet's: every input spends an output of
 * ours that its ring names, every listed own output is found by a scan. Remember the key images and the payment, store,
 * and only then broadcast, transaction by transaction; one that the daemon has already is not sent again.
 * SN_BAD_INPUT, SN_REFUSED; SN_DAEMON when one was rejected (what it held is free again), when it could not be sent (it is
 * prepared as before), or when no answer came (it stays submitted: sn_sync says if the daemon does not know it).
 * Those that the daemon has stand in `result`, after a failure too. Free it. */
int sn_submit(struct sn_submit_result *result, struct sn_wallet *w, struct sn_daemon *daemon, const void *file,
	      size_t len, uint64_t now, struct sn_error *err) SN_MUST_USE;
void sn_submit_result_free(struct sn_submit_result *result);

#endif
