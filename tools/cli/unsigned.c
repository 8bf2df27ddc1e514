#include "tools/cli/unsigned.h"

#include "base/file.h"
#include "base/secret.h"
#include "cold/input.h"
#include "handoff/envelope.h"
#include "handoff/unsigned_set.h"

#include <string.h>
#include <sys/stat.h>

static uint64_t waits_for(const struct sn_wallet *w, const struct sn_unsigned_tx *tx)
{
	struct sn_opened_input opened;
	struct sn_error ignored;
	uint64_t id = 0;
	if (tx->n_inputs && !sn_input_open(&opened, w->account, &tx->inputs[0], &ignored)) {
		size_t output = sn_wallet_find_key(w, &opened.key);
		const struct sn_wallet_payment *p = output == SIZE_MAX ? NULL : sn_wallet_held_by(w, output);
		if (p && p->state == SN_PAYMENT_PREPARED && p->n_inputs == tx->n_inputs &&
		    p->fee == tx->fee && p->change == tx->change)
			id = p->id;
		sn_wipe(&opened, sizeof opened);
	}
	return id;
}

uint64_t cli_unsigned_waits(const char *path, const struct sn_wallet *w)
{
	struct sn_buf file = {0}, content = {0};
	struct sn_unsigned_set set = {0};
	struct sn_error ignored;
	const struct sn_account *account = w->account;
	uint64_t id = 0;
	if (!sn_file_read(path, SN_ENVELOPE_MAX, &file, &ignored) &&
	    !sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, account->network, &account->view_secret,
			      file.data, file.len, &ignored) &&
	    !sn_unsigned_set_decode(&set, account->network, content.data, content.len, &ignored))
		for (size_t i = 0; !id && i < set.n; i++)
			id = waits_for(w, &set.txs[i]);
	sn_unsigned_set_free(&set);
	sn_buf_free(&content);
	sn_buf_free(&file);
	return id;
}

int cli_unsigned_check_new(struct cli *cli, const struct sn_wallet *w)
{
	struct stat file;
	uint64_t id;
	if (!cli->output || !strcmp(cli->output, "-") || stat(cli->output, &file) || !S_ISREG(file.st_mode))
		return SN_OK;
	id = cli_unsigned_waits(cli->output, w);
	if (id)
		return sn_error_hint(
			&cli->err,
			sn_error_set(
				&cli->err, SN_REFUSED,
				"%s already exists; not overwritten: it has payment %llu, which is not submitted yet",
				cli->output, (unsigned long long)id),
			"choose another file name; or, if the file was never signed, release the payment with --release=%llu and remove the file",
			(unsigned long long)id);
	return sn_error_hint(
		&cli->err,
		sn_error_set(&cli->err, SN_REFUSED, "%s already exists; not overwritten", cli->output),
		"choose another file name, or remove the file");
}
