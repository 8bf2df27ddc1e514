/* tools/cli/proof.h - the operands of cold-prove and wo-check: [TXID] [ADDRESS] [FILE]. */
#ifndef CLI_PROOF_H
#define CLI_PROOF_H

#include "tools/cli/cli.h"

#include "chain/address.h"
#include "crypto/types.h"

struct cli_proof {
	const char *message; /* the value of --message, or NULL */
	struct sn_hash tx_hash;
	const char *address_text;  /* NULL: no operand */
	struct sn_address address; /* of any network */
	const char *file;          /* NULL: standard input */
};

#define CLI_PROOF_MESSAGE(p)                                                                                                          \
	{                                                                                                                             \
		"message", 0, "TEXT",                                                                                                 \
			"text that the proof signs, such as a challenge by the verifier; cold-prove and wo-check need the same text", \
			.text = &(p).message                                                                                          \
	}

/* Operands before the file. */
enum {
	CLI_PROOF_TXID = 1,
	CLI_PROOF_ADDRESS = 2,
};

/* Read the operands. `takes` has the flags of those that come before the file. */
int cli_proof_read(struct cli *cli, struct cli_proof *p, unsigned takes) SN_MUST_USE;

#endif
