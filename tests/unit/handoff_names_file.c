#include "handoff/names_file.h"

#include "handoff/envelope.h"

#include <criterion/criterion.h>

#include <string.h>

static struct sn_error err;

static struct sn_account account(uint8_t mark)
{
	const uint8_t seed[32] = {mark, 1};
	struct sn_account a;
	sn_account_from_seed(&a, SN_MAINNET, seed);
	return a;
}

Test(handoff_names_file, crosses)
{
	const struct sn_account alice = account(1), bob = account(2);
	struct sn_address address;
	struct sn_names names = {0}, read;
	struct sn_buf file = {0}, again = {0};
	sn_account_address(&address, &bob, (struct sn_subaddress_index){0, 0});
	cr_assert(!sn_names_add(&names, "Bob", &address, &err));
	cr_assert(!sn_names_set_label(&names, (struct sn_subaddress_index){0, 3}, "Rent", &err));
	cr_assert(!sn_names_file_seal(&file, &alice, &names, &err));
	cr_assert_eq(file.len, SN_ENVELOPE_CODE);
	cr_assert(!sn_names_file_open(&read, &alice, file.data, file.len, &err), "%s", err.text);
	cr_assert(read.n_contacts == 1 && read.n_labels == 1 && sn_names_find(&read, "Bob"));
	cr_assert(sn_address_is_equal(&read.contacts[0].address, &address));
	cr_assert(!sn_names_file_seal(&again, &alice, &read, &err));
	cr_assert(again.len == file.len && !memcmp(again.data, file.data, file.len));
	sn_names_free(&read);
	/* Another wallet, and another kind of file. */
	cr_assert_eq(sn_names_file_open(&read, &bob, file.data, file.len, &err), SN_BAD_INPUT);
	cr_assert(!read.contacts && strstr(err.text, "another wallet"), "%s", err.text);
	file.data[5] = (uint8_t)SN_ENVELOPE_UNSIGNED_SET;
	cr_assert_eq(sn_names_file_open(&read, &alice, file.data, file.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "wrong file") && strstr(err.text, "a names file"), "%s", err.text);
	/* An empty book crosses as well. */
	sn_names_free(&names);
	sn_buf_clear(&file);
	cr_assert(!sn_names_file_seal(&file, &alice, &names, &err));
	cr_assert(!sn_names_file_open(&read, &alice, file.data, file.len, &err), "%s", err.text);
	cr_assert(!read.n_contacts && !read.n_labels);
	sn_names_free(&read);
	sn_buf_free(&file);
	sn_buf_free(&again);
}
