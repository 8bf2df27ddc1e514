#include "store/wallet_requests.h"

#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

int sn_reference_check(const char *reference, struct sn_error *err)
{
	const size_t len = strlen(reference);
	bool is_one = len && len <= SN_REFERENCE_MAX && reference[0] != ' ' && reference[len - 1] != ' ';
	for (size_t i = 0; is_one && i < len; i++)
		is_one = reference[i] >= ' ' && reference[i] <= '~';
	return is_one ? SN_OK
		      : sn_error_set(err, SN_BAD_INPUT,
				     "the reference must have 1 to %d printable characters of ASCII, without "
				     "spaces at its ends",
				     SN_REFERENCE_MAX);
}

static bool has_state(const struct sn_wallet *w, const struct sn_wallet_request *request,
		      enum sn_payment_state state)
{
	for (size_t i = 0; i < request->n; i++)
		if (w->payments[request->first - 1 + i].state == state)
			return true;
	return false;
}

static bool is_released(const struct sn_wallet *w, const struct sn_wallet_request *request)
{
	return !has_state(w, request, SN_PAYMENT_PREPARED) && !has_state(w, request, SN_PAYMENT_SUBMITTED) &&
	       !has_state(w, request, SN_PAYMENT_CONFIRMED);
}

const struct sn_wallet_request *sn_wallet_find_request(const struct sn_wallet *w, const char *reference)
{
	for (size_t i = w->n_requests; i--;)
		if (!strcmp(w->requests[i].reference, reference) && !is_released(w, &w->requests[i]))
			return &w->requests[i];
	return NULL;
}

/* Requests ascend by their payments. */
static struct sn_wallet_request *request_of(const struct sn_wallet *w, uint64_t id)
{
	size_t low = 0, high = w->n_requests;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		struct sn_wallet_request *r = &w->requests[middle];
		if (id < r->first)
			high = middle;
		else if (id - r->first >= r->n)
			low = middle + 1;
		else
			return r;
	}
	return NULL;
}

const struct sn_wallet_request *sn_wallet_request_of(const struct sn_wallet *w, uint64_t id)
{
	return request_of(w, id);
}

static bool is_request(const struct sn_wallet *w, const struct sn_wallet_request *request)
{
	const struct sn_wallet_request *last = w->n_requests ? &w->requests[w->n_requests - 1] : NULL;
	const uint64_t above = last ? last->first + last->n : 1;
	return !sn_reference_check(request->reference, NULL) && request->n && request->first >= above &&
	       request->first <= w->n_payments && request->n <= w->n_payments - (request->first - 1) &&
	       request->unsigned_set.len <= UINT32_MAX;
}

int sn_wallet_add_request(struct sn_wallet *w, const struct sn_wallet_request *request)
{
	struct sn_wallet_store *s = w->store;
	const size_t mark = s->pending.len;
	if (!is_request(w, request))
		return SN_BAD_INPUT;
	if (sn_wallet_make_room(&w->requests, &s->cap_requests, w->n_requests, sizeof *w->requests))
		return SN_IO;
	struct sn_wallet_request *copy = &w->requests[w->n_requests];
	*copy = *request;
	copy->unsigned_set = (struct sn_buf){0};
	sn_put_bytes(&copy->unsigned_set, request->unsigned_set.data, request->unsigned_set.len);
	if (!s->is_replaying)
		sn_record_put_request(&s->pending, request);
	if (copy->unsigned_set.failed || sn_wallet_note_failed(s, mark)) {
		s->pending.len = mark;
		sn_buf_free(&copy->unsigned_set);
		return SN_IO;
	}
	w->n_requests++;
	return SN_OK;
}

void sn_wallet_drop_unsigned(struct sn_wallet *w, uint64_t id)
{
	struct sn_wallet_request *request = request_of(w, id);
	if (request && !has_state(w, request, SN_PAYMENT_PREPARED))
		sn_buf_free(&request->unsigned_set);
}
