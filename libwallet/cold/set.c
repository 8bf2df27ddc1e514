#include "cold/set.h"

#include "base/secret.h"
#include "cold/input.h"
#include "cold/proposal_input.h"
#include "cold/proposal_sign.h"
#include "cold/review.h"
#include "cold/review_proposals.h"
#include "cold/sign.h"
#include "crypto/keccak.h"

#include <stdlib.h>

int sn_cold_set_decode(struct sn_cold_set *set, bool has_proposals, enum sn_network network, const void *data,
		       size_t len, struct sn_error *err)
{
	*set = (struct sn_cold_set){.has_proposals = has_proposals};
	int ret = has_proposals ? sn_proposal_set_decode(&set->proposals, network, data, len, err)
				: sn_unsigned_set_decode(&set->rings, network, data, len, err);
	sn_keccak256(&set->digest, data, len);
	return ret;
}

size_t sn_cold_set_size(const struct sn_cold_set *set)
{
	return set->has_proposals ? set->proposals.n : set->rings.n;
}

int sn_cold_set_digest(struct sn_hash *digest, const struct sn_cold_set *set, enum sn_network network,
		       struct sn_error *err)
{
	return set->has_proposals ? sn_proposal_digest(digest, &set->proposals, network, err)
				  : sn_sign_digest(digest, &set->rings, err);
}

int sn_cold_set_review(struct sn_review *review, const struct sn_account *account,
		       const struct sn_cold_set *set, const struct sn_limits *limits, unsigned jobs,
		       struct sn_error *err)
{
	return set->has_proposals ? sn_review_proposals(review, account, &set->proposals, limits, jobs, err)
				  : sn_review(review, account, &set->rings, limits, jobs, err);
}

size_t sn_cold_set_inputs(const struct sn_cold_set *set, size_t i)
{
	return set->has_proposals ? set->proposals.proposals[i].n_inputs : set->rings.txs[i].n_inputs;
}

static int ring_images(struct sn_point *images, const struct sn_account *account,
		       const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	size_t n = tx->n_inputs, bad;
	struct sn_opened_input *opened = calloc(n, sizeof *opened);
	if (!opened)
		return sn_error_memory(err);
	int ret = sn_inputs_open(opened, &bad, account, tx->inputs, n, err);
	for (size_t j = 0; !ret && j < n; j++)
		images[j] = opened[j].image;
	sn_wipe(opened, n * sizeof *opened);
	free(opened);
	return ret;
}

static int proposal_images(struct sn_point *images, const struct sn_account *account,
			   const struct sn_proposal *p, struct sn_error *err)
{
	size_t n = p->n_inputs, bad;
	struct sn_opened_proposal_input *opened = calloc(n, sizeof *opened);
	if (!opened)
		return sn_error_memory(err);
	int ret = sn_proposal_inputs_open(opened, &bad, account, p->inputs, n, err);
	for (size_t j = 0; !ret && j < n; j++)
		images[j] = opened[j].image;
	sn_wipe(opened, n * sizeof *opened);
	free(opened);
	return ret;
}

int sn_cold_set_images(struct sn_point *images, const struct sn_account *account,
		       const struct sn_cold_set *set, size_t i, struct sn_error *err)
{
	return set->has_proposals ? proposal_images(images, account, &set->proposals.proposals[i], err)
				  : ring_images(images, account, &set->rings.txs[i], err);
}

uint64_t sn_cold_set_sent(const struct sn_cold_set *set, size_t i)
{
	if (set->has_proposals)
		return sn_proposal_payments_sent(&set->proposals.proposals[i].payments);
	const struct sn_unsigned_tx *tx = &set->rings.txs[i];
	uint64_t sum = 0;
	for (size_t j = 0; j < tx->n_destinations; j++)
		sum += tx->destinations[j].amount;
	return sum;
}

void sn_cold_set_free(struct sn_cold_set *set)
{
	sn_unsigned_set_free(&set->rings);
	sn_proposal_set_free(&set->proposals);
	*set = (struct sn_cold_set){0};
}
