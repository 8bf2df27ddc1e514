#include "memory_proposals.h"

#include "memory_requests.h"

#include "base/file.h"
#include "cold/proposal_input.h"
#include "cold/proposal_sign.h"
#include "handoff/envelope.h"
#include "hot/compose.h"
#include "hot/submit.h"
#include "node/http.h"
#include "store/key_images.h"
#include "store/wallet.h"
#include "store/wallet_records.h"
#include "unit/cold_proposal_sets.h"
#include "unit/cold_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOW 1800000000

static struct {
	const struct sn_account *master;
	struct sn_account recipient;
	char path[96];
	struct sn_buf wallet, signed_file;
	struct sn_daemon *daemon;
} payer;

/* ---------------------------------------------------------------- the daemon */

/* Without a connection: in the place of node/http.c. */
int __wrap_sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *body,
			size_t len, size_t cap, struct sn_buf *reply, enum sn_http_progress *progress,
			struct sn_error *err);

int __wrap_sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *body,
			size_t len, size_t cap, struct sn_buf *reply, enum sn_http_progress *progress,
			struct sn_error *err)
{
	static const char info[] =
		"{\"status\":\"OK\",\"height\":31,\"nettype\":\"mainnet\",\"top_block_hash\":"
		"\"1e00000000000000000000000000000000000000000000000000000000000000\"}",
			  fork[] = "{\"result\":{\"status\":\"OK\",\"version\":18}}",
			  fees[] = "{\"result\":{\"status\":\"OK\",\"fees\":[20000,80000,320000,4000000],"
				   "\"quantization_mask\":10000}}";
	const bool is_fork = len && memmem(body, len, "hard_fork_info", 14);
	const char *answer = !strcmp(path, "/get_info") ? info : is_fork ? fork : fees;
	(void)h, (void)content_type, (void)cap;
	if (progress)
		*progress = SN_HTTP_ANSWERED;
	sn_put_bytes(reply, answer, strlen(answer));
	return reply->failed ? sn_error_memory(err) : SN_OK;
}

/* ---------------------------------------------------------------- the wallet */

static int open_wallet(struct sn_wallet **w, struct sn_error *err)
{
	int ret = sn_wallet_open(w, payer.path, SN_WALLET_WRITE, "x", NULL, err);
	if (!ret) /* a table of subaddresses with the usual look-ahead takes longer than all the rest */
		(*w)->lookahead_accounts = (*w)->lookahead_addresses = 1;
	return ret;
}

/* All that the wallet knows. */
static void put_state(struct sn_buf *state, const struct sn_wallet *w)
{
	sn_records_put_all(state, w);
	sn_put_bytes(state, w->images, w->n_images * sizeof *w->images);
}

static bool has_state(const struct sn_wallet *w, const struct sn_buf *expected)
{
	struct sn_buf state = {0};
	put_state(&state, w);
	bool is = state.len == expected->len && !memcmp(state.data, expected->data, state.len);
	sn_buf_free(&state);
	return is;
}

/* Whether the wallet, and the wallet that its files give, is the expected one. A wallet that could not be
 * read again after an error cannot be stored, either (sn_wallet_revert). */
static bool is_unchanged(struct sn_wallet *w, const struct sn_buf *expected)
{
	struct sn_wallet *stored;
	struct sn_error err;
	w->lookahead_accounts = w->lookahead_addresses = 1; /* it may have been read again */
	bool is = has_state(w, expected) || sn_wallet_store(w, &err) == SN_IO;
	sn_wallet_close(w);
	must(open_wallet(&stored, &err), &err);
	is = is && has_state(stored, expected);
	sn_wallet_close(stored);
	return is;
}

/* Close the wallet. If the work failed, it must be as before. The looks are no part of the work. */
static int close_wallet(struct sn_wallet *w, struct sn_buf *before, int ret, struct sn_error *err)
{
	const bool is_counting = memory.is_counting;
	memory.is_counting = false;
	if (!ret)
		sn_wallet_close(w);
	else if (!is_unchanged(w, before))
		ret = sn_error_set(err, SN_REFUSED, "the wallet has changed");
	sn_buf_free(before);
	memory.is_counting = is_counting;
	return ret;
}

static int begin(struct sn_wallet **w, struct sn_buf *before, struct sn_error *err)
{
	int ret = open_wallet(w, err);
	const bool is_counting = memory.is_counting;
	memory.is_counting = false;
	if (!ret)
		put_state(before, *w);
	memory.is_counting = is_counting;
	return ret;
}

/* ---------------------------------------------------------------- the work */

/* Two inputs, change, and no reservation: the contents of the unsigned file. */
int compose(struct sn_buf *result, struct sn_error *err)
{
	struct sn_payment_destination to = {cold_address(&payer.recipient, 0, 3), COLD_XMR * 3 / 2};
	const struct sn_payment_request request = {.destinations = &to,
						   .n_destinations = 1,
						   .mixin = SN_MIXIN,
						   .priority = 1,
						   .format = SN_REQUEST_PROPOSALS};
	struct sn_compose_result composed;
	struct sn_buf file = {0}, before = {0};
	struct sn_wallet *w;
	int ret = begin(&w, &before, err);
	if (ret)
		return ret;
	ret = sn_compose(&file, &composed, w, payer.daemon, &request, NOW, err);
	if (ret && (composed.n || composed.txs))
		ret = sn_error_set(err, SN_REFUSED, "it fails, with a result");
	sn_compose_result_free(&composed);
	ret = close_wallet(w, &before, ret, err);
	if (!ret)
		ret = sn_envelope_open(result, SN_ENVELOPE_PROPOSALS, payer.master->network,
				       &payer.master->view_secret, file.data, file.len, err);
	sn_buf_free(&file);
	return ret;
}

static void describe(struct sn_buf *out, const struct sn_submit_result *result, const struct sn_wallet *w)
{
	for (size_t i = 0; i < result->n_proposals; i++) {
		sn_put_bytes(out, result->proposals[i].signable_hash.b, 32);
		sn_put_u64(out, result->proposals[i].amount);
		sn_put_u64(out, result->proposals[i].fee);
	}
	sn_put_bytes(out, w->images, w->n_images * sizeof *w->images);
}

/* A valid file is refused with its reason, once its key images are stored. */
int submit(struct sn_buf *result, struct sn_error *err)
{
	struct sn_submit_result submitted;
	struct sn_buf before = {0};
	struct sn_wallet *w;
	int ret = begin(&w, &before, err);
	if (ret)
		return ret;
	ret = sn_submit(&submitted, w, payer.daemon, payer.signed_file.data, payer.signed_file.len, NOW, NULL,
			err);
	const bool is_taken = ret == SN_REFUSED && err->reason == SN_REASON_FORK;
	if (is_taken)
		ret = SN_OK;
	else if (submitted.n_proposals || submitted.proposals)
		ret = sn_error_set(err, SN_REFUSED, "it fails, with a result");
	if (!ret)
		describe(result, &submitted, w);
	sn_submit_result_free(&submitted);
	ret = close_wallet(w, &before, ret, err);
	return !ret && result->failed ? sn_error_memory(err) : ret;
}

void before_paying(void)
{
	char images[128];
	FILE *f = fopen(payer.path, "wb");
	if (!f || fwrite(payer.wallet.data, 1, payer.wallet.len, f) != payer.wallet.len || fclose(f))
		abort();
	snprintf(images, sizeof images, "%s" SN_KEY_IMAGES_SUFFIX, payer.path);
	unlink(images);
}

/* ---------------------------------------------------------------- preparing */

static void add_output(struct sn_wallet *w, const struct sn_proposal_input *in)
{
	const bool is_carrot = in->kind != SN_PROPOSAL_OLD, is_special = in->kind == SN_PROPOSAL_SPECIAL;
	struct sn_opened_proposal_input opened;
	struct sn_error err;
	size_t bad;
	must(sn_proposal_inputs_open(&opened, &bad, payer.master, in, 1, &err), &err);
	struct sn_wallet_output o = {
		.key = in->key,
		.tx_key = in->tx_key,
		.tx_hash = {{(uint8_t)(100 + w->n_outputs)}},
		.mask = opened.mask,
		.amount = in->amount,
		.global_index = 1000 + w->n_outputs,
		.height = 1,
		.index = in->index,
		.subaddress = in->subaddress,
		.mask_kind = is_carrot ? SN_MASK_EXPLICIT : in->mask_kind,
		.is_rct = true,
		.is_carrot = is_carrot,
	};
	struct sn_wallet_enote enote = {.kind = is_special ? SN_CARROT_SPECIAL : SN_CARROT_NORMAL,
					.type = in->enote_type,
					.first_image = in->first_image};
	memcpy(enote.anchor.b, in->anchor, sizeof enote.anchor.b);
	if (is_special)
		memcpy(o.tx_key.b, in->ephemeral, sizeof o.tx_key.b);
	must(is_carrot ? sn_wallet_add_carrot_output(w, &o, &enote, NULL) : sn_wallet_add_output(w, &o, NULL),
	     &err);
}

/* An output of before the upgrade and two of after it, old enough to be spent. */
static void fill(struct sn_wallet *w)
{
	static const struct sn_hash first = {{1}}, top = {{30}};
	struct sn_proposal_set made = proposal_set(1);
	struct sn_proposal *p = made.proposals;
	for (int kind = SN_PROPOSAL_OLD; kind <= SN_PROPOSAL_SPECIAL; kind++)
		proposal_spend(p, payer.master, (enum sn_proposal_input_kind)kind,
			       (struct sn_subaddress_index){0, 0}, COLD_XMR);
	struct sn_error err = {.text = "a block"};
	must(sn_wallet_add_block(w, 1, &first, 0, 0), &err);
	for (size_t i = 0; i < p->n_inputs; i++)
		add_output(w, &p->inputs[i]);
	must(sn_wallet_add_block(w, 30, &top, 0, 0), &err);
	proposal_free(&made);
}

static void sign(const struct sn_buf *content)
{
	struct sn_proposal_set set;
	struct sn_signed_proposals answer;
	struct sn_hash digest, message;
	struct sn_buf bytes = {0};
	struct sn_error err;
	const enum sn_network network = payer.master->network;
	must(sn_proposal_set_decode(&set, network, content->data, content->len, &err), &err);
	must(sn_proposal_digest(&digest, &set, network, &err), &err);
	must(sn_sign_proposals(&answer, &message, payer.master, &set, &digest, NULL, 1, &err), &err);
	must(sn_signed_proposals_encode(&bytes, &answer, network, &err), &err);
	must(sn_envelope_seal(&payer.signed_file, SN_ENVELOPE_SIGNED_PROPOSALS, network,
			      &payer.master->view_secret, bytes.data, bytes.len, &err),
	     &err);
	sn_signed_proposals_free(&answer);
	sn_proposal_set_free(&set);
	sn_buf_free(&bytes);
}

void make_payer(const char *directory, const struct sn_account *master)
{
	const struct sn_daemon_options options = {0};
	struct sn_account watch_only;
	struct sn_buf content = {0};
	struct sn_wallet *w;
	struct sn_error err;
	payer.master = master;
	payer.recipient = cold_account("bob");
	snprintf(payer.path, sizeof payer.path, "%s/payer", directory);
	sn_account_watch_only(&watch_only, master);
	must(sn_wallet_create(payer.path, SN_ROLE_WATCH_ONLY, &watch_only, 1, "x", SN_KDF_TEST, &err), &err);
	must(sn_wallet_open(&w, payer.path, SN_WALLET_WRITE, "x", NULL, &err), &err);
	fill(w);
	must(sn_wallet_store(w, &err), &err);
	sn_wallet_close(w);
	must(sn_file_read(payer.path, 1 << 24, &payer.wallet, &err), &err);
	must(sn_daemon_open(&payer.daemon, &options, &err), &err);
	must(compose(&content, &err), &err);
	sign(&content);
	sn_buf_free(&content);
}

void remove_payer(void)
{
	sn_daemon_close(payer.daemon);
	sn_buf_free(&payer.wallet);
	sn_buf_free(&payer.signed_file);
}
