#include "cold_reference.h"
#include "handoff_ok.h"

#include <criterion/criterion.h>

struct sn_account reference_account(const char *release)
{
	struct interop_wallet wallet;
	struct sn_account account;
	struct sn_error err = {0};
	interop_wallet_init(&wallet, release);
	ok(sn_account_from_secrets(&account, SN_MAINNET, &wallet.view_secret, &wallet.spend_secret, &err));
	return account;
}

struct reference_file reference_open(const char *release, const char *name)
{
	struct reference_file file = {.sample = interop_find(release, name),
				      .account = reference_account(release)};
	struct sn_error err = {0};
	ok(sn_interop_key_init(&file.key, &file.account.view_secret, &err));
	ok(sn_unsigned_tx_set_decode(&file.set, file.sample.plaintext.data, file.sample.plaintext.len, &err));
	return file;
}

void reference_free(struct reference_file *file)
{
	sn_unsigned_tx_set_free(&file->set);
	interop_free(&file->sample);
}

void reference_seal(struct sn_buf *out, const struct reference_file *file)
{
	struct sn_buf plaintext = {0};
	struct sn_error err = {0};
	ok(sn_unsigned_tx_set_encode(&plaintext, &file->set, &err));
	ok(sn_sealed_file_make(out, SN_INTEROP_UNSIGNED_TX_SET, &file->key, plaintext.data, plaintext.len,
			       &err));
	sn_buf_free(&plaintext);
}
