#include "handoff/destination.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

int sn_destination_check(const struct sn_address *to, size_t i, enum sn_network network, enum sn_err code,
			 struct sn_error *err)
{
	if (to->network == network && (unsigned)to->kind <= SN_ADDRESS_INTEGRATED)
		return SN_OK;
	return sn_error_set(err, code, "destination %zu belongs to another network, or has an invalid kind",
			    i + 1);
}

void sn_destination_put(struct sn_buf *out, const struct sn_address *to, uint64_t amount)
{
	sn_put_u8(out, (uint8_t)to->kind);
	sn_put_bytes(out, to->spend.b, 32);
	sn_put_bytes(out, to->view.b, 32);
	if (to->kind == SN_ADDRESS_INTEGRATED)
		sn_put_bytes(out, to->payment_id, SN_PAYMENT_ID_BYTES);
	sn_put_varint(out, amount);
}

void sn_destination_read(struct sn_address *to, uint64_t *amount, enum sn_network network,
			 struct sn_reader *r)
{
	to->network = network;
	to->kind = (enum sn_address_kind)sn_set_read_number(r, SN_ADDRESS_INTEGRATED);
	sn_read_copy(r, to->spend.b, 32);
	sn_read_copy(r, to->view.b, 32);
	if (to->kind == SN_ADDRESS_INTEGRATED)
		sn_read_copy(r, to->payment_id, SN_PAYMENT_ID_BYTES);
	*amount = sn_read_varint(r);
}
