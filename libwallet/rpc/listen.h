/* rpc/listen.h - the address, the socket and the number of connections of the server. Private to rpc/. */
#ifndef SN_RPC_LISTEN_H
#define SN_RPC_LISTEN_H

#include "base/error.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#define SN_RPC_CONNECTIONS_MAX 512
#define SN_RPC_CONNECTIONS_MIN 8    /* even with fewer descriptors */
#define SN_RPC_OTHER_DESCRIPTORS 64 /* for other uses: files, the daemon */

struct sn_rpc_address {
	const char *ip;   /* as given; a view */
	uint16_t port;    /* 0: any free port */
	bool is_external; /* not loopback */
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} socket;
	socklen_t size; /* of the address in `socket` */
};

/* Parse an IPv4 or IPv6 address. Returns SN_USAGE for anything else: names are not resolved. */
int sn_rpc_address_read(struct sn_rpc_address *address, const char *ip, uint16_t port,
			struct sn_error *err) SN_MUST_USE;

/* Listen on the address. *fd is a non-blocking socket that the caller closes, *port its port. On failure *fd
 * is -1.
 *
 * Returns
 *   SN_USAGE  this machine does not have the address
 *   SN_IO     the port is in use, or another failure */
int sn_rpc_listen(int *fd, uint16_t *port, const struct sn_rpc_address *address,
		  struct sn_error *err) SN_MUST_USE;

/* SN_RPC_CONNECTIONS_MAX, or fewer if RLIMIT_NOFILE is too low, but at least SN_RPC_CONNECTIONS_MIN. */
unsigned sn_rpc_connections_max(void);

#endif
