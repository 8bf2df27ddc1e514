/* rpc/gate.h - which HTTP requests may come in, judged by their heads alone.
 *
 * A web page that somebody looks at on this machine can send requests to a listener on its loopback, so a
 * local address alone protects from nothing. Three rules keep pages out:
 *
 *     Content-Type must be application/json. A page may send that to another site only after asking (a CORS
 *     preflight, OPTIONS); here the question is refused: 405, and no CORS header anywhere.
 *
 *     Origin must be absent. Browsers add it to every POST that a page makes; there is no page of ours.
 *
 *     Host must be an address of this listener. A page whose own name was made to resolve to 127.0.0.1 (DNS
 *     rebinding) counts as the same site and need not ask, but its name is what comes as Host.
 *
 * Nothing here is secret, nothing is kept. */
#ifndef SN_RPC_GATE_H
#define SN_RPC_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_RPC_PATH "/json_rpc"
#define SN_RPC_TARGET_SIZE \
	320 /* of the longest target that can be ours, http://HOST:PORT and the path, with its NUL */

struct sn_rpc_gate {
	uint16_t port;    /* that this server listens on */
	bool is_external; /* its address is not a loopback address */
	const char *host; /* a name that clients may use for it besides its addresses, or NULL */
	size_t body_max;
};

/* The head of a request as it came; what is absent is NULL. */
struct sn_rpc_head {
	const char *method;
	const char *target; /* as sent: neither decoded nor cut at '?' */
	const char *host, *origin, *authorization, *expect;
	const char *content_type, *content_encoding, *content_length, *transfer_encoding;
	bool is_repeated;  /* one of these headers came twice */
	bool is_malformed; /* a header whose name is no token, or whose value holds a NUL */
};

/* Note one header of a request; both texts end in NUL behind their length. Names are compared without regard
 * to case; unknown ones are passed over, once they are well-formed (RFC 9110 section 5.1, RFC 9112
 * section 5.1: "Content-Length :" is not, and what one reader passes over, another may obey). `value` may be
 * NULL. */
void sn_rpc_head_note(struct sn_rpc_head *head, const char *name, size_t name_len, const char *value,
		      size_t value_len);

/* A name that can be a gate's `host`: letters, digits, '-' and '.', up to 253 of them, and no port. */
bool sn_rpc_gate_is_host_name(const char *name);

/* Judge where the request comes from and goes to. 0, or the HTTP status of the refusal with one line of text
 * in `why`: 400 no Host, a repeated or malformed header; 403 foreign Host, any Origin; 404 not SN_RPC_PATH;
 * 405 not POST.
 *
 * Host, with this port or none: "localhost" or an address of 127.0.0.0/8 or ::1; on an external listener any
 * literal address, since it may be reached by others than its own (0.0.0.0, port forwarding) and rebinding
 * needs a name. The gate's own `host` with any port or none: it is for proxies and tunnels, which have
 * theirs.
 *
 * A target in absolute form (http://HOST/json_rpc) stands above the Host header, whose value then does not
 * matter (RFC 9112 section 3.2.2): HOST is judged in its place. */
unsigned sn_rpc_gate_check_way(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head,
			       const char **why);

/* Judge what the head says of the body: 415 not application/json (parameters are ignored) or compressed; 413
 * announced longer than body_max; 400 a length that is not a number, two framings at once, a transfer coding
 * other than "chunked". */
unsigned sn_rpc_gate_check_body(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head,
				const char **why);

#endif
