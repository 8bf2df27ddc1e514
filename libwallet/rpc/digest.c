#include "rpc/digest.h"
#include "base/bytes.h"
#include "base/hex.h"
#include "base/secret.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <md5.h>
#include <sodium.h>

#define MAC_BYTES 16
#define NONCE_BYTES (8 + MAC_BYTES)
#define NONCE_SIZE (2 * NONCE_BYTES + 1)

struct login {
	char user[SN_DIGEST_USER_MAX + 1];
	char ha1[2][SN_DIGEST_HEX_SIZE]; /* by algorithm */
};

struct secrets {
	struct login logins[2];                   /* the second may only read; "" if there is none */
	uint8_t key[crypto_generichash_KEYBYTES]; /* for the MAC of nonces */
};

/* A nonce in use. Requests on several connections may arrive out of order, so the 64 counters below the
 * highest are recorded individually. */
struct used {
	uint64_t serial; /* 0: free */
	uint32_t highest;
	uint64_t seen; /* bit i: the counter `highest - 1 - i` */
};

struct sn_digest {
	struct secrets *secret;
	bool allows_md5;
	pthread_mutex_t lock; /* guards the members below */
	uint64_t last_serial;
	uint64_t floor; /* serials up to this one have expired */
	struct used used[SN_DIGEST_NONCES];
};

/* ------------------------------------------------------------------ formulas */

struct hash {
	enum sn_digest_algorithm algorithm;
	crypto_hash_sha256_state sha256;
	MD5_CTX md5;
};

static void hash_begin(struct hash *h, enum sn_digest_algorithm algorithm)
{
	h->algorithm = algorithm;
	crypto_hash_sha256_init(&h->sha256);
	MD5Init(&h->md5);
}

/* Add the text, and the character `end` unless it is 0. */
static void hash_part(struct hash *h, const char *text, char end)
{
	const size_t len = strlen(text);
	if (h->algorithm == SN_DIGEST_MD5) {
		MD5Update(&h->md5, (const uint8_t *)text, len);
		MD5Update(&h->md5, (const uint8_t *)&end, end != 0);
	} else {
		crypto_hash_sha256_update(&h->sha256, (const unsigned char *)text, len);
		crypto_hash_sha256_update(&h->sha256, (const unsigned char *)&end, end != 0);
	}
}

static void hash_finish(struct hash *h, char hex[static SN_DIGEST_HEX_SIZE])
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	const bool is_md5 = h->algorithm == SN_DIGEST_MD5;
	if (is_md5)
		MD5Final(hash, &h->md5);
	else
		crypto_hash_sha256_final(&h->sha256, hash);
	sodium_bin2hex(hex, SN_DIGEST_HEX_SIZE, hash, is_md5 ? MD5_DIGEST_LENGTH : sizeof hash);
	sn_wipe(hash, sizeof hash);
	sn_wipe(h, sizeof *h);
}

void sn_digest_ha1(enum sn_digest_algorithm algorithm, char ha1[static SN_DIGEST_HEX_SIZE], const char *user,
		   const char *realm, const char *pass)
{
	struct hash h;
	hash_begin(&h, algorithm);
	hash_part(&h, user, ':');
	hash_part(&h, realm, ':');
	hash_part(&h, pass, 0);
	hash_finish(&h, ha1);
}

void sn_digest_response(enum sn_digest_algorithm algorithm, char response[static SN_DIGEST_HEX_SIZE],
			const char *ha1, const char *method, const char *uri, const char *nonce,
			const char *nc, const char *cnonce)
{
	struct hash h;
	char ha2[SN_DIGEST_HEX_SIZE];
	hash_begin(&h, algorithm);
	hash_part(&h, method, ':');
	hash_part(&h, uri, 0);
	hash_finish(&h, ha2);

	hash_begin(&h, algorithm);
	hash_part(&h, ha1, ':');
	hash_part(&h, nonce, ':');
	hash_part(&h, nc, ':');
	hash_part(&h, cnonce, ':');
	hash_part(&h, "auth", ':');
	hash_part(&h, ha2, 0);
	hash_finish(&h, response);
}

/* ------------------------------------------------------------------ new, free */

static bool has_control(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			return true;
	return false;
}

static int check_login(const char *login, struct sn_error *err)
{
	const char *colon = strchr(login, ':');
	if (!colon || colon == login || !colon[1] || has_control(login))
		return sn_error_set(err, SN_USAGE,
				    "the RPC login must be USER:PASS, and neither part may be empty");
	size_t user_len = (size_t)(colon - login);
	if (strcspn(login, "\"\\") < user_len)
		return sn_error_set(err, SN_USAGE, "the USER of the RPC login must not contain \" or \\");
	if (user_len > SN_DIGEST_USER_MAX || strlen(colon + 1) > SN_DIGEST_PASS_MAX)
		return sn_error_set(err, SN_USAGE,
				    "the RPC login is too long: at most %d bytes for USER and %d for PASS",
				    SN_DIGEST_USER_MAX, SN_DIGEST_PASS_MAX);
	return SN_OK;
}

static void keep_login(struct login *to, const char *login)
{
	const char *colon = strchr(login, ':');
	memcpy(to->user, login, (size_t)(colon - login));
	for (int i = SN_DIGEST_SHA256; i <= SN_DIGEST_MD5; i++)
		sn_digest_ha1(i, to->ha1[i], to->user, SN_DIGEST_REALM, colon + 1);
}

int sn_digest_new(struct sn_digest **out, const char *login, const char *read_login, bool allow_md5,
		  struct sn_error *err)
{
	*out = NULL;
	int ret = check_login(login, err);
	if (!ret && read_login)
		ret = check_login(read_login, err);
	if (ret)
		return ret;
	struct sn_digest *d = calloc(1, sizeof *d);
	struct secrets *secret = sn_secret_alloc(sizeof *secret);
	if (!d || !secret) {
		free(d);
		sn_secret_free(secret);
		return sn_error_memory(err);
	}
	keep_login(&secret->logins[0], login);
	if (read_login)
		keep_login(&secret->logins[1], read_login);
	if (!strcmp(secret->logins[0].user, secret->logins[1].user)) {
		free(d);
		sn_secret_free(secret);
		return sn_error_set(err, SN_USAGE, "the two RPC logins must have different USERs");
	}
	randombytes_buf(secret->key, sizeof secret->key);
	d->secret = secret;
	d->allows_md5 = allow_md5;
	pthread_mutex_init(&d->lock, NULL);
	*out = d;
	return SN_OK;
}

void sn_digest_free(struct sn_digest *d)
{
	if (!d)
		return;
	sn_secret_free(d->secret);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

/* ------------------------------------------------------------------ nonces */

static void make_nonce(const struct sn_digest *d, uint64_t serial, char nonce[static NONCE_SIZE])
{
	uint8_t bytes[NONCE_BYTES];
	sn_store_u64(bytes, serial);
	crypto_generichash(bytes + 8, MAC_BYTES, bytes, 8, d->secret->key, sizeof d->secret->key);
	sn_hex_encode(nonce, bytes, sizeof bytes);
}

/* Return the serial of a nonce of this server, or 0. */
static uint64_t nonce_serial(const struct sn_digest *d, const char *nonce)
{
	uint8_t bytes[NONCE_BYTES];
	char expected[NONCE_SIZE];
	if (sn_hex_decode(bytes, sizeof bytes, nonce))
		return 0;
	uint64_t serial = sn_load_u64(bytes);
	make_nonce(d, serial, expected);
	return sodium_memcmp(expected, nonce, NONCE_SIZE) ? 0 : serial;
}

/* Find the entry of `serial` in the table. A new serial gets a free entry, or that of the oldest nonce, which
 * expires. Returns NULL if `serial` has expired. */
static struct used *find_used(struct sn_digest *d, uint64_t serial)
{
	if (serial <= d->floor)
		return NULL;
	struct used *place = &d->used[0]; /* the lowest serial; 0 means free */
	for (size_t i = 0; i < SN_DIGEST_NONCES; i++) {
		if (d->used[i].serial == serial)
			return &d->used[i];
		if (d->used[i].serial < place->serial)
			place = &d->used[i];
	}
	if (place->serial > serial)
		return NULL; /* older than every nonce in a full table */
	if (place->serial)
		d->floor = place->serial;
	*place = (struct used){.serial = serial};
	return place;
}

/* Record a counter of this nonce. Returns true if it is new. */
static bool use_counter(struct used *u, uint32_t count)
{
	if (count > u->highest) {
		uint32_t step = count - u->highest;
		u->seen = step < 64 ? u->seen << step : 0;
		if (u->highest && step <= 64)
			u->seen |= (uint64_t)1 << (step - 1);
		u->highest = count;
		return true;
	}
	uint32_t back = u->highest - count;
	if (count == 0 || back == 0 || back > 64)
		return false;
	uint64_t bit = (uint64_t)1 << (back - 1);
	bool is_new = !(u->seen & bit);
	u->seen |= bit;
	return is_new;
}

bool sn_digest_allows_md5(const struct sn_digest *d)
{
	return d->allows_md5;
}

/* Clients that know only MD5 exist that do not accept spaces after the commas. */
void sn_digest_challenge(struct sn_digest *d, enum sn_digest_algorithm algorithm, bool stale,
			 char out[static SN_DIGEST_CHALLENGE_SIZE])
{
	char nonce[NONCE_SIZE];
	pthread_mutex_lock(&d->lock);
	uint64_t serial = ++d->last_serial;
	pthread_mutex_unlock(&d->lock);
	make_nonce(d, serial, nonce);
	snprintf(out, SN_DIGEST_CHALLENGE_SIZE,
		 "Digest realm=\"" SN_DIGEST_REALM "\",qop=\"auth\",algorithm=%s,nonce=\"%s\"%s",
		 algorithm == SN_DIGEST_MD5 ? "MD5" : "SHA-256", nonce, stale ? ",stale=true" : "");
}

/* ------------------------------------------------------------------ the Authorization header */

struct fields {
	char username[SN_DIGEST_USER_MAX + 1];
	char realm[sizeof SN_DIGEST_REALM];
	char nonce[NONCE_SIZE];
	char uri[320]; /* the longest valid target */
	char response[SN_DIGEST_HEX_SIZE];
	char nc[9];
	char cnonce[129];
	char qop[5];
	char algorithm[8];
};

static bool is_token_char(char c)
{
	return c > ' ' && c < 0x7f && !strchr("()<>@,;:\\\"/[]?={}", c);
}

static const char *skip_space(const char *p)
{
	return p + strspn(p, " \t");
}

/* Read a token or a quoted string at `p` into `value`. Returns NULL if it is malformed or does not fit
 * `size`.
 */
static const char *read_value(const char *p, char *value, size_t size)
{
	size_t n = 0;
	bool is_quoted = *p == '"';
	if (is_quoted)
		p++;
	for (;; p++) {
		if (is_quoted ? *p == '"' : !is_token_char(*p))
			break;
		if (is_quoted && *p == '\\')
			p++;
		if (!*p || n + 1 >= size)
			return NULL;
		value[n++] = *p;
	}
	value[n] = 0;
	return is_quoted ? p + 1 : p;
}

/* Read name=value pairs, separated by commas, each name at most once (RFC 7616 section 3.4, RFC 9110
 * section 11.2). */
static bool read_fields(struct fields *f, const char *p)
{
	const struct {
		const char *name;
		char *value;
		size_t size;
	} known[] = {
		{"username", f->username, sizeof f->username},
		{"realm", f->realm, sizeof f->realm},
		{"nonce", f->nonce, sizeof f->nonce},
		{"uri", f->uri, sizeof f->uri},
		{"response", f->response, sizeof f->response},
		{"nc", f->nc, sizeof f->nc},
		{"cnonce", f->cnonce, sizeof f->cnonce},
		{"qop", f->qop, sizeof f->qop},
		{"algorithm", f->algorithm, sizeof f->algorithm},
	};
	const size_t count = sizeof known / sizeof *known;
	if (strncasecmp(p, "Digest ", 7) != 0)
		return false;
	p = skip_space(p + 7);
	for (;;) {
		char name[32], other[256];
		size_t len = 0, i;
		while (is_token_char(p[len]))
			len++;
		if (len == 0 || len >= sizeof name)
			return false;
		memcpy(name, p, len);
		name[len] = 0;
		p = skip_space(p + len);
		if (*p != '=')
			return false;
		p = skip_space(p + 1);
		for (i = 0; i < count && strcasecmp(name, known[i].name) != 0; i++)
			;
		if (i < count && known[i].value[0])
			return false;
		p = i < count ? read_value(p, known[i].value, known[i].size)
			      : read_value(p, other, sizeof other);
		if (!p)
			return false;
		p = skip_space(p);
		if (!*p)
			return true;
		if (*p != ',')
			return false;
		p = skip_space(p + 1);
	}
}

/* Read eight hexadecimal digits. Returns 0, which is not a valid counter, for anything else. */
static uint32_t read_counter(const char *nc)
{
	return strlen(nc) == 8 && strspn(nc, "0123456789abcdefABCDEF") == 8 ? (uint32_t)strtoul(nc, NULL, 16)
									    : 0;
}

static const struct login *find_login(const struct sn_digest *d, const char *user)
{
	for (size_t i = 0; *user && i < 2; i++)
		if (!strcmp(user, d->secret->logins[i].user))
			return &d->secret->logins[i];
	return NULL;
}

/* Whether `text` is the path, or a URL with this path. */
static bool is_uri(const char *text, const char *path)
{
	const char *host = strstr(text, "://");
	return !strcmp(host ? host + 3 + strcspn(host + 3, "/") : text, path);
}

/* Without a name, the algorithm is MD5 (RFC 7616 section 3.3). */
static bool read_algorithm(const struct sn_digest *d, const char *name, enum sn_digest_algorithm *algorithm)
{
	*algorithm = strcasecmp(name, "SHA-256") ? SN_DIGEST_MD5 : SN_DIGEST_SHA256;
	return *algorithm == SN_DIGEST_SHA256 || (d->allows_md5 && (!*name || !strcasecmp(name, "MD5")));
}

enum sn_digest_verdict sn_digest_check(struct sn_digest *d, const char *method, const char *uri,
				       const char *authorization)
{
	struct fields f = {0};
	enum sn_digest_algorithm algorithm;
	const struct login *login;
	if (!authorization || !read_fields(&f, authorization) || !(login = find_login(d, f.username)) ||
	    strcmp(f.realm, SN_DIGEST_REALM) != 0 || !is_uri(f.uri, uri) || strcmp(f.qop, "auth") != 0 ||
	    !read_algorithm(d, f.algorithm, &algorithm) || !f.cnonce[0])
		return SN_DIGEST_DENIED;

	char expected[SN_DIGEST_HEX_SIZE];
	const size_t size = algorithm == SN_DIGEST_MD5 ? 2 * MD5_DIGEST_LENGTH + 1 : sizeof expected;
	sn_digest_response(algorithm, expected, login->ha1[algorithm], method, f.uri, f.nonce, f.nc,
			   f.cnonce);
	bool is_right = sodium_memcmp(expected, f.response, size) == 0;
	sn_wipe(expected, sizeof expected);
	if (!is_right)
		return SN_DIGEST_DENIED;

	/* The client knows the password, so the table has only nonces of such clients. */
	uint64_t serial = nonce_serial(d, f.nonce);
	uint32_t count = read_counter(f.nc);
	if (!serial || !count)
		return SN_DIGEST_STALE;
	pthread_mutex_lock(&d->lock);
	struct used *used = find_used(d, serial);
	bool is_new = used && use_counter(used, count);
	pthread_mutex_unlock(&d->lock);
	if (!is_new)
		return SN_DIGEST_STALE;
	return login == d->secret->logins ? SN_DIGEST_ALLOWED : SN_DIGEST_ALLOWED_TO_READ;
}
