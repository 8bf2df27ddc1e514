#include "cold/input.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
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

int sn_input_open(struct sn_opened_input *opened, const struct sn_account *account,
		  const struct sn_unsigned_input *input, struct sn_error *err)
{
	*opened = (struct sn_opened_input){.input = input, .real = SIZE_MAX};
	int ret = SN_OK;
	struct sn_point derivation;
	struct sn_scalar shared, spend = {{0}};
	struct sn_address address;
	sn_account_address(&address, account, input->subaddress);
	if (sn_derive(&derivation, &input->tx_key, &account->view_secret) ||
	    sn_derive_public_key(&opened->key, &derivation, input->index, &address.spend)) {
		ret = sn_error_set(err, SN_REFUSED,
				   "the tx public key of an input is not a point of the curve");
		goto out;
	}
	sn_derivation_to_scalar(&shared, &derivation, input->index);

	struct sn_point commitment, own_commitment;
	size_t n_real = find_real(opened, &own_commitment);
	if (n_real != 1) {
		ret = n_real ? sn_error_set(err, SN_REFUSED, "a ring has our own output twice")
			     : sn_error_set(
				       err, SN_REFUSED,
				       "an input does not belong to this wallet: no ring member is ours");
		goto out;
	}

	choose_mask(&opened->mask, input, &shared);
	sn_commit(&commitment, &opened->mask, input->amount);
	if (!is_equal_secret(&commitment, &own_commitment)) {
		ret = sn_error_set(err, SN_REFUSED, "the amount of an input does not open its commitment");
		goto out;
	}

	if (account->has_spend_secret) {
		struct sn_point check;
		sn_account_spend_secret(&spend, account, input->subaddress);
		sn_derive_secret_key(&opened->x, &derivation, input->index, &spend);
		sn_secret_to_public(&check, &opened->x);
		if (!is_equal_secret(&check, &opened->key)) {
			ret = sn_error_set(
				err, SN_REFUSED,
				"the spend key does not match the output: the wallet file is inconsistent");
			goto out;
		}
		sn_key_image(&opened->image, &opened->key, &opened->x);
		/* Part of the transaction. */
		SN_PUBLIC(&opened->image, sizeof opened->image);
	}
out:
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&shared, sizeof shared);
	sn_wipe(&spend, sizeof spend);
	if (ret)
		sn_wipe(opened, sizeof *opened);
	return ret;
}
