/* hot/ring_sanity.h - the rule by which daemons relay the rings of a transaction.
 *
 * Of all ring members together, at least 80 % must be different outputs, and the median of these, by global
 * index, must be at 60 % or more of the spendable outputs. Neither applies to at most 10 members, or below
 * 10,000 outputs. This is not a consensus rule: send_raw_transaction refuses a violation, and the reference
 * wallet draws again.
 *
 * Source: Monero, src/cryptonote_core/tx_sanity_check.cpp; src/rpc/core_rpc_server.cpp, on_send_raw_tx;
 * src/wallet/wallet2.cpp, get_outs. */
#ifndef SN_HOT_RING_SANITY_H
#define SN_HOT_RING_SANITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* indices[0..n-1] are the members of all rings of a transaction, in any order; the function sorts them.
 * `available` is the number of RingCT outputs that are old enough to be spent. */
bool sn_rings_are_sane(uint64_t *indices, size_t n, uint64_t available);

#endif
