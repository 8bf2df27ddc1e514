/* The contents of a signed file of proposals, sealed for a wallet in memory: any bytes; or those of a valid
 * set with changed fields, so that the later checks are reached. The file is refused, and then the wallet is
 * as before; or its key images are stored, and then the signer signed each of its transactions. It is never
 * sent: sn_submit_proposals never returns SN_OK. A second submission gives the same.
 *
 * The first byte: 1 fields of the valid set are changed, otherwise the rest is the contents; 2 a block spends
 * the last output; 4 the wallet knows the key image of the first one; 8 the wallet has a false one. A change
 * has four bytes: which field, of which transaction, element of the field, value. */
#include "chain/carrot_make.h"
#include "check_wallet.h"
#include "cold/proposal_input.h"
#include "cold/proposal_sign.h"
#include "crypto/derive.h"
#include "crypto/x25519.h"
#include "fuzz.h"
#include "handoff/envelope.h"
#include "handoff/proposal_tx.h"
#include "hot/submit.h"
#include "hot/submit_proposals.h"
#include "memory_wallet.h"
#include "store/wallet_records.h"

#include <string.h>

enum { IS_CHANGED = 1, IS_SPENT = 2, HAS_IMAGE = 4, HAS_FALSE_IMAGE = 8 };
enum { N_OUTPUTS = 3, N_SIGNED = 2, TXS_MAX = 4, FEE_PER_BYTE = 20000 };
enum { AMOUNT = 1000000000 }; /* of a payment */

/* ---------------------------------------------------------------- the wallet */

/* An output of before the upgrade, one from a sender, and change. All values are the same in every run. */
static struct output {
	struct sn_wallet_output o;
	struct sn_wallet_enote enote;
	struct sn_point image;
} outputs[N_OUTPUTS];

static void make_old(struct sn_wallet_output *o)
{
	const struct sn_account *account = memory_wallet_account();
	const struct sn_scalar r = {{0x17}};
	struct sn_point derivation;
	struct sn_scalar shared;
	struct sn_address to;
	sn_secret_to_public(&o->tx_key, &r);
	sn_account_address(&to, account, o->subaddress);
	FUZZ_CHECK(!sn_derive(&derivation, &o->tx_key, &account->view_secret));
	FUZZ_CHECK(!sn_derive_public_key(&o->key, &derivation, o->index, &to.spend));
	sn_derivation_to_scalar(&shared, &derivation, o->index);
	sn_commitment_mask(&o->mask, &shared);
}

static void make_carrot(struct output *out, enum sn_carrot_kind kind)
{
	const struct sn_account *account = memory_wallet_account();
	const struct sn_scalar d_e = {{0x18}};
	struct sn_wallet_output *o = &out->o;
	struct sn_carrot_context context;
	struct sn_carrot_made made;
	struct sn_address to;
	struct sn_x25519 key;
	out->enote = (struct sn_wallet_enote){.kind = (uint8_t)kind, .first_image = {{0x19}}};
	sn_carrot_context(&context, &out->enote.first_image);
	if (kind == SN_CARROT_NORMAL) {
		out->enote.anchor.b[0] = 0x1a;
		sn_account_address(&to, account, o->subaddress);
		FUZZ_CHECK(!sn_carrot_make_normal(&made, &to, o->amount, &out->enote.anchor, &context));
	} else {
		out->enote.type = SN_CARROT_CHANGE;
		sn_x25519_mul_base(&key, &d_e);
		FUZZ_CHECK(!sn_carrot_make_special(&made, account, o->subaddress, o->amount, SN_CARROT_CHANGE,
						   &key, &context));
	}
	o->is_carrot = true;
	o->key = made.output.key;
	o->mask = made.mask;
	o->mask_kind = SN_MASK_EXPLICIT;
	memcpy(o->tx_key.b, made.ephemeral_key.b, sizeof o->tx_key.b);
}

static void make_outputs(void)
{
	for (uint32_t i = 0; i < N_OUTPUTS; i++) {
		struct sn_wallet_output *o = &outputs[i].o;
		*o = (struct sn_wallet_output){.tx_hash = {{(uint8_t)(0x40 + i)}},
					       .subaddress = {0, i == 1 ? 2 : 0},
					       .amount = 1000000000000,
					       .global_index = 2000 + i,
					       .height = MEMORY_WALLET_HEIGHT,
					       .time = 1700000100,
					       .index = i,
					       .is_rct = true};
		if (i)
			make_carrot(&outputs[i], i == 1 ? SN_CARROT_NORMAL : SN_CARROT_SPECIAL);
		else
			make_old(o);
	}
}

/* A table of subaddresses with the usual look-ahead takes longer than all the rest. */
static void narrow(struct sn_wallet *w)
{
	w->lookahead_accounts = w->lookahead_addresses = 1;
}

static struct sn_wallet *open_wallet(uint8_t how)
{
	static const struct sn_hash block = {{11}}, spender = {{0x33}};
	struct sn_wallet *w;
	struct sn_error err;
	memory_wallet_put(SN_ROLE_WATCH_ONLY);
	FUZZ_CHECK(!sn_wallet_open(&w, MEMORY_WALLET, SN_WALLET_WRITE, "", NULL, &err));
	FUZZ_CHECK(!sn_wallet_add_block(w, MEMORY_WALLET_HEIGHT, &block, 0, 0));
	for (size_t i = 0; i < N_OUTPUTS; i++) {
		const struct output *out = &outputs[i];
		const struct sn_point *image = !i && how & HAS_IMAGE             ? &out->image
					       : i == 1 && how & HAS_FALSE_IMAGE ? &outputs[2].image
										 : NULL;
		FUZZ_CHECK(!(out->o.is_carrot ? sn_wallet_add_carrot_output(w, &out->o, &out->enote, image)
					      : sn_wallet_add_output(w, &out->o, image)));
	}
	if (how & IS_SPENT)
		FUZZ_CHECK(!sn_wallet_set_spent(w, w->n_outputs - 1, MEMORY_WALLET_HEIGHT, &spender));
	FUZZ_CHECK(!sn_wallet_store(w, &err));
	narrow(w);
	return w;
}

/* All that the wallet knows, and the contents of its files. */
static void put_state(struct sn_buf *state, const struct sn_wallet *w)
{
	const char *const paths[] = {MEMORY_WALLET, MEMORY_WALLET SN_KEY_IMAGES_SUFFIX};
	sn_records_put_all(state, w);
	sn_put_bytes(state, w->images, w->n_images * sizeof *w->images);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_buf *commits = memory_journal_commits(paths[i]);
		sn_put_bytes(state, commits->data, commits->len);
	}
	FUZZ_CHECK(!state->failed);
}

/* ---------------------------------------------------------------- the valid set */

static struct sn_signed_proposals valid;

/* Without the key images of own outputs, which the signer need not list. */
static void put_tx(struct sn_buf *out, const struct sn_signed_proposal *tx)
{
	struct sn_signed_proposal bare = *tx;
	const struct sn_signed_proposals one = {&bare, 1};
	struct sn_error err;
	bare.n_created = 0;
	FUZZ_CHECK(!sn_signed_proposals_encode(out, &one, SN_MAINNET, &err));
}

/* Spend the outputs from `first` on: to somebody, to ourselves, and change. */
static void propose(struct sn_proposal *p, const struct sn_wallet *w, size_t first, size_t n)
{
	static const uint8_t seed[32] = "the recipient";
	static struct sn_proposal_input inputs[N_OUTPUTS];
	static struct sn_proposal_destination to[N_SIGNED];
	static struct sn_proposal_self_send self[N_SIGNED][2];
	struct sn_account recipient;
	uint64_t weight;
	const size_t at = first > 0;
	*p = (struct sn_proposal){&inputs[first], n, {&to[at], 1, self[at], 1 + at, 0}};
	sn_account_from_seed(&recipient, SN_MAINNET, seed);
	for (size_t i = 0; i < n; i++)
		sn_wallet_proposal_input(&p->inputs[i], w, &w->outputs[w->n_outputs - N_OUTPUTS + first + i]);
	sn_account_address(&to[at].address, &recipient, (struct sn_subaddress_index){0, (uint32_t)at});
	to[at].amount = AMOUNT;
	self[at][0] = (struct sn_proposal_self_send){{0, 0}, SN_CARROT_CHANGE, 0};
	self[at][1] = (struct sn_proposal_self_send){{0, 3}, SN_CARROT_PAYMENT, AMOUNT};
	FUZZ_CHECK(!sn_proposal_weight(&weight, n, &p->payments));
	p->payments.fee = weight * FEE_PER_BYTE;
	for (size_t i = 0; i < n; i++)
		self[at][0].amount += p->inputs[i].amount;
	self[at][0].amount -= p->payments.fee + (1 + at) * AMOUNT;
}

/* The master wallet signs, and tells the key images. */
static void sign(void)
{
	struct sn_proposal proposals[N_SIGNED];
	const struct sn_proposal_set set = {proposals, N_SIGNED};
	struct sn_opened_proposal_input opened;
	struct sn_hash digest, messages[N_SIGNED];
	struct sn_error err;
	size_t bad;
	struct sn_wallet *w = open_wallet(0);
	propose(&proposals[0], w, 0, 2);
	propose(&proposals[1], w, 2, 1);
	FUZZ_CHECK(!sn_proposal_digest(&digest, &set, SN_MAINNET, &err));
	FUZZ_CHECK(
		!sn_sign_proposals(&valid, messages, memory_wallet_account(), &set, &digest, NULL, 1, &err));
	for (size_t i = 0; i < N_OUTPUTS; i++) {
		FUZZ_CHECK(!sn_proposal_inputs_open(&opened, &bad, memory_wallet_account(),
						    &proposals[0].inputs[i], 1, &err));
		outputs[i].image = opened.image;
	}
	sn_wallet_close(w);
	memory_journal_forget();
}

/* ---------------------------------------------------------------- changed fields */

enum {
	INPUT_IMAGE,
	INPUT_KEY,
	PROOF,
	SEED,
	FEE,
	DESTINATION,
	SELF_SEND,
	FEE_OF_DESTINATION,
	FEE_OF_SELF_SEND,
	RECIPIENT,
	OWN_ADDRESS,
	TYPE,
	CREATED_INDEX,
	CREATED_IMAGE,
	CREATED_COUNT,
	COPY,
	COUNT,
	N_FIELDS
};

/* One of several points; small ones too. */
static struct sn_point point_of(uint8_t value)
{
	struct sn_point p = outputs[value % N_OUTPUTS].image;
	if (value & 4)
		p = outputs[value % N_OUTPUTS].o.key;
	if (value & 8)
		p = (struct sn_point){{value >> 4}};
	else
		p.b[(value >> 4) % 8] ^= value >> 7;
	return p;
}

static void change_payments(struct sn_proposal_payments *p, uint8_t field, uint8_t at, uint8_t value)
{
	struct sn_proposal_destination *to = &p->destinations[at % p->n_destinations];
	struct sn_proposal_self_send *self = &p->self_sends[at % p->n_self_sends];
	const uint64_t change = (uint64_t)(int64_t)(int8_t)value << (at & 0x38);
	p->fee += field == FEE || field == FEE_OF_DESTINATION || field == FEE_OF_SELF_SEND ? change : 0;
	to->amount += field == DESTINATION ? change : field == FEE_OF_DESTINATION ? -change : 0;
	self->amount += field == SELF_SEND ? change : field == FEE_OF_SELF_SEND ? -change : 0;
	if (field == RECIPIENT)
		sn_account_address(&to->address, memory_wallet_account(),
				   (struct sn_subaddress_index){at >> 4, value});
	if (field == OWN_ADDRESS)
		self->subaddress = (struct sn_subaddress_index){at >> 4, value};
	if (field == TYPE)
		self->enote_type ^= 1;
}

static void change_created(struct sn_signed_proposal *tx, uint8_t field, uint8_t at, uint8_t value)
{
	if (field == CREATED_COUNT)
		tx->n_created = value % (tx->n_created + 1);
	if (!tx->n_created)
		return;
	struct sn_created_output *created = &tx->created[at % tx->n_created];
	if (field == CREATED_INDEX)
		created->index = value;
	if (field == CREATED_IMAGE)
		created->image = point_of(value);
}

static void change(struct sn_signed_proposals *set, uint8_t field, uint8_t which, uint8_t at, uint8_t value)
{
	struct sn_signed_proposal *tx = &set->txs[which % set->n];
	struct sn_signed_input *in = &tx->inputs[at % tx->n_inputs];
	if (field == INPUT_IMAGE)
		in->image = point_of(value);
	else if (field == INPUT_KEY)
		in->key = outputs[value % N_OUTPUTS].o.key;
	else if (field == PROOF)
		in->proof[(at * 2 + value) % sizeof in->proof] ^= value;
	else if (field == SEED)
		tx->seed[at % sizeof tx->seed] ^= value;
	else if (field == COPY)
		set->txs[at % TXS_MAX] = *tx;
	else if (field == COUNT)
		set->n = 1 + value % TXS_MAX;
	else if (field >= CREATED_INDEX)
		change_created(tx, field, at, value);
	else
		change_payments(&tx->payments, field, at, value);
}

/* False if a set with these fields has no encoding. */
static bool make_contents(struct sn_buf *out, struct sn_reader *r)
{
	struct sn_buf bytes = {0};
	struct sn_signed_proposals own;
	struct sn_signed_proposal txs[TXS_MAX];
	struct sn_signed_proposals set = {txs, N_SIGNED};
	struct sn_error err;
	FUZZ_CHECK(!sn_signed_proposals_encode(&bytes, &valid, SN_MAINNET, &err));
	FUZZ_CHECK(!sn_signed_proposals_decode(&own, SN_MAINNET, bytes.data, bytes.len, &err));
	for (size_t i = 0; i < TXS_MAX; i++)
		txs[i] = own.txs[i % N_SIGNED];
	while (r->left >= 4) {
		const uint8_t *b = sn_read_view(r, 4);
		change(&set, b[0] % N_FIELDS, b[1], b[2], b[3]);
	}
	int ret = sn_signed_proposals_encode(out, &set, SN_MAINNET, &err);
	FUZZ_CHECK(!ret || ret == SN_USAGE);
	sn_buf_free(&bytes);
	sn_signed_proposals_free(&own);
	return !ret;
}

/* ---------------------------------------------------------------- submitting */

/* As the signer made it. */
static bool is_valid(const struct sn_buf *contents)
{
	struct sn_buf bytes = {0};
	struct sn_error err;
	FUZZ_CHECK(!sn_signed_proposals_encode(&bytes, &valid, SN_MAINNET, &err));
	bool is = fuzz_is_same(contents, bytes.data, bytes.len);
	sn_buf_free(&bytes);
	return is;
}

/* One of the signer's, whatever own outputs it lists. */
static const struct sn_signed_proposal *find_valid(const struct sn_signed_proposal *tx)
{
	struct sn_buf have = {0}, signed_one = {0};
	const struct sn_signed_proposal *found = NULL;
	put_tx(&have, tx);
	for (size_t i = 0; i < N_SIGNED; i++) {
		sn_buf_clear(&signed_one);
		put_tx(&signed_one, &valid.txs[i]);
		if (fuzz_is_same(&have, signed_one.data, signed_one.len))
			found = &valid.txs[i];
	}
	sn_buf_free(&have);
	sn_buf_free(&signed_one);
	return found;
}

static void check_pair(const struct sn_wallet *w, const struct sn_signed_input *in)
{
	const size_t pair = sn_wallet_find_pair(w, &in->key);
	FUZZ_CHECK(pair != SIZE_MAX && sn_point_is_equal(&w->images[pair].image, &in->image));
}

static void check_created(const struct sn_wallet *w, const struct sn_created_output *created,
			  const struct sn_signed_proposal *from)
{
	bool is_own = false;
	for (size_t i = 0; i < from->n_created; i++)
		is_own |= from->created[i].index == created->index;
	FUZZ_CHECK(is_own && sn_key_image_is_valid(&created->image));
	FUZZ_CHECK(sn_wallet_find_pair_of_image(w, &created->image) != SIZE_MAX);
}

/* The signer signed each transaction, no two spend the same output, and the key images are stored. */
static void check_stored(const struct sn_wallet *w, const struct sn_buf *contents, size_t n)
{
	const struct sn_signed_proposal *before = NULL;
	struct sn_signed_proposals set;
	struct sn_error err;
	FUZZ_CHECK(!sn_signed_proposals_decode(&set, SN_MAINNET, contents->data, contents->len, &err));
	FUZZ_CHECK(set.n == n && n <= N_SIGNED);
	for (size_t i = 0; i < set.n; i++) {
		const struct sn_signed_proposal *tx = &set.txs[i], *from = find_valid(tx);
		FUZZ_CHECK(from && from != before);
		before = from;
		for (size_t k = 0; k < tx->n_inputs; k++)
			check_pair(w, &tx->inputs[k]);
		for (size_t k = 0; k < tx->n_created; k++)
			check_created(w, &tx->created[k], from);
	}
	sn_signed_proposals_free(&set);
}

/* Returns the number of transactions whose key images are stored. */
static size_t submit(struct sn_wallet *w, const struct sn_buf *file, struct sn_error *err)
{
	struct sn_submit_result result;
	struct sn_buf before = {0}, after = {0};
	size_t n_spent = 0;
	put_state(&before, w);
	int ret = sn_submit_proposals(&result, w, file->data, file->len, err);
	FUZZ_CHECK(!result.n && !result.n_failed && !result.n_released && !*result.warning);
	fuzz_check_sentence(err);
	const size_t n = result.n_proposals;
	for (size_t i = 0; i < n; i++)
		n_spent += result.proposals[i].is_spent;
	narrow(w); /* it may have been read again */
	put_state(&after, w);
	if (!n) {
		FUZZ_CHECK(!result.proposals);
		FUZZ_CHECK(ret == SN_BAD_INPUT || (ret == SN_REFUSED && err->reason == SN_REASON_FOREIGN));
		FUZZ_CHECK(fuzz_is_same(&after, before.data, before.len));
	} else {
		FUZZ_CHECK(ret == SN_REFUSED && *err->hint);
		FUZZ_CHECK(err->reason == (n_spent == n ? SN_REASON_SPENT : SN_REASON_FORK));
	}
	sn_submit_result_free(&result);
	sn_buf_free(&before);
	sn_buf_free(&after);
	return n;
}

static void check_again(struct sn_wallet *w, const struct sn_buf *file, size_t n,
			const struct sn_error *first)
{
	struct sn_buf before = {0}, after = {0};
	struct sn_error err = {0};
	put_state(&before, w);
	FUZZ_CHECK(submit(w, file, &err) == n);
	FUZZ_CHECK(err.reason == first->reason && !strcmp(err.text, first->text) &&
		   !strcmp(err.hint, first->hint));
	put_state(&after, w);
	FUZZ_CHECK(fuzz_is_same(&after, before.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
}

static void submit_contents(const struct sn_buf *contents, uint8_t how)
{
	struct sn_wallet *w = open_wallet(how);
	struct sn_buf file = {0};
	struct sn_error err = {0};
	FUZZ_CHECK(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_PROPOSALS, SN_MAINNET,
				     &w->account->view_secret, contents->data, contents->len, &err));
	const size_t n = submit(w, &file, &err);
	if (n) {
		fuzz_accept();
		check_stored(w, contents, n);
		check_again(w, &file, n, &err);
	}
	FUZZ_CHECK(n || how & HAS_FALSE_IMAGE || !is_valid(contents));
	check_wallet(w);
	w->lookahead_accounts = SN_LOOKAHEAD_MAJOR;
	w->lookahead_addresses = SN_LOOKAHEAD_MINOR;
	memory_wallet_store(w);
	sn_wallet_close(w);
	memory_journal_forget();
	sn_buf_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_buf contents = {0};
	struct sn_reader r;
	if (!valid.n) {
		make_outputs();
		sign();
	}
	sn_reader_init(&r, data, len);
	const uint8_t how = sn_read_u8(&r);
	if (!(how & IS_CHANGED))
		sn_put_bytes(&contents, r.at, r.left);
	if (!(how & IS_CHANGED) || make_contents(&contents, &r))
		submit_contents(&contents, how);
	sn_buf_free(&contents);
	return 0;
}
