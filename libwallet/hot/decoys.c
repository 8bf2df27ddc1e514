#include "hot/decoys.h"

#include "crypto/group.h"
#include "crypto/torsion.h"
#include "hot/decoy_picker.h"
#include "hot/distribution_check.h"
#include "hot/kept_ring.h"
#include "hot/ring_sanity.h"
#include "node/daemon_outputs.h"
#include "ringct/commitment.h"

#include <stdlib.h>
#include <string.h>

/* Outputs to request per input: one and a half rings, plus the possible number of young coinbase outputs. */
#define ASKED ((SN_RING_SIZE * 3) / 2 + 1 + SN_COINBASE_AGE - SN_SPENDABLE_AGE)

/* Draws per input. The smallest allowed chain requires hitting all of its outputs but one: some thousands of
 * draws. Only an impossible distribution needs more. */
#define DRAWS_MAX 100000

/* On sufficiently long chains, the first ring is insane only once in many billions. */
#define SANE_TRIES 100

static int by_index(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static void shuffle(uint64_t *x, size_t n)
{
	for (; n > 1; n--) {
		size_t i = (size_t)sn_decoy_random_below(n);
		uint64_t last = x[n - 1];
		x[n - 1] = x[i];
		x[i] = last;
	}
}

/* The places of the earlier ring's decoys in an input's draws. */
struct earlier {
	size_t n_kept;    /* behind the output itself */
	size_t n_dropped; /* behind the ring */
};

/* The request for all inputs, one after the other. */
struct request {
	uint64_t *asked;         /* ascending per input; the daemon sees this */
	uint64_t *drawn;         /* the same in order of drawing; the daemon must not see this */
	size_t *counts;          /* for each input */
	struct earlier *earlier; /* for each input */
	struct sn_daemon_output *answer;
};

static bool is_drawn(const uint64_t *drawn, size_t n, uint64_t index)
{
	for (size_t i = 0; i < n; i++)
		if (drawn[i] == index)
			return true;
	return false;
}

/* Draw all other outputs of the chain that are locked, or all that are not, in any order. The reference
 * implementation takes the oldest ones first; no order is better. */
static void draw_all_others(uint64_t *drawn, size_t *n, const struct sn_decoy_picker *p, bool are_locked)
{
	size_t before = *n;
	for (uint64_t i = 0; i < p->n_outputs; i++)
		if (sn_decoy_is_locked(p, i) == are_locked && !is_drawn(drawn, before, i))
			drawn[(*n)++] = i;
	shuffle(drawn + before, *n - before);
}

/* Outputs that are requested, but not for the ring. */
struct aside {
	uint64_t indices[ASKED - SN_RING_SIZE];
	size_t n;
};

static void put_aside(struct aside *a, uint64_t index)
{
	if (a->n < ASKED - SN_RING_SIZE)
		a->indices[a->n++] = index;
}

/* Append what is not drawn yet. Returns the number of outputs appended. */
static size_t append_aside(uint64_t *drawn, size_t *n, const struct aside *a)
{
	const size_t before = *n;
	for (size_t i = 0; i < a->n && *n < ASKED; i++)
		if (!is_drawn(drawn, *n, a->indices[i]))
			drawn[(*n)++] = a->indices[i];
	return *n - before;
}

/* Draw until there are `end`, and put locked outputs aside unless `locked` is NULL. */
static int draw_until(uint64_t *drawn, size_t *n, size_t end, struct aside *locked,
		      const struct sn_decoy_picker *p, struct sn_daemon *daemon, struct sn_error *err)
{
	for (size_t draws = 0; *n < end; draws++) {
		if (draws == DRAWS_MAX)
			return sn_error_hint(
				err,
				sn_error_set(err, SN_DAEMON,
					     "the daemon at %s sent an impossible output distribution",
					     sn_daemon_address(daemon)),
				"use another daemon");
		uint64_t pick = sn_decoy_pick(p);
		if (pick >= p->n_outputs || is_drawn(drawn, *n, pick))
			continue;
		if (locked && sn_decoy_is_locked(p, pick))
			put_aside(locked, pick);
		else
			drawn[(*n)++] = pick;
	}
	return SN_OK;
}

/* Draw for one input: its own output, its decoys, the decoys of its earlier ring, and spares. The earlier
 * decoys are requested again so that the intersection of both requests contains the whole earlier ring.
 *
 * The ring has no output that the wallet knows to be locked: the ring is stored before the answer comes, and
 * check_kept would refuse it in later requests. Locked outputs that were drawn are requested nevertheless, as
 * the reference wallet does. */
static int draw(uint64_t *drawn, size_t *count, struct earlier *earlier, const struct sn_decoy_picker *p,
		uint64_t own, const struct sn_wallet_ring *before, bool keeps, bool is_other,
		struct sn_daemon *daemon, struct sn_error *err)
{
	struct aside former = {.n = 0}, locked = {.n = 0};
	size_t n = 0;
	*earlier = (struct earlier){0};
	for (size_t i = 0; before && i < SN_WALLET_DECOYS; i++)
		if (before->decoys[i] < p->n_outputs)
			put_aside(&former, before->decoys[i]);
	drawn[n++] = own;
	if (before && keeps)
		earlier->n_kept = sn_kept_ring_draw(drawn, &n, p, before, is_other);
	int ret = SN_OK;
	if (p->n_outputs <= ASKED) {
		draw_all_others(drawn, &n, p, false);
		draw_all_others(drawn, &n, p, true);
	} else {
		ret = draw_until(drawn, &n, SN_RING_SIZE, &locked, p, daemon, err);
		if (!ret) {
			earlier->n_dropped = append_aside(drawn, &n, &former);
			append_aside(drawn, &n, &locked);
			ret = draw_until(drawn, &n, ASKED, NULL, p, daemon, err);
		}
	}
	*count = n;
	return ret;
}

/* Draw until daemons would relay the ring. The kept decoys are dropped only if nothing else helps. */
static int draw_sane(uint64_t *drawn, size_t *count, struct earlier *earlier, const struct sn_decoy_picker *p,
		     uint64_t own, const struct sn_wallet_ring *before, bool is_other,
		     struct sn_daemon *daemon, struct sn_error *err)
{
	uint64_t ring[SN_RING_SIZE];
	for (int tries = 0; tries < SANE_TRIES; tries++) {
		int ret = draw(drawn, count, earlier, p, own, before, tries < SANE_TRIES / 2, is_other,
			       daemon, err);
		if (ret || *count < SN_RING_SIZE)
			return ret;
		memcpy(ring, drawn, sizeof ring);
		if (sn_rings_are_sane(ring, SN_RING_SIZE, p->n_outputs))
			break;
	}
	return SN_OK; /* the transaction as a whole is checked later */
}

static bool is_usable(const struct sn_daemon_output *o)
{
	struct sn_ge key, commitment;
	return o->is_unlocked && !sn_ge_decode(&key, &o->key) && !sn_ge_decode(&commitment, &o->commitment) &&
	       sn_ge_is_torsion_free_vartime(&key) && sn_ge_is_torsion_free_vartime(&commitment);
}

static bool is_in_ring(const struct sn_unsigned_input *input, const struct sn_point *key)
{
	for (size_t i = 0; i < input->n_ring; i++)
		if (sn_point_is_equal(&input->ring[i].key, key))
			return true;
	return false;
}

static void add_member(struct sn_unsigned_input *input, uint64_t index, const struct sn_daemon_output *o)
{
	size_t at = input->n_ring++;
	for (; at > 0 && input->global_index[at - 1] > index; at--) {
		input->global_index[at] = input->global_index[at - 1];
		input->ring[at] = input->ring[at - 1];
	}
	input->global_index[at] = index;
	input->ring[at] = (struct sn_ring_member){o->key, o->commitment};
}

static size_t position(const uint64_t *asked, size_t n, uint64_t index)
{
	return (size_t)((const uint64_t *)bsearch(&index, asked, n, sizeof index, by_index) - asked);
}

/* The daemon must return our own output as we know it. Otherwise a daemon that returned false data for all
 * outputs would recognize the corrected one in the ring. */
static int add_own(struct sn_unsigned_input *input, const struct sn_wallet_output *own,
		   const struct sn_daemon_output *answer, struct sn_daemon *daemon, struct sn_error *err)
{
	struct sn_point commitment;
	sn_commit(&commitment, &own->mask, own->amount);
	if (!sn_point_is_equal(&answer->key, &own->key) ||
	    !sn_point_is_equal(&answer->commitment, &commitment)) {
		(void)sn_error_set(err, SN_DAEMON,
				   "the daemon at %s returned a different output in place of ours",
				   sn_daemon_address(daemon));
		return sn_distribution_contradiction(err);
	}
	add_member(input, own->global_index, answer);
	return SN_OK;
}

/* Whether an earlier draw has the same key. A ring takes only one of them, so the daemon could drop a decoy
 * that stays. */
static bool is_repeated(const uint64_t *drawn, const uint64_t *asked, const struct sn_daemon_output *answer,
			size_t n, size_t at)
{
	const struct sn_point *key = &answer[position(asked, n, drawn[at])].key;
	for (size_t i = 0; i < at; i++)
		if (sn_point_is_equal(&answer[position(asked, n, drawn[i])].key, key))
			return true;
	return false;
}

/* Whether a decoy has been in every ring of the output until now. */
static bool is_of_first(const struct sn_wallet_ring *ring, uint64_t index)
{
	for (size_t i = 0; ring && i < SN_WALLET_DECOYS; i++)
		if (ring->decoys[i] == index)
			return ring->from_first >> i & 1;
	return false;
}

/* Our output and the decoys that stay from an earlier ring must be usable. An answer to the contrary has the
 * same result for each of them: otherwise a daemon could test which one is ours, or replace all others. New
 * decoys may be locked, for example as coinbase outputs; spares replace them. So they do with a few decoys
 * that stay, if the user allows it, but not with the last one of the first ring: two rings would then have
 * only our output in common. `ring` is the one drawn for this answer. */
static int check_kept(const uint64_t *drawn, const uint64_t *asked, const struct sn_daemon_output *answer,
		      size_t n, size_t n_kept, const struct sn_wallet_ring *ring, bool may_replace,
		      struct sn_daemon *daemon, struct sn_error *err)
{
	size_t n_unusable = 0, n_first = 0, n_first_unusable = 0;
	bool is_own_usable = is_usable(&answer[position(asked, n, drawn[0])]);
	for (size_t i = 1; i <= n_kept; i++) {
		bool is_unusable = !is_usable(&answer[position(asked, n, drawn[i])]) ||
				   is_repeated(drawn, asked, answer, n, i);
		bool is_first = is_of_first(ring, drawn[i]);
		n_unusable += is_unusable;
		n_first += is_first;
		n_first_unusable += is_first && is_unusable;
	}
	bool is_first_lost = n_first && n_first_unusable == n_first;
	if (is_own_usable && !is_first_lost && n_unusable <= (may_replace ? SN_KEPT_REPLACED_MAX : 0))
		return SN_OK;
	int ret = sn_error_set(err, SN_DAEMON,
			       "the daemon at %s reports that a kept ring member is locked or unusable",
			       sn_daemon_address(daemon));
	if (may_replace)
		return sn_error_hint(err, ret, "use another daemon");
	return sn_error_hint(
		err, ret,
		"use another daemon, or prepare the payment again in two hours; if several daemons report this for "
		"more than two hours, use --replace-decoys (RPC: \"replace_decoys\"), which costs some privacy: see doc/rings.md");
}

/* The dropped decoys behind the ring are not used: they are decoys of an earlier ring that must change.
 * Otherwise a daemon could restore the earlier ring by reporting the new decoy as locked. */
static int fill_ring(struct sn_unsigned_input *input, const struct sn_wallet_output *own,
		     const struct sn_wallet_ring *ring, const uint64_t *drawn, const uint64_t *asked,
		     const struct sn_daemon_output *answer, size_t n, const struct earlier *earlier,
		     bool is_other, bool may_replace, struct sn_daemon *daemon, struct sn_error *err)
{
	input->n_ring = 0;
	int ret = check_kept(drawn, asked, answer, n, earlier->n_kept, ring, may_replace, daemon, err);
	if (!ret)
		ret = add_own(input, own, &answer[position(asked, n, own->global_index)], daemon, err);
	if (ret)
		return ret;
	for (size_t i = 0; i < n && input->n_ring < SN_RING_SIZE; i++) {
		bool is_unwanted = is_other && i >= SN_RING_SIZE && i - SN_RING_SIZE < earlier->n_dropped;
		if (drawn[i] == own->global_index || is_unwanted)
			continue;
		const struct sn_daemon_output *o = &answer[position(asked, n, drawn[i])];
		if (is_usable(o) && !is_in_ring(input, &o->key))
			add_member(input, drawn[i], o);
	}
	if (input->n_ring < SN_RING_SIZE)
		return sn_error_hint(
			err,
			sn_error_set(err, SN_DAEMON,
				     "the daemon at %s has only %zu usable output%s; a ring needs %d",
				     sn_daemon_address(daemon), input->n_ring, SN_PLURAL(input->n_ring),
				     SN_RING_SIZE),
			"use another daemon");
	return SN_OK;
}

/* If the daemon has too few outputs to contain ours, a request for ours would stand out. The daemon has the
 * blocks that we scanned, so its distribution is wrong; sn_make_rings reports this after the request. Until
 * then any other output serves. */
static uint64_t asked_for(const struct sn_decoy_picker *p, const struct sn_wallet_output *own)
{
	return own->global_index < p->n_outputs ? own->global_index : sn_decoy_random_below(p->n_outputs);
}

static int check_asked(const struct sn_decoy_picker *p, const size_t *outputs, size_t n,
		       const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (w->outputs[outputs[i]].global_index >= p->n_outputs)
			return sn_error_hint(
				err,
				sn_error_set(
					err, SN_DAEMON,
					"an output of ours is missing or too young in the chain of the daemon at %s",
					sn_daemon_address(daemon)),
				"wait until the daemon has synchronized");
	return SN_OK;
}

static int draw_all(struct request *r, size_t *total, const struct sn_decoy_picker *p, const size_t *outputs,
		    const bool *is_other, size_t n, const struct sn_wallet *w, struct sn_daemon *daemon,
		    struct sn_error *err)
{
	*total = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t *drawn = r->drawn + *total, *asked = r->asked + *total;
		const struct sn_wallet_output *o = &w->outputs[outputs[i]];
		int ret = draw_sane(drawn, &r->counts[i], &r->earlier[i], p, asked_for(p, o),
				    sn_wallet_find_ring(w, &o->key), is_other && is_other[i], daemon, err);
		if (ret)
			return ret;
		memcpy(asked, drawn, r->counts[i] * sizeof *asked);
		qsort(asked, r->counts[i], sizeof *asked, by_index);
		*total += r->counts[i];
	}
	return SN_OK;
}

/* Store the decoys that the rings get if all of them are usable: the first ones drawn. */
static int keep_drawn(struct sn_wallet *w, const struct request *r, const size_t *outputs, size_t n,
		      uint64_t height, struct sn_error *err)
{
	struct sn_wallet_ring *rings = calloc(n, sizeof *rings);
	if (!rings)
		return sn_error_memory(err);
	for (size_t i = 0, at = 0; i < n; at += r->counts[i++]) {
		const struct sn_point *key = &w->outputs[outputs[i]].key;
		sn_kept_ring_set(&rings[i], key, r->earlier[i].n_kept ? sn_wallet_find_ring(w, key) : NULL,
				 height, r->drawn + at + 1);
	}
	int ret = sn_kept_rings_store(w, rings, n, err);
	free(rings);
	return ret;
}

static int keep_made(struct sn_wallet *w, const struct request *r, const struct sn_unsigned_input *inputs,
		     const size_t *outputs, size_t n, uint64_t height, struct sn_error *err)
{
	struct sn_wallet_ring *rings = calloc(n, sizeof *rings);
	if (!rings)
		return sn_error_memory(err);
	for (size_t i = 0; i < n; i++) {
		const struct sn_wallet_output *o = &w->outputs[outputs[i]];
		uint64_t decoys[SN_RING_SIZE];
		size_t n_decoys = 0;
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			if (inputs[i].global_index[j] != o->global_index)
				decoys[n_decoys++] = inputs[i].global_index[j];
		sn_kept_ring_set(&rings[i], &o->key,
				 r->earlier[i].n_kept ? sn_wallet_find_ring(w, &o->key) : NULL, height,
				 decoys);
	}
	int ret = sn_kept_rings_store(w, rings, n, err);
	free(rings);
	return ret;
}

int sn_make_rings(struct sn_unsigned_input *inputs, const size_t *outputs, const bool *is_other,
		  bool may_replace, size_t n, struct sn_wallet *w, struct sn_daemon *daemon,
		  const struct sn_daemon_distribution *distribution, struct sn_error *err)
{
	struct sn_decoy_picker picker;
	const uint64_t height = distribution->start_height + distribution->count;
	size_t total;
	if (n == 0)
		return SN_OK;
	int ret = sn_decoy_picker_init(&picker, distribution, err);
	if (ret)
		return ret;
	sn_decoy_picker_lock(&picker, w);
	struct request r = {
		.asked = calloc(n, ASKED * sizeof *r.asked),
		.drawn = calloc(n, ASKED * sizeof *r.drawn),
		.counts = calloc(n, sizeof *r.counts),
		.earlier = calloc(n, sizeof *r.earlier),
		.answer = calloc(n, ASKED * sizeof *r.answer),
	};
	ret = r.asked && r.drawn && r.counts && r.earlier && r.answer ? SN_OK : sn_error_memory(err);
	if (!ret)
		ret = draw_all(&r, &total, &picker, outputs, is_other, n, w, daemon, err);
	if (!ret)
		ret = keep_drawn(w, &r, outputs, n, height, err);
	if (!ret)
		ret = sn_daemon_get_outputs(daemon, r.asked, total, r.answer, err);
	/* Not earlier: the missing request would show the daemon that its lie concerns an output of ours. */
	if (!ret)
		ret = sn_distribution_check_places(distribution, w, daemon, err);
	if (!ret)
		ret = check_asked(&picker, outputs, n, w, daemon, err);
	for (size_t i = 0, at = 0; !ret && i < n; at += r.counts[i++])
		ret = fill_ring(&inputs[i], &w->outputs[outputs[i]],
				sn_wallet_find_ring(w, &w->outputs[outputs[i]].key), r.drawn + at,
				r.asked + at, r.answer + at, r.counts[i], &r.earlier[i],
				is_other && is_other[i], may_replace, daemon, err);
	if (!ret)
		ret = keep_made(w, &r, inputs, outputs, n, height, err);
	free(r.asked);
	free(r.drawn);
	free(r.counts);
	free(r.earlier);
	free(r.answer);
	return ret;
}
