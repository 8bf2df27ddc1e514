#include "cold/sign.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/transaction.h"
#include "cold/check.h"
#include "cold/construct.h"
#include "cold/jobs.h"
#include "crypto/keccak.h"

#include <stdlib.h>

int sn_sign_digest(struct sn_hash *digest, const struct sn_unsigned_set *set, struct sn_error *err)
{
	struct sn_buf content = {0};
	int ret = sn_unsigned_set_encode(&content, set, err);
	if (!ret)
		sn_keccak256(digest, content.data, content.len);
	sn_buf_free(&content);
	return ret;
}

int sn_sign_refuse_changed(struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "self-check failed: the unsigned set changed in memory; no output was written"),
		SN_TEST_MEMORY);
}

int sn_sign_refuse_watch_only(struct sn_error *err)
{
	return sn_error_set(err, SN_BAD_INPUT,
			    "a watch-only wallet cannot sign: the master wallet is required");
}

int sn_sign_random(struct sn_random *random, const struct sn_account *account,
		   const struct sn_unsigned_set *set, struct sn_error *err)
{
	struct sn_hash digest;
	int ret = sn_sign_digest(&digest, set, err);
	if (!ret && set->has_digest && !sn_hash_is_equal(&digest, &set->digest))
		ret = sn_sign_refuse_changed(err);
	if (!ret)
		sn_random_init(random, "sneakernote signing", &account->spend_secret, digest.b,
			       sizeof digest.b);
	return ret;
}

void sn_sign_random_tx(struct sn_random *child, const struct sn_random *random, size_t i)
{
	sn_random_fork(child, random, "transaction", i);
}

static int sign_tx(struct sn_signed_tx *out, const struct sn_signed_tx *first,
		   const struct sn_account *account, const struct sn_unsigned_tx *tx,
		   const struct sn_review_tx *review, struct sn_random *random, struct sn_error *err)
{
	struct sn_buf bytes = {0};
	struct sn_tx_plan plan;
	size_t bad;
	struct sn_opened_input *inputs = sn_secret_alloc(tx->n_inputs * sizeof *inputs);
	struct sn_tx_keys *keys = sn_secret_alloc(sizeof *keys);
	out->spent = calloc(tx->n_inputs, sizeof *out->spent);
	out->created = calloc(SN_TX_OUTPUTS_MAX, sizeof *out->created);
	int ret = SN_OK;
	if (!inputs || !keys || !out->spent || !out->created) {
		ret = sn_error_memory(err);
		goto out;
	}
	ret = sn_inputs_open(inputs, &bad, account, tx->inputs, tx->n_inputs, err);
	if (!ret)
		ret = sn_tx_plan(&plan, account, tx, err);
	if (ret)
		goto out;
	SN_FAULT_POINT("inputs", inputs, tx->n_inputs * sizeof *inputs);
	SN_FAULT_POINT("plan", &plan, sizeof plan);
	ret = sn_construct(&bytes, keys, account, tx, &plan, inputs, random, err);
	SN_FAULT_POINT("bytes", bytes.data, bytes.len);
	if (!ret)
		ret = sn_check_signed(out->created, &out->n_created, bytes.data, bytes.len, first, account,
				      tx, keys, review, inputs, err);
	if (ret)
		goto out;

	SN_FAULT_POINT("bytes", bytes.data, bytes.len);
	SN_FAULT_POINT("inputs", inputs, tx->n_inputs * sizeof *inputs);
	out->n_spent = tx->n_inputs;
	for (size_t i = 0; i < tx->n_inputs; i++)
		out->spent[i] = inputs[i].key;
	out->bytes = bytes.data;
	out->len = bytes.len;
	bytes = (struct sn_buf){0};
out:
	sn_secret_free(inputs);
	sn_secret_free(keys);
	sn_buf_free(&bytes);
	return ret;
}

struct job {
	struct sn_signed_tx *out;
	const struct sn_signed_set *first; /* NULL: the first signing */
	const struct sn_account *account;
	const struct sn_unsigned_set *set;
	const struct sn_review *review;
	const struct sn_random *random;
};

static int sign_one(void *context, size_t i, struct sn_error *err)
{
	const struct job *job = context;
	struct sn_random child;
	sn_sign_random_tx(&child, job->random, i);
	int ret = sign_tx(&job->out[i], job->first ? &job->first->txs[i] : NULL, job->account,
			  &job->set->txs[i], &job->review->txs[i], &child, err);
	sn_random_wipe(&child);
	return ret;
}

/* `first` is NULL, or the result of the first signing. */
static int sign_set(struct sn_signed_set *out, const struct sn_signed_set *first,
		    const struct sn_account *account, const struct sn_unsigned_set *set,
		    const struct sn_limits *limits, unsigned jobs, struct sn_error *err)
{
	*out = (struct sn_signed_set){0};
	struct sn_review review = {0};
	struct sn_random random = {0};
	if (!account->has_spend_secret)
		return sn_sign_refuse_watch_only(err);
	if (first && first->n != set->n)
		return sn_sign_refuse_changed(err);
	int ret = sn_review(&review, account, set, limits, jobs, err);
	if (!ret)
		ret = sn_sign_random(&random, account, set, err);
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
	struct job job = {out->txs, first, account, set, &review, &random};
	ret = sn_jobs_run(jobs, set->n, sign_one, &job, err);
out:
	sn_random_wipe(&random);
	sn_review_free(&review);
	if (ret)
		sn_signed_set_free(out);
	return ret;
}

int sn_sign(struct sn_signed_set *out, const struct sn_account *account, const struct sn_unsigned_set *set,
	    const struct sn_limits *limits, unsigned jobs, struct sn_error *err)
{
	return sign_set(out, NULL, account, set, limits, jobs, err);
}

int sn_sign_and_compare(struct sn_signed_set *out, const struct sn_signed_set *first,
			const struct sn_account *account, const struct sn_unsigned_set *set,
			const struct sn_limits *limits, unsigned jobs, struct sn_error *err)
{
	return sign_set(out, first, account, set, limits, jobs, err);
}

int sn_signed_tx_hash(struct sn_hash *hash, const struct sn_signed_tx *signed_tx, struct sn_error *err)
{
	struct sn_tx tx;
	int ret = sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false);
	if (!ret) {
		ret = sn_tx_hash(hash, &tx);
		sn_tx_free(&tx);
	}
	if (ret)
		return ret == SN_IO ? sn_error_memory(err)
				    : sn_error_set(err, SN_BAD_INPUT,
						   "a signed transaction in the file is corrupt");
	return SN_OK;
}
