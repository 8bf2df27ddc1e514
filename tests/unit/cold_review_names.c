/* The owner's names in the review, and the mark of an address that only looks like a known one. */
#include "cold/review.h"

#include "cold/review_print.h"
#include "cold_policies.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static struct sn_account alice, bob, carol;
static struct sn_names names;
static struct sn_limits limits;
static struct sn_error err;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	carol = cold_account("carol");
	limits = (struct sn_limits){.names = &names};
}

static void tear_down(void)
{
	sn_names_free(&names);
}

TestSuite(cold_review_names, .init = set_up, .fini = tear_down);

static void know(const char *name, struct sn_address address)
{
	cr_assert_eq(sn_names_add(&names, name, &address, &err), SN_OK, "%s", err.text);
}

/* Review a payment to `to`. The text and the JSON must have these words, or, if NULL, no name. */
static void expect(struct sn_address to, const char *line, const char *member)
{
	struct sn_unsigned_set set = cold_everyday(&alice, to);
	struct sn_review review;
	struct sn_buf text = {0}, json = {0};
	cr_assert_eq(sn_review(&review, &alice, &set, &limits, 1, &err), SN_OK, "%s", err.text);
	cr_assert(!sn_review_text(&text, &review, SN_REVIEW_TO_SIGN) && !sn_review_json(&json, &review));
	sn_put_u8(&text, 0);
	sn_put_u8(&json, 0);
	if (line)
		cr_assert(strstr((char *)text.data, line), "%s", text.data);
	else
		cr_assert(!strstr((char *)text.data, "address book"), "%s", text.data);
	if (member)
		cr_assert(strstr((char *)json.data, member), "%s", json.data);
	else
		cr_assert(!strstr((char *)json.data, "\"name\"") && !strstr((char *)json.data, "lookalike") &&
				  !strstr((char *)json.data, "\"label\""),
			  "%s", json.data);
	const bool is_marked = line && strstr(line, "LOOKALIKE");
	cr_assert_eq(sn_review_lookalikes(&review.txs[0]), is_marked);
	cr_assert_eq(strstr((char *)text.data, "  MARKED  1 of 1 transaction: 1 LOOKALIKE\n") != NULL,
		     is_marked);
	sn_buf_free(&text);
	sn_buf_free(&json);
	sn_review_free(&review);
	cold_free(&set);
}

Test(cold_review_names, names_are_those_of_the_owner)
{
	expect(cold_address(&bob, 0, 0), NULL, NULL);
	know("Bob \xc3\x84.", cold_address(&bob, 0, 0));
	know("Carol", cold_address(&carol, 1, 3));
	expect(cold_address(&bob, 0, 0), "to \"Bob \xc3\x84.\" in your address book (standard address)\n",
	       "\"name\":\t\"Bob \\u00c4.\"");
	expect(cold_integrated(&bob, 7), "to \"Bob \xc3\x84.\" in your address book (integrated address)\n",
	       "\"name\":\t\"Bob \\u00c4.\"");
	expect(cold_integrated(&bob, 7), "\n          with payment ID ", "\"payment_id\"");
	expect(cold_address(&carol, 1, 3), "to \"Carol\" in your address book (subaddress)\n",
	       "\"name\":\t\"Carol\"");
	/* Another subaddress of the same wallet cannot be recognized. */
	expect(cold_address(&carol, 1, 4), NULL, NULL);
	limits.names = NULL;
	expect(cold_address(&bob, 0, 0), NULL, NULL);
}

Test(cold_review_names, own_addresses_have_labels)
{
	cr_assert_eq(sn_names_set_label(&names, (struct sn_subaddress_index){2, 3}, "Savings", &err), SN_OK);
	expect(cold_address(&alice, 2, 3), "to our own address 2/3 \"Savings\" (subaddress)\n",
	       "\"label\":\t\"Savings\"");
	expect(cold_address(&alice, 2, 4), "to our own address 2/4 (subaddress)\n", NULL);
}

Test(cold_review_names, lookalikes_are_marked)
{
	static const char mark[] = "\n  LOOKALIKE  looks like \"Bob\" in your address book, but is another "
				   "address\n",
			  member[] = "\"lookalike_of\":\t\"Bob\"";
	struct sn_address to = cold_address(&bob, 0, 0);
	know("Bob", cold_integrated(&bob, 7));
	expect(cold_integrated(&bob, 8), mark, member);
	expect(to, mark, member);
	to.kind = SN_ADDRESS_SUBADDRESS;
	expect(to, mark, member);
	to = cold_address(&bob, 0, 0);
	to.view = cold_random_point();
	expect(to, mark, member);
	to.spend = cold_random_point();
	expect(to, NULL, NULL);
}

/* Our own address beside a contact that looks like it. */
Test(cold_review_names, own_address_is_no_lookalike)
{
	struct sn_address like = cold_address(&alice, 2, 3);
	like.spend = cold_random_point();
	know("Mallory", like);
	expect(cold_address(&alice, 2, 3), NULL, NULL);
}

/* Nobody sees the mark if nobody is asked. */
Test(cold_review_names, lookalikes_are_refused_without_confirmation)
{
	const struct sn_address like = cold_integrated(&bob, 8);
	char text[SN_ADDRESS_TEXT_MAX];
	know("Bob", cold_integrated(&bob, 7));
	struct sn_unsigned_set set = cold_everyday(&alice, like);
	sn_address_format(text, &like);
	limits.refuse_lookalikes = true;
	cold_expect_refused(&alice, &set, &limits, "looks like that of \"Bob\" in the address book");
	cold_expect_refused(&alice, &set, &limits, text);
	cold_expect_refused(&alice, &set, &limits, "--allow-lookalike");
	limits.refuse_lookalikes = false;
	struct sn_policy *policy = policy_parse("{\"version\": 1}");
	sn_policy_apply(&limits, policy);
	cold_expect_refused(&alice, &set, &limits, "looks like that of \"Bob\"");
	sn_policy_free(policy);
	/* Once the owner has listed or named the address, it is no lookalike. */
	limits.refuse_lookalikes = true;
	policy = policy_parse("{\"version\": 1, \"allowed_recipients\": [\"%s\"]}", text);
	sn_policy_apply(&limits, policy);
	expect(like, "LOOKALIKE", "lookalike_of");
	sn_policy_apply(&limits, NULL);
	sn_policy_free(policy);
	cold_expect_refused(&alice, &set, &limits, "looks like");
	know("Bob 2", like);
	expect(like, "to \"Bob 2\" in your address book", "\"Bob 2\"");
	cold_free(&set);
}
