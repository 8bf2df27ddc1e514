#include "handoff/names_file.h"

#include "chain/names_bytes.h"
#include "handoff/envelope.h"

int sn_names_file_seal(struct sn_buf *out, const struct sn_account *account, const struct sn_names *names,
		       struct sn_error *err)
{
	struct sn_buf content = {0};
	sn_names_put(&content, names);
	int ret = content.failed ? sn_error_memory(err)
				 : sn_envelope_seal(out, SN_ENVELOPE_NAMES, account->network,
						    &account->view_secret, content.data, content.len, err);
	sn_buf_free(&content);
	return ret;
}

int sn_names_file_open(struct sn_names *names, const struct sn_account *account, const void *file, size_t len,
		       struct sn_error *err)
{
	struct sn_buf content = {0};
	*names = (struct sn_names){0};
	int ret = sn_envelope_open(&content, SN_ENVELOPE_NAMES, account->network, &account->view_secret, file,
				   len, err);
	if (!ret)
		ret = sn_names_decode(names, account->network, content.data, content.len, err);
	sn_buf_free(&content);
	return ret;
}
