#include "chain/carrot_outputs.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/extra.h"
#include "chain/varint.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"

#include <sodium.h>

/* ------------------------------------------------------------------ rules of the plan */

static bool is_integrated(const struct sn_address *address)
{
	return address->kind == SN_ADDRESS_INTEGRATED &&
	       !sodium_is_zero(address->payment_id, sizeof address->payment_id);
}

/* Whether two secrets are equal. They are by mistake only, and then there is no transaction. */
static bool is_equal(const void *a, const void *b, size_t len)
{
	bool is_it = sodium_memcmp(a, b, len) == 0;
	SN_PUBLIC(&is_it, sizeof is_it);
	return is_it;
}

static int check_payments(const struct sn_carrot_plan *plan, struct sn_error *err)
{
	static const struct sn_carrot_anchor zero;
	size_t n_integrated = 0;
	for (size_t i = 0; i < plan->n_payments; i++) {
		const struct sn_carrot_payment *p = &plan->payments[i];
		if (!sn_address_is_payable(&p->to))
			return sn_error_set(err, SN_BAD_INPUT,
					    "the keys of an address are not points of prime order");
		n_integrated += is_integrated(&p->to);
		bool is_bad = is_equal(p->anchor.b, zero.b, sizeof zero.b);
		for (size_t j = 0; j < i; j++)
			is_bad |= is_equal(p->anchor.b, plan->payments[j].anchor.b, sizeof zero.b);
		if (is_bad)
			return sn_error_set(err, SN_BAD_INPUT,
					    "the anchor of an output is zero or used twice");
	}
	if (n_integrated > 1)
		return sn_error_set(
			err, SN_BAD_INPUT,
			"more than one recipient has an integrated address: a transaction has one payment ID");
	return SN_OK;
}

/* Which self-sends have an ephemeral secret, and the types of two. */
static bool has_ephemeral_secrets(const struct sn_carrot_plan *plan)
{
	const struct sn_carrot_self_send *s = plan->self_sends;
	size_t n = 0;
	for (size_t i = 0; i < plan->n_self_sends; i++)
		n += s[i].has_ephemeral_secret;
	if (plan->n_payments + plan->n_self_sends > 2)
		return n == plan->n_self_sends;
	if (plan->n_payments)
		return n == 0;
	return n == 1 && s[0].type != s[1].type;
}

static int check_plan(const struct sn_carrot_plan *plan, struct sn_error *err)
{
	const size_t n = plan->n_payments + plan->n_self_sends;
	if (plan->n_payments > SN_TX_OUTPUTS_MAX || plan->n_self_sends > SN_TX_OUTPUTS_MAX ||
	    n < SN_FCMP_OUTPUTS_MIN || n > SN_TX_OUTPUTS_MAX)
		return sn_error_set(err, SN_BAD_INPUT, "a transaction has %d to %d outputs, not %zu",
				    SN_FCMP_OUTPUTS_MIN, SN_TX_OUTPUTS_MAX, n);
	if (!plan->n_self_sends)
		return sn_error_set(err, SN_BAD_INPUT, "no output belongs to the sender");
	for (size_t i = 0; i < plan->n_self_sends; i++)
		if (plan->self_sends[i].type != SN_CARROT_PAYMENT &&
		    plan->self_sends[i].type != SN_CARROT_CHANGE)
			return sn_error_set(err, SN_BAD_INPUT, "an output is neither a payment nor change");
	if (!has_ephemeral_secrets(plan))
		return sn_error_set(err, SN_BAD_INPUT, "the outputs of the sender do not form a valid set");
	return check_payments(plan, err);
}

/* ------------------------------------------------------------------ outputs */

/* D_e for the address of the account. */
static int self_ephemeral_key(struct sn_x25519 *key, const struct sn_scalar *secret,
			      const struct sn_account *account, struct sn_subaddress_index to)
{
	struct sn_address address;
	sn_account_address(&address, account, to);
	int ret = sn_carrot_ephemeral_key(key, secret, &address.spend, !sn_subaddress_is_primary(to));
	/* The transaction has D_e. */
	SN_PUBLIC(key, sizeof *key);
	return ret;
}

/* D_e of a transaction with two outputs. */
static int shared_ephemeral_key(struct sn_x25519 *key, const struct sn_carrot_outputs *outputs,
				const struct sn_carrot_plan *plan, const struct sn_account *account)
{
	const struct sn_carrot_self_send *s = plan->self_sends;
	if (plan->n_payments) {
		*key = outputs->made[0].ephemeral_key;
		return SN_OK;
	}
	const struct sn_scalar *secret = &s[s[0].has_ephemeral_secret ? 0 : 1].ephemeral_secret;
	return self_ephemeral_key(key, secret, account, s[s[0].type == SN_CARROT_PAYMENT ? 0 : 1].to);
}

/* The payments, then the self-sends. */
static int make_all(struct sn_carrot_outputs *outputs, const struct sn_carrot_plan *plan,
		    const struct sn_account *account)
{
	struct sn_carrot_context context;
	struct sn_x25519 key;
	int ret = SN_OK;
	sn_carrot_context(&context, &plan->first_image);
	memcpy(outputs->encrypted_payment_id, plan->dummy_payment_id, sizeof outputs->encrypted_payment_id);
	for (size_t i = 0; !ret && i < plan->n_payments; i++) {
		const struct sn_carrot_payment *p = &plan->payments[i];
		struct sn_carrot_made *made = &outputs->made[outputs->n++];
		ret = sn_carrot_make_normal(made, &p->to, p->amount, &p->anchor, &context);
		if (!ret && is_integrated(&p->to))
			memcpy(outputs->encrypted_payment_id, made->encrypted_payment_id,
			       sizeof outputs->encrypted_payment_id);
	}
	bool is_shared = plan->n_payments + plan->n_self_sends == 2;
	if (!ret && is_shared)
		ret = shared_ephemeral_key(&key, outputs, plan, account);
	for (size_t i = 0; !ret && i < plan->n_self_sends; i++) {
		const struct sn_carrot_self_send *s = &plan->self_sends[i];
		if (!is_shared)
			ret = self_ephemeral_key(&key, &s->ephemeral_secret, account, s->to);
		if (!ret)
			ret = sn_carrot_make_special(&outputs->made[outputs->n++], account, s->to, s->amount,
						     s->type, &key, &context);
	}
	return ret;
}

/* Insertion sort by one-time key, which is public. */
static void sort(struct sn_carrot_outputs *outputs)
{
	struct sn_carrot_made moved;
	for (size_t i = 0; i < outputs->n; i++)
		outputs->origin[i] = i;
	for (size_t i = 1; i < outputs->n; i++) {
		const size_t origin = outputs->origin[i];
		size_t j = i;
		moved = outputs->made[i];
		for (; j && memcmp(outputs->made[j - 1].output.key.b, moved.output.key.b, 32) > 0; j--) {
			outputs->made[j] = outputs->made[j - 1];
			outputs->origin[j] = outputs->origin[j - 1];
		}
		outputs->made[j] = moved;
		outputs->origin[j] = origin;
	}
	sn_wipe(&moved, sizeof moved);
}

/* Whether the pair may stand in one transaction. */
static bool may_be_together(const struct sn_carrot_made *a, const struct sn_carrot_made *b, size_t n)
{
	bool is_same_ephemeral = is_equal(a->ephemeral_key.b, b->ephemeral_key.b, sizeof a->ephemeral_key.b);
	return is_same_ephemeral == (n == 2) && !sn_point_is_equal(&a->output.key, &b->output.key) &&
	       !is_equal(a->mask.b, b->mask.b, sizeof a->mask.b);
}

/* The rules that honest outputs break with negligible probability. */
static int check_made(const struct sn_carrot_outputs *outputs, struct sn_error *err)
{
	bool is_good = true;
	for (size_t i = 0; i < outputs->n; i++) {
		const struct sn_carrot_made *a = &outputs->made[i];
		is_good &= !is_equal(a->mask.b, sn_scalar_zero.b, sizeof a->mask.b) &&
			   !sodium_is_zero(a->ephemeral_key.b, sizeof a->ephemeral_key.b) &&
			   sn_point_is_torsion_free_vartime(&a->output.key) &&
			   !sn_point_is_equal(&a->output.key, &sn_point_identity);
		for (size_t j = 0; j < i; j++)
			is_good &= may_be_together(&outputs->made[j], a, outputs->n);
	}
	return is_good ? SN_OK
		       : sn_error_set(err, SN_BAD_INPUT,
				      "two outputs have the same keys, or a key is degenerate");
}

int sn_carrot_outputs_make(struct sn_carrot_outputs *outputs, const struct sn_carrot_plan *plan,
			   const struct sn_account *account, struct sn_error *err)
{
	*outputs = (struct sn_carrot_outputs){0};
	int ret = check_plan(plan, err);
	if (!ret) {
		ret = make_all(outputs, plan, account);
		if (ret)
			sn_error_set(err, ret, "an output has no ephemeral key");
	}
	if (!ret) {
		sort(outputs);
		ret = check_made(outputs, err);
	}
	if (ret)
		sn_wipe(outputs, sizeof *outputs);
	return ret;
}

/* ------------------------------------------------------------------ transaction */

void sn_carrot_outputs_write_extra(struct sn_buf *extra, const struct sn_carrot_outputs *outputs)
{
	struct sn_point keys[SN_TX_OUTPUTS_MAX];
	for (size_t i = 0; i < outputs->n; i++)
		memcpy(keys[i].b, outputs->made[i].ephemeral_key.b, 32);
	const bool is_shared = outputs->n == 2;
	sn_extra_write(extra, is_shared ? &keys[0] : NULL, keys, is_shared ? 0 : outputs->n,
		       outputs->encrypted_payment_id);
}

size_t sn_carrot_extra_size(size_t n_outputs)
{
	const size_t payment_id = 1 + 1 + 1 + SN_PAYMENT_ID_BYTES;
	return payment_id + (n_outputs == 2 ? 1 + 32 : 1 + sn_varint_size(n_outputs) + 32 * n_outputs);
}

void sn_carrot_outputs_fill(struct sn_tx *tx, const struct sn_carrot_outputs *outputs)
{
	for (size_t i = 0; i < outputs->n; i++)
		tx->outputs[i] = outputs->made[i].output;
}
