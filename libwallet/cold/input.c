#include "cold/input.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "kernel/derivations.h"
#include "kernel/hashes.h"
#include "kernel/kernel.h"
#include "kernel/subgroup.h"
#include "ringct/commitment.h"

#include <string.h>

#include <sodium.h>

static int check_member(enum sn_subgroup kind, const char *what, struct sn_error *err)
{
	switch (kind) {
	case SN_SUBGROUP_MEMBER:
		return SN_OK;
	case SN_SUBGROUP_IDENTITY:
		return sn_error_set(err, SN_REFUSED,
				    "the %s of a ring member is the identity, which cannot be spent", what);
	case SN_SUBGROUP_TORSION:
		return sn_error_set(
			err, SN_REFUSED,
			"the %s of a ring member has a torsion component, which identifies it as a decoy",
			what);
	default:
		return sn_error_set(err, SN_REFUSED, "the %s of a ring member is not a point of the curve",
				    what);
	}
}

int sn_input_check_ring(const struct sn_unsigned_input *input, struct sn_error *err)
{
	struct sn_point points[2 * SN_RING_SIZE];
	enum sn_subgroup kinds[2 * SN_RING_SIZE];
	if (input->n_ring != SN_RING_SIZE)
		return sn_error_set(err, SN_REFUSED,
				    "an input has a ring of %zu member%s; the chain requires %d",
				    input->n_ring, SN_PLURAL(input->n_ring), SN_RING_SIZE);
	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		points[2 * i] = input->ring[i].key;
		points[2 * i + 1] = input->ring[i].commitment;
	}
	sn_subgroup_kinds(kinds, points, 2 * SN_RING_SIZE);
	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		int ret = check_member(kinds[2 * i], "key", err);
		if (!ret)
			ret = check_member(kinds[2 * i + 1], "commitment", err);
		if (ret)
			return ret;
		for (size_t j = 0; j < i; j++)
			if (sn_point_is_equal(&input->ring[i].key, &input->ring[j].key))
				return sn_error_set(err, SN_REFUSED, "a ring has the same output twice");
		if (i && input->global_index[i] <= input->global_index[i - 1])
			return sn_error_set(err, SN_REFUSED,
					    "the members of a ring are not in ascending order");
	}
	return SN_OK;
}

static void choose_mask(struct sn_scalar *mask, const struct sn_unsigned_input *input,
			const struct sn_scalar *shared)
{
	switch (input->mask_kind) {
	case SN_MASK_ONE:
		*mask = sn_scalar_one;
		break;
	case SN_MASK_EXPLICIT:
		*mask = input->mask;
		break;
	default:
		sn_commitment_mask(mask, shared);
	}
}

/* Find our key in the ring and copy its commitment. Neither time nor memory access depend on its position.
 * Returns the number of matches, which is public: it decides whether the input is ours. */
static size_t find_real(struct sn_opened_input *opened, struct sn_point *commitment)
{
	const struct sn_unsigned_input *input = opened->input;
	size_t n = 0;
	*commitment = (struct sn_point){0};
	for (size_t i = 0; i < input->n_ring; i++) {
		uint64_t is_own =
			sn_ct_mask(1 & ~(uint64_t)sodium_memcmp(input->ring[i].key.b, opened->key.b, 32));
		opened->real = (opened->real & ~is_own) | (i & is_own);
		for (size_t j = 0; j < sizeof commitment->b; j++)
			commitment->b[j] |= input->ring[i].commitment.b[j] & (uint8_t)is_own;
		n += 1 & is_own;
	}
	SN_PUBLIC(&n, sizeof n);
	return n;
}

/* Compare points of which one is secret. The result is public: it decides about a refusal. */
static bool is_equal_secret(const struct sn_point *a, const struct sn_point *b)
{
	bool is_equal = sodium_memcmp(a->b, b->b, sizeof a->b) == 0;
	SN_PUBLIC(&is_equal, sizeof is_equal);
	return is_equal;
}

enum { AT_ONCE = 16 }; /* inputs */

/* What the keys of the account say of the inputs: all but `input` and the points is secret. */
struct openings {
	const struct sn_unsigned_input *input; /* n of them */
	size_t n;
	struct sn_point derivation[AT_ONCE];
	struct sn_scalar shared[AT_ONCE], mask[AT_ONCE], x[AT_ONCE];
	struct sn_point key[AT_ONCE], commitment[AT_ONCE], check[AT_ONCE], image[AT_ONCE]; /* check = x·G */
	bool is_valid[AT_ONCE]; /* the tx key is a point */
};

/* The addresses' spend keys, and the scalars that spend and hide. */
static void start_openings(struct openings *o, struct sn_point *spend, const struct sn_account *account)
{
	for (size_t i = 0; i < o->n; i++) {
		const struct sn_unsigned_input *input = &o->input[i];
		struct sn_address address;
		struct sn_scalar secret = {{0}};
		sn_account_address(&address, account, input->subaddress);
		spend[i] = address.spend;
		sn_derivation_to_scalar(&o->shared[i], &o->derivation[i], input->index);
		choose_mask(&o->mask[i], input, &o->shared[i]);
		if (account->has_spend_secret) {
			sn_account_spend_secret(&secret, account, input->subaddress);
			sn_derive_secret_key(&o->x[i], &o->derivation[i], input->index, &secret);
		}
		sn_wipe(&secret, sizeof secret);
	}
}

/* P = B + shared·G, C = amount·H + mask·G, and x·G; one after the other, for all inputs. */
static void open_points(struct openings *o, const struct sn_point *spend)
{
	struct sn_ge p[3 * AT_ONCE];
	struct sn_scalar s[3 * AT_ONCE];
	struct sn_point r[3 * AT_ONCE];
	bool is_valid[AT_ONCE];
	size_t n = o->n;
	/* Public keys of addresses of the account: all are valid. */
	sn_kernel()->decode(p, is_valid, spend, n);
	for (size_t i = 0; i < n; i++) {
		s[i] = o->shared[i];
		sn_mul_h_amount(&p[n + i], o->input[i].amount);
		s[n + i] = o->mask[i];
		p[2 * n + i] = sn_ge_identity;
		s[2 * n + i] = o->x[i];
	}
	sn_kernel()->add_base(r, p, s, 3 * n);
	memcpy(o->key, r, n * sizeof *r);
	memcpy(o->commitment, r + n, n * sizeof *r);
	memcpy(o->check, r + 2 * n, n * sizeof *r);
	sn_wipe(p, sizeof p);
	sn_wipe(s, sizeof s);
	sn_wipe(r, sizeof r);
}

/* The key images x·Hp(P). */
static void open_images(struct openings *o)
{
	struct sn_ge hash[AT_ONCE];
	sn_hash_to_ec_many(hash, o->key, o->n);
	sn_multiply_many(o->image, hash, o->x, o->n);
	SN_FAULT_POINT("key image", o->image, o->n * sizeof *o->image);
	sn_wipe(hash, sizeof hash);
}

/* Input i; nothing is left in `opened` if it is refused. */
static int finish_opening(struct sn_opened_input *opened, const struct openings *o, size_t i,
			  const struct sn_account *account, struct sn_error *err)
{
	*opened = (struct sn_opened_input){
		.input = &o->input[i], .real = SIZE_MAX, .key = o->key[i], .mask = o->mask[i]};
	if (!o->is_valid[i])
		return sn_error_set(err, SN_REFUSED,
				    "the tx public key of an input is not a point of the curve");
	struct sn_point own_commitment;
	size_t n_real = find_real(opened, &own_commitment);
	if (n_real != 1)
		return n_real ? sn_error_set(err, SN_REFUSED, "a ring has our own output twice")
			      : sn_error_set(
					err, SN_REFUSED,
					"an input does not belong to this wallet: no ring member is ours");
	if (!is_equal_secret(&o->commitment[i], &own_commitment))
		return sn_error_set(err, SN_REFUSED, "the amount of an input does not open its commitment");
	if (!account->has_spend_secret)
		return SN_OK;
	opened->x = o->x[i];
	if (!is_equal_secret(&o->check[i], &opened->key))
		return sn_error_set(
			err, SN_REFUSED,
			"the spend key does not match the output: the wallet file is inconsistent");
	opened->image = o->image[i];
	/* Part of the transaction. */
	SN_PUBLIC(&opened->image, sizeof opened->image);
	return SN_OK;
}

/* Up to AT_ONCE inputs, the first of which is number `at`. */
static int open_some(struct openings *o, struct sn_opened_input *opened, size_t *bad, size_t at,
		     const struct sn_account *account, struct sn_error *err)
{
	struct sn_point tx_key[AT_ONCE], spend[AT_ONCE];
	for (size_t i = 0; i < o->n; i++)
		tx_key[i] = o->input[i].tx_key;
	if (sn_derive_many(o->derivation, o->is_valid, tx_key, o->n, &account->view_secret))
		return sn_error_memory(err);
	SN_FAULT_POINT("derivation", o->derivation, o->n * sizeof *o->derivation);
	start_openings(o, spend, account);
	open_points(o, spend);
	if (account->has_spend_secret)
		open_images(o);
	for (size_t i = 0; i < o->n; i++) {
		int ret = finish_opening(&opened[i], o, i, account, err);
		if (ret) {
			*bad = at + i;
			return ret;
		}
	}
	return SN_OK;
}

int sn_inputs_open(struct sn_opened_input *opened, size_t *bad, const struct sn_account *account,
		   const struct sn_unsigned_input *inputs, size_t n, struct sn_error *err)
{
	struct openings o = {0};
	int ret = SN_OK;
	*bad = n;
	for (size_t at = 0; !ret && at < n; at += AT_ONCE) {
		o.input = inputs + at;
		o.n = n - at < AT_ONCE ? n - at : AT_ONCE;
		ret = open_some(&o, opened + at, bad, at, account, err);
	}
	sn_wipe(&o, sizeof o);
	sn_wipe_stack();
	if (ret)
		sn_wipe(opened, n * sizeof *opened);
	return ret;
}

int sn_input_open(struct sn_opened_input *opened, const struct sn_account *account,
		  const struct sn_unsigned_input *input, struct sn_error *err)
{
	size_t bad;
	return sn_inputs_open(opened, &bad, account, input, 1, err);
}
