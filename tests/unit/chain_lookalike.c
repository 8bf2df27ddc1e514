#include "chain/lookalike.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <string.h>

static const char text_of_contact[] =
	"42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm";

static struct sn_error err;

static struct sn_address parse(const char *text)
{
	struct sn_address a;
	cr_assert_eq(sn_address_parse(&a, text, &err), SN_OK, "%s", err.text);
	return a;
}

/* p = s·G */
static void mul_base(struct sn_point *p, const struct sn_scalar *s)
{
	struct sn_ge ge;
	sn_ge_mul_base(&ge, s);
	sn_ge_encode(p, &ge);
}

static struct sn_point random_point(struct sn_random *random)
{
	struct sn_scalar s = {{0}};
	struct sn_point p;
	sn_random_scalar(random, &s);
	mul_base(&p, &s);
	return p;
}

static enum sn_acquaintance recognize(const struct sn_names *names, const struct sn_address *a,
				      const char *expected)
{
	const struct sn_contact *contact;
	enum sn_acquaintance found = sn_names_recognize(&contact, names, a);
	cr_assert((contact != NULL) == (expected != NULL) && (contact != NULL) == (found != SN_STRANGER));
	if (expected)
		cr_assert_str_eq(contact->name, expected);
	return found;
}

Test(chain_lookalike, forms_of_a_contact)
{
	struct sn_random random = seed_stream("forms_of_a_contact");
	struct sn_names names = {0};
	struct sn_address a = parse(text_of_contact);
	cr_assert_eq(sn_names_add(&names, "Alice", &a, &err), SN_OK);
	cr_assert_eq(recognize(&names, &a, "Alice"), SN_CONTACT);
	a.kind = SN_ADDRESS_INTEGRATED;
	memset(a.payment_id, 7, sizeof a.payment_id);
	cr_assert_eq(recognize(&names, &a, "Alice"), SN_CONTACT_WITH_ID);
	a = parse(text_of_contact);
	a.kind = SN_ADDRESS_SUBADDRESS; /* the contact would not find the payment */
	cr_assert_eq(recognize(&names, &a, "Alice"), SN_LOOKALIKE);
	a = parse(text_of_contact);
	a.view = random_point(&random);
	cr_assert_eq(recognize(&names, &a, "Alice"), SN_LOOKALIKE);
	a = parse(text_of_contact);
	a.spend = random_point(&random);
	cr_assert_eq(recognize(&names, &a, "Alice"), SN_LOOKALIKE);
	a.view = random_point(&random);
	cr_assert_eq(recognize(&names, &a, NULL), SN_STRANGER);
	cr_assert_eq(recognize(NULL, &a, NULL), SN_STRANGER);
	sn_names_free(&names);
}

/* An account at an exchange: the payment ID is the customer. */
Test(chain_lookalike, other_payment_id)
{
	struct sn_names names = {0};
	struct sn_address a = parse(text_of_contact), other;
	a.kind = SN_ADDRESS_INTEGRATED;
	memset(a.payment_id, 7, sizeof a.payment_id);
	cr_assert_eq(sn_names_add(&names, "Exchange", &a, &err), SN_OK);
	other = a;
	other.payment_id[7] ^= 1;
	cr_assert_eq(recognize(&names, &other, "Exchange"), SN_LOOKALIKE);
	other = parse(text_of_contact);
	cr_assert_eq(recognize(&names, &other, "Exchange"), SN_LOOKALIKE);
	/* The address of a second contact is not a lookalike, whatever their order. */
	cr_assert_eq(sn_names_add(&names, "Zoe", &other, &err), SN_OK);
	cr_assert_eq(recognize(&names, &other, "Zoe"), SN_CONTACT);
	cr_assert_eq(recognize(&names, &a, "Exchange"), SN_CONTACT);
	a.payment_id[0] ^= 1;
	cr_assert_eq(recognize(&names, &a, "Zoe"), SN_CONTACT_WITH_ID);
	sn_names_free(&names);
}

/* Make a contact whose text has `first` and `last` characters of the address, and other ones beside them. The
 * comparison uses the text that the book keeps. */
static enum sn_acquaintance crafted(const struct sn_address *a, size_t first, size_t last)
{
	struct sn_random random = seed_stream("crafted");
	struct sn_names names = {0};
	struct sn_address contact = {.network = SN_MAINNET};
	char text[SN_ADDRESS_TEXT_MAX];
	const struct sn_contact *found;
	contact.spend = random_point(&random);
	contact.view = random_point(&random);
	cr_assert_eq(sn_names_add(&names, "Alice", &contact, &err), SN_OK);
	sn_address_format(text, a);
	const size_t len = strlen(text);
	memset(names.contacts[0].text, '?', len);
	memcpy(names.contacts[0].text, text, first);
	memcpy(names.contacts[0].text + len - last, text + len - last, last);
	enum sn_acquaintance kind = sn_names_recognize(&found, &names, a);
	sn_names_free(&names);
	return kind;
}

Test(chain_lookalike, equal_characters)
{
	const struct sn_address a = parse(text_of_contact);
	for (size_t first = 0; first <= 8; first++)
		for (size_t last = 0; last <= 8; last++)
			cr_assert_eq(crafted(&a, first, last),
				     first >= 5 || last >= 4 || first + last >= 6 ? SN_LOOKALIKE
										  : SN_STRANGER,
				     "%zu first, %zu last", first, last);
}

/* Many people ignore the case: capital and small letters count as equal. The contact's text is that of the
 * address with the other case in all letters, except between `first` and `last` characters. */
static enum sn_acquaintance crafted_in_other_case(const struct sn_address *a, size_t first, size_t last)
{
	struct sn_random random = seed_stream("crafted_in_other_case");
	struct sn_names names = {0};
	struct sn_address contact = {.network = SN_MAINNET};
	const struct sn_contact *found;
	contact.spend = random_point(&random);
	contact.view = random_point(&random);
	cr_assert_eq(sn_names_add(&names, "Alice", &contact, &err), SN_OK);
	char *text = names.contacts[0].text;
	sn_address_format(text, a);
	const size_t len = strlen(text);
	for (size_t i = 0; i < len; i++)
		if (i >= first && i < len - last)
			text[i] = '?';
		else if ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z'))
			text[i] ^= 0x20;
	enum sn_acquaintance kind = sn_names_recognize(&found, &names, a);
	sn_names_free(&names);
	return kind;
}

Test(chain_lookalike, capital_and_small_letters_count_as_equal)
{
	const struct sn_address a = parse(text_of_contact);
	for (size_t first = 0; first <= 8; first++)
		for (size_t last = 0; last <= 8; last++)
			cr_assert_eq(crafted_in_other_case(&a, first, last),
				     first >= 5 || last >= 4 || first + last >= 6 ? SN_LOOKALIKE
										  : SN_STRANGER,
				     "%zu first, %zu last", first, last);
}

/* Random addresses. */
Test(chain_lookalike, strangers_are_not_marked)
{
	struct sn_random random = seed_stream("strangers_are_not_marked");
	struct sn_names names = {0};
	struct sn_address a = parse(text_of_contact);
	cr_assert_eq(sn_names_add(&names, "Alice", &a, &err), SN_OK);
	for (int i = 0; i < 2000; i++) {
		a.spend = random_point(&random);
		a.view = random_point(&random);
		cr_assert_eq(recognize(&names, &a, NULL), SN_STRANGER);
	}
	sn_names_free(&names);
}

static void add_name(struct sn_names *names, const char *name, uint8_t number)
{
	const struct sn_address address = {.kind = SN_ADDRESS_STANDARD, .spend = {{number}}};
	cr_assert(!sn_names_add(names, name, &address, &err), "%s", err.text);
}

/* Names that Unicode calls equivalent look the same. */
Test(chain_lookalike, names)
{
	struct sn_names names = {0};
	add_name(&names, "Jose\xcc\x81", 1);
	add_name(&names, "Dora", 2);
	add_name(&names, "\xd7\x90", 3); /* of a script without a table */
	const struct sn_contact *found = sn_names_find_alike(&names, "Jos\xc3\xa9");
	cr_assert(found && !strcmp(found->name, "Jose\xcc\x81"));
	found = sn_names_find_alike(&names, "Do\xef\xbd\x92\x61"); /* a full-width letter */
	cr_assert(found && !strcmp(found->name, "Dora"));
	cr_assert(!sn_names_find_alike(&names, "Dora") && !sn_names_find_alike(&names, "Jose"));
	cr_assert(!sn_names_find_alike(&names, "\xd7\x90\xd7\x91") && !sn_names_find_alike(&names, ""));
	sn_names_free(&names);
}
