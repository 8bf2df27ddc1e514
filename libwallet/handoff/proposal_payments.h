/* handoff/proposal_payments.h - the payments of a transaction proposal: destinations, outputs to ourselves,
 * and the fee. A proposal and a signed proposal have them in the same bytes. */
#ifndef SN_HANDOFF_PROPOSAL_PAYMENTS_H
#define SN_HANDOFF_PROPOSAL_PAYMENTS_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"

#include <stddef.h>

struct sn_proposal_destination {
	struct sn_address address; /* its network is that of the envelope */
	uint64_t amount;
};

/* An output to ourselves: a payment to an own address, or change. */
struct sn_proposal_self_send {
	struct sn_subaddress_index subaddress;
	uint8_t enote_type; /* 0: payment, 1: change */
	uint64_t amount;    /* may be 0 */
};

struct sn_proposal_payments {
	struct sn_proposal_destination *destinations;
	size_t n_destinations;
	struct sn_proposal_self_send *self_sends; /* at least one */
	size_t n_self_sends;
	uint64_t fee;
};

/* The shortest encoding. */
#define SN_PROPOSAL_PAYMENTS_MIN (1 + 1 + 4 + 1 + 1)

/* Check the numbers of outputs, the enote types, and that all addresses belong to `network`. Returns `code`
 * and a message if not. */
int sn_proposal_payments_check(const struct sn_proposal_payments *p, enum sn_network network,
			       enum sn_err code, struct sn_error *err) SN_MUST_USE;

/* Whether one transaction may have these destinations. Returns SN_REFUSED if several addresses are
 * integrated, because a transaction has one payment ID; or if the same keys occur as a subaddress and as
 * another kind of address, because the recipient would not find one of the two outputs. */
int sn_proposal_payments_check_together(const struct sn_proposal_payments *p,
					struct sn_error *err) SN_MUST_USE;

/* Piconero to the recipients, ourselves included, without change. The sum must not overflow. */
uint64_t sn_proposal_payments_sent(const struct sn_proposal_payments *p);

void sn_proposal_payments_put(struct sn_buf *out, const struct sn_proposal_payments *p);

/* Returns SN_BAD_INPUT, or SN_IO if out of memory. Free `p` in each case. */
int sn_proposal_payments_read(struct sn_proposal_payments *p, enum sn_network network, struct sn_reader *r,
			      struct sn_error *err) SN_MUST_USE;

/* Copy. Returns SN_IO if out of memory. Free `p` in each case. */
int sn_proposal_payments_copy(struct sn_proposal_payments *p, const struct sn_proposal_payments *from,
			      struct sn_error *err) SN_MUST_USE;

/* Wipe and free. */
void sn_proposal_payments_free(struct sn_proposal_payments *p);

#endif
