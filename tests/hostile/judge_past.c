/* The review's lists of earlier transactions, compared with the judge's own record. */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- remembering */

void past_clear(struct past *past)
{
	past->n = 0;
}

bool past_knows(const struct past *past, const struct sn_hash *digest)
{
	for (size_t i = 0; i < past->n; i++)
		if (sn_hash_is_equal(&past->txs[i].digest, digest))
			return true;
	return false;
}

uint64_t past_time(const struct past *past, uint64_t clock)
{
	uint64_t time = clock;
	for (size_t i = 0; i < past->n; i++)
		time = past->txs[i].time > time ? past->txs[i].time : time;
	return time;
}

static void add_tx(struct past *past, const struct sn_unsigned_tx *asked, const struct sn_hash *digest,
		   const struct sn_signed_tx *signed_tx, const struct sn_hash *hash, uint64_t time)
{
	struct past_tx *p = &past->txs[past->n++];
	struct sn_tx tx;
	if (past->n > PAST_MAX || sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false) ||
	    tx.n_inputs > PAST_INPUTS_MAX)
		abort();
	*p = (struct past_tx){
		.digest = *digest, .hash = *hash, .n = tx.n_inputs, .time = time, .use = {0, tx.fee, 1}};
	for (size_t i = 0; i < asked->n_destinations; i++)
		p->use[0] += asked->destinations[i].amount;
	for (size_t i = 0; i < tx.n_inputs; i++)
		p->images[i] = tx.inputs[i].key_image;
	sn_tx_free(&tx);
}

void past_add(struct past *past, const struct sn_unsigned_set *asked, const struct sn_hash *digest,
	      const struct sn_signed_set *signed_set, const struct sn_hash *hashes, uint64_t clock)
{
	const uint64_t time = past_time(past, clock);
	if (past_knows(past, digest))
		return;
	for (size_t i = 0; i < signed_set->n; i++)
		add_tx(past, &asked->txs[i], digest, &signed_set->txs[i], &hashes[i], time);
}

/* ---------------------------------------------------------------- judging */

static bool exclude_each_other(const struct past_tx *a, const struct past_tx *b)
{
	for (size_t i = 0; i < a->n; i++)
		for (size_t j = 0; j < b->n; j++)
			if (sn_point_is_equal(&a->images[i], &b->images[j]))
				return true;
	return false;
}

/* If one of them looks replaced, so does the other. */
static bool belong_together(const struct past_tx *a, const struct past_tx *b)
{
	return sn_hash_is_equal(&a->digest, &b->digest) || exclude_each_other(a, b);
}

static bool names(const struct shown_earlier *shown, const struct past *past, const bool *is_named)
{
	size_t n = 0;
	for (size_t i = past->n; i-- > 0;) {
		if (!is_named[i])
			continue;
		if (n < SN_REVIEW_EARLIER_MAX &&
		    (n >= shown->n_hashes || !sn_hash_is_equal(&shown->hashes[n], &past->txs[i].hash)))
			return false;
		n++;
	}
	return shown->n == n && shown->n_hashes == (n < SN_REVIEW_EARLIER_MAX ? n : SN_REVIEW_EARLIER_MAX);
}

bool judge_past(struct verdict *v, const struct past *past, const struct sn_hash *digest,
		const struct sn_tx *tx, const struct shown_tx *shown)
{
	bool is_away[PAST_MAX] = {false}, is_valid[PAST_MAX] = {false}, grows = true;
	struct past_tx this = {.n = tx->n_inputs};
	for (size_t i = 0; i < tx->n_inputs && i < PAST_INPUTS_MAX; i++)
		this.images[i] = tx->inputs[i].key_image;
	this.n = tx->n_inputs < PAST_INPUTS_MAX ? tx->n_inputs : PAST_INPUTS_MAX;
	for (size_t i = 0; i < past->n; i++)
		is_away[i] = !sn_hash_is_equal(&past->txs[i].digest, digest) &&
			     exclude_each_other(&past->txs[i], &this);
	while (grows) {
		grows = false;
		for (size_t i = 0; i < past->n; i++) {
			bool is_more = false;
			for (size_t j = 0; j < past->n; j++)
				is_more |= (is_away[j] || is_valid[j]) &&
					   belong_together(&past->txs[i], &past->txs[j]);
			if (!is_more || is_away[i] || is_valid[i] ||
			    sn_hash_is_equal(&past->txs[i].digest, digest))
				continue;
			is_valid[i] = grows = true;
		}
	}
	if (!names(&shown->double_spends, past, is_away))
		return wrong(v,
			     "it does not show, or not in order, what was signed before and spends the same");
	if (!names(&shown->still_valid, past, is_valid))
		return wrong(v, "it does not show, or not in order, what was signed before and stays valid");
	return true;
}
