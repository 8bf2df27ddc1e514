#include "store/wallet_names.h"

#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_names, .init = set_up, .fini = tear_down);

static const struct sn_subaddress_index rent = {1, 2}, shop = {0, 7};

static struct sn_address address_of(const struct sn_wallet *w, uint64_t n)
{
	return (struct sn_address){.network = w->account->network, .spend = key_of(n), .view = key_of(n + 1)};
}

static void add(struct sn_wallet *w, const char *name, uint64_t n)
{
	const struct sn_address address = address_of(w, n);
	ok(sn_wallet_add_contact(w, name, &address, &err));
}

static void expect_contact(const struct sn_wallet *w, const char *name, uint64_t n)
{
	const struct sn_address address = address_of(w, n);
	const struct sn_contact *contact = sn_names_find(&w->names, name);
	cr_assert(contact && sn_address_is_equal(&contact->address, &address), "%s", name);
}

Test(store_wallet_names, survive_in_both_kinds_of_wallet)
{
	for (int i = 0; i < 2; i++) {
		create_wallet(path, i ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
		struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
		add(w, "Bob", 20);
		add(w, "Alice", 10);
		ok(sn_wallet_set_label(w, rent, "Rent", &err));
		ok(sn_wallet_set_label(w, shop, "Shop", &err));
		expect_stored(w);
		ok(sn_wallet_remove_contact(w, "Bob", &err));
		ok(sn_wallet_set_label(w, shop, "Shop 2", &err));
		ok(sn_wallet_set_label(w, rent, "", &err));
		expect_stored(w);
		cr_assert(w->names.n_contacts == 1 && w->names.n_labels == 1);
		expect_contact(w, "Alice", 10);
		cr_assert_str_eq(sn_names_label(&w->names, shop), "Shop 2");
		struct sn_wallet *copy = compacted_copy(w);
		cr_assert(same_state(w, copy));
		sn_wallet_free(copy);
		ok(sn_wallet_rollback(w, 0));
		ok(sn_wallet_revert(w, &err));
		expect_contact(w, "Alice", 10);
		sn_wallet_close(w);
		unlink(path);
	}
}

Test(store_wallet_names, refused_change_leaves_no_record)
{
	struct sn_wallet *w = new_wallet();
	add(w, "Alice", 10);
	ok(sn_wallet_store(w, &err));
	struct sn_buf before = slurp(path), after;
	struct sn_address address = address_of(w, 10);
	cr_assert_eq(sn_wallet_add_contact(w, "Bob", &address, &err), SN_REFUSED);
	address = address_of(w, 20);
	cr_assert_eq(sn_wallet_add_contact(w, "Alice", &address, &err), SN_REFUSED);
	cr_assert_eq(sn_wallet_add_contact(w, "Bob\n", &address, &err), SN_BAD_INPUT);
	address.network = SN_MAINNET;
	cr_assert_eq(sn_wallet_add_contact(w, "Bob", &address, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.hint, "same network"), "%s", err.hint);
	cr_assert_eq(sn_wallet_remove_contact(w, "Bob", &err), SN_REFUSED);
	cr_assert_eq(sn_wallet_set_label(w, rent, "a\tb", &err), SN_BAD_INPUT);
	ok(sn_wallet_set_label(w, rent, "", &err));
	expect_stored(w);
	after = slurp(path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
	sn_wallet_close(w);
}

static void merge(struct sn_wallet *w, const struct sn_names *names, bool only_these, size_t added,
		  size_t replaced, size_t removed)
{
	struct sn_names_merged merged;
	ok(sn_wallet_merge_names(w, names, only_these, &merged, &err));
	cr_assert(merged.added == added && merged.replaced == replaced && merged.removed == removed,
		  "%zu added, %zu replaced, %zu removed", merged.added, merged.replaced, merged.removed);
	expect_stored(w);
}

Test(store_wallet_names, merge_replaces_equal_names_and_equal_addresses)
{
	struct sn_wallet *w = new_wallet();
	struct sn_names names = {0};
	const struct sn_address first = address_of(w, 10), second = address_of(w, 20);
	ok(sn_names_add(&names, "Alice", &first, &err));
	ok(sn_names_add(&names, "Bob", &second, &err));
	ok(sn_names_set_label(&names, rent, "Rent", &err));
	add(w, "Alice", 30); /* another address */
	add(w, "Robert", 20);
	add(w, "Carol", 40);
	ok(sn_wallet_set_label(w, rent, "Flat", &err));
	ok(sn_wallet_set_label(w, shop, "Shop", &err));
	merge(w, &names, false, 0, 3, 0);
	expect_contact(w, "Alice", 10);
	expect_contact(w, "Bob", 20);
	expect_contact(w, "Carol", 40);
	cr_assert(w->names.n_contacts == 3 && w->names.n_labels == 2);
	cr_assert_str_eq(sn_names_label(&w->names, rent), "Rent");
	merge(w, &names, false, 0, 0, 0);
	merge(w, &names, true, 0, 0, 2);
	cr_assert(w->names.n_contacts == 2 && w->names.n_labels == 1);
	ok(sn_wallet_remove_contact(w, "Bob", &err));
	merge(w, &names, true, 1, 0, 0);
	sn_names_free(&names);
	sn_wallet_close(w);
}

Test(store_wallet_names, merge_swaps_the_addresses_of_two_names)
{
	struct sn_wallet *w = new_wallet();
	struct sn_names names = {0};
	const struct sn_address first = address_of(w, 10), second = address_of(w, 20);
	ok(sn_names_add(&names, "Alice", &first, &err));
	ok(sn_names_add(&names, "Bob", &second, &err));
	add(w, "Alice", 20);
	add(w, "Bob", 10);
	merge(w, &names, false, 0, 2, 0);
	expect_contact(w, "Alice", 10);
	expect_contact(w, "Bob", 20);
	sn_names_free(&names);
	sn_wallet_close(w);
}

Test(store_wallet_names, merge_that_does_not_fit_changes_nothing)
{
	struct sn_wallet *w = new_wallet();
	struct sn_names names = {0};
	struct sn_names_merged merged;
	for (uint32_t i = 0; i < SN_LABELS_MAX; i++)
		ok(sn_wallet_set_label(w, (struct sn_subaddress_index){3, i}, "Invoice", &err));
	add(w, "Robert", 20);
	ok(sn_wallet_store(w, &err));
	const struct sn_address address = address_of(w, 20);
	ok(sn_names_add(&names, "Bob", &address, &err));
	ok(sn_names_set_label(&names, rent, "Rent", &err));
	cr_assert_eq(sn_wallet_merge_names(w, &names, false, &merged, &err), SN_REFUSED);
	expect_contact(w, "Robert", 20);
	expect_stored(w);
	sn_names_free(&names);
	sn_wallet_close(w);
}
