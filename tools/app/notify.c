#include "tools/app/notify.h"

#include "app/notify.h"
#include "base/hex.h"
#include "node/hook.h"
#include "tools/cli/child.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define WORDS_MAX 64

/* The recipient of one kind of notice: `hook`, or a command. */
struct recipient {
	const char *option; /* NULL: no such notices */
	struct sn_hook *hook;
	char *text; /* the words of the command; NULL: no command */
	char *words[WORDS_MAX];
	size_t n_words;
};

struct notify {
	struct recipient recipients[SN_NOTICE_KINDS];
};

/* ------------------------------------------------------------------ delivery */

/* `word` with the hash for each "%s", or NULL when out of memory. */
static char *insert(const char *word, const char *hash)
{
	struct sn_buf out = {0};
	for (const char *at = word; *at;) {
		const bool is_place = !strncmp(at, "%s", 2);
		sn_put_bytes(&out, is_place ? hash : at, is_place ? strlen(hash) : 1);
		at += is_place ? 2 : 1;
	}
	sn_put_u8(&out, 0);
	char *text = out.failed ? NULL : strdup((char *)out.data);
	sn_buf_free(&out);
	return text;
}

static int judge(int status, struct sn_error *err)
{
	if (WIFSIGNALED(status))
		return sn_error_set(err, SN_IO, "signal %d ended the command", WTERMSIG(status));
	return WEXITSTATUS(status)
		       ? sn_error_set(err, SN_IO, "the command has exit status %d", WEXITSTATUS(status))
		       : SN_OK;
}

static int run(const struct recipient *r, const struct sn_notice *notice, const struct sn_buf *json,
	       sn_notify_patience *waits_on, void *patience_context, struct sn_error *err)
{
	char hash[2 * sizeof notice->hash.b + 1], *argv[WORDS_MAX + 1] = {0};
	int ret = SN_OK, status = 0;
	sn_hex_encode(hash, notice->hash.b, sizeof notice->hash.b);
	for (size_t i = 0; !ret && i < r->n_words; i++)
		if (!(argv[i] = insert(r->words[i], hash)))
			ret = sn_error_memory(err);
	const struct cli_child child = {.argv = argv,
					.input = json,
					.option = r->option,
					.waits_on = waits_on,
					.context = patience_context};
	if (!ret)
		ret = cli_child_run(&child, &status, err);
	for (size_t i = 0; i < r->n_words; i++)
		free(argv[i]);
	return ret ? ret : judge(status, err);
}

static int deliver(void *context, const struct sn_notice *notice, sn_notify_patience *waits_on,
		   void *patience_context, struct sn_error *err)
{
	const struct recipient *r = context;
	struct sn_buf json = {0};
	int ret;
	sn_notices_put_json(&json, notice);
	sn_put_u8(&json, '\n');
	if (json.failed)
		ret = sn_error_memory(err);
	else if (r->hook)
		ret = sn_hook_post(r->hook, json.data, json.len, waits_on, patience_context, err);
	else
		ret = run(r, notice, &json, waits_on, patience_context, err);
	sn_buf_free(&json);
	return ret;
}

/* ------------------------------------------------------------------ options */

static int open_command(struct cli *cli, struct recipient *r, const char *spec)
{
	char *rest = NULL;
	r->text = strdup(spec);
	if (!r->text)
		return sn_error_memory(&cli->err);
	for (char *word = strtok_r(r->text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (r->n_words == WORDS_MAX)
			return cli_usage_error(cli, "the command of %s has more than %d words", r->option,
					       WORDS_MAX);
		r->words[r->n_words++] = word;
	}
	if (!r->n_words)
		return cli_usage_error(cli, "the command of %s is empty", r->option);
	if (!cli_child_exists(r->words[0]))
		return sn_error_hint(&cli->err,
				     sn_error_set(&cli->err, SN_USAGE, "cannot run %s for %s: %s",
						  r->words[0], r->option, strerror(errno)),
				     "spaces separate the words of the command, and quotes have no effect");
	return SN_OK;
}

static int open_recipient(struct cli *cli, struct recipient *r, const char *option, const char *spec,
			  bool allow_remote)
{
	if (!spec)
		return SN_OK;
	r->option = option;
	if (strncmp(spec, "http://", 7) != 0 && strncmp(spec, "https://", 8) != 0)
		return open_command(cli, r, spec);
	const struct sn_hook_options options = {.url = spec,
						.allow_remote = allow_remote,
						.proxy = cli->proxy,
						.allow_plain_http = cli->allow_plain_http,
						.name = option};
	return sn_hook_open(&r->hook, &options, &cli->err);
}

int notify_open(struct cli *cli, const struct notify_options *o, struct notify **out)
{
	*out = NULL;
	if (!o->tx && !o->block)
		return SN_OK;
	struct notify *n = calloc(1, sizeof *n);
	if (!n)
		return sn_error_memory(&cli->err);
	int ret = open_recipient(cli, &n->recipients[SN_NOTICE_TX], "--tx-notify", o->tx, o->allow_remote);
	if (!ret)
		ret = open_recipient(cli, &n->recipients[SN_NOTICE_BLOCK], "--block-notify", o->block,
				     o->allow_remote);
	if (ret) {
		notify_close(n);
		return ret;
	}
	*out = n;
	return SN_OK;
}

int notify_start(struct cli *cli, struct notify *n, struct sn_session *session)
{
	int ret = SN_OK;
	for (int kind = 0; n && !ret && kind < SN_NOTICE_KINDS; kind++) {
		struct recipient *r = &n->recipients[kind];
		const struct sn_notify_sink sink = {.deliver = deliver, .context = r, .name = r->option};
		if (r->option)
			ret = sn_session_notify(session, (enum sn_notice_kind)kind, &sink, &cli->err);
	}
	return ret;
}

void notify_close(struct notify *n)
{
	for (int kind = 0; n && kind < SN_NOTICE_KINDS; kind++) {
		sn_hook_close(n->recipients[kind].hook);
		free(n->recipients[kind].text);
	}
	free(n);
}
