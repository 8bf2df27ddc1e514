/* app/prove.h - make and check proofs about transactions. */
#ifndef SN_APP_PROVE_H
#define SN_APP_PROVE_H

#include "base/error.h"
#include "cold/prove_files.h"
#include "hot/check_proof.h"
#include "hot/check_reserve.h"

struct sn_session; /* app/session.h */

/* Call sn_cold_prove with the wallet's keys. Free `result` with sn_prove_result_free, also after an error. */
int sn_session_prove(struct sn_session *s, const struct sn_prove_request *request, const void *file,
		     size_t len, struct sn_prove_result *result, struct sn_error *err) SN_MUST_USE;

/* Prove what an address of the wallet received: with the transaction, which the session's daemon sends. Free
 * `result` with sn_prove_result_free, also after an error. */
int sn_session_prove_received(struct sn_session *s, const struct sn_prove_request *request,
			      struct sn_prove_result *result, struct sn_error *err) SN_MUST_USE;

/* Call sn_check_payment with the session's daemon. */
int sn_session_check_payment(struct sn_session *s, const struct sn_proof_claim *claim,
			     struct sn_proof_result *result, struct sn_error *err) SN_MUST_USE;

/* Call sn_check_spend with the session's daemon. */
int sn_session_check_spend(struct sn_session *s, const struct sn_proof_claim *claim,
			   struct sn_proof_result *result, struct sn_error *err) SN_MUST_USE;

/* Call sn_check_reserve with the session's daemon. */
int sn_session_check_reserve(struct sn_session *s, const struct sn_reserve_claim *claim,
			     struct sn_reserve_result *result, struct sn_error *err) SN_MUST_USE;

#endif
