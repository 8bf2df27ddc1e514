#include "hot/submit.h"

#include "handoff/envelope.h"
#include "hot/fork_daemon.h"
#include "hot/pool.h"
#include "hot/reference_signed.h"
#include "hot/scan.h"
#include "hot/submit_age.h"
#include "hot/submit_candidate.h"
#include "hot/submit_check.h"
#include "hot/submit_proposals.h"
#include "hot/sync.h"
#include "interop/sealed_file.h"
#include "node/daemon_send.h"

#include <stdlib.h>
#include <string.h>

#define SUBMIT_AGAIN "submit the same signed file again, which is harmless"

/* Add a payment that this wallet file did not prepare, for example because the file was recreated. Its
 * recipients are unknown; its amount is known. */
static int adopt_payment(struct sn_wallet *w, const struct candidate *c, uint64_t now, uint64_t *id)
{
	struct sn_payment_destination somebody = {.amount = c->spent - c->received - c->tx.fee};
	struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_PREPARED,
		.time = now,
		.fee = c->tx.fee,
		.change = c->received,
		.inputs = c->signed_tx->spent,
		.n_inputs = c->signed_tx->n_spent,
		.destinations = &somebody,
		.n_destinations = somebody.amount ? 1 : 0,
	};
	return sn_wallet_add_payment(w, &payment, id);
}

/* Release prepared payments that reserve one of these outputs. `result` has room for all of them. */
static int release_rivals(struct sn_wallet *w, const struct candidate *c, uint64_t height,
			  struct sn_submit_result *result)
{
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		bool is_rival = false;
		if (p->state != SN_PAYMENT_PREPARED || p->id == c->payment_id)
			continue;
		for (size_t j = 0; j < p->n_inputs; j++)
			for (size_t k = 0; k < c->signed_tx->n_spent; k++)
				is_rival |= sn_point_is_equal(&p->inputs[j], &c->signed_tx->spent[k]);
		if (!is_rival)
			continue;
		int ret = sn_wallet_set_payment(w, p->id, SN_PAYMENT_RELEASED, NULL, height);
		if (ret)
			return ret;
		result->released[result->n_released++] = p->id;
	}
	return SN_OK;
}

/* The transaction is in that block. If it were only submitted until the next rescan, its change would count
 * twice. It is not sent, because sending a mined transaction would identify its owner. If the chain is
 * reorganized, it becomes submitted again. */
static int confirm(struct sn_wallet *w, struct candidate *c, uint64_t height)
{
	int ret = sn_wallet_set_payment(w, c->payment_id, SN_PAYMENT_CONFIRMED, &c->hash, height);
	for (size_t i = 0; !ret && i < c->signed_tx->n_spent; i++) {
		size_t output = sn_wallet_find_key(w, &c->signed_tx->spent[i]);
		if (!w->outputs[output].is_spent)
			ret = sn_wallet_set_spent(w, output, height, &c->hash);
	}
	c->is_submitted = c->is_confirmed = true; /* by any software */
	return ret;
}

/* The change is the sum of all outputs to us, or one of them: then the others are payments to ourselves. */
static int remember_change(struct sn_wallet *w, const struct candidate *c)
{
	uint64_t change = sn_wallet_find_payment(w, c->payment_id)->change;
	if (change == c->received)
		return sn_wallet_set_change_keys(w, c->payment_id, c->returned, c->n_returned);
	for (size_t i = 0; i < c->n_returned; i++)
		if (c->returned_amounts[i] == change)
			return sn_wallet_set_change_keys(w, c->payment_id, &c->returned[i], 1);
	return SN_OK;
}

/* If the wallet has reported that the payment was released, its recipients are blocked until a daemon accepts
 * it (hot/second_payment.h). */
static int submit_payment(struct sn_wallet *w, struct candidate *c)
{
	c->was_doubtful |= c->was_sent;
	int ret = sn_wallet_set_payment(w, c->payment_id, SN_PAYMENT_SUBMITTED, &c->hash, 0);
	return ret || !c->was_sent ? ret : sn_wallet_set_doubtful(w, c->payment_id, true);
}

/* Store everything before the first byte is sent: a crash in between loses no key image. */
static int remember(struct sn_wallet *w, struct candidate *c, uint64_t now, struct sn_submit_result *result,
		    struct sn_error *err)
{
	const struct sn_signed_tx *s = c->signed_tx;
	int ret = sn_submit_check_not_taken(c, w, err); /* nor by another one of the set */
	if (ret)
		return ret;
	sn_submit_find_payment(c, w);
	for (size_t i = 0; !ret && i < s->n_spent; i++) {
		const struct sn_wallet_output *o = &w->outputs[sn_wallet_find_key(w, &s->spent[i])];
		c->spends_unseen |= !o->has_image;
		ret = sn_wallet_add_image(w, &s->spent[i], &c->tx.inputs[i].key_image);
	}
	for (size_t i = 0; !ret && i < s->n_created; i++)
		ret = sn_wallet_add_image(w, &c->tx.outputs[s->created[i].index].key, &s->created[i].image);
	bool is_adopted = !ret && !c->payment_id; /* a new payment: released if it cannot be sent */
	if (is_adopted)
		ret = adopt_payment(w, c, now, &c->payment_id);
	if (!ret) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, c->payment_id);
		c->state_before = is_adopted ? SN_PAYMENT_RELEASED : p->state;
		c->hash_before = is_adopted ? c->hash : p->tx_hash;
		c->doubtful_before = p->is_doubtful;
		c->unanswered_before = p->is_unanswered;
		/* An earlier call stored the key images, and no daemon answered. */
		c->spends_unseen |= p->is_unanswered;
		c->missing_before = (struct missing){p->missing_since, p->missing_height, p->is_missing};
		if (p->state == SN_PAYMENT_RELEASED) {
			c->conflict_before = p->height;
			c->conflict_seen_before = p->conflict_seen;
			c->conflict_height_before = p->conflict_height;
		}
	}
	uint64_t height = ret || c->is_confirmed ? 0 : sn_submit_seen_at(w, c);
	if (!ret && height)
		ret = confirm(w, c, height);
	else if (!ret && !c->is_submitted)
		ret = submit_payment(w, c);
	else if (!ret && !c->is_confirmed)
		ret = sn_wallet_set_missing(w, c->payment_id, 0); /* the daemon is about to get it again */
	if (!ret && !c->is_confirmed)
		ret = sn_wallet_set_unanswered(w, c->payment_id, true);
	if (!ret)
		ret = remember_change(w, c);
	if (!ret)
		ret = release_rivals(w, c, height, result);
	if (ret == SN_BAD_INPUT)
		return sn_submit_foreign(err, "a key image contradicts the known one of that output");
	return ret ? sn_error_memory(err) : SN_OK;
}

/* Change the wallet with `change` and store it. If either fails, the wallet is unchanged. Does not wait for
 * the daemon. */
static int change_and_store(struct sn_wallet *w,
			    int (*change)(struct sn_wallet *w, void *context, struct sn_error *err),
			    void *context, struct sn_error *err)
{
	sn_wallet_change_begin(w);
	int ret = change(w, context, err);
	ret = sn_wallet_settle(w, ret, !ret, err);
	sn_wallet_change_end(w);
	return ret;
}

struct set {
	struct candidate *candidates;
	size_t n;
	uint64_t now;
	struct sn_submit_result *result;
};

static bool is_hopeless(const struct set *set)
{
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++)
		n += set->candidates[i].failed != SN_OK;
	return n == set->n;
}

static int remember_all(struct sn_wallet *w, void *context, struct sn_error *err)
{
	struct set *set = context;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < set->n; i++)
		if (!set->candidates[i].failed)
			ret = remember(w, &set->candidates[i], set->now, set->result, err);
	return ret;
}

struct outcome {
	const struct candidate *candidate;
	enum sn_payment_state state;
	const struct sn_hash *hash; /* NULL: keep the one it has */
	const struct sn_submit_result *result;
};

/* Whether no input of the payment is spent or reserved by another payment. */
static bool could_go_on(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	for (size_t i = 0; i < p->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX && (w->outputs[output].is_spent || sn_wallet_held_by(w, output)))
			return false;
	}
	return true;
}

/* Restore also the payments that were released in favour of this one, except those with outputs that other
 * transactions of the set took. */
static int set_state(struct sn_wallet *w, void *context, struct sn_error *err)
{
	const struct outcome *o = context;
	const struct candidate *c = o->candidate;
	int ret = sn_wallet_set_payment(w, c->payment_id, o->state, o->hash, c->conflict_before);
	if (!ret && c->conflict_seen_before)
		ret = sn_wallet_set_conflict_seen_at(w, c->payment_id, c->conflict_seen_before,
						     c->conflict_height_before);
	if (!ret)
		ret = sn_wallet_set_doubtful(w, c->payment_id, c->doubtful_before);
	for (size_t i = 0; !ret && i < o->result->n_released; i++) {
		uint64_t id = o->result->released[i];
		if (could_go_on(w, sn_wallet_find_payment(w, id)))
			ret = sn_wallet_set_payment(w, id, SN_PAYMENT_PREPARED, NULL, 0);
	}
	return ret ? sn_error_memory(err) : SN_OK;
}

/* Payments that are prepared again no longer count as released. */
static void keep_released(struct sn_submit_result *result, const struct sn_wallet *w)
{
	size_t kept = 0;
	for (size_t i = 0; i < result->n_released; i++)
		if (sn_wallet_find_payment(w, result->released[i])->state == SN_PAYMENT_RELEASED)
			result->released[kept++] = result->released[i];
	result->n_released = kept;
}

/* Record an answer. A daemon that rejects may have forwarded the transaction, whatever an earlier one
 * answered: its outputs and recipients stay reserved. */
static int note_answer(struct sn_wallet *w, void *context, struct sn_error *err)
{
	const struct candidate *c = context;
	return sn_wallet_set_doubtful(w, c->payment_id, c->failed != SN_OK) ||
			       sn_wallet_set_unanswered(w, c->payment_id, false)
		       ? sn_error_memory(err)
		       : SN_OK;
}

/* A failure is not reported: the recipients stay blocked for longer than necessary. */
static int note_acceptance(struct sn_wallet *w, struct candidate *c, struct sn_error *err)
{
	struct sn_error unimportant;
	if (c->was_doubtful)
		return change_and_store(w, note_answer, c, err);
	(void)!change_and_store(w, note_answer, c, &unimportant);
	return SN_OK;
}

/* The payment was submitted before, and is not sent now: restore what was known about it. */
static int not_sent_again(struct sn_wallet *w, void *context, struct sn_error *err)
{
	const struct candidate *c = context;
	const struct missing *m = &c->missing_before;
	return sn_wallet_set_missing_at(w, c->payment_id, m->since, m->height, m->is_missing) ||
			       sn_wallet_set_unanswered(w, c->payment_id, c->unanswered_before)
		       ? sn_error_memory(err)
		       : SN_OK;
}

/* The wallet could not record the rejection: it has the payment as submitted, without the reason. */
static int explain_unnoted(int ret, struct sn_error *err)
{
	sn_error_append(err, ret,
			"; the daemon rejected the transaction, but may have forwarded it: do not pay again");
	err->reason = SN_REASON_MAYBE_SENT;
	return sn_error_hint(err, ret, SUBMIT_AGAIN);
}

/* Update a payment that the daemon did not accept. If it was not sent, restore its previous state; a payment
 * that keeps a hash counts as submitted. Otherwise it stays submitted, because it may be pending whatever the
 * daemon answers; the next sync reports whether the daemon knows it. */
static int settle(struct sn_wallet *w, struct candidate *c, enum sn_send_outcome outcome,
		  struct sn_submit_result *result, struct sn_error *err)
{
	struct outcome o = {c, c->state_before, &c->hash_before, result};
	int ret;
	if (outcome == SN_SEND_UNKNOWN || outcome == SN_SEND_ACCEPTED)
		return SN_OK;
	if (outcome == SN_SEND_REJECTED) {
		ret = change_and_store(w, note_answer, c, err);
		return ret ? explain_unnoted(ret, err) : SN_OK;
	}
	if (c->is_submitted)
		return change_and_store(w, not_sent_again, c, err);
	ret = change_and_store(w, set_state, &o, err);
	if (!ret)
		keep_released(result, w);
	return ret;
}

static int want_rescan(struct sn_wallet *w, void *context, struct sn_error *err)
{
	(void)context;
	return sn_wallet_want_rescan(w, 0) ? sn_error_memory(err) : SN_OK;
}

/* A block that was scanned before the key images were known may contain the transaction, or another one that
 * spent its inputs. Request a rescan in the next sync. This is unverified, so no balance changes. The rescan
 * starts at the restore height: a start at the output would tell the daemon where the output is. */
static int scan_again(struct sn_wallet *w, const struct candidate *c, struct sn_error *err)
{
	return c->spends_unseen ? change_and_store(w, want_rescan, NULL, err) : SN_OK;
}

/* Add the remedy. If an earlier daemon did not reject the transaction, this rejection does not show that
 * nobody has it. */
static int explain_rejection(struct sn_error *err, const struct candidate *c)
{
	const bool is_spent = err->reason == SN_REASON_SPENT;
	const unsigned long long id = c->payment_id;
	if (c->is_submitted && !c->was_doubtful) {
		sn_error_append(err, SN_DAEMON,
				"; it was submitted before, and the network may have it: do not pay again");
		err->reason = SN_REASON_MAYBE_SENT;
		return sn_error_hint(
			err, SN_DAEMON,
			is_spent
				? "run wo-sync (sneakernote: refresh) to find the transaction that spent the input"
				: "run wo-sync (sneakernote: refresh) to see whether it is in a block");
	}
	int ret = is_spent ? SN_REFUSED : SN_DAEMON;
	sn_error_append(
		err, ret,
		"; it may nevertheless have been forwarded: payment %llu stays pending, and its recipients cannot be "
		"paid again until it counts as missing, when wo-sync (sneakernote: refresh) has not found it for %d "
		"minutes and %d blocks",
		id, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS);
	return sn_error_hint(
		err, ret,
		is_spent ? "run wo-sync (sneakernote: refresh) to find the transaction that spent the input"
			 : "submit the file again, or to another daemon");
}

/* Send one transaction, unless the wallet has it in a block. Neither its hash nor its key images are
 * requested before: a request shortly before the transmission would identify the sender. The answer to the
 * transmission shows whether the daemon already had it. */
static int broadcast(enum sn_send_outcome *outcome, struct sn_wallet *w, struct sn_daemon *daemon,
		     struct candidate *c, struct sn_error *err)
{
	struct sn_error not_stored = {0};
	*outcome = SN_SEND_ACCEPTED;
	c->was_known = c->is_confirmed;
	if (c->is_confirmed)
		return SN_OK;
	int ret = sn_daemon_send_transaction(daemon, c->signed_tx->bytes, c->signed_tx->len, outcome,
					     &c->was_known, err);
	if (!ret)
		ret = note_acceptance(w, c, err);
	if (!ret && c->was_known)
		ret = scan_again(w, c, err);
	if (ret && *outcome == SN_SEND_UNKNOWN) {
		sn_error_append(err, ret, "; the transaction may have been sent: do not pay again");
		ret = sn_error_hint(err, ret, SUBMIT_AGAIN);
	}
	bool is_spent = ret && err->reason == SN_REASON_SPENT;
	if (ret && *outcome == SN_SEND_REJECTED)
		ret = explain_rejection(err, c);
	if (is_spent && scan_again(w, c, &not_stored)) {
		*err = not_stored;
		ret = SN_IO;
	}
	return ret;
}

static bool would_be_sent(const struct candidate *c)
{
	return !c->failed && !c->is_confirmed;
}

/* Send the transactions one after the other. After a rejection the others are still sent; after a failed
 * connection they are not. If the wallet cannot be stored, sending ends with that error: the remaining
 * transactions stay submitted, as stored. */
static int broadcast_all(struct sn_submit_result *result, struct sn_wallet *w, struct sn_daemon *daemon,
			 const struct set *set, struct sn_error *err)
{
	bool is_gone = false;
	for (size_t i = 0; i < set->n; i++) {
		struct candidate *c = &set->candidates[i];
		enum sn_send_outcome outcome = SN_SEND_NOT_SENT;
		if (c->failed)
			continue;
		if (is_gone && would_be_sent(c))
			c->failed = sn_error_hint(&c->why,
						  sn_error_set(&c->why, SN_DAEMON,
							       "%s: an earlier transaction could not be sent",
							       c->unsent),
						  "submit the same signed file again");
		else
			c->failed = broadcast(&outcome, w, daemon, c, &c->why);
		c->is_known = outcome == SN_SEND_ACCEPTED;
		c->may_be_sent = c->is_submitted || c->was_sent || outcome != SN_SEND_NOT_SENT;
		if (!c->failed)
			continue;
		if (c->is_known) { /* the wallet could not be stored */
			*err = c->why;
			return c->failed;
		}
		is_gone |= outcome != SN_SEND_REJECTED;
		int ret = settle(w, c, outcome, result, err);
		if (ret)
			return ret;
	}
	return SN_OK;
}

/* A spent output concerns only the transaction that spends it, not the others. */
static int set_aside(struct candidate *c, int ret, const struct sn_error *err)
{
	if (ret != SN_REFUSED || err->reason != SN_REASON_SPENT)
		return ret;
	c->failed = ret;
	c->why = *err;
	c->may_be_sent = c->was_sent;
	if (c->was_sent)
		sn_error_append(
			&c->why, ret,
			"; it was sent before, and may be mined if the block of the other one is replaced");
	return SN_OK;
}

/* After upgrade 18, transactions with rings are invalid. */
static int check_upgrade(struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err)
{
	int ret = sn_check_fork(w, daemon, err);
	if (!ret || !err || err->reason != SN_REASON_FORK)
		return ret;
	return sn_error_hint(
		err, ret,
		"transactions with rings become invalid: if another daemon reports the upgrade too, release the payment (wo-transfer --release=ID), and destroy the file");
}

/* Check the daemon's network and upgrades, if there is something to send. */
static int check_daemon(struct sn_wallet *w, struct sn_daemon *daemon, const struct set *set,
			struct sn_error *err)
{
	for (size_t i = 0; i < set->n; i++)
		if (would_be_sent(&set->candidates[i])) {
			int ret = sn_check_network(w, daemon, NULL, err);
			return ret ? ret : check_upgrade(w, daemon, err);
		}
	return SN_OK;
}

static int check_all(struct set *set, const struct sn_signed_set *signed_set, const struct sn_wallet *w,
		     const struct sn_subaddress_table *table, struct sn_error *err)
{
	static const struct sn_hash none;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < set->n; i++) {
		struct candidate *c = &set->candidates[i];
		c->signed_tx = &signed_set->txs[i];
		c->unsent = set->n == 1 ? "nothing was sent" : "it was not sent";
		ret = sn_submit_check(c, w, table, err);
		if (ret && !sn_hash_is_equal(&c->hash, &none))
			sn_submit_find_payment(c, w); /* for explain_early */
	}
	for (size_t i = 0; !ret && i < set->n; i++) {
		struct candidate *c = &set->candidates[i];
		sn_submit_find_payment(c, w);
		ret = set_aside(c, sn_submit_check_not_taken(c, w, err), err);
	}
	return ret ? ret : sn_submit_check_second(set->candidates, set->n, w, set->now, err);
}

/* Nothing is changed yet. */
static int warn(struct sn_submit_result *result, const struct set *set, const struct sn_wallet *w,
		struct sn_daemon *daemon, const struct sn_submit_watch *watch, struct sn_error *err)
{
	int ret = sn_submit_warning(result->warning, set->candidates, set->n, w, daemon, set->now, err);
	if (ret || !result->warning[0] || !watch || watch->go_on(watch->context, result->warning))
		return ret;
	return sn_error_set(err, SN_REFUSED, "not submitted, nothing was sent: %s", result->warning);
}

/* The transaction that decides the caller's next step: the first one that may have been sent, because paying
 * again could pay twice; otherwise the first one that failed; SIZE_MAX without any. */
static size_t find_worst(const struct set *set)
{
	size_t first = SIZE_MAX;
	for (size_t i = set->n; i-- > 0;)
		if (set->candidates[i].failed && !set->candidates[i].is_known)
			first = i;
	for (size_t i = 0; i < set->n; i++)
		if (set->candidates[i].failed && set->candidates[i].why.reason == SN_REASON_MAYBE_SENT)
			return i;
	return first;
}

/* The error of the whole set, unless `ret` already is one. A failure of the wallet must not hide that a
 * transaction may have been sent. */
static int explain(const struct set *set, int ret, struct sn_error *err)
{
	size_t worst = find_worst(set);
	const struct candidate *c = worst == SIZE_MAX ? NULL : &set->candidates[worst];
	if (!c)
		return ret;
	if (!ret) {
		*err = c->why;
		return set->n > 1
			       ? sn_error_prefix(err, c->failed, "transaction %zu of %zu", worst + 1, set->n)
			       : c->failed;
	}
	if (c->why.reason == SN_REASON_MAYBE_SENT && err->reason != SN_REASON_MAYBE_SENT) {
		sn_error_append(err, ret, "; transaction %zu of %zu may have been sent: do not pay again",
				worst + 1, set->n);
		err->reason = SN_REASON_MAYBE_SENT;
		sn_error_hint(err, ret, SUBMIT_AGAIN);
	}
	return ret;
}

/* List the outcome of each transaction. */
static int list_outcomes(struct sn_submit_result *result, const struct set *set, int ret,
			 struct sn_error *err)
{
	for (size_t i = 0; i < set->n; i++) {
		const struct candidate *c = &set->candidates[i];
		if (c->is_known)
			result->txs[result->n++] = (struct sn_submitted){c->hash, c->payment_id,
									 c->signed_tx->len, c->was_known};
		if (c->is_known || !c->failed)
			continue;
		result->failed[result->n_failed++] =
			(struct sn_not_submitted){c->hash, c->payment_id, c->may_be_sent, c->why};
	}
	return explain(set, ret, err);
}

/* Nothing was sent. But a transaction that was submitted before may be in the network, and the caller must
 * learn that from any error. */
static int explain_early(struct sn_submit_result *result, const struct set *set, int ret,
			 struct sn_error *err)
{
	bool was_sent = false;
	for (size_t i = 0; i < set->n; i++)
		was_sent |= set->candidates[i].was_sent && !set->candidates[i].is_confirmed;
	if (!was_sent)
		return ret;
	for (size_t i = 0; i < set->n; i++) {
		struct candidate *c = &set->candidates[i];
		if (c->failed || c->is_confirmed)
			continue;
		c->failed = ret;
		c->why = *err;
		c->may_be_sent = c->was_sent;
	}
	sn_error_append(err, ret, "; it was submitted before, and the network may have it: do not pay again");
	err->reason = SN_REASON_MAYBE_SENT;
	return list_outcomes(result, set, ret, err);
}

int sn_submit_open(struct sn_signed_set *set, const struct sn_account *account, const void *file, size_t len,
		   struct sn_error *err)
{
	struct sn_buf content = {0};
	int ret = sn_interop_is_file(file, len)
			  ? sn_reference_signed_open(&content, account, file, len, err)
			  : sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, account->network,
					     &account->view_secret, file, len, err);
	if (!ret)
		ret = sn_signed_set_decode(set, content.data, content.len, err);
	sn_buf_free(&content);
	return ret;
}

int sn_submit(struct sn_submit_result *result, struct sn_wallet *w, struct sn_daemon *daemon,
	      const void *file, size_t len, uint64_t now, const struct sn_submit_watch *watch,
	      struct sn_error *err)
{
	struct sn_signed_set signed_set = {0};
	*result = (struct sn_submit_result){0};
	if (sn_envelope_is(SN_ENVELOPE_SIGNED_PROPOSALS, file, len))
		return sn_submit_proposals(result, w, file, len, err);
	struct sn_subaddress_table table = {0};
	int ret = sn_submit_open(&signed_set, w->account, file, len, err);
	if (ret)
		return ret;
	struct set set = {.n = signed_set.n, .now = now, .result = result};
	set.candidates = calloc(set.n + 1, sizeof *set.candidates);
	result->txs = calloc(set.n + 1, sizeof *result->txs);
	result->failed = calloc(set.n + 1, sizeof *result->failed);
	result->released = calloc(w->n_payments + 1, sizeof *result->released);
	if (!set.candidates || !result->txs || !result->failed || !result->released ||
	    sn_scan_table_init(&table, w)) {
		ret = sn_error_memory(err);
		goto out;
	}
	sn_daemon_set_apart(daemon, true);
	ret = check_all(&set, &signed_set, w, &table, err);
	if (!ret)
		ret = check_daemon(w, daemon, &set, err);
	if (!ret)
		ret = warn(result, &set, w, daemon, watch, err);
	if (!ret && !is_hopeless(&set))
		ret = change_and_store(w, remember_all, &set, err);
	ret = ret ? explain_early(result, &set, ret, err)
		  : list_outcomes(result, &set, broadcast_all(result, w, daemon, &set, err), err);
	sn_daemon_set_apart(daemon, false);
out:
	for (size_t i = 0; set.candidates && i < set.n; i++)
		sn_tx_free(&set.candidates[i].tx);
	free(set.candidates);
	sn_subaddress_table_free(&table);
	sn_signed_set_free(&signed_set);
	if (ret && result->n == 0 && result->n_failed == 0)
		sn_submit_result_free(result);
	return ret;
}

void sn_submit_result_free(struct sn_submit_result *result)
{
	free(result->txs);
	free(result->failed);
	free(result->released);
	free(result->proposals);
	*result = (struct sn_submit_result){0};
}
