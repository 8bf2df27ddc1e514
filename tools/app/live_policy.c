#include "tools/app/live_policy.h"

#include "cold/policy.h"
#include "tools/cli/policy.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct policy_version {
	struct sn_limits limits; /* refer to `policy` */
	struct sn_policy *policy;
	unsigned holders; /* requests, and the server while this version is in force */
};

struct live_policy {
	struct cli *cli;
	enum sn_network network;
	const char *unattended;
	pthread_mutex_t lock;
	struct policy_version *version; /* in force; NULL before live_policy_start */
	struct sn_limits limits;        /* of the options alone, before live_policy_start */
	struct sn_buf text;             /* the same */
};

int live_policy_read(struct cli *cli, struct live_policy **out)
{
	struct live_policy *p = calloc(1, sizeof *p);
	*out = p;
	if (!p)
		return sn_error_memory(&cli->err);
	p->cli = cli;
	pthread_mutex_init(&p->lock, NULL);
	return cli_policy_read(cli, &p->limits, &p->text);
}

static void free_version(struct policy_version *version)
{
	sn_policy_free(version->policy);
	free(version);
}

/* Make a version of `limits`, those of the options, and of the text. */
static int make_version(struct live_policy *p, const struct sn_limits *limits, const struct sn_buf *text,
			struct policy_version **out)
{
	struct policy_version *version = calloc(1, sizeof *version);
	if (!version)
		return sn_error_memory(&p->cli->err);
	version->limits = *limits;
	version->holders = 1;
	int ret = cli_policy_apply(p->cli, &version->limits, &version->policy, p->network, text);
	if (!ret && p->unattended)
		ret = cli_policy_check_unattended(p->cli, version->policy, p->unattended);
	if (ret)
		free_version(version);
	else
		*out = version;
	return ret;
}

int live_policy_start(struct live_policy *p, const struct sn_wallet *wallet, const char *unattended)
{
	p->network = wallet->account->network;
	p->unattended = unattended;
	return make_version(p, &p->limits, &p->text, &p->version);
}

bool live_policy_has_file(const struct live_policy *p)
{
	return p->cli->policy_file && strcmp(p->cli->policy_file, "-") != 0;
}

int live_policy_reload(struct live_policy *p)
{
	struct sn_limits limits = {0};
	struct sn_buf text = {0};
	struct policy_version *next = NULL, *former;
	int ret = cli_policy_reread(p->cli, &limits, &text);
	if (!ret)
		ret = make_version(p, &limits, &text, &next);
	sn_buf_free(&text);
	if (ret)
		return ret;
	pthread_mutex_lock(&p->lock);
	former = p->version;
	p->version = next;
	pthread_mutex_unlock(&p->lock);
	live_policy_release(p, former);
	return SN_OK;
}

struct policy_version *live_policy_hold(struct live_policy *p)
{
	pthread_mutex_lock(&p->lock);
	struct policy_version *version = p->version;
	version->holders++;
	pthread_mutex_unlock(&p->lock);
	return version;
}

const struct sn_limits *live_policy_limits(const struct policy_version *version)
{
	return &version->limits;
}

void live_policy_release(struct live_policy *p, struct policy_version *version)
{
	pthread_mutex_lock(&p->lock);
	const bool is_last = !--version->holders;
	pthread_mutex_unlock(&p->lock);
	if (is_last)
		free_version(version);
}

void live_policy_close(struct live_policy *p)
{
	if (!p)
		return;
	if (p->version)
		free_version(p->version);
	sn_buf_free(&p->text);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
