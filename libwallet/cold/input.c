#include "cold/input.h"

#include "base/secret.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include <string.h>

/* Sixteen different, valid members, in strictly ascending order of index. */
static int check_ring(const struct sn_unsigned_input *input, struct sn_error *err)
{
	if (input->n_ring != SN_RING_SIZE)
		return sn_error_set(err, SN_REFUSED, "an input has a ring of %zu members; the chain demands %d",
				    input->n_ring, SN_RING_SIZE);
	for (size_t i = 0; i < input->n_ring; i++) {
		struct sn_ge unused;
		if (sn_ge_decode(&unused, &input->ring[i].key) || sn_ge_decode(&unused, &input->ring[i].commitment))
			return sn_error_set(err, SN_REFUSED, "a ring member is no point of the curve");
		for (size_t j = 0; j < i; j++)
			if (sn_point_is_equal(&input->ring[i].key, &input->ring[j].key))
				return sn_error_set(err, SN_REFUSED, "a ring names the same output twice");
		if (i && input->global_index[i] <= input->global_index[i - 1])
			return sn_error_set(err, SN_REFUSED, "the members of a ring are not in ascending order");
	}
	return SN_OK;
}

static void choose_mask(struct sn_scalar *mask, const struct sn_unsigned_input *input, const struct sn_scalar *shared)
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

int sn_input_open(struct sn_opened_input *opened, const struct sn_account *account,
		  const struct sn_unsigned_input *input, struct sn_error *err)
{
	*opened = (struct sn_opened_input){.input = input, .real = SIZE_MAX};
	int ret = check_ring(input, err);
	if (ret)
		return ret;

	struct sn_point derivation;
	struct sn_scalar shared, spend = {{0}};
	struct sn_address address;
	sn_account_address(&address, account, input->subaddress);
	if (sn_derive(&derivation, &input->tx_key, &account->view_secret) ||
	    sn_derive_public_key(&opened->key, &derivation, input->index, &address.spend)) {
		ret = sn_error_set(err, SN_REFUSED, "an input names a transaction key that is no point of the curve");
		goto out;
	}
	sn_derivation_to_scalar(&shared, &derivation, input->index);

	for (size_t i = 0; i < input->n_ring; i++)
		if (sn_point_is_equal(&input->ring[i].key, &opened->key))
			opened->real = i;
	if (opened->real == SIZE_MAX) {
		ret = sn_error_set(err, SN_REFUSED, "an input is not ours: none of its ring members belongs to this wallet");
		goto out;
	}

	struct sn_point commitment;
	choose_mask(&opened->mask, input, &shared);
	sn_commit(&commitment, &opened->mask, input->amount);
	if (!sn_point_is_equal(&commitment, &input->ring[opened->real].commitment)) {
		ret = sn_error_set(err, SN_REFUSED, "the amount of an input does not open its commitment");
		goto out;
	}

	if (account->has_spend_secret) {
		struct sn_point check;
		sn_account_spend_secret(&spend, account, input->subaddress);
		sn_derive_secret_key(&opened->x, &derivation, input->index, &spend);
		sn_secret_to_public(&check, &opened->x);
		if (!sn_point_is_equal(&check, &opened->key)) {
			ret = sn_error_set(err, SN_REFUSED, "the spend key does not fit the output: the wallet file is inconsistent");
			goto out;
		}
		sn_key_image(&opened->image, &opened->key, &opened->x);
	}
out:
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&shared, sizeof shared);
	sn_wipe(&spend, sizeof spend);
	if (ret)
		sn_wipe(opened, sizeof *opened);
	return ret;
}
