/* chain/transaction_parts.h - the parts of a transaction, for transaction.h and the files with its proofs. */
#ifndef SN_CHAIN_TRANSACTION_PARTS_H
#define SN_CHAIN_TRANSACTION_PARTS_H

#include "base/bytes.h"
#include "crypto/types.h"

enum sn_rct_type {
	SN_RCT_NULL = 0,   /* coinbase */
	SN_RCT_FULL = 1,   /* one MLSAG, Borromean range proofs */
	SN_RCT_SIMPLE = 2, /* an MLSAG per input */
	SN_RCT_BULLETPROOF = 3,
	SN_RCT_BULLETPROOF2 = 4, /* 8-byte encrypted amounts from here on */
	SN_RCT_CLSAG = 5,
	SN_RCT_BULLETPROOF_PLUS = 6, /* the type of our transactions */
	SN_RCT_FCMP_PLUS_PLUS = 7,   /* Carrot outputs; inputs without rings, proven by FCMP++ */
};

enum sn_tx_input_kind {
	SN_INPUT_KEY = 0x02,
	SN_INPUT_COINBASE = 0xff, /* the only input of its transaction */
};

struct sn_tx_input {
	enum sn_tx_input_kind kind;
	uint64_t height;   /* coinbase: of its block */
	uint64_t amount;   /* 0 if it spends a RingCT output */
	size_t ring_size;  /* > 0; type 7: 0 */
	uint64_t *offsets; /* ring_size global output indices, each relative to the previous one */
	struct sn_point key_image;
};

/* A Carrot output has these two instead of the view tag of one byte. */
#define SN_CARROT_VIEW_TAG_BYTES 3
#define SN_CARROT_ANCHOR_BYTES 16

/* Either all outputs of a transaction are Carrot outputs, or none. Carrot outputs belong to type 7 and to
 * coinbase transactions. */
struct sn_tx_output {
	uint64_t amount;     /* in clear: version 1 and coinbase; otherwise 0 */
	struct sn_point key; /* one-time key */
	bool has_view_tag;
	uint8_t view_tag;
	bool is_carrot;
	uint8_t carrot_view_tag[SN_CARROT_VIEW_TAG_BYTES];
	uint8_t encrypted_anchor[SN_CARROT_ANCHOR_BYTES];
	/* RingCT types other than null: */
	struct sn_point commitment;
	uint8_t encrypted_amount[32]; /* types 4 to 7: the first 8 bytes, rest zero */
	uint8_t encrypted_mask[32];   /* types 1 to 3; otherwise zero */
};

struct sn_tx {
	uint64_t version;     /* 1 or 2 */
	uint64_t unlock_time; /* block height, or UNIX time */
	size_t n_inputs;      /* > 0 */
	size_t n_outputs;
	struct sn_tx_input *inputs; /* owned, like `outputs` and the offsets of all inputs */
	struct sn_tx_output *outputs;
	uint64_t *offsets;
	const uint8_t *extra; /* view */
	size_t extra_len;
	/* version 2 */
	enum sn_rct_type rct_type;
	uint64_t fee;
	const uint8_t *pseudo_outs; /* type 2 only: view of n_inputs × 32 bytes */
	/* whole transactions */
	bool is_pruned;
	const uint8_t *prunable; /* view */
	size_t prunable_len;
};

static inline bool sn_tx_has_carrot_outputs(const struct sn_tx *tx)
{
	return tx->n_outputs && tx->outputs[0].is_carrot;
}

#endif
