/* respend MASTER PASSWORD [UNLOCK_TIME | both | other | proposal] - from an unsigned file on stdin, make
 * another one on stdout that spends the same outputs, as a hot machine may ask for when the first answer is
 * lost: one piconero more to the first recipient, less change; or, when it is hostile, all of it locked. With
 * "both" it spends one more output, made up but always the same; with "other" that alone, for the same
 * recipient. With "proposal", it is a file of after the upgrade to FCMP++, which spends the same outputs for
 * the same recipient. Exit as the programs. */
#include "base/file.h"
#include "base/secret.h"
#include "cold/input.h"
#include "handoff/envelope.h"
#include "handoff/unsigned_set.h"
#include "store/wallet.h"
#include "unit/cold_proposal_sets.h"
#include "unit/cold_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void spend_another(struct sn_unsigned_tx *tx, const struct sn_account *account, bool is_alone)
{
	const struct cold_output made_up = {.amount = 10 * COLD_XMR};
	struct sn_unsigned_input *inputs = calloc(tx->n_inputs + 1, sizeof *inputs);
	uint64_t spent = tx->fee;
	if (!inputs)
		abort();
	memcpy(inputs, tx->inputs, tx->n_inputs * sizeof *inputs);
	free(tx->inputs);
	tx->inputs = inputs;
	tx->n_inputs = is_alone ? 1 : tx->n_inputs + 1;
	cold_make_input(&inputs[tx->n_inputs - 1], account, &made_up);
	for (size_t i = 0; i < tx->n_destinations; i++)
		spent += tx->destinations[i].amount;
	tx->change = cold_inputs(tx) - spent;
}

static void propose(struct sn_buf *out, const struct sn_account *account, const struct sn_unsigned_tx *tx)
{
	struct sn_proposal_set set = proposal_set(1);
	struct sn_proposal *p = set.proposals;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_unsigned_input *in = &tx->inputs[i];
		struct sn_opened_input opened;
		if (sn_input_open(&opened, account, in, NULL))
			abort();
		p->inputs[p->n_inputs++] = (struct sn_proposal_input){.kind = SN_PROPOSAL_OLD,
								      .key = opened.key,
								      .tx_key = in->tx_key,
								      .index = in->index,
								      .subaddress = in->subaddress,
								      .amount = in->amount,
								      .mask_kind = in->mask_kind,
								      .mask = in->mask};
	}
	proposal_pay(p, tx->destinations[0].address, tx->destinations[0].amount);
	proposal_change(p, p->inputs[0].subaddress.major);
	proposal_seal(out, account, &set);
	proposal_free(&set);
}

static int respend(const char *path, const char *password, const char *how, struct sn_error *err)
{
	const bool is_alone = !strcmp(how, "other");
	struct sn_buf in = {0}, content = {0}, changed = {0}, out = {0};
	struct sn_unsigned_set set = {0};
	struct sn_wallet *wallet = NULL;
	int ret;
	if ((ret = sn_file_read(NULL, SN_ENVELOPE_MAX, &in, err)) ||
	    (ret = sn_wallet_open(&wallet, path, SN_WALLET_READ, password, NULL, err)))
		goto out;
	const struct sn_account *account = wallet->account;
	if ((ret = sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, account->network,
				    &account->view_secret, in.data, in.len, err)) ||
	    (ret = sn_unsigned_set_decode(&set, account->network, content.data, content.len, err)))
		goto out;
	if (!strcmp(how, "proposal")) {
		propose(&out, account, &set.txs[0]);
		goto write;
	}
	set.txs[0].destinations[0].amount++;
	set.txs[0].change--;
	if (is_alone || !strcmp(how, "both"))
		spend_another(&set.txs[0], account, is_alone);
	else
		set.txs[0].unlock_time = strtoull(how, NULL, 10);
	if ((ret = sn_unsigned_set_encode(&changed, &set, err)) ||
	    (ret = sn_envelope_seal(&out, SN_ENVELOPE_UNSIGNED_SET, account->network, &account->view_secret,
				    changed.data, changed.len, err)))
		goto out;
write:
	if (sn_file_write_all(1, out.data, out.len))
		ret = sn_error_errno(err, "cannot write standard output");
out:
	sn_unsigned_set_free(&set);
	sn_wallet_close(wallet);
	sn_buf_free(&out);
	sn_buf_free(&changed);
	sn_buf_free(&content);
	sn_buf_free(&in);
	return ret;
}

int main(int argc, char **argv)
{
	struct sn_error err = {0};
	if (argc != 3 && argc != 4) {
		fputs("Usage: respend MASTER PASSWORD [UNLOCK_TIME | both | other | proposal]\n", stderr);
		return -SN_USAGE;
	}
	int ret = sn_process_start(&err);
	if (!ret)
		ret = respend(argv[1], argv[2], argc > 3 ? argv[3] : "0", &err);
	if (ret)
		fprintf(stderr, "respend: error: %s\n", err.text);
	return -ret;
}
