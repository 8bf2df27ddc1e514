#include "tools/cli/unsigned.h"
#include "tools/cli/data.h"

#include "base/file.h"
#include "base/secret.h"
#include "cold/input.h"
#include "handoff/envelope.h"
#include "handoff/unsigned_set.h"
#include "interop/sealed_file.h"
#include "interop/unsigned_tx_set.h"

#include <string.h>
#include <sys/stat.h>

/* A transaction of an unsigned file. */
struct transaction {
	struct sn_point spends; /* one-time key of one input */
	size_t n_inputs;
	uint64_t fee, change;
};

static uint64_t waits_for(const struct sn_wallet *w, const struct transaction *tx)
{
	size_t output = sn_wallet_find_key(w, &tx->spends);
	const struct sn_wallet_payment *p = output == SIZE_MAX ? NULL : sn_wallet_held_by(w, output);
	return p && p->state == SN_PAYMENT_PREPARED && p->n_inputs == tx->n_inputs && p->fee == tx->fee &&
			       p->change == tx->change
		       ? p->id
		       : 0;
}

static uint64_t waits_for_own(const struct sn_wallet *w, const struct sn_unsigned_tx *from)
{
	struct transaction tx = {.n_inputs = from->n_inputs, .fee = from->fee, .change = from->change};
	struct sn_opened_input opened;
	struct sn_error ignored;
	if (!from->n_inputs || sn_input_open(&opened, w->account, &from->inputs[0], &ignored))
		return 0;
	tx.spends = opened.key;
	sn_wipe(&opened, sizeof opened);
	return waits_for(w, &tx);
}

static uint64_t waits_for_reference(const struct sn_wallet *w, const struct sn_tx_construction_data *from)
{
	const struct sn_tx_source_entry *source = &from->sources[0];
	struct transaction tx = {.spends = source->outputs[source->real_output].member.key,
				 .n_inputs = from->n_sources,
				 .change = from->change_dts.amount};
	/* A sum that overflows fits no payment. */
	for (size_t i = 0; i < from->n_sources; i++)
		tx.fee += from->sources[i].amount;
	for (size_t i = 0; i < from->splitted_dsts.n; i++)
		tx.fee -= from->splitted_dsts.entries[i].amount;
	return waits_for(w, &tx);
}

static uint64_t own_waits(const struct sn_buf *file, const struct sn_wallet *w)
{
	struct sn_buf content = {0};
	struct sn_unsigned_set set = {0};
	struct sn_error ignored;
	const struct sn_account *account = w->account;
	uint64_t id = 0;
	if (!sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, account->network, &account->view_secret,
			      file->data, file->len, &ignored) &&
	    !sn_unsigned_set_decode(&set, account->network, content.data, content.len, &ignored))
		for (size_t i = 0; !id && i < set.n; i++)
			id = waits_for_own(w, &set.txs[i]);
	sn_unsigned_set_free(&set);
	sn_buf_free(&content);
	return id;
}

static uint64_t reference_waits(const struct sn_buf *file, const struct sn_wallet *w)
{
	struct sn_interop_key key = {0};
	struct sn_buf plaintext = {0};
	struct sn_unsigned_tx_set set = {0};
	struct sn_error ignored;
	uint64_t id = 0;
	if (!sn_interop_key_init(&key, &w->account->view_secret, &ignored) &&
	    !sn_sealed_file_open(&plaintext, SN_INTEROP_UNSIGNED_TX_SET, &key, file->data, file->len,
				 &ignored) &&
	    !sn_unsigned_tx_set_decode(&set, plaintext.data, plaintext.len, &ignored))
		for (size_t i = 0; !id && i < set.n_txes; i++)
			id = waits_for_reference(w, &set.txes[i]);
	sn_unsigned_tx_set_free(&set);
	sn_interop_key_wipe(&key);
	sn_buf_free(&plaintext);
	return id;
}

uint64_t cli_unsigned_waits(const char *path, const struct sn_wallet *w)
{
	struct sn_buf file = {0};
	struct sn_error ignored;
	uint64_t id = 0;
	if (!sn_file_read(path, SN_ENVELOPE_MAX, &file, &ignored))
		id = sn_interop_is_file(file.data, file.len) ? reference_waits(&file, w)
							     : own_waits(&file, w);
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

int cli_unsigned_write_again(struct cli *cli, const struct sn_wallet *w, const struct sn_buf *file)
{
	struct sn_buf there = {0};
	struct sn_error ignored;
	if (!file->len)
		return SN_OK;
	const bool is_there = cli->output && strcmp(cli->output, "-") != 0 &&
			      !sn_file_read(cli->output, SN_ENVELOPE_MAX, &there, &ignored) &&
			      there.len == file->len && !memcmp(there.data, file->data, file->len);
	sn_buf_free(&there);
	if (is_there)
		return SN_OK;
	int ret = cli_unsigned_check_new(cli, w);
	return ret ? ret : cli_data_write(cli, file->data, file->len);
}
