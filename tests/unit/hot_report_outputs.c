#include "hot/report_outputs.h"

#include "base/hex.h"
#include "hot_report_fixture.h"

#include <stdlib.h>

TestSuite(hot_report_outputs, .init = set_up, .fini = tear_down);

static void set_key(struct sn_wallet_output *o, uint8_t byte)
{
	memset(o->key.b, byte, sizeof o->key.b);
	memset(o->tx_hash.b, byte, sizeof o->tx_hash.b);
}

Test(hot_report_outputs, outputs)
{
	struct sn_output_view *list;
	struct sn_error err;
	struct sn_point image;
	size_t n, spent = 0, reserved = 1;
	for (uint8_t i = 0; i < 3; i++) {
		struct sn_wallet_output o = hot_output(&h, 1000000000000 + i, 10 + i);
		set_key(&o, (uint8_t)(0xaa + 0x11 * (i % 2)));
		o.key.b[31] = o.tx_hash.b[31] = i;
		o.subaddress.minor = i;
		o.unlock_time = i == 2 ? 1900000000 : 0;
		hot_add(&h, &o);
	}
	hot_set_height(&h, 100);
	memset(image.b, 0xbb, sizeof image.b);
	cr_assert(!sn_wallet_add_image(h.w, &h.w->outputs[0].key, &image));
	const struct sn_hash hash = hash_of(0xaa);
	cr_assert(!sn_wallet_set_spent(h.w, spent, 50, &hash));
	hot_pay(&h, SN_PAYMENT_PREPARED, &reserved, 1, 1, 1, 1);
	cr_assert(
		!sn_outputs_list(&list, &n, h.w, &(struct sn_output_filter){.with_spent = true}, NOW, &err));
	cr_assert(!sn_report_outputs_text(&text, h.w, list, n));
	is_text("address                  amount   height confirms  state                         one-time key\n"
		"0/0              1.000000000000       10       90  spent at height 50            "
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa00\n"
		"    key image " B "\n"
		"0/1              1.000000000001       11       89  reserved, payment 1           "
		"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb01\n"
		"0/2              1.000000000002       12       88  locked until 2030-03-17 17:46 "
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa02\n"
		"3 outputs, 3.000000000003 XMR, 2 without a known key image, scanned up to height 100\n");
	cr_assert(!sn_report_outputs_json(object, list, 2));
	is_json("{\"outputs\":[{\"pubkey\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa00\","
		"\"key_image\":\"" B "\",\"amount\":1000000000000,\"state\":\"spent\",\"frozen\":false,"
		"\"subaddr_index\":{\"major\":0,\"minor\":0},"
		"\"tx_hash\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa00\",\"height\":10,"
		"\"confirmations\":90,\"unlock_height\":0,\"unlock_time\":0,\"coinbase\":false,\"carrot\":false,"
		"\"spent_height\":50,\"spent_by\":\"" A "\"},"
		"{\"pubkey\":\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb01\","
		"\"amount\":1000000000001,\"state\":\"reserved\",\"frozen\":false,\"id\":1,"
		"\"subaddr_index\":{\"major\":0,\"minor\":1},"
		"\"tx_hash\":\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb01\",\"height\":11,"
		"\"confirmations\":89,\"unlock_height\":0,\"unlock_time\":0,\"coinbase\":false,\"carrot\":false}]}");
	free(list);
}

Test(hot_report_outputs, no_output)
{
	hot_set_height(&h, 100);
	cr_assert(!sn_report_outputs_text(&text, h.w, NULL, 0));
	is_text("0 outputs, 0.000000000000 XMR, scanned up to height 100\n");
	cr_assert(!sn_report_outputs_json(object, NULL, 0));
	is_json("{\"outputs\":[]}");
}

Test(hot_report_outputs, frozen_and_thawed)
{
	cr_assert(!sn_report_frozen_text(&text, true, 3, 1));
	is_text("1 output frozen\n2 of the named outputs were already frozen\n");
	cr_assert(!sn_report_frozen_text(&text, false, 1, 0));
	is_text("0 outputs thawed\n1 of the named outputs was not frozen\n");
	cr_assert(!sn_report_frozen_text(&text, false, 2, 2));
	is_text("2 outputs thawed\n");
	cr_assert(!sn_report_frozen_json(object, true, 1));
	is_json("{\"frozen\":1}");
	cr_assert(!sn_report_frozen_json(object, false, 2));
	is_json("{\"thawed\":2}");
}
