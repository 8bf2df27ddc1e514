/* rpc/gate.h - access control for HTTP requests, by their headers.
 *
 * A web page in a browser on this machine can send requests to a server on its loopback address, so a local
 * address alone does not protect. Three rules exclude web pages:
 *
 *     Content-Type must be application/json. A page may send this type to another site only after a CORS
 *     preflight (OPTIONS), which is refused: 405, and no CORS header in any answer.
 *
 *     Origin must be absent. Browsers add it to every POST of a page; this server has no pages.
 *
 *     Host must be an address of this server. After DNS rebinding, a page's own name resolves to
 *     127.0.0.1, and the browser needs no preflight; but it then sends this name as Host.
 *
 * A page (rpc/page.h) may be requested by GET, which browsers send without preflight. The rules for Host and
 * Origin apply to it, too, so that a web page cannot read it.
 *
 * Nothing here is secret, and nothing is stored. */
#ifndef SN_RPC_GATE_H
#define SN_RPC_GATE_H

#include "rpc/page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_RPC_PATH "/json_rpc"
#define SN_RPC_TARGET_SIZE \
	320 /* of the longest valid target, http://HOST:PORT and the path, with its NUL \
	     */

struct sn_rpc_gate {
	uint16_t port;    /* of this server */
	bool is_external; /* its address is not loopback */
	const char *host; /* a name that clients may use besides its addresses, or NULL */
	size_t body_max;
	const struct sn_rpc_page *pages; /* ends with a NULL path; NULL: none */
};

/* The head of a request, unchanged; absent members are NULL. */
struct sn_rpc_head {
	const char *method;
	const char *target; /* as sent: neither decoded nor cut at '?' */
	const char *host, *origin, *authorization, *expect;
	const char *content_type, *content_encoding, *content_length, *transfer_encoding;
	bool is_repeated;  /* one of these headers occurs twice */
	bool is_malformed; /* a header name is not a token, or a value contains a NUL */
};

/* Add one header of a request to `head`. `name` and `value` end in NUL after their length; `value` may be
 * NULL. Names are case-insensitive. Unknown headers are ignored if they are well-formed (RFC 9110
 * section 5.1, RFC 9112 section 5.1). "Content-Length :" is malformed: other HTTP parsers may not ignore it.
 */
void sn_rpc_head_note(struct sn_rpc_head *head, const char *name, size_t name_len, const char *value,
		      size_t value_len);

/* Whether `name` is valid as `host` of a gate: up to 253 letters, digits, '-' and '.', without a port. */
bool sn_rpc_gate_is_host_name(const char *name);

/* Check the origin and the target of a request. Returns 0, or the HTTP status of the refusal and one line of
 * text in *why:
 *   400  Host is missing, or a header is duplicate or malformed
 *   403  wrong Host, or any Origin
 *   404  the path is neither SN_RPC_PATH nor that of a page
 *   405  the method is not POST; for a page, neither GET nor HEAD
 *
 * *page is the page that the path names, or NULL.
 *
 * Valid hosts, with this port or none: "localhost", an address of 127.0.0.0/8, ::1. If the server is
 * external, any literal address: clients may reach it by other addresses (0.0.0.0, port forwarding), and
 * rebinding requires a name. Also the gate's `host`, with any port or none, for proxies and tunnels.
 *
 * A target in absolute form (http://HOST/json_rpc) takes precedence over the Host header (RFC 9112
 * section 3.2.2): its HOST is checked instead. */
unsigned sn_rpc_gate_check_way(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head,
			       const struct sn_rpc_page **page, const char **why);

/* Check the headers about the body of a JSON-RPC request. Returns 0, or the HTTP status of the refusal and
 * one line of text in *why:
 *   400  the length is not a number, both framings are used, or the transfer coding is not "chunked"
 *   413  Content-Length is above body_max
 *   415  the type is not application/json (parameters are ignored), or the body is compressed */
unsigned sn_rpc_gate_check_body(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head,
				const char **why);

/* The same for the request of a page: 400 if it has a body. */
unsigned sn_rpc_gate_check_no_body(const struct sn_rpc_head *head, const char **why);

#endif
