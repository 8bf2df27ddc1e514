#include "hot/events.h"

#include "hot_report_fixture.h"

static struct sn_events state;

static void set_up_events(void)
{
	set_up();
	struct sn_error err;
	cr_assert(!sn_events_begin(&state, h.w, NOW, &err));
}

static void tear_down_events(void)
{
	sn_events_free(&state);
	tear_down();
}

TestSuite(hot_events, .init = set_up_events, .fini = tear_down_events);

/* The events since the last call, each as "name amount@height". */
static void happened_at(const char *expected, uint64_t now)
{
	struct sn_event *list;
	size_t n;
	struct sn_error err;
	char all[2048] = "";
	cr_assert(!sn_events_next(&state, &list, &n, h.w, now, &err));
	for (size_t i = 0; i < n; i++) {
		const size_t at = strlen(all);
		snprintf(all + at, sizeof all - at, "%s%s %llu@%llu", i ? ", " : "",
			 sn_event_name(list[i].kind), (unsigned long long)list[i].transfer.amount,
			 (unsigned long long)list[i].height);
	}
	free(list);
	cr_assert_str_eq(all, expected);
}

static void happened(const char *expected)
{
	happened_at(expected, NOW);
}

/* An output of transaction `tx`. */
static size_t receive(uint64_t tx, uint32_t minor, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, amount, height);
	o.tx_hash = hot_hash(tx);
	o.index = (uint32_t)h.n;
	o.subaddress.minor = minor;
	return hot_add(&h, &o);
}

static void set_pool(uint64_t tx, uint64_t amount)
{
	const struct sn_wallet_incoming in = {.tx_hash = hot_hash(tx), .amount = amount, .time = 5};
	cr_assert(!sn_wallet_set_incoming(h.w, &in, tx ? 1 : 0));
}

static void set_state(uint64_t id, enum sn_payment_state to, uint64_t tx, uint64_t height)
{
	struct sn_hash hash = hot_hash(tx);
	cr_assert(!sn_wallet_set_payment(h.w, id, to, tx ? &hash : NULL, height));
}

static uint64_t pay(size_t output)
{
	return hot_pay(&h, SN_PAYMENT_PREPARED, &output, 1, 70, 1, 29);
}

/* A block other than that of hot_set_height. */
static void set_other_height(uint64_t height)
{
	struct sn_hash hash = hot_hash(height << 32);
	cr_assert(!sn_wallet_add_block(h.w, height - 1, &hash, 0, 0));
}

Test(hot_events, nothing)
{
	happened("");
	hot_set_height(&h, 10);
	happened("");
	happened("");
}

Test(hot_events, received_and_unlocked)
{
	hot_set_height(&h, 9);
	receive(500, 3, 10, 9);
	receive(500, 3, 7, 9);
	receive(500, 4, 200, 9);
	hot_set_height(&h, 10);
	happened("received 17@9, received 200@9");
	happened("");
	hot_set_height(&h, 18);
	happened("");
	hot_set_height(&h, 19);
	happened("unlocked 17@9, unlocked 200@9");
	happened("");
}

Test(hot_events, unlocked_by_time)
{
	struct sn_wallet_output o = hot_output(&h, 10, 1);
	o.unlock_time = NOW + 100;
	hot_add(&h, &o);
	hot_set_height(&h, 50);
	happened("received 10@1");
	happened_at("unlocked 10@1", NOW + 100);
	happened_at("", NOW + 200);
	/* A clock that is set back locks nothing again. */
	happened("");
	happened_at("", NOW + 200);
}

/* The order of a long pass: received before unlocked, by height. */
Test(hot_events, many_blocks_at_once)
{
	const size_t spent = receive(502, 0, 100, 5);
	receive(501, 0, 30, 6);
	receive(500, 0, 10, 39);
	const uint64_t id = pay(spent);
	set_state(id, SN_PAYMENT_SUBMITTED, 600, 0);
	set_state(id, SN_PAYMENT_CONFIRMED, 600, 20);
	hot_set_height(&h, 40);
	happened(
		"received 100@5, received 30@6, confirmed 70@20, received 10@39, unlocked 100@5, unlocked 30@6");
}

Test(hot_events, pool)
{
	hot_set_height(&h, 3);
	set_pool(500, 10);
	happened("unconfirmed 10@0");
	happened("");
	receive(500, 0, 10, 4);
	hot_set_height(&h, 5);
	happened("received 10@4");
}

/* It may be in a block that the daemon got after it sent its blocks. */
Test(hot_events, gone_from_the_pool)
{
	hot_set_height(&h, 4);
	set_pool(500, 10);
	happened("unconfirmed 10@0");
	set_pool(0, 0);
	happened("");
	happened("");
	receive(500, 0, 10, 4);
	hot_set_height(&h, 5);
	happened("received 10@4");

	set_pool(501, 20);
	happened("unconfirmed 20@0");
	set_pool(0, 0);
	happened("");
	set_pool(501, 20);
	happened("");
	set_pool(0, 0);
	happened("");
	hot_set_height(&h, 6);
	happened("dropped 20@0");
	hot_set_height(&h, 7);
	happened("");
	set_pool(501, 20);
	happened("unconfirmed 20@0");
}

Test(hot_events, payment)
{
	const size_t spent = receive(500, 0, 100, 4);
	hot_set_height(&h, 15);
	happened("received 100@4, unlocked 100@4");
	const uint64_t id = pay(spent);
	happened("");
	set_state(id, SN_PAYMENT_SUBMITTED, 600, 0);
	happened("submitted 70@0");
	set_state(id, SN_PAYMENT_CONFIRMED, 600, 15);
	hot_set_height(&h, 16);
	happened("confirmed 70@15");
	happened("");
}

Test(hot_events, released_payment)
{
	const size_t spent = receive(500, 0, 100, 4);
	hot_set_height(&h, 15);
	happened("received 100@4, unlocked 100@4");
	uint64_t id = pay(spent);
	happened("");
	set_state(id, SN_PAYMENT_RELEASED, 0, 0); /* it was never submitted */
	happened("");
	id = pay(spent);
	set_state(id, SN_PAYMENT_SUBMITTED, 600, 0);
	happened("submitted 70@0");
	set_state(id, SN_PAYMENT_RELEASED, 0, 0);
	happened("dropped 70@0");
	set_state(id, SN_PAYMENT_CONFIRMED, 600, 15); /* it was mined nevertheless */
	hot_set_height(&h, 16);
	happened("confirmed 70@15");
}

Test(hot_events, missing_payment)
{
	const size_t spent = receive(500, 0, 100, 4);
	hot_set_height(&h, 15);
	const uint64_t id = pay(spent);
	set_state(id, SN_PAYMENT_SUBMITTED, 600, 0);
	happened("submitted 70@0, received 100@4, unlocked 100@4");
	cr_assert(!sn_wallet_set_missing(h.w, id, NOW));
	happened("");
	cr_assert(!sn_wallet_declare_missing(h.w, id));
	happened("dropped 70@0");
	happened("");
	cr_assert(!sn_wallet_set_missing(h.w, id, 0));
	happened("submitted 70@0");
}

/* A transaction that another wallet with the same keys made. */
Test(hot_events, spent_elsewhere)
{
	const size_t spent = receive(500, 0, 100, 4);
	hot_set_height(&h, 15);
	happened("received 100@4, unlocked 100@4");
	struct sn_hash tx = hot_hash(700);
	cr_assert(!sn_wallet_set_spent(h.w, spent, 15, &tx));
	hot_set_height(&h, 16);
	happened("confirmed 100@15");
}

Test(hot_events, reorganization)
{
	receive(500, 0, 10, 6);
	hot_set_height(&h, 7);
	receive(501, 0, 20, 7);
	hot_set_height(&h, 8);
	hot_set_height(&h, 9);
	happened("received 10@6, received 20@7");
	/* Mined again at another height, and not at all. */
	cr_assert(!sn_wallet_rollback(h.w, 7));
	set_other_height(8);
	receive(501, 0, 20, 8);
	set_other_height(9);
	set_other_height(10);
	happened("reorganized 0@7, removed 20@7, received 20@8");
	cr_assert(!sn_wallet_rollback(h.w, 6));
	set_other_height(7);
	set_other_height(8);
	set_other_height(9);
	set_other_height(10);
	set_pool(500, 10);
	happened("reorganized 0@6, removed 10@6, removed 20@8, unconfirmed 10@0");
	happened("");
}

/* At the same height in another block, it is the same transfer. */
Test(hot_events, replaced_at_the_same_height)
{
	receive(500, 0, 10, 6);
	hot_set_height(&h, 7);
	happened("received 10@6");
	cr_assert(!sn_wallet_rollback(h.w, 6));
	receive(500, 0, 10, 6);
	set_other_height(7);
	set_other_height(8);
	happened("reorganized 0@6");
}

/* A pass that removed blocks, and then ended early. */
Test(hot_events, reorganization_in_parts)
{
	hot_set_height(&h, 6);
	receive(500, 0, 10, 6);
	hot_set_height(&h, 7);
	hot_set_height(&h, 8);
	happened("received 10@6");
	cr_assert(!sn_wallet_rollback(h.w, 6));
	happened("reorganized 0@6, removed 10@6");
	receive(500, 0, 10, 6);
	set_other_height(7);
	happened("received 10@6");
}

Test(hot_events, unlocked_again_after_reorganization)
{
	receive(500, 0, 10, 6);
	for (uint64_t height = 7; height <= 20; height++)
		hot_set_height(&h, height);
	happened("received 10@6, unlocked 10@6");
	cr_assert(!sn_wallet_rollback(h.w, 6));
	receive(500, 0, 10, 7);
	for (uint64_t height = 7; height <= 10; height++)
		set_other_height(height);
	happened("reorganized 0@6, removed 10@6, received 10@7");
	set_other_height(21);
	happened("unlocked 10@7");
}

Test(hot_events, payment_in_a_removed_block)
{
	const size_t spent = receive(500, 0, 100, 4);
	hot_set_height(&h, 15);
	happened("received 100@4, unlocked 100@4");
	const uint64_t id = pay(spent);
	set_state(id, SN_PAYMENT_SUBMITTED, 600, 0);
	set_state(id, SN_PAYMENT_CONFIRMED, 600, 15);
	hot_set_height(&h, 16);
	happened("confirmed 70@15");
	cr_assert(!sn_wallet_rollback(h.w, 15));
	set_other_height(16);
	happened("reorganized 0@15, removed 70@15");
	set_state(id, SN_PAYMENT_CONFIRMED, 600, 16);
	set_other_height(17);
	happened("confirmed 70@16");
}

/* While blocks are scanned again, nothing is known. */
Test(hot_events, rescan)
{
	receive(500, 0, 10, 6);
	hot_set_height(&h, 7);
	hot_set_height(&h, 9);
	happened("received 10@6");
	cr_assert(!sn_wallet_want_rescan(h.w, 5));
	happened("");
	cr_assert(!sn_wallet_go_back(h.w, 5));
	happened("");
	receive(500, 0, 10, 6);
	receive(501, 1, 20, 6); /* an address that was unknown */
	hot_set_height(&h, 7);
	happened("");
	hot_set_height(&h, 9);
	cr_assert(!sn_wallet_end_rescan(h.w));
	happened("received 20@6");
}
