#include "cold/files.h"

#include "cold/sign.h"
#include "handoff/envelope.h"

int sn_cold_open(struct sn_unsigned_set *set, struct sn_review *review, const struct sn_account *account,
		 const struct sn_limits *limits, const void *file, size_t len, struct sn_error *err)
{
	struct sn_buf content = {0};
	*set = (struct sn_unsigned_set){0};
	*review = (struct sn_review){0};
	int ret = sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, account->network, &account->view_secret, file, len,
				   err);
	if (!ret)
		ret = sn_unsigned_set_decode(set, account->network, content.data, content.len, err);
	if (!ret) {
		ret = sn_review(review, account, set, limits, err);
		if (ret)
			sn_unsigned_set_free(set);
	}
	sn_buf_free(&content);
	return ret;
}

int sn_cold_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits, struct sn_error *err)
{
	struct sn_signed_set signed_set;
	struct sn_buf content = {0};
	int ret = sn_sign(&signed_set, account, set, limits, err);
	if (ret)
		return ret;
	for (size_t i = 0; !ret && hashes && i < signed_set.n; i++)
		ret = sn_signed_tx_hash(&hashes[i], &signed_set.txs[i], err);
	if (!ret)
		ret = sn_signed_set_encode(&content, &signed_set, err);
	if (!ret)
		ret = sn_envelope_seal(out, SN_ENVELOPE_SIGNED_SET, account->network, &account->view_secret, content.data,
				       content.len, err);
	sn_buf_free(&content);
	sn_signed_set_free(&signed_set);
	return ret;
}
