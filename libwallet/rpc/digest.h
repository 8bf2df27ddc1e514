/* rpc/digest.h - HTTP digest login with SHA-256 (RFC 7616, qop "auth"), as a client proves USER:PASS without
 * sending PASS.
 *
 *     response = H(HA1:nonce:nc:cnonce:auth:H(method:uri)),  HA1 = H(user:realm:pass),  H = SHA-256 in
 * lower-case hex
 *
 * libmicrohttpd has a digest login too, but before its version 1.0 the nonce is a function of the second in
 * which it is issued: clients that log in within the same second share one, and all but the first are
 * refused.
 *
 * A nonce is a serial number and a MAC of it under a key that lives as long as the server, so a challenge
 * costs no memory and nobody without the password can make the server forget anything. The nonces in use, and
 * which of their counters (nc) were seen, are in a table of fixed size; when it is full, the oldest nonce and
 * all that are older expire. So no request is ever accepted twice. A client whose nonce has expired is told
 * so ("stale") and comes again without asking its user.
 *
 * The password is not kept, HA1 is, in locked memory. Any number of threads may use one `struct sn_digest`.
 */
#ifndef SN_RPC_DIGEST_H
#define SN_RPC_DIGEST_H

#include "base/error.h"

#include <stdbool.h>

#define SN_DIGEST_REALM "sneakernote"
#define SN_DIGEST_USER_MAX 128
#define SN_DIGEST_PASS_MAX 512
#define SN_DIGEST_NONCES 1024 /* in use at the same time */
#define SN_DIGEST_HEX_SIZE 65 /* SHA-256 in hex and the NUL */
#define SN_DIGEST_CHALLENGE_SIZE 256

enum sn_digest_verdict {
	SN_DIGEST_ALLOWED,
	SN_DIGEST_DENIED, /* no or a wrong login, or not one that this module understands */
	SN_DIGEST_STALE,  /* the right login, over a nonce that is not valid (any more), or a request seen
			     before */
};

struct sn_digest;

/* `login` is USER:PASS, secret. SN_USAGE when it is not that, is longer than the limits above, has a control
 * character, or a '"' or '\' in USER, which clients put between quotes each in a way of its own. The error
 * text leaves the login out. */
int sn_digest_new(struct sn_digest **out, const char *login, struct sn_error *err) SN_MUST_USE;
void sn_digest_free(struct sn_digest *d); /* NULL is allowed */

/* Write the value of a WWW-Authenticate header with a fresh nonce. */
void sn_digest_challenge(struct sn_digest *d, bool stale, char out[static SN_DIGEST_CHALLENGE_SIZE]);

/* Judge the value of an Authorization header (NULL: there was none) for a request of `method` to `uri`.
 * ALLOWED uses up the header's nonce and counter. */
enum sn_digest_verdict sn_digest_check(struct sn_digest *d, const char *method, const char *uri,
				       const char *authorization) SN_MUST_USE;

/* The two formulas above. HA1 is as secret as the password. */
void sn_digest_ha1(char ha1[static SN_DIGEST_HEX_SIZE], const char *user, const char *realm,
		   const char *pass);
void sn_digest_response(char response[static SN_DIGEST_HEX_SIZE], const char *ha1, const char *method,
			const char *uri, const char *nonce, const char *nc, const char *cnonce);

#endif
