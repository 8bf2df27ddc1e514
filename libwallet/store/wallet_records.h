/* store/wallet_records.h - write changes of a wallet as records. store/wallet_replay.h reads them. Private to
 * store/. Layout: doc/reference/wallet-file.md. */
#ifndef SN_STORE_WALLET_RECORDS_H
#define SN_STORE_WALLET_RECORDS_H

#include "base/bytes.h"
#include "base/error.h"
#include "store/key_images.h"
#include "store/wallet_types.h"

enum sn_record {
	SN_RECORD_ACCOUNT = 1,
	SN_RECORD_BLOCK = 2,
	SN_RECORD_OUTPUT = 3,
	SN_RECORD_SPENT = 4,
	SN_RECORD_IMAGE = 5,
	SN_RECORD_ROLLBACK = 6,
	SN_RECORD_PAYMENT = 7,
	SN_RECORD_PAYMENT_STATE = 8,
	SN_RECORD_RELIED = 9,
	SN_RECORD_MISSING = 10,
	SN_RECORD_DOUBTFUL = 11,
	SN_RECORD_RINGS = 12,
	SN_RECORD_RESCAN = 13,
	SN_RECORD_IMAGES_LOST = 14,
	SN_RECORD_UNDONE = 15,
	SN_RECORD_INCOMING = 16,
	SN_RECORD_CHANGE_KEYS = 17,
	SN_RECORD_RESTORE_HEIGHT = 20,
	SN_RECORD_LOOKAHEAD = 21,
	SN_RECORD_SHOWN = 22,
	SN_RECORD_UNSCANNED = 23,
	SN_RECORD_RING = 24,
	SN_RECORD_SOLE = 25,
	SN_RECORD_FORK = 26,
	SN_RECORD_SCANNED_TO = 27,
	SN_RECORD_CONFLICT = 28,
	SN_RECORD_UNANSWERED = 29,
	SN_RECORD_STATE = 30, /* begin and end of the whole state, after a compaction */
	SN_RECORD_CARROT_OUTPUT = 31,
	SN_RECORD_FROZEN = 40,
	SN_RECORD_REQUEST = 41,
	SN_RECORD_CONTACT = 48,
	SN_RECORD_CONTACT_REMOVED = 49,
	SN_RECORD_LABEL = 50,
	SN_RECORD_NOTE = 51,
	SN_RECORD_NOTICED_BLOCKS = 60,
	SN_RECORD_NOTICED_TXS = 61,
	SN_RECORD_NOTICED_INCOMING = 62,
	SN_RECORD_END, /* all types are below */
};

/* Flags of an output. */
enum {
	SN_RECORD_OUTPUT_IS_COINBASE = 1,
	SN_RECORD_OUTPUT_IS_RCT = 2,
	SN_RECORD_OUTPUT_HAS_PAYMENT_ID = 4,
	SN_RECORD_OUTPUT_IS_SPENT = 8,
	SN_RECORD_OUTPUT_HAS_SAME_TX =
		16, /* as the output before: hash, coinbase, height, time, unlock time */
	SN_RECORD_OUTPUT_HAS_SAME_TX_KEY = 32, /* as the output before */
	SN_RECORD_OUTPUT_MASK_KIND = 64,       /* times 0 to 2 */
};

/* In a Carrot output. */
enum {
	SN_RECORD_ENOTE_IS_SPECIAL = 1,
	SN_RECORD_ENOTE_IS_CHANGE = 2,
};

/* Flags of an incoming transfer. */
enum {
	SN_RECORD_INCOMING_HAS_PAYMENT_ID = 1,
	SN_RECORD_INCOMING_HAS_UNLOCK_TIME = 2,
	SN_RECORD_INCOMING_HAS_OTHER_TIME = 4, /* than the previous entry of the record */
	SN_RECORD_INCOMING_FLAGS = 7,          /* all of them */
};

/* Sizes. */
enum {
	SN_RECORD_DESTINATION_BYTES = 2 + 2 * 32 + SN_PAYMENT_ID_BYTES + 8, /* in a payment */
	SN_RECORD_INCOMING_BYTES = 1 + 32 + 2 * 1 + 8,                      /* of an entry, at least */
};

/* Append one record. `b` fails stickily. */
void sn_record_put_account(struct sn_buf *b, enum sn_role role, const struct sn_account *account,
			   uint64_t restore_height); /* holds secrets */
void sn_record_put_block(struct sn_buf *b, const struct sn_wallet_block *block);
/* Without its image. `enote`: NULL unless it is a Carrot output. `before`: the previous output of the wallet,
 * or NULL. `spent_by`: NULL if it is not spent. */
void sn_record_put_output(struct sn_buf *b, const struct sn_wallet_output *output,
			  const struct sn_wallet_enote *enote, const struct sn_wallet_output *before,
			  const struct sn_hash *spent_by);
void sn_record_put_spent(struct sn_buf *b, size_t output, uint64_t height, const struct sn_hash *spent_by);
void sn_record_put_image(struct sn_buf *b, const struct sn_point *key, const struct sn_point *image);
void sn_record_put_relied(struct sn_buf *b, uint64_t n, const struct sn_key_images_sum *sum);
void sn_record_put_payment(struct sn_buf *b, const struct sn_wallet_payment *payment);
void sn_record_put_payment_state(struct sn_buf *b, uint64_t id, enum sn_payment_state state,
				 const struct sn_hash *tx_hash, uint64_t height);
void sn_record_put_rings(struct sn_buf *b, uint64_t id, const struct sn_hash *rings);
void sn_record_put_change_keys(struct sn_buf *b, uint64_t id, const struct sn_point *keys, size_t n);
void sn_record_put_missing(struct sn_buf *b, uint64_t id, uint64_t since, uint64_t height, bool is_missing);
void sn_record_put_conflict(struct sn_buf *b, uint64_t id, uint64_t time, uint64_t height);
void sn_record_put_undone(struct sn_buf *b, uint64_t id, uint64_t height);
void sn_record_put_flag(struct sn_buf *b, enum sn_record type, uint64_t id, bool flag); /* of a payment */
void sn_record_put_request(struct sn_buf *b, const struct sn_wallet_request *request);
void sn_record_put_ring(struct sn_buf *b, const struct sn_wallet_ring *ring);
void sn_record_put_lookahead(struct sn_buf *b, uint32_t accounts, uint32_t addresses);
void sn_record_put_shown(struct sn_buf *b, uint32_t account, uint32_t addresses);
void sn_record_put_fork(struct sn_buf *b, uint64_t height, uint8_t version);
void sn_record_put_frozen(struct sn_buf *b, const struct sn_point *key, bool is_frozen);
void sn_record_put_sole(struct sn_buf *b, bool is_sole);
void sn_record_put_noticed(struct sn_buf *b, enum sn_record type, uint64_t height,
			   const struct sn_hash *hash); /* blocks or transactions */
void sn_record_put_noticed_incoming(struct sn_buf *b, const struct sn_hash *tx_hash);
void sn_record_put_incoming(struct sn_buf *b, const uint32_t *gone, size_t n_gone,
			    const struct sn_wallet_incoming *more, size_t n_more);

void sn_record_put_contact(struct sn_buf *b, const char *name, const struct sn_address *address);
void sn_record_put_contact_removed(struct sn_buf *b, const char *name);
void sn_record_put_note(struct sn_buf *b, const struct sn_hash *tx_hash, const char *text);
void sn_record_put_label(struct sn_buf *b, struct sn_subaddress_index at, const char *text); /* "": removed */
void sn_record_put_names(struct sn_buf *b, const struct sn_names *names); /* a record for each */

/* Append a record whose only content is a height. */
void sn_record_put_height(struct sn_buf *b, enum sn_record type, uint64_t height);

/* Append such a record to the pending records, unless a replay is in progress; then set `*field`, a member of
 * the wallet. SN_IO; then nothing changed. */
int sn_record_set_height(struct sn_wallet *w, uint64_t *field, enum sn_record type,
			 uint64_t height) SN_MUST_USE;

/* Append the whole stored state as records, in an order that can be replayed. Holds the account's secrets. */
void sn_records_put_all(struct sn_buf *b, const struct sn_wallet *w);

/* Takes the records of one commit. An error ends the writing. */
typedef int sn_records_put_part(void *context, const struct sn_buf *records, struct sn_error *err);

/* The same in parts of about 1 MiB, each for a commit of its own. The records SN_RECORD_STATE show whether
 * all parts are there. SN_IO, or the error of `put`. */
int sn_records_put_parts(const struct sn_wallet *w, sn_records_put_part *put, void *context,
			 struct sn_error *err) SN_MUST_USE;

/* The number of bytes that sn_records_put_all would write, to within a third: it ignores the flags of
 * outputs. */
uint64_t sn_records_size(const struct sn_wallet *w);

#endif
