/* hot/check_reserve.h - check a proof that a wallet owns outputs, with a daemon (interop/reserve_proof.h).
 *
 * Anyone can do this: no wallet is needed. The contents of the transactions are certain, because it is
 * checked that they have their hashes. The daemon is believed that the transactions are in the chain, and
 * which outputs are spent. It learns which outputs belong together. */
#ifndef SN_HOT_CHECK_RESERVE_H
#define SN_HOT_CHECK_RESERVE_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "chain/address.h"
#include "node/daemon.h"

/* Some 260,000 outputs. */
#define SN_RESERVE_TEXT_MAX (80u << 20)

/* What is to be proved, and the proof. `address` is the primary address of the wallet. White space at both
 * ends of `text` is ignored. */
struct sn_reserve_claim {
	struct sn_address address;
	const void *message;
	size_t message_len;
	const void *text;
	size_t text_len;
};

struct sn_reserve_result {
	struct sn_address address;
	size_t n_outputs;
	uint64_t total; /* piconero, of all outputs */
	uint64_t spent; /* of those that are spent since */
};

/* Check the proof.
 *
 * Returns
 *   SN_BAD_INPUT  the text is no proof of reserves; or the address is not a primary address, or belongs to
 *                 another network than the daemon
 *   SN_REFUSED    the proof is invalid, or an output is not confirmed
 *   any error of sn_daemon_get_transaction and sn_daemon_get_spent */
int sn_check_reserve(struct sn_reserve_result *result, struct sn_daemon *daemon,
		     const struct sn_reserve_claim *claim, struct sn_error *err) SN_MUST_USE;

/* As in hot/report.h: valid, kind, address, outputs, total, spent. */
int sn_report_reserve_json(cJSON *object, const struct sn_reserve_result *result) SN_MUST_USE;
int sn_report_reserve_text(struct sn_buf *out, const struct sn_reserve_result *result) SN_MUST_USE;

#endif
