/* cold/prove_files.h - from a file and a request to the text of a proof, for cold-prove and the console.
 *
 * The file is one of these:
 *   - the unsigned file of the transaction, of our own format or of the reference wallet (cold/again.h). It
 *     proves what the wallet sent, with the master wallet;
 *   - the list of the unspent outputs, from the online machine. It proves what the wallet owns, with the
 *     master wallet;
 *   - the transaction itself, as bytes or hexadecimal text. It proves what the wallet received. The view key
 *     is sufficient. */
#ifndef SN_COLD_PROVE_FILES_H
#define SN_COLD_PROVE_FILES_H

#include "cold/prove.h"

enum sn_prove_kind {
	SN_PROVE_PAYMENT, /* OutProofV2, or InProofV2 for an address of the wallet */
	SN_PROVE_TX_KEY,
	SN_PROVE_SPEND,   /* SpendProofV1 */
	SN_PROVE_RESERVE, /* ReserveProofV2; no tx_hash */
};

struct sn_prove_request {
	enum sn_prove_kind kind;
	struct sn_hash tx_hash;
	struct sn_address address; /* for a payment */
	const void *message;
	size_t message_len;
};

/* `text` is the proof, without a newline. A tx key is secret until it is published. */
struct sn_prove_result {
	struct sn_buf text;
	const char *kind;  /* "OutProofV2", "InProofV2", "tx_key", "SpendProofV1" or "ReserveProofV2" */
	uint64_t received; /* by the address; a payment only */
	size_t n_outputs;  /* of a proof of reserves */
};

/* Make the proof. The limits on fee, dust and unlock time do not apply: the transaction was signed. Free
 * `result` with sn_prove_result_free, also after an error.
 *
 * Returns
 *   SN_BAD_INPUT  the file is neither of the two, belongs to another wallet, or is the transaction itself and
 *                 the proof needs the unsigned file
 *   SN_REFUSED    the file is that of another transaction, or the errors of cold/prove.h
 *   any error of sn_cold_open_and_review and sn_again_find */
int sn_cold_prove(struct sn_prove_result *result, const struct sn_account *account,
		  const struct sn_prove_request *request, const void *file, size_t len, unsigned jobs,
		  struct sn_error *err) SN_MUST_USE;

/* Wipe and free. */
void sn_prove_result_free(struct sn_prove_result *result);

#endif
