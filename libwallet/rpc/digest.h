/* rpc/digest.h - HTTP digest login (RFC 7616, qop "auth"): the client proves that it knows USER:PASS without
 * sending PASS.
 *
 *     response = H(HA1:nonce:nc:cnonce:auth:H(method:uri)),  HA1 = H(user:realm:pass),
 *     H = SHA-256, or if the operator allows it MD5, in lower-case hexadecimal
 *
 * MD5 is for clients that support only MD5. Anyone who records such a login can try passwords faster, but
 * finds none that is long and random.
 *
 * The digest login of libmicrohttpd is not used: before version 1.0, its nonce depends only on the second of
 * its issue. Clients that log in within one second share a nonce, and all but the first are refused.
 *
 * A nonce is a serial number and a MAC of it, under a key that lasts as long as the server. A challenge needs
 * no memory, and clients without the password cannot make the server forget anything. A table of fixed size
 * has the nonces in use and their used counters (nc). If it is full, the oldest nonce and all older ones
 * expire. Therefore no request is accepted twice. A client with an expired nonce gets the answer "stale", and
 * repeats the request without prompting its user.
 *
 * The password is not kept; HA1 is, in locked memory. Any number of threads may use one `struct sn_digest`.
 */
#ifndef SN_RPC_DIGEST_H
#define SN_RPC_DIGEST_H

#include "base/error.h"

#include <stdbool.h>

#define SN_DIGEST_REALM "sneakernote"
#define SN_DIGEST_USER_MAX 128
#define SN_DIGEST_PASS_MAX 512
#define SN_DIGEST_NONCES 1024 /* in use at one time */
#define SN_DIGEST_HEX_SIZE 65 /* SHA-256 in hex and the NUL */
#define SN_DIGEST_CHALLENGE_SIZE 256

enum sn_digest_verdict {
	SN_DIGEST_ALLOWED,
	SN_DIGEST_ALLOWED_TO_READ, /* the login that may only read */
	SN_DIGEST_DENIED,          /* no login, a wrong one, or an unsupported one */
	SN_DIGEST_STALE, /* the right login with an invalid or expired nonce, or a repeated request */
};

enum sn_digest_algorithm {
	SN_DIGEST_SHA256,
	SN_DIGEST_MD5,
};

struct sn_digest;

/* `login` is USER:PASS, secret, and so is `read_login` (NULL: none), that of clients which may only read.
 * With `allow_md5`, clients may use MD5 instead of SHA-256. Returns SN_USAGE if a login has another form,
 * exceeds the limits above, has a control character, or a '"' or '\' in USER, because clients quote these
 * differently; or if both have the same USER. The message contains no login. */
int sn_digest_new(struct sn_digest **out, const char *login, const char *read_login, bool allow_md5,
		  struct sn_error *err) SN_MUST_USE;
void sn_digest_free(struct sn_digest *d); /* NULL is allowed */

bool sn_digest_allows_md5(const struct sn_digest *d);

/* Write the value of a WWW-Authenticate header with a new nonce. */
void sn_digest_challenge(struct sn_digest *d, enum sn_digest_algorithm algorithm, bool stale,
			 char out[static SN_DIGEST_CHALLENGE_SIZE]);

/* Check the value of an Authorization header (NULL: none) for a request of `method` to `uri`, a path. The
 * header may have the whole URL instead. When it is allowed, the counter of the header's nonce is
 * used. */
enum sn_digest_verdict sn_digest_check(struct sn_digest *d, const char *method, const char *uri,
				       const char *authorization) SN_MUST_USE;

/* Compute the two formulas above. HA1 is as secret as the password. */
void sn_digest_ha1(enum sn_digest_algorithm algorithm, char ha1[static SN_DIGEST_HEX_SIZE], const char *user,
		   const char *realm, const char *pass);
void sn_digest_response(enum sn_digest_algorithm algorithm, char response[static SN_DIGEST_HEX_SIZE],
			const char *ha1, const char *method, const char *uri, const char *nonce,
			const char *nc, const char *cnonce);

#endif
