/* rpc/listen.h - the address that the server listens at, the socket for it, and how many connections to take
 * from that. Private to rpc/. */
#ifndef SN_RPC_LISTEN_H
#define SN_RPC_LISTEN_H

#include "base/error.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#define SN_RPC_CONNECTIONS_MAX 512
#define SN_RPC_CONNECTIONS_MIN 8    /* however few descriptors there are */
#define SN_RPC_OTHER_DESCRIPTORS 64 /* left for what else a program has open: files, the daemon */

struct sn_rpc_address {
	const char *ip;   /* as it was written; a view */
	uint16_t port;    /* 0: any that is free */
	bool is_external; /* not loopback */
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} socket;
	socklen_t size; /* of the one that `socket` holds */
};

/* Understand an IPv4 or IPv6 address. SN_USAGE for anything else: names are not looked up. */
int sn_rpc_address_read(struct sn_rpc_address *address, const char *ip, uint16_t port,
			struct sn_error *err) SN_MUST_USE;

/* Listen there: *fd is a non-blocking socket for the caller to close, *port the port that it got. SN_IO when
 * the port is taken, SN_USAGE for an address that this machine does not have; then *fd is -1. */
int sn_rpc_listen(int *fd, uint16_t *port, const struct sn_rpc_address *address,
		  struct sn_error *err) SN_MUST_USE;

/* SN_RPC_CONNECTIONS_MAX, or as many as RLIMIT_NOFILE has room for, but SN_RPC_CONNECTIONS_MIN at least. */
unsigned sn_rpc_connections_max(void);

#endif
