#include "store/wallet_payments.h"

#include "store/output_index.h"
#include "store/wallet_lookup.h"
#include "store/wallet_records.h"
#include "store/wallet_requests.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

bool sn_payment_was_submitted(const struct sn_wallet_payment *payment)
{
	static const struct sn_hash none;
	return !sn_hash_is_equal(&payment->tx_hash, &none);
}

/* The payment was submitted, and released because a block spends one of its inputs. */
static bool is_beaten(const struct sn_wallet_payment *p)
{
	return p->state == SN_PAYMENT_RELEASED && p->height && sn_payment_was_submitted(p);
}

struct sn_wallet_payment *sn_wallet_find_payment(const struct sn_wallet *w, uint64_t id)
{
	return id >= 1 && id <= w->n_payments ? &w->payments[id - 1] : NULL;
}

const struct sn_wallet_payment *sn_wallet_find_payment_of(const struct sn_wallet *w,
							  const struct sn_hash *tx_hash)
{
	const struct sn_wallet_payment *found = NULL;
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(tx_hash->b, sizeof tx_hash->b));
	for (size_t i; (i = sn_index_next(&w->store->by_tx_hash, &walk)) != SIZE_MAX;) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (sn_hash_is_equal(&p->tx_hash, tx_hash) &&
		    (!found || found->state == SN_PAYMENT_CONFIRMED))
			found = p;
	}
	return found;
}

/* There is room in the table. An earlier hash of the payment stays in it; look-ups compare the current one.
 */
static void index_tx_hash(struct sn_wallet *w, size_t payment)
{
	const struct sn_wallet_payment *p = &w->payments[payment];
	if (sn_payment_was_submitted(p))
		sn_index_add(&w->store->by_tx_hash, sn_index_hash(p->tx_hash.b, sizeof p->tx_hash.b),
			     payment);
}

static bool is_state(enum sn_payment_state state)
{
	return state >= SN_PAYMENT_PREPARED && state <= SN_PAYMENT_RELEASED;
}

/* Every record must replay, so a caller's payment is checked as strictly as one from a file. */
static bool is_payment(const struct sn_wallet_payment *p)
{
	if (!is_state(p->state) || p->n_inputs > UINT32_MAX || p->n_destinations > UINT32_MAX)
		return false;
	for (size_t i = 0; i < p->n_destinations; i++) {
		const struct sn_address *a = &p->destinations[i].address;
		enum sn_network network;
		if (sn_network_from_number(&network, a->network) || (unsigned)a->kind > SN_ADDRESS_INTEGRATED)
			return false;
	}
	return true;
}

static void *copy_of(const void *data, size_t n, size_t size)
{
	void *copy = calloc(n ? n : 1, size);
	if (copy && n)
		memcpy(copy, data, n * size);
	return copy;
}

static bool has_height(enum sn_payment_state state)
{
	return state == SN_PAYMENT_CONFIRMED || state == SN_PAYMENT_RELEASED;
}

int sn_wallet_add_payment(struct sn_wallet *w, const struct sn_wallet_payment *payment, uint64_t *id)
{
	static const struct sn_hash none;
	struct sn_wallet_store *s = w->store;
	if (!is_payment(payment))
		return SN_BAD_INPUT;
	if (sn_wallet_make_room(&w->payments, &s->cap_payments, w->n_payments, sizeof *w->payments) ||
	    sn_index_reserve(&s->by_input, payment->n_inputs) || sn_index_reserve(&s->by_tx_hash, 1))
		return SN_IO;
	struct sn_wallet_payment p = *payment;
	p.id = w->n_payments + 1;
	p.missing_since = p.missing_height = p.conflict_seen = p.conflict_height = p.undone_at = 0;
	p.is_missing = p.is_doubtful = p.is_unanswered = false;
	p.change_keys = NULL;
	p.n_change_keys = 0;
	if (!has_height(p.state))
		p.height = 0;
	p.inputs = copy_of(payment->inputs, p.n_inputs, sizeof *p.inputs);
	p.destinations = copy_of(payment->destinations, p.n_destinations, sizeof *p.destinations);
	size_t mark = s->pending.len;
	if (p.inputs && p.destinations && !s->is_replaying) {
		sn_record_put_payment(&s->pending, &p);
		if (!sn_hash_is_equal(&p.rings, &none))
			sn_record_put_rings(&s->pending, p.id, &p.rings);
	}
	if (!p.inputs || !p.destinations || sn_wallet_note_failed(s, mark)) {
		sn_wallet_payment_clear(&p);
		return SN_IO;
	}
	for (size_t i = 0; i < p.n_inputs; i++)
		sn_index_add(&s->by_input, sn_index_hash(p.inputs[i].b, sizeof p.inputs[i].b), w->n_payments);
	w->payments[w->n_payments++] = p;
	index_tx_hash(w, w->n_payments - 1);
	*id = p.id;
	return SN_OK;
}

/* Forget the observations that hold only in the current state. */
static void clear_observations(struct sn_wallet_payment *p)
{
	p->missing_since = p->missing_height = 0;
	p->is_missing = p->is_unanswered = false;
	p->conflict_seen = p->conflict_height = 0;
}

int sn_wallet_set_payment(struct sn_wallet *w, uint64_t id, enum sn_payment_state state,
			  const struct sn_hash *tx_hash, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || !is_state(state))
		return SN_BAD_INPUT;
	if (!has_height(state))
		height = 0;
	bool is_new_hash = tx_hash && !sn_hash_is_equal(tx_hash, &p->tx_hash);
	if (is_new_hash && sn_index_reserve(&s->by_tx_hash, 1))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_payment_state(&s->pending, id, state, tx_hash, height);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	p->state = state;
	p->height = height;
	sn_wallet_drop_unsigned(w, id);
	clear_observations(p);
	if (is_new_hash) {
		p->tx_hash = *tx_hash;
		index_tx_hash(w, id - 1);
	}
	/* The block that confirms the payment, or conflicts with it, may be removed: undone_at is valid again
	 * then. */
	if (state != SN_PAYMENT_SUBMITTED && state != SN_PAYMENT_CONFIRMED && !is_beaten(p))
		p->undone_at = 0;
	return SN_OK;
}

int sn_wallet_set_rings(struct sn_wallet *w, uint64_t id, const struct sn_hash *rings)
{
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || id != w->n_payments)
		return SN_BAD_INPUT;
	p->rings = *rings;
	return SN_OK;
}

static bool spends_key(const struct sn_wallet_payment *p, const struct sn_point *key)
{
	for (size_t i = 0; i < p->n_inputs; i++)
		if (sn_point_is_equal(&p->inputs[i], key))
			return true;
	return false;
}

const struct sn_wallet_payment *sn_wallet_held_by(const struct sn_wallet *w, size_t output)
{
	return sn_wallet_holder_of(w, &w->outputs[output].key);
}

const struct sn_wallet_payment *sn_wallet_holder_of(const struct sn_wallet *w, const struct sn_point *key)
{
	const struct sn_wallet_payment *holder = NULL;
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(key->b, sizeof key->b));
	for (size_t i; (i = sn_index_next(&w->store->by_input, &walk)) != SIZE_MAX;) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (p->state != SN_PAYMENT_PREPARED && p->state != SN_PAYMENT_SUBMITTED)
			continue;
		/* A submitted payment goes first, then the lower id: the table has no order. */
		if (spends_key(p, key) && (!holder || p->state > holder->state ||
					   (p->state == holder->state && p->id < holder->id)))
			holder = p;
	}
	return holder;
}

int sn_wallet_set_missing(struct sn_wallet *w, uint64_t id, uint64_t since)
{
	return sn_wallet_set_missing_at(w, id, since, since ? sn_wallet_height(w) : 0, false);
}

int sn_wallet_declare_missing(struct sn_wallet *w, uint64_t id)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	return p && p->missing_since
		       ? sn_wallet_set_missing_at(w, id, p->missing_since, p->missing_height, true)
		       : SN_BAD_INPUT;
}

int sn_wallet_set_missing_at(struct sn_wallet *w, uint64_t id, uint64_t since, uint64_t height,
			     bool is_missing)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || p->state != SN_PAYMENT_SUBMITTED)
		return SN_BAD_INPUT;
	if (p->missing_since == since && p->is_missing == is_missing)
		return SN_OK;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_missing(&s->pending, id, since, height, is_missing);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	p->missing_since = since;
	p->missing_height = height;
	p->is_missing = is_missing;
	return SN_OK;
}

int sn_wallet_set_conflict_seen(struct sn_wallet *w, uint64_t id, uint64_t time)
{
	return sn_wallet_set_conflict_seen_at(w, id, time, sn_wallet_height(w));
}

int sn_wallet_set_conflict_seen_at(struct sn_wallet *w, uint64_t id, uint64_t time, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || p->state != SN_PAYMENT_RELEASED || !p->height || !time)
		return SN_BAD_INPUT;
	if (p->conflict_seen == time && p->conflict_height == height)
		return SN_OK;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_conflict(&s->pending, id, time, height);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	p->conflict_seen = time;
	p->conflict_height = height;
	return SN_OK;
}

/* Set a flag of payment `id`, and record it. */
static int set_flag(struct sn_wallet_store *s, uint64_t id, enum sn_record type, bool *flag, bool value)
{
	if (*flag == value)
		return SN_OK;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_flag(&s->pending, type, id, value);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	*flag = value;
	return SN_OK;
}

int sn_wallet_set_doubtful(struct sn_wallet *w, uint64_t id, bool is_doubtful)
{
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	return p ? set_flag(w->store, id, SN_RECORD_DOUBTFUL, &p->is_doubtful, is_doubtful) : SN_BAD_INPUT;
}

int sn_wallet_set_unanswered(struct sn_wallet *w, uint64_t id, bool is_unanswered)
{
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || (is_unanswered && p->state != SN_PAYMENT_SUBMITTED))
		return SN_BAD_INPUT;
	return set_flag(w->store, id, SN_RECORD_UNANSWERED, &p->is_unanswered, is_unanswered);
}

void sn_wallet_raise_conflicts(struct sn_wallet *w, const struct sn_point *key, uint64_t height)
{
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(key->b, sizeof key->b));
	for (size_t i; (i = sn_index_next(&w->store->by_input, &walk)) != SIZE_MAX;) {
		struct sn_wallet_payment *p = &w->payments[i];
		if (!is_beaten(p) || p->height >= height || !spends_key(p, key))
			continue;
		p->height = height;
		clear_observations(p);
	}
}

int sn_wallet_forget_undone(struct sn_wallet *w, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	for (size_t i = 0; i < w->n_payments; i++) {
		struct sn_wallet_payment *p = &w->payments[i];
		if (is_beaten(p) && p->height >= height && height > 1 &&
		    sn_wallet_set_payment(w, p->id, SN_PAYMENT_RELEASED, NULL, height - 1))
			return SN_IO;
		if ((p->state != SN_PAYMENT_SUBMITTED && !is_beaten(p)) || p->undone_at < height ||
		    !p->undone_at)
			continue;
		size_t mark = s->pending.len;
		sn_record_put_undone(&s->pending, p->id, 0);
		if (sn_wallet_note_failed(s, mark))
			return SN_IO;
		p->undone_at = 0;
	}
	return SN_OK;
}

int sn_wallet_replay_undone(struct sn_wallet *w, uint64_t id, uint64_t height)
{
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || (p->state != SN_PAYMENT_SUBMITTED && p->state != SN_PAYMENT_CONFIRMED && !is_beaten(p)))
		return SN_BAD_INPUT;
	p->undone_at = height;
	return SN_OK;
}

/* Whether no block and no other payment, except released ones, spends an input of the payment. */
static bool could_resume(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	for (size_t i = 0; i < p->n_inputs; i++) {
		struct sn_index_walk walk =
			sn_index_walk(sn_index_hash(p->inputs[i].b, sizeof p->inputs[i].b));
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX && w->outputs[output].is_spent)
			return false;
		for (size_t k; (k = sn_index_next(&w->store->by_input, &walk)) != SIZE_MAX;)
			if (w->payments[k].state != SN_PAYMENT_RELEASED &&
			    spends_key(&w->payments[k], &p->inputs[i]))
				return false;
	}
	return true;
}

/* The conflicts at `height` and above. The wallet knows all outputs by their keys. */
static void undo_conflicts(struct sn_wallet *w, uint64_t height)
{
	for (size_t i = 0; i < w->n_payments; i++) {
		struct sn_wallet_payment *p = &w->payments[i];
		if (p->state != SN_PAYMENT_RELEASED || !p->height || p->height < height)
			continue;
		/* The wallet has reported that a submitted payment failed. It keeps the height of the
		 * conflict, below which no new block settles the matter, or is submitted again, but doubtful
		 * like a rejected one. */
		bool was_submitted = sn_payment_was_submitted(p);
		if (!was_submitted)
			p->height = 0;
		clear_observations(p);
		if (!could_resume(w, p))
			continue;
		p->height = 0;
		p->is_doubtful |= was_submitted;
		p->state = was_submitted ? SN_PAYMENT_SUBMITTED : SN_PAYMENT_PREPARED;
	}
}

int sn_wallet_undo_payments(struct sn_wallet *w, uint64_t height)
{
	bool has_conflicts = false;
	for (size_t i = 0; i < w->n_payments; i++) {
		struct sn_wallet_payment *p = &w->payments[i];
		if (p->state == SN_PAYMENT_CONFIRMED && p->height >= height) {
			p->state = SN_PAYMENT_SUBMITTED;
			if (p->height > p->undone_at)
				p->undone_at = p->height;
			p->height = 0;
		}
		has_conflicts |= p->state == SN_PAYMENT_RELEASED && p->height && p->height >= height;
	}
	if (!has_conflicts)
		return SN_OK;
	const int ret = sn_wallet_index_outputs(w);
	if (!ret)
		undo_conflicts(w, height);
	return ret;
}
