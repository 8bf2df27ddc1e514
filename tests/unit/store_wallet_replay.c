#include "store/wallet_replay.h"

#include "store/wallet_records.h"
#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_replay, .init = set_up, .fini = tear_down);

static void records_that_make_no_sense(enum sn_role role)
{
	struct sn_buf b = {0};
	create_wallet(path, role);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	fill(w);
	ok(sn_wallet_store(w, &err));
	sn_records_put_all(&b, w);
	/* A prefix is valid if it ends with a record. */
	size_t good = 0;
	for (size_t len = 0; len <= b.len; len++) {
		struct sn_wallet *r = sn_wallet_new(role);
		uint8_t *exact = malloc(len ? len : 1); /* lets sanitizers detect reads beyond the end */
		memcpy(exact, b.data, len);
		int ret = sn_records_replay(r, exact, len);
		cr_assert(ret == SN_OK || ret == SN_BAD_INPUT);
		good += ret == SN_OK;
		free(exact);
		sn_wallet_free(r);
	}
	size_t of_images = role == SN_ROLE_MASTER ? w->n_images : 1;
	cr_assert(good == 1 + 1 + of_images + w->n_blocks + w->n_outputs + w->n_payments + w->n_rings +
				  w->n_frozen + 8 + w->noticed.n_incoming + w->n_requests + w->n_notes +
				  w->names.n_contacts + w->names.n_labels,
		  "%zu", good);

	const struct {
		size_t len;
		uint8_t data[80];
	} bad[] = {
		{1, {0}}, /* no such type */
		{1, {99}},
		{137, {1}},                             /* a second account */
		{65, {role == SN_ROLE_MASTER ? 0 : 5}}, /* a pair that belongs to the key-image file */
		{41, {role == SN_ROLE_MASTER ? 9 : 0}}, /* required pairs, of a watch-only wallet only */
		{49, {4, 200}},                         /* an unknown output */
		{19, {8, 200, 0, 0, 0, 0, 0, 0, 0, 2}}, /* an unknown payment */
		{19, {8, 1, 0, 0, 0, 0, 0, 0, 0, 0}},   /* state 0 */
		{19, {8, 1, 0, 0, 0, 0, 0, 0, 0, 5}},   /* state 5 */
		{78, {7, 3, 0, 0, 0, 0, 0, 0, 0, 1, [74] = 255, 255, 255, 255}}, /* four billion inputs */
		{25, {10, 200, 0, 0, 0, 0, 0, 0, 0, 1}},   /* missing: an unknown payment */
		{25, {10, 2, 0, 0, 0, 0, 0, 0, 0, 1}},     /* missing: a payment that is not submitted */
		{41, {12, 200}},                           /* rings of an unknown payment */
		{41, {12, 1}},                             /* rings of a payment that is not the last */
		{9, {role == SN_ROLE_MASTER ? 14 : 0, 1}}, /* images lost, of a watch-only wallet only */
		{5, {11, 255, 255, 255, 255}},             /* truncated */
		{5, {11, 1}},                              /* truncated */
		{78, {11, 1, [69] = 2}},                   /* rejected, then an unknown type */
		{25, {28, 200, [9] = 1}},                  /* conflict: an unknown payment */
		{25, {28, 2, [9] = 1}},                    /* conflict: a payment that is not released */
		{9, {18}},                                 /* unused types, and one beyond the last */
		{9, {19}},
		{9, {29}},
		{34, {39, 1}},
		{34, {40, [33] = 2}},                    /* frozen: a flag that is neither 0 nor 1 */
		{33, {40, 1}},                           /* truncated */
		{51, {41, 1, 'x', [35] = 2, [43] = 2}},  /* request: two payments, of which one exists */
		{51, {41, 1, 'x', [35] = 3, [43] = 1}},  /* request: a payment that does not exist */
		{51, {41, 1, 'x', [35] = 2, [43] = 1}},  /* request: a payment of another request */
		{51, {41, 1, 'x', [35] = 2}},            /* request: no payment */
		{51, {41, 1, '\n', [35] = 2, [43] = 1}}, /* request: not a reference */
		{34, {42, 1}},
		{2, {30}},    /* the end of a state that did not begin */
		{2, {30, 2}}, /* neither the begin nor the end */
		{9, {31}},
		{9, {47}},
		{68, {48, 1, 'x', 3}},                  /* contact: an unknown kind of address */
		{68, {48, 1, '\n'}},                    /* contact: not a name */
		{72, {48, 5, 'A', 'l', 'i', 'c', 'e'}}, /* contact: the name is used */
		{4, {49, 2, 'n', 'o'}},                 /* removed: an unknown contact */
		{5, {50, 1, 1, 1, 0x7f}},               /* label: a control character */
		{36, {51, [33] = 1, [35] = 0x1b}},      /* note: a control character */
		{36, {51, [33] = 1}},                   /* note: a zero byte */
		{36, {51, [33] = 2, [35] = 'x'}},       /* note: truncated */
		{9, {52}},
		{40, {60, 1}},        /* noticed blocks: truncated */
		{40, {61, 1}},        /* noticed transactions: truncated */
		{33, {62, [32] = 7}}, /* noticed: an unknown unconfirmed transaction */
		{41, {63}},
	};
	uint8_t *bytes = calloc(1, 256);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		memset(bytes, 0, 256);
		memcpy(bytes, bad[i].data, sizeof bad[i].data);
		cr_assert(sn_records_replay(w, bytes, bad[i].len) == SN_BAD_INPUT, "%zu", i);
	}
	/* Complete payments whose id is not the next one. */
	for (size_t i = 0; i < 3; i++) {
		struct sn_wallet_payment p = w->payments[0];
		struct sn_buf record = {0};
		p.id = i == 0 ? 1 : i == 1 ? w->n_payments : w->n_payments + 2;
		sn_record_put_payment(&record, &p);
		cr_assert(sn_records_replay(w, record.data, record.len) == SN_BAD_INPUT, "%zu", i);
		sn_buf_free(&record);
	}
	expect_on_disk(w, path); /* no record was applied */
	sn_wallet_close(w);
	free(bytes);
	sn_buf_free(&b);
	unlink(path);
	unlink_beside(path, ".outkey2ki");
}

Test(store_wallet_replay, invalid_records_are_refused)
{
	records_that_make_no_sense(SN_ROLE_MASTER);
	records_that_make_no_sense(SN_ROLE_WATCH_ONLY);
}

/* Compare the look-ups with a search of the arrays. */
static void check_look_ups(const struct sn_wallet *w, uint64_t n_keys)
{
	for (uint64_t key = 0; key < n_keys; key++) {
		struct sn_point k = key_of(key);
		size_t best = SIZE_MAX;
		for (size_t i = 0; i < w->n_outputs; i++) {
			const struct sn_wallet_output *o = &w->outputs[i];
			if (!sn_point_is_equal(&o->key, &k))
				continue;
			if (best == SIZE_MAX || (o->is_spent && !w->outputs[best].is_spent) ||
			    (o->is_spent == w->outputs[best].is_spent && o->amount > w->outputs[best].amount))
				best = i;
		}
		cr_assert(find_key(w, key) == best);
		bool known = false;
		for (size_t i = 0; i < w->n_images; i++)
			known |= sn_point_is_equal(&w->images[i].key, &k);
		cr_assert(find_image(w, key) == (known ? best : SIZE_MAX));
		for (size_t i = 0; i < w->n_outputs; i++)
			if (sn_point_is_equal(&w->outputs[i].key, &k))
				cr_assert(w->outputs[i].has_image == known);
	}
}

/* Add or remove a contact. */
static int change_contact(struct sn_wallet *w, unsigned n)
{
	const char name[] = {(char)('a' + n), 0};
	const struct sn_address address = {.network = w->account->network, .spend = key_of(n)};
	return sn_names_find(&w->names, name) ? sn_wallet_remove_contact(w, name, NULL)
					      : sn_wallet_add_contact(w, name, &address, NULL);
}

/* Random changes, stores, reverts and reopenings: file and memory never differ. */
static void random_walk(enum sn_role role, int steps)
{
	enum { KEYS = 60 };
	create_wallet(path, role);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	uint64_t next = 0;
	for (int step = 0; step < steps; step++) {
		uint64_t height = sn_wallet_height(w);
		struct sn_hash by = hash_of(randombytes_uniform(1000000));
		uint64_t key = randombytes_uniform(KEYS);
		int ret = SN_OK;
		switch (randombytes_uniform(21)) {
		case 20:
			ret = change_contact(w, (unsigned)key % 5);
			break;
		case 19:
			ok(sn_wallet_set_label(w, (struct sn_subaddress_index){0, (uint32_t)key % 7},
					       key % 2 ? "Rent" : "", NULL));
			break;
		case 18:
			ret = sn_wallet_set_conflict_seen(
				w, 1 + randombytes_uniform((uint32_t)w->n_payments + 1), key % 3);
			break;
		case 16:
			ret = sn_wallet_set_missing(w, 1 + randombytes_uniform((uint32_t)w->n_payments + 1),
						    key % 3);
			break;
		case 17:
			ok(sn_wallet_want_rescan(w, randombytes_uniform((uint32_t)height + 2)));
			break;
		case 0:
		case 1:
		case 2:
		case 3: {
			uint64_t n = 1 + randombytes_uniform(300);
			for (uint64_t i = 0; i < n; i++)
				add_block(w, height + i);
			break;
		}
		case 4:
		case 5:
		case 6:
		case 7: {
			struct sn_wallet_output o = output_of(next++, key, height, randombytes_uniform(4));
			ret = sn_wallet_add_output(w, &o, NULL);
			add_block(w, height);
			break;
		}
		case 8:
			add_image(w, key);
			break;
		case 9:
			if (find_image(w, key) != SIZE_MAX)
				ret = sn_wallet_set_spent(w, find_image(w, key), height, &by);
			add_block(w, height);
			break;
		case 10:
			add_payment(w, key, 1 + randombytes_uniform(5));
			break;
		case 11:
			ret = sn_wallet_set_payment(w, 1 + randombytes_uniform((uint32_t)w->n_payments + 1),
						    (enum sn_payment_state)(1 + randombytes_uniform(4)),
						    key % 2 ? &by : NULL, height);
			break;
		case 12: {
			uint64_t back = randombytes_uniform(key == 0 ? 5000 : 30);
			ok(sn_wallet_rollback(w, height > back ? height - back : 0));
			break;
		}
		case 13:
			ok(sn_wallet_store(w, &err));
			break;
		case 14:
			if (key == 1)
				ok(sn_wallet_revert(w, &err));
			break;
		case 15:
			if (key < 3) {
				expect_stored(w);
				check_look_ups(w, KEYS);
			}
			if (key == 1) {
				sn_wallet_close(w);
				w = open_wallet(path, SN_WALLET_WRITE);
			}
			break;
		}
		cr_assert(ret == SN_OK || ret == SN_BAD_INPUT);
	}
	expect_stored(w);
	/* Replaying a snapshot gives the same state; sn_records_size is close to its size. */
	struct sn_buf all = {0};
	sn_records_put_all(&all, w);
	uint64_t guess = sn_records_size(w);
	cr_assert(guess <= all.len + 24 && all.len - 137 <= guess + guess / 3);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(same_state(w, copy));
	sn_wallet_free(copy);
	sn_buf_free(&all);
	sn_wallet_close(w);
	unlink(path);
	unlink_beside(path, ".outkey2ki");
}

Test(store_wallet_replay, file_and_memory_agree_after_random_changes, .timeout = 60)
{
	seed_libsodium("file_and_memory_agree_after_random_changes");
	random_walk(SN_ROLE_WATCH_ONLY, 4000);
	random_walk(SN_ROLE_MASTER, 2000);
}
