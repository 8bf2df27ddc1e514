#include "handoff/proposal_payments.h"
#include "base/secret.h"
#include "chain/carrot_enote.h"
#include "chain/consensus.h"
#include "chain/varint.h"
#include "handoff/destination.h"
#include "handoff/plan.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

#define SELF_SEND_SIZE_MIN (1 + 1 + 1 + 1)

int sn_proposal_payments_check(const struct sn_proposal_payments *p, enum sn_network network,
			       enum sn_err code, struct sn_error *err)
{
	int ret = sn_set_check_count(p->n_self_sends, 1, SN_TX_OUTPUTS_MAX, "self-sends", code, err);
	if (!ret)
		ret = sn_set_check_count(p->n_destinations + p->n_self_sends, SN_FCMP_OUTPUTS_MIN,
					 SN_TX_OUTPUTS_MAX, "outputs", code, err);
	if (ret)
		return ret;
	for (size_t i = 0; i < p->n_destinations; i++) {
		ret = sn_destination_check(&p->destinations[i].address, i, network, code, err);
		if (ret)
			return ret;
	}
	for (size_t i = 0; i < p->n_self_sends; i++)
		if (p->self_sends[i].enote_type > SN_CARROT_CHANGE)
			return sn_error_set(err, code, "self-send %zu has an invalid enote type", i + 1);
	return SN_OK;
}

int sn_proposal_payments_check_together(const struct sn_proposal_payments *p, struct sn_error *err)
{
	size_t n_integrated = 0;
	for (size_t i = 0; i < p->n_destinations; i++) {
		const struct sn_address *a = &p->destinations[i].address;
		n_integrated += a->kind == SN_ADDRESS_INTEGRATED;
		for (size_t j = 0; j < i; j++)
			if (!sn_plan_kinds_agree(a, &p->destinations[j].address))
				return sn_plan_refuse_kinds(err);
	}
	if (n_integrated > 1)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_REFUSED,
				"several recipients have integrated addresses: a transaction has one payment ID"),
			"pay them in several transactions");
	return SN_OK;
}

uint64_t sn_proposal_payments_sent(const struct sn_proposal_payments *p)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < p->n_destinations; i++)
		sum += p->destinations[i].amount;
	for (size_t i = 0; i < p->n_self_sends; i++)
		if (p->self_sends[i].enote_type == SN_CARROT_PAYMENT)
			sum += p->self_sends[i].amount;
	return sum;
}

void sn_proposal_payments_put(struct sn_buf *out, const struct sn_proposal_payments *p)
{
	sn_put_varint(out, p->n_destinations);
	for (size_t i = 0; i < p->n_destinations; i++)
		sn_destination_put(out, &p->destinations[i].address, p->destinations[i].amount);
	sn_put_varint(out, p->n_self_sends);
	for (size_t i = 0; i < p->n_self_sends; i++) {
		sn_put_varint(out, p->self_sends[i].subaddress.major);
		sn_put_varint(out, p->self_sends[i].subaddress.minor);
		sn_put_u8(out, p->self_sends[i].enote_type);
		sn_put_varint(out, p->self_sends[i].amount);
	}
	sn_put_varint(out, p->fee);
	sn_put_varint(out, 0); /* bytes of further tx extra */
}

static void read_self_send(struct sn_proposal_self_send *to, struct sn_reader *r)
{
	to->subaddress.major = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	to->subaddress.minor = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	to->enote_type = (uint8_t)sn_set_read_number(r, SN_CARROT_CHANGE);
	to->amount = sn_read_varint(r);
}

int sn_proposal_payments_read(struct sn_proposal_payments *p, enum sn_network network, struct sn_reader *r,
			      struct sn_error *err)
{
	void *destinations, *self_sends;
	*p = (struct sn_proposal_payments){0};
	int ret = sn_set_read_array(&destinations, &p->n_destinations, r, 0, SN_TX_OUTPUTS_MAX - 1,
				    SN_DESTINATION_SIZE_MIN, sizeof p->destinations[0], "destinations", err);
	p->destinations = destinations;
	for (size_t i = 0; !ret && i < p->n_destinations; i++)
		sn_destination_read(&p->destinations[i].address, &p->destinations[i].amount, network, r);
	if (ret)
		return ret;
	ret = sn_set_read_array(&self_sends, &p->n_self_sends, r, 1, SN_TX_OUTPUTS_MAX, SELF_SEND_SIZE_MIN,
				sizeof p->self_sends[0], "self-sends", err);
	p->self_sends = self_sends;
	for (size_t i = 0; !ret && i < p->n_self_sends; i++)
		read_self_send(&p->self_sends[i], r);
	if (ret)
		return ret;
	p->fee = sn_read_varint(r);
	const uint64_t n_extra = sn_read_varint(r);
	ret = sn_set_check_reader(r, err);
	if (!ret && n_extra)
		return sn_error_set(err, SN_BAD_INPUT, "further tx extra is not supported");
	return ret ? ret : sn_proposal_payments_check(p, network, SN_BAD_INPUT, err);
}

int sn_proposal_payments_copy(struct sn_proposal_payments *p, const struct sn_proposal_payments *from,
			      struct sn_error *err)
{
	*p = (struct sn_proposal_payments){.fee = from->fee};
	p->destinations = calloc(from->n_destinations + 1, sizeof p->destinations[0]);
	p->self_sends = calloc(from->n_self_sends + 1, sizeof p->self_sends[0]);
	if (!p->destinations || !p->self_sends)
		return sn_error_memory(err);
	p->n_destinations = from->n_destinations;
	p->n_self_sends = from->n_self_sends;
	for (size_t i = 0; i < p->n_destinations; i++)
		p->destinations[i] = from->destinations[i];
	for (size_t i = 0; i < p->n_self_sends; i++)
		p->self_sends[i] = from->self_sends[i];
	return SN_OK;
}

void sn_proposal_payments_free(struct sn_proposal_payments *p)
{
	if (p->destinations)
		sn_wipe(p->destinations, p->n_destinations * sizeof p->destinations[0]);
	if (p->self_sends)
		sn_wipe(p->self_sends, p->n_self_sends * sizeof p->self_sends[0]);
	free(p->destinations);
	free(p->self_sends);
	*p = (struct sn_proposal_payments){0};
}
