/* node/host.h - how a daemon's host may be reached without telling strangers what is asked.
 *
 * Names of hidden services (.onion, .i2p) exist behind a proxy alone: asking DNS for one tells its operators
 * which service is used, so without a proxy it is refused. Plain HTTP through a proxy lets the proxy's exit,
 * which may be anybody, read and change every request and answer, the transactions sent included; it is
 * refused unless insisted on. Exempt are hidden services, which their proxy encrypts, and loopback and
 * private addresses, which no exit of a public network connects to. */
#ifndef SN_NODE_HOST_H
#define SN_NODE_HOST_H

#include "base/error.h"

#include <stdbool.h>

enum sn_host_kind {
	SN_HOST_PUBLIC,  /* a name in DNS, a public address, and all that is none of the others */
	SN_HOST_PRIVATE, /* loopback ("localhost" too), link-local, and addresses of private networks */
	SN_HOST_HIDDEN,  /* the name ends in .onion or .i2p */
};

/* The kind of a name or a numeric address, IPv6 with its brackets or without them. */
enum sn_host_kind sn_host_kind(const char *host);

struct sn_host_way {
	bool is_tls, has_proxy;
	bool allows_plain_http; /* through a proxy, to whatever host */
};

/* Whether `host` may be asked in this way. SN_USAGE, before anything is looked up. Names with bytes beyond
 * ASCII are refused: libraries turn some of them into others, such as the ideographic full stop into a dot.
 */
int sn_host_check(const char *host, const struct sn_host_way *way, struct sn_error *err) SN_MUST_USE;

#endif
