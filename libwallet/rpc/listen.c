#include "rpc/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int sn_rpc_address_read(struct sn_rpc_address *a, const char *ip, uint16_t port, struct sn_error *err)
{
	*a = (struct sn_rpc_address){.ip = ip, .port = port};
	if (inet_pton(AF_INET, ip, &a->socket.v4.sin_addr) == 1) {
		a->socket.v4.sin_family = AF_INET;
		a->socket.v4.sin_port = htons(port);
		a->size = sizeof a->socket.v4;
		a->is_external = ntohl(a->socket.v4.sin_addr.s_addr) >> 24 != 127;
		return SN_OK;
	}
	if (inet_pton(AF_INET6, ip, &a->socket.v6.sin6_addr) == 1) {
		a->socket.v6.sin6_family = AF_INET6;
		a->socket.v6.sin6_port = htons(port);
		a->size = sizeof a->socket.v6;
		a->is_external = !IN6_IS_ADDR_LOOPBACK(&a->socket.v6.sin6_addr);
		return SN_OK;
	}
	return sn_error_hint(err,
			     sn_error_set(err, SN_USAGE, "cannot listen on %.100s: not an IP address", ip),
			     "use an IP address, such as 127.0.0.1 or ::1");
}

static int set_up(int fd, uint16_t *port, const struct sn_rpc_address *a, struct sn_error *err)
{
	const bool is_v6 = a->socket.any.sa_family == AF_INET6;
	const int on = 1, off = 0;
	/* SO_REUSEADDR: a restart must not wait until old connections time out. Without IPV6_V6ONLY, "::"
	 * includes IPv4. */
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) ||
	    (is_v6 && setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off)))
		return sn_error_errno(err, "cannot set up a socket to listen on %s", a->ip);
	if (bind(fd, &a->socket.any, a->size) || listen(fd, SOMAXCONN)) {
		if (errno == EADDRINUSE)
			return sn_error_hint(err,
					     sn_error_set(err, SN_IO,
							  "port %u of %s is in use by another program",
							  a->port, a->ip),
					     "use another port with --rpc-bind-port");
		if (errno == EADDRNOTAVAIL)
			return sn_error_set(err, SN_USAGE,
					    "cannot listen on %s: this machine does not have this address",
					    a->ip);
		return sn_error_errno(err, "cannot listen on port %u of %s", a->port, a->ip);
	}
	struct sn_rpc_address bound = *a;
	if (getsockname(fd, &bound.socket.any, &bound.size))
		return sn_error_errno(err, "cannot listen on %s", a->ip);
	*port = ntohs(is_v6 ? bound.socket.v6.sin6_port : bound.socket.v4.sin_port);
	return SN_OK;
}

/* libmicrohttpd could open the socket, but does not report the cause of a failure. */
int sn_rpc_listen(int *fd, uint16_t *port, const struct sn_rpc_address *a, struct sn_error *err)
{
	/* Non-blocking: a client that disconnects between poll and accept must not block the accepting
	 * thread. */
	*fd = socket(a->socket.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (*fd < 0)
		return sn_error_errno(err, "cannot open a socket to listen on %s", a->ip);
	int ret = set_up(*fd, port, a, err);
	if (ret) {
		close(*fd);
		*fd = -1;
	}
	return ret;
}

/* Without free descriptors, libmicrohttpd would retry to accept a connection without pause. */
unsigned sn_rpc_connections_max(void)
{
	struct rlimit r;
	if (getrlimit(RLIMIT_NOFILE, &r) || r.rlim_cur >= SN_RPC_CONNECTIONS_MAX + SN_RPC_OTHER_DESCRIPTORS)
		return SN_RPC_CONNECTIONS_MAX;
	if (r.rlim_cur < SN_RPC_CONNECTIONS_MIN + SN_RPC_OTHER_DESCRIPTORS)
		return SN_RPC_CONNECTIONS_MIN;
	return (unsigned)r.rlim_cur - SN_RPC_OTHER_DESCRIPTORS;
}
