#include "cold/proposal_seed.h"

#include "base/secret.h"
#include "crypto/blake2b.h"

static const char key_label[] = "sneakernote hot-cold seed key", label[] = "sneakernote hot-cold seed";

int sn_proposal_seed(struct sn_carrot_seed *seed, const struct sn_account *account,
		     const struct sn_proposal *proposal, const struct sn_fcmp_constants *constants,
		     struct sn_error *err)
{
	struct sn_blake2b h;
	struct sn_buf bytes = {0};
	uint8_t key[SN_BLAKE2B_KEY_BYTES];
	const uint8_t network = (uint8_t)account->network;
	sn_proposal_put(&bytes, proposal);
	if (bytes.failed) {
		sn_buf_free(&bytes);
		return sn_error_memory(err);
	}
	sn_blake2b_init(&h, sizeof key, account->spend_secret.b, &sn_blake2b_no_person);
	sn_blake2b_update(&h, key_label, sizeof key_label - 1);
	sn_blake2b_final(&h, key);
	sn_blake2b_init(&h, sizeof seed->b, key, &sn_blake2b_no_person);
	sn_blake2b_update(&h, label, sizeof label - 1);
	sn_fcmp_absorb_constants(&h, constants);
	sn_blake2b_update(&h, &network, 1);
	sn_blake2b_update(&h, bytes.data, bytes.len);
	sn_blake2b_final(&h, seed->b);
	sn_wipe(key, sizeof key);
	sn_buf_free(&bytes);
	return SN_OK;
}
