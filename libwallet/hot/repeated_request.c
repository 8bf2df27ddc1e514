#include "hot/repeated_request.h"

#include "crypto/keccak.h"

#include <stdlib.h>
#include <string.h>

static void put_destination(struct sn_buf *b, const struct sn_payment_destination *d, bool has_amount)
{
	sn_put_u8(b, (uint8_t)d->address.kind);
	sn_put_bytes(b, d->address.spend.b, 32);
	sn_put_bytes(b, d->address.view.b, 32);
	sn_put_bytes(b, d->address.payment_id, SN_PAYMENT_ID_BYTES);
	sn_put_u64(b, has_amount ? d->amount : 0);
}

static void put_choice(struct sn_buf *b, const struct sn_input_choice *choice)
{
	sn_put_u64(b, choice->below);
	sn_put_u64(b, choice->n_addresses);
	for (size_t i = 0; i < choice->n_addresses; i++)
		sn_put_u32(b, choice->addresses[i]);
	for (size_t i = 0; i < choice->n_outputs; i++)
		sn_put_bytes(b, choice->outputs[i], strlen(choice->outputs[i]) + 1);
}

int sn_request_digest(struct sn_hash *out, const struct sn_payment_request *request, struct sn_error *err)
{
	struct sn_buf b = {0};
	sn_put_u8(&b, request->sweep_all);
	sn_put_u8(&b, request->one_account);
	sn_put_u8(&b, request->subtract_fee);
	sn_put_u32(&b, request->account);
	sn_put_u64(&b, request->unlock_time);
	for (size_t i = 0; i < request->n_destinations; i++)
		put_destination(&b, &request->destinations[i], !request->sweep_all);
	if (request->sweep_all)
		put_choice(&b, &request->choice);
	int ret = b.failed ? sn_error_memory(err) : SN_OK;
	if (!ret)
		sn_keccak256(out, b.data, b.len);
	sn_buf_free(&b);
	return ret;
}

/* What became of the payment. */
static void set_state(struct sn_composed *tx, const struct sn_wallet_payment *p)
{
	const bool is_pending = p->state == SN_PAYMENT_SUBMITTED;
	tx->state = p->state;
	tx->tx_hash = p->tx_hash;
	tx->is_rejected = is_pending && p->is_doubtful;
	tx->is_unanswered = is_pending && p->is_unanswered;
}

static int list_payments(struct sn_compose_result *result, const struct sn_wallet *w,
			 const struct sn_wallet_request *earlier, struct sn_error *err)
{
	result->txs = calloc(earlier->n, sizeof *result->txs);
	if (!result->txs)
		return sn_error_memory(err);
	result->n = earlier->n;
	for (size_t i = 0; i < result->n; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, earlier->first + i);
		struct sn_composed *tx = &result->txs[i];
		*tx = (struct sn_composed){
			.id = p->id, .fee = p->fee, .change = p->change, .n_inputs = p->n_inputs};
		set_state(tx, p);
		for (size_t j = 0; j < p->n_destinations; j++)
			tx->amount += p->destinations[j].amount;
	}
	return SN_OK;
}

static uint64_t find_state(const struct sn_wallet *w, const struct sn_wallet_request *earlier,
			   enum sn_payment_state state)
{
	for (uint64_t id = earlier->first; id < earlier->first + earlier->n; id++)
		if (sn_wallet_find_payment(w, id)->state == state)
			return id;
	return 0;
}

/* The unsigned file has all payments of the request, so signing it would also pay a released one. */
static int check_not_released(const struct sn_wallet *w, const struct sn_wallet_request *earlier,
			      struct sn_error *err)
{
	const uint64_t prepared = find_state(w, earlier, SN_PAYMENT_PREPARED);
	const uint64_t released = find_state(w, earlier, SN_PAYMENT_RELEASED);
	if (!prepared || !released)
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "reference \"%s\": payment %llu is released and payment %llu is not, but the "
			     "unsigned file has both",
			     earlier->reference, (unsigned long long)released, (unsigned long long)prepared),
		"release all of them, then repeat the request: wo-transfer --release=ID (sneakernote: release ID)");
}

int sn_request_repeat(struct sn_buf *out, struct sn_compose_result *result, const struct sn_wallet *w,
		      const struct sn_payment_request *request, struct sn_error *err)
{
	struct sn_hash digest;
	const struct sn_wallet_request *earlier =
		request->reference[0] ? sn_wallet_find_request(w, request->reference) : NULL;
	if (!earlier)
		return SN_OK;
	int ret = sn_request_digest(&digest, request, err);
	if (ret)
		return ret;
	if (!sn_hash_is_equal(&digest, &earlier->digest))
		return sn_error_hint(
			err,
			sn_error_set(err, SN_REFUSED,
				     "reference \"%s\" belongs to payment %llu, which is a different request",
				     request->reference, (unsigned long long)earlier->first),
			"give each request its own reference");
	ret = check_not_released(w, earlier, err);
	if (ret)
		return ret;
	result->is_repeated = true;
	result->is_fee_subtracted = request->subtract_fee;
	sn_put_bytes(out, earlier->unsigned_set.data, earlier->unsigned_set.len);
	return out->failed ? sn_error_memory(err) : list_payments(result, w, earlier, err);
}

bool sn_request_was_sent(struct sn_compose_result *result, const struct sn_wallet *w)
{
	bool was_sent = false;
	for (size_t i = 0; i < result->n; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, result->txs[i].id);
		was_sent |= p && (p->state == SN_PAYMENT_SUBMITTED || p->state == SN_PAYMENT_CONFIRMED);
	}
	for (size_t i = 0; was_sent && i < result->n; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, result->txs[i].id);
		set_state(&result->txs[i], p);
	}
	result->is_repeated |= was_sent;
	return was_sent;
}

int sn_request_note(struct sn_wallet *w, const struct sn_payment_request *request,
		    const struct sn_compose_result *result, const uint8_t *file, size_t len,
		    struct sn_error *err)
{
	struct sn_wallet_request note = {.first = result->txs[0].id, .n = (uint32_t)result->n};
	if (!request->reference[0])
		return SN_OK;
	strcpy(note.reference, request->reference);
	int ret = sn_request_digest(&note.digest, request, err);
	if (ret)
		return ret;
	sn_put_bytes(&note.unsigned_set, file, len);
	ret = note.unsigned_set.failed ? SN_IO : sn_wallet_add_request(w, &note);
	sn_buf_free(&note.unsigned_set);
	return ret ? sn_error_memory(err) : SN_OK;
}
