/* hot/repeated_request.h - a request that is made again with the same reference is not paid twice.
 *
 * A program that pays, and does not learn whether it has paid, repeats its request with the same reference:
 * after a crash, a lost answer, or a second run of the same job. It gets the payments that exist. A reference
 * that was used for another request is refused: it is a mistake, and neither request may be guessed. */
#ifndef SN_HOT_REPEATED_REQUEST_H
#define SN_HOT_REPEATED_REQUEST_H

#include "base/bytes.h"
#include "base/error.h"
#include "hot/compose_result.h"
#include "hot/request.h"
#include "store/wallet.h"

/* Hash what the request pays: the kind of payment, the account, the unlock time, and each destination with
 * its amount, in their order; of a sweep, also the choice of outputs. The terms of this attempt do not enter:
 * fee, priority, decoys, format of the file. SN_IO. */
int sn_request_digest(struct sn_hash *out, const struct sn_payment_request *request,
		      struct sn_error *err) SN_MUST_USE;

/* If the wallet has a request with this reference (sn_wallet_find_request), list its payments in `result`,
 * set result->is_repeated, and append its unsigned file to `out` if it is kept. Otherwise, and without a
 * reference, do nothing. Returns SN_REFUSED if that request paid something else, or if some of its
 * payments are released and others still prepared, or SN_IO. */
int sn_request_repeat(struct sn_buf *out, struct sn_compose_result *result, const struct sn_wallet *w,
		      const struct sn_payment_request *request, struct sn_error *err) SN_MUST_USE;

/* If a payment in `result` was submitted since, set result->is_repeated, and update the states and the
 * transaction hashes of all. Returns whether. */
bool sn_request_was_sent(struct sn_compose_result *result, const struct sn_wallet *w);

/* Note the request, if it has a reference, with the payments in `result` and the `len` bytes of the unsigned
 * file. SN_IO. */
int sn_request_note(struct sn_wallet *w, const struct sn_payment_request *request,
		    const struct sn_compose_result *result, const uint8_t *file, size_t len,
		    struct sn_error *err) SN_MUST_USE;

#endif
