/* tools/app/notify.h - the recipients of --tx-notify and --block-notify: a command or a URL. */
#ifndef APP_NOTIFY_H
#define APP_NOTIFY_H

#include "tools/cli/cli.h"

#include "app/session.h"

struct notify;

struct notify_options {
	/* "http://..." or "https://..."; otherwise a command: words that spaces separate. "%s" in a word
	 * stands for the hash. NULL: no notices */
	const char *tx, *block;
	bool allow_remote; /* a URL of another machine */
};

/* Check the options. *out is NULL if there is nothing to notify. SN_USAGE, SN_IO. Close with notify_close,
 * after the session. */
int notify_open(struct cli *cli, const struct notify_options *options, struct notify **out) SN_MUST_USE;

/* Deliver the notices of `session` from now on (app/notify.h). NULL is allowed. */
int notify_start(struct cli *cli, struct notify *n, struct sn_session *session) SN_MUST_USE;

void notify_close(struct notify *n); /* NULL is allowed */

#endif
