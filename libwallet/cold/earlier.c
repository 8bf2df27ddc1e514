#include "cold/earlier.h"

#include <stdlib.h>
#include <string.h>

enum state { UNSEEN, CONFLICT, CONNECTED };

struct walk {
	const struct sn_signing_journal *journal;
	const struct sn_signing_entry *entries;
	size_t n;
	const struct sn_hash *digest, *own;
	uint8_t *states; /* of each entry */
	size_t *queue;
	size_t n_queued;
};

static void reach(struct walk *w, const struct sn_signing_entry *entry, enum state state)
{
	const size_t i = (size_t)(entry - w->entries);
	if (w->states[i] != UNSEEN || (w->digest && sn_hash_is_equal(&entry->digest, w->digest)) ||
	    (w->own && sn_hash_is_equal(&entry->tx_hash, w->own)))
		return;
	w->states[i] = (uint8_t)state;
	w->queue[w->n_queued++] = i;
}

static void reach_spending(struct walk *w, const struct sn_point *images, size_t n_images, enum state state)
{
	for (size_t i = 0; i < n_images; i++) {
		const struct sn_signing_entry *entry = NULL;
		while ((entry = sn_signing_journal_find_before(w->journal, &images[i], entry)))
			reach(w, entry, state);
	}
}

/* The entries of a set are in one commit, next to each other. */
static void reach_set(struct walk *w, size_t at)
{
	const struct sn_hash *digest = &w->entries[at].digest;
	for (size_t i = at; i > 0 && sn_hash_is_equal(&w->entries[i - 1].digest, digest); i--)
		reach(w, &w->entries[i - 1], CONNECTED);
	for (size_t i = at + 1; i < w->n && sn_hash_is_equal(&w->entries[i].digest, digest); i++)
		reach(w, &w->entries[i], CONNECTED);
}

static void add(struct sn_review_earlier *list, const struct sn_signing_entry *entry)
{
	if (list->n < SN_REVIEW_EARLIER_MAX)
		list->txs[list->n] = (struct sn_review_signed){entry->tx_hash, entry->is_proposal};
	list->n++;
}

int sn_earlier_find(struct sn_review_earlier *conflicts, struct sn_review_earlier *valid,
		    const struct sn_signing_journal *journal, const struct sn_point *images, size_t n_images,
		    const struct sn_hash *digest, const struct sn_hash *own, struct sn_error *err)
{
	struct walk w = {.journal = journal, .digest = digest, .own = own};
	bool is_known = false;
	int ret = SN_OK;
	*conflicts = *valid = (struct sn_review_earlier){0};
	for (size_t i = 0; i < n_images && !is_known; i++)
		is_known = sn_signing_journal_find_before(journal, &images[i], NULL) != NULL;
	if (!is_known)
		return SN_OK;
	w.entries = sn_signing_journal_entries(journal, &w.n);
	w.states = calloc(w.n, sizeof *w.states);
	w.queue = calloc(w.n, sizeof *w.queue);
	if (!w.states || !w.queue) {
		ret = sn_error_memory(err);
		goto out;
	}
	reach_spending(&w, images, n_images, CONFLICT);
	for (size_t i = 0; i < w.n_queued; i++) {
		const struct sn_signing_entry *entry = &w.entries[w.queue[i]];
		reach_spending(&w, entry->images, entry->n_images, CONNECTED);
		reach_set(&w, w.queue[i]);
	}
	for (size_t i = w.n; i-- > 0;)
		if (w.states[i] != UNSEEN)
			add(w.states[i] == CONFLICT ? conflicts : valid, &w.entries[i]);
out:
	free(w.states);
	free(w.queue);
	return ret;
}
