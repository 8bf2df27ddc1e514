/* wo-address - print the addresses of a wallet. */
#include "tools/cli/code.h"
#include "tools/cli/data.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "base/hex.h"
#include "base/secret.h"
#include "base/text.h"
#include "chain/payment_uri.h"
#include "chain/subaddress_table.h"
#include "hot/report.h"
#include "hot/report_balance.h"
#include "hot/show.h"

#include <string.h>

struct options {
	const char *account, *index, *payment_id;
	const char *amount, *recipient_name, *description; /* of a payment request */
	bool qr;
};

static bool is_request(const struct options *o)
{
	return o->amount || o->recipient_name || o->description;
}

static int copy_text(struct cli *cli, char out[SN_PAYMENT_URI_TEXT_MAX], const char *option, const char *text)
{
	if (!text)
		return SN_OK;
	if (strlen(text) >= SN_PAYMENT_URI_TEXT_MAX || text[sn_text_plain_len(text)])
		return cli_usage_error(cli, "--%s takes at most %d bytes without control characters", option,
				       SN_PAYMENT_URI_TEXT_MAX - 1);
	strcpy(out, text);
	return SN_OK;
}

/* Read the options of a payment request. */
static int read_request(struct cli *cli, const struct options *o, struct sn_payment_uri *uri)
{
	int ret = cli_amount(cli, "amount", o->amount, &uri->amount);
	if (!ret && o->amount && !uri->amount)
		ret = cli_usage_error(cli, "--amount must not be zero");
	if (!ret)
		ret = copy_text(cli, uri->recipient_name, "recipient-name", o->recipient_name);
	return ret ? ret : copy_text(cli, uri->tx_description, "description", o->description);
}

/* Append the address, or the URI of the payment request. */
static int put_text(struct sn_buf *text, const struct options *o, const struct sn_payment_uri *uri)
{
	return is_request(o) ? sn_report_request_text(text, uri)
			     : sn_report_address_text(text, &uri->address);
}

/* Append the QR code of that text. */
static int put_code(struct cli *cli, struct sn_buf *text, const struct options *o,
		    const struct sn_payment_uri *uri)
{
	struct sn_buf line = {0};
	int ret = put_text(&line, o, uri);
	if (ret) {
		ret = sn_error_memory(&cli->err);
	} else {
		line.data[line.len - 1] = 0; /* the newline */
		ret = cli_code_put(cli, text, (char *)line.data);
	}
	sn_buf_free(&line);
	return ret;
}

static int report_json(struct cli *cli, const struct options *o, const struct sn_payment_uri *uri,
		       struct sn_subaddress_index index, const char *label)
{
	cJSON *root = cJSON_CreateObject();
	int failed = is_request(o) ? sn_report_request_json(root, uri, index)
				   : sn_report_address_json(root, &uri->address, index);
	if (label && !cli_json_text(root, "label", label))
		failed = SN_IO;
	return cli_report_json(cli, root, failed);
}

/* `label` may be NULL. */
static int report(struct cli *cli, const struct options *o, const struct sn_payment_uri *uri,
		  struct sn_subaddress_index index, const char *label)
{
	if (cli->json)
		return report_json(cli, o, uri, index, label);
	struct sn_buf text = {0};
	int ret = o->qr ? put_code(cli, &text, o, uri) : SN_OK;
	if (ret) {
		sn_buf_free(&text);
		return ret;
	}
	return cli_report_text(cli, &text, put_text(&text, o, uri));
}

/* Open the wallet, for writing only if it must record the address: another program may hold the lock. Sets
 * `*unscanned`, the former value of unscanned_below. */
static int open_wallet(struct cli *cli, struct sn_wallet **wallet, struct sn_subaddress_index index,
		       uint64_t *unscanned)
{
	char *password = NULL;
	int ret = cli_wallet_password(cli, &password);
	if (!ret)
		ret = cli_wallet_open(cli, wallet, SN_WALLET_READ, CLI_ANY_ROLE);
	if (!ret && !sn_wallet_is_shown(*wallet, index)) {
		sn_wallet_close(*wallet);
		cli->password = password;
		password = NULL;
		ret = cli_wallet_open(cli, wallet, SN_WALLET_WRITE, CLI_ANY_ROLE);
	}
	sn_secret_free(password);
	if (ret)
		return ret;
	*unscanned = (*wallet)->unscanned_below;
	if (sn_wallet_is_shown(*wallet, index))
		return SN_OK;
	ret = sn_show_address(*wallet, index, &cli->err);
	return ret ? ret : sn_wallet_store(*wallet, &cli->err);
}

static int show(struct cli *cli, const struct options *o)
{
	struct sn_wallet *wallet = NULL;
	struct sn_buf notes = {0};
	struct sn_payment_uri uri = {0};
	struct sn_address *address = &uri.address;
	uint8_t payment_id[SN_PAYMENT_ID_BYTES];
	uint64_t major = 0, minor = 0, unscanned_before;
	int ret;

	if ((ret = cli_number(cli, "account", o->account, 0, UINT32_MAX - 1, &major)) ||
	    (ret = cli_number(cli, "index", o->index, 0, UINT32_MAX - 1, &minor)))
		return ret;
	/* These addresses are always scanned for. */
	const bool is_usual = major < SN_LOOKAHEAD_MAJOR && minor < SN_LOOKAHEAD_MINOR;
	const struct sn_subaddress_index index = {(uint32_t)major, (uint32_t)minor};
	if ((ret = read_request(cli, o, &uri)))
		return ret;
	if (o->payment_id && sn_hex_decode(payment_id, sizeof payment_id, o->payment_id))
		return cli_usage_error(cli, "--payment-id takes %d hexadecimal digits",
				       2 * SN_PAYMENT_ID_BYTES);
	if (o->payment_id && !sn_subaddress_is_primary(index))
		return cli_usage_error(cli, "--payment-id requires the primary address");
	if ((ret = open_wallet(cli, &wallet, index, &unscanned_before)))
		goto out;
	sn_account_address(address, wallet->account, index);
	if (o->payment_id) {
		address->kind = SN_ADDRESS_INTEGRATED;
		memcpy(address->payment_id, payment_id, sizeof payment_id);
	}
	ret = report(cli, o, &uri, index, sn_names_label(&wallet->names, index));
	if (!ret && !is_usual && wallet->role == SN_ROLE_MASTER)
		cli_say(cli,
			"hint: run this with the watch-only wallet, too: otherwise it does not scan for the address");
	else if (!ret && wallet->unscanned_below > unscanned_before)
		ret = cli_report_say(cli, &notes, sn_report_unscanned(&notes, wallet->unscanned_below));
out:
	sn_wallet_close(wallet);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"account", 0, "N", "subaddress of account N (default: 0)", .text = &o.account},
		{"index", 0, "N",
		 "subaddress number N of the account (default: 0). From account 50 or index 200 on, wo-address changes the wallet, so that wo-sync scans for this address",
		 .text = &o.index},
		{"payment-id", 0, "HEX", "integrated address with this payment ID, 16 hexadecimal digits",
		 .text = &o.payment_id},
		{"amount", 0, "XMR", "print a payment request: a monero: URI with this amount",
		 .text = &o.amount},
		{"recipient-name", 0, "TEXT", "print a payment request that names the recipient",
		 .text = &o.recipient_name},
		{"description", 0, "TEXT", "print a payment request with this description",
		 .text = &o.description},
		{"qr", 0, NULL, "print the QR code of the text, too", .flag = &o.qr},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "qr json", NULL, NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-address",
		.usage = "-w WALLET [OPTION]...",
		.about =
			"Print the primary address of WALLET, a subaddress, or an integrated address. Needs no daemon.",
		.examples = "wo-address -w hot.wallet --qr\n"
			    "wo-address -w hot.wallet --account=0 --index=7\n"
			    "wo-address -w hot.wallet --amount=1.25 --description='Invoice 7' --qr\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_JSON | CLI_WALLET | CLI_WAIT,
		.links = CLI_LINKS_QRENCODE,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = show(&cli, &o);
	return cli_finish(&cli, ret);
}
