#include "cold/review_print.h"
#include "hot/report.h"

#include "cold/review.h"
#include "hot/report_balance.h"
#include "hot/report_history.h"
#include "hot/report_payment.h"
#include "hot_report_fixture.h"
#include "store/wallet_names.h"

TestSuite(hot_report, .init = set_up, .fini = tear_down);

Test(hot_report, balance)
{
	size_t spent[1] = {0}, others[1] = {1};
	struct sn_point image = hot_image(0);
	hot_add_amount(&h, 1000000000000, 0);
	hot_add_amount(&h, 2000000000000, 0);
	hot_add_amount(&h, 3, 99);
	cr_assert(!sn_wallet_add_image(h.w, &h.w->outputs[0].key, &image));
	hot_set_height(&h, 100);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, spent, 1, 100000000000, 7, 899999999993);
	hot_pay(&h, SN_PAYMENT_PREPARED, others, 1, 1, 7, 1999999999992);
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	is_text("balance                   2.899999999996 XMR\n"
		"unlocked balance          0.000000000000 XMR\n"
		"  outputs locked by height unlock within 9 blocks\n"
		"pending in                0.899999999993 XMR\n"
		"pending out               0.100000000007 XMR\n"
		"reserved                  2.000000000000 XMR\n"
		"  payment 2               2.000000000000 XMR\n"
		"without key image         2.000000000003 XMR\n"
		"  2 outputs, normal for a wallet used alone; if another wallet has the same seed, run ki-restore\n"
		"scanned up to height 100\n");
	cr_assert(!sn_report_balance_json(object, h.w, NOW));
	is_json("{\"balance\":2899999999996,\"unlocked_balance\":0,\"reserved\":2000000000000,\"frozen\":0,"
		"\"pending_in\":899999999993,\"unconfirmed_in\":0,\"pending_out\":100000000007,\"payments_waiting\":0,"
		"\"outputs_without_key_image\":2,"
		"\"amount_without_key_image\":2000000000003,\"blocks_to_unlock\":9,\"height\":100,"
		"\"needs_key_images\":false,\"spent_outputs_known\":true,\"rescan_to\":0,\"unscanned_below\":0,\"needs_update\":false,\"payments_disabled\":false,"
		"\"per_account\":["
		"{\"account_index\":0,\"balance\":2899999999996,\"unlocked_balance\":0,\"reserved\":2000000000000,\"frozen\":0,"
		"\"pending_in\":899999999993,\"unconfirmed_in\":0,\"pending_out\":100000000007,\"payments_waiting\":0,"
		"\"outputs_without_key_image\":2,"
		"\"amount_without_key_image\":2000000000003,\"blocks_to_unlock\":9}],\"reservations\":["
		"{\"id\":2,\"timestamp\":1700000000,\"reserved\":2000000000000,\"fee\":7,"
		"\"change_amount\":1999999999992}]}");
	hot_set_height(&h, 108);
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, " within 1 block\n"));
	cr_assert(!strstr((char *)text.data, "  account"));
	sn_buf_free(&text);
	const struct sn_subaddress_index account = {0, 0};
	cr_assert(!sn_wallet_set_label(h.w, account, "Savings", NULL));
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "2.899999999996 XMR\n"
					    "  account 0               2.899999999996 XMR (Savings)\n"
					    "unlocked"),
		  "%s", (char *)text.data);
	sn_buf_free(&text);
	cr_assert(!sn_wallet_set_label(h.w, account, "", NULL));
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[2].key, true));
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "\nfrozen                    0.000000000003 XMR\n"));
	sn_buf_free(&text);
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[2].key, false));
	h.w->images_lost_below = 108;
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	sn_put_u8(&text, 0);
	static const char loud[] =
		"key images are missing: the balance is unreliable until you run ki-restore\n";
	cr_assert(!strncmp((char *)text.data, loud, sizeof loud - 1));
	cr_assert(!sn_report_balance_json(object, h.w, NOW));
	cr_assert(cJSON_IsTrue(cJSON_GetObjectItem(object, "needs_key_images")));
	h.w->images_lost_below = 0;
}

/* After a rollback for key images, the report does not call the rest a balance, not even zero. */
Test(hot_report, balance_before_blocks_are_scanned_again)
{
	size_t n_new;
	hot_add_amount(&h, 7, 950);
	hot_set_height(&h, 960);
	hot_add_amount(&h, 9, 1100);
	hot_set_height(&h, 1200);
	struct sn_wallet_image pair = {h.w->outputs[1].key, hot_image(1)};
	cr_assert(!sn_wallet_restore_images(h.w, &pair, 1, &n_new) && n_new == 1);
	cr_assert(!sn_wallet_knows_spends(h.w) && !sn_report_balance_text(&text, h.w, 0));
	sn_put_u8(&text, 0);
	char expected[256];
	int at = 0;
	for (int i = 0; i < 2; i++)
		at += snprintf(expected + at, sizeof expected - (size_t)at,
			       "%-18snot known: blocks 960 to 1199 must be scanned again: run wo-sync\n",
			       i ? "unlocked balance" : "balance");
	cr_assert(!strncmp((char *)text.data, expected, strlen(expected)), "%s", (char *)text.data);
	cr_assert(!sn_report_balance_json(object, h.w, 0));
	cr_assert(cJSON_IsFalse(cJSON_GetObjectItem(object, "spent_outputs_known")));
	cr_assert(!strcmp(cJSON_GetObjectItem(object, "rescan_to")->valuestring, "1200"));
	sn_buf_clear(&text);

	hot_set_height(&h, 1199); /* not complete yet */
	cr_assert(!sn_wallet_knows_spends(h.w));
	hot_set_height(&h, 1200);
	cr_assert(sn_wallet_knows_spends(h.w) && !sn_report_balance_text(&text, h.w, 0));
	sn_put_u8(&text, 0);
	cr_assert(!strstr((char *)text.data, "not known"), "%s", (char *)text.data);
}

/* If another wallet may have spent outputs, the received sum is not called a balance, unless all key images
 * are known. */
Test(hot_report, received_is_no_balance)
{
	hot_add_amount(&h, 7, 100);
	hot_set_height(&h, 200);
	cr_assert(!sn_wallet_set_sole(h.w, false));
	cr_assert(!sn_wallet_knows_spends(h.w) && !sn_report_balance_text(&text, h.w, 0));
	is_text("balance                   0.000000000007 XMR at most, 0.000000000000 XMR at least: for the exact balance run ki-restore -w FILE --list\n"
		"unlocked balance          0.000000000007 XMR at most\n"
		"without key image         0.000000000007 XMR\n"
		"scanned up to height 200\n");
	cr_assert(!sn_report_balance_json(object, h.w, 0));
	cr_assert(cJSON_IsFalse(cJSON_GetObjectItem(object, "spent_outputs_known")));

	struct sn_point image = hot_image(1);
	cr_assert(!sn_wallet_add_image(h.w, &h.w->outputs[0].key, &image));
	cr_assert(sn_wallet_knows_spends(h.w) && !sn_report_balance_text(&text, h.w, 0));
	is_text("balance                   0.000000000007 XMR\n"
		"unlocked balance          0.000000000007 XMR\n"
		"scanned up to height 200\n");

	/* The next payment may be spent by another wallet, the first one is not. */
	hot_add_amount(&h, 5, 201);
	hot_set_height(&h, 300);
	cr_assert(!sn_wallet_knows_spends(h.w) && !sn_report_balance_text(&text, h.w, 0));
	is_text("balance                   0.000000000012 XMR at most, 0.000000000007 XMR at least: for the exact balance run ki-restore -w FILE --list\n"
		"unlocked balance          0.000000000012 XMR at most\n"
		"without key image         0.000000000005 XMR\n"
		"scanned up to height 300\n");
}

/* A full rescan has begun: an old submitted payment does not count as pending. */
Test(hot_report, balance_before_the_chain_is_scanned_again)
{
	size_t first = hot_add_amount(&h, 1000, 10), second = hot_add_amount(&h, 2000, 10);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &first, 1, 500, 7, 493);
	hot_pay(&h, SN_PAYMENT_PREPARED, &second, 1, 500, 7, 1493);
	cr_assert(!sn_wallet_reset(h.w));
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	is_text("balance                   0.000000000000 XMR\n"
		"unlocked balance          0.000000000000 XMR\n"
		"  1 submitted payment is not counted: no scanned block contains the outputs that it spends; run wo-sync\n"
		"reserved                  0.000000000000 XMR\n"
		"  payment 2               0.000000000000 XMR\n"
		"no block scanned yet: run wo-sync, which starts at height 0\n");
}

/* For an offline master wallet, zeros would look like lost money. */
Test(hot_report, balance_of_a_master_that_was_never_scanned)
{
	h.w->role = SN_ROLE_MASTER;
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	is_text("balance                   0.000000000000 XMR\n"
		"unlocked balance          0.000000000000 XMR\n"
		"never scanned: the watch-only wallet has the balance\n");
	h.w->role = SN_ROLE_WATCH_ONLY;
}

Test(hot_report, composed)
{
	struct sn_composed txs[2] = {{1, 1250000000000, 30000000, 5, 1500, 1, 0, 0, {{0}}, false, false},
				     {2, 2, 3, 4, 5, 6, 1, 0, {{0}}, false, false}};
	struct sn_compose_result result = {txs, 2, {1, 7}, {3, 9007199254740993}, {0}, false, false, false};
	struct sn_buf set = {0};
	sn_put_bytes(&set, "\x01\xfe", 2);
	cr_assert(!sn_report_composed_text(&text, &result));
	is_text("payment 1: 1.250000000000 XMR, fee 0.000030000000 XMR, change 0.000000000005 XMR; 1 output reserved until "
		"it is submitted or released\n"
		"payment 2: 0.000000000002 XMR, fee 0.000000000003 XMR, change 0.000000000004 XMR; 6 outputs reserved until "
		"it is submitted or released\n"
		"payment 2 replaces payment 1: they spend the same output, so only one of the two can be mined; cold-sign needs "
		"--allow-respend\n"
		"1 output of 0.000000000007 XMR not sent: sending costs more than the value\n"
		"3 outputs of 9007.199254740993 XMR not sent: one file has no room for more; run the command again\n");
#define PAYMENTS                                                                                                 \
	"\"payments\":["                                                                                         \
	"{\"id\":1,\"amount\":1250000000000,\"fee\":30000000,\"change_amount\":5,\"weight\":1500,\"inputs\":1}," \
	"{\"id\":2,\"amount\":2,\"fee\":3,\"change_amount\":4,\"weight\":5,\"inputs\":6,\"replaces\":1}],"       \
	"\"duplicate_destinations\":0,\"left_as_dust\":7,\"left_for_another_sweep\":9007199254740993}"
	cr_assert(!sn_report_composed_json(object, &result, NULL));
	is_json("{\"tx_hash\":\"\",\"tx_size\":0," PAYMENTS);
	cr_assert(!sn_report_composed_json(object, &result, &set));
	is_json("{\"tx_hash\":\"\",\"tx_size\":0,\"tx_unsigned_hex\":\"01fe\"," PAYMENTS);
	sn_buf_free(&set);
	result = (struct sn_compose_result){.txs = txs, .n = 1, .is_fee_subtracted = true};
	cr_assert(!sn_report_composed_text(&text, &result));
	is_text("payment 1: 1.250000000000 XMR, fee 0.000030000000 XMR from the recipients, change 0.000000000005 XMR; "
		"1 output reserved until it is submitted or released\n");
	cr_assert(!sn_report_composed_json(object, &result, NULL));
	cr_assert(cJSON_IsTrue(cJSON_GetObjectItem(object, "fee_subtracted")));
}

Test(hot_report, submitted_and_sent)
{
	struct sn_submitted txs[2] = {{hash_of(0xaa), 1, 1500, false}, {hash_of(0xbb), 2, 2000, true}};
	struct sn_submit_result one = {.txs = txs, .n = 1}, two = {.txs = txs, .n = 2}, none = {0};
	uint64_t released[2] = {20, 7};
	cr_assert(!sn_report_submitted_text(&text, &two));
	is_text(A "\n" B "\n");
	cr_assert(!sn_report_submitted_notes(&text, &two));
	is_text(B " was submitted before\n");
	cr_assert(!sn_report_submitted_json(object, &none));
	is_json("{\"transactions\":[],\"released_payments\":[]}");
	cr_assert(!sn_report_submitted_json(object, &one));
	is_json("{\"tx_hash\":\"" A "\",\"transactions\":[{\"tx_hash\":\"" A
		"\",\"id\":1,\"was_known\":false}],"
		"\"released_payments\":[]}");
	two.released = released;
	two.n_released = 2;
	cr_assert(!sn_report_submitted_notes(&text, &two));
	is_text(B
		" was submitted before\n"
		"payment 20 is released: it was only prepared, and the submitted transaction spends one of its outputs\n"
		"payment 7 is released: it was only prepared, and the submitted transaction spends one of its outputs\n");
	cr_assert(!sn_report_submitted_json(object, &two));
	is_json("{\"transactions\":[{\"tx_hash\":\"" A "\",\"id\":1,\"was_known\":false},"
		"{\"tx_hash\":\"" B "\",\"id\":2,\"was_known\":true}],\"released_payments\":[20,7]}");

	struct sn_composed composed[2] = {{2, 20, 2, 0, 200, 1, 0, 0, {{0}}, false, false},
					  {1, 10, 1, 0, 100, 1, 0, 0, {{0}}, false, false}};
	struct sn_compose_result both = {.txs = composed, .n = 2}, first = {.txs = composed + 1, .n = 1};
	cr_assert(!sn_report_sent_json(object, &first, &one, 1500));
	is_json("{\"tx_hash\":\"" A "\",\"tx_hash_list\":[\"" A
		"\"],\"tx_size\":1500,\"payments\":[{\"id\":1,"
		"\"tx_hash\":\"" A
		"\",\"amount\":10,\"fee\":1,\"change_amount\":0,\"weight\":100,\"inputs\":1}],"
		"\"duplicate_destinations\":0,\"left_as_dust\":0,\"left_for_another_sweep\":0}");
	cr_assert(!sn_report_sent_json(object, &both, &two, 3000));
	is_json("{\"tx_hash_list\":[\"" A "\",\"" B "\"],\"tx_size\":3000,\"payments\":[{\"id\":2,"
		"\"tx_hash\":\"" B
		"\",\"amount\":20,\"fee\":2,\"change_amount\":0,\"weight\":200,\"inputs\":1},"
		"{\"id\":1,\"tx_hash\":\"" A
		"\",\"amount\":10,\"fee\":1,\"change_amount\":0,\"weight\":100,\"inputs\":1}],"
		"\"duplicate_destinations\":0,\"left_as_dust\":0,\"left_for_another_sweep\":0}");
}

/* A daemon with fewer blocks than the wallet had leaves blocks to be scanned again. */
Test(hot_report, sync_that_left_blocks_to_be_scanned_again)
{
	const struct sn_sync_result r = {.height = 86, .daemon_height = 86, .rescan_to = 90};
	cr_assert(!sn_report_sync_notes(&text, &r));
	is_text("blocks 86 to 89 must be scanned again before the balance is known, and the daemon does not have them: "
		"run wo-sync (sneakernote: refresh) later; if this message repeats, check the clock of this machine\n");
	cr_assert(!sn_report_sync_json(object, &r));
	cr_assert(!strcmp(cJSON_GetObjectItem(object, "rescan_to")->valuestring, "90"));
}

Test(hot_report, some_failed)
{
	struct sn_submitted txs[1] = {{hash_of(0xaa), 1, 1500, false}};
	struct sn_not_submitted failed[2] = {
		{hash_of(0xbb), 2, true, {.text = "no", .reason = SN_REASON_MAYBE_SENT}},
		{hash_of(0xaa), 0, false, {.text = "not at all"}}};
	struct sn_submit_result some = {.txs = txs, .n = 1, .failed = failed, .n_failed = 2};
	cr_assert(!sn_report_submitted_text(&text, &some));
	is_text(A "\n");
	cr_assert(!sn_report_submitted_notes(&text, &some));
	is_text(B " failed: no\n" A " failed: not at all\n");
	cr_assert(!sn_report_submitted_json(object, &some));
	is_json("{\"tx_hash\":\"" A "\",\"transactions\":[{\"tx_hash\":\"" A
		"\",\"id\":1,\"was_known\":false}],"
		"\"failed\":[{\"tx_hash\":\"" B "\",\"id\":2,\"error\":\"no\",\"maybe_sent\":true},"
		"{\"tx_hash\":\"" A
		"\",\"error\":\"not at all\",\"maybe_sent\":false}],\"released_payments\":[]}");
	/* A single failure is the error, which is reported already. */
	struct sn_submit_result alone = {.failed = failed, .n_failed = 1};
	cr_assert(!sn_report_submitted_notes(&text, &alone));
	is_text("");
}

static bool has_text(const char *expected)
{
	return memmem(text.data, text.len, expected, strlen(expected));
}

Test(hot_report, repeated_request)
{
	struct sn_composed txs[] = {
		{.id = 3,
		 .amount = 1250000000000,
		 .fee = 30000000,
		 .change = 5,
		 .n_inputs = 1,
		 .state = SN_PAYMENT_CONFIRMED,
		 .tx_hash = {.b = {[0] = 0xab}}},
		{.id = 4, .amount = 1, .fee = 2, .n_inputs = 6, .state = SN_PAYMENT_PREPARED},
		{.id = 5, .n_inputs = 1, .state = SN_PAYMENT_SUBMITTED, .is_rejected = true},
		{.id = 6, .n_inputs = 1, .state = SN_PAYMENT_SUBMITTED, .is_unanswered = true}};
	struct sn_compose_result result = {.txs = txs, .n = 4, .is_repeated = true};
	cr_assert(!sn_report_composed_text(&text, &result));
	is_text("payment 3 has this reference already: 1.250000000000 XMR, fee 0.000030000000 XMR; confirmed as "
		"ab00000000000000000000000000000000000000000000000000000000000000\n"
		"payment 4 has this reference already: 0.000000000001 XMR, fee 0.000000000002 XMR; prepared\n"
		"payment 5 has this reference already: 0.000000000000 XMR, fee 0.000000000000 XMR; "
		"submitted, but failed, and may still be mined\n"
		"payment 6 has this reference already: 0.000000000000 XMR, fee 0.000000000000 XMR; "
		"submitted, but no daemon has answered\n");
	cr_assert(!sn_report_composed_json(object, &result, NULL));
	is_json("{\"tx_hash\":\"\",\"tx_size\":0,\"payments\":["
		"{\"id\":3,\"state\":\"confirmed\","
		"\"tx_hash\":\"ab00000000000000000000000000000000000000000000000000000000000000\","
		"\"amount\":1250000000000,\"fee\":30000000,\"change_amount\":5,\"inputs\":1},"
		"{\"id\":4,\"state\":\"prepared\",\"amount\":1,\"fee\":2,\"change_amount\":0,\"inputs\":6},"
		"{\"id\":5,\"state\":\"submitted\",\"rejected\":true,"
		"\"amount\":0,\"fee\":0,\"change_amount\":0,\"inputs\":1},"
		"{\"id\":6,\"state\":\"submitted\",\"unanswered\":true,"
		"\"amount\":0,\"fee\":0,\"change_amount\":0,\"inputs\":1}],"
		"\"repeated\":true}");
	result.n = 1;
	cr_assert(!sn_report_composed_json(object, &result, NULL));
	cr_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(object, "tx_hash")),
			 "ab00000000000000000000000000000000000000000000000000000000000000");
}

Test(hot_report, duplicates)
{
	struct sn_composed tx = {1, 1250000000000, 30000000, 5, 1500, 1, 0, 0, {{0}}, false, false};
	struct sn_compose_result result = {.txs = &tx, .n = 1, .duplicates = {.n = 1, .first = 16, .of = 2}};
	cr_assert(!sn_report_composed_text(&text, &result));
	cr_assert(has_text("\n"
			   "destination 17 is paid twice: it has the address of destination 3\n"));
	cr_assert(!has_text("have the address"));
	sn_buf_clear(&text);
	result.duplicates.n = 4;
	cr_assert(!sn_report_composed_text(&text, &result));
	cr_assert(has_text("of destination 3\n4 destinations have the address of an earlier one\n"));
	cr_assert(!sn_report_composed_json(object, &result, NULL));
	is_json("{\"tx_hash\":\"\",\"tx_size\":0,\"payments\":[{\"id\":1,\"amount\":1250000000000,\"fee\":30000000,"
		"\"change_amount\":5,\"weight\":1500,\"inputs\":1}],\"duplicate_destinations\":4,\"left_as_dust\":0,"
		"\"left_for_another_sweep\":0}");
}

Test(hot_report, signed)
{
	struct sn_hash hashes[2] = {hash_of(0xaa), hash_of(0xbb)};
	struct sn_review review = {.sent = UINT64_MAX, .fee = 9};
	struct sn_buf set = {0};
	sn_put_bytes(&set, "\x01\xfe", 2);
	cr_assert(!sn_signed_json(object, &review, hashes, 1, &set));
	is_json("{\"tx_hash\":\"" A "\",\"tx_hash_list\":[\"" A
		"\"],\"amount\":18446744073709551615,\"fee\":9,"
		"\"tx_signed_hex\":\"01fe\"}");
	cr_assert(!sn_signed_json(object, &review, hashes, 2, NULL));
	is_json("{\"tx_hash_list\":[\"" A "\",\"" B "\"],\"amount\":18446744073709551615,\"fee\":9}");
	sn_buf_free(&set);
}

Test(hot_report, sync)
{
	struct sn_sync_result r = {.height = 86, .daemon_height = 86, .blocks = 1, .received = 1, .spent = 2};
	cr_assert(!sn_report_sync_notes(&text, &r));
	is_text("");
	cr_assert(!sn_report_sync_text(&text, &r, "host:1"));
	is_text("at height 86 of host:1: 1 block scanned, 1 output received, 2 spent\n");
	r = (struct sn_sync_result){.height = 86,
				    .daemon_height = 80,
				    .rollbacks = 1,
				    .fork_height = 70,
				    .n_unknown = 3,
				    .unknown = 4,
				    .n_unseen = 2,
				    .unseen = 5};
	cr_assert(!sn_report_sync_text(&text, &r, "host:1"));
	is_text("the chain was reorganized: blocks from 70 on were replaced\n"
		"the daemon is behind: it has 80 blocks, this wallet has scanned 86\n"
		"payment 5 was submitted, and the daemon does not show it yet: it may still be mined; do not pay again, "
		"run wo-sync (sneakernote: refresh) later\n"
		"the same applies to 1 more payment\n"
		"payment 4 was submitted, but the daemon has not shown it for 15 minutes and 10 blocks: submit it again, or "
		"release it with wo-transfer --release=4 (sneakernote: release 4)\n"
		"the same applies to 2 more payments\n"
		"at height 86 of host:1: 0 blocks scanned, 0 outputs received, 0 spent\n");
	cr_assert(!sn_report_sync_json(object, &r));
	is_json("{\"height\":86,\"blocks\":0,\"received\":0,\"spent\":0,\"daemon_height\":80,\"target_height\":0,"
		"\"rescan_to\":0,"
		"\"reorganised\":true,\"fork_height\":70,\"unseen_payments\":2,\"unknown_payments\":3,\"dropped_payments\":0,\"interrupted\":false}");
	r = (struct sn_sync_result){
		.height = 10, .daemon_height = 20, .target_height = 90, .interrupted = true};
	cr_assert(!sn_report_sync_notes(&text, &r));
	is_text("interrupted; the scanned blocks are stored\n"
		"the daemon is still synchronizing: it has 20 of 90 blocks\n");
}

Test(hot_report, released)
{
	cr_assert(!sn_report_released_text(&text, 1));
	is_text("1 payment released; destroy its unsigned and signed files\n");
	cr_assert(!sn_report_released_text(&text, 0));
	is_text("no prepared payment to release\n");
	cr_assert(!sn_report_released_json(object, 2));
	is_json("{\"released\":2}");
}

Test(hot_report, address)
{
	struct sn_address address;
	struct sn_subaddress_index index = {1, 2};
	char line[SN_ADDRESS_TEXT_MAX + 1], json[256];
	sn_account_address(&address, &h.account, index);
	sn_address_format(line, &address);
	snprintf(json, sizeof json,
		 "{\"address\":\"%s\",\"account_index\":1,\"address_index\":2,\"network\":\"mainnet\"}",
		 line);
	cr_assert(!sn_report_address_json(object, &address, index));
	is_json(json);
	strcat(line, "\n");
	cr_assert(!sn_report_address_text(&text, &address));
	is_text(line);
	address.kind = SN_ADDRESS_INTEGRATED;
	memcpy(address.payment_id, "12345678", 8);
	cr_assert(!sn_report_address_json(object, &address, (struct sn_subaddress_index){0, 0}));
	cr_assert_str_eq(cJSON_GetObjectItem(object, "payment_id")->valuestring, "3132333435363738");
}

/* Out of memory, for the object or for the text. */
Test(hot_report, out_of_memory)
{
	struct sn_compose_result composed = {0};
	struct sn_submit_result submitted = {0};
	struct sn_sync_result sync = {0};
	struct sn_review review = {0};
	struct sn_address address = {0};
	const struct sn_subaddress_index index = {0, 0};
	cr_assert_eq(sn_report_balance_json(NULL, h.w, NOW), SN_IO);
	cr_assert_eq(sn_report_composed_json(NULL, &composed, NULL), SN_IO);
	cr_assert_eq(sn_report_sent_json(NULL, &composed, &submitted, 0), SN_IO);
	cr_assert_eq(sn_report_submitted_json(NULL, &submitted), SN_IO);
	cr_assert_eq(sn_report_sync_json(NULL, &sync), SN_IO);
	cr_assert_eq(sn_report_released_json(NULL, 1), SN_IO);
	cr_assert_eq(sn_report_address_json(NULL, &address, index), SN_IO);
	cr_assert_eq(sn_report_history_json(NULL, h.w, NULL, 0), SN_IO);
	cr_assert_eq(sn_signed_json(NULL, &review, NULL, 0, NULL), SN_IO);
	text.failed = true;
	cr_assert_eq(sn_report_balance_text(&text, h.w, NOW), SN_IO);
	cr_assert_eq(sn_report_composed_text(&text, &composed), SN_IO);
	cr_assert_eq(sn_report_submitted_text(&text, &submitted), SN_IO);
	cr_assert_eq(sn_report_submitted_notes(&text, &submitted), SN_IO);
	cr_assert_eq(sn_report_sync_text(&text, &sync, ""), SN_IO);
	cr_assert_eq(sn_report_released_text(&text, 1), SN_IO);
	cr_assert_eq(sn_report_address_text(&text, &address), SN_IO);
	cr_assert_eq(sn_report_history_text(&text, h.w, NULL, 0), SN_IO);
	cr_assert_eq(sn_report_history_csv(&text, h.w, NULL, 0), SN_IO);
}
