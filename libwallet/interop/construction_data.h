/* interop/construction_data.h - the request for one transaction to the signer of the reference wallet
 * (tx_construction_data): its inputs with their rings, its outputs, and values that the signer returns.
 *
 * It is a part of the unsigned_tx_set, and again of the signed_tx_set. The members are named and ordered as
 * in the reference implementation. Amounts are in piconero. Nothing is checked here except sizes: the online
 * side can write anything, and a member may contradict another.
 *
 * Masks are secret, and all other members are private.
 *
 * Source: reference implementation, src/wallet/wallet2.h, tx_construction_data;
 * src/cryptonote_core/cryptonote_tx_utils.h, tx_source_entry and tx_destination_entry. */
#ifndef SN_INTEROP_CONSTRUCTION_DATA_H
#define SN_INTEROP_CONSTRUCTION_DATA_H

#include "interop/archive.h"
#include "ringct/clsag.h"

/* Bytes of an address as the user has typed it, and of tx extra (MAX_TX_EXTRA_SIZE). */
#define SN_INTEROP_ORIGINAL_MAX 1024
#define SN_INTEROP_EXTRA_MAX 1060

/* Additional tx keys of a transaction: one for each output. The reference wallet refuses higher positions. */
#define SN_INTEROP_OUTPUT_INDEX_MAX 65535
#define SN_INTEROP_ADDITIONAL_KEYS_MAX (SN_INTEROP_OUTPUT_INDEX_MAX + 1)

/* A member of a ring. */
struct sn_tx_source_output {
	uint64_t global_index;
	struct sn_ring_member member;
};

/* An input. */
struct sn_tx_source_entry {
	struct sn_tx_source_output *outputs; /* the ring: 1 to SN_RING_MAX members */
	size_t n_outputs;
	uint64_t real_output;            /* place of the spent output in the ring, < n_outputs */
	struct sn_point real_out_tx_key; /* R of the transaction that made it */
	struct sn_point *real_out_additional_tx_keys;
	size_t n_real_out_additional_tx_keys;
	uint64_t real_output_in_tx_index; /* its position in that transaction */
	uint64_t amount;
	bool rct;
	struct sn_scalar mask; /* secret */
};

struct sn_tx_destination_entry {
	struct sn_archive_bytes original; /* free text of the online side */
	uint64_t amount;
	struct sn_point spend, view; /* the keys of the address */
	bool is_subaddress;
	bool is_integrated;
};

struct sn_tx_destinations {
	struct sn_tx_destination_entry *entries; /* up to SN_SET_DESTINATIONS_MAX */
	size_t n;
};

#define SN_CONSTRUCTION_USE_RCT 0x01
#define SN_CONSTRUCTION_USE_VIEW_TAGS 0x02

struct sn_tx_construction_data {
	struct sn_tx_source_entry *sources; /* up to SN_TX_INPUTS_MAX */
	size_t n_sources;
	struct sn_tx_destination_entry change_dts; /* amount 0: no change */
	struct sn_tx_destinations splitted_dsts;   /* all outputs, with the change and a dummy */
	uint64_t *selected_transfers;              /* indices in the online wallet's list of outputs */
	size_t n_selected_transfers;               /* up to SN_TX_INPUTS_MAX */
	struct sn_archive_bytes extra;
	uint64_t unlock_time;
	uint8_t construction_flags;
	uint64_t range_proof_type; /* of rct_config, version 0 */
	uint64_t bp_version;
	struct sn_tx_destinations dests; /* as the user entered them, without change */
	uint32_t subaddr_account;        /* major index of the spent outputs */
	uint64_t *subaddr_indices;       /* their minor indices, each once */
	size_t n_subaddr_indices;        /* up to SN_TX_INPUTS_MAX */
	/* The plaintext that it was decoded from. The encoder ignores it. */
	struct sn_archive_bytes encoded;
};

/* The shortest encoding, in bytes. */
#define SN_CONSTRUCTION_SIZE_MIN (1 + 68 + 1 + 1 + 1 + 8 + 1 + 3 + 1 + 4 + 1)

/* Decode. Strings are views of the plaintext. Free with sn_tx_construction_data_free, also on error.
 *
 * Returns
 *   SN_BAD_INPUT  malformed, beyond the limits above, data for multisig, or rct_config of another version
 *   SN_IO         out of memory */
int sn_tx_construction_data_read(struct sn_tx_construction_data *data, struct sn_reader *r,
				 struct sn_error *err) SN_MUST_USE;

/* Append the encoding. The limits are not checked. */
void sn_tx_construction_data_put(struct sn_buf *out, const struct sn_tx_construction_data *data);

/* Wipe and free; `data` is empty afterwards. */
void sn_tx_construction_data_free(struct sn_tx_construction_data *data);

/* The same for one destination, which needs no freeing, and for a list. */
int sn_tx_destination_entry_read(struct sn_tx_destination_entry *entry, struct sn_reader *r,
				 struct sn_error *err) SN_MUST_USE;
void sn_tx_destination_entry_put(struct sn_buf *out, const struct sn_tx_destination_entry *entry);
int sn_tx_destinations_read(struct sn_tx_destinations *dests, struct sn_reader *r,
			    struct sn_error *err) SN_MUST_USE;
void sn_tx_destinations_put(struct sn_buf *out, const struct sn_tx_destinations *dests);
void sn_tx_destinations_free(struct sn_tx_destinations *dests);

#endif
