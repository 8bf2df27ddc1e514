#include "tools/cli/payment.h"

#include "base/json.h"
#include "chain/amount.h"
#include "hot/request.h"
#include "hot/request_csv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Read pairs of address and amount, or the one address of a sweep. */
static int read_words(struct cli *cli, char *const *words, size_t n_words, enum sn_network network,
		      struct sn_payment_request *request)
{
	size_t n = (n_words + 1) / 2;
	struct sn_payment_destination *list = calloc(n, sizeof *list);
	if (!list)
		return sn_error_memory(&cli->err);
	request->destinations = list;
	request->n_destinations = n;
	for (size_t i = 0; i < n; i++) {
		struct sn_amount amount = {0};
		int ret = sn_address_parse_for(&list[i].address, words[2 * i], network, &cli->err);
		if (ret)
			return sn_error_prefix(&cli->err, ret, "recipient %zu", i + 1);
		if (request->sweep_all)
			break;
		if (sn_amount_parse(&amount, words[2 * i + 1], &cli->err))
			return sn_error_prefix(&cli->err, SN_USAGE, "amount %zu", i + 1);
		list[i].amount = amount.pico;
	}
	return SN_OK;
}

/* An option must not repeat a member of the JSON text `root`, which may be NULL. */
static int check_once(struct cli *cli, const char *option, const char *text, const cJSON *root,
		      const char *key)
{
	if (text && sn_json_has(root, key))
		return cli_usage_error(cli, "--%s and \"%s\" in the JSON text cannot be used together",
				       option, key);
	return SN_OK;
}

static int read_json(struct cli *cli, const struct cli_payment *p, const struct sn_buf *json,
		     enum sn_network network, struct sn_payment_request *request)
{
	cJSON *root = NULL;
	int ret;
	if ((ret = sn_json_parse(&root, (char *)json->data, json->len, &cli->err)) ||
	    (ret = check_once(cli, "fee", p->fee, root, "fee")) ||
	    (ret = check_once(cli, "mixin", p->mixin, root, "mixin")) ||
	    (ret = check_once(cli, "unlock-time", p->unlock_time, root, "unlock_time")) ||
	    (ret = check_once(cli, "priority", p->priority, root, "priority")) ||
	    (ret = check_once(cli, "account", p->account, root, "account_index")))
		goto out;
	ret = sn_payment_request_json(request, network, (char *)json->data, json->len, &cli->err);
out:
	sn_json_free(root);
	return ret;
}

static int read_options(struct cli *cli, const struct cli_payment *p, struct sn_payment_request *request)
{
	uint64_t priority = 0, account = 0;
	int ret;
	if ((ret = cli_amount(cli, "fee", p->fee, &request->fee)) ||
	    (ret = cli_number(cli, "mixin", p->mixin, 0, UINT64_MAX, &request->mixin)) ||
	    (ret = cli_number(cli, "unlock-time", p->unlock_time, 0, UINT64_MAX, &request->unlock_time)) ||
	    (ret = cli_number(cli, "priority", p->priority, 0, 4, &priority)) ||
	    (ret = cli_number(cli, "account", p->account, 0, UINT32_MAX, &account)))
		return ret;
	if (p->priority)
		request->priority = (unsigned)priority;
	if (p->account)
		request->account = (uint32_t)account;
	return SN_OK;
}

int cli_payment_read_words(struct cli *cli, const struct cli_payment *p, char *const *words, size_t n,
			   enum sn_network network, struct sn_payment_request *request)
{
	*request = (struct sn_payment_request){
		.mixin = SN_MIXIN, .sweep_all = p->sweep_all, .join_addresses = p->join_addresses};
	int ret = read_words(cli, words, n, network, request);
	return ret ? ret : read_options(cli, p, request);
}

/* An address does not begin like a JSON text. Skip a byte order mark, so that the JSON parser reports it. */
static bool is_json(const struct sn_buf *text)
{
	size_t i = text->len >= 3 && !memcmp(text->data, "\xef\xbb\xbf", 3) ? 3 : 0;
	while (i < text->len && isspace(text->data[i]))
		i++;
	return i < text->len && (text->data[i] == '{' || text->data[i] == '[');
}

/* Put the file name before errors in the file, but not before errors in options. */
static int name_file(struct cli *cli, const struct cli_payment *p, int ret)
{
	if (ret != SN_BAD_INPUT && ret != SN_REFUSED)
		return ret;
	return sn_error_prefix(&cli->err, ret, "%s",
			       strcmp(p->destinations, "-") ? p->destinations : "standard input");
}

int cli_payment_read(struct cli *cli, const struct cli_payment *p, const struct sn_buf *text,
		     enum sn_network network, struct sn_payment_request *request)
{
	if (!p->destinations)
		return cli_payment_read_words(cli, p, cli->operands, cli->n_operands, network, request);
	*request = (struct sn_payment_request){
		.mixin = SN_MIXIN, .sweep_all = p->sweep_all, .may_be_several = true};
	int ret = is_json(text) ? read_json(cli, p, text, network, request)
				: sn_payment_request_csv(request, network, (char *)text->data, text->len,
							 &cli->err);
	return ret ? name_file(cli, p, ret) : read_options(cli, p, request);
}

void cli_payment_say_lock(const struct cli *cli, const struct sn_payment_request *request)
{
	if (request->unlock_time)
		cli_say(cli,
			"warning: all outputs, including the change, will be locked: cold-sign requires --allow-unlock-time "
			"or a policy that allows this, and daemons since v0.18.3.4 reject the transaction");
}
