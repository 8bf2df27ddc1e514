/* Kept decoys that are unusable for good: which of them block an output, and the remedy. */
#include "hot/decoys.h"
#include "hot/kept_ring.h"

#include "cold_sets.h"
#include "hot_chain.h"
#include "hot_wallet.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <string.h>

#define BLOCKS 3000
#define EACH 20
#define OWN 20000

static struct {
	struct hot h;
	struct chain chain;
	struct sn_unsigned_input inputs[2];
	size_t outputs[2];
	uint64_t locked[SN_WALLET_DECOYS]; /* indices of outputs */
	size_t n_locked;
	uint64_t spoilt, source; /* the first one has the key of the other one */
	struct sn_error err;
} t;

static bool is_locked(uint64_t index)
{
	for (size_t i = 0; i < t.n_locked; i++)
		if (t.locked[i] == index)
			return true;
	return false;
}

static void spoil(uint64_t index, struct answer_output *out)
{
	if (index == t.spoilt)
		out->key = chain_key(t.source);
}

static void set_up(void)
{
	struct sn_account account = cold_account("alice");
	memset(&t, 0, sizeof t);
	seed_libsodium(NULL);
	hot_open(&t.h, &account);
	chain_start(&t.chain, t.h.w, BLOCKS, EACH);
	for (size_t i = 0; i < 2; i++)
		t.outputs[i] = chain_add_own(&t.chain, &t.h, 1000 + i, OWN + 500 * i);
	t.chain.is_locked = is_locked;
}

static void tear_down(void)
{
	chain_stop(&t.chain);
	hot_close(&t.h);
}

TestSuite(hot_replace_decoys, .init = set_up, .fini = tear_down);

static int make(size_t n, bool may_replace)
{
	struct sn_daemon_distribution d = chain_distribution(&t.chain);
	int ret = sn_make_rings(t.inputs, t.outputs, NULL, may_replace, n, t.h.w, t.chain.daemon, &d, &t.err);
	sn_daemon_distribution_free(&d);
	return ret;
}

static const struct sn_wallet_ring *kept(size_t output)
{
	return sn_wallet_find_ring(t.h.w, &t.h.w->outputs[t.outputs[output]].key);
}

/* How many of the decoys are in the ring of the first input. */
static size_t in_ring(const uint64_t decoys[SN_WALLET_DECOYS])
{
	size_t n = 0;
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++)
		for (size_t k = 0; k < SN_RING_SIZE; k++)
			n += t.inputs[0].global_index[k] == decoys[i];
	return n;
}

/* Each payment is refused, until the user allows a replacement: then the other decoys stay. */
static void expect_stuck(void)
{
	const struct sn_wallet_ring before = *kept(0);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(make(1, false), SN_DAEMON);
		cr_assert(strstr(t.err.text, "a kept ring member is locked or unusable"), "%s", t.err.text);
		cr_assert(strstr(t.err.hint, "--replace-decoys"), "%s", t.err.hint);
		cr_assert(!memcmp(before.decoys, kept(0)->decoys, sizeof before.decoys));
	}
	cr_assert(!make(1, true), "%s", t.err.text);
	cr_assert_eq(in_ring(before.decoys), SN_WALLET_DECOYS - t.n_locked);
	cr_assert(!make(1, false), "%s", t.err.text);
	cr_assert_eq(in_ring(before.decoys), SN_WALLET_DECOYS - t.n_locked);
	for (size_t i = 0; i < SN_RING_SIZE; i++)
		cr_assert(!is_locked(t.inputs[0].global_index[i]));
}

Test(hot_replace_decoys, first_request_without_an_answer)
{
	t.chain.refuses_outputs = true;
	cr_assert_eq(make(1, false), SN_DAEMON);
	t.chain.refuses_outputs = false;
	t.locked[t.n_locked++] = kept(0)->decoys[4];
	expect_stuck();
}

/* A kept decoy of the second input is locked for a while. The ring of the first one stays as it was drawn. */
Test(hot_replace_decoys, payment_refused_because_of_another_input)
{
	const size_t first = t.outputs[0];
	t.outputs[0] = t.outputs[1];
	cr_assert(!make(1, false), "%s", t.err.text);
	t.outputs[0] = first;
	t.locked[0] = kept(1)->decoys[7];
	t.n_locked = 1;
	cr_assert_eq(make(2, false), SN_DAEMON);
	t.locked[0] = kept(0)->decoys[2];
	expect_stuck();
}

Test(hot_replace_decoys, daemon_that_lied)
{
	cr_assert(!make(1, false), "%s", t.err.text);
	for (size_t i = 0; i < SN_KEPT_REPLACED_MAX; i++)
		t.locked[t.n_locked++] = kept(0)->decoys[3 * i];
	expect_stuck();
}

/* Neither our output nor many decoys are replaced: the daemon learns little. */
Test(hot_replace_decoys, our_output_and_many_decoys_stay)
{
	cr_assert(!make(1, false), "%s", t.err.text);
	const struct sn_wallet_ring before = *kept(0);
	t.locked[0] = OWN;
	t.n_locked = 1;
	cr_assert_eq(make(1, true), SN_DAEMON);
	for (t.n_locked = 0; t.n_locked <= SN_KEPT_REPLACED_MAX; t.n_locked++)
		t.locked[t.n_locked] = before.decoys[t.n_locked];
	cr_assert_eq(make(1, true), SN_DAEMON);
	cr_assert_str_eq(t.err.hint, "use another daemon");
	cr_assert(!memcmp(before.decoys, kept(0)->decoys, sizeof before.decoys));
}

/* A daemon that reports more decoys with each payment does not get two rings that have only our output in
 * common. */
Test(hot_replace_decoys, one_decoy_of_the_first_ring_stays)
{
	cr_assert(!make(1, false), "%s", t.err.text);
	const struct sn_wallet_ring first = *kept(0);
	int ret = SN_OK;
	while (!ret && t.n_locked + SN_KEPT_REPLACED_MAX <= SN_WALLET_DECOYS) {
		for (int i = 0; i < SN_KEPT_REPLACED_MAX; i++, t.n_locked++)
			t.locked[t.n_locked] = first.decoys[t.n_locked];
		ret = make(1, true);
		cr_assert(!ret, "%s", t.err.text);
	}
	cr_assert_eq(in_ring(first.decoys), 1);
	t.locked[t.n_locked++] = first.decoys[SN_WALLET_DECOYS - 1];
	const struct sn_wallet_ring before = *kept(0);
	cr_assert_eq(make(1, true), SN_DAEMON);
	cr_assert_str_eq(t.err.hint, "use another daemon");
	cr_assert(!memcmp(before.decoys, kept(0)->decoys, sizeof before.decoys));
	t.n_locked--; /* another daemon */
	cr_assert(!make(1, false), "%s", t.err.text);
	cr_assert_eq(in_ring(first.decoys), 1);
}

/* After a reorganization, the index belongs to another output. */
Test(hot_replace_decoys, another_key_does_not_block)
{
	cr_assert(!make(1, false), "%s", t.err.text);
	const struct sn_wallet_ring before = *kept(0);
	t.spoilt = before.decoys[5];
	t.source = 7;
	t.chain.spoil = spoil;
	cr_assert(!make(1, false), "%s", t.err.text);
	cr_assert_eq(in_ring(before.decoys), SN_WALLET_DECOYS);
}

/* A daemon that repeats a key would remove a decoy. */
Test(hot_replace_decoys, repeated_key_is_refused)
{
	cr_assert(!make(1, false), "%s", t.err.text);
	const struct sn_wallet_ring before = *kept(0);
	const uint64_t sources[] = {before.decoys[9], OWN};
	t.spoilt = before.decoys[5];
	t.chain.spoil = spoil;
	for (size_t i = 0; i < 2; i++) {
		t.source = sources[i];
		cr_assert_eq(make(1, false), SN_DAEMON);
		cr_assert(strstr(t.err.text, "a kept ring member is locked or unusable"), "%s", t.err.text);
		cr_assert(!memcmp(before.decoys, kept(0)->decoys, sizeof before.decoys));
	}
	cr_assert(!make(1, true), "%s", t.err.text);
	cr_assert_eq(in_ring(before.decoys), SN_WALLET_DECOYS - 1);
}
