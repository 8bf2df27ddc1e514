#include "cold/proposal_sign.h"

#include "base/seam.h"
#include "base/secret.h"
#include "cold/jobs.h"
#include "cold/proposal_check.h"
#include "cold/proposal_prepare.h"
#include "cold/review.h"
#include "cold/review_proposals.h"
#include "cold/sign.h"
#include "crypto/keccak.h"
#include "ringct/sal_prove.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct sn_sal) == SN_SAL_BYTES, "a proof is its bytes");

int sn_proposal_digest(struct sn_hash *digest, const struct sn_proposal_set *set, enum sn_network network,
		       struct sn_error *err)
{
	struct sn_buf content = {0};
	int ret = sn_proposal_set_encode(&content, set, network, err);
	if (!ret)
		sn_keccak256(digest, content.data, content.len);
	sn_buf_free(&content);
	return ret;
}

static int prove(struct sn_signed_input *out, const struct sn_prepared_input *in,
		 const struct sn_sal_nonce_key *key, struct sn_error *err)
{
	struct sn_sal proof;
	struct sn_sal_opening opening = {in->opened.keys.x, in->opened.keys.y, in->r};
	int ret = sn_sal_prove(&proof, &in->statement, &in->opened.output, &opening, key, sn_fcmp);
	sn_wipe(&opening, sizeof opening);
	if (ret)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_REFUSED,
				"self-check failed: an input could not be signed; no output was written"),
			SN_TEST_MEMORY);
	out->key = in->opened.output.o;
	out->image = in->opened.image;
	memcpy(out->proof, &proof, sizeof proof);
	/* The result. */
	SN_PUBLIC(out->proof, sizeof out->proof);
	return SN_OK;
}

static int prove_all(struct sn_signed_proposal *out, const struct sn_prepared_proposal *prepared,
		     const struct sn_account *account, struct sn_error *err)
{
	struct sn_sal_nonce_key key;
	int ret = SN_OK;
	sn_sal_nonce_key_make(&key, &account->spend_secret);
	for (size_t i = 0; !ret && i < prepared->n; i++)
		ret = prove(&out->inputs[i], &prepared->inputs[i], &key, err);
	sn_wipe(&key, sizeof key);
	return ret;
}

/* Allocate the lists of a signed proposal. */
static int reserve(struct sn_signed_proposal *out, const struct sn_proposal *proposal, struct sn_error *err)
{
	out->inputs = calloc(proposal->n_inputs, sizeof *out->inputs);
	out->created = calloc(SN_TX_OUTPUTS_MAX, sizeof *out->created);
	if (!out->inputs || !out->created)
		return sn_error_memory(err);
	out->n_inputs = proposal->n_inputs;
	return sn_proposal_payments_copy(&out->payments, &proposal->payments, err);
}

static int sign_tx(struct sn_signed_proposal *out, struct sn_hash *message, const struct sn_account *account,
		   const struct sn_proposal *proposal, const struct sn_review_tx *review,
		   struct sn_error *err)
{
	struct sn_prepared_proposal *prepared = NULL, *again = NULL;
	int ret = reserve(out, proposal, err);
	if (!ret)
		ret = sn_proposal_prepare(&prepared, account, proposal, err);
	if (!ret)
		ret = prove_all(out, prepared, account, err);
	if (!ret)
		ret = sn_proposal_prepare(&again, account, proposal, err);
	SN_FAULT_POINT("proofs", out->inputs, ret ? 0 : out->n_inputs * sizeof *out->inputs);
	if (!ret)
		ret = sn_check_proposal(out, prepared, again, account, proposal, review, err);
	if (!ret) {
		*message = again->made.message;
		memcpy(out->seed, again->seed.b, sizeof out->seed);
		/* Part of the result. */
		SN_PUBLIC(out->seed, sizeof out->seed);
	}
	sn_prepared_proposal_free(prepared);
	sn_prepared_proposal_free(again);
	sn_wipe_stack();
	return ret;
}

struct job {
	struct sn_signed_proposal *out;
	struct sn_hash *messages;
	const struct sn_account *account;
	const struct sn_proposal_set *set;
	const struct sn_review *review;
};

static int sign_one(void *context, size_t i, struct sn_error *err)
{
	const struct job *job = context;
	return sign_tx(&job->out[i], &job->messages[i], job->account, &job->set->proposals[i],
		       &job->review->txs[i], err);
}

int sn_sign_proposals(struct sn_signed_proposals *out, struct sn_hash *messages,
		      const struct sn_account *account, const struct sn_proposal_set *set,
		      const struct sn_hash *digest, const struct sn_limits *limits, unsigned jobs,
		      struct sn_error *err)
{
	struct sn_review review = {0};
	struct sn_hash now;
	*out = (struct sn_signed_proposals){0};
	if (!account->has_spend_secret)
		return sn_sign_refuse_watch_only(err);
	int ret = sn_review_proposals(&review, account, set, limits, jobs, err);
	if (!ret)
		ret = sn_proposal_digest(&now, set, account->network, err);
	if (!ret && !sn_hash_is_equal(&now, digest))
		ret = sn_sign_refuse_changed(err);
	if (ret)
		goto out;
	SN_FAULT_POINT("review", review.txs, review.n * sizeof *review.txs);
	SN_FAULT_POINT("review", review.txs->destinations,
		       review.txs->n_destinations * sizeof *review.txs->destinations);
	out->txs = calloc(set->n, sizeof *out->txs);
	if (!out->txs) {
		ret = sn_error_memory(err);
		goto out;
	}
	out->n = set->n;
	struct job job = {out->txs, messages, account, set, &review};
	ret = sn_jobs_run(jobs, set->n, sign_one, &job, err);
out:
	sn_review_free(&review);
	if (ret)
		sn_signed_proposals_free(out);
	return ret;
}
