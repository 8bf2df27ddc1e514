/* handoff/destination.h - the encoding of one payment: address kind, keys, payment ID if integrated, amount.
 * The network is that of the envelope. For handoff/. */
#ifndef SN_HANDOFF_DESTINATION_H
#define SN_HANDOFF_DESTINATION_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/address.h"

/* The shortest encoding. */
#define SN_DESTINATION_SIZE_MIN (1 + 64 + 1)

/* Check network and kind of destination number `i`, from 0. Returns `code` and a message if they are
 * wrong. */
int sn_destination_check(const struct sn_address *to, size_t i, enum sn_network network, enum sn_err code,
			 struct sn_error *err) SN_MUST_USE;

void sn_destination_put(struct sn_buf *out, const struct sn_address *to, uint64_t amount);

/* A value out of range fails the reader. `to` must be zero. */
void sn_destination_read(struct sn_address *to, uint64_t *amount, enum sn_network network,
			 struct sn_reader *r);

#endif
