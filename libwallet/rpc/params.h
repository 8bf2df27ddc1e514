/* rpc/params.h - read the params of a method, and write its result. */
#ifndef SN_RPC_PARAMS_H
#define SN_RPC_PARAMS_H

#include "app/session.h"
#include "base/json.h"
#include "chain/address.h"

/* Convert the result of reading params. A missing member or a wrong type is SN_USAGE. Errors with a reason,
 * such as a bad address, have their own codes. */
int sn_rpc_of_params(int ret, const struct sn_error *err) SN_MUST_USE;

/* Read an optional number of at most `max`. Without it *out is unchanged. SN_USAGE. */
int sn_rpc_get_u32(const cJSON *params, const char *key, uint32_t max, uint32_t *out,
		   struct sn_error *err) SN_MUST_USE;

/* Sort a list of sn_rpc_get_indices, where the order means nothing. */
void sn_rpc_sort_indices(uint32_t *list, size_t n);

/* Read the optional "account_index". */
int sn_rpc_get_account(const cJSON *params, uint32_t *out, struct sn_error *err) SN_MUST_USE;

/* Read an optional array of numbers below 2^32 - 1. *list is NULL without it; the caller frees it.
 * SN_USAGE. */
int sn_rpc_get_indices(const cJSON *params, const char *key, uint32_t **list, size_t *n,
		       struct sn_error *err) SN_MUST_USE;

/* Read an address of the network of the session's wallet. */
int sn_rpc_get_address(struct sn_address *address, struct sn_session *s, const cJSON *params, const char *key,
		       struct sn_error *err) SN_MUST_USE;

/* Read the hash of a transaction. */
int sn_rpc_get_txid(struct sn_hash *hash, const cJSON *params, const char *key,
		    struct sn_error *err) SN_MUST_USE;

/* Read the bytes of a file given as hexadecimal text. */
int sn_rpc_get_file(struct sn_buf *file, const cJSON *params, const char *key,
		    struct sn_error *err) SN_MUST_USE;

/* The same of the param `key`, or of `other`, its name in the reference wallet. SN_USAGE also for both. */
int sn_rpc_get_either_file(struct sn_buf *file, const cJSON *params, const char *key, const char *other,
			   struct sn_error *err) SN_MUST_USE;

/* The network of the session's wallet. */
enum sn_network sn_rpc_network(struct sn_session *s);

/* Convert the result of a writer, which can only be out of memory. */
int sn_rpc_written(int ret, struct sn_error *err) SN_MUST_USE;

#endif
