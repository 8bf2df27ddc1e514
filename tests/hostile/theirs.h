/* An unsigned set in the format of the reference wallet. It is made of a set of our own format, honest or
 * not, and can be changed as a structure, as plaintext, or as a sealed file. */
#ifndef TESTS_HOSTILE_THEIRS_H
#define TESTS_HOSTILE_THEIRS_H

#include "world.h"

#include "cold/reference_request.h"

#define HOT_LIST_ROOM 64
#define ARENA_BYTES 32768

struct forge;

/* The minimum contents of an honest set that a lie needs. */
struct needs {
	size_t txs, inputs, destinations;
	bool change;     /* everywhere */
	bool alone;      /* one transaction only */
	bool tell_apart; /* no recipient is an own address */
};

/* The online wallet's list of outputs. */
struct hot_list {
	struct sn_exported_transfer_details outputs[HOT_LIST_ROOM]; /* without additional keys */
	size_t n;
};

struct theirs {
	struct sn_unsigned_tx_set set;
	uint8_t arena[ARENA_BYTES]; /* for texts and tx extra */
	size_t n_arena;

	bool is_plaintext; /* it went on in bytes */
	struct sn_buf plaintext;
	enum sn_interop_kind kind; /* to seal as */
	struct sn_interop_key key; /* to seal with */

	/* The options of the user of the signer; outputs_file is this one. */
	struct sn_reference_options options;
	struct sn_buf outputs_file;

	/* The list when the answer arrives. */
	struct hot_list list;
	bool claims_another_list; /* the online wallet deceives itself */
};

/* Go on in the format of the reference wallet. Its list of outputs begins with index 0 and has all that the
 * set spends. */
void theirs(struct forge *f);
/* Their format has no position from 65,536 on, and no payment id of zeros. */
bool can_be_theirs(const struct forge *f);
void honest_theirs(struct forge *f, struct needs needs);
void theirs_encode(struct forge *f); /* go on in bytes */
void theirs_seal(struct forge *f);   /* go on with the sealed file */
void theirs_free(struct theirs *t);
/* An output export of `n` outputs from `from` on of the list as it is now, for the option --outputs. */
void export_outputs(struct forge *f, size_t from, size_t n);
/* Leave the first `n` outputs out of new_transfers. */
void leave_out(struct forge *f, size_t n);

struct sn_archive_bytes say(struct forge *f, const void *data, size_t len);
struct sn_tx_construction_data *their_tx(struct forge *f);
struct sn_tx_source_entry *their_source(struct forge *f, struct sn_tx_construction_data *tx);
/* An output that is neither change nor dummy; and the entry of those. Abort if there is none. */
struct sn_tx_destination_entry *their_payment(struct forge *f, struct sn_tx_construction_data *tx);
struct sn_tx_destination_entry *their_change(struct sn_tx_construction_data *tx);

/* Another request for the same coins: one piconero of the fee goes elsewhere. Returns false if there is none.
 */
bool theirs_conflict(struct sn_buf *file, const struct world *world, const struct sn_buf *of);

#endif
