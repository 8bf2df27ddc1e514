#include "carrot_fixture.h"
#include "chain/mnemonic.h"
#include "chain_vectors.h"
#include "cold/restore.h"
#include "crypto/fcmp_constants.h"
#include "hot/fork.h"
#include "hot/fork_daemon.h"
#include "hot/found.h"
#include "hot/prepare.h"
#include "hot_carrot_chain.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(hot_carrot, .init = set_up, .fini = tear_down);

#define XMR 1000000000000
#define PAYMENT_ID 0x1122334455667788

/* ---------------------------------------------------------------- the chain */

/* An enote in a transaction with one of somebody else. */
static void send_made(const struct sn_carrot_made *ours, const struct sn_point *image)
{
	struct sn_carrot_made made[2] = {*ours};
	struct sn_carrot_context context;
	const struct sn_address bob = cold_address(&t.bob, 0, 0);
	const struct sn_carrot_anchor anchor = carrot_anchor();
	sn_carrot_context(&context, image);
	cr_assert(!sn_carrot_make_normal(&made[1], &bob, 1, &anchor, &context));
	send(carrot_tx(image, 1, made, 2, ours->encrypted_payment_id));
}

/* A chain with both kinds of outputs: 3 old ones in blocks of version 16, then 8 Carrot outputs and an old
 * one in blocks of versions 17 and 18. Returns their sum. */
static uint64_t make_chain(void)
{
	const struct sn_address main = cold_address(&t.alice, 0, 0),
				integrated = cold_integrated(&t.alice, PAYMENT_ID);
	const struct sn_point image = cold_random_point();
	mine(16, 2, &t.alice);
	send_old(&main, 5);
	mine(16, 2, &t.bob);
	send_to(&main, 100);
	send_to_index(1, 2, 1000);
	mine(17, 1, &t.alice);
	mine(17, 1, &t.bob);
	send_old(&main, 7);
	send_to(&integrated, 10000);
	mine(17, 2, &t.bob);
	send(carrot_tx_pay(&t.alice, &image, 1, &main, 100000, 1000000));
	mine(18, 2, &t.alice);
	return 5 * (uint64_t)APP_REWARD + 5 + 7 + 1111100;
}

/* ---------------------------------------------------------------- what the wallet has */

/* The signer's way: from the stored values, the output is made again. */
static void expect_made_again(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	const struct sn_wallet_enote *e = sn_wallet_enote_of(w, o);
	struct sn_carrot_made made;
	struct sn_carrot_context context;
	struct sn_x25519 ephemeral;
	struct sn_address to = cold_address(&t.alice, o->subaddress.major, o->subaddress.minor);
	cr_assert_not_null(e);
	if (o->has_payment_id)
		to = cold_integrated(&t.alice, sn_load_u64(o->payment_id));
	memcpy(ephemeral.b, o->tx_key.b, sizeof ephemeral.b);
	sn_carrot_context(&context, &e->first_image);
	if (o->is_coinbase)
		cr_assert(!sn_carrot_make_coinbase(&made, &to, o->amount, &e->anchor, o->height));
	else if (e->kind == SN_CARROT_SPECIAL)
		cr_assert(!sn_carrot_make_special(&made, &t.alice, o->subaddress, o->amount,
						  (enum sn_carrot_type)e->type, &ephemeral, &context));
	else
		cr_assert(!sn_carrot_make_normal(&made, &to, o->amount, &e->anchor, &context));
	cr_assert(sn_point_is_equal(&made.output.key, &o->key));
	cr_assert(!memcmp(&made.mask, &o->mask, sizeof made.mask));
	cr_assert(!memcmp(&made.ephemeral_key, &ephemeral, sizeof ephemeral));
	cr_assert_eq(o->mask_kind, o->is_coinbase ? SN_MASK_ONE : SN_MASK_EXPLICIT);
}

static size_t count_carrot(const struct sn_wallet *w)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_outputs; i++)
		n += w->outputs[i].is_carrot;
	return n;
}

static const struct sn_wallet_output *of_amount(uint64_t amount)
{
	for (size_t i = 0; i < t.h.w->n_outputs; i++)
		if (t.h.w->outputs[i].amount == amount)
			return &t.h.w->outputs[i];
	cr_assert_fail("no output of %zu", (size_t)amount);
	return NULL;
}

Test(hot_carrot, both_kinds_of_outputs_in_one_wallet)
{
	const uint64_t sum = make_chain();
	sync_now();
	expect_same_chain();
	const struct sn_wallet *w = t.h.w;
	cr_assert_eq(total(), sum, "%zu of %zu", (size_t)total(), (size_t)sum);
	cr_assert(w->n_outputs == 12 && count_carrot(w) == 8 && w->n_enotes == 8);
	for (size_t i = 0; i < w->n_outputs; i++)
		if (w->outputs[i].is_carrot)
			expect_made_again(w, &w->outputs[i]);
	cr_assert(!of_amount(5)->is_carrot && !of_amount(7)->is_carrot);
	const struct sn_wallet_output *o = of_amount(1000);
	cr_assert(o->subaddress.major == 1 && o->subaddress.minor == 2 && !o->has_payment_id);
	o = of_amount(10000);
	cr_assert(o->has_payment_id && sn_load_u64(o->payment_id) == PAYMENT_ID);
	o = of_amount(1000000);
	cr_assert(sn_wallet_enote_of(w, o)->kind == SN_CARROT_SPECIAL &&
		  sn_wallet_enote_of(w, o)->type == SN_CARROT_CHANGE);
	for (size_t i = 0; i < w->n_outputs; i++)
		cr_assert(sn_point_is_equal(&t.chain.outputs[w->outputs[i].global_index].key,
					    &w->outputs[i].key));

	/* The file has the same. */
	struct sn_wallet *stored;
	cr_assert(!sn_wallet_open(&stored, t.h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
	cr_assert(stored->n_outputs == 12 && stored->n_enotes == 8);
	for (size_t i = 0; i < stored->n_outputs; i++)
		if (stored->outputs[i].is_carrot)
			expect_made_again(stored, &stored->outputs[i]);
	sn_wallet_close(stored);
}

/* A wallet restored after the upgrade, one whose restore height is above it, and one rebuilt by a rescan. */
Test(hot_carrot, a_restored_wallet_has_the_same_balance)
{
	const uint64_t sum = make_chain();
	struct hot first = t.h;
	sync_now();
	cr_assert(!sn_wallet_reset(t.h.w));
	sync_now();
	cr_assert_eq(total(), sum);
	hot_open_at(&t.h, &t.alice, 6);
	sn_sync_memory_free(&t.memory);
	sync_now();
	cr_assert(t.h.w->n_outputs == 7 && total() == sum - 3 * (uint64_t)APP_REWARD - 105);
	hot_close(&t.h);
	t.h = first;
}

/* ---------------------------------------------------------------- spends */

/* Open a master wallet of alice instead. */
static struct hot open_master(void)
{
	struct hot before = t.h;
	snprintf(t.h.path, sizeof t.h.path, "%.80s.master", before.path);
	cr_assert(
		!sn_wallet_create(t.h.path, SN_ROLE_MASTER, &t.alice, 0, HOT_PASSWORD, SN_KDF_TEST, &t.err));
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err));
	return before;
}

static void close_master(struct hot before)
{
	sn_wallet_close(t.h.w);
	unlink(t.h.path);
	t.h = before;
}

/* A master wallet computes the key images, and finds the spends. A watch-only wallet does with them. */
Test(hot_carrot, spends_are_found_by_key_image)
{
	struct sn_point images[3];
	const struct sn_address bob = cold_address(&t.bob, 0, 0);
	const uint64_t sum = make_chain();
	struct hot watch_only = open_master();
	sync_now();
	cr_assert(total() == sum && t.h.w->n_images == 12);
	const uint64_t amounts[3] = {1000, 10000, 7};
	uint64_t spent = 0;
	for (size_t i = 0; i < 3; i++) {
		images[i] = *sn_wallet_image_of(t.h.w, of_amount(amounts[i]));
		cr_assert(!sn_wallet_add_image(watch_only.w, &of_amount(amounts[i])->key, &images[i]));
		spent += amounts[i];
	}
	send(carrot_tx_pay(&t.alice, images, 3, &bob, 10000, 1006));
	mine(18, 1, &t.bob);
	sync_now();
	cr_assert(t.result.spent == 3 && total() == sum - spent + 1006);
	cr_assert(of_amount(1000)->is_spent && of_amount(7)->is_spent && !of_amount(100)->is_spent);
	close_master(watch_only);
	sn_sync_memory_free(&t.memory);
	sync_now();
	cr_assert(t.result.spent == 3 && total() == sum - spent + 1006);
}

static const struct sn_wallet_output *carrot_coinbase(void)
{
	for (size_t i = 0; i < t.h.w->n_outputs; i++)
		if (t.h.w->outputs[i].is_carrot && t.h.w->outputs[i].is_coinbase)
			return &t.h.w->outputs[i];
	cr_assert_fail("no coinbase output");
	return NULL;
}

/* Alice spends an old output, a Carrot output of each kind, and then the change. Returns the sum that is left
 * of `sum`. */
static uint64_t spend_some(uint64_t sum)
{
	const uint64_t amounts[] = {7, 100, 1000, 10000, 1000000};
	enum { N_SPENT = 6 };
	struct sn_point images[N_SPENT];
	const struct sn_address bob = cold_address(&t.bob, 0, 0);
	struct hot watch_only = open_master();
	sync_now();
	images[0] = *sn_wallet_image_of(t.h.w, carrot_coinbase());
	sum -= APP_REWARD;
	for (size_t i = 1; i < N_SPENT; i++) {
		images[i] = *sn_wallet_image_of(t.h.w, of_amount(amounts[i - 1]));
		sum -= amounts[i - 1];
	}
	send(carrot_tx_pay(&t.alice, images, N_SPENT, &bob, 10000, 1006));
	mine(18, 1, &t.bob);
	sync_now();
	images[0] = *sn_wallet_image_of(t.h.w, of_amount(1006));
	send(carrot_tx_pay(&t.alice, images, 1, &bob, 1, 1005));
	mine(18, 1, &t.bob);
	sync_now();
	cr_assert_eq(total(), sum + 1005);
	close_master(watch_only);
	sn_sync_memory_free(&t.memory);
	return sum + 1005;
}

/* Take in the key images of `master`, through the files of ki-restore. Returns the number of new ones. */
static size_t take_images(const struct sn_account *master)
{
	struct sn_buf wanted = {0}, images = {0};
	size_t n, n_left, n_new;
	cr_assert(!sn_restore_list(&wanted, t.h.w, SN_RESTORE_MISSING, &n, &n_left, &t.err), "%s",
		  t.err.text);
	cr_assert(!sn_restore_answer(&images, master, wanted.data, wanted.len, NULL, &n, &t.err), "%s",
		  t.err.text);
	cr_assert(!sn_restore_import(t.h.w, images.data, images.len, &n_new, &t.err), "%s", t.err.text);
	cr_assert(n_left == 0 && n_new == n);
	sn_buf_free(&wanted);
	sn_buf_free(&images);
	return n_new;
}

/* A wallet of the 25 words counts all outputs that it finds, until it has their key images. */
Test(hot_carrot, a_wallet_of_the_seed_phrase_finds_its_spends)
{
	const uint64_t sum = make_chain(), left = spend_some(sum);
	char words[SN_MNEMONIC_TEXT_MAX];
	uint8_t seed[SN_SEED_BYTES];
	struct sn_account restored;
	sn_mnemonic_encode(words, t.alice.spend_secret.b);
	cr_assert(!sn_mnemonic_decode(seed, words, strlen(words), &t.err), "%s", t.err.text);
	sn_account_from_seed(&restored, SN_MAINNET, seed);
	struct hot first = t.h;
	hot_open_at(&t.h, &restored, 0);
	sync_now();
	cr_assert(t.result.spent == 0 && total() == sum + 1006 + 1005);
	cr_assert_eq(take_images(&restored), 12 + 2);
	sync_now();
	cr_assert(t.result.spent == 7 && total() == left, "%zu of %zu", (size_t)total(), (size_t)left);
	for (size_t i = 0; i < t.h.w->n_outputs; i++)
		cr_assert(t.h.w->outputs[i].has_image);
	const uint64_t unspent[] = {5, 1005}, spent[] = {7, 100, 1000, 10000, 1000000, 1006};
	for (size_t i = 0; i < sizeof unspent / sizeof *unspent; i++)
		cr_assert(!of_amount(unspent[i])->is_spent);
	for (size_t i = 0; i < sizeof spent / sizeof *spent; i++)
		cr_assert(of_amount(spent[i])->is_spent);
	cr_assert_eq(take_images(&restored), 0);
	hot_close(&t.h);
	t.h = first;
}

static void expect_image(const char *name, const char *owner)
{
	const struct sn_account account = carrot_account(owner);
	struct sn_subaddress_table table = carrot_table(&account);
	struct carrot_enote *e = carrot_enote(name);
	struct sn_carrot_owned owned;
	struct sn_point image, want;
	cr_assert(carrot_scan(&owned, e, &account, &table), "%s", name);
	struct sn_found found = {
		.output = {.key = owned.key, .is_carrot = true, .subaddress = owned.subaddress},
		.extensions = owned.extensions};
	cr_assert(!sn_found_image(&image, &found, &account));
	carrot_value(&want, "%s.L", name);
	cr_assert(sn_point_is_equal(&image, &want), "%s", name);
	found.extensions.t.b[0] ^= 1; /* no key of ours */
	cr_assert_eq(sn_found_image(&image, &found, &account), SN_BAD_INPUT);
	free(e);
	sn_subaddress_table_free(&table);
}

Test(hot_carrot, key_images_are_those_of_the_vectors)
{
	expect_image("enote.main", "rcv");
	expect_image("enote.sub", "rcv");
	expect_image("enote.int", "rcv");
	expect_image("coinbase", "rcv");
	expect_image("special.chg", "snd");
}

/* ---------------------------------------------------------------- enotes that do not count */

/* An enote with an altered part, to alice. */
static void send_altered(void (*alter)(struct sn_carrot_made *made))
{
	const struct sn_point image = cold_random_point();
	const struct sn_address to = cold_address(&t.alice, 0, 0);
	const struct sn_carrot_anchor anchor = carrot_anchor();
	struct sn_carrot_context context;
	struct sn_carrot_made made;
	sn_carrot_context(&context, &image);
	cr_assert(!sn_carrot_make_normal(&made, &to, 77, &anchor, &context));
	alter(&made);
	send_made(&made, &image);
}

static void nothing(struct sn_carrot_made *made)
{
	(void)made;
}

static void anchor(struct sn_carrot_made *made)
{
	made->output.encrypted_anchor[3] ^= 1;
}

static void tag(struct sn_carrot_made *made)
{
	made->output.carrot_view_tag[1] ^= 1;
}

static void amount(struct sn_carrot_made *made)
{
	made->output.encrypted_amount[0] ^= 1;
}

static void commitment(struct sn_carrot_made *made)
{
	sn_commit(&made->output.commitment, &made->mask, 78);
}

static void ephemeral(struct sn_carrot_made *made)
{
	made->ephemeral_key.b[31] ^= 0x80; /* the same number to X25519, other bytes in the hashes */
}

/* Two addresses of alice in one enote: the keys of the first, the anchor for the second. */
static void send_janus(void)
{
	const struct sn_point image = cold_random_point();
	const struct sn_carrot_anchor a = carrot_anchor();
	struct sn_address mixed = cold_address(&t.alice, 1, 1);
	const struct sn_address other = cold_address(&t.alice, 0, 3);
	struct sn_carrot_context context;
	struct sn_carrot_made made;
	mixed.view = other.view;
	sn_carrot_context(&context, &image);
	cr_assert(!sn_carrot_make_normal(&made, &mixed, 88, &a, &context));
	send_made(&made, &image);
}

/* An enote of another transaction, copied. */
static void send_twin(void)
{
	struct sn_point image = cold_random_point();
	const struct sn_address to = cold_address(&t.alice, 0, 0);
	const struct sn_carrot_anchor a = carrot_anchor();
	struct sn_carrot_context context;
	struct sn_carrot_made made;
	sn_carrot_context(&context, &image);
	cr_assert(!sn_carrot_make_normal(&made, &to, 99, &a, &context));
	send_made(&made, &image);
	image = cold_random_point();
	send_made(&made, &image);
}

Test(hot_carrot, altered_enotes_are_not_counted)
{
	mine(17, 1, &t.bob);
	send_altered(nothing);
	send_altered(anchor);
	send_altered(tag);
	send_altered(amount);
	send_altered(commitment);
	send_altered(ephemeral);
	send_janus();
	send_twin();
	sync_now(); /* as unconfirmed transactions */
	cr_assert_eq(t.h.w->n_incoming, 2);
	for (size_t i = 0; i < 2; i++)
		cr_assert(t.h.w->incoming[i].amount == 77 || t.h.w->incoming[i].amount == 99);
	mine(17, 9, &t.bob);
	sync_now();
	cr_assert(t.chain.n_pool == 0 && t.h.w->n_incoming == 0);
	cr_assert(t.h.w->n_outputs == 2 && total() == 77 + 99);
}

/* Two transactions with the same one-time key and first key image, which no chain can have, as from a daemon
 * that lies: one of them counts. */
Test(hot_carrot, one_output_of_each_key_counts)
{
	const struct sn_point image = cold_random_point();
	const struct sn_address to = cold_address(&t.alice, 0, 0);
	const struct sn_carrot_anchor a = carrot_anchor();
	struct sn_carrot_context context;
	struct sn_carrot_made made;
	sn_carrot_context(&context, &image);
	cr_assert(!sn_carrot_make_normal(&made, &to, 99, &a, &context));
	mine(17, 1, &t.bob);
	send_made(&made, &image);
	send_made(&made, &image);
	mine(18, 2, &t.bob);
	sync_now();
	cr_assert(t.h.w->n_outputs == 2 && t.h.w->n_enotes == 2 && total() == 99);
}

/* Change of amount zero is worthless. */
Test(hot_carrot, outputs_of_amount_zero_are_omitted)
{
	const struct sn_point image = cold_random_point();
	const struct sn_address bob = cold_address(&t.bob, 0, 0);
	mine(17, 1, &t.bob);
	send(carrot_tx_pay(&t.alice, &image, 1, &bob, 5, 0));
	mine(17, 1, &t.bob);
	sync_now();
	cr_assert(t.h.w->n_outputs == 0 && t.h.w->n_enotes == 0);
}

/* An address beyond the look-ahead of the start, after one within it has received. */
Test(hot_carrot, look_ahead_follows_used_addresses)
{
	mine(17, 1, &t.bob);
	send_to_index(0, 199, 1);
	send_to_index(0, 398, 10);
	send_to_index(0, 598, 100); /* beyond both */
	mine(17, 3, &t.bob);
	sync_now();
	cr_assert_eq(total(), 11);
}

/* ---------------------------------------------------------------- unconfirmed */

Test(hot_carrot, unconfirmed_payments)
{
	const struct sn_address integrated = cold_integrated(&t.alice, PAYMENT_ID);
	mine(17, 1, &t.bob);
	send_to(&integrated, 500);
	send_to_index(2, 1, 50);
	sync_now();
	cr_assert(t.h.w->n_incoming == 2 && total() == 0);
	const struct sn_wallet_incoming *in = t.h.w->incoming, *with = in[0].amount == 500 ? &in[0] : &in[1],
					*without = in[0].amount == 500 ? &in[1] : &in[0];
	cr_assert(with->has_payment_id && sn_load_u64(with->payment_id) == PAYMENT_ID);
	cr_assert(!without->has_payment_id && without->subaddress.major == 2 && without->amount == 50);
	mine(17, 2, &t.bob);
	sync_now();
	cr_assert(t.h.w->n_incoming == 0 && total() == 550);
}

/* ---------------------------------------------------------------- the upgrade */

static void expect_payments_refused(unsigned version)
{
	char words[64];
	snprintf(words, sizeof words, "network upgrade %u, but this release pays only up to upgrade 16",
		 version);
	cr_assert_eq(sn_check_fork(t.h.w, t.chain.daemon, &t.err), SN_REFUSED);
	cr_assert(t.err.reason == SN_REASON_FORK && strstr(t.err.text, words), "%s", t.err.text);
	cr_assert(strstr(t.err.text, "balances are complete, and payments are disabled"), "%s", t.err.text);
	cr_assert(strstr(t.err.hint, "update sneakernote"), "%s", t.err.hint);
}

Test(hot_carrot, payments_are_refused_from_the_upgrade_on)
{
	mine(16, 3, &t.alice);
	sync_now();
	cr_assert(!sn_check_fork(t.h.w, t.chain.daemon, &t.err) && !t.h.w->fork_version);
	t.chain.reported_version = 17; /* the next block */
	sync_now();
	expect_payments_refused(17);
	cr_assert(!t.h.w->fork_version);
	t.chain.reported_version = 16; /* this daemon does not say it */
	mine(17, 1, &t.alice);
	sync_now();
	cr_assert(t.h.w->fork_version == 17 && t.h.w->fork_height == 4 && !sn_fork_is_unreadable(t.h.w));
	expect_payments_refused(17);
	mine(18, 2, &t.alice);
	sync_now();
	expect_same_chain();
	expect_payments_refused(17); /* since then */
	cr_assert_eq(total(), 6 * (uint64_t)APP_REWARD);
}

/* A wallet that begins after the upgrade. */
Test(hot_carrot, a_first_block_of_the_upgrade)
{
	mine(18, 2, &t.alice);
	sync_now();
	cr_assert(t.h.w->fork_version == 18 && t.h.w->fork_height == 1);
	expect_payments_refused(18);
}

/* Blocks of the upgrade are replaced by others with and without it. */
Test(hot_carrot, reorganization_across_the_upgrade)
{
	const struct sn_address main = cold_address(&t.alice, 0, 0);
	mine(16, 10, &t.alice);
	send_to(&main, 100);
	mine(17, 5, &t.alice);
	sync_now();
	cr_assert(t.h.w->fork_height == 11 && total() == 15 * (uint64_t)APP_REWARD + 100);
	/* Only old blocks, and longer. */
	app_chain_pop(&t.chain, 7);
	mine(16, 8, &t.bob);
	sync_now();
	expect_same_chain();
	cr_assert(t.result.rollbacks == 1 && !t.h.w->fork_version && !t.h.w->n_enotes);
	cr_assert(total() == 8 * (uint64_t)APP_REWARD && !sn_check_fork(t.h.w, t.chain.daemon, &t.err));
	/* The upgrade earlier. */
	app_chain_pop(&t.chain, 9);
	send_to(&main, 1000);
	mine(17, 4, &t.alice);
	send_to(&main, 10000);
	mine(18, 6, &t.alice);
	sync_now();
	expect_same_chain();
	cr_assert(t.h.w->fork_version == 17 && t.h.w->fork_height == 8);
	cr_assert_eq(total(), 17 * (uint64_t)APP_REWARD + 11000);
	/* Within the upgrade. */
	app_chain_undo(&t.chain, 6);
	mine(17, 7, &t.bob);
	sync_now();
	expect_same_chain();
	cr_assert(t.h.w->fork_height == 8 && total() == 11 * (uint64_t)APP_REWARD + 11000);
	for (size_t i = 0; i < t.h.w->n_outputs; i++)
		if (t.h.w->outputs[i].is_carrot)
			expect_made_again(t.h.w, &t.h.w->outputs[i]);
}

/* A block replaced at the height where the upgrade was recorded. */
Test(hot_carrot, the_upgrade_is_forgotten_with_its_block)
{
	mine(16, 5, &t.bob);
	mine(17, 1, &t.alice);
	sync_now();
	cr_assert_eq(t.h.w->fork_height, 6);
	app_chain_pop(&t.chain, 1);
	mine(16, 2, &t.bob);
	sync_now();
	cr_assert(!t.h.w->fork_version && total() == 0);
}

/* Prefetched and prepared ahead, in many blocks. */
Test(hot_carrot, a_long_chain)
{
	mine(16, 700, &t.alice);
	mine(17, 700, &t.alice);
	mine(18, 300, &t.alice);
	sync_now();
	expect_same_chain();
	cr_assert(total() == 1700 * (uint64_t)APP_REWARD && t.h.w->n_enotes == 1000);
	cr_assert_eq(t.h.w->fork_height, 701);
}

/* ---------------------------------------------------------------- a daemon of the test network */

#define REAL_BLOCKS 2
#define REAL_TXS 2

/* The numbers first to first + n - 1. */
static struct sn_daemon_indices indices(uint64_t first, size_t n)
{
	uint8_t *at = malloc(8 * n);
	cr_assert_not_null(at);
	for (size_t i = 0; i < n; i++)
		sn_store_u64(at + 8 * i, first + i);
	return (struct sn_daemon_indices){at, n};
}

/* Blocks 120 and 121, as the daemon sends them: two coinbase transactions, and two of RingCT type 7. */
Test(hot_carrot, real_blocks_are_prepared)
{
	struct sn_daemon_block blocks[REAL_BLOCKS] = {{.miner_indices = indices(119, 1)},
						      {.miner_indices = indices(120, 1)}};
	struct sn_daemon_tx txs[REAL_TXS] = {{.indices = indices(121, 2)}, {.indices = indices(123, 4)}};
	const struct sn_daemon_blocks answer = {.start_height = 120,
						.current_height = 122,
						.blocks = blocks,
						.count = REAL_BLOCKS,
						.txs = txs};
	struct sn_prepared p;
	struct vectors v;
	struct sn_hash top;
	size_t n = 0;
	vectors_open(&v, "chain_blocks.txt");
	while (vectors_next(&v, NULL)) {
		if (!strcmp(v.word[0], "pruned")) {
			uint8_t *hash = malloc(32);
			vectors_bytes32(hash, v.word[2]);
			txs[n].prunable_hash = hash;
			txs[n].blob = vectors_bytes(&txs[n].len, v.word[3]);
			n++;
		} else if (!strncmp(v.word[4], "1212", 4)) { /* version 18 */
			const size_t i = strtoull(v.word[1], NULL, 10) - answer.start_height;
			cr_assert_lt(i, REAL_BLOCKS);
			blocks[i].blob = vectors_bytes(&blocks[i].len, v.word[4]);
			if (i)
				vectors_bytes32(top.b, v.word[3]);
		}
	}
	vectors_close(&v);
	cr_assert(n == REAL_TXS && blocks[0].blob && blocks[1].blob);
	blocks[1].txs = txs;
	blocks[1].tx_count = REAL_TXS;
	cr_assert(!sn_prepare(&p, &answer, 0, 120, NULL, 119, &t.alice.view_secret, &t.err), "%s",
		  t.err.text);
	cr_assert(p.n_blocks == REAL_BLOCKS && p.blocks[1].n_txs == 1 + REAL_TXS);
	cr_assert(p.blocks[1].version == 18 && sn_hash_is_equal(&p.blocks[1].id, &top));
	cr_assert(p.blocks[1].txs[1].n_images == 1 && p.blocks[1].txs[2].n_images == 2);
	sn_prepared_free(&p);
	for (size_t i = 0; i < 2; i++) {
		free((void *)blocks[i].blob);
		free((void *)blocks[i].miner_indices.le64);
		free((void *)txs[i].blob);
		free((void *)txs[i].prunable_hash);
		free((void *)txs[i].indices.le64);
	}
}
