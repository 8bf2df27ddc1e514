#include "store/wallet_incoming.h"

#include "store/wallet_records.h"
#include "store/wallet_replay.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_incoming, .init = set_up, .fini = tear_down);

static bool has_incoming(const struct sn_wallet *w, const struct sn_wallet_incoming *x)
{
	for (size_t i = 0; i < w->n_incoming; i++) {
		const struct sn_wallet_incoming *y = &w->incoming[i];
		if (sn_hash_is_equal(&y->tx_hash, &x->tx_hash) &&
		    sn_subaddress_is_equal(y->subaddress, x->subaddress) && y->amount == x->amount &&
		    y->time == x->time && y->unlock_time == x->unlock_time &&
		    y->has_payment_id == x->has_payment_id)
			return true;
	}
	return false;
}

Test(store_wallet_incoming, incoming_transfers_end_with_their_output)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_incoming in[3] = {incoming_of(1), incoming_of(1), incoming_of(2)};
	in[1].subaddress.minor++;
	ok(sn_wallet_set_incoming(w, in, 3));
	expect_stored(w);
	/* The same again is no change. */
	uint64_t size = sn_journal_size(sn_wallet_journal(w));
	ok(sn_wallet_set_incoming(w, in, 3));
	ok(sn_wallet_store(w, &err));
	cr_assert_eq(sn_journal_size(sn_wallet_journal(w)), size);
	/* Each difference is a change. */
	for (int i = 0; i < 7; i++) {
		struct sn_wallet_incoming x[3] = {in[0], in[1], in[2]};
		x[2].tx_hash.b[31] ^= i == 0;
		x[2].subaddress.major += i == 1;
		x[2].amount += i == 2;
		x[2].time += i == 3;
		x[2].unlock_time += i == 4;
		x[2].has_payment_id ^= i == 5;
		ok(sn_wallet_set_incoming(w, x, i == 6 ? 2 : 3));
		for (size_t k = 0; i < 6 && k < 3; k++)
			cr_assert(has_incoming(w, &x[k]), "%d, %zu", i, k);
		expect_stored(w);
		ok(sn_wallet_set_incoming(w, in, 3));
	}
	/* The transaction has an output of ours: its entries are removed. */
	add_block(w, 100);
	add_output(w, 1, 1, 101, 5);
	cr_assert(w->n_incoming == 1 && w->incoming[0].amount == 1002);
	expect_stored(w);
	ok(sn_wallet_rollback(w, 100));
	cr_assert_eq(w->n_incoming, 1);
	ok(sn_wallet_set_incoming(w, NULL, 0));
	expect_stored(w);

	struct sn_wallet_incoming *many = calloc(SN_WALLET_INCOMING_MAX + 1, sizeof *many);
	fails(sn_wallet_set_incoming(w, many, SN_WALLET_INCOMING_MAX + 1), SN_BAD_INPUT);
	for (size_t i = 0; i < SN_WALLET_INCOMING_MAX; i++)
		many[i] = incoming_of(i);
	ok(sn_wallet_set_incoming(w, many, SN_WALLET_INCOMING_MAX));
	expect_stored(w);
	free(many);
	sn_wallet_close(w);
}

static size_t find_incoming(const struct sn_wallet *w, const struct sn_wallet_incoming *in)
{
	for (size_t i = w->n_incoming; i-- > 0;)
		if (same_incoming(&w->incoming[i], in))
			return i;
	return 0;
}

/* The file has every list; entries that stay take no bytes. */
Test(store_wallet_incoming, only_differences_of_the_incoming_list_are_stored)
{
	enum { ROUNDS = 200, ENTRY = 1 + 32 + 2 + 4 * 8, PLACE = 2, FRAME = 128 };
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_incoming *list = calloc(SN_WALLET_INCOMING_MAX, sizeof *list);
	struct sn_wallet_incoming *told = calloc(SN_WALLET_INCOMING_MAX, sizeof *told);
	size_t n = SN_WALLET_INCOMING_MAX;
	uint64_t next = 0;
	seed_libsodium("only_differences_of_the_incoming_list_are_stored");
	cr_assert(list && told);
	for (size_t i = 0; i < n; i++)
		list[i] = incoming_of(next++);
	ok(sn_wallet_set_incoming(w, list, n));
	ok(sn_wallet_store(w, &err));
	for (int round = 0; round < ROUNDS; round++) {
		/* Remove some, append some. */
		size_t kept = 0, one_of = 1 + randombytes_uniform(20), come = randombytes_uniform(20);
		for (size_t i = 0; i < n; i++)
			if (randombytes_uniform((uint32_t)one_of))
				list[kept++] = list[i];
		size_t gone = n - kept;
		for (n = kept; come && n < SN_WALLET_INCOMING_MAX; come--)
			list[n++] = incoming_of(next++);
		/* The order of the given list does not matter. */
		memcpy(told, list, n * sizeof *list);
		for (size_t i = n; round % 2 && i > 1; i--) {
			size_t other_one = randombytes_uniform((uint32_t)i);
			struct sn_wallet_incoming x = told[i - 1];
			told[i - 1] = told[other_one];
			told[other_one] = x;
		}
		uint64_t before = sn_journal_size(sn_wallet_journal(w));
		ok(sn_wallet_set_incoming(w, told, n));
		cr_assert_eq(w->n_incoming, n);
		for (size_t i = 0; i < kept; i++)
			cr_assert(same_incoming(&w->incoming[i], &list[i]));
		for (size_t i = kept; i < n; i++)
			cr_assert(find_incoming(w, &list[i]) >= kept);
		memcpy(list, w->incoming, n * sizeof *list);
		ok(sn_wallet_store(w, &err));
		uint64_t after = sn_journal_size(sn_wallet_journal(w));
		if (after > before) /* else it was compacted */
			cr_assert(after - before <= (n - kept) * ENTRY + gone * PLACE + FRAME, "%d bytes",
				  (int)(after - before));
		expect_on_disk(w, path);
	}
	ok(sn_wallet_set_incoming(w, NULL, 0));
	expect_stored(w);

	/* Entries that occur twice. */
	list[0] = list[2] = incoming_of(1);
	list[1] = list[3] = incoming_of(2);
	for (size_t i = 4; i > 0; i--) {
		ok(sn_wallet_set_incoming(w, list, i));
		cr_assert_eq(w->n_incoming, i);
		expect_stored(w);
	}
	/* Of identical entries, the last are removed. */
	list[2] = list[1] = list[0];
	list[0] = list[3];
	list[3] = incoming_of(3);
	ok(sn_wallet_set_incoming(w, NULL, 0));
	ok(sn_wallet_set_incoming(w, list + 1, 3)); /* 1 1 3 */
	list[4] = list[1];
	ok(sn_wallet_set_incoming(w, list + 1, 4)); /* 1 1 3 1 */
	ok(sn_wallet_set_incoming(w, list + 2, 3)); /* the last of the identical ones is removed */
	cr_assert(w->n_incoming == 3 && same_incoming(&w->incoming[0], &list[1]));
	cr_assert(same_incoming(&w->incoming[1], &list[1]) && same_incoming(&w->incoming[2], &list[3]));
	expect_stored(w);
	free(list);
	free(told);
	sn_wallet_close(w);
}

/* The longest entries replace each other: less than a synchronization may append. */
Test(store_wallet_incoming, replacing_the_whole_incoming_list_takes_less_than_64_kib)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_incoming *list = calloc(SN_WALLET_INCOMING_MAX, sizeof *list);
	uint64_t before = 0, next = 0;
	cr_assert_not_null(list);
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < SN_WALLET_INCOMING_MAX; i++) {
			list[i] = incoming_of(2 * next++ + 1);
			list[i].subaddress = (struct sn_subaddress_index){(1 << 14) - 1, (1 << 14) - 1};
			list[i].amount = list[i].unlock_time = UINT64_MAX - i;
			list[i].time = 1700000000;
			cr_assert(list[i].has_payment_id);
		}
		before = sn_journal_size(sn_wallet_journal(w));
		ok(sn_wallet_set_incoming(w, list, SN_WALLET_INCOMING_MAX));
		expect_stored(w);
	}
	uint64_t appended = sn_journal_size(sn_wallet_journal(w)) - before;
	cr_assert(appended > 0 && appended < 65536, "%d bytes", (int)appended);
	free(list);
	sn_wallet_close(w);
}

/* Positions that do not exist or do not ascend, and a list that is too long. */
Test(store_wallet_incoming, impossible_changes_of_the_incoming_list_are_refused)
{
	static const struct {
		uint32_t gone[2];
		size_t n_gone, n_more;
		int ret;
	} cases[] = {
		{{0, 1}, 2, 0, SN_OK},
		{{2}, 1, 0, SN_BAD_INPUT},
		{{1, 0}, 2, 0, SN_BAD_INPUT},
		{{1, 1}, 2, 0, SN_BAD_INPUT},
		{{0, UINT32_MAX}, 2, 0, SN_BAD_INPUT},
		{{0}, 0, SN_WALLET_INCOMING_MAX - 2, SN_OK},
		{{0}, 0, SN_WALLET_INCOMING_MAX - 1, SN_BAD_INPUT},
		{{0}, 1, SN_WALLET_INCOMING_MAX - 1, SN_OK},
		{{0}, 1, SN_WALLET_INCOMING_MAX, SN_BAD_INPUT},
		{{0, 1}, 2, SN_WALLET_INCOMING_MAX, SN_OK},
	};
	struct sn_wallet_incoming *more = calloc(SN_WALLET_INCOMING_MAX, sizeof *more);
	struct sn_wallet_incoming two[2] = {incoming_of(1), incoming_of(2)};
	cr_assert_not_null(more);
	struct sn_wallet *w = new_wallet();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_buf record = {0};
		ok(sn_wallet_set_incoming(w, two, 2));
		sn_record_put_incoming(&record, cases[i].gone, cases[i].n_gone, more, cases[i].n_more);
		cr_assert(!record.failed);
		int got = sn_records_replay(w, record.data, record.len);
		cr_assert_eq(got, cases[i].ret, "case %zu gave %d", i, got);
		cr_assert_eq(w->n_incoming, cases[i].ret ? 2 : 2 - cases[i].n_gone + cases[i].n_more);
		for (size_t len = 1; len < record.len && cases[i].ret == SN_OK; len += len < 200 ? 1 : 97) {
			ok(sn_wallet_set_incoming(w, two, 2));
			fails(sn_records_replay(w, record.data, len), SN_BAD_INPUT);
			cr_assert_eq(w->n_incoming, 2);
		}
		sn_buf_free(&record);
	}
	/* An unknown flag; a subaddress that is too large. */
	enum { FLAGS = 3, MAJOR = FLAGS + 1 + 32 };
	struct sn_buf record = {0};
	more[0].subaddress.major = UINT32_MAX;
	sn_record_put_incoming(&record, NULL, 0, more, 1);
	record.data[FLAGS] |= 8;
	fails(sn_records_replay(w, record.data, record.len), SN_BAD_INPUT);
	record.data[FLAGS] ^= 8;
	ok(sn_records_replay(w, record.data, record.len));
	record.data[MAJOR + 4] ^= 0x10;
	fails(sn_records_replay(w, record.data, record.len), SN_BAD_INPUT);
	sn_buf_free(&record);
	free(more);
	sn_wallet_close(w);
}
