#include "hot_submit_setup.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- files that waited */

static struct {
	char warning[SN_SUBMIT_WARNING_MAX];
	bool refuses;
	unsigned n, sends;
} asked;

static bool go_on(void *context, const char *warning)
{
	(void)context;
	snprintf(asked.warning, sizeof asked.warning, "%s", warning);
	asked.n++;
	asked.sends = t->sends;
	return !asked.refuses;
}

static const struct sn_submit_watch watch = {go_on, NULL};

/* Submit both; the warning starts with `words`, or there is none (NULL). */
static void expect_warning(const char *words)
{
	memset(&asked, 0, sizeof asked);
	t->watch = &watch;
	cr_assert(!submit_signed(2), "%s", t->err.text);
	cr_assert_eq(asked.n, words != NULL, "%s", asked.warning);
	cr_assert_str_eq(t->result.warning, asked.warning);
	cr_assert(!words || !strncmp(asked.warning, words, strlen(words)), "%s", asked.warning);
	cr_assert_eq(asked.sends, 0);
	cr_assert_eq(t->sends, 2);
}

Test(hot_submit, just_prepared)
{
	t->now = NOW + 3600 - 61;
	expect_warning(NULL);
	cr_assert_eq(t->distributions, 0);
}

Test(hot_submit, prepared_an_hour_before)
{
	t->now = NOW + 3600 - 60;
	expect_warning(
		"this payment was prepared 1 hour ago, and its rings have no younger decoys: observers of the chain can tell "
		"that the payment was signed offline; see \"If a file has become too old\" in doc/rings.md");
	cr_assert_eq(t->distributions, 0);
	t->now += 86400;
	expect_warning(NULL); /* already submitted */
}

/* If the user declines, the wallet is unchanged. */
Test(hot_submit, old_and_not_sent)
{
	t->watch = &watch;
	t->now = NOW + 5 * 3600;
	asked.refuses = true;
	submit_expect_refused(SN_REFUSED,
			      "not submitted, nothing was sent: this payment was prepared 5 hours ago");
	t->watch = NULL;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(strstr(t->result.warning, "prepared 5 hours ago"), "%s", t->result.warning);
}

/* The wallet file was recreated: only the decoys show the age. Blocks of 100 outputs, six hours above the
 * youngest spendable one. */
static void forget_payments(uint64_t missing)
{
	uint64_t youngest = UINT64_MAX; /* of the transaction with the older ones */
	for (size_t i = 0; i < 2; i++) {
		const struct sn_unsigned_input *input = &t->unsigned_set.txs[i].inputs[0];
		memset(&t->h.w->payments[i].rings, 0x5a, sizeof t->h.w->payments[i].rings);
		if (input->global_index[SN_RING_SIZE - 1] < youngest)
			youngest = input->global_index[SN_RING_SIZE - 1];
	}
	t->chain_blocks = youngest / 100 + 10 + missing;
}

Test(hot_submit, unknown_payment_with_young_decoys)
{
	forget_payments(6 * 30 - 1);
	expect_warning(NULL);
	cr_assert_eq(t->distributions, 1);
}

Test(hot_submit, unknown_payment_without_young_decoys)
{
	forget_payments(6 * 30);
	expect_warning(
		"the rings of this payment have no decoy from the last 6 hours or more: observers of the chain can tell that the payment was "
		"signed offline; see");
}

/* A daemon without an answer does not delay a payment. */
Test(hot_submit, unknown_payment_and_no_distribution)
{
	forget_payments(1000);
	t->chain_blocks = 0;
	expect_warning(NULL);
	cr_assert_eq(t->distributions, 1);
}
