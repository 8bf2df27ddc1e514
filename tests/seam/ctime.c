/* ctime SECTION PAYMENT-VECTOR - run under memcheck with secrets marked undefined: a branch or an address
 * that depends on one is an error then, in our code and in libsodium's.
 *
 *     valgrind --error-exitcode=99 tests/seam/ctime clsag tests/vectors/payment.txt
 *
 * ctime.test runs each section so. Three sections leak on purpose, and have to be reported. What the library
 * declares public on the way stands beside each SN_PUBLIC there.
 *
 * Exit: 0 done; 1 a result is wrong, or not as secret as it should be; 2 usage, or not under valgrind. */
#include "ctime.h"

#include "crypto/derive.h"
#include "kernel/multiexp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <valgrind/memcheck.h>

const char *vector_path;

void expect(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "ctime: %s\n", what);
	exit(1);
}

void expect_secret(const void *at, size_t len, const char *what)
{
	uint8_t bits[256];
	expect(len <= sizeof bits, "too long");
	expect(VALGRIND_GET_VBITS(at, bits, len) == 1, "memcheck does not answer");
	for (size_t i = 0; i < len; i++)
		if (!bits[i]) {
			fprintf(stderr, "ctime: byte %zu of %s is no secret any more\n", i, what);
			exit(1);
		}
}

struct sn_scalar number(const char *name)
{
	struct sn_scalar s;
	sn_hash_to_scalar(&s, name, strlen(name));
	return s;
}

struct sn_scalar secret_number(const char *name)
{
	struct sn_scalar s = number(name);
	SN_SECRET(&s, sizeof s);
	return s;
}

struct sn_point point(const char *name)
{
	struct sn_point p;
	struct sn_scalar s = number(name);
	sn_secret_to_public(&p, &s);
	return p;
}

struct sn_account secret_account(void)
{
	static const uint8_t seed[32] = "ctime";
	struct sn_account account;
	sn_account_from_seed(&account, SN_MAINNET, seed);
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	return account;
}

/* ---------------------------------------------------------------- what must be reported */

static volatile int sink;

static void leaky_branch(void)
{
	struct sn_scalar a = secret_number("a");
	if (a.b[3] & 4)
		sink = 1;
}

static void leaky_index(void)
{
	static volatile uint8_t table[256];
	struct sn_scalar a = secret_number("a");
	sink = table[a.b[3]];
}

/* The same deep inside: a multiplication that is made for public scalars. */
static void leaky_multiplication(void)
{
	struct sn_scalar a = secret_number("a");
	struct sn_ge r;
	sn_ge_mul2_vartime(&r, &a, &sn_ge_base, &sn_scalar_one, &sn_ge_base);
}

static const struct section leaks[] = {
	{"leaky-branch", leaky_branch},
	{"leaky-index", leaky_index},
	{"leaky-multiplication", leaky_multiplication},
	{NULL, NULL},
};

int main(int argc, char **argv)
{
	static const struct section *const lists[] = {ctime_arithmetic, ctime_carrot, ctime_keys,
						      ctime_payments,   ctime_proofs, ctime_seeds,
						      ctime_signing,    leaks};
	if (argc != 3 || !RUNNING_ON_VALGRIND || sodium_init() < 0) {
		fprintf(stderr, "usage: valgrind --error-exitcode=99 %s SECTION PAYMENT-VECTOR\n", argv[0]);
		return 2;
	}
	vector_path = argv[2];
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const struct section *s = lists[i]; s->name; s++)
			if (!strcmp(argv[1], s->name)) {
				s->run();
				return 0;
			}
	fprintf(stderr, "ctime: no section %s\n", argv[1]);
	return 2;
}
