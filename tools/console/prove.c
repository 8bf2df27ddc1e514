#include "tools/console/prove.h"

#include "app/prove.h"
#include "base/hex.h"
#include "handoff/envelope.h"
#include "tools/cli/data.h"
#include "tools/cli/report.h"

#include <string.h>

static int read_address(struct console *c, const char *word, struct sn_address *address)
{
	enum sn_network network = sn_session_read(c->session)->account->network;
	sn_session_read_end(c->session);
	return sn_address_parse_for(address, word, network, &c->cli->err);
}

/* Read the transaction hash and, unless `address` is NULL, the address. */
static int read_words(struct console *c, char **words, struct sn_hash *hash, struct sn_address *address)
{
	if (sn_hex_decode(hash, sizeof *hash, words[0]))
		return cli_usage_error(c->cli, "TXID must be a transaction hash (64 hexadecimal digits)");
	return address ? read_address(c, words[1], address) : SN_OK;
}

static int prove(struct console *c, struct sn_prove_request *request, const char *path)
{
	struct sn_buf file = {0}, out = {0};
	struct sn_prove_result result = {0};
	int ret = cli_data_read(c->cli, path,
				request->kind == SN_PROVE_RESERVE ? "the output list" : "the unsigned file",
				SN_ENVELOPE_MAX, &file);
	if (!ret)
		ret = sn_session_prove(c->session, request, file.data, file.len, &result, &c->cli->err);
	if (!ret) {
		sn_put_bytes(&out, result.text.data, result.text.len);
		sn_put_u8(&out, '\n');
		ret = cli_report_text(c->cli, &out, out.failed);
	}
	sn_prove_result_free(&result);
	sn_buf_free(&file);
	return ret;
}

int console_get_tx_proof(struct console *c, char **words, size_t n)
{
	struct sn_prove_request request = {.kind = SN_PROVE_PAYMENT, .message = n > 3 ? words[3] : ""};
	request.message_len = strlen(request.message);
	int ret = read_words(c, words, &request.tx_hash, &request.address);
	return ret ? ret : prove(c, &request, n > 2 ? words[2] : CONSOLE_UNSIGNED_FILE);
}

int console_get_tx_key(struct console *c, char **words, size_t n)
{
	struct sn_prove_request request = {.kind = SN_PROVE_TX_KEY, .message = ""};
	int ret = read_words(c, words, &request.tx_hash, NULL);
	return ret ? ret : prove(c, &request, n > 1 ? words[1] : CONSOLE_UNSIGNED_FILE);
}

int console_get_spend_proof(struct console *c, char **words, size_t n)
{
	struct sn_prove_request request = {.kind = SN_PROVE_SPEND, .message = n > 2 ? words[2] : ""};
	request.message_len = strlen(request.message);
	int ret = read_words(c, words, &request.tx_hash, NULL);
	return ret ? ret : prove(c, &request, n > 1 ? words[1] : CONSOLE_UNSIGNED_FILE);
}

typedef int check_proof(struct sn_session *, const struct sn_proof_claim *, struct sn_proof_result *,
			struct sn_error *);

/* Check the proof in the file `path`, and print the result. */
static int check(struct console *c, struct sn_proof_claim *claim, const char *path, check_proof *check_proof)
{
	struct sn_proof_result result;
	struct sn_buf file = {0}, out = {0};
	int ret = cli_data_read(c->cli, path, "the proof", SN_PROOF_TEXT_MAX, &file);
	claim->message_len = strlen(claim->message);
	claim->text = file.data;
	claim->text_len = file.len;
	if (!ret)
		ret = check_proof(c->session, claim, &result, &c->cli->err);
	if (!ret)
		ret = cli_report_text(c->cli, &out, sn_report_proof_text(&out, &result));
	sn_buf_free(&file);
	return ret;
}

int console_check_tx_proof(struct console *c, char **words, size_t n)
{
	struct sn_proof_claim claim = {.message = n > 3 ? words[3] : ""};
	int ret = read_words(c, words, &claim.tx_hash, &claim.address);
	return ret ? ret : check(c, &claim, words[2], sn_session_check_payment);
}

int console_check_spend_proof(struct console *c, char **words, size_t n)
{
	struct sn_proof_claim claim = {.message = n > 2 ? words[2] : ""};
	int ret = read_words(c, words, &claim.tx_hash, NULL);
	return ret ? ret : check(c, &claim, words[1], sn_session_check_spend);
}

int console_get_reserve_proof(struct console *c, char **words, size_t n)
{
	struct sn_prove_request request = {.kind = SN_PROVE_RESERVE, .message = n > 1 ? words[1] : ""};
	request.message_len = strlen(request.message);
	return prove(c, &request, words[0]);
}

int console_check_reserve_proof(struct console *c, char **words, size_t n)
{
	struct sn_reserve_claim claim = {.message = n > 2 ? words[2] : ""};
	struct sn_reserve_result result;
	struct sn_buf file = {0}, out = {0};
	int ret = read_address(c, words[0], &claim.address);
	if (!ret)
		ret = cli_data_read(c->cli, words[1], "the proof", SN_RESERVE_TEXT_MAX, &file);
	claim.message_len = strlen(claim.message);
	claim.text = file.data;
	claim.text_len = file.len;
	if (!ret)
		ret = sn_session_check_reserve(c->session, &claim, &result, &c->cli->err);
	if (!ret)
		ret = cli_report_text(c->cli, &out, sn_report_reserve_text(&out, &result));
	sn_buf_free(&file);
	return ret;
}
