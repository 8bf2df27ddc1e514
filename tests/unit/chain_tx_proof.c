#include "chain/tx_proof.h"

#include "chain/proof_text.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"

#include <criterion/criterion.h>

#include <string.h>

static struct sn_scalar number(const char *name)
{
	struct sn_scalar s;
	sn_hash_to_scalar(&s, name, strlen(name));
	return s;
}

static struct sn_point multiple(const struct sn_scalar *a, const struct sn_point *p)
{
	struct sn_ge ge;
	struct sn_point r;
	cr_assert(!sn_ge_decode(&ge, p));
	sn_ge_mul(&ge, a, &ge);
	sn_ge_encode(&r, &ge);
	return r;
}

static struct sn_point point(const char *name)
{
	struct sn_scalar s = number(name);
	return multiple(&s, &sn_point_base);
}

static struct sn_hash message_of(const char *text)
{
	const struct sn_hash tx_hash = {{7}};
	struct sn_hash hash;
	sn_proof_message(&hash, &tx_hash, text, strlen(text));
	return hash;
}

/* x·base for the base G or `base`. */
static struct sn_tx_proof_statement statement_of(const struct sn_scalar *x, const struct sn_point *base)
{
	return (struct sn_tx_proof_statement){
		.key = multiple(x, base ? base : &sn_point_base), .other = point("A"), .base = base};
}

Test(chain_tx_proof, entry_is_verified)
{
	const struct sn_scalar x = number("x");
	const struct sn_point b = point("B");
	const struct sn_point *const bases[] = {NULL, &b};
	const struct sn_hash hash = message_of("message"), other_hash = message_of("massage");
	for (size_t i = 0; i < 2; i++) {
		struct sn_tx_proof_statement statement = statement_of(&x, bases[i]), wrong;
		struct sn_tx_proof_entry entry, again, bad;
		cr_assert(!sn_tx_proof_make(&entry, &hash, &statement, &x));
		struct sn_point shared = multiple(&x, &statement.other);
		cr_assert(sn_point_is_equal(&entry.shared, &shared));
		cr_assert(!sn_tx_proof_verify(&entry, &hash, &statement));
		cr_assert(!sn_tx_proof_make(&again, &hash, &statement, &x));
		cr_assert(!memcmp(&entry, &again, sizeof entry), "not deterministic");

		cr_assert_eq(sn_tx_proof_verify(&entry, &other_hash, &statement), SN_REFUSED);
		wrong = statement;
		wrong.key = point("K");
		cr_assert_eq(sn_tx_proof_verify(&entry, &hash, &wrong), SN_REFUSED);
		wrong = statement;
		wrong.other = point("O");
		cr_assert_eq(sn_tx_proof_verify(&entry, &hash, &wrong), SN_REFUSED);
		wrong = statement;
		wrong.base = bases[1 - i];
		cr_assert_eq(sn_tx_proof_verify(&entry, &hash, &wrong), SN_REFUSED);
		for (size_t bit = 0; bit < 8 * sizeof entry; bit++) {
			bad = entry;
			((uint8_t *)&bad)[bit / 8] ^= (uint8_t)(1 << bit % 8);
			cr_assert_eq(sn_tx_proof_verify(&bad, &hash, &statement), SN_REFUSED, "bit %zu", bit);
		}
	}
}

/* c + l and t + l stand for the same numbers: a proof has one encoding. */
Test(chain_tx_proof, numbers_are_canonical)
{
	const struct sn_scalar x = number("x");
	const struct sn_hash hash = message_of("");
	const struct sn_tx_proof_statement statement = statement_of(&x, NULL);
	struct sn_tx_proof_entry entry;
	cr_assert(!sn_tx_proof_make(&entry, &hash, &statement, &x));
	for (int i = 0; i < 2; i++) {
		struct sn_tx_proof_entry bad = entry;
		struct sn_scalar *s = i ? &bad.c : &bad.t;
		unsigned carry = 0;
		for (size_t j = 0; j < 32; j++) {
			carry += (unsigned)s->b[j] + sn_scalar_order.b[j];
			s->b[j] = (uint8_t)carry;
			carry >>= 8;
		}
		cr_assert_eq(sn_tx_proof_verify(&bad, &hash, &statement), SN_REFUSED);
	}
}

/* A proof for a false S: the equation with the other point is checked too. */
Test(chain_tx_proof, false_shared_secret_is_refused)
{
	const struct sn_scalar x = number("x"), y = number("y");
	const struct sn_hash hash = message_of("");
	const struct sn_tx_proof_statement statement = statement_of(&x, NULL);
	struct sn_tx_proof_entry entry;
	/* With another secret: K does not fit. */
	cr_assert(!sn_tx_proof_make(&entry, &hash, &statement, &y));
	cr_assert_eq(sn_tx_proof_verify(&entry, &hash, &statement), SN_REFUSED);
}

/* Two proofs with one key share no nonce: k·G = c·K + t·G. */
Test(chain_tx_proof, nonce_depends_on_everything)
{
	const struct sn_scalar x = number("x");
	const struct sn_point b = point("B");
	struct sn_tx_proof_statement statements[] = {statement_of(&x, NULL), statement_of(&x, NULL),
						     statement_of(&x, NULL), statement_of(&x, &b)};
	const struct sn_hash hashes[] = {message_of("1"), message_of("2"), message_of("1"), message_of("1")};
	struct sn_scalar k[4];
	statements[2].other = point("O");
	for (size_t i = 0; i < 4; i++) {
		struct sn_tx_proof_entry entry;
		cr_assert(!sn_tx_proof_make(&entry, &hashes[i], &statements[i], &x));
		sn_scalar_muladd(&k[i], &entry.c, &x, &entry.t);
		for (size_t j = 0; j < i; j++)
			cr_assert(!sn_scalar_is_equal(&k[i], &k[j]), "%zu and %zu", j, i);
	}
}

Test(chain_tx_proof, invalid_points_are_refused)
{
	const struct sn_scalar x = number("x");
	const struct sn_point none = {{2}};
	const struct sn_hash hash = message_of("");
	struct sn_ge ge;
	struct sn_tx_proof_entry entry;
	struct sn_tx_proof_statement statement = statement_of(&x, NULL);
	cr_assert(sn_ge_decode(&ge, &none), "a point");
	statement.base = &none;
	cr_assert_eq(sn_tx_proof_make(&entry, &hash, &statement, &x), SN_BAD_INPUT);
	statement = statement_of(&x, NULL);
	statement.other = none;
	cr_assert_eq(sn_tx_proof_make(&entry, &hash, &statement, &x), SN_BAD_INPUT);
	cr_assert_eq(sn_tx_proof_verify(&entry, &hash, &statement), SN_REFUSED);
	statement = statement_of(&x, NULL);
	cr_assert(!sn_tx_proof_make(&entry, &hash, &statement, &x));
	entry.shared = none;
	cr_assert_eq(sn_tx_proof_verify(&entry, &hash, &statement), SN_REFUSED);
}

static void write_two(struct sn_buf *text, bool is_out)
{
	struct sn_tx_proof_entry entries[2];
	const struct sn_scalar x = number("x");
	const struct sn_tx_proof_statement statement = statement_of(&x, NULL);
	const struct sn_tx_proof proof = {is_out, 2, entries};
	for (int i = 0; i < 2; i++) {
		const struct sn_hash hash = message_of(i ? "1" : "2");
		cr_assert(!sn_tx_proof_make(&entries[i], &hash, &statement, &x));
	}
	sn_tx_proof_write(text, &proof);
}

Test(chain_tx_proof, text_of_a_proof_is_parsed_again)
{
	for (int is_out = 0; is_out < 2; is_out++) {
		struct sn_buf text = {0}, again = {0};
		struct sn_tx_proof proof;
		struct sn_error err = {0};
		write_two(&text, is_out);
		cr_assert_eq(text.len, (is_out ? 10 : 9) + 2 * (44 + 88));
		cr_assert(!memcmp(text.data, is_out ? "OutProofV2" : "InProofV2", is_out ? 10 : 9));
		cr_assert(!sn_tx_proof_parse(&proof, (char *)text.data, text.len, &err), "%s", err.text);
		cr_assert(proof.is_out == is_out && proof.n == 2);
		sn_tx_proof_write(&again, &proof);
		cr_assert(again.len == text.len && !memcmp(again.data, text.data, text.len));
		sn_tx_proof_free(&proof);
		/* One entry is a proof too, but no other length. */
		for (size_t len = 0; len < text.len; len++) {
			int ret = sn_tx_proof_parse(&proof, (char *)text.data, len, &err);
			cr_assert_eq(ret, len == text.len - 132 ? SN_OK : SN_BAD_INPUT, "%zu", len);
			sn_tx_proof_free(&proof);
		}
		/* A digit that Base58 does not have, anywhere; "l" is one. */
		for (size_t i = is_out ? 10 : 9; i < text.len; i++) {
			uint8_t before = text.data[i];
			text.data[i] = 'l';
			cr_assert_eq(sn_tx_proof_parse(&proof, (char *)text.data, text.len, &err),
				     SN_BAD_INPUT);
			cr_assert(!proof.entries);
			text.data[i] = before;
		}
		sn_buf_free(&text);
		sn_buf_free(&again);
	}
}

Test(chain_tx_proof, old_version_is_refused)
{
	struct sn_buf text = {0};
	struct sn_tx_proof proof;
	struct sn_error err = {0};
	write_two(&text, true);
	text.data[9] = '1';
	cr_assert_eq(sn_tx_proof_parse(&proof, (char *)text.data, text.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "version 1") && strstr(err.hint, "version 2"), "%s", err.text);
	text.data[9] = '3';
	cr_assert_eq(sn_tx_proof_parse(&proof, (char *)text.data, text.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "not a proof"), "%s", err.text);
	sn_buf_free(&text);
}
