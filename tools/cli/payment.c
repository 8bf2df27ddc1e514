#include "tools/cli/payment.h"

#include "base/json.h"
#include "chain/amount.h"
#include "chain/lookalike.h"
#include "chain/payment_uri.h"
#include "hot/request.h"
#include "hot/request_csv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Words that are not read yet. */
struct words {
	char *const *at;
	size_t n;
};

static int no_amount(struct cli *cli, size_t recipient)
{
	return sn_error_hint(&cli->err,
			     sn_error_set(&cli->err, SN_USAGE, "recipient %zu has no amount", recipient),
			     "write ADDRESS AMOUNT, or a monero: URI with tx_amount");
}

/* Texts of a URI are shown, not stored: nobody has checked them. */
static void show_texts(const struct cli *cli, const struct sn_payment_uri *uri)
{
	if (uri->recipient_name[0])
		cli_say(cli, "the URI names the recipient: %s", uri->recipient_name);
	if (uri->tx_description[0])
		cli_say(cli, "the URI describes the payment: %s", uri->tx_description);
}

/* Read the name, address or URI, and the amount of a URI, if it has one. */
static int read_address(struct cli *cli, struct sn_payment_destination *d, const char *text,
			const struct sn_names *names, enum sn_network network)
{
	struct sn_payment_uri uri;
	const struct sn_contact *contact = sn_names_find(names, text);
	if (contact) {
		d->address = contact->address;
		return SN_OK;
	}
	if (!sn_payment_uri_is_one(text)) {
		int ret = sn_address_parse_for(&d->address, text, network, &cli->err);
		if (ret && strlen(text) <= SN_NAME_MAX)
			ret = sn_error_hint(
				&cli->err, ret,
				"use the address itself, or a name in the address book of this wallet");
		return ret;
	}
	int ret = sn_payment_uri_parse(&uri, text, network, &cli->err);
	if (ret)
		return ret;
	d->address = uri.address;
	d->amount = uri.amount;
	show_texts(cli, &uri);
	return SN_OK;
}

/* Read ADDRESS AMOUNT, a URI with an amount, URI AMOUNT or, for a sweep, ADDRESS or URI. */
static int read_recipient(struct cli *cli, struct sn_payment_destination *d, size_t number,
			  struct words *words, const struct sn_names *names, enum sn_network network,
			  bool sweep_all)
{
	struct sn_amount amount = {0};
	int ret = read_address(cli, d, *words->at, names, network);
	if (ret)
		return sn_error_prefix(&cli->err, ret, "recipient %zu", number);
	words->at++, words->n--;
	if (sweep_all && d->amount)
		return sn_error_set(&cli->err, SN_USAGE,
				    "the URI has an amount, but a sweep sends everything");
	if (sweep_all)
		return SN_OK;
	ret = words->n ? sn_amount_parse(&amount, *words->at, &cli->err) : SN_USAGE;
	if (d->amount && !ret)
		return sn_error_set(&cli->err, SN_USAGE, "recipient %zu has two amounts: one is in the URI",
				    number);
	if (d->amount)
		return SN_OK;
	if (ret)
		return words->n ? sn_error_prefix(&cli->err, SN_USAGE, "amount %zu", number)
				: no_amount(cli, number);
	words->at++, words->n--;
	d->amount = amount.pico;
	return SN_OK;
}

static int read_words(struct cli *cli, char *const *list, size_t n, const struct sn_names *names,
		      enum sn_network network, struct sn_payment_request *request)
{
	struct sn_payment_destination *destinations = calloc(n + 1, sizeof *destinations);
	struct words words = {list, n};
	int ret = SN_OK;
	if (!destinations)
		return sn_error_memory(&cli->err);
	request->destinations = destinations;
	while (!ret && words.n) {
		const size_t at = request->n_destinations++;
		ret = read_recipient(cli, &destinations[at], at + 1, &words, names, network,
				     request->sweep_all);
	}
	return ret;
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
	    (ret = check_once(cli, "account", p->account, root, "account_index")) ||
	    (ret = check_once(cli, "format", p->format, root, "format")) ||
	    (ret = check_once(cli, "proposal", p->proposal ? "" : NULL, root, "format")) ||
	    (ret = check_once(cli, "reference", p->reference, root, "reference")))
		goto out;
	ret = sn_payment_request_json(request, network, (char *)json->data, json->len, &cli->err);
out:
	sn_json_free(root);
	return ret;
}

static int read_choice(struct cli *cli, struct cli_payment *p, struct sn_input_choice *choice)
{
	int ret = cli_indices(cli, "--subaddress", p->subaddress, &p->addresses);
	if (!ret)
		ret = cli_amount(cli, "below", p->below, &choice->below);
	if (!ret && p->below && !choice->below)
		ret = cli_usage_error(cli, "--below must not be zero");
	choice->outputs = p->inputs.items;
	choice->n_outputs = p->inputs.n;
	choice->addresses = p->addresses.items;
	choice->n_addresses = p->addresses.n;
	return ret;
}

static int read_options(struct cli *cli, struct cli_payment *p, struct sn_payment_request *request)
{
	uint64_t priority = 0, account = 0;
	int ret = read_choice(cli, p, &request->choice);
	if (ret)
		return ret;
	if ((ret = cli_amount(cli, "fee", p->fee, &request->fee)) ||
	    (ret = cli_number(cli, "mixin", p->mixin, 0, UINT64_MAX, &request->mixin)) ||
	    (ret = cli_number(cli, "unlock-time", p->unlock_time, 0, UINT64_MAX, &request->unlock_time)) ||
	    (ret = cli_number(cli, "priority", p->priority, 0, 4, &priority)) ||
	    (ret = cli_number(cli, "account", p->account, 0, UINT32_MAX, &account)))
		return ret;
	if (p->format && sn_request_format_parse(&request->format, p->format, &cli->err))
		return sn_error_prefix(&cli->err, SN_USAGE, "--format=%s", p->format);
	if (p->proposal)
		request->format = SN_REQUEST_PROPOSALS;
	if (p->reference && sn_payment_request_set_reference(request, p->reference, &cli->err))
		return sn_error_prefix(&cli->err, SN_USAGE, "--reference");
	request->even_if_pending |= p->even_if_pending;
	request->replace_decoys |= p->replace_decoys;
	request->subtract_fee = p->subtract_fee;
	if (p->priority)
		request->priority = (unsigned)priority;
	if (p->account)
		request->account = (uint32_t)account;
	return SN_OK;
}

/* The review of the signer has the last word: its names are those of the master wallet. */
static void warn_of_lookalikes(const struct cli *cli, const struct sn_names *names,
			       const struct sn_payment_request *request)
{
	for (size_t i = 0; i < request->n_destinations; i++) {
		const struct sn_contact *contact;
		if (sn_names_recognize(&contact, names, &request->destinations[i].address) == SN_LOOKALIKE)
			cli_say(cli,
				"warning: recipient %zu looks like \"%s\" in the address book, but is another address",
				i + 1, contact->name);
	}
}

int cli_payment_read_words(struct cli *cli, struct cli_payment *p, char *const *words, size_t n,
			   const struct sn_names *names, enum sn_network network,
			   struct sn_payment_request *request)
{
	*request = (struct sn_payment_request){.mixin = SN_MIXIN,
					       .sweep_all = p->sweep_all,
					       .one_account = p->account || p->subaddress,
					       .join_addresses = p->join_addresses};
	int ret = read_words(cli, words, n, names, network, request);
	if (!ret)
		warn_of_lookalikes(cli, names, request);
	return ret ? ret : read_options(cli, p, request);
}

static bool is_from_input(const char *word)
{
	return !strcmp(word, "-");
}

int cli_payment_check_words(struct cli *cli, const struct cli_payment *p, char *const *words, size_t n)
{
	size_t n_inputs = 0, n_uris = 0;
	for (size_t i = 0; i < n; i++) {
		n_inputs += is_from_input(words[i]);
		n_uris += sn_payment_uri_is_one(words[i]);
	}
	if (n_inputs > 1)
		return cli_usage_error(cli, "standard input (\"-\") can be one recipient only");
	if (p->sweep_all && n != 1)
		return cli_usage_error(cli, "--sweep-all takes one ADDRESS");
	if (!p->sweep_all && n % 2 && !n_uris && !n_inputs)
		return cli_usage_error(cli, "ADDRESS and AMOUNT must be given in pairs");
	return SN_OK;
}

const char *cli_payment_source(const struct cli *cli, const struct cli_payment *p)
{
	for (size_t i = 0; !p->destinations && i < cli->n_operands; i++)
		if (is_from_input(cli->operands[i]))
			return cli->operands[i];
	return p->destinations;
}

/* The address or URI on standard input, with a NUL: one line. */
static int read_line(struct cli *cli, char line[SN_PAYMENT_URI_MAX + 1], const struct sn_buf *text)
{
	size_t len = text->len;
	while (len && isspace(text->data[len - 1]))
		len--;
	if (memchr(text->data, '\n', len))
		return sn_error_hint(
			&cli->err,
			sn_error_set(&cli->err, SN_BAD_INPUT, "standard input has more than one line"),
			"use --destinations=- for a list");
	if (!len || len > SN_PAYMENT_URI_MAX || memchr(text->data, 0, len))
		return sn_error_set(&cli->err, SN_BAD_INPUT,
				    "standard input is neither an address nor a monero: URI");
	memcpy(line, text->data, len);
	line[len] = 0;
	return SN_OK;
}

/* Read the operands; `text` takes the place of "-". */
static int read_operands(struct cli *cli, struct cli_payment *p, const struct sn_buf *text,
			 const struct sn_names *names, enum sn_network network,
			 struct sn_payment_request *request)
{
	char line[SN_PAYMENT_URI_MAX + 1];
	char **words = calloc(cli->n_operands + 1, sizeof *words);
	int ret = words ? SN_OK : sn_error_memory(&cli->err);
	for (size_t i = 0; !ret && i < cli->n_operands; i++) {
		words[i] = cli->operands[i];
		if (!is_from_input(words[i]))
			continue;
		ret = read_line(cli, line, text);
		words[i] = line;
	}
	if (!ret)
		ret = cli_payment_read_words(cli, p, words, cli->n_operands, names, network, request);
	free(words);
	return ret;
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

int cli_payment_read(struct cli *cli, struct cli_payment *p, const struct sn_buf *text,
		     const struct sn_names *names, enum sn_network network,
		     struct sn_payment_request *request)
{
	if (!p->destinations)
		return read_operands(cli, p, text, names, network, request);
	*request = (struct sn_payment_request){
		.mixin = SN_MIXIN, .sweep_all = p->sweep_all, .may_be_several = true};
	int ret = is_json(text) ? read_json(cli, p, text, network, request)
				: sn_payment_request_csv(request, network, (char *)text->data, text->len,
							 &cli->err);
	if (ret)
		return name_file(cli, p, ret);
	warn_of_lookalikes(cli, names, request);
	return read_options(cli, p, request);
}

void cli_payment_say_lock(const struct cli *cli, const struct sn_payment_request *request)
{
	if (request->unlock_time)
		cli_say(cli,
			"warning: all outputs, including the change, will be locked: cold-sign requires --allow-unlock-time "
			"or a policy that allows this, and daemons since v0.18.3.4 reject the transaction");
}
