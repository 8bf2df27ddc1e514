#include "ringct/signature.h"

#include "crypto/derive.h"
#include "crypto/scalar.h"

#include <criterion/criterion.h>

#include <string.h>

static struct sn_scalar number(const char *name)
{
	struct sn_scalar s;
	sn_hash_to_scalar(&s, name, strlen(name));
	return s;
}

Test(signature, made_signature_is_valid)
{
	const struct sn_scalar a = number("a");
	const struct sn_hash hash = {{1}}, other_hash = {{2}};
	struct sn_point key, other;
	struct sn_signature sig, again, bad;
	const struct sn_scalar b = number("b");
	sn_secret_to_public(&key, &a);
	sn_secret_to_public(&other, &b);
	sn_signature_make(&sig, &hash, &key, &a);
	sn_signature_make(&again, &hash, &key, &a);
	cr_assert(!memcmp(&sig, &again, sizeof sig), "not deterministic");
	cr_assert(!sn_signature_verify(&sig, &hash, &key));
	cr_assert_eq(sn_signature_verify(&sig, &other_hash, &key), SN_REFUSED);
	cr_assert_eq(sn_signature_verify(&sig, &hash, &other), SN_REFUSED);
	for (size_t bit = 0; bit < 8 * sizeof sig; bit++) {
		bad = sig;
		((uint8_t *)&bad)[bit / 8] ^= (uint8_t)(1 << bit % 8);
		cr_assert_eq(sn_signature_verify(&bad, &hash, &key), SN_REFUSED, "bit %zu", bit);
	}
}

/* Without a key, everyone could sign: c·A is then known. */
Test(signature, trivial_keys_and_numbers_are_refused)
{
	static const struct sn_point identity = {{1}}, none = {{2}};
	const struct sn_scalar a = number("a");
	const struct sn_hash hash = {{1}};
	struct sn_point key;
	struct sn_signature sig;
	sn_secret_to_public(&key, &a);
	sn_signature_make(&sig, &hash, &key, &a);
	cr_assert_eq(sn_signature_verify(&sig, &hash, &none), SN_REFUSED);
	sig.c = sn_scalar_zero;
	cr_assert_eq(sn_signature_verify(&sig, &hash, &key), SN_REFUSED);
	sig = (struct sn_signature){.c = a, .r = sn_scalar_zero};
	cr_assert_eq(sn_signature_verify(&sig, &hash, &identity), SN_REFUSED);
}
