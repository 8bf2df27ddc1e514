#include "chain/names.h"
#include "chain/names_bytes.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_error err;

/* p = s·G */
static void mul_base(struct sn_point *p, const struct sn_scalar *s)
{
	struct sn_ge ge;
	sn_ge_mul_base(&ge, s);
	sn_ge_encode(p, &ge);
}

/* An address that differs for each n. */
static struct sn_address address_of(unsigned n, enum sn_address_kind kind)
{
	struct sn_address a = {.network = SN_MAINNET, .kind = kind};
	struct sn_scalar s = {{(uint8_t)n, (uint8_t)(n >> 8), 1}};
	mul_base(&a.spend, &s);
	s.b[3] = 1;
	mul_base(&a.view, &s);
	if (kind == SN_ADDRESS_INTEGRATED)
		memset(a.payment_id, (int)n, sizeof a.payment_id);
	return a;
}

static void add(struct sn_names *names, const char *name, unsigned n, enum sn_address_kind kind)
{
	const struct sn_address a = address_of(n, kind);
	cr_assert_eq(sn_names_add(names, name, &a, &err), SN_OK, "%s", err.text);
}

Test(chain_names, bad_names_are_refused)
{
	static const struct {
		const char *name, *problem;
		bool is_label;
	} bad[] = {
		{"", "empty", false},
		{"12345678901234567890123456789012345678901234567890123456789012345", "longer", false},
		{"a\xc3", "UTF-8", false},
		{"a\x80", "UTF-8", false},
		{"a\nb", "control", false},
		{"a\x1b[2K", "control", false},
		{"a\xc2\x9b", "control", false},
		{"a\x7f", "control", false},
		{"a\xe2\x80\xae"
		 "b",
		 "direction", false}, /* U+202E */
		{"a\xe2\x80\x8b"
		 "b",
		 "invisible", false}, /* U+200B */
		{"\xef\xbb\xbf"
		 "a",
		 "invisible", false}, /* U+FEFF */
		{"a\xc2\xa0"
		 "b",
		 "space", false},                  /* U+00A0 */
		{"a\xe3\x80\x80", "space", false}, /* U+3000 */
		{" a", "space", false},
		{"a ", "space", false},
		{"a  b", "space", false},
		{"a\"b", "quotation", false},
		{"-a", "option", true},
		{"monero:a", "URI", true},
		{"Monero:a", "URI", true},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		err = (struct sn_error){0};
		cr_assert_eq(sn_name_check(bad[i].name, &err), SN_BAD_INPUT, "%s", bad[i].name);
		cr_assert(strstr(err.text, bad[i].problem), "%zu: %s", i, err.text);
		cr_assert_eq(sn_label_check(bad[i].name, &err), bad[i].is_label ? SN_OK : SN_BAD_INPUT, "%zu",
			     i);
	}
	static const char *const good[] = {
		"a", "Alice B.", "M\xc3\xbcller, Hans", "\xe5\xb1\xb1\xe7\x94\xb0",
		"1234567890123456789012345678901234567890123456789012345678901234"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		cr_assert_eq(sn_name_check(good[i], &err), SN_OK, "%s", err.text);
}

Test(chain_names, names_and_addresses_are_unique_and_sorted)
{
	struct sn_names names = {0};
	add(&names, "b", 1, SN_ADDRESS_STANDARD);
	add(&names, "a", 2, SN_ADDRESS_SUBADDRESS);
	add(&names, "c", 3, SN_ADDRESS_STANDARD);
	struct sn_address a = address_of(1, SN_ADDRESS_STANDARD);
	cr_assert_eq(sn_names_add(&names, "d", &a, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "\"b\""), "%s", err.text);
	a = address_of(4, SN_ADDRESS_STANDARD);
	cr_assert_eq(sn_names_add(&names, "b", &a, &err), SN_REFUSED);
	cr_assert(names.n_contacts == 3 && !strcmp(names.contacts[0].name, "a") &&
		  !strcmp(names.contacts[2].name, "c"));
	cr_assert(!sn_names_find(&names, "A") && !sn_names_find(&names, "aa") && !sn_names_find(&names, ""));
	/* Another kind with the same keys is another address. */
	a = address_of(1, SN_ADDRESS_SUBADDRESS);
	cr_assert(!sn_names_find_address(&names, &a));
	cr_assert_eq(sn_names_remove(&names, "a", &err), SN_OK);
	cr_assert_eq(sn_names_remove(&names, "a", &err), SN_REFUSED);
	cr_assert(names.n_contacts == 2 && sn_names_find(&names, "b") && sn_names_find(&names, "c"));
	sn_names_free(&names);
}

Test(chain_names, labels)
{
	struct sn_names names = {0};
	for (uint32_t i = 5; i--;)
		cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){i % 2, i}, "x", &err),
			     0);
	cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){1, 3}, "y", &err), 0);
	cr_assert_eq(names.n_labels, 5);
	cr_assert_str_eq(sn_names_label(&names, (struct sn_subaddress_index){1, 3}), "y");
	cr_assert(!sn_names_label(&names, (struct sn_subaddress_index){0, 3}));
	cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){1, 3}, "", &err), 0);
	cr_assert(!sn_names_label(&names, (struct sn_subaddress_index){1, 3}) && names.n_labels == 4);
	cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){9, 9}, "", &err), 0);
	cr_assert_eq(names.n_labels, 4);
	sn_names_free(&names);
}

Test(chain_names, book_is_bounded)
{
	struct sn_names names = {0};
	char name[20];
	for (unsigned i = 0; i < SN_CONTACTS_MAX; i++) {
		snprintf(name, sizeof name, "n%u", i);
		add(&names, name, i, SN_ADDRESS_STANDARD);
	}
	const struct sn_address a = address_of(SN_CONTACTS_MAX, SN_ADDRESS_STANDARD);
	cr_assert_eq(sn_names_add(&names, "more", &a, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "full"), "%s", err.text);
	cr_assert(strstr(err.hint, "--remove"), "%s", err.hint);
	for (uint32_t i = 0; i < SN_LABELS_MAX; i++)
		cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){0, i}, "x", &err), 0);
	cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){1, 0}, "x", &err), SN_REFUSED);
	cr_assert(strstr(err.hint, "empty text"), "%s", err.hint);
	sn_names_free(&names);
}

static struct sn_buf encoded(void)
{
	struct sn_names names = {0};
	struct sn_buf b = {0};
	add(&names, "a", 1, SN_ADDRESS_STANDARD);
	add(&names, "b", 2, SN_ADDRESS_SUBADDRESS);
	add(&names, "c", 3, SN_ADDRESS_INTEGRATED);
	cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){0, 3}, "Rent", &err), 0);
	cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){200, 0}, "Shop", &err), 0);
	sn_names_put(&b, &names);
	sn_names_free(&names);
	return b;
}

static int decode(const struct sn_buf *b, size_t len)
{
	struct sn_names names;
	struct sn_buf again = {0};
	int ret = sn_names_decode(&names, SN_MAINNET, b->data, len, &err);
	if (!ret) {
		sn_names_put(&again, &names);
		cr_assert(again.len == len && !memcmp(again.data, b->data, len), "not canonical");
	}
	cr_assert(!ret || (!names.contacts && !names.labels));
	sn_buf_free(&again);
	sn_names_free(&names);
	return ret;
}

Test(chain_names, one_encoding)
{
	struct sn_buf b = encoded();
	cr_assert_eq(decode(&b, b.len), SN_OK, "%s", err.text);
	for (size_t len = 0; len < b.len; len++)
		cr_assert_eq(decode(&b, len), SN_BAD_INPUT, "%zu", len);
	for (size_t i = 0; i < 8 * b.len; i++) {
		b.data[i / 8] ^= (uint8_t)(1 << i % 8);
		(void)!decode(&b, b.len); /* asserts that each text has one encoding */
		b.data[i / 8] ^= (uint8_t)(1 << i % 8);
	}
	sn_put_u8(&b, 0);
	cr_assert_eq(decode(&b, b.len), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "follow"), "%s", err.text);
	sn_buf_free(&b);
}

/* A second contact or label in place of the first. */
Test(chain_names, order_and_duplicates_are_refused)
{
	struct sn_buf b = encoded();
	b.data[2] = 'b'; /* the first name: count, length, name */
	cr_assert_eq(decode(&b, b.len), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "ascend"), "%s", err.text);
	sn_buf_clear(&b);
	const struct sn_address a = address_of(1, SN_ADDRESS_STANDARD);
	sn_put_u8(&b, 2);
	sn_names_put_contact(&b, "a", &a);
	sn_names_put_contact(&b, "b", &a);
	sn_put_u8(&b, 0);
	cr_assert_eq(decode(&b, b.len), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "this address already"), "%s", err.text);
	for (uint32_t i = 0; i < 2; i++) {
		sn_buf_clear(&b);
		sn_put_u8(&b, 0);
		sn_put_u8(&b, 2);
		sn_names_put_label(&b, (struct sn_subaddress_index){2, 2}, "x");
		sn_names_put_label(&b, (struct sn_subaddress_index){2, 1 + i}, "y");
		cr_assert_eq(decode(&b, b.len), SN_BAD_INPUT);
		cr_assert(strstr(err.text, "ascend"), "%s", err.text);
	}
	sn_buf_free(&b);
}
