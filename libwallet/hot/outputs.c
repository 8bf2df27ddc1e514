#include "hot/outputs.h"

#include "base/hex.h"
#include "hot/balance.h"

#include <stdlib.h>

const char *sn_output_state_name(enum sn_output_state state)
{
	static const char *const names[] = {
		[SN_OUTPUT_SPENT] = "spent",     [SN_OUTPUT_PENDING] = "pending",
		[SN_OUTPUT_BURNT] = "burnt",     [SN_OUTPUT_RESERVED] = "reserved",
		[SN_OUTPUT_FROZEN] = "frozen",   [SN_OUTPUT_LOCKED] = "locked",
		[SN_OUTPUT_OLD] = "unspendable", [SN_OUTPUT_UNLOCKED] = "unlocked",
	};
	return names[state];
}

static enum sn_output_state state_of(const struct sn_wallet *w, size_t output, uint64_t now)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	const struct sn_wallet_payment *holder = sn_wallet_held_by(w, output);
	if (o->is_spent)
		return SN_OUTPUT_SPENT;
	if (holder && holder->state == SN_PAYMENT_SUBMITTED)
		return SN_OUTPUT_PENDING;
	if (sn_wallet_is_burnt(w, output))
		return SN_OUTPUT_BURNT;
	if (holder)
		return SN_OUTPUT_RESERVED;
	if (sn_wallet_is_frozen(w, &o->key))
		return SN_OUTPUT_FROZEN;
	if (!sn_output_is_unlocked(o, sn_wallet_height(w), now))
		return SN_OUTPUT_LOCKED;
	return o->is_rct ? SN_OUTPUT_UNLOCKED : SN_OUTPUT_OLD;
}

struct sn_output_view sn_output_look(const struct sn_wallet *w, size_t output, uint64_t now)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	const struct sn_wallet_payment *holder = sn_wallet_held_by(w, output);
	const uint64_t height = sn_wallet_height(w), unlock_height = sn_output_unlock_height(o);
	return (struct sn_output_view){
		.output = o,
		.image = sn_wallet_image_of(w, o),
		.spent_by = sn_wallet_spent_by(w, o),
		.state = state_of(w, output, now),
		.payment = holder ? holder->id : 0,
		.confirmations = height > o->height ? height - o->height : 0,
		.unlock_height = unlock_height > height ? unlock_height : 0,
		.is_frozen = sn_wallet_is_frozen(w, &o->key),
	};
}

static bool is_address_wanted(const struct sn_output_filter *filter, uint32_t minor)
{
	for (size_t i = 0; i < filter->n_addresses; i++)
		if (filter->addresses[i] == minor)
			return true;
	return !filter->n_addresses;
}

static bool is_wanted(const struct sn_output_filter *filter, const struct sn_output_view *l)
{
	const struct sn_subaddress_index at = l->output->subaddress;
	return (filter->with_spent || l->state > SN_OUTPUT_BURNT) &&
	       (!filter->has_account || at.major == filter->account) && is_address_wanted(filter, at.minor);
}

/* The outputs of a wallet are in the order of their blocks, and in one array. */
static int by_address(const void *a, const void *b)
{
	const struct sn_wallet_output *x = ((const struct sn_output_view *)a)->output,
				      *y = ((const struct sn_output_view *)b)->output;
	if (x->subaddress.major != y->subaddress.major)
		return x->subaddress.major < y->subaddress.major ? -1 : 1;
	if (x->subaddress.minor != y->subaddress.minor)
		return x->subaddress.minor < y->subaddress.minor ? -1 : 1;
	return (x > y) - (x < y);
}

int sn_outputs_list(struct sn_output_view **list, size_t *n, const struct sn_wallet *w,
		    const struct sn_output_filter *filter, uint64_t now, struct sn_error *err)
{
	*n = 0;
	*list = calloc(w->n_outputs + 1, sizeof **list);
	if (!*list)
		return sn_error_memory(err);
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_output_view one = sn_output_look(w, i, now);
		if (is_wanted(filter, &one))
			(*list)[(*n)++] = one;
	}
	qsort(*list, *n, sizeof **list, by_address);
	return SN_OK;
}

static int read_name(struct sn_point *point, const char *name, struct sn_error *err)
{
	if (!sn_hex_decode(point->b, sizeof point->b, name))
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_set(err, SN_USAGE,
			     "\"%.80s\" is not the name of an output: it must be 64 hexadecimal digits",
			     name),
		"use the one-time key or the key image that wo-outputs prints");
}

static int refuse_unknown(const char *name, struct sn_error *err)
{
	return sn_error_hint(err,
			     sn_error_set(err, SN_REFUSED,
					  "the wallet has no output with the one-time key or key image %s",
					  name),
			     "run wo-sync (sneakernote: refresh); wo-outputs --all lists the outputs");
}

int sn_output_find(size_t *output, const struct sn_wallet *w, const char *name, struct sn_error *err)
{
	struct sn_point point;
	int ret = read_name(&point, name, err);
	if (ret)
		return ret;
	*output = sn_wallet_find_key(w, &point);
	if (*output == SIZE_MAX)
		*output = sn_wallet_find_image(w, &point);
	return *output == SIZE_MAX ? refuse_unknown(name, err) : SN_OK;
}

static int refuse_locked(const struct sn_output_view *v, const char *name, struct sn_error *err)
{
	const unsigned long long height = v->unlock_height, time = v->output->unlock_time;
	if (!height)
		return sn_error_hint(
			err,
			sn_error_set(err, SN_REFUSED, "output %s is locked until Unix time %llu", name, time),
			"run wo-sync (sneakernote: refresh) after this time");
	return sn_error_hint(
		err, sn_error_set(err, SN_REFUSED, "output %s is locked until height %llu", name, height),
		"run wo-sync (sneakernote: refresh) when the chain has this height");
}

/* The output has another state than unlocked. */
static int refuse_state(const struct sn_output_view *v, const char *name, struct sn_error *err)
{
	const unsigned long long id = v->payment;
	switch (v->state) {
	case SN_OUTPUT_SPENT:
		return sn_error_hint(err, sn_error_set(err, SN_REFUSED, "output %s is already spent", name),
				     "wo-outputs lists the unspent outputs (sneakernote: outputs)");
	case SN_OUTPUT_PENDING:
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED,
						  "output %s is spent by the pending payment %llu", name, id),
				     "wo-outputs lists the unspent outputs (sneakernote: outputs)");
	case SN_OUTPUT_RESERVED:
		return sn_error_hint(
			err,
			sn_error_set(err, SN_REFUSED, "output %s is reserved for payment %llu", name, id),
			"release the payment first: wo-transfer --release=%llu (sneakernote: release %llu)",
			id, id);
	case SN_OUTPUT_FROZEN:
		return sn_error_hint(err, sn_error_set(err, SN_REFUSED, "output %s is frozen", name),
				     "thaw it first: wo-outputs --thaw=%s (sneakernote: thaw)", name);
	case SN_OUTPUT_LOCKED:
		return refuse_locked(v, name, err);
	default:
		return sn_error_hint(
			err, sn_error_set(err, SN_REFUSED, "output %s cannot be spent by sneakernote", name),
			"wo-outputs shows its state (sneakernote: outputs); doc/coin-control.md explains it");
	}
}

int sn_output_check_unlocked(const struct sn_wallet *w, size_t output, const char *name, uint64_t now,
			     struct sn_error *err)
{
	const struct sn_output_view v = sn_output_look(w, output, now);
	return v.state == SN_OUTPUT_UNLOCKED ? SN_OK : refuse_state(&v, name, err);
}

/* To freeze an output that is spent anyway would deceive the user. */
static int check_freezable(const struct sn_wallet *w, size_t output, const char *name, struct sn_error *err)
{
	const struct sn_output_view v = sn_output_look(w, output, 0);
	const bool is_taken =
		v.state == SN_OUTPUT_SPENT || v.state == SN_OUTPUT_PENDING || v.state == SN_OUTPUT_RESERVED;
	return is_taken ? refuse_state(&v, name, err) : SN_OK;
}

int sn_output_is_frozen(bool *is_frozen, const struct sn_wallet *w, const char *name, struct sn_error *err)
{
	struct sn_point key;
	size_t output;
	int ret = read_name(&key, name, err);
	*is_frozen = !ret && sn_wallet_is_frozen(w, &key);
	if (ret || *is_frozen)
		return ret;
	ret = sn_output_find(&output, w, name, err);
	*is_frozen = !ret && sn_wallet_is_frozen(w, &w->outputs[output].key);
	return ret;
}

static int find_key(struct sn_point *key, const struct sn_wallet *w, const char *name, bool is_frozen,
		    struct sn_error *err)
{
	size_t output;
	int ret = read_name(key, name, err);
	if (ret || (!is_frozen && sn_wallet_is_frozen(w, key)))
		return ret;
	ret = sn_output_find(&output, w, name, err);
	if (!ret)
		*key = w->outputs[output].key;
	return ret || !is_frozen ? ret : check_freezable(w, output, name, err);
}

int sn_outputs_freeze(struct sn_wallet *w, const char *const *names, size_t n, bool is_frozen,
		      size_t *changed, struct sn_error *err)
{
	struct sn_point *keys = calloc(n + 1, sizeof *keys);
	int ret = keys ? SN_OK : sn_error_memory(err);
	*changed = 0;
	for (size_t i = 0; !ret && i < n; i++)
		ret = find_key(&keys[i], w, names[i], is_frozen, err);
	if (ret)
		goto out;
	sn_wallet_change_begin(w);
	for (size_t i = 0; !ret && i < n; i++) {
		*changed += sn_wallet_is_frozen(w, &keys[i]) != is_frozen;
		ret = sn_wallet_set_frozen(w, &keys[i], is_frozen);
	}
	sn_wallet_change_end(w);
	if (ret)
		ret = sn_error_memory(err);
out:
	free(keys);
	return ret;
}
