/* node/hook.h - POST small JSON objects to a URL of the user: sneakernote --tx-notify=URL. */
#ifndef SN_NODE_HOOK_H
#define SN_NODE_HOOK_H

#include "base/error.h"
#include "node/http.h"

struct sn_hook;

struct sn_hook_options {
	const char *url;   /* http://HOST[:PORT][/PATH][?QUERY] or https://..., without a login */
	bool allow_remote; /* a host other than this machine */
	const char *
		proxy; /* of node/http_open.h, for a host that is neither private nor this machine; or NULL */
	bool allow_plain_http; /* through the proxy */
	const char *name;      /* "--tx-notify", for messages */
};

/* Check the options, without a connection. Returns SN_USAGE or SN_IO. Close with sn_hook_close. */
int sn_hook_open(struct sn_hook **out, const struct sn_hook_options *options,
		 struct sn_error *err) SN_MUST_USE;

void sn_hook_close(struct sn_hook *hook); /* NULL is allowed */

/* POST a JSON object. `waits_on` as in sn_http_set_patience. Returns 0 if the answer has a status from 200 to
 * 299, whatever its body; else SN_IO. */
int sn_hook_post(struct sn_hook *hook, const void *body, size_t len, sn_http_patience *waits_on,
		 void *context, struct sn_error *err) SN_MUST_USE;

#endif
