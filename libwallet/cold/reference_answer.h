/* cold/reference_answer.h - the signed file for an online wallet that is the reference wallet.
 *
 * A signed_tx_set with, for each transaction, the finished transaction, the members of the request as they
 * were (the online wallet takes history and balance from them), and the text of its key images. Then the key
 * images of the listed outputs, and those of our own new outputs.
 *
 * Tx keys are not returned, as the reference signer does not return them either.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, sign_tx and parse_tx_from_str. */
#ifndef SN_COLD_REFERENCE_ANSWER_H
#define SN_COLD_REFERENCE_ANSWER_H

#include "cold/reference_request.h"
#include "handoff/signed_set.h"
#include "handoff/unsigned_set.h"

/* Append the sealed answer to `out`. `set` is the translation of `request`, and `signed_set` its signed
 * transactions. The same arguments give the same bytes. `account` must hold the spend secret.
 *
 * Returns
 *   SN_REFUSED  the errors of sn_reference_request_check
 *   SN_REFUSED  a listed output does not belong to the account, or a transaction does not parse
 *   SN_IO       out of memory
 * On error `out` is unchanged. */
int sn_reference_answer(struct sn_buf *out, const struct sn_account *account,
			const struct sn_reference_request *request, const struct sn_unsigned_set *set,
			const struct sn_signed_set *signed_set, struct sn_error *err) SN_MUST_USE;

#endif
