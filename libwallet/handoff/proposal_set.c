#include "handoff/proposal_set.h"
#include "base/secret.h"
#include "chain/consensus.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

#define TX_SIZE_MIN (1 + SN_PROPOSAL_INPUT_MIN + SN_PROPOSAL_PAYMENTS_MIN) /* the shortest encoding */

/* ---------------------------------------------------------------- check */

static int check_proposal(const struct sn_proposal *p, enum sn_network network, struct sn_error *err)
{
	int ret = sn_set_check_count(p->n_inputs, 1, SN_FCMP_INPUTS_MAX, "inputs", SN_USAGE, err);
	for (size_t i = 0; !ret && i < p->n_inputs; i++) {
		ret = sn_proposal_input_check(&p->inputs[i], err);
		if (ret)
			return sn_error_prefix(err, ret, "input %zu", i + 1);
	}
	return ret ? ret : sn_proposal_payments_check(&p->payments, network, SN_USAGE, err);
}

static int check_set(const struct sn_proposal_set *set, enum sn_network network, struct sn_error *err)
{
	size_t n_inputs = 0;
	int ret = sn_set_check_count(set->n, 1, SN_SET_TXS_MAX, "transactions", SN_USAGE, err);
	for (size_t i = 0; !ret && i < set->n; i++) {
		ret = check_proposal(&set->proposals[i], network, err);
		if (ret)
			return sn_error_prefix(err, ret, "transaction %zu", i + 1);
		n_inputs += set->proposals[i].n_inputs;
	}
	if (ret)
		return ret;
	return sn_set_check_count(n_inputs, 1, SN_PROPOSAL_SET_INPUTS_MAX, "inputs in total", SN_USAGE, err);
}

/* ---------------------------------------------------------------- encode */

void sn_proposal_put(struct sn_buf *out, const struct sn_proposal *p)
{
	sn_put_varint(out, p->n_inputs);
	for (size_t i = 0; i < p->n_inputs; i++)
		sn_proposal_input_put(out, &p->inputs[i]);
	sn_proposal_payments_put(out, &p->payments);
}

static void put(struct sn_buf *out, const void *element)
{
	sn_proposal_put(out, element);
}

/* ---------------------------------------------------------------- decode */

struct context {
	enum sn_network network;
	size_t inputs_left; /* the number of inputs that the set may still have */
};

static int take(void *element, void *context, struct sn_reader *r, struct sn_error *err)
{
	struct sn_proposal *p = element;
	struct context *c = context;
	const size_t inputs_max = c->inputs_left < SN_FCMP_INPUTS_MAX ? c->inputs_left : SN_FCMP_INPUTS_MAX;
	void *inputs;
	int ret = sn_set_read_array(&inputs, &p->n_inputs, r, 1, inputs_max, SN_PROPOSAL_INPUT_MIN,
				    sizeof p->inputs[0], "inputs", err);
	p->inputs = inputs;
	c->inputs_left -= p->n_inputs;
	for (size_t i = 0; !ret && i < p->n_inputs; i++) {
		sn_proposal_input_read(&p->inputs[i], r);
		ret = sn_set_check_reader(r, err);
		if (ret)
			return sn_error_prefix(err, ret, "input %zu", i + 1);
	}
	return ret ? ret : sn_proposal_payments_read(&p->payments, c->network, r, err);
}

static void release(void *element)
{
	struct sn_proposal *p = element;
	if (p->inputs)
		sn_wipe(p->inputs, p->n_inputs * sizeof p->inputs[0]);
	free(p->inputs);
	sn_proposal_payments_free(&p->payments);
}

static const struct sn_set_frame frame = {
	.tx_size = sizeof(struct sn_proposal),
	.encoded_min = TX_SIZE_MIN,
	.malformed = "malformed unsigned set",
	.hint = "prepare the payment again",
	.put = put,
	.take = take,
	.release = release,
};

int sn_proposal_set_encode(struct sn_buf *out, const struct sn_proposal_set *set, enum sn_network network,
			   struct sn_error *err)
{
	int ret = check_set(set, network, err);
	return ret ? ret : sn_set_frame_encode(out, &frame, set->proposals, set->n, err);
}

int sn_proposal_set_decode(struct sn_proposal_set *set, enum sn_network network, const void *data, size_t len,
			   struct sn_error *err)
{
	struct context context = {.network = network, .inputs_left = SN_PROPOSAL_SET_INPUTS_MAX};
	void *proposals;
	int ret = sn_set_frame_decode(&proposals, &set->n, &frame, &context, data, len, err);
	set->proposals = proposals;
	return ret;
}

void sn_proposal_set_free(struct sn_proposal_set *set)
{
	sn_set_frame_free(&frame, set->proposals, set->n);
	*set = (struct sn_proposal_set){0};
}
