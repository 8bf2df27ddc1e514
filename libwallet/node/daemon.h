/* node/daemon.h - the connection to a Monero daemon. The calls are in daemon_info.h, daemon_blocks.h,
 * daemon_outputs.h, daemon_load.h, daemon_pool.h and daemon_send.h.
 *
 * A `struct sn_daemon` makes one call at a time over a connection that stays open. It supports daemons from
 * v0.18.0.0 on.
 *
 * The daemon is not trusted. Sizes and counts of an answer are checked before anything is allocated for it,
 * and the type of every field is checked. Whether the contents are true is for the caller to check where
 * possible: blocks hash to their ids, a ring contains our own output.
 *
 * Functions over arrays make as many requests as the limits of daemons require.
 *
 * Every function returns 0 or
 *   SN_DAEMON  unreachable, timed out, connection closed, not a Monero daemon, busy, wrong login, or the call
 *              was refused. The message names the daemon's address, never the login. Without a complete
 *              answer, the reason is SN_REASON_UNREACHABLE
 *   SN_USAGE   invalid address, login or proxy (sn_daemon_open only)
 *   SN_IO      out of memory, or a certificate file that cannot be read
 * and zeroes its outputs on failure.
 *
 * Source of the calls and field names: Monero, src/rpc/core_rpc_server_commands_defs.h and
 * core_rpc_server.cpp, v0.18.0.0 and master (RPC version 3.10 to 3.18). */
#ifndef SN_NODE_DAEMON_H
#define SN_NODE_DAEMON_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialized means 127.0.0.1:18081, no login, no proxy, default timeouts. The strings are copied. */
struct sn_daemon_options {
	const char *address;   /* HOST[:PORT], http://HOST[:PORT] or https://HOST[:PORT]; NULL: the default.
				  Without a scheme, the default port is 18081 */
	const char *login;     /* USER:PASS for HTTP digest, secret; NULL: none */
	const char *ca_file;   /* PEM certificates to trust instead of the system's; https only */
	const char *proxy;     /* socks5h://[USER:PASS@]HOST:PORT; NULL: none. The environment is ignored */
	bool allow_plain_http; /* through the proxy, even to a public host (node/host.h) */
	unsigned connect_timeout; /* seconds to connect; 0: 30 */
	unsigned stall_timeout;   /* seconds without an answer, or at under 100 bytes a second; 0: 120 */
};

struct sn_daemon;

/* Check the options and set up the connection without sending anything. Close with sn_daemon_close. */
int sn_daemon_open(struct sn_daemon **out, const struct sn_daemon_options *options,
		   struct sn_error *err) SN_MUST_USE;
void sn_daemon_close(struct sn_daemon *d); /* NULL is allowed */

/* true: from now on, use separate streams, so that the daemon cannot link the requests to earlier ones
 * through a proxy such as Tor (node/http_open.h), until this is called with false. Composing and submitting
 * do this once each. Do not call this during a call. */
void sn_daemon_set_apart(struct sn_daemon *d, bool is_apart);

/* Make the active call and all later ones fail with SN_DAEMON within about a second. This cannot be undone. A
 * transaction that was being sent then has the outcome SN_SEND_UNKNOWN. May be called from any thread and
 * from signal handlers. */
void sn_daemon_interrupt(struct sn_daemon *d);

/* Call `waits_on` at least once a second during each call, in the calling thread, with the milliseconds that
 * the answer has taken so far. If it returns false, this call fails with SN_DAEMON as if interrupted. NULL,
 * the default: keep waiting. Do not call this during a call. */
void sn_daemon_set_patience(struct sn_daemon *d, bool (*waits_on)(void *context, uint64_t ms), void *context);

/* Whether to continue work on an answer that has taken `ms` milliseconds so far: the connection is not
 * interrupted, and the callback of sn_daemon_set_patience agrees. Call this in the thread of the call. */
bool sn_daemon_waits_on(struct sn_daemon *d, uint64_t ms);

/* Set the error of work that stopped. Returns SN_DAEMON. */
int sn_daemon_given_up(const struct sn_daemon *d, struct sn_error *err);

/* The address as in messages, "127.0.0.1:18081". */
const char *sn_daemon_address(const struct sn_daemon *d);

/* Open another connection to the same daemon, like sn_http_clone. `blocks_cap` bounds its answers with
 * blocks, in bytes. Close with sn_daemon_close. Private to node/. */
int sn_daemon_clone(struct sn_daemon **out, const struct sn_daemon *origin, size_t blocks_cap,
		    struct sn_error *err) SN_MUST_USE;

#endif
