#include "judge.h"

#include "chain/ringct_proofs.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "kernel/multiexp.h"
#include "ringct/bpp_verify.h"
#include "ringct/commitment.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPENT_MAX 64

bool wrong(struct verdict *v, const char *fmt, ...)
{
	va_list ap;
	if (*v->text)
		return false;
	va_start(ap, fmt);
	vsnprintf(v->text, sizeof v->text, fmt, ap);
	va_end(ap);
	return false;
}

/* ---------------------------------------------------------------- values that must be new */

static struct {
	uint64_t *values; /* open addressing; 0: free */
	size_t n, cap;
} seen;

static bool add_seen(uint64_t value)
{
	size_t i = value & (seen.cap - 1);
	for (; seen.values[i]; i = (i + 1) & (seen.cap - 1))
		if (seen.values[i] == value)
			return false;
	seen.values[i] = value;
	return true;
}

static void grow_seen(void)
{
	uint64_t *old = seen.values;
	size_t n = seen.cap;
	seen.cap = n ? 2 * n : 4096;
	seen.values = calloc(seen.cap, sizeof *seen.values);
	if (!seen.values)
		abort();
	for (size_t i = 0; i < n; i++)
		if (old[i])
			(void)add_seen(old[i]);
	free(old);
}

/* Eight bytes of each, which two of some million have in common by chance once in a million runs. */
bool is_fresh(struct verdict *v, const void *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t value;
		memcpy(&value, (const uint8_t *)values + 32 * i, sizeof value);
		if (2 * seen.n++ >= seen.cap)
			grow_seen();
		if (!add_seen(value | 1))
			return wrong(v, "what should be random was there before");
	}
	return true;
}

/* ---------------------------------------------------------------- one transaction */

/* The view of any observer. */
static bool judge_form(struct verdict *v, const struct sn_tx *tx, const struct sn_signed_tx *signed_tx,
		       const struct shown_tx *shown)
{
	struct sn_buf again = {0};
	uint64_t weight;
	sn_tx_write(&again, tx);
	bool is_same = again.len == signed_tx->len && !memcmp(again.data, signed_tx->bytes, again.len);
	sn_buf_free(&again);
	if (!is_same)
		return wrong(v, "its encoding is not the only one");
	if (tx->version != 2 || tx->rct_type != SN_RCT_BULLETPROOF_PLUS || tx->is_pruned)
		return wrong(v, "not of the present kind");
	if (tx->n_outputs < 2 || tx->n_outputs > 16)
		return wrong(v, "%zu outputs", tx->n_outputs);
	for (size_t i = 0; i < tx->n_outputs; i++) {
		if (tx->outputs[i].amount || !tx->outputs[i].has_view_tag)
			return wrong(v, "output %zu has an amount in clear or no view tag", i);
		for (size_t j = 0; j < i; j++)
			if (sn_point_is_equal(&tx->outputs[i].key, &tx->outputs[j].key))
				return wrong(v, "two outputs of one key: one of them is lost");
	}
	if (sn_tx_weight(&weight, tx) || weight != shown->weight || weight > 149400)
		return wrong(v, "its weight is not as shown, or too much");
	if (tx->fee != shown->fee || tx->unlock_time != shown->unlock_time || tx->n_inputs != shown->n_inputs)
		return wrong(v, "fee, lock or number of inputs are not as shown");
	return true;
}

static const struct sn_unsigned_input *with_ring(const struct sn_unsigned_tx *asked, const struct sn_tx *tx,
						 size_t i, const struct sn_point *spent)
{
	uint64_t indices[SN_RING_MAX];
	if (tx->inputs[i].ring_size != 16 || sn_tx_ring_indices(indices, tx, i))
		return NULL;
	for (size_t j = 0; j < asked->n_inputs; j++) {
		const struct sn_unsigned_input *in = &asked->inputs[j];
		if (in->n_ring != 16 || memcmp(indices, in->global_index, 16 * sizeof *indices))
			continue;
		for (size_t k = 0; k < 16; k++)
			if (sn_point_is_equal(&in->ring[k].key, spent))
				return in;
	}
	return NULL;
}

static bool judge_proofs(struct verdict *v, const struct sn_unsigned_tx *asked, const struct sn_tx *tx,
			 const struct sn_ringct_proofs *proofs, const struct sn_point *spent)
{
	struct sn_point commitments[SN_TX_OUTPUTS_MAX];
	struct sn_hash message;
	for (size_t i = 0; i < tx->n_outputs; i++)
		commitments[i] = tx->outputs[i].commitment;
	bool holds = proofs->n_bpps == 1 && !sn_bpp_verify(proofs->bpps, commitments, tx->n_outputs) &&
		     !sn_commitments_balance(proofs->pseudo_outs, tx->n_inputs, commitments, tx->n_outputs,
					     tx->fee) &&
		     !sn_tx_signing_hash(&message, tx, proofs->bpps, 1);
	for (size_t i = 0; holds && i < tx->n_inputs; i++) {
		const struct sn_unsigned_input *in = with_ring(asked, tx, i, &spent[i]);
		holds = in && !sn_clsag_verify(&proofs->clsags[i], &message, in->ring, 16,
					       &tx->inputs[i].key_image, &proofs->pseudo_outs[i]);
	}
	return holds ? true : wrong(v, "range proof, balance or ring signatures do not hold");
}

/* Pseudo outputs, under masks as they were to be drawn, the last of which the balance gives; and of all that
 * is random in proofs nothing was there before. Other masks would tell which ring member is spent: the hot
 * machine, for one, knows the amounts. */
static bool judge_randomness(struct verdict *v, struct sn_random *drawn, const struct sn_unsigned_tx *asked,
			     const struct sn_tx *tx, const struct sn_ringct_proofs *proofs,
			     const struct sn_point *spent)
{
	const struct sn_bpp *bpp = proofs->bpps;
	for (size_t i = 0; i + 1 < tx->n_inputs; i++) {
		const struct sn_unsigned_input *in = with_ring(asked, tx, i, &spent[i]);
		struct sn_scalar mask;
		struct sn_point pseudo_out;
		sn_random_scalar(drawn, &mask);
		sn_commit(&pseudo_out, &mask, in->amount);
		if (!sn_point_is_equal(&pseudo_out, &proofs->pseudo_outs[i]))
			return wrong(v, "pseudo output %zu is under another mask than was to be drawn", i);
	}
	if (!is_fresh(v, proofs->pseudo_outs, tx->n_inputs))
		return false;
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (!is_fresh(v, proofs->clsags[i].s, 16) || !is_fresh(v, &proofs->clsags[i].c1, 1) ||
		    !is_fresh(v, &proofs->clsags[i].d, 1))
			return false;
	return is_fresh(v, &bpp->a, 1) && is_fresh(v, &bpp->a1, 1) && is_fresh(v, &bpp->b, 1) &&
	       is_fresh(v, &bpp->r1, 1) && is_fresh(v, &bpp->s1, 1) && is_fresh(v, &bpp->d1, 1) &&
	       is_fresh(v, bpp->l, bpp->rounds) && is_fresh(v, bpp->r, bpp->rounds);
}

static bool judge_signatures(struct verdict *v, struct sn_random *drawn, const struct sn_unsigned_tx *asked,
			     const struct sn_tx *tx, const struct sn_point *spent)
{
	struct sn_ringct_proofs proofs;
	if (sn_ringct_proofs_parse(&proofs, tx))
		return wrong(v, "its proofs do not parse");
	bool is_right = judge_proofs(v, asked, tx, &proofs, spent) &&
			judge_randomness(v, drawn, asked, tx, &proofs, spent);
	sn_ringct_proofs_free(&proofs);
	return is_right;
}

struct spent_list {
	struct sn_point keys[SPENT_MAX];
	size_t n;
};

/* Each key and so each key image once in the whole set. */
static bool add_spent(struct verdict *v, struct spent_list *list, const struct sn_point *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < list->n; j++)
			if (sn_point_is_equal(&list->keys[j], &keys[i]))
				return wrong(v, "an output is spent twice");
		if (list->n == SPENT_MAX)
			return wrong(v, "more inputs than the judge has room for");
		list->keys[list->n++] = keys[i];
	}
	return true;
}

static bool judge_tx(struct verdict *v, struct spent_list *list, const struct world *world,
		     const struct past *past, const struct sn_hash *digest, size_t i,
		     const struct sn_unsigned_tx *asked, const struct shown_tx *shown,
		     const struct sn_signed_tx *signed_tx, const struct sn_hash *said)
{
	struct sn_tx tx;
	struct sn_hash hash;
	struct sn_random drawn;
	struct sn_point spent[SPENT_MAX];
	uint64_t sum;
	if (sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false))
		return wrong(v, "it does not parse");
	bool is_right = judge_form(v, &tx, signed_tx, shown) &&
			(tx.n_inputs <= SPENT_MAX || wrong(v, "more inputs than the judge has room for")) &&
			judge_inputs(v, &sum, spent, world, asked, &tx) &&
			judge_outputs(v, &drawn, world, digest, i, shown, signed_tx, &tx) &&
			judge_signatures(v, &drawn, asked, &tx, spent) &&
			judge_past(v, past, digest, &tx, shown) && add_spent(v, list, spent, tx.n_inputs);
	if (is_right && sum != shown->inputs_sum)
		is_right = wrong(v, "the inputs hold %llu, not %llu", (unsigned long long)sum,
				 (unsigned long long)shown->inputs_sum);
	if (is_right && (signed_tx->n_spent != tx.n_inputs ||
			 memcmp(signed_tx->spent, spent, tx.n_inputs * sizeof *spent)))
		is_right = wrong(v, "the signed file does not say what is spent");
	if (is_right && (sn_tx_hash(&hash, &tx) || !sn_hash_is_equal(&hash, said)))
		is_right = wrong(v, "the tx_hash is not what was said");
	sn_tx_free(&tx);
	return is_right;
}

/* The number of decoys that this set spends, as in the review. */
static bool judge_own_decoys(struct verdict *v, const struct spent_list *list,
			     const struct sn_unsigned_set *asked, const struct shown *shown)
{
	for (size_t i = 0; i < asked->n; i++) {
		const struct sn_unsigned_tx *tx = &asked->txs[i];
		size_t n = 0;
		for (size_t j = 0; j < tx->n_inputs; j++)
			for (size_t k = 0; k < tx->inputs[j].n_ring; k++)
				for (size_t l = 0; l < list->n; l++)
					n += sn_point_is_equal(&tx->inputs[j].ring[k].key, &list->keys[l]);
		if (n != shown->txs[i].own_decoys + tx->n_inputs)
			return wrong(v, "decoys that are spent elsewhere are not shown");
	}
	return true;
}

static bool judge_set(struct verdict *v, const struct forge *f, const struct past *past,
		      const struct sn_unsigned_set *asked, const struct sn_hash *digest,
		      const struct sn_signed_set *signed_set, const struct shown *shown,
		      const struct sn_hash *hashes)
{
	struct spent_list list = {.n = 0};
	if (signed_set->n != asked->n || shown->n != asked->n)
		return wrong(v, "not as many transactions as asked for");
	for (size_t i = 0; i < asked->n; i++)
		if (!judge_tx(v, &list, f->world, past, digest, i, &asked->txs[i], &shown->txs[i],
			      &signed_set->txs[i], &hashes[i]))
			return false;
	return judge_own_decoys(v, &list, asked, shown);
}

/* ---------------------------------------------------------------- files */

static bool open_files(struct verdict *v, struct opened *o, const struct world *world,
		       const struct files *files)
{
	const struct sn_scalar *view_secret = &world->people[ALICE].view_secret;
	const struct sn_buf *file = files->file, *signed_file = files->signed_file;
	struct sn_buf content = {0}, signed_content = {0};
	*o = (struct opened){.asked = {0}};
	enum sn_interop_kind kind;
	if (sn_interop_find_kind(&kind, file->data, file->len))
		return open_theirs(v, o, world, files);
	if (sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, view_secret, file->data,
			     file->len, NULL) ||
	    sn_unsigned_set_decode(&o->asked, SN_MAINNET, content.data, content.len, NULL))
		wrong(v, "it was signed, and it is no unsigned file");
	else if (sn_envelope_open(&signed_content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, view_secret,
				  signed_file->data, signed_file->len, NULL) ||
		 sn_signed_set_decode(&o->signed_set, signed_content.data, signed_content.len, NULL))
		wrong(v, "what came out is no signed file");
	else
		sn_keccak256(&o->digest, content.data, content.len);
	sn_buf_free(&content);
	sn_buf_free(&signed_content);
	return !*v->text;
}

static void close_files(struct opened *o)
{
	sn_unsigned_set_free(&o->asked);
	sn_signed_set_free(&o->signed_set);
	close_theirs(o);
}

void judge(struct verdict *v, const struct forge *f, const struct past *past, const struct files *files,
	   const struct sn_hash *hashes, const struct sn_buf *json, const struct sn_buf *text)
{
	struct opened o;
	struct shown *shown = calloc(1, sizeof *shown);
	if (!shown)
		abort();
	*v = (struct verdict){.text = ""};
	if (open_files(v, &o, f->world, files) && read_review(v, shown, json) &&
	    (!shown->is_proposal || wrong(v, "the review calls rings a proposal")) &&
	    judge_review(v, f, shown, text) &&
	    judge_period(v, f, past, &o.asked, &o.digest, &shown->period) &&
	    (!o.is_theirs || judge_answer(v, f, &o)))
		judge_set(v, f, past, &o.asked, &o.digest, &o.signed_set, shown, hashes);
	free(shown);
	close_files(&o);
}

void judge_remembers(struct verdict *v, struct past *past, const struct world *world,
		     const struct files *files, const struct sn_hash *hashes, uint64_t clock)
{
	struct opened o;
	*v = (struct verdict){.text = ""};
	if (open_files(v, &o, world, files))
		past_add(past, &o.asked, &o.digest, &o.signed_set, hashes, clock);
	close_files(&o);
}

/* ---------------------------------------------------------------- two files of the same coins */

/* One ring signature, and the L of each round of it: at the member that signs α·G, α being the nonce. */
struct walked {
	struct sn_point image, l[16];
	struct sn_clsag signature;
};

struct walked_list {
	struct walked of[SPENT_MAX];
	size_t n;
};

static void put_domain(struct sn_buf *b, const char *domain, const struct sn_unsigned_input *in)
{
	uint8_t padded[32] = {0};
	memcpy(padded, domain, strlen(domain));
	sn_put_bytes(b, padded, sizeof padded);
	for (size_t i = 0; i < 16; i++)
		sn_put_bytes(b, in->ring[i].key.b, 32);
	for (size_t i = 0; i < 16; i++)
		sn_put_bytes(b, in->ring[i].commitment.b, 32);
}

static void hash_up(struct sn_scalar *r, struct sn_buf *b)
{
	if (b->failed)
		abort();
	sn_hash_to_scalar(r, b->data, b->len);
	sn_buf_free(b);
}

/* μ = Hs(domain ‖ P… ‖ C… ‖ I ‖ D/8 ‖ C'). */
static void weight(struct sn_scalar *mu, const char *domain, const struct walked *w,
		   const struct sn_unsigned_input *in, const struct sn_point *pseudo_out)
{
	struct sn_buf b = {0};
	put_domain(&b, domain, in);
	sn_put_bytes(&b, w->image.b, 32);
	sn_put_bytes(&b, w->signature.d.b, 32);
	sn_put_bytes(&b, pseudo_out->b, 32);
	hash_up(mu, &b);
}

/* c·P as it is: all is public here. */
static struct sn_ge times(const struct sn_scalar *c, const struct sn_ge *p)
{
	struct sn_ge r;
	sn_ge_mul2_vartime(&r, c, p, &sn_scalar_zero, p);
	return r;
}

/* Around the ring as B. Goodell, S. Noether and A. Blue have it (2019/654): L = s·G + c·(μP·P + μC·(C - C')),
 * R = s·Hp(P) + c·(μP·I + μC·D), and the next c = Hs(domain ‖ P… ‖ C… ‖ C' ‖ message ‖ L ‖ R). False: it is
 * no ring. */
static bool walk(struct walked *w, const struct sn_unsigned_input *in, const struct sn_hash *message,
		 const struct sn_point *pseudo_out)
{
	struct sn_scalar c = w->signature.c1, mu_key, mu_commitment;
	struct sn_ge image, d, pseudo;
	if (sn_ge_decode(&image, &w->image) || sn_ge_decode(&d, &w->signature.d) ||
	    sn_ge_decode(&pseudo, pseudo_out))
		return false;
	weight(&mu_key, "CLSAG_agg_0", w, in, pseudo_out);
	weight(&mu_commitment, "CLSAG_agg_1", w, in, pseudo_out);
	sn_ge_mul8(&d, &d);
	for (size_t i = 0; i < 16; i++) {
		const struct sn_scalar *s = &w->signature.s[i];
		struct sn_scalar c_key, c_commitment;
		struct sn_ge key, commitment, hash, l, r, sum;
		struct sn_point encoded;
		struct sn_buf b = {0};
		if (sn_ge_decode(&key, &in->ring[i].key) ||
		    sn_ge_decode(&commitment, &in->ring[i].commitment))
			return false;
		sn_ge_sub(&commitment, &commitment, &pseudo);
		sn_hash_to_ec(&hash, in->ring[i].key.b);
		sn_scalar_mul(&c_key, &c, &mu_key);
		sn_scalar_mul(&c_commitment, &c, &mu_commitment);
		sn_ge_mul2_vartime(&sum, &c_key, &key, &c_commitment, &commitment);
		sn_ge_mul_base(&l, s);
		sn_ge_add(&l, &l, &sum);
		sn_ge_mul2_vartime(&sum, &c_key, &image, &c_commitment, &d);
		r = times(s, &hash);
		sn_ge_add(&r, &r, &sum);
		sn_ge_encode(&w->l[i], &l);
		sn_ge_encode(&encoded, &r);
		put_domain(&b, "CLSAG_round", in);
		sn_put_bytes(&b, pseudo_out->b, 32);
		sn_put_bytes(&b, message->b, 32);
		sn_put_bytes(&b, w->l[i].b, 32);
		sn_put_bytes(&b, encoded.b, 32);
		hash_up(&c, &b);
	}
	return sn_scalar_is_equal(&c, &w->signature.c1);
}

static bool walk_tx(struct walked_list *list, const struct sn_unsigned_tx *asked,
		    const struct sn_signed_tx *signed_tx)
{
	struct sn_tx tx;
	struct sn_ringct_proofs proofs = {0};
	struct sn_hash message;
	if (sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false))
		return false;
	bool is_right = signed_tx->n_spent == tx.n_inputs && !sn_ringct_proofs_parse(&proofs, &tx) &&
			!sn_tx_signing_hash(&message, &tx, proofs.bpps, proofs.n_bpps);
	for (size_t i = 0; is_right && i < tx.n_inputs; i++) {
		const struct sn_unsigned_input *in = with_ring(asked, &tx, i, &signed_tx->spent[i]);
		if (!in || list->n == SPENT_MAX)
			abort();
		struct walked *w = &list->of[list->n++];
		w->image = tx.inputs[i].key_image;
		w->signature = proofs.clsags[i];
		is_right = walk(w, in, &message, &proofs.pseudo_outs[i]);
	}
	sn_ringct_proofs_free(&proofs);
	sn_tx_free(&tx);
	return is_right;
}

static struct walked_list *walk_files(struct verdict *v, const struct world *world, const struct files *files)
{
	struct opened o;
	struct walked_list *list = calloc(1, sizeof *list);
	if (!list)
		abort();
	bool is_right = open_files(v, &o, world, files) && o.asked.n == o.signed_set.n;
	for (size_t i = 0; is_right && i < o.asked.n; i++)
		is_right = walk_tx(list, &o.asked.txs[i], &o.signed_set.txs[i]);
	close_files(&o);
	if (!is_right)
		wrong(v, "a ring signature does not close where the judge walks around it");
	return list;
}

/* Of one key under two messages. α = s + c·(μP·x + μC·z) for both would be two equations for x, of whose z
 * those know the masks who are paid; and it is the same α if L is the same somewhere. With -α it is the same.
 */
static bool share_nothing(const struct walked *a, const struct walked *b)
{
	for (size_t i = 0; i < 16; i++)
		for (size_t j = 0; j < 16; j++)
			if (!memcmp(a->l[i].b, b->l[j].b, 31) ||
			    sn_scalar_is_equal(&a->signature.s[i], &b->signature.s[j]))
				return false;
	return !sn_scalar_is_equal(&a->signature.c1, &b->signature.c1) &&
	       !sn_point_is_equal(&a->signature.d, &b->signature.d);
}

size_t judge_both(struct verdict *v, const struct world *world, const struct files *first,
		  const struct files *second)
{
	*v = (struct verdict){.text = ""};
	struct walked_list *a = walk_files(v, world, first), *b = walk_files(v, world, second);
	size_t n = 0;
	for (size_t i = 0; i < a->n; i++)
		for (size_t j = 0; j < b->n; j++) {
			if (!sn_point_is_equal(&a->of[i].image, &b->of[j].image))
				continue;
			n++;
			/* The same transaction, of two files. */
			if (!memcmp(&a->of[i], &b->of[j], sizeof a->of[i]))
				continue;
			if (!share_nothing(&a->of[i], &b->of[j]))
				wrong(v,
				      "two signatures by one key have a nonce or more in common: they tell the key");
		}
	free(a);
	free(b);
	return n;
}
