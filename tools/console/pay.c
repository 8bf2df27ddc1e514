#include "tools/console/pay.h"

#include "app/pay.h"
#include "base/hex.h"
#include "handoff/envelope.h"
#include "hot/report_payment.h"
#include "hot/request.h"
#include "tools/cli/approve.h"
#include "tools/cli/data.h"
#include "tools/cli/payment.h"
#include "tools/cli/progress.h"
#include "tools/cli/report.h"
#include "tools/cli/submit.h"
#include "tools/cli/target.h"
#include "tools/cli/unsigned.h"
#include "tools/console/editor.h"
#include "tools/console/fee.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct approval {
	struct cli *cli;
	struct console_editor *editor; /* NULL: not interactive */
	const char *verb;
	int ret;
	struct sn_error err; /* of cli_approve: more specific than that of the session */
};

static bool approve(void *context, const struct sn_review *review)
{
	struct approval *a = context;
	struct sn_error before = a->cli->err;
	/* Show warnings of the journal before the prompt. */
	if (a->editor)
		console_editor_show_notices(a->editor);
	a->ret = cli_approve(a->cli, a->verb, review);
	a->err = a->cli->err;
	a->cli->err = before;
	return !a->ret;
}

static int check_choice(struct console *c, const struct cli_payment *p)
{
	if (p->inputs.n && (p->subaddress || p->below))
		return cli_usage_error(c->cli, "--input and %s cannot be used together",
				       p->subaddress ? "--subaddress" : "--below");
	if (p->below && !p->sweep_all)
		return cli_usage_error(c->cli, "--below is an option of sweep_all");
	return SN_OK;
}

/* Read the options of a payment, and remove them from the words. */
static int read_options(struct console *c, struct cli_payment *p, char **words, size_t *n)
{
	const char *output = NULL;
	const struct {
		const char *name;
		const char **value;
	} options[] = {
		{"--fee=", &p->fee},
		{"--priority=", &p->priority},
		{"--unlock-time=", &p->unlock_time},
		{"--account=", &p->account},
		{"--mixin=", &p->mixin},
		{"--format=", &p->format},
		{"--subaddress=", &p->subaddress},
		{"--below=", &p->below},
		{"--reference=", &p->reference},
		{"--output=", &output},
	};
	const size_t n_options = sizeof options / sizeof *options;
	size_t kept = 0;
	for (size_t i = 0; i < *n; i++) {
		size_t k = 0;
		if (words[i][0] != '-') {
			words[kept++] = words[i];
			continue;
		}
		if (!strcmp(words[i], "--even-if-pending") && !p->even_if_pending) {
			p->even_if_pending = true;
			continue;
		}
		if (!strcmp(words[i], "--subtract-fee") && !p->subtract_fee && !p->sweep_all) {
			p->subtract_fee = true;
			continue;
		}
		if (!strcmp(words[i], "--replace-decoys") && !p->replace_decoys) {
			p->replace_decoys = true;
			continue;
		}
		if (!strncmp(words[i], "--input=", 8)) {
			if (p->inputs.n == CLI_LIST_MAX)
				return cli_usage_error(c->cli, "--input was given more than %d times",
						       CLI_LIST_MAX);
			p->inputs.items[p->inputs.n++] = words[i] + 8;
			continue;
		}
		while (k < n_options && strncmp(words[i], options[k].name, strlen(options[k].name)))
			k++;
		if (k == n_options)
			return cli_usage_error(c->cli, "unknown option %s", words[i]);
		if (*options[k].value)
			return cli_usage_error(c->cli, "%.*s was given twice",
					       (int)strlen(options[k].name) - 1, options[k].name);
		*options[k].value = words[i] + strlen(options[k].name);
	}
	*n = kept;
	if (output && (!*output || !strcmp(output, "-")))
		return cli_usage_error(c->cli, "--output requires a file name");
	c->cli->output = output ? output : CONSOLE_UNSIGNED_FILE;
	return check_choice(c, p);
}

/* The unsigned file could not be written: release its outputs. The error in cli->err remains. */
static void give_back(struct console *c, const struct sn_compose_result *result)
{
	struct sn_error err;
	size_t released;
	for (size_t i = 0; i < result->n; i++)
		if (sn_session_release(c->session, result->txs[i].id, false, &released, &err)) {
			cli_say(c->cli, "warning: the outputs of payment %llu remain reserved: %s",
				(unsigned long long)result->txs[i].id, err.text);
			cli_say(c->cli, "hint: use release %llu", (unsigned long long)result->txs[i].id);
		}
}

/* The file to be replaced may be the only copy of another payment of this wallet. */
static int check_replaced(struct console *c)
{
	uint64_t id = cli_unsigned_waits(c->cli->output, sn_session_read(c->session));
	sn_session_read_end(c->session);
	if (!id)
		return SN_OK;
	return sn_error_hint(
		&c->cli->err,
		sn_error_set(&c->cli->err, SN_REFUSED, "%s has payment %llu, which is not submitted yet",
			     c->cli->output, (unsigned long long)id),
		"move the file, or use --output=FILE for another one; or, if it was never signed, release the payment with release %llu",
		(unsigned long long)id);
}

static int hand_out(struct console *c, const struct sn_session_payment *payment,
		    const struct sn_payment_request *request)
{
	struct sn_buf out = {0};
	/* Check again: the file may have appeared since the first check. */
	int ret = check_replaced(c);
	bool replaced = !access(c->cli->output, F_OK);
	c->cli->keeps_existing = !replaced;
	if (!ret)
		ret = cli_data_write(c->cli, payment->unsigned_set.data, payment->unsigned_set.len);
	c->cli->keeps_existing = false;
	if (ret) {
		if (!payment->composed.is_repeated)
			give_back(c, &payment->composed);
		return ret;
	}
	if ((ret = cli_report_text(c->cli, &out, sn_report_composed_text(&out, &payment->composed))))
		return ret;
	cli_payment_say_lock(c->cli, request);
	return console_print(c, "Unsigned transaction saved to %s%s\n", c->cli->output,
			     replaced ? ", replacing an earlier file" : "");
}

static int report_repeated(struct console *c, const struct sn_compose_result *composed)
{
	struct sn_buf out = {0};
	return cli_report_text(c->cli, &out, sn_report_composed_text(&out, composed));
}

static bool is_repeated(struct console *c, const struct sn_payment_request *request)
{
	const struct sn_wallet *wallet = sn_session_read(c->session);
	const bool is_one = sn_wallet_find_request(wallet, request->reference);
	sn_session_read_end(c->session);
	return is_one;
}

static int look_at_wallet(struct console *c, enum sn_role *role, enum sn_network *network,
			  struct sn_names *names)
{
	const struct sn_wallet *wallet = sn_session_read(c->session);
	*role = wallet->role;
	*network = wallet->account->network;
	int ret = sn_names_copy(names, &wallet->names);
	sn_session_read_end(c->session);
	return ret ? sn_error_memory(&c->cli->err) : SN_OK;
}

/* Whether the first word is --allow-respend; then it is taken off. */
static bool take_respend(char ***words, size_t *n)
{
	bool is_there = *n && !strcmp((*words)[0], "--allow-respend");
	*words += is_there;
	*n -= is_there;
	return is_there;
}

static int pay(struct console *c, struct cli_payment *p, bool allow_respend, char **words, size_t n)
{
	struct sn_payment_request request = {0};
	struct sn_session_payment payment = {0};
	struct approval context = {.cli = c->cli, .editor = c->editor, .verb = "Sign and broadcast"};
	const struct sn_approval approval = {
		.approve = approve, .context = &context, .allow_respend = allow_respend};
	struct sn_buf out = {0};
	enum sn_role role;
	enum sn_network network;
	struct sn_names names;
	int ret = look_at_wallet(c, &role, &network, &names);
	if (ret ||
	    (role == SN_ROLE_WATCH_ONLY &&
	     ((ret = cli_data_check_output(c->cli, "")) || (ret = cli_data_try_output(c->cli)) ||
	      (ret = check_replaced(c)))) ||
	    (ret = cli_payment_read_words(c->cli, p, words, n, &names, network, &request)) ||
	    (role == SN_ROLE_WATCH_ONLY && !is_repeated(c, &request) &&
	     (ret = console_confirm_fee(c, &request))))
		goto out;
	ret = sn_session_transfer(c->session, &request, &c->limits, &approval, &payment, &c->cli->err);
	if (ret && context.ret)
		c->cli->err = context.err;
	else if (!ret && payment.composed.is_repeated && !payment.unsigned_set.len && !payment.submitted.n)
		ret = report_repeated(c, &payment.composed);
	else if (!ret && role == SN_ROLE_WATCH_ONLY)
		ret = hand_out(c, &payment, &request);
	/* Print this after an error as well: the user must not pay again for a transaction that may have been
	 * sent. */
	if (payment.submitted.n || payment.submitted.n_failed > 1) {
		struct sn_error first = c->cli->err;
		struct sn_buf notes = {0};
		int printed =
			cli_report_say(c->cli, &notes, sn_report_submitted_notes(&notes, &payment.submitted));
		if (!printed)
			printed = cli_report_text(c->cli, &out,
						  sn_report_submitted_text(&out, &payment.submitted));
		if (ret)
			c->cli->err = first;
		else
			ret = printed;
	}
out:
	sn_names_free(&names);
	sn_session_payment_free(&payment);
	free((void *)request.destinations);
	return ret;
}

int console_transfer(struct console *c, char **words, size_t n)
{
	struct cli_payment p = {0};
	const bool allow_respend = take_respend(&words, &n);
	int ret = read_options(c, &p, words, &n);
	if (ret)
		return ret;
	if (!n)
		return cli_usage_error(c->cli, "no ADDRESS and AMOUNT given");
	ret = cli_payment_check_words(c->cli, &p, words, n);
	return ret ? ret : pay(c, &p, allow_respend, words, n);
}

int console_sweep_all(struct console *c, char **words, size_t n)
{
	struct cli_payment p = {.sweep_all = true};
	const bool allow_respend = take_respend(&words, &n);
	int ret = read_options(c, &p, words, &n);
	if (ret)
		return ret;
	if (n != 1)
		return cli_usage_error(c->cli, "sweep_all takes one ADDRESS");
	return pay(c, &p, allow_respend, words, n);
}

#define SIGN_USAGE "sign_transfer [OPTION]... [IN [OUT]]"

/* Take the options before IN. `*outputs` is NULL or the path of --outputs. */
static int take_sign_options(struct console *c, char ***words, size_t *n, struct sn_approval *approval,
			     const char **outputs)
{
	static const char outputs_option[] = "--outputs=";
	for (; *n && !strncmp(**words, "--", 2); (*words)++, (*n)--) {
		if (!strcmp(**words, "--allow-respend") && !approval->allow_respend)
			approval->allow_respend = true;
		else if (!strcmp(**words, "--no-key-images") && !approval->reference.no_key_images)
			approval->reference.no_key_images = true;
		else if (!strncmp(**words, outputs_option, sizeof outputs_option - 1) && !*outputs)
			*outputs = **words + sizeof outputs_option - 1;
		else
			return cli_usage_error(c->cli, "unknown or repeated option %s", **words);
	}
	if (*outputs && approval->reference.no_key_images)
		return cli_usage_error(c->cli, "--outputs and --no-key-images exclude each other");
	return *n > 2 ? cli_usage_error(c->cli, "too many arguments; usage: " SIGN_USAGE) : SN_OK;
}

int console_sign(struct console *c, char **words, size_t n)
{
	struct approval context = {.cli = c->cli, .editor = c->editor, .verb = "Sign"};
	struct cli_progress bar = {0};
	const struct sn_restore_progress progress = {cli_progress_pass, &bar};
	struct sn_approval approval = {
		.approve = approve, .context = &context, .reference.progress = &progress};
	const char *outputs_path = NULL;
	int ret = take_sign_options(c, &words, &n, &approval, &outputs_path);
	if (ret)
		return ret;
	const char *in = n > 0 ? words[0] : CONSOLE_UNSIGNED_FILE;
	struct sn_session_signed result = {0};
	struct sn_buf file = {0}, outputs = {0};
	char hash[2 * sizeof(struct sn_hash) + 1];
	c->cli->output = n > 1 ? words[1] : CONSOLE_SIGNED_FILE;
	if (!strcmp(c->cli->output, "-"))
		return cli_usage_error(c->cli, "OUT must be a file");
	const size_t n_inputs = c->cli->n_inputs;
	if (outputs_path)
		cli_target_add_input(c->cli, outputs_path);
	if ((ret = cli_data_check_output(c->cli, in)) || (ret = cli_data_try_output(c->cli)) ||
	    (ret = cli_data_read(c->cli, in, "the unsigned file", SN_ENVELOPE_MAX, &file)) ||
	    (outputs_path &&
	     (ret = cli_data_read(c->cli, outputs_path, "the file of --outputs", SN_ENVELOPE_MAX, &outputs))))
		goto out;
	approval.reference.outputs_file = outputs.data;
	approval.reference.outputs_len = outputs.len;
	ret = sn_session_sign(c->session, file.data, file.len, &c->limits, &approval, &result, &c->cli->err);
	cli_progress_end(&bar);
	if (ret && context.ret)
		c->cli->err = context.err;
	if (!ret && (ret = cli_data_write(c->cli, result.signed_set.data, result.signed_set.len)))
		ret = cli_note_journaled(&c->cli->err, ret);
	for (size_t i = 0; !ret && i < result.review.n; i++) {
		sn_hex_encode(hash, &result.hashes[i], sizeof *result.hashes);
		ret = console_print(c, result.review.has_proposals ? "signable_hash %s\n" : "tx_hash %s\n",
				    hash);
	}
	if (!ret)
		ret = console_print(c, "Signed transaction saved to %s\n", c->cli->output);
out:
	c->cli->n_inputs = n_inputs;
	sn_session_signed_free(&result);
	sn_buf_free(&outputs);
	sn_buf_free(&file);
	return ret;
}

int console_submit(struct console *c, char **words, size_t n)
{
	struct sn_submit_result result = {0};
	struct sn_buf file = {0}, notes = {0}, out = {0};
	struct cli_submit asked = {.cli = c->cli};
	const struct sn_submit_watch watch = {cli_submit_go_on, &asked};
	int ret = cli_data_read(c->cli, n ? words[0] : CONSOLE_SIGNED_FILE, "the signed file",
				SN_ENVELOPE_MAX, &file);
	if (ret)
		goto out;
	ret = sn_session_submit(c->session, file.data, file.len, &watch, &result, &c->cli->err);
	/* Print the report after an error as well: other transactions may have been sent. The first error
	 * counts. */
	struct sn_error first = c->cli->err;
	int printed = cli_report_say(c->cli, &notes, sn_report_submitted_notes(&notes, &result));
	if (!printed)
		printed = cli_report_text(c->cli, &out, sn_report_submitted_text(&out, &result));
	if (ret)
		c->cli->err = first;
	else
		ret = printed;
out:
	sn_submit_result_free(&result);
	sn_buf_free(&file);
	return ret;
}

int console_release(struct console *c, char **words, size_t n)
{
	uint64_t id = 0; /* all */
	size_t released = 0;
	struct sn_buf out = {0};
	const bool even_if_pending = n > 1 && !strcmp(words[1], "--even-if-pending");
	if (strcmp(words[0], "all") && !cli_is_number(words[0], 1, UINT64_MAX, &id))
		return cli_usage_error(c->cli, "ID must be the number of a payment, or \"all\"");
	if (n > 1 && (!even_if_pending || !id))
		return cli_usage_error(c->cli, "only --even-if-pending may follow ID");
	int ret = sn_session_release(c->session, id, even_if_pending, &released, &c->cli->err);
	return ret ? ret : cli_report_text(c->cli, &out, sn_report_released_text(&out, released));
}
