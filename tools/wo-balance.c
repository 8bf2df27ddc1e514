/* wo-balance - what the wallet owns, by its file alone. */
#include "tools/cli.h"
#include "tools/cli_data.h"
#include "tools/cli_wallet.h"

#include "chain/amount.h"
#include "hot/balance.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

/* What a prepared payment holds: all of its inputs. */
static uint64_t reserved_by(const struct sn_wallet_payment *payment)
{
	uint64_t sum = payment->fee + payment->change;
	for (size_t i = 0; i < payment->n_destinations; i++)
		sum += payment->destinations[i].amount;
	return sum;
}

static void print_amount(const char *label, uint64_t pico)
{
	char text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(text, (struct sn_amount){pico});
	printf("%-18s%22s XMR\n", label, text);
}

static void print_text(const struct sn_wallet *wallet, const struct sn_balance *b)
{
	print_amount("balance", b->total);
	print_amount("unlocked balance", b->unlocked);
	if (b->blocks_to_unlock)
		printf("  all that waits for blocks is unlocked in %" PRIu64 " of them\n",
		       b->blocks_to_unlock);
	if (b->reserved)
		print_amount("reserved", b->reserved);
	for (size_t i = 0; i < wallet->n_payments; i++) {
		const struct sn_wallet_payment *payment = &wallet->payments[i];
		char label[32];
		if (payment->state != SN_PAYMENT_PREPARED)
			continue;
		snprintf(label, sizeof label, "  payment %" PRIu64, payment->id);
		print_amount(label, reserved_by(payment));
	}
	if (b->pending_out)
		print_amount("on its way out", b->pending_out);
	if (b->n_without_image) {
		print_amount("without key image", b->without_image);
		printf("  in %zu output%s, unspent unless spent by other means than this wallet\n",
		       b->n_without_image, b->n_without_image == 1 ? "" : "s");
	}
	printf("scanned up to height %" PRIu64 "\n", sn_wallet_height(wallet));
}

static bool add_balance(cJSON *object, const struct sn_balance *b)
{
	return cli_json_u64(object, "balance", b->total) &&
	       cli_json_u64(object, "unlocked_balance", b->unlocked) &&
	       cli_json_u64(object, "reserved", b->reserved) &&
	       cli_json_u64(object, "pending_out", b->pending_out) &&
	       cli_json_u64(object, "outputs_without_key_image", b->n_without_image) &&
	       cli_json_u64(object, "amount_without_key_image", b->without_image) &&
	       cli_json_u64(object, "blocks_to_unlock", b->blocks_to_unlock);
}

static cJSON *push_object(cJSON *array)
{
	cJSON *item = cJSON_CreateObject();
	if (item && !cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		item = NULL;
	}
	return item;
}

/* Accounts that received something. */
static bool add_accounts(cJSON *root, const struct sn_wallet *wallet, uint64_t now)
{
	cJSON *list = root ? cJSON_AddArrayToObject(root, "per_account") : NULL;
	bool done = list;
	for (int64_t account = -1; done;) {
		/* the next higher one */
		int64_t next = -1;
		for (size_t i = 0; i < wallet->n_outputs; i++) {
			int64_t major = wallet->outputs[i].subaddress.major;
			if (major > account && (next < 0 || major < next))
				next = major;
		}
		if (next < 0)
			break;
		account = next;
		struct sn_balance balance;
		sn_balance(&balance, wallet, account, now);
		cJSON *item = push_object(list);
		done = cli_json_u64(item, "account_index", (uint64_t)account) && add_balance(item, &balance);
	}
	return done;
}

static bool add_reservations(cJSON *root, const struct sn_wallet *wallet)
{
	cJSON *list = root ? cJSON_AddArrayToObject(root, "reservations") : NULL;
	bool done = list;
	for (size_t i = 0; done && i < wallet->n_payments; i++) {
		const struct sn_wallet_payment *payment = &wallet->payments[i];
		if (payment->state != SN_PAYMENT_PREPARED)
			continue;
		cJSON *item = push_object(list);
		done = cli_json_u64(item, "id", payment->id) &&
		       cli_json_u64(item, "timestamp", payment->time) &&
		       cli_json_u64(item, "reserved", reserved_by(payment)) &&
		       cli_json_u64(item, "fee", payment->fee) &&
		       cli_json_u64(item, "change_amount", payment->change);
	}
	return done;
}

static int balance(struct cli *cli)
{
	struct sn_wallet *wallet = NULL;
	struct sn_balance b;
	uint64_t now = (uint64_t)time(NULL);
	int ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_WATCH_ONLY);
	if (ret)
		return ret;
	sn_balance(&b, wallet, -1, now);
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		bool done = add_balance(root, &b) && cli_json_u64(root, "height", sn_wallet_height(wallet)) &&
			    add_accounts(root, wallet, now) && add_reservations(root, wallet);
		ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
		sn_json_free(root);
	} else {
		print_text(wallet, &b);
	}
	sn_wallet_close(wallet);
	return ret;
}

int main(int argc, char **argv)
{
	const struct cli_program program = {
		.name = "wo-balance",
		.usage = "-w WALLET [OPTION]...",
		.about = "Print what WALLET owned when wo-sync last looked. Needs no daemon.",
		.groups = CLI_OFFLINE | CLI_JSON | CLI_WALLET,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = balance(&cli);
	return cli_finish(&cli, ret);
}
