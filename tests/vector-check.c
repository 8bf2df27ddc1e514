/* vector-check FILE... - check files of vectors in the line format of CryptoNote projects:
 *
 *   COMMAND ARGUMENT... RESULT
 *
 * separated by white space, bytes in hex, an empty message as `x` or as nothing. A command that can
 * fail has the result `false`, or `true VALUE`, or just `VALUE`. Empty lines and lines that begin with
 * # are passed over. What depends on the random numbers of another implementation, and ring
 * signatures of version 1, are skipped.
 *
 *   sal_verify old|new M O~ I~ C~ R L PROOF true|false
 *
 * is our own: an SA/L proof (ringct/sal.h), with the old or the new constants. A value that is not hex, or of
 * another length, makes a malformed proof, and the result `false`.
 *
 * Last line of stdout: `N passed, N failed, N skipped`. A line that cannot be understood counts as
 * failed. Exit: 0, 1 something failed, 2 usage, 7 a file cannot be read. */
#include "base/bytes.h"
#include "base/hex.h"
#include "base/secret.h"
#include "chain/transaction.h"
#include "crypto/blake256.h"
#include "crypto/derive.h"
#include "crypto/groestl256.h"
#include "crypto/group.h"
#include "crypto/hash_to_point.h"
#include "crypto/jh256.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "crypto/skein512_256.h"
#include "kernel/cryptonight.h"
#include "kernel/derivations.h"
#include "ringct/sal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARGS_MAX 6
#define TOKENS_MAX 10
#define RESULT_MAX 32
#define BLANKS " \t\r\n\v\f"

struct args {
	union {
		struct sn_scalar scalar;
		struct sn_point point;
		struct sn_hash hash;
	} v[ARGS_MAX];                             /* arguments of kind 'v' or 'w' */
	uint64_t index;                            /* of kind 'i' */
	struct sn_buf message;                     /* of kind 'm' or 'p' */
	bool is_malformed;                         /* one of kind 'w' or 'p' */
	const struct sn_fcmp_constants *constants; /* of kind 'c' */
};

/* One function of the format: the kinds of its arguments in order, and the size of its result (0: true or
 * false). `run` returns false when the call fails. */
struct command {
	const char *name;
	const char *kinds;
	size_t result_len;
	bool (*run)(uint8_t *result, const struct args *a);
};

static bool run_check_scalar(uint8_t *result, const struct args *a)
{
	(void)result;
	return sn_scalar_is_canonical(&a->v[0].scalar);
}

static bool run_check_key(uint8_t *result, const struct args *a)
{
	struct sn_ge p;

	(void)result;
	return sn_ge_decode(&p, &a->v[0].point) == SN_OK;
}

/* K + K - K - K is the identity. The format's first result is that of a faulty test, so only the second is
 * looked at. */
static bool run_check_identity(uint8_t *result, const struct args *a)
{
	struct sn_ge k, p;

	(void)result;
	if (sn_ge_decode(&k, &a->v[0].point))
		return false;
	sn_ge_add(&p, &k, &k);
	sn_ge_sub(&p, &p, &k);
	sn_ge_sub(&p, &p, &k);
	return sn_ge_is_identity(&p);
}

static bool run_hash_to_scalar(uint8_t *result, const struct args *a)
{
	struct sn_scalar s;

	sn_hash_to_scalar(&s, a->message.data, a->message.len);
	memcpy(result, s.b, 32);
	return true;
}

static bool run_secret_key_to_public_key(uint8_t *result, const struct args *a)
{
	struct sn_point pub;

	if (!sn_scalar_is_canonical(&a->v[0].scalar))
		return false;
	sn_secret_to_public(&pub, &a->v[0].scalar);
	memcpy(result, pub.b, 32);
	return true;
}

static bool run_generate_key_derivation(uint8_t *result, const struct args *a)
{
	struct sn_point one, many;
	bool is_valid;

	/* Both ways to the same thing, on every vector. */
	if (sn_derive_many(&many, &is_valid, &a->v[0].point, 1, &a->v[1].scalar))
		return false;
	bool ok = sn_derive(&one, &a->v[0].point, &a->v[1].scalar) == SN_OK;
	if (ok != is_valid || !sn_point_is_equal(&one, &many)) {
		fprintf(stderr, "vector-check: sn_derive and sn_derive_many disagree\n");
		return false;
	}
	memcpy(result, one.b, 32);
	return ok;
}

static bool run_derive_public_key(uint8_t *result, const struct args *a)
{
	struct sn_point p;

	if (sn_derive_public_key(&p, &a->v[0].point, a->index, &a->v[1].point))
		return false;
	memcpy(result, p.b, 32);
	return true;
}

static bool run_derive_secret_key(uint8_t *result, const struct args *a)
{
	struct sn_scalar x;

	sn_derive_secret_key(&x, &a->v[0].point, a->index, &a->v[1].scalar);
	memcpy(result, x.b, 32);
	return true;
}

static bool run_derive_view_tag(uint8_t *result, const struct args *a)
{
	result[0] = sn_derive_view_tag(&a->v[0].point, a->index);
	return true;
}

static bool run_hash_to_point(uint8_t *result, const struct args *a)
{
	struct sn_ge p;
	struct sn_point e;

	sn_ge_from_hash(&p, a->v[0].hash.b);
	sn_ge_encode(&e, &p);
	memcpy(result, e.b, 32);
	return true;
}

static bool run_hash_to_ec(uint8_t *result, const struct args *a)
{
	struct sn_ge p;
	struct sn_point e;

	sn_hash_to_ec(&p, a->v[0].point.b);
	sn_ge_encode(&e, &p);
	memcpy(result, e.b, 32);
	return true;
}

static bool run_generate_key_image(uint8_t *result, const struct args *a)
{
	struct sn_point image;

	sn_key_image(&image, &a->v[0].point, &a->v[1].scalar);
	memcpy(result, image.b, 32);
	return true;
}

static bool run_fast_hash(uint8_t *result, const struct args *a)
{
	struct sn_hash h;

	sn_keccak256(&h, a->message.data, a->message.len);
	memcpy(result, h.b, 32);
	return true;
}

static bool run_blake256(uint8_t *result, const struct args *a)
{
	struct sn_hash h;

	sn_blake256(&h, a->message.data, a->message.len);
	memcpy(result, h.b, 32);
	return true;
}

static bool run_groestl256(uint8_t *result, const struct args *a)
{
	struct sn_hash h;

	sn_groestl256(&h, a->message.data, a->message.len);
	memcpy(result, h.b, 32);
	return true;
}

static bool run_jh256(uint8_t *result, const struct args *a)
{
	struct sn_hash h;

	sn_jh256(&h, a->message.data, a->message.len);
	memcpy(result, h.b, 32);
	return true;
}

static bool run_skein512_256(uint8_t *result, const struct args *a)
{
	struct sn_hash h;

	sn_skein512_256(&h, a->message.data, a->message.len);
	memcpy(result, h.b, 32);
	return true;
}

static bool run_cryptonight(uint8_t *result, const struct args *a)
{
	struct sn_hash h;

	if (sn_cryptonight(&h, a->message.data, a->message.len, NULL))
		return false;
	memcpy(result, h.b, 32);
	return true;
}

static bool run_transaction_hash(uint8_t *result, const struct args *a)
{
	struct sn_tx tx;
	struct sn_hash h;

	if (sn_tx_parse(&tx, a->message.data, a->message.len, false))
		return false;
	bool ok = sn_tx_hash(&h, &tx) == SN_OK;
	sn_tx_free(&tx);
	if (ok)
		memcpy(result, h.b, 32);
	return ok;
}

static bool run_sal_verify(uint8_t *result, const struct args *a)
{
	const struct sn_sal_statement statement = {
		.message = a->v[0].hash,
		.input = {.o = a->v[1].point, .i = a->v[2].point, .c = a->v[3].point, .r = a->v[4].point},
		.image = a->v[5].point,
	};
	struct sn_sal proof;

	(void)result;
	return !a->is_malformed && !sn_sal_load(&proof, a->message.data, a->message.len) &&
	       !sn_sal_verify(&proof, &statement, a->constants);
}

static const struct command commands[] = {
	{"biased_hash_to_ec", "v", 32, run_hash_to_ec}, /* newer name */
	{"blake256", "m", 32, run_blake256},
	{"check_ge_p3_identity", "v", 0, run_check_identity},
	{"check_key", "v", 0, run_check_key},
	{"check_scalar", "v", 0, run_check_scalar},
	{"cryptonight", "m", 32, run_cryptonight},
	{"derive_public_key", "viv", 32, run_derive_public_key},
	{"derive_secret_key", "viv", 32, run_derive_secret_key},
	{"derive_view_tag", "vi", 1, run_derive_view_tag},
	{"fast_hash", "m", 32, run_fast_hash},
	{"generate_key_derivation", "vv", 32, run_generate_key_derivation},
	{"generate_key_image", "vv", 32, run_generate_key_image},
	{"groestl256", "m", 32, run_groestl256},
	{"hash_to_ec", "v", 32, run_hash_to_ec},
	{"hash_to_point", "v", 32, run_hash_to_point},
	{"hash_to_scalar", "m", 32, run_hash_to_scalar},
	{"jh256", "m", 32, run_jh256},
	{"sal_verify", "cwwwwwwp", 0, run_sal_verify},
	{"secret_key_to_public_key", "v", 32, run_secret_key_to_public_key},
	{"skein512_256", "m", 32, run_skein512_256},
	{"transaction_hash", "m", 32, run_transaction_hash},
};

static const char *const skipped_commands[] = {
	"check_ring_signature",    "check_signature",    "derive_key_image_generator", "generate_keys",
	"generate_ring_signature", "generate_signature", "point_to_wei_x_y",           "random_scalar",
};

enum outcome { PASSED, FAILED, SKIPPED, OUTCOMES };

static enum outcome complain(const char *file, size_t line, const char *what)
{
	fprintf(stderr, "%s:%zu: %s\n", file, line, what);
	return FAILED;
}

static bool read_index(uint64_t *v, const char *text)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*v = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0';
}

static bool read_constants(const struct sn_fcmp_constants **constants, const char *text)
{
	*constants = strcmp(text, "old") == 0 ? &sn_fcmp_old : strcmp(text, "new") == 0 ? &sn_fcmp_new : NULL;
	return *constants != NULL;
}

static bool read_message(struct sn_buf *message, const char *text)
{
	return strcmp(text, "x") == 0 || sn_hex_decode_buf(message, text, strlen(text)) == SN_OK;
}

/* The argument of one kind; `n_values` counts those of 32 bytes. */
static bool read_arg(struct args *a, char kind, const char *text, size_t *n_values)
{
	switch (kind) {
	case 'c':
		return read_constants(&a->constants, text);
	case 'i':
		return read_index(&a->index, text);
	case 'm':
		return read_message(&a->message, text);
	case 'p':
		a->is_malformed |= !read_message(&a->message, text);
		return true;
	case 'w':
		a->is_malformed |= sn_hex_decode(a->v[(*n_values)++].hash.b, 32, text) != SN_OK;
		return true;
	default:
		return sn_hex_decode(a->v[(*n_values)++].hash.b, 32, text) == SN_OK;
	}
}

/* Take the arguments of the given kinds from the tokens; returns how many tokens they were, or SIZE_MAX. */
static size_t read_args(struct args *a, const char *kinds, char *const *tokens, size_t n)
{
	size_t at = 0, n_values = 0;

	for (; *kinds; kinds++) {
		if ((*kinds == 'm' || *kinds == 'p') && at + 1 == n)
			continue; /* nothing but the result: the empty message */
		if (at == n || !read_arg(a, *kinds, tokens[at++], &n_values))
			return SIZE_MAX;
	}
	return at;
}

static bool read_bool(bool *v, const char *text)
{
	*v = strcmp(text, "true") == 0;
	return *v || strcmp(text, "false") == 0;
}

/* What the line expects: whether the call succeeds, and then its value. */
static bool read_result(bool *ok, uint8_t *value, const struct command *c, char *const *tokens, size_t n)
{
	if (n == 0)
		return false;
	if (c->run == run_check_identity)
		return n == 2 && read_bool(ok, tokens[1]);
	if (c->result_len == 0)
		return n == 1 && read_bool(ok, tokens[0]);
	if (read_bool(ok, tokens[0])) {
		if (!*ok)
			return n == 1;
		tokens++;
		n--;
	} else {
		*ok = true;
	}
	return n == 1 && sn_hex_decode(value, c->result_len, tokens[0]) == SN_OK;
}

/* `text` has at least one token. */
static enum outcome check_line(char *text, const char *file, size_t line)
{
	char *tokens[TOKENS_MAX], *rest = NULL;
	size_t n = 0;

	tokens[n++] = strtok_r(text, BLANKS, &rest);
	for (size_t i = 0; i < sizeof skipped_commands / sizeof *skipped_commands; i++) {
		if (strcmp(tokens[0], skipped_commands[i]) == 0)
			return SKIPPED;
	}
	const struct command *c = NULL;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(tokens[0], commands[i].name) == 0)
			c = &commands[i];
	}
	if (!c)
		return complain(file, line, "unknown command");
	for (char *t = strtok_r(NULL, BLANKS, &rest); t; t = strtok_r(NULL, BLANKS, &rest)) {
		if (n == TOKENS_MAX)
			return complain(file, line, "malformed line");
		tokens[n++] = t;
	}

	struct args a = {0};
	uint8_t expected[RESULT_MAX] = {0}, actual[RESULT_MAX] = {0};
	bool expect_ok;
	enum outcome outcome = PASSED;
	size_t n_args = read_args(&a, c->kinds, tokens + 1, n - 1);

	if (n_args == SIZE_MAX ||
	    !read_result(&expect_ok, expected, c, tokens + 1 + n_args, n - 1 - n_args)) {
		outcome = complain(file, line, "malformed line");
	} else {
		bool ok = c->run(actual, &a);
		if (ok != expect_ok || (ok && memcmp(actual, expected, c->result_len) != 0))
			outcome = complain(file, line, "wrong result");
	}
	sn_buf_free(&a.message);
	return outcome;
}

static int check_file(size_t count[static OUTCOMES], const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t cap = 0;

	if (!f) {
		fprintf(stderr, "vector-check: %s: %s\n", path, strerror(errno));
		return SN_IO;
	}
	errno = 0;
	for (size_t line = 1; getline(&text, &cap, f) >= 0; line++) {
		const char *first = text + strspn(text, BLANKS);
		if (*first != '\0' && *first != '#')
			count[check_line(text, path, line)]++;
	}
	int ret = feof(f) && !ferror(f) ? SN_OK : SN_IO;
	if (ret)
		fprintf(stderr, "vector-check: %s: %s\n", path, strerror(errno));
	free(text);
	fclose(f);
	return ret;
}

int main(int argc, char **argv)
{
	size_t count[OUTCOMES] = {0};
	struct sn_error err;
	int ret = SN_OK;

	if (argc < 2) {
		fprintf(stderr, "usage: vector-check FILE...\n");
		return -SN_USAGE;
	}
	if (sn_process_start(&err)) {
		fprintf(stderr, "vector-check: %s\n", err.text);
		return -SN_IO;
	}
	for (int i = 1; i < argc; i++) {
		int r = check_file(count, argv[i]);
		if (r)
			ret = r;
	}
	printf("%zu passed, %zu failed, %zu skipped\n", count[PASSED], count[FAILED], count[SKIPPED]);
	if (ret == SN_OK && count[FAILED])
		ret = SN_REFUSED;
	return -ret;
}
