#include "hot/outputs.h"

#include "base/hex.h"
#include "cold_sets.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define NOW 1700000000
#define HEIGHT 1000

static struct hot h;
static struct sn_output_view *list;
static size_t n, changed;
static struct sn_error err;
static char name[2 * sizeof(struct sn_point) + 1];

static void set_up(void)
{
	struct sn_account account = cold_account("alice");
	hot_open(&h, &account);
}

static void tear_down(void)
{
	free(list);
	hot_close(&h);
}

TestSuite(hot_outputs, .init = set_up, .fini = tear_down);

static size_t add_to(uint32_t account, uint32_t address, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, amount, height);
	o.subaddress = (struct sn_subaddress_index){account, address};
	return hot_add(&h, &o);
}

static void list_outputs(const struct sn_output_filter *filter)
{
	free(list);
	cr_assert(!sn_outputs_list(&list, &n, h.w, filter, NOW, &err), "%s", err.text);
}

/* The listed outputs are those with these amounts, in this order. */
static void expect_amounts(const struct sn_output_filter *filter, size_t count, const uint64_t *amounts)
{
	list_outputs(filter);
	cr_assert_eq(n, count);
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(list[i].output->amount, amounts[i], "%zu", i);
}

static const char *key_of(size_t output)
{
	sn_hex_encode(name, &h.w->outputs[output].key, sizeof h.w->outputs[output].key);
	return name;
}

static int set_frozen(const char *what, bool is_frozen)
{
	err = (struct sn_error){0};
	return sn_outputs_freeze(h.w, &what, 1, is_frozen, &changed, &err);
}

Test(hot_outputs, sorted_and_filtered)
{
	add_to(1, 0, 5, 1);
	add_to(0, 7, 4, 2);
	add_to(0, 0, 1, 3);
	size_t spent = add_to(0, 2, 3, 4);
	add_to(0, 0, 2, 5);
	hot_set_height(&h, HEIGHT);
	const struct sn_hash hash = hot_hash(1);
	cr_assert(!sn_wallet_set_spent(h.w, spent, 10, &hash));
	expect_amounts(&(struct sn_output_filter){0}, 4, (uint64_t[]){1, 2, 4, 5});
	expect_amounts(&(struct sn_output_filter){.with_spent = true}, 5, (uint64_t[]){1, 2, 3, 4, 5});
	expect_amounts(&(struct sn_output_filter){.has_account = true, .account = 1}, 1, (uint64_t[]){5});
	static const uint32_t addresses[] = {7, 2};
	expect_amounts(
		&(struct sn_output_filter){
			.with_spent = true, .has_account = true, .addresses = addresses, .n_addresses = 2},
		2, (uint64_t[]){3, 4});
	expect_amounts(&(struct sn_output_filter){.has_account = true, .account = 9}, 0, NULL);
}

Test(hot_outputs, every_state)
{
	size_t unlocked = hot_add_amount(&h, 1, 1), spent = hot_add_amount(&h, 2, 2),
	       pending = hot_add_amount(&h, 3, 3), reserved = hot_add_amount(&h, 4, 4),
	       frozen = hot_add_amount(&h, 5, 5);
	struct sn_wallet_output o = hot_output(&h, 6, 6);
	o.is_rct = false;
	size_t old = hot_add(&h, &o);
	o = hot_output(&h, 7, 7);
	o.unlock_time = NOW + 1;
	size_t in_time = hot_add(&h, &o);
	o = hot_output(&h, 1, 8);
	o.key = h.w->outputs[frozen].key;
	size_t burnt = hot_add(&h, &o);
	size_t young = hot_add_amount(&h, 8, HEIGHT - 4);
	hot_set_height(&h, HEIGHT);
	const struct sn_hash hash = hot_hash(1);
	cr_assert(!sn_wallet_set_spent(h.w, spent, 10, &hash));
	uint64_t id = hot_pay(&h, SN_PAYMENT_SUBMITTED, &pending, 1, 1, 1, 1);
	uint64_t id2 = hot_pay(&h, SN_PAYMENT_PREPARED, &reserved, 1, 1, 1, 1);
	cr_assert(!set_frozen(key_of(frozen), true));
	const struct {
		size_t output;
		enum sn_output_state state;
		const char *name;
		uint64_t payment, confirmations, unlock_height;
	} expected[] = {
		{unlocked, SN_OUTPUT_UNLOCKED, "unlocked", 0, 999, 0},
		{spent, SN_OUTPUT_SPENT, "spent", 0, 998, 0},
		{pending, SN_OUTPUT_PENDING, "pending", id, 997, 0},
		{reserved, SN_OUTPUT_RESERVED, "reserved", id2, 996, 0},
		{frozen, SN_OUTPUT_FROZEN, "frozen", 0, 995, 0},
		{old, SN_OUTPUT_OLD, "unspendable", 0, 994, 0},
		{in_time, SN_OUTPUT_LOCKED, "locked", 0, 993, 0},
		{burnt, SN_OUTPUT_BURNT, "burnt", 0, 992, 0},
		{young, SN_OUTPUT_LOCKED, "locked", 0, 4, HEIGHT + 6},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct sn_output_view l = sn_output_look(h.w, expected[i].output, NOW);
		cr_assert_eq(l.state, expected[i].state, "%zu: %d", i, l.state);
		cr_assert_str_eq(sn_output_state_name(l.state), expected[i].name);
		cr_assert(l.payment == expected[i].payment && l.confirmations == expected[i].confirmations &&
				  l.unlock_height == expected[i].unlock_height,
			  "%zu", i);
		cr_assert_eq(l.is_frozen, i == 4 || i == 7);
	}
}

Test(hot_outputs, found_by_key_and_by_image)
{
	char image_name[2 * sizeof(struct sn_point) + 1];
	const struct sn_point image = hot_image(3);
	size_t at, a = hot_add_amount(&h, 1, 1);
	hot_add_amount(&h, 2, 2);
	hot_set_height(&h, HEIGHT);
	sn_hex_encode(image_name, &image, sizeof image);
	cr_assert(!sn_output_find(&at, h.w, key_of(1), &err) && at == 1);
	cr_assert_eq(sn_output_find(&at, h.w, image_name, &err), SN_REFUSED);
	cr_assert(strstr(err.text, image_name) && strstr(err.hint, "wo-outputs --all"));
	cr_assert(!sn_wallet_add_image(h.w, &h.w->outputs[a].key, &image));
	cr_assert(!sn_output_find(&at, h.w, image_name, &err) && at == a);
	for (size_t len = 0; len < 64; len++) {
		image_name[len] = 0;
		cr_assert_eq(sn_output_find(&at, h.w, image_name, &err), SN_USAGE);
		image_name[len] = 'a';
	}
	image_name[5] = 'g';
	cr_assert_eq(sn_output_find(&at, h.w, image_name, &err), SN_USAGE);
	/* A burnt output is not meant. */
	struct sn_wallet_output o = hot_output(&h, 100, HEIGHT);
	o.key = h.w->outputs[1].key;
	size_t larger = hot_add(&h, &o);
	cr_assert(!sn_output_find(&at, h.w, key_of(1), &err) && at == larger);
}

Test(hot_outputs, freeze_and_thaw)
{
	const char *names[3];
	char keys[3][2 * sizeof(struct sn_point) + 1];
	for (size_t i = 0; i < 3; i++) {
		hot_add_amount(&h, 1 + i, 1);
		strcpy(keys[i], key_of(i));
		names[i] = keys[i];
	}
	hot_set_height(&h, HEIGHT);
	cr_assert(!sn_outputs_freeze(h.w, names, 2, true, &changed, &err) && changed == 2);
	cr_assert(!sn_outputs_freeze(h.w, names, 3, true, &changed, &err) && changed == 1);
	cr_assert(!set_frozen(keys[1], false) && changed == 1);
	cr_assert(!set_frozen(keys[1], false) && changed == 0);
	/* One name is wrong: nothing is changed. */
	names[2] = "abc";
	cr_assert_eq(sn_outputs_freeze(h.w, names, 3, false, &changed, &err), SN_USAGE);
	cr_assert_eq(h.w->n_frozen, 2);
	/* After a rescan has begun, the key is known but not its output. */
	cr_assert(!sn_wallet_reset(h.w));
	cr_assert_eq(set_frozen(keys[1], false), SN_REFUSED);
	cr_assert_eq(set_frozen(keys[1], true), SN_REFUSED);
	cr_assert(!set_frozen(keys[0], false) && changed == 1);
}

/* An output that is spent, or that a payment spends, cannot be frozen, but thawed. */
Test(hot_outputs, spent_outputs_cannot_be_frozen)
{
	size_t spent = hot_add_amount(&h, 2, 2), pending = hot_add_amount(&h, 3, 3),
	       reserved = hot_add_amount(&h, 4, 4);
	hot_set_height(&h, HEIGHT);
	const struct sn_hash hash = hot_hash(1);
	cr_assert(!set_frozen(key_of(spent), true));
	cr_assert(!sn_wallet_set_spent(h.w, spent, 10, &hash));
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &pending, 1, 1, 1, 1);
	hot_pay(&h, SN_PAYMENT_PREPARED, &reserved, 1, 1, 1, 1);
	cr_assert_eq(set_frozen(key_of(spent), true), SN_REFUSED);
	cr_assert(strstr(err.text, "is already spent") && strstr(err.hint, "wo-outputs lists the unspent"));
	cr_assert_eq(set_frozen(key_of(pending), true), SN_REFUSED);
	cr_assert(strstr(err.text, "is spent by the pending payment 1") &&
		  strstr(err.hint, "wo-outputs lists the unspent"));
	cr_assert_eq(set_frozen(key_of(reserved), true), SN_REFUSED);
	cr_assert(strstr(err.text, "is reserved for payment 2") && strstr(err.hint, "--release=2"));
	cr_assert(!set_frozen(key_of(spent), false) && changed == 1);
}
