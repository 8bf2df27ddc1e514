#include "node/daemon.h"
#include "node/daemon_internal.h"
#include "node/http_open.h"

#include <stdlib.h>

#define DEFAULT_ADDRESS "127.0.0.1"
#define DEFAULT_PORT 18081
#define DEFAULT_CONNECT_TIMEOUT 30
#define DEFAULT_STALL_TIMEOUT 120

int sn_daemon_open(struct sn_daemon **out, const struct sn_daemon_options *options, struct sn_error *err)
{
	*out = NULL;
	const struct sn_http_options http = {
		.address = options->address ? options->address : DEFAULT_ADDRESS,
		.default_port = DEFAULT_PORT,
		.login = options->login,
		.ca_file = options->ca_file,
		.proxy = options->proxy,
		.allow_plain_http = options->allow_plain_http,
		.connect_timeout =
			options->connect_timeout ? options->connect_timeout : DEFAULT_CONNECT_TIMEOUT,
		.stall_timeout = options->stall_timeout ? options->stall_timeout : DEFAULT_STALL_TIMEOUT,
	};
	struct sn_daemon *d = calloc(1, sizeof *d);
	if (!d)
		return sn_error_memory(err);
	int ret = sn_http_open(&d->http, &http, err);
	if (ret) {
		free(d);
		return ret;
	}
	d->blocks_cap = SN_DAEMON_REPLY_LARGE;
	*out = d;
	return SN_OK;
}

int sn_daemon_clone(struct sn_daemon **out, const struct sn_daemon *origin, size_t blocks_cap,
		    struct sn_error *err)
{
	*out = NULL;
	struct sn_daemon *d = calloc(1, sizeof *d);
	if (!d)
		return sn_error_memory(err);
	int ret = sn_http_clone(&d->http, origin->http, err);
	if (ret) {
		free(d);
		return ret;
	}
	d->blocks_cap = blocks_cap;
	*out = d;
	return SN_OK;
}

void sn_daemon_close(struct sn_daemon *d)
{
	if (!d)
		return;
	sn_http_close(d->http);
	free(d);
}

void sn_daemon_set_apart(struct sn_daemon *d, bool is_apart)
{
	sn_http_set_apart(d->http, is_apart);
}

void sn_daemon_interrupt(struct sn_daemon *d)
{
	sn_http_interrupt(d->http);
}

void sn_daemon_set_patience(struct sn_daemon *d, bool (*waits_on)(void *context, uint64_t ms), void *context)
{
	sn_http_set_patience(d->http, waits_on, context);
}

bool sn_daemon_waits_on(struct sn_daemon *d, uint64_t ms)
{
	return sn_http_waits_on(d->http, ms);
}

int sn_daemon_given_up(const struct sn_daemon *d, struct sn_error *err)
{
	return sn_http_given_up(d->http, err);
}

const char *sn_daemon_address(const struct sn_daemon *d)
{
	return sn_http_address(d->http);
}
