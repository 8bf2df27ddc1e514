/* node/host.h - rules for connecting to a daemon's host without revealing requests to third parties.
 *
 * Names of hidden services (.onion, .i2p) require a proxy: a DNS query for one would reveal to the DNS
 * operators which service is used.
 *
 * Plain HTTP through a proxy is refused unless the user allows it: the operator of the proxy's exit can read
 * and change every request and answer, including sent transactions. Exempt are hidden services, because their
 * proxy encrypts, and loopback and private addresses, because no exit of a public network connects to them.
 */
#ifndef SN_NODE_HOST_H
#define SN_NODE_HOST_H

#include "base/error.h"

#include <stdbool.h>

enum sn_host_kind {
	SN_HOST_PUBLIC,  /* a DNS name, a public address, and all other hosts */
	SN_HOST_PRIVATE, /* loopback (also "localhost"), link-local, and addresses of private networks */
	SN_HOST_HIDDEN,  /* the name ends in .onion or .i2p */
};

/* The kind of a name or a numeric address; IPv6 with or without brackets. */
enum sn_host_kind sn_host_kind(const char *host);

/* Whether it is "localhost", 127.0.0.0/8 or ::1: IPv6 with or without brackets. */
bool sn_host_is_loopback(const char *host);

struct sn_host_way {
	bool is_tls, has_proxy;
	bool allows_plain_http; /* through a proxy, to any host */
};

/* Check that these rules allow a connection to `host` in this way. Returns SN_USAGE; makes no DNS query.
 * Names with bytes beyond ASCII are refused, because libraries convert some of them to others, such as the
 * ideographic full stop to a dot. */
int sn_host_check(const char *host, const struct sn_host_way *way, struct sn_error *err) SN_MUST_USE;

#endif
