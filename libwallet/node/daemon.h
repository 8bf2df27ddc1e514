/* node/daemon.h - the connection to a Monero daemon. What the wallet asks: daemon_info.h, daemon_blocks.h,
 * daemon_outputs.h, daemon_load.h, daemon_pool.h, daemon_send.h.
 *
 * One `struct sn_daemon` is one daemon, asked one thing at a time over a kept connection.
 * Daemons from v0.18.0.0 on are understood.
 *
 * The daemon is not trusted. Every answer is bounded in size and count before anything is
 * allocated for it, every field is checked for its type, and an answer of the wrong shape is
 * an error; whether its contents are *true* is for the caller to find out where that is
 * possible (blocks hash to their ids, a ring holds our own output, ...).
 *
 * Functions over arrays split them into as many requests as the daemon's own limits ask for.
 *
 * Every function returns 0 or
 *   SN_DAEMON  unreachable, too slow, cut off, not a Monero daemon, busy, wrong login, or it
 *              says no: one sentence that names the daemon's address. Never the login. SN_REASON_UNREACHABLE
 *              when there is no answer at all
 *   SN_USAGE   an address, login or proxy that cannot be meant (sn_daemon_open only)
 *   SN_IO      out of memory; a certificate file that cannot be read
 * and leaves its outputs zeroed on failure.
 *
 * Source of the calls and field names: Monero, src/rpc/core_rpc_server_commands_defs.h and
 * core_rpc_server.cpp, v0.18.0.0 and master (RPC version 3.10 to 3.18). */
#ifndef SN_NODE_DAEMON_H
#define SN_NODE_DAEMON_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised is: 127.0.0.1:18081, no login, no proxy, usual time limits. The strings are
 * copied. */
struct sn_daemon_options {
	const char *address; /* HOST[:PORT], http://HOST[:PORT] or https://HOST[:PORT]; NULL: the default.
				Without a scheme the port defaults to 18081 */
	const char *login;   /* USER:PASS for HTTP digest, secret; NULL: none */
	const char *ca_file; /* PEM certificates to trust instead of the system's; https only */
	const char *proxy;   /* socks5h://[USER:PASS@]HOST:PORT; NULL: none, whatever the environment says */
	bool allow_plain_http;    /* through the proxy, even to a public host (node/host.h) */
	unsigned connect_timeout; /* seconds to connect; 0: 30 */
	unsigned stall_timeout;   /* seconds without an answer, or at under 100 bytes a second; 0: 120 */
};

struct sn_daemon;

/* Check the options and prepare; nothing is sent yet. */
int sn_daemon_open(struct sn_daemon **out, const struct sn_daemon_options *options,
		   struct sn_error *err) SN_MUST_USE;
void sn_daemon_close(struct sn_daemon *d); /* NULL is allowed */

/* Until this is called with false, ask over streams of their own, so that through a proxy such as Tor the
 * daemon does not see that who asks is who asked before (node/http.h). Composing and submitting do so, once
 * each. Not to be called during a call. */
void sn_daemon_set_apart(struct sn_daemon *d, bool is_apart);

/* Let the call under way, and all later ones, fail with SN_DAEMON within about a second; there is no way
 * back. A transaction that was on its way then has the outcome SN_SEND_UNKNOWN. For any thread, and for
 * signal handlers. */
void sn_daemon_interrupt(struct sn_daemon *d);

/* Ask `waits_on` at least once a second during each call, in the thread that makes it, whether to wait on for
 * an answer that has taken `ms` milliseconds so far. When it says no, that call fails with SN_DAEMON as if
 * interrupted, and no other. NULL, as at first: always. Not to be called during a call. */
void sn_daemon_set_patience(struct sn_daemon *d, bool (*waits_on)(void *context, uint64_t ms), void *context);

/* Whether to go on with work on an answer, which has taken `ms` milliseconds so far: nobody has interrupted,
 * and who was set above says so. In that thread. And what the work fails with when not: SN_DAEMON. */
bool sn_daemon_waits_on(struct sn_daemon *d, uint64_t ms);
int sn_daemon_given_up(const struct sn_daemon *d, struct sn_error *err);

/* The address as it stands in error texts, "127.0.0.1:18081". */
const char *sn_daemon_address(const struct sn_daemon *d);

/* Another connection to the same daemon, as in sn_http_clone, with such a cap of its own. Closed with
 * sn_daemon_close. Private to node/. */
int sn_daemon_clone(struct sn_daemon **out, const struct sn_daemon *origin, size_t blocks_cap,
		    struct sn_error *err) SN_MUST_USE;

#endif
