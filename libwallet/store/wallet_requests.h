/* store/wallet_requests.h - requests for payments with a reference, so that a repeated request is not paid
 * twice. */
#ifndef SN_STORE_WALLET_REQUESTS_H
#define SN_STORE_WALLET_REQUESTS_H

#include "base/error.h"
#include "store/wallet_types.h"

/* SN_BAD_INPUT unless `reference` has 1 to SN_REFERENCE_MAX printable characters of ASCII, and neither begins
 * nor ends with a space. */
int sn_reference_check(const char *reference, struct sn_error *err) SN_MUST_USE;

/* The request with this reference, or NULL. A request whose payments are all released does not count. */
const struct sn_wallet_request *sn_wallet_find_request(const struct sn_wallet *w, const char *reference);

/* The request that payment `id` was prepared for, or NULL. */
const struct sn_wallet_request *sn_wallet_request_of(const struct sn_wallet *w, uint64_t id);

/* Add a copy of `request`. Its payments exist, and follow those of the requests before it. Returns
 * SN_BAD_INPUT, or SN_IO when out of memory. */
int sn_wallet_add_request(struct sn_wallet *w, const struct sn_wallet_request *request) SN_MUST_USE;

/* Private to store/. The state of payment `id` has changed: forget the unsigned file of its request unless a
 * payment of the request is still prepared. */
void sn_wallet_drop_unsigned(struct sn_wallet *w, uint64_t id);

#endif
