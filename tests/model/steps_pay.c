/* Composing, signing, submitting, releasing. */
#include "steps.h"

#include "base/hex.h"
#include "cold/files.h"
#include "cold_sets.h"
#include "handoff/envelope.h"
#include "handoff/signed_set.h"
#include "hot/compose.h"
#include "hot/outputs.h"
#include "hot/pool.h"
#include "hot/release.h"
#include "hot/request.h"
#include "hot/reserve.h"
#include "hot/submit.h"

#include <stdio.h>
#include <string.h>

/* The payment of an unsigned set, by the keys in its rings. */
static void take_down(struct model_payment *p, const struct sn_unsigned_tx *tx)
{
	uint64_t inputs = 0;
	*p = (struct model_payment){
		.state = SN_PAYMENT_PREPARED, .fee = tx->fee, .change = tx->change, .tx = WORLD_NONE};
	expect(tx->n_destinations <= MODEL_PAYEES_MAX);
	for (size_t i = 0; i < tx->n_destinations; i++) {
		p->amount += tx->destinations[i].amount;
		p->payees[p->n_payees++] = tx->destinations[i].address;
	}
	for (size_t i = 0; i < tx->n_inputs; i++) {
		size_t coin = WORLD_NONE;
		for (size_t k = 0; k < tx->inputs[i].n_ring; k++) {
			size_t found = world_find_coin(&t.world, &tx->inputs[i].ring[k].key);
			if (found != WORLD_NONE && t.world.coins[found].index == tx->inputs[i].index &&
			    sn_point_is_equal(&t.world.coins[found].tx_key, &tx->inputs[i].tx_key))
				coin = found;
		}
		expect(coin != WORLD_NONE && p->n_inputs < WORLD_SPENDS_MAX);
		expect(t.world.coins[coin].amount == tx->inputs[i].amount &&
		       model_holder(&t.model, coin) == WORLD_NONE);
		expect(t.model.spent_by[coin] == WORLD_NONE && model_index(&t.model, coin) != WORLD_NONE);
		expect(!t.model.is_frozen[coin]);
		p->inputs[p->n_inputs++] = coin;
		inputs += t.world.coins[coin].amount;
	}
	sn_reserve_hash_rings(&p->rings, tx);
	same("sum of a payment", -1, p->amount + p->fee + p->change, inputs);
}

static void sign(struct signed_file *file, const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	struct sn_signed_set made;
	ok(cold_set_sign(&file->file, NULL, &t.world.alice, set, NULL, NULL, &t.err));
	ok(sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &t.world.alice.view_secret,
			    file->file.data, file->file.len, &t.err));
	ok(sn_signed_set_decode(&made, content.data, content.len, &t.err));
	expect(made.n == file->n);
	for (size_t i = 0; i < made.n; i++)
		file->txs[i] = world_note(&t.world, made.txs[i].bytes, made.txs[i].len);
	sn_signed_set_free(&made);
	sn_buf_free(&content);
	t.n_files++;
	events[SIGNED]++;
}

/* A payment that was reported as failed, and may still be mined. */
static bool is_in_doubt(const struct model_payment *p)
{
	bool is_noted = p->conflict_seen && p->conflict_seen <= t.now && p->conflict_height <= t.model.height;
	bool is_settled = is_noted && t.now >= p->conflict_seen + SN_STEM_SECONDS &&
			  t.model.height >= p->height + SN_STEM_BLOCKS;
	bool is_beaten = p->state == SN_PAYMENT_RELEASED && p->height && p->tx != WORLD_NONE;
	bool is_on_its_way =
		(p->is_doubtful || p->is_unanswered) && p->state == SN_PAYMENT_SUBMITTED && !p->is_missing;
	return (is_beaten && !is_settled) || is_on_its_way;
}

/* While a rejected or beaten payment may still be mined, its recipients are not paid again. */
static bool is_blocked(const struct sn_payment_request *r)
{
	for (size_t i = 0; i < t.model.n_payments; i++) {
		const struct model_payment *p = &t.model.payments[i];
		bool has_returned =
			p->is_doubtful && p->state == SN_PAYMENT_CONFIRMED && p->height + 10 > t.model.height;
		if (!is_in_doubt(p) && !has_returned)
			continue;
		bool does_pay = !p->n_payees && p->amount && !has_returned;
		for (size_t k = 0; k < p->n_payees; k++)
			for (size_t j = 0; j < r->n_destinations; j++)
				does_pay |= sn_address_is_equal(&p->payees[k], &r->destinations[j].address);
		if (does_pay)
			return true;
	}
	return false;
}

/* A payment that failed and may still be mined: no block prevents it. */
static bool may_return(const struct model_payment *p)
{
	bool is_lost = p->state == SN_PAYMENT_RELEASED || (p->state == SN_PAYMENT_SUBMITTED && p->is_missing);
	for (size_t i = 0; i < p->n_inputs; i++)
		is_lost &= t.model.spent_by[p->inputs[i]] == WORLD_NONE;
	return is_lost && p->tx != WORLD_NONE;
}

static bool pays(const struct model_payment *p, const struct sn_address *to)
{
	for (size_t i = 0; i < p->n_payees; i++)
		if (sn_address_is_equal(&p->payees[i], to))
			return true;
	return false;
}

static bool have_common_input(const struct model_payment *p, const struct model_payment *q)
{
	for (size_t i = 0; i < p->n_inputs; i++)
		for (size_t k = 0; k < q->n_inputs; k++)
			if (p->inputs[i] == q->inputs[k])
				return true;
	return false;
}

static bool is_pending(const struct model_payment *p)
{
	return p->state == SN_PAYMENT_SUBMITTED && !p->is_missing;
}

/* Whether a payment to `to` must have a common input with payment `at`. A pending payment to `to` takes that
 * duty for one failed payment, or for several of which only one can be mined. */
static bool must_exclude(size_t at, const struct sn_address *to)
{
	static size_t by[MODEL_PAYMENTS_MAX];
	for (size_t i = 0; i <= at; i++) {
		const struct model_payment *p = &t.model.payments[i];
		by[i] = WORLD_NONE;
		for (size_t k = 0;
		     may_return(p) && pays(p, to) && by[i] == WORLD_NONE && k < t.model.n_payments; k++) {
			const struct model_payment *q = &t.model.payments[k];
			bool takes = is_pending(q) && pays(q, to) && have_common_input(p, q);
			for (size_t j = 0; j < i; j++)
				takes &= by[j] != k || have_common_input(&t.model.payments[j], p);
			if (takes)
				by[i] = k;
		}
	}
	return may_return(&t.model.payments[at]) && pays(&t.model.payments[at], to) && by[at] == WORLD_NONE;
}

/* Whether a payment from `account` can spend an input of `p`. */
static bool can_exclude(const struct model_payment *p, uint32_t account)
{
	for (size_t i = 0; i < p->n_inputs; i++)
		if (model_is_spendable(&t.model, p->inputs[i], account, t.now))
			return true;
	return false;
}

/* The payments that `r` must exclude, and whether it can. */
struct threats {
	bool any, impossible;
};

static struct threats find_threats(const struct sn_payment_request *r)
{
	struct threats found = {0};
	for (size_t i = 0; i < t.model.n_payments; i++)
		for (size_t k = 0; k < r->n_destinations; k++)
			if (must_exclude(i, &r->destinations[k].address)) {
				found.any = true;
				found.impossible |= !can_exclude(&t.model.payments[i], r->account);
			}
	return found;
}

/* The greatest number of the payments at[0..n-1] that can be mined, and `taken` more. */
static size_t most_mined(const size_t *at, size_t n, const size_t *taken, size_t n_taken)
{
	size_t with[32], most = n_taken;
	if (!n || n_taken == 32)
		return n_taken;
	bool is_free = true;
	for (size_t i = 0; i < n_taken; i++)
		is_free &= !have_common_input(&t.model.payments[at[0]], &t.model.payments[taken[i]]);
	if (is_free) {
		for (size_t i = 0; i < n_taken; i++)
			with[i] = taken[i];
		with[n_taken] = at[0];
		most = most_mined(at + 1, n - 1, with, n_taken + 1);
		/* Without a rival among the rest, it belongs to every greatest number. */
		for (size_t i = 1; i < n; i++)
			if (have_common_input(&t.model.payments[at[0]], &t.model.payments[at[i]])) {
				size_t without = most_mined(at + 1, n - 1, taken, n_taken);
				return without > most ? without : most;
			}
		return most;
	}
	return most_mined(at + 1, n - 1, taken, n_taken);
}

/* Whatever daemons have withheld: a recipient gets no more payments than are wanted, which are the pending
 * ones and the new ones; nor more than before. */
static void check_most_mined(const struct sn_address *to, size_t n_new)
{
	size_t at[24], n = 0, n_before = 0, wanted = 0;
	const size_t first = t.model.n_payments - n_new;
	for (size_t i = 0; i < t.model.n_payments && n < 24; i++) {
		const struct model_payment *p = &t.model.payments[i];
		if ((!may_return(p) && !is_pending(p) && i < first) || !pays(p, to))
			continue;
		wanted += i >= first || !may_return(p);
		n_before += i < first;
		at[n++] = i;
	}
	const size_t before = most_mined(at, n_before, NULL, 0), after = most_mined(at, n, NULL, 0);
	if (n < 24 && after > wanted && after > before)
		fail("%zu payments to a recipient can be mined instead of %zu", after, wanted);
}

/* Of the `n` payments composed last, those to a recipient of an earlier one that failed exclude it. */
static void check_excluded(const struct sn_payment_request *r, size_t n)
{
	const size_t first = t.model.n_payments - n;
	for (size_t i = 0; i < first; i++)
		for (size_t k = 0; k < r->n_destinations; k++) {
			const struct model_payment *p = &t.model.payments[i];
			const struct sn_address *to = &r->destinations[k].address;
			bool is_excluded = !must_exclude(i, to);
			for (size_t j = first; j < t.model.n_payments; j++)
				is_excluded |= pays(&t.model.payments[j], to) &&
					       have_common_input(p, &t.model.payments[j]);
			if (!is_excluded)
				fail("payment %zu to the same recipient can be mined, too", i + 1);
		}
	for (size_t k = 0; !r->sweep_all && k < r->n_destinations; k++)
		check_most_mined(&r->destinations[k].address, n);
}

/* Nothing is composed or sent after the upgrade. */
static bool has_upgrade(void)
{
	t.world.chain.reported_version = world_version(&t.world, world_height(&t.world));
	return t.hot.w->fork_version || t.world.chain.reported_version > 16;
}

void step_compose(void)
{
	struct sn_buf unsigned_set = {0};
	struct sn_compose_result result;
	struct sn_payment_destination to[2];
	struct sn_payment_request request = {
		.destinations = to, .n_destinations = 1 + roll(2), .mixin = SN_MIXIN};
	bool is_synced = !one_in(8), is_sweep = one_in(15);
	struct sn_balance b;
	uint64_t amount = 0;
	if (t.n_files == SIGNED_MAX || t.model.n_payments + 16 > MODEL_PAYMENTS_MAX)
		return;
	if (is_synced)
		sync_wallet();
	for (size_t tries = 0; tries < 6; tries++) { /* usually one with funds */
		request.account = (uint32_t)roll(MAJORS);
		model_balance(&b, &t.model, request.account, t.now);
		if (b.unlocked)
			break;
	}
	for (size_t i = 0; i < request.n_destinations; i++) {
		struct sn_subaddress_index own = random_address();
		to[i].address = one_in(4) ? cold_address(&t.world.alice, own.major, own.minor)
					  : cold_address(&t.world.bob, 0, (uint32_t)roll(3));
		to[i].amount =
			1000000000 + roll(b.unlocked / (one_in(3) ? 1 : 4) / request.n_destinations + 1);
		amount += to[i].amount;
	}
	if (is_sweep) {
		request.sweep_all = true;
		request.n_destinations = 1;
	}
	request.even_if_pending = one_in(3);
	struct threats threats = request.even_if_pending ? (struct threats){0} : find_threats(&request);
	bool lacks_images = sn_wallet_lacks_images(t.hot.w), blocked = is_blocked(&request),
	     goes_back = t.model.scanned_to;
	uint64_t margin = 1000000000 * (uint64_t)(2 + t.hot.w->n_outputs);
	bool is_upgraded = has_upgrade();
	int ret = sn_compose(&unsigned_set, &result, t.hot.w, t.world.chain.daemon, &request, t.now, &t.err);
	note("compose %" PRIu64 " of account %u%s: %d %s", amount, request.account, is_sweep ? ", sweep" : "",
	     ret, ret ? t.err.text : "");
	if (is_upgraded) {
		expect(ret);
		events[UPGRADED]++;
		return;
	}
	if (blocked != (ret == SN_REFUSED && strstr(t.err.text, "paying again can pay twice")))
		fail("composing gave %d with%s a rejected payment to the same recipient", ret,
		     blocked ? "" : "out");
	events[BLOCKED] += blocked;
	bool could_pay_twice = ret == SN_REFUSED && strstr(t.err.text, "both could be mined");
	if (could_pay_twice && (!threats.any || (!is_sweep && !threats.impossible)))
		fail("composing could replace the earlier payments: %s", t.err.text);
	events[NOT_REPLACED] += could_pay_twice;
	events[REPLACED] += !ret && threats.any;
	if (lacks_images && !blocked && ret != SN_NEEDS_REPAIR)
		fail("composing without the key images gave %d", ret);
	if (!lacks_images && !blocked && goes_back &&
	    (ret != SN_REFUSED || !strstr(t.err.text, "must be scanned again")))
		fail("composing before blocks were scanned again gave %d", ret);
	if (!ret && !is_sweep && amount > b.unlocked)
		fail("composed more than is unlocked");
	bool is_too_large = ret && strstr(t.err.text, "too large for one transaction");
	if (ret && is_synced && !lacks_images && !blocked && !goes_back && !is_sweep && !could_pay_twice &&
	    amount + margin <= b.unlocked && !is_too_large)
		fail("did not compose what is unlocked: %s", t.err.text);
	if (ret) {
		events[COMPOSE_REFUSED]++;
		return;
	}
	if (one_in(10)) { /* a crash before storing */
		ok(sn_wallet_revert(t.hot.w, &t.err));
		note("and that is not stored");
		goto out;
	}
	ok(sn_wallet_store(t.hot.w, &t.err));
	struct sn_unsigned_set set;
	struct sn_review review;
	struct signed_file *file = &t.files[t.n_files];
	ok(sn_cold_open_and_review(&set, NULL, &review, &t.world.alice, NULL, unsigned_set.data,
				   unsigned_set.len, 1, &t.err));
	expect(set.n == result.n && set.n <= 32);
	*file = (struct signed_file){.n = set.n};
	for (size_t i = 0; i < set.n; i++) {
		struct model_payment p;
		take_down(&p, &set.txs[i]);
		if (!is_sweep)
			same("amount", request.account, p.amount, amount);
		file->composed[i] = (struct composed){p.rings, p.fee, p.change};
		t.model.payments[t.model.n_payments++] = p;
	}
	if (!request.even_if_pending)
		check_excluded(&request, set.n);
	events[is_sweep ? SWEEPS : COMPOSED]++;
	if (!one_in(5))
		sign(file, &set);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
out:
	sn_compose_result_free(&result);
	sn_buf_free(&unsigned_set);
}

/* The model's view of one transaction of a signed file. */
struct outlook {
	size_t payment; /* WORLD_NONE: no such payment */
	bool is_submitted, is_confirmed, was_sent, was_rejected;
	bool spends_unseen; /* a coin whose image was unknown */
	enum sn_payment_state state_before;
	size_t tx_before;
	struct model_payment missing_before; /* `is_missing` and since when */
};

/* Whether each ring contains the spent output at its current index. */
static bool spends_as_named(size_t tx)
{
	const struct world_tx *w = &t.world.txs[tx];
	struct sn_tx parsed;
	bool is = true;
	expect(!sn_tx_parse(&parsed, w->whole.data, w->whole.len, false) && parsed.n_inputs == w->n_spends);
	for (size_t i = 0; i < w->n_spends; i++) {
		uint64_t indices[SN_RING_MAX];
		size_t index = model_index(&t.model, w->spends[i]);
		bool is_among = false;
		ok(sn_tx_ring_indices(indices, &parsed, i));
		for (size_t k = 0; k < parsed.inputs[i].ring_size; k++)
			is_among |= indices[k] == index;
		is &= is_among;
	}
	sn_tx_free(&parsed);
	return is;
}

static bool is_taken(size_t tx)
{
	const struct world_tx *w = &t.world.txs[tx];
	for (size_t k = 0; k < w->n_spends; k++) {
		size_t coin = w->spends[k], holder = model_holder(&t.model, coin);
		if (t.model.spent_by[coin] != WORLD_NONE && t.model.spent_by[coin] != tx)
			return true;
		if (holder != WORLD_NONE && t.model.payments[holder].state == SN_PAYMENT_SUBMITTED &&
		    t.model.payments[holder].tx != tx)
			return true;
	}
	return false;
}

/* Whether the wallet takes the payment for the composed one. */
static bool is_alike(const struct model_payment *p, const struct composed *c)
{
	return sn_hash_is_equal(&p->rings, &c->rings) && p->fee == c->fee && p->change == c->change;
}

static struct outlook look_up(size_t tx, const struct composed *composed)
{
	size_t prepared = WORLD_NONE, released = WORLD_NONE;
	for (size_t i = t.model.n_payments; i-- > 0;) {
		const struct model_payment *p = &t.model.payments[i];
		if (p->tx == tx)
			return (struct outlook){.payment = i,
						.is_submitted = p->state == SN_PAYMENT_SUBMITTED ||
								p->state == SN_PAYMENT_CONFIRMED,
						.is_confirmed = p->state == SN_PAYMENT_CONFIRMED,
						.was_sent = true,
						.was_rejected = p->is_doubtful};
		if (!is_alike(p, composed))
			continue;
		if (p->state == SN_PAYMENT_PREPARED && prepared == WORLD_NONE)
			prepared = i;
		if (p->state == SN_PAYMENT_RELEASED && p->tx == WORLD_NONE && released == WORLD_NONE)
			released = i;
	}
	return (struct outlook){.payment = prepared != WORLD_NONE ? prepared : released};
}

/* Height at which the wallet has seen the transaction, by its outputs or its spends; otherwise 0. */
static size_t seen_at(size_t tx)
{
	const struct world_tx *w = &t.world.txs[tx];
	bool is_seen = w->n_coins > 0;
	for (size_t k = 0; k < w->n_spends; k++)
		is_seen |= t.model.spent_by[w->spends[k]] == tx;
	return is_seen ? model_find(&t.model, tx) : 0;
}

/* Whether both pay one recipient, and could both be mined. */
static bool pay_twice(const struct model_payment *p, const struct model_payment *q)
{
	bool is = false;
	for (size_t i = 0; i < p->n_payees; i++)
		for (size_t k = 0; k < q->n_payees; k++)
			is |= sn_address_is_equal(&p->payees[i], &q->payees[k]);
	return is && !have_common_input(p, q);
}

/* The height of the chain at the last composition with these coins: the rings tell. */
static uint64_t composed_at(const struct model_payment *p)
{
	uint64_t height = 0;
	for (size_t i = 0; i < p->n_inputs; i++) {
		const struct sn_wallet_ring *ring =
			sn_wallet_find_ring(t.hot.w, &t.world.coins[p->inputs[i]].key);
		expect(ring != NULL);
		height = ring->height > height ? ring->height : height;
	}
	return height;
}

/* Whether submitting the file's transaction `at` could pay a recipient twice: an earlier payment that was
 * reported as failed has returned, or a later one took the place of this one. */
static bool is_second(const struct signed_file *f, const struct outlook *all, size_t at)
{
	if (all[at].payment == WORLD_NONE || all[at].is_confirmed || seen_at(f->txs[at]))
		return false;
	const struct model_payment *p = &t.model.payments[all[at].payment];
	if (all[at].is_submitted && !p->is_missing)
		return false;
	for (size_t i = 0; i < t.model.n_payments; i++) {
		const struct model_payment *q = &t.model.payments[i];
		bool is_of_file = false;
		for (size_t k = 0; k < f->n; k++)
			is_of_file |= all[k].payment == i;
		if (is_of_file || !pay_twice(p, q))
			continue;
		if (is_in_doubt(q))
			return true;
		if (q->is_doubtful && q->state == SN_PAYMENT_CONFIRMED && composed_at(p) < q->height + 10)
			return true;
		if (p->state != SN_PAYMENT_PREPARED && i > all[at].payment &&
		    q->state != SN_PAYMENT_RELEASED &&
		    (p->state == SN_PAYMENT_RELEASED || composed_at(q) >= p->missing_height + SN_STEM_BLOCKS))
			return true;
	}
	return false;
}

static void remember(struct outlook *o, size_t tx)
{
	const struct world_tx *w = &t.world.txs[tx];
	for (size_t k = 0; k < w->n_spends; k++) {
		o->spends_unseen |= !t.model.has_image[w->spends[k]];
		model_learn_image(&t.model, w->spends[k]);
	}
	for (size_t k = 0; k < w->n_coins; k++)
		model_learn_image(&t.model, w->coins[k]);
	if (o->payment == WORLD_NONE) {
		struct model_payment *p = &t.model.payments[o->payment = t.model.n_payments++];
		expect(t.model.n_payments < MODEL_PAYMENTS_MAX);
		*p = (struct model_payment){.fee = w->fee, .tx = WORLD_NONE};
		uint64_t spent = 0;
		for (size_t k = 0; k < w->n_spends; k++) {
			p->inputs[p->n_inputs++] = w->spends[k];
			spent += t.world.coins[w->spends[k]].amount;
		}
		for (size_t k = 0; k < w->n_coins; k++)
			p->change += t.world.coins[w->coins[k]].amount;
		p->amount = spent - p->change - p->fee;
		events[ADOPTED]++;
	}
	struct model_payment *p = &t.model.payments[o->payment];
	/* A payment recorded from a file had no earlier state: without success it is released. */
	o->state_before = p->state ? p->state : SN_PAYMENT_RELEASED;
	o->tx_before = p->state ? p->tx : tx;
	p->tx = tx;
	o->missing_before = *p;
	o->spends_unseen |= p->is_unanswered;
	if (!o->is_submitted) {
		p->state = SN_PAYMENT_SUBMITTED;
		p->height = 0;
	}
	model_forget_missing(p);
	size_t height = o->is_confirmed ? 0 : seen_at(tx);
	if (height) {
		o->is_submitted = o->is_confirmed = true;
		p->state = SN_PAYMENT_CONFIRMED;
		p->height = height;
		for (size_t k = 0; k < w->n_spends; k++)
			t.model.spent_by[w->spends[k]] = tx;
	}
	p->is_unanswered = !o->is_confirmed;
	model_release_rivals(&t.model, o->payment, SN_PAYMENT_PREPARED, height);
}

/* The daemon's answers to the transactions. */
enum reply { TAKES, KNOWS, REJECTS, LIES, NO_REPLY };

static enum reply send(size_t tx, enum app_send mood)
{
	bool is_known = world_is_in_pool(&t.world, tx) || world_find(&t.world, tx, world_height(&t.world));
	bool is_taken_up = !is_known && world_could_mine(&t.world, tx) && !world_has_rival(&t.world, tx);
	if (mood == APP_REJECT)
		return REJECTS;
	if (mood == APP_BUSY || mood == APP_LOSE)
		return NO_REPLY;
	if (is_taken_up)
		world_sent(&t.world, tx);
	if (mood == APP_VANISH)
		return NO_REPLY;
	return is_known ? KNOWS : is_taken_up ? mood == APP_LIE ? LIES : TAKES : REJECTS;
}

/* Blocks scanned without key images may contain the transaction, or another one that spent its outputs. The
 * position of the coins does not matter: the daemon would detect it. */
static void scan_again(const struct outlook *o)
{
	size_t first = t.model.restore_height ? t.model.restore_height : 1;
	if (o->spends_unseen && first < t.model.height && first < t.model.rescan_from)
		t.model.rescan_from = first;
}

/* Apply the result to the model, and return the expected code of sn_submit. Only the daemon's answers to
 * transactions matter: it is asked nothing before. */
static int foresee(const struct signed_file *f, enum app_send mood)
{
	struct outlook outlooks[32];
	size_t given_up[MODEL_PAYMENTS_MAX], n_given_up = 0;
	static struct model before;
	bool is_aside[32], is_hopeless = true, is_gone = false, is_maybe_sent = false;
	int ret = SN_OK;
	for (size_t i = 0; i < f->n; i++)
		if (!spends_as_named(f->txs[i]))
			return SN_REFUSED;
	/* A spent output, or a recipient who is paid already, affects only one transaction. */
	for (size_t i = 0; i < f->n; i++)
		outlooks[i] = look_up(f->txs[i], &f->composed[i]);
	for (size_t i = 0; i < f->n; i++) {
		bool is_taken_up = is_taken(f->txs[i]), is_second_one = is_second(f, outlooks, i);
		is_aside[i] = is_taken_up || is_second_one;
		events[SECOND] += !is_taken_up && is_second_one;
		is_hopeless &= is_aside[i];
	}
	if (is_hopeless)
		return SN_REFUSED;
	before = t.model;
	for (size_t i = 0; i < f->n; i++)
		if (!is_aside[i])
			remember(&outlooks[i], f->txs[i]);
	for (size_t i = 0; i < before.n_payments; i++)
		if (before.payments[i].state == SN_PAYMENT_PREPARED &&
		    t.model.payments[i].state == SN_PAYMENT_RELEASED)
			given_up[n_given_up++] = i;
	for (size_t i = 0; i < f->n; i++) {
		const struct outlook *o = &outlooks[i];
		struct model_payment *p = &t.model.payments[o->payment];
		if (is_aside[i]) {
			ret = ret ? ret : SN_REFUSED;
			continue;
		}
		if (o->is_confirmed) {
			events[KNOWN]++;
			continue;
		}
		enum reply reply = is_gone ? NO_REPLY : send(f->txs[i], mood);
		if (reply == KNOWS) {
			scan_again(o);
			events[KNOWN]++;
		}
		if (reply != NO_REPLY)
			p->is_unanswered = false;
		if (reply == KNOWS || reply == TAKES) {
			p->is_doubtful = false;
			continue;
		}
		bool is_sent_before = o->is_submitted && !o->was_rejected;
		is_maybe_sent |= reply == NO_REPLY ? !is_gone : is_sent_before;
		ret = ret ? ret : reply == REJECTS ? SN_REFUSED : SN_DAEMON;
		if (reply == REJECTS)
			scan_again(o);
		/* Without an answer, the doubt about a released payment remains. */
		p->is_doubtful |= reply != NO_REPLY || (!is_gone && !o->is_submitted && o->was_sent);
		/* With any answer or none, it may be in the network: it stays submitted. */
		if (o->is_submitted && is_gone) {
			p->missing_since = o->missing_before.missing_since;
			p->missing_height = o->missing_before.missing_height;
			p->is_missing = o->missing_before.is_missing;
			p->is_unanswered = o->missing_before.is_unanswered;
		}
		if (!o->is_submitted && is_gone) {
			p->state = o->state_before;
			p->tx = o->tx_before;
			p->is_unanswered = false;
			if (p->state == SN_PAYMENT_RELEASED) {
				p->height = o->missing_before.height;
				p->conflict_seen = o->missing_before.conflict_seen;
				p->conflict_height = o->missing_before.conflict_height;
			}
			for (size_t k = 0; k < n_given_up; k++)
				model_prepare_again(&t.model, given_up[k]);
		}
		is_gone |= reply == NO_REPLY;
	}
	return is_maybe_sent ? SN_DAEMON : ret;
}

void step_submit(void)
{
	static const enum app_send moods[] = {APP_ACCEPT, APP_ACCEPT, APP_ACCEPT, APP_ACCEPT, APP_REJECT,
					      APP_BUSY,   APP_VANISH, APP_LOSE,   APP_LIE};
	struct sn_submit_result result;
	if (!t.n_files)
		return;
	size_t at = one_in(3) ? roll(t.n_files) : t.n_files - 1;
	const struct signed_file *f = &t.files[at];
	enum app_send mood = moods[roll(9)];
	if (!one_in(4))
		sync_wallet();
	if (has_upgrade())
		return;
	/* No daemon accepts a transaction that its chain forbids. */
	for (size_t i = 0; i < f->n; i++)
		if (!world_could_mine(&t.world, f->txs[i]) &&
		    !world_find(&t.world, f->txs[i], world_height(&t.world)))
			mood = APP_REJECT;
	t.world.chain.send = mood;
	int got = sn_submit(&result, t.hot.w, t.world.chain.daemon, f->file.data, f->file.len, t.now, NULL,
			    &t.err);
	t.world.chain.send = APP_ACCEPT;
	note("submit file %zu (transaction %zu), mood %d: %d %s", at, f->txs[0], mood, got,
	     got ? t.err.text : "");
	sn_submit_result_free(&result);
	int want = foresee(f, mood);
	if (got != want)
		fail("submitting gave %d, the model foresaw %d: %s", got, want, got ? t.err.text : "");
	events[want == SN_OK                                   ? ACCEPTED
	       : strstr(t.err.text, "rejects the transaction") ? REJECTED
	       : want == SN_REFUSED                            ? REFUSED
							       : UNANSWERED]++;
}

void step_release(void)
{
	size_t n_released, want = 0;
	if (!t.model.n_payments)
		return;
	size_t id =
		one_in(8) ? 0 : t.model.n_payments - roll(t.model.n_payments < 8 ? t.model.n_payments : 8);
	struct model_payment *p = id ? &t.model.payments[id - 1] : NULL;
	bool insists = one_in(4);
	bool may = !id || p->state == SN_PAYMENT_PREPARED ||
		   (p->state == SN_PAYMENT_SUBMITTED && (p->is_missing || insists));
	int ret = sn_release(t.hot.w, id, insists, &n_released, &t.err);
	note("release %zu: %d", id, ret);
	if (ret != (may ? SN_OK : SN_REFUSED))
		fail("releasing payment %zu gave %d", id, ret);
	if (ret)
		return;
	ok(sn_wallet_store(t.hot.w, &t.err));
	for (size_t i = 0; i < t.model.n_payments; i++) {
		struct model_payment *q = &t.model.payments[i];
		if (id ? q != p : q->state != SN_PAYMENT_PREPARED)
			continue;
		q->state = SN_PAYMENT_RELEASED;
		q->height = 0;
		model_forget_missing(q);
		want++;
	}
	same("number released", -1, n_released, want);
	events[RELEASED] += want;
}

/* Freeze or thaw an output that the wallet has scanned. Thawing is more likely, so that money remains. */
void step_freeze(void)
{
	char name[2 * sizeof(struct sn_point) + 1];
	const char *names[] = {name};
	size_t changed;
	if (!t.hot.w->n_outputs)
		return;
	const struct sn_wallet_output *o = &t.hot.w->outputs[roll(t.hot.w->n_outputs)];
	const bool freezes = one_in(3);
	const size_t coin = world_find_coin(&t.world, &o->key), holder = model_holder(&t.model, coin);
	const bool may = !freezes || (t.model.spent_by[coin] == WORLD_NONE && holder == WORLD_NONE);
	sn_hex_encode(name, &o->key, sizeof o->key);
	int ret = sn_outputs_freeze(t.hot.w, names, 1, freezes, &changed, &t.err);
	note("%s coin %zu: %d", freezes ? "freeze" : "thaw", coin, ret);
	if (ret != (may ? SN_OK : SN_REFUSED))
		fail("freezing coin %zu gave %d", coin, ret);
	if (ret)
		return;
	ok(sn_wallet_store(t.hot.w, &t.err));
	same("number of changed outputs", -1, changed, t.model.is_frozen[coin] != freezes);
	events[freezes ? FROZEN : THAWED] += changed;
	t.model.is_frozen[coin] = freezes;
}
