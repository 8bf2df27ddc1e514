#include "cold/signing_entries.h"

#include "base/secret.h"
#include "chain/transaction.h"
#include "handoff/proposal_tx.h"

#include <stdlib.h>
#include <string.h>

void sn_signing_entries_free(struct sn_signing_entries *entries)
{
	free(entries->list);
	free(entries->images);
	*entries = (struct sn_signing_entries){0};
}

/* Make the entry of a finished transaction from its bytes, not from the values that they were made of. The
 * bytes hide the amount: cold/check.c verified that they pay the destinations of `asked`. */
static int describe(struct sn_signing_entry *entry, struct sn_point *images,
		    const struct sn_signed_tx *signed_tx, const struct sn_unsigned_tx *asked,
		    struct sn_error *err)
{
	struct sn_tx tx = {0};
	int ret = sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false);
	if (!ret)
		ret = sn_tx_hash(&entry->tx_hash, &tx);
	if (ret)
		ret = ret == SN_IO ? sn_error_memory(err)
				   : sn_error_set(err, SN_REFUSED,
						  "internal error: the signed transaction does not parse");
	else if (tx.n_inputs != signed_tx->n_spent)
		ret = sn_error_set(err, SN_REFUSED,
				   "internal error: the signed transaction has %zu input%s instead of %zu",
				   tx.n_inputs, SN_PLURAL(tx.n_inputs), signed_tx->n_spent);
	else if (tx.fee != asked->fee)
		ret = sn_error_set(err, SN_REFUSED, "internal error: the signed transaction has another fee");
	for (size_t i = 0; !ret && i < tx.n_inputs; i++)
		images[i] = tx.inputs[i].key_image;
	entry->fee = tx.fee;
	entry->images = images;
	entry->n_images = signed_tx->n_spent;
	sn_tx_free(&tx);
	return ret;
}

/* Of a signed proposal, the online machine makes the transaction; its hash is known when it is proven. The
 * entry has the signable hash instead. Make it as the online machine does. */
static int describe_proposal(struct sn_signing_entry *entry, struct sn_point *images,
			     const struct sn_signed_proposal *signed_tx, const struct sn_hash *message,
			     const struct sn_account *account, struct sn_error *err)
{
	struct sn_carrot_seed seed;
	struct sn_proposal_tx *made = sn_secret_alloc(sizeof *made);
	if (!made)
		return sn_error_memory(err);
	memcpy(seed.b, signed_tx->seed, sizeof seed.b);
	for (size_t i = 0; i < signed_tx->n_inputs; i++)
		images[i] = signed_tx->inputs[i].image;
	int ret = sn_proposal_tx_make(made, account, &signed_tx->payments, &seed, images, signed_tx->n_inputs,
				      err);
	if (!ret && !sn_hash_is_equal(&made->message, message))
		ret = sn_error_set(err, SN_REFUSED,
				   "internal error: the signed transaction cannot be made again");
	entry->is_proposal = true;
	entry->tx_hash = made->message;
	entry->fee = made->tx.fee;
	entry->images = images;
	entry->n_images = signed_tx->n_inputs;
	sn_proposal_tx_free(made);
	sn_secret_free(made);
	return ret;
}

int sn_signing_entries_make(struct sn_signing_entries *entries, const struct sn_account *account,
			    const struct sn_cold_set *asked, const struct sn_cold_result *result,
			    uint64_t now, struct sn_error *err)
{
	struct sn_hash digest;
	int ret = sn_cold_set_digest(&digest, asked, account->network, err);
	if (ret)
		return ret;
	size_t n_images = 0, at = 0;
	for (size_t i = 0; i < sn_cold_set_size(asked); i++)
		n_images += sn_cold_set_inputs(asked, i);
	entries->list = calloc(sn_cold_set_size(asked), sizeof *entries->list);
	entries->images = calloc(n_images, sizeof *entries->images);
	if (!entries->list || !entries->images)
		return sn_error_memory(err);
	entries->n = sn_cold_set_size(asked);
	entries->n_images = n_images;
	for (size_t i = 0; !ret && i < sn_cold_set_size(asked); i++) {
		struct sn_signing_entry *entry = &entries->list[i];
		entry->digest = digest;
		entry->time = now;
		entry->amount = sn_cold_set_sent(asked, i);
		ret = asked->has_proposals
			      ? describe_proposal(entry, entries->images + at, &result->proposals.txs[i],
						  &result->messages[i], account, err)
			      : describe(entry, entries->images + at, &result->rings.txs[i],
					 &asked->rings.txs[i], err);
		at += sn_cold_set_inputs(asked, i);
	}
	return ret;
}

bool sn_signing_entries_are_equal(const struct sn_signing_entries *a, const struct sn_signing_entries *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!sn_signing_entry_is_equal(&a->list[i], &b->list[i]))
			return false;
	return true;
}
