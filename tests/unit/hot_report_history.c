#include "hot/report_history.h"

#include "hot/report_balance.h"
#include "hot_report_fixture.h"
#include "store/wallet_names.h"

#include <limits.h>

TestSuite(hot_report_history, .init = set_up, .fini = tear_down);

/* Accepts pieces up to the `limit`th. */
struct sink {
	struct sn_buf all;
	unsigned n, limit;
	size_t largest;
};

static int take_piece(void *context, const char *piece, size_t len)
{
	struct sink *s = context;
	if (++s->n >= s->limit)
		return SN_DAEMON;
	s->largest = len > s->largest ? len : s->largest;
	sn_put_bytes(&s->all, piece, len);
	return SN_OK;
}

static struct sink write_history(enum sn_report_form form, const struct sn_transfer *t, size_t n)
{
	struct sink s = {.limit = UINT_MAX};
	const struct sn_report_sink sink = {take_piece, &s};
	cr_assert(!sn_report_history_write(&sink, form, h.w, t, n, NULL));
	sn_put_u8(&s.all, 0);
	cr_assert(!s.all.failed);
	return s;
}

/* Written in pieces, the report is the same as in one, and JSON is the same as cJSON's. */
static void is_written_alike(struct sn_transfer *t, size_t n)
{
	struct sn_buf compact = {0}, pretty = {0};
	cJSON *tree;
	for (size_t i = 0; i < n; i++) /* cJSON's numbers are exact below 2^53 only */
		if (t[i].amount > 1ull << 53 || t[i].time > 1ull << 53)
			t[i].amount = t[i].time = 7;
	for (size_t k = 0; k <= n; k++) {
		struct sink s = write_history(SN_REPORT_JSON, t, k);
		cr_assert(!sn_report_history_json(object, h.w, t, k));
		sn_buf_clear(&compact);
		sn_buf_clear(&pretty);
		cr_assert(!sn_json_print(&compact, object, false));
		cr_assert(!sn_json_parse(&tree, (char *)compact.data, compact.len, NULL));
		cr_assert(!sn_json_print(&pretty, tree, true));
		sn_put_bytes(&pretty, "\n", 2);
		cr_assert_str_eq((char *)s.all.data, (char *)pretty.data);
		sn_json_free(tree);
		sn_json_free(object);
		object = cJSON_CreateObject();
		sn_buf_free(&s.all);

		s = write_history(SN_REPORT_CSV, t, k);
		cr_assert(!sn_report_history_csv(&text, h.w, t, k));
		is_text((char *)s.all.data);
		sn_buf_free(&s.all);
		s = write_history(SN_REPORT_TEXT, t, k);
		cr_assert(!sn_report_history_text(&text, h.w, t, k));
		is_text((char *)s.all.data);
		sn_buf_free(&s.all);
	}
	sn_buf_free(&compact);
	sn_buf_free(&pretty);
}

/* A long history comes in many small pieces with the right addresses, until one is refused. */
Test(hot_report_history, long_history)
{
	enum { N = 5000 };
	struct sn_transfer *t = calloc(N, sizeof *t);
	char expected[SN_ADDRESS_TEXT_MAX];
	struct sn_address address;
	cr_assert_not_null(t);
	for (uint32_t i = 0; i < N; i++)
		t[i] = (struct sn_transfer){
			.kind = SN_TRANSFER_IN, .tx_hash = hash_of(0xaa), .subaddress = {i % 3, i % 70}};
	for (int form = SN_REPORT_TEXT; form <= SN_REPORT_JSON; form++) {
		struct sink s = write_history((enum sn_report_form)form, t, N);
		cr_assert(s.n > 5 && s.largest < 70000, "%u pieces, the largest of %zu", s.n, s.largest);
		sn_buf_free(&s.all);
		for (unsigned limit = 1; limit <= s.n; limit += s.n - 1) {
			struct sink refusing = {.limit = limit};
			const struct sn_report_sink sink = {take_piece, &refusing};
			cr_assert_eq(
				sn_report_history_write(&sink, (enum sn_report_form)form, h.w, t, N, NULL),
				SN_DAEMON);
			cr_assert_eq(refusing.n, limit);
			sn_buf_free(&refusing.all);
		}
	}
	struct sink s = write_history(SN_REPORT_CSV, t, N);
	char *save, *line = strtok_r((char *)s.all.data, "\n", &save);
	for (uint32_t i = 0; i < N; i++) {
		line = strtok_r(NULL, "\n", &save);
		sn_account_address(&address, &h.account, t[i].subaddress);
		sn_address_format(expected, &address);
		cr_assert(line && strstr(line, expected), "row %u", i);
		if (i == 300)
			break; /* by then every address has been repeated */
	}
	sn_buf_free(&s.all);
	free(t);
}

/* One of each kind. */
Test(hot_report_history, history)
{
	struct sn_payment_destination to[2] = {{.amount = 2}, {.amount = 3}};
	char a[SN_ADDRESS_TEXT_MAX], b[SN_ADDRESS_TEXT_MAX], expected[4096];
	sn_account_address(&to[0].address, &h.account, (struct sn_subaddress_index){0, 1});
	sn_account_address(&to[1].address, &h.account, (struct sn_subaddress_index){0, 0});
	sn_address_format(a, &to[0].address);
	sn_address_format(b, &to[1].address);
	struct sn_transfer t[4] = {
		{.kind = SN_TRANSFER_IN,
		 .tx_hash = hash_of(0xaa),
		 .height = 10,
		 .confirmations = 90,
		 .time = 1600000000,
		 .amount = 1250000000000,
		 .subaddress = {0, 1},
		 .is_unlocked = true,
		 .is_coinbase = true,
		 .has_payment_id = true,
		 .payment_id = {1, 2, 3, 4, 5, 6, 7, 8},
		 .unlock_time = 70},
		{.kind = SN_TRANSFER_OUT,
		 .tx_hash = hash_of(0xbb),
		 .height = 99,
		 .confirmations = 1,
		 .time = UINT64_MAX,
		 .amount = 18446744073709551615u},
		{.kind = SN_TRANSFER_PENDING,
		 .tx_hash = hash_of(0xbb),
		 .payment = 4,
		 .time = 1700000000,
		 .amount = 5,
		 .fee = 30000000,
		 .subaddress = {2, 0},
		 .destinations = to,
		 .n_destinations = 2},
		{.kind = SN_TRANSFER_PREPARED,
		 .payment = 5,
		 .time = 1700000060,
		 .amount = 2,
		 .fee = 1,
		 .destinations = to,
		 .n_destinations = 1},
	};
	hot_set_height(&h, 100);

	cr_assert(!sn_report_history_text(&text, h.w, t, 4));
	snprintf(
		expected, sizeof expected,
		"date (UTC)         height confirms                         amount               fee  tx_hash\n"
		"2020-09-13 12:26       10       90 in              1.250000000000                 -  " A "\n"
		"    at address 0/1\n"
		"    mined\n"
		"    payment ID 0102030405060708\n"
		"-                      99        1 out      18446744.073709551615                 -  " B "\n"
		"    not made with this wallet file; the amount includes the fee\n"
		"2023-11-14 22:13        -        - pending         0.000000000005    0.000030000000  " B "\n"
		"    payment 4\n"
		"    0.000000000002 to %s\n"
		"    0.000000000003 to %s\n"
		"2023-11-14 22:14        -        - prepared        0.000000000002    0.000000000001  -\n"
		"    payment 5 reserves its inputs until it is submitted or released\n"
		"    0.000000000002 to %s\n"
		"4 transfers, scanned up to height 100\n",
		a, b, a);
	is_text(expected);

	cr_assert(!sn_report_history_csv(&text, h.w, t, 4));
	snprintf(
		expected, sizeof expected,
		"date,height,confirmations,type,amount,fee,tx_hash,id,account_index,address_index,address,payment_id,"
		"destinations,label\n"
		"2020-09-13T12:26:40Z,10,90,in,1.250000000000,0.000000000000," A
		",,0,1,%s,0102030405060708,,\n"
		",99,1,out,18446744.073709551615,0.000000000000," B ",,0,,,,,\n"
		"2023-11-14T22:13:20Z,,,pending,0.000000000005,0.000030000000," B ",4,2,,,,%s=0.000000000002 "
		"%s=0.000000000003,\n"
		"2023-11-14T22:14:20Z,,,prepared,0.000000000002,0.000000000001,,5,0,,,,%s=0.000000000002,\n",
		a, a, b, a);
	is_text(expected);

	cr_assert(!sn_report_history_json(object, h.w, t, 4));
	snprintf(
		expected, sizeof expected,
		"{\"transfers\":[{\"type\":\"in\",\"tx_hash\":\"" A
		"\",\"height\":10,\"confirmations\":90,\"timestamp\":1600000000,\"amount\":1250000000000,\"fee\":0,"
		"\"account_index\":0,\"payment_id\":\"0102030405060708\",\"address\":\"%s\","
		"\"subaddr_index\":{\"major\":0,\"minor\":1},\"unlock_time\":70,\"unlocked\":true,\"coinbase\":true},"
		"{\"type\":\"out\",\"tx_hash\":\"" B
		"\",\"height\":99,\"confirmations\":1,\"timestamp\":18446744073709551615,"
		"\"amount\":18446744073709551615,\"fee\":0,\"account_index\":0,\"destinations\":[]},"
		"{\"type\":\"pending\",\"tx_hash\":\"" B
		"\",\"id\":4,\"height\":0,\"confirmations\":0,\"timestamp\":1700000000,\"amount\":5,\"fee\":30000000,"
		"\"account_index\":2,\"destinations\":[{\"address\":\"%s\",\"amount\":2},"
		"{\"address\":\"%s\",\"amount\":3}]},"
		"{\"type\":\"prepared\",\"tx_hash\":\"\",\"id\":5,\"height\":0,\"confirmations\":0,"
		"\"timestamp\":1700000060,\"amount\":2,\"fee\":1,\"account_index\":0,"
		"\"destinations\":[{\"address\":\"%s\",\"amount\":2}]}]}",
		a, a, b, a);
	is_json(expected);

	is_written_alike(t, 4);
	cr_assert(!sn_report_history_text(&text, h.w, t, 0));
	is_text("0 transfers, scanned up to height 100\n");
	t[0].is_unlocked = false;
	cr_assert(!sn_report_history_text(&text, h.w, t, 1));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "    not unlocked yet\n"));
	cr_assert(strstr((char *)text.data, "\n1 transfer, scanned"));
}

Test(hot_report_history, unconfirmed)
{
	struct sn_transfer t = {.kind = SN_TRANSFER_POOL,
				.tx_hash = hash_of(0xaa),
				.time = 1600000000,
				.amount = 7,
				.subaddress = {0, 1},
				.has_payment_id = true,
				.payment_id = {1, 2, 3, 4, 5, 6, 7, 8},
				.unlock_time = 70};
	struct sn_wallet_incoming in = {.tx_hash = t.tx_hash, .subaddress = {0, 1}, .amount = 7};
	char a[SN_ADDRESS_TEXT_MAX], expected[1024];
	struct sn_address address;
	sn_account_address(&address, &h.account, t.subaddress);
	sn_address_format(a, &address);
	cr_assert(!sn_wallet_set_incoming(h.w, &in, 1));
	cr_assert(!sn_report_balance_text(&text, h.w, NOW));
	is_text("balance                   0.000000000000 XMR\n"
		"unlocked balance          0.000000000000 XMR\n"
		"pending in                0.000000000007 XMR\n"
		"  unconfirmed             0.000000000007 XMR\n"
		"no block scanned yet: run wo-sync, which starts at height 0\n");
	cr_assert(!sn_report_history_text(&text, h.w, &t, 1));
	is_text("date (UTC)         height confirms                         amount               fee  tx_hash\n"
		"2020-09-13 12:26        -        - pool            0.000000000007                 -  " A "\n"
		"    at address 0/1\n"
		"    unconfirmed: in no block yet, not part of the balance\n"
		"    payment ID 0102030405060708\n"
		"1 transfer, no block scanned yet\n");
	cr_assert(!sn_report_history_csv(&text, h.w, &t, 1));
	snprintf(
		expected, sizeof expected,
		"date,height,confirmations,type,amount,fee,tx_hash,id,account_index,address_index,address,payment_id,"
		"destinations,label\n"
		"2020-09-13T12:26:40Z,,,pool,0.000000000007,0.000000000000," A
		",,0,1,%s,0102030405060708,,\n",
		a);
	is_text(expected);
	static const char *const labels[] = {"Rent", "\"Rent, May\""}; /* only a comma needs quotes */
	for (size_t i = 0; i < 2; i++) {
		cr_assert(!sn_wallet_set_label(h.w, t.subaddress, i ? "Rent, May" : "Rent", NULL));
		cr_assert(!sn_report_history_csv(&text, h.w, &t, 1));
		sn_put_u8(&text, 0);
		char end[64];
		snprintf(end, sizeof end, ",0102030405060708,,%s\n", labels[i]);
		cr_assert(strstr((char *)text.data, end), "%s", (char *)text.data);
		sn_buf_free(&text);
	}
	cr_assert(!sn_wallet_set_label(h.w, t.subaddress, "", NULL));
	cr_assert(!sn_report_history_json(object, h.w, &t, 1));
	snprintf(
		expected, sizeof expected,
		"{\"transfers\":[{\"type\":\"pool\",\"tx_hash\":\"" A
		"\",\"height\":0,\"confirmations\":0,\"timestamp\":1600000000,\"amount\":7,\"fee\":0,\"account_index\":0,"
		"\"payment_id\":\"0102030405060708\",\"address\":\"%s\",\"subaddr_index\":{\"major\":0,\"minor\":1},"
		"\"unlock_time\":70,\"unlocked\":false,\"coinbase\":false}]}",
		a);
	is_json(expected);
}

Test(hot_report_history, rejected_payment)
{
	const struct sn_payment_destination nobody = {.amount = 5};
	struct sn_transfer transfer = {.kind = SN_TRANSFER_PENDING,
				       .payment = 3,
				       .amount = 5,
				       .is_rejected = true,
				       .destinations = &nobody};
	cr_assert(!sn_report_history_text(&text, h.w, &transfer, 1));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "failed, but may still be mined"), "%s", (char *)text.data);
	cr_assert(!sn_report_history_json(object, h.w, &transfer, 1));
	char *printed = cJSON_PrintUnformatted(object);
	cr_assert(strstr(printed, "\"rejected\":true"), "%s", printed);
	free(printed);
	cJSON_DeleteItemFromObject(object, "transfers");
	transfer.is_rejected = false;
	cr_assert(!sn_report_history_json(object, h.w, &transfer, 1));
	printed = cJSON_PrintUnformatted(object);
	cr_assert(!strstr(printed, "rejected"), "%s", printed);
	free(printed);
}
