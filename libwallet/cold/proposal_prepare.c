#include "cold/proposal_prepare.h"

#include "base/seam.h"
#include "base/secret.h"
#include "cold/proposal_seed.h"

#include <stdlib.h>
#include <string.h>

static int open_inputs(struct sn_prepared_proposal *p, const struct sn_account *account,
		       const struct sn_proposal *proposal, struct sn_error *err)
{
	size_t bad;
	struct sn_opened_proposal_input *opened = sn_secret_alloc(p->n * sizeof *opened);
	if (!opened)
		return sn_error_memory(err);
	int ret = sn_proposal_inputs_open(opened, &bad, account, proposal->inputs, p->n, err);
	for (size_t i = 0; !ret && i < p->n; i++)
		p->inputs[i].opened = opened[i];
	sn_secret_free(opened);
	return ret;
}

static int make_tx(struct sn_prepared_proposal *p, const struct sn_account *account,
		   const struct sn_proposal *proposal, struct sn_error *err)
{
	struct sn_point *images = calloc(p->n, sizeof *images);
	if (!images)
		return sn_error_memory(err);
	for (size_t i = 0; i < p->n; i++)
		images[i] = p->inputs[i].opened.image;
	int ret = sn_proposal_tx_make(&p->made, account, &proposal->payments, &p->seed, images, p->n, err);
	free(images);
	return ret;
}

static int draw(struct sn_prepared_proposal *p, struct sn_error *err)
{
	struct {
		struct sn_rerandomization r[SN_FCMP_INPUTS_MAX];
		struct sn_scalar masks[SN_FCMP_INPUTS_MAX];
	} *all = sn_secret_alloc(sizeof *all);
	if (!all)
		return sn_error_memory(err);
	for (size_t i = 0; i < p->n; i++)
		all->masks[i] = p->inputs[i].opened.mask;
	sn_proposal_tx_rerandomization(all->r, all->masks, p->n, &p->made, &p->seed);
	for (size_t i = 0; i < p->n; i++)
		p->inputs[i].r = all->r[i];
	sn_secret_free(all);
	return SN_OK;
}

static int state(struct sn_prepared_proposal *p, struct sn_error *err)
{
	for (size_t i = 0; i < p->n; i++) {
		struct sn_prepared_input *in = &p->inputs[i];
		in->statement.message = p->made.message;
		in->statement.image = in->opened.image;
		if (sn_rerandomize(&in->statement.input, &in->opened.output, &in->r, sn_fcmp))
			return sn_error_set(err, SN_REFUSED, "input %zu cannot be rerandomized", i + 1);
		/* Part of the transaction. */
		SN_PUBLIC(&in->statement.input, sizeof in->statement.input);
		SN_FAULT_POINT("statement", &in->statement, sizeof in->statement);
	}
	return SN_OK;
}

int sn_proposal_prepare(struct sn_prepared_proposal **out, const struct sn_account *account,
			const struct sn_proposal *proposal, struct sn_error *err)
{
	*out = NULL;
	if (!proposal->n_inputs || proposal->n_inputs > SN_FCMP_INPUTS_MAX)
		return sn_error_set(err, SN_REFUSED, "the transaction has no input, or too many");
	struct sn_prepared_proposal *p =
		sn_secret_alloc(sizeof *p + proposal->n_inputs * sizeof p->inputs[0]);
	if (!p)
		return sn_error_memory(err);
	p->n = proposal->n_inputs;
	int ret = open_inputs(p, account, proposal, err);
	if (!ret)
		ret = sn_proposal_seed(&p->seed, account, proposal, sn_fcmp, err);
	SN_FAULT_POINT("seed", &p->seed, sizeof p->seed);
	if (!ret)
		ret = make_tx(p, account, proposal, err);
	SN_FAULT_POINT("carrot outputs", p->made.outputs.made,
		       p->made.outputs.n * sizeof *p->made.outputs.made);
	if (!ret)
		ret = draw(p, err);
	if (!ret)
		ret = state(p, err);
	sn_wipe_stack();
	if (ret)
		sn_prepared_proposal_free(p);
	else
		*out = p;
	return ret;
}

bool sn_prepared_proposals_are_equal(const struct sn_prepared_proposal *a,
				     const struct sn_prepared_proposal *b)
{
	struct sn_buf x = {0}, y = {0};
	sn_tx_write(&x, &a->made.tx);
	sn_tx_write(&y, &b->made.tx);
	bool is_equal =
		a->n == b->n && !x.failed && !y.failed && x.len == y.len && !memcmp(x.data, y.data, x.len);
	for (size_t i = 0; is_equal && i < a->n; i++)
		is_equal = !memcmp(&a->inputs[i].statement, &b->inputs[i].statement,
				   sizeof a->inputs[i].statement);
	sn_buf_free(&x);
	sn_buf_free(&y);
	return is_equal;
}

void sn_prepared_proposal_free(struct sn_prepared_proposal *p)
{
	if (p)
		sn_proposal_tx_free(&p->made);
	sn_secret_free(p);
}
