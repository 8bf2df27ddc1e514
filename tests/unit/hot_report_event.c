#include "hot/report_event.h"

#include "hot_report_fixture.h"

static struct sn_own_addresses own;

static void set_up_own(void)
{
	set_up();
	own = (struct sn_own_addresses){.account = h.w->account};
}

static void tear_down_own(void)
{
	sn_own_addresses_free(&own);
	tear_down();
}

TestSuite(hot_report_event, .init = set_up_own, .fini = tear_down_own);

static void is_event_text(const struct sn_event *event, const char *expected)
{
	cr_assert(!sn_report_event_text(&text, event));
	is_text(expected);
}

static struct sn_event received(enum sn_event_kind kind)
{
	return (struct sn_event){.kind = kind,
				 .height = 100,
				 .transfer = {.kind = SN_TRANSFER_IN,
					      .tx_hash = hash_of(0xaa),
					      .height = 100,
					      .confirmations = 1,
					      .time = 7,
					      .amount = 1250000000000,
					      .subaddress = {0, 3}}};
}

static struct sn_event paid(enum sn_event_kind kind, enum sn_transfer_kind transfer)
{
	return (struct sn_event){.kind = kind,
				 .transfer = {.kind = transfer,
					      .tx_hash = hash_of(0xaa),
					      .payment = 3,
					      .amount = 1250000000000,
					      .fee = 30000000}};
}

Test(hot_report_event, transfers_to_us)
{
	struct sn_event event = received(SN_EVENT_RECEIVED);
	is_event_text(&event,
		      "received: 1.250000000000 XMR at address 0/3, height 100, 1 confirmation, tx_hash " A
		      "\n");
	event = received(SN_EVENT_UNLOCKED);
	event.transfer.has_payment_id = true;
	event.transfer.payment_id[7] = 0xcd;
	event.transfer.confirmations = 10;
	is_event_text(
		&event,
		"unlocked: 1.250000000000 XMR at address 0/3, payment ID 00000000000000cd, height 100, 10 confirmations, tx_hash " A
		"\n");
	event = received(SN_EVENT_DROPPED);
	event.transfer.kind = SN_TRANSFER_POOL;
	event.transfer.height = event.transfer.confirmations = 0;
	is_event_text(&event, "dropped: 1.250000000000 XMR at address 0/3, tx_hash " A
			      ": it left the daemon's pool, and is in no block\n");
}

Test(hot_report_event, payments)
{
	struct sn_event event = paid(SN_EVENT_CONFIRMED, SN_TRANSFER_OUT);
	event.transfer.height = 100;
	event.transfer.confirmations = 2;
	is_event_text(
		&event,
		"confirmed: payment 3, 1.250000000000 XMR from account 0, fee 0.000030000000 XMR, height 100, 2 confirmations, tx_hash " A
		"\n");
	event = paid(SN_EVENT_DROPPED, SN_TRANSFER_PENDING);
	is_event_text(
		&event,
		"dropped: payment 3, 1.250000000000 XMR from account 0, fee 0.000030000000 XMR, tx_hash " A
		": the daemon has not shown it for 15 minutes and 10 blocks\n");
	event = paid(SN_EVENT_DROPPED, SN_TRANSFER_RELEASED);
	is_event_text(
		&event,
		"dropped: payment 3, 1.250000000000 XMR from account 0, fee 0.000030000000 XMR, tx_hash " A
		": its outputs are released\n");
}

Test(hot_report_event, reorganization)
{
	const struct sn_event event = {.kind = SN_EVENT_REORGANIZED, .height = 100};
	is_event_text(&event, "reorganized: blocks from 100 on were replaced\n");
	cr_assert(!sn_report_event_json(object, &own, &event));
	is_json("{\"event\":\"reorganized\",\"height\":100}");
	cr_assert(!sn_report_event_line(&text, &own, &event));
	is_text("{\"event\":\"reorganized\",\"height\":100}\n");
}

Test(hot_report_event, json)
{
	struct sn_event event = received(SN_EVENT_RECEIVED);
	struct sn_address address;
	char expected[1024], its_text[SN_ADDRESS_TEXT_MAX];
	sn_account_address(&address, h.w->account, (struct sn_subaddress_index){0, 3});
	sn_address_format(its_text, &address);
	cr_assert(!sn_report_event_json(object, &own, &event));
	snprintf(
		expected, sizeof expected,
		"{\"event\":\"received\",\"type\":\"in\",\"tx_hash\":\"" A
		"\",\"height\":100,\"confirmations\":1,\"timestamp\":7,\"amount\":1250000000000,\"fee\":0,\"account_index\":0,"
		"\"address\":\"%s\",\"subaddr_index\":{\"major\":0,\"minor\":3},\"unlock_time\":0,\"unlocked\":false,\"coinbase\":false}",
		its_text);
	is_json(expected);
	event = paid(SN_EVENT_SUBMITTED, SN_TRANSFER_PENDING);
	cr_assert(!sn_report_event_json(object, &own, &event));
	is_json("{\"event\":\"submitted\",\"type\":\"pending\",\"tx_hash\":\"" A
		"\",\"id\":3,\"height\":0,\"confirmations\":0,\"timestamp\":0,\"amount\":1250000000000,\"fee\":30000000,"
		"\"account_index\":0,\"destinations\":[]}");
}
