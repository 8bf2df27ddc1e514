/* Forged sets of proposals, given to the signer; see proposals.h. The output is TAP with one case per lie.
 *
 *   SN_HOSTILE_PROPOSALS=N  number of sets (default 200)
 *   SN_SEED=N               other sets (tests/unit/seed.h)
 */
#include "proposals.h"

#include "../unit/cold_proposal_sets.h"
#include "../unit/cold_sets.h"
#include "../unit/seed.h"

#include "cold/files.h"
#include "cold/proposal_input.h"
#include "cold/review_print.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#define AGAIN_EVERY 10 /* that many accepted sets: signed once more */

struct tally {
	size_t sets, accepted, refused, failures;
	char failure[500]; /* the first one */
};

static struct market market;
static struct sn_random all_random;
static size_t n_accepted;

uint64_t scheme_below(struct scheme *s, uint64_t bound)
{
	return sn_random_below(&s->random, bound);
}

struct sn_point scheme_point(struct scheme *s)
{
	(void)s;
	return cold_random_point();
}

static void fail(struct tally *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct tally *t, const char *fmt, ...)
{
	va_list ap;
	if (t->failures++)
		return;
	va_start(ap, fmt);
	vsnprintf(t->failure, sizeof t->failure, fmt, ap);
	va_end(ap);
}

/* ---------------------------------------------------------------- the market */

static void make_coin(struct coin *coin, const struct sn_account *owner, enum sn_proposal_input_kind kind,
		      struct sn_subaddress_index to, uint64_t amount)
{
	struct sn_proposal made = {.inputs = &coin->input};
	struct sn_opened_proposal_input opened;
	size_t bad;
	proposal_spend(&made, owner, kind, to, amount);
	if (sn_proposal_inputs_open(&opened, &bad, owner, &coin->input, 1, NULL))
		abort();
	coin->commitment = opened.output.c;
	coin->mask = opened.mask;
}

static void make_market(void)
{
	static const char *const names[PEOPLE] = {"alice", "bob", "carol"};
	for (size_t i = 0; i < PEOPLE; i++) {
		market.people[i] = cold_account(names[i]);
		if (sn_subaddress_table_init(&market.tables[i], &market.people[i], 50, 200))
			abort();
	}
	for (uint32_t i = 0; i < COINS; i++) {
		const enum sn_proposal_input_kind kind = (enum sn_proposal_input_kind)(i / 3 % 4);
		struct sn_subaddress_index to = {i % 3, i % 7};
		if (kind == SN_PROPOSAL_COINBASE && i % 3)
			make_coin(&market.coins[i], &market.people[ALICE], SN_PROPOSAL_NORMAL, to,
				  COLD_XMR + i);
		else
			make_coin(&market.coins[i], &market.people[ALICE], kind,
				  kind == SN_PROPOSAL_COINBASE ? (struct sn_subaddress_index){0, 0} : to,
				  COLD_XMR / 2 * (1 + i % 4) + i);
	}
	make_coin(&market.bobs, &market.people[BOB], SN_PROPOSAL_NORMAL, (struct sn_subaddress_index){0, 0},
		  COLD_XMR);
}

/* ---------------------------------------------------------------- the signer */

struct outcome {
	int ret;
	struct sn_error err;
	struct sn_buf signed_file, json, text;
	struct sn_hash hashes[SN_SET_TXS_MAX];
};

static void outcome_free(struct outcome *o)
{
	sn_buf_free(&o->signed_file);
	sn_buf_free(&o->json);
	sn_buf_free(&o->text);
}

/* As cold-sign does. */
static void sign_file(struct outcome *o, const struct sn_buf *file)
{
	const struct sn_account *alice = &market.people[ALICE];
	struct sn_cold_set set;
	struct sn_review review;
	const struct sn_signing signing = {.jobs = 1};
	memset(o, 0, sizeof *o);
	o->ret = sn_cold_set_open_and_review(&set, NULL, &review, alice, NULL, file->data, file->len, 1,
					     &o->err);
	if (o->ret)
		return;
	if (sn_review_json(&o->json, &review) || sn_review_text(&o->text, &review, SN_REVIEW_TO_SIGN))
		abort();
	sn_put_u8(&o->text, 0);
	o->text.len--;
	o->ret = sn_cold_set_sign(&o->signed_file, o->hashes, alice, &set, NULL, &signing, &o->err);
	sn_review_free(&review);
	sn_cold_set_free(&set);
}

/* ---------------------------------------------------------------- one set */

static void seal(struct sn_buf *file, struct scheme *s)
{
	if (!s->is_bytes) {
		struct sn_error err = {0};
		if (sn_proposal_set_encode(&s->content, &s->set, SN_MAINNET, &err)) {
			fprintf(stderr, "the set cannot be encoded: %s\n", err.text);
			abort();
		}
	}
	if (sn_envelope_seal(file, s->kind, s->network, &s->view_secret, s->content.data, s->content.len,
			     NULL))
		abort();
}

static void check_refused(struct tally *t, const struct proposal_lie *lie, const struct outcome *o)
{
	const int code = lie->code ? lie->code : SN_REFUSED;
	t->refused++;
	if (o->signed_file.len)
		fail(t, "refused, and something is given out all the same: %s", o->err.text);
	else if (lie->expected == ACCEPTED)
		fail(t, "refused, and nothing is wrong with it: %s", o->err.text);
	else if (lie->expected == EITHER ? o->ret != SN_REFUSED && o->ret != SN_BAD_INPUT : o->ret != code)
		fail(t, "refused as %d: %s", o->ret, o->err.text);
	else if (lie->expected == REFUSED && !strstr(o->err.text, lie->words))
		fail(t, "refused for another reason: %s", o->err.text);
}

static void sign_again(struct tally *t, const struct sn_buf *file, const struct outcome *first)
{
	struct outcome o;
	sign_file(&o, file);
	if (o.ret || o.signed_file.len != first->signed_file.len ||
	    memcmp(o.signed_file.data, first->signed_file.data, o.signed_file.len))
		fail(t, "signed twice, with two results: %s", o.err.text);
	outcome_free(&o);
}

static void check_accepted(struct tally *t, const struct proposal_lie *lie, const struct scheme *s,
			   const struct sn_buf *file, const struct outcome *o)
{
	struct verdict v = {.text = ""};
	struct sn_buf content = {0};
	struct sn_proposal_set asked;
	struct sn_signed_proposals answer;
	t->accepted++;
	if (sn_proposal_set_decode(&asked, SN_MAINNET, s->content.data, s->content.len, NULL))
		abort();
	if (sn_envelope_open(&content, SN_ENVELOPE_SIGNED_PROPOSALS, SN_MAINNET,
			     &market.people[ALICE].view_secret, o->signed_file.data, o->signed_file.len,
			     NULL) ||
	    sn_signed_proposals_decode(&answer, SN_MAINNET, content.data, content.len, NULL)) {
		fail(t, "the answer cannot be read");
	} else {
		judge_proposals(&v, &market, &asked, &answer, o->hashes, &o->json, &o->text);
		sn_signed_proposals_free(&answer);
	}
	if (*v.text)
		fail(t, "signed, and it does harm: %s", v.text);
	else if (lie->expected == REFUSED)
		fail(t, "signed, and should have been refused; the judge sees no harm in it");
	if (n_accepted++ % AGAIN_EVERY == 0)
		sign_again(t, file, o);
	sn_proposal_set_free(&asked);
	sn_buf_free(&content);
}

static void try_set(struct tally *t, const struct proposal_lie *lie, size_t number)
{
	struct scheme s = {.market = &market,
			   .set = proposal_set(2),
			   .kind = SN_ENVELOPE_PROPOSALS,
			   .network = SN_MAINNET,
			   .view_secret = market.people[ALICE].view_secret};
	struct sn_buf file = {0};
	struct outcome *o = malloc(sizeof *o);
	if (!o)
		abort();
	sn_random_fork(&s.random, &all_random, lie->name, number);
	scheme_honest(&s);
	lie->tell(&s);
	seal(&file, &s);
	sign_file(o, &file);
	t->sets++;
	if (o->ret)
		check_refused(t, lie, o);
	else
		check_accepted(t, lie, &s, &file, o);
	s.set.n = 2;
	proposal_free(&s.set);
	sn_buf_free(&s.content);
	sn_buf_free(&file);
	outcome_free(o);
	free(o);
}

int main(void)
{
	const char *text = getenv("SN_HOSTILE_PROPOSALS");
	const uint64_t wanted = text && *text ? strtoull(text, NULL, 10) : 200;
	const time_t start = time(NULL);
	size_t n_lies = 0, n_sets = 0, n_failures = 0;
	if (sodium_init() < 0)
		return 1;
	all_random = seed_stream("proposals");
	make_market();
	while (proposal_lies[n_lies].name)
		n_lies++;
	printf("1..%zu\n", n_lies + 1);
	for (size_t i = 0; i < n_lies; i++) {
		const struct proposal_lie *lie = &proposal_lies[i];
		struct tally t = {.sets = 0};
		for (size_t k = 0; k < (wanted + n_lies - 1) / n_lies; k++)
			try_set(&t, lie, k);
		printf("%sok %zu - %s: %zu sets, %zu accepted and harmless, %zu refused\n",
		       t.failures ? "not " : "", i + 1, lie->name, t.sets, t.accepted, t.refused);
		if (t.failures)
			printf("# %zu times, first: %s\n", t.failures, t.failure);
		fflush(stdout);
		n_sets += t.sets;
		n_failures += t.failures;
	}
	printf("%sok %zu - in all: %zu sets, %zu accepted; seed %" PRIu64 ", %lld s\n",
	       n_failures ? "not " : "", n_lies + 1, n_sets, n_accepted, seed_number(NULL),
	       (long long)(time(NULL) - start));
	for (size_t i = 0; i < PEOPLE; i++)
		sn_subaddress_table_free(&market.tables[i]);
	return n_failures != 0;
}
