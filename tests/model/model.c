#include "model.h"

#include "hot/pool.h"

#include <criterion/criterion.h>

#include <string.h>

void model_start(struct model *m, const struct world *w, size_t restore_height)
{
	memset(m, 0, sizeof *m);
	m->world = w;
	m->height = m->restore_height = restore_height;
	m->rescan_from = WORLD_NONE;
	for (size_t i = 0; i < WORLD_COINS_MAX; i++)
		m->spent_by[i] = WORLD_NONE;
}

/* The first scanned block. */
static size_t first_of(const struct model *m)
{
	return m->restore_height ? m->restore_height : 1;
}

bool model_has_blocks(const struct model *m)
{
	return m->height > first_of(m);
}

static const struct world_coin *coin_of(const struct model *m, size_t coin)
{
	return &m->world->coins[coin];
}

static const struct world_tx *tx_of(const struct model *m, size_t tx)
{
	return &m->world->txs[tx];
}

size_t model_find(const struct model *m, size_t tx)
{
	for (size_t h = first_of(m); h < m->height; h++) {
		const struct world_block *b = &m->world->blocks[m->view[h]];
		for (size_t i = 0; i < b->n_txs; i++)
			if (b->txs[i] == tx)
				return h;
	}
	return 0;
}

size_t model_index(const struct model *m, size_t coin)
{
	const struct world_coin *c = &m->world->coins[coin];
	size_t h = model_find(m, c->tx);
	const struct world_block *b = &m->world->blocks[h ? m->view[h] : 0];
	for (size_t i = 0; i < b->n_txs; i++)
		if (b->txs[i] == c->tx)
			return b->first_outputs[i] + c->index;
	return WORLD_NONE;
}

/* Height of an output that was scanned; 0: it was not. */
static size_t height_of(const struct model *m, size_t coin)
{
	return model_find(m, coin_of(m, coin)->tx);
}

static bool is_live(const struct model_payment *p)
{
	return p->state == SN_PAYMENT_PREPARED || p->state == SN_PAYMENT_SUBMITTED;
}

static bool is_carried_out(const struct model_payment *p)
{
	return p->state == SN_PAYMENT_SUBMITTED || p->state == SN_PAYMENT_CONFIRMED;
}

static bool does_pay_with(const struct model_payment *p, size_t coin)
{
	for (size_t i = 0; i < p->n_inputs; i++)
		if (p->inputs[i] == coin)
			return true;
	return false;
}

size_t model_holder(const struct model *m, size_t coin)
{
	size_t holder = WORLD_NONE;
	for (size_t i = 0; i < m->n_payments; i++) {
		const struct model_payment *p = &m->payments[i];
		if (!is_live(p) || !does_pay_with(p, coin))
			continue;
		if (holder == WORLD_NONE ||
		    (p->state == SN_PAYMENT_SUBMITTED && m->payments[holder].state == SN_PAYMENT_PREPARED))
			holder = i;
	}
	return holder;
}

void model_forget_missing(struct model_payment *p)
{
	p->missing_since = p->missing_height = 0;
	p->conflict_seen = p->conflict_height = 0;
	p->is_missing = p->is_unanswered = false;
}

static void set_state(struct model_payment *p, enum sn_payment_state state, size_t height)
{
	if (state == SN_PAYMENT_RELEASED && is_live(p))
		p->was_sent = p->state == SN_PAYMENT_SUBMITTED;
	p->state = state;
	p->height = height;
	if (state == SN_PAYMENT_PREPARED || (state == SN_PAYMENT_RELEASED && !height))
		p->undone_at = 0;
	model_forget_missing(p);
}

void model_release_rivals(struct model *m, size_t payment, enum sn_payment_state up_to, size_t height)
{
	const struct model_payment *winner = &m->payments[payment];
	for (size_t i = 0; i < m->n_payments; i++)
		for (size_t k = 0; i != payment && k < winner->n_inputs; k++)
			if (is_live(&m->payments[i]) && m->payments[i].state <= up_to &&
			    does_pay_with(&m->payments[i], winner->inputs[k]))
				set_state(&m->payments[i], SN_PAYMENT_RELEASED, height);
}

void model_prepare_again(struct model *m, size_t payment)
{
	struct model_payment *p = &m->payments[payment];
	for (size_t k = 0; k < p->n_inputs; k++)
		if (height_of(m, p->inputs[k]) &&
		    (m->spent_by[p->inputs[k]] != WORLD_NONE || model_holder(m, p->inputs[k]) != WORLD_NONE))
			return;
	if (p->state == SN_PAYMENT_RELEASED)
		set_state(p, SN_PAYMENT_PREPARED, 0);
}

/* ---------------------------------------------------------------- the chain */

/* A payment released in favour of a vanished transaction continues, unless another payment has taken its
 * place. */
static bool could_go_on(const struct model *m, size_t payment)
{
	const struct model_payment *p = &m->payments[payment];
	for (size_t k = 0; k < p->n_inputs; k++) {
		if (height_of(m, p->inputs[k]) && m->spent_by[p->inputs[k]] != WORLD_NONE)
			return false;
		for (size_t i = 0; i < m->n_payments; i++)
			if (m->payments[i].state != SN_PAYMENT_RELEASED &&
			    does_pay_with(&m->payments[i], p->inputs[k]))
				return false;
	}
	return true;
}

static void reached(struct model *m)
{
	if (m->height >= m->scanned_to)
		m->scanned_to = 0;
}

void model_go_back(struct model *m, size_t height)
{
	size_t before = m->height;
	model_rollback(m, height);
	if (before > m->scanned_to)
		m->scanned_to = before;
	reached(m);
}

void model_rollback(struct model *m, size_t height)
{
	if (m->rescan_from != WORLD_NONE && height <= m->rescan_from && m->height > m->scanned_to)
		m->scanned_to = m->height;
	if (height <= m->rescan_from)
		m->rescan_from = WORLD_NONE;
	for (size_t i = 0; i < m->world->n_coins; i++)
		if (m->spent_by[i] != WORLD_NONE &&
		    (height_of(m, i) >= height || model_find(m, m->spent_by[i]) >= height))
			m->spent_by[i] = WORLD_NONE;
	if (height < m->height)
		m->height = height > first_of(m) ? height : m->restore_height;
	reached(m);
	for (size_t i = 0; i < m->n_payments; i++)
		if (m->payments[i].state == SN_PAYMENT_CONFIRMED && m->payments[i].height >= height) {
			if (m->payments[i].height > m->payments[i].undone_at)
				m->payments[i].undone_at = m->payments[i].height;
			set_state(&m->payments[i], SN_PAYMENT_SUBMITTED, 0);
		}
	for (size_t i = 0; i < m->n_payments; i++) {
		struct model_payment *p = &m->payments[i];
		if (p->state != SN_PAYMENT_RELEASED || !p->height || p->height < height)
			continue;
		if (p->tx == WORLD_NONE)
			p->height = 0;
		p->conflict_seen = p->conflict_height = 0;
		if (!could_go_on(m, i))
			continue;
		set_state(p, p->was_sent ? SN_PAYMENT_SUBMITTED : SN_PAYMENT_PREPARED, 0);
		p->is_doubtful |= p->was_sent; /* it was reported as failed */
	}
}

static void spend(struct model *m, size_t coin, size_t tx, size_t height)
{
	if (!height_of(m, coin) || m->spent_by[coin] != WORLD_NONE)
		return;
	for (size_t i = 0; i < m->n_payments; i++)
		if (is_live(&m->payments[i]) && does_pay_with(&m->payments[i], coin))
			set_state(&m->payments[i], SN_PAYMENT_RELEASED, height);
	for (size_t i = 0; i < m->n_payments; i++) {
		struct model_payment *p = &m->payments[i];
		if (p->state != SN_PAYMENT_RELEASED || !p->height || p->height >= height ||
		    p->tx == WORLD_NONE || !does_pay_with(p, coin))
			continue;
		p->height = height;
		model_forget_missing(p);
	}
	m->spent_by[coin] = tx;
}

static void see_tx(struct model *m, size_t tx, size_t height)
{
	const struct world_tx *t = tx_of(m, tx);
	for (size_t i = 0; i < m->n_payments; i++)
		if (m->payments[i].tx == tx) {
			struct model_payment *p = &m->payments[i];
			p->is_doubtful |= p->state == SN_PAYMENT_RELEASED || p->is_missing;
			set_state(&m->payments[i], SN_PAYMENT_CONFIRMED, height);
			for (size_t k = 0; k < m->payments[i].n_inputs; k++)
				spend(m, m->payments[i].inputs[k], tx, height);
		}
	for (size_t i = 0; i < t->n_spends; i++)
		if (m->has_image[t->spends[i]])
			spend(m, t->spends[i], tx, height);
	size_t kept = 0;
	for (size_t i = 0; i < m->n_incoming; i++)
		if (m->incoming[i].tx != tx || !t->n_coins)
			m->incoming[kept++] = m->incoming[i];
	m->n_incoming = kept;
}

bool model_is_pruned(const struct model *m, size_t height)
{
	return m->highest > height + 700;
}

void model_follow(struct model *m, size_t top, size_t *fork)
{
	const struct world *w = m->world;
	size_t h = first_of(m);
	if (m->rescan_from < top) /* the rollback happens only with blocks to continue */
		model_rollback(m, m->rescan_from);
	while (h < m->height && h < top && m->view[h] == w->at[h])
		h++;
	*fork = h;
	if (h >= top)
		return;
	if (h < m->height)
		model_rollback(m, h);
	for (; h < top; h++) {
		const struct world_block *b = &w->blocks[w->at[h]];
		m->view[h] = w->at[h];
		m->height = h + 1;
		reached(m);
		m->highest = m->height > m->highest ? m->height : m->highest;
		for (size_t i = 0; i < b->n_txs; i++)
			see_tx(m, b->txs[i], h);
	}
}

/* ---------------------------------------------------------------- the pool */

/* Released because a block has a rival: the height of this block. */
void model_note_beaten(struct model *m, uint64_t now)
{
	for (size_t i = 0; i < m->n_payments; i++) {
		struct model_payment *p = &m->payments[i];
		bool is_noted =
			p->conflict_seen && p->conflict_seen <= now && p->conflict_height <= m->height;
		if (p->state == SN_PAYMENT_RELEASED && p->height && p->tx != WORLD_NONE && !is_noted) {
			p->conflict_seen = now;
			p->conflict_height = m->height;
		}
	}
}

/* The daemon is not asked for transactions by hash: one that is not in its pool is in a block, or hidden. */
static void look_for_payments(struct model *m, uint64_t now)
{
	const struct world *w = m->world;
	bool is_at_top = !m->scanned_to && world_height(w) >= m->height;
	for (size_t i = 0; i < m->n_payments; i++) {
		struct model_payment *p = &m->payments[i];
		bool is_current = is_at_top && m->height > p->undone_at;
		if (p->state != SN_PAYMENT_SUBMITTED)
			continue;
		if (world_is_in_pool(w, p->tx)) {
			p->is_doubtful |= p->is_missing;
			model_forget_missing(p);
		} else if (is_current && (!p->missing_since || now < p->missing_since)) {
			p->missing_since = now;
			p->missing_height = m->height;
			p->is_missing = false;
		} else if (is_current && now >= p->missing_since + SN_POOL_LIFETIME &&
			   m->height >= p->missing_height + SN_POOL_LIFETIME_BLOCKS)
			set_state(p, SN_PAYMENT_RELEASED, 0);
		else if (is_current && now >= p->missing_since + SN_STEM_SECONDS &&
			 m->height >= p->missing_height + SN_STEM_BLOCKS)
			p->is_missing = true;
	}
}

/* An output that is spent on the chain or by a submitted payment has no other holder. */
static bool are_free(const struct model *m, const size_t *coins, size_t n)
{
	bool are = true;
	for (size_t i = 0; i < n; i++) {
		size_t holder = model_holder(m, coins[i]);
		are &= !height_of(m, coins[i]) || m->spent_by[coins[i]] == WORLD_NONE;
		are &= !height_of(m, coins[i]) || holder == WORLD_NONE ||
		       m->payments[holder].state != SN_PAYMENT_SUBMITTED;
	}
	return are;
}

/* A payment of ours: a known one, or one recognized by the outputs that it spends. */
static bool take_over(struct model *m, size_t tx)
{
	const struct world_tx *t = tx_of(m, tx);
	struct model_payment p = {.state = SN_PAYMENT_SUBMITTED, .tx = tx};
	uint64_t spent = 0, back = 0;
	for (size_t i = 0; i < m->n_payments; i++)
		if (m->payments[i].tx == tx) {
			if (!is_carried_out(&m->payments[i]) &&
			    are_free(m, m->payments[i].inputs, m->payments[i].n_inputs)) {
				set_state(&m->payments[i], SN_PAYMENT_SUBMITTED, 0);
				m->payments[i].is_doubtful = true;
			}
			return true;
		}
	for (size_t i = 0; i < t->n_spends; i++)
		if (height_of(m, t->spends[i]) && m->has_image[t->spends[i]]) {
			p.inputs[p.n_inputs++] = t->spends[i];
			spent += coin_of(m, t->spends[i])->amount;
		}
	for (size_t i = 0; i < t->n_coins; i++)
		back += height_of(m, t->coins[i]) ? 0 : coin_of(m, t->coins[i])->amount;
	p.change = back + t->fee <= spent ? back : 0;
	p.fee = t->fee < spent ? t->fee : spent;
	p.amount = spent - p.change - p.fee;
	if (p.n_inputs && are_free(m, p.inputs, p.n_inputs)) {
		cr_assert(m->n_payments < MODEL_PAYMENTS_MAX);
		m->payments[m->n_payments++] = p;
	}
	return p.n_inputs > 0;
}

static void add_incoming(struct model *m, size_t tx)
{
	const struct world_tx *t = tx_of(m, tx);
	for (size_t i = 0; i < t->n_coins; i++) {
		const struct world_coin *c = coin_of(m, t->coins[i]);
		if (height_of(m, t->coins[i]))
			continue;
		cr_assert(m->n_incoming < MODEL_INCOMING_MAX);
		m->incoming[m->n_incoming++] = (struct model_incoming){tx, c->to, c->amount};
	}
}

/* In the order in which the wallet finds them and numbers payments: those known earlier first, then by hash.
 */
static size_t sort_pool(size_t *sorted, const struct model *m)
{
	const struct world *w = m->world;
	bool was_told[APP_POOL_MAX];
	for (size_t i = 0; i < w->n_pool; i++) {
		bool is_told = false;
		size_t at = i;
		for (size_t k = 0; k < m->n_incoming; k++)
			is_told |= m->incoming[k].tx == w->pool[i];
		for (; at && (was_told[at - 1] != is_told ? is_told
							  : memcmp(&tx_of(m, sorted[at - 1])->hash,
								   &tx_of(m, w->pool[i])->hash, 32) > 0);
		     at--) {
			sorted[at] = sorted[at - 1];
			was_told[at] = was_told[at - 1];
		}
		sorted[at] = w->pool[i];
		was_told[at] = is_told;
	}
	return w->n_pool;
}

void model_look_at_pool(struct model *m, uint64_t now, bool is_readable)
{
	size_t pool[APP_POOL_MAX];
	if (!is_readable)
		return;
	look_for_payments(m, now);
	size_t n = sort_pool(pool, m);
	m->n_incoming = 0;
	for (size_t i = 0; i < n; i++)
		if (!take_over(m, pool[i]))
			add_incoming(m, pool[i]);
}

/* ---------------------------------------------------------------- key images */

void model_learn_image(struct model *m, size_t coin)
{
	m->has_image[coin] = true;
}

void model_go_back_for(struct model *m, size_t height)
{
	if (height != SIZE_MAX)
		model_go_back(m, height - height % SN_WALLET_SPARSE_STEP);
}

void model_repair(struct model *m)
{
	size_t lowest = SIZE_MAX;
	for (size_t i = 0; i < m->world->n_coins; i++) {
		size_t height = height_of(m, i);
		if (!height || m->has_image[i])
			continue;
		m->has_image[i] = true;
		lowest = height < lowest ? height : lowest;
	}
	model_go_back_for(m, lowest);
}

size_t model_count_images(const struct model *m)
{
	size_t n = 0;
	for (size_t i = 0; i < m->world->n_coins; i++)
		n += m->has_image[i];
	return n;
}

/* ---------------------------------------------------------------- expected state of the wallet */

static bool is_unlocked(const struct world_coin *c, size_t height, size_t chain, uint64_t now)
{
	if (c->unlock_time >= 500000000)
		return now >= c->unlock_time && chain >= height + 10;
	size_t from = height + (c->is_coinbase ? 60 : 10);
	return chain >= (c->unlock_time > from ? c->unlock_time : from);
}

bool model_is_spendable(const struct model *m, size_t coin, uint32_t account, uint64_t now)
{
	const struct world_coin *c = coin_of(m, coin);
	size_t height = height_of(m, coin);
	return height && m->spent_by[coin] == WORLD_NONE && model_holder(m, coin) == WORLD_NONE &&
	       !m->is_frozen[coin] && c->to.major == account && is_unlocked(c, height, m->height, now);
}

/* Whether the coin is an output of the payment's transaction, as change. */
static bool is_change(const struct model *m, const struct model_payment *p, size_t coin)
{
	const struct world_tx *tx = tx_of(m, p->tx);
	uint64_t all = 0;
	for (size_t i = 0; i < tx->n_coins; i++)
		all += coin_of(m, tx->coins[i])->amount;
	return p->change == all || p->change == coin_of(m, coin)->amount;
}

/* The earlier submitted payment whose change is the coin; the payment itself if there is none. */
static size_t maker_of(const struct model *m, size_t payment, size_t coin)
{
	size_t maker = 0, tx = coin_of(m, coin)->tx;
	while (maker < payment && (m->payments[maker].state != SN_PAYMENT_SUBMITTED ||
				   m->payments[maker].tx != tx || !is_change(m, &m->payments[maker], coin)))
		maker++;
	return maker;
}

/* The account of its first coin. Unconfirmed change has the account of its payment. */
static int64_t account_of_payment(const struct model *m, size_t payment)
{
	size_t coin = m->payments[payment].inputs[0];
	return height_of(m, coin) ? (int64_t)coin_of(m, coin)->to.major
				  : account_of_payment(m, maker_of(m, payment, coin));
}

static void take(uint64_t *sum, uint64_t amount)
{
	*sum -= amount < *sum ? amount : *sum;
}

/* Whether the wallet could make the payment now: each of its coins is scanned and unspent, or is the change
 * of such a payment; and no earlier payment spends it. */
bool model_is_there(const struct model *m, size_t payment)
{
	const struct model_payment *p = &m->payments[payment];
	for (size_t k = 0; k < p->n_inputs; k++) {
		size_t coin = p->inputs[k];
		if (m->spent_by[coin] != WORLD_NONE || model_holder(m, coin) != payment)
			return false;
		if (height_of(m, coin))
			continue;
		size_t maker = maker_of(m, payment, coin);
		if (maker == payment || !model_is_there(m, maker))
			return false;
	}
	return true;
}

void model_balance(struct sn_balance *b, const struct model *m, int64_t account, uint64_t now)
{
	*b = (struct sn_balance){0};
	for (size_t i = 0; i < m->world->n_coins; i++) {
		const struct world_coin *c = coin_of(m, i);
		size_t height = height_of(m, i), holder = model_holder(m, i);
		if (!height || m->spent_by[i] != WORLD_NONE || (account >= 0 && c->to.major != account))
			continue;
		if (holder != WORLD_NONE && m->payments[holder].state == SN_PAYMENT_SUBMITTED)
			continue;
		b->total += c->amount;
		if (holder != WORLD_NONE)
			b->reserved += c->amount;
		else if (m->is_frozen[i])
			b->frozen += c->amount;
		else if (is_unlocked(c, height, m->height, now))
			b->unlocked += c->amount;
		if (!m->has_image[i]) {
			b->without_image += c->amount;
			b->n_without_image++;
		}
	}
	for (size_t i = 0; i < m->n_payments; i++) {
		const struct model_payment *p = &m->payments[i];
		if (p->state != SN_PAYMENT_SUBMITTED)
			continue;
		if (!model_is_there(m, i)) {
			b->n_waiting += account < 0;
			continue;
		}
		if (account >= 0 && account_of_payment(m, i) != account)
			continue;
		b->total += p->change;
		b->pending_in += p->change;
		for (size_t k = 0; k < p->n_inputs; k++) {
			uint64_t borrowed = height_of(m, p->inputs[k]) ? 0 : coin_of(m, p->inputs[k])->amount;
			take(&b->total, borrowed);
			take(&b->pending_in, borrowed);
		}
		b->pending_out += p->amount + p->fee;
	}
	for (size_t i = 0; i < m->n_incoming; i++) {
		const struct model_incoming *in = &m->incoming[i];
		if (account >= 0 && in->to.major != account)
			continue;
		b->pending_in += in->amount;
		b->unconfirmed += in->amount;
	}
}

void model_history(struct model_history *h, const struct model *m)
{
	static const enum sn_transfer_kind kinds[] = {
		[SN_PAYMENT_PREPARED] = SN_TRANSFER_PREPARED,
		[SN_PAYMENT_SUBMITTED] = SN_TRANSFER_PENDING,
		[SN_PAYMENT_RELEASED] = SN_TRANSFER_RELEASED,
	};
	*h = (struct model_history){0};
	for (size_t i = 0; i < m->n_payments; i++) {
		const struct model_payment *p = &m->payments[i];
		if (p->state == SN_PAYMENT_CONFIRMED)
			continue;
		h->n[kinds[p->state]]++;
		h->amount[kinds[p->state]] += p->amount;
		h->fee[kinds[p->state]] += p->fee;
	}
	for (size_t i = 0; i < m->n_incoming; i++) {
		size_t k = 0;
		while (m->incoming[k].tx != m->incoming[i].tx ||
		       m->incoming[k].to.major != m->incoming[i].to.major ||
		       m->incoming[k].to.minor != m->incoming[i].to.minor)
			k++;
		h->n[SN_TRANSFER_POOL] += k == i; /* one for each address that a transaction pays */
		h->amount[SN_TRANSFER_POOL] += m->incoming[i].amount;
	}
	for (size_t i = 0; i < m->world->n_coins; i++)
		if (height_of(m, i) && m->spent_by[i] == WORLD_NONE)
			h->settled += (int64_t)coin_of(m, i)->amount;
}
