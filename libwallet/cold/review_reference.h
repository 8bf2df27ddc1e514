/* cold/review_reference.h - a review in the shape of the JSON-RPC of the reference wallet.
 * Source: reference implementation, src/wallet/wallet_rpc_server_commands_defs.h, describe_transfer. */
#ifndef SN_COLD_REVIEW_REFERENCE_H
#define SN_COLD_REVIEW_REFERENCE_H

#include "base/error.h"
#include "base/json.h"
#include "cold/review_result.h"

/* Add desc, with an object for each transaction, and summary. `sources` and `extra` are absent. SN_IO
 * when out of memory. */
int sn_review_reference_members(cJSON *object, const struct sn_review *review) SN_MUST_USE;

#endif
