/* store/wallet_internal.h - what wallet.c (state and changes), wallet_payments.c and wallet_change.c
 * (payments), wallet_images.c (key images and their file), wallet_incoming.c (what the pool holds for us),
 * wallet_rings.c (decoys), wallet_scope.c (where it looks), wallet_records.c (the bytes of changes) and
 * wallet_file.c (the wallet file) share. Private to store/. */
#ifndef SN_STORE_WALLET_INTERNAL_H
#define SN_STORE_WALLET_INTERNAL_H

#include "store/index.h"
#include "store/journal.h"
#include "store/key_images.h"
#include "store/wallet.h"

struct sn_wallet_store {
	struct sn_journal *journal;
	enum sn_wallet_mode mode;
	struct sn_buf pending;  /* records noted since the last store */
	bool is_replaying;      /* changes come from the file: note nothing */
	bool has_account;       /* its record, the first, was replayed */
	bool is_given_up;       /* a revert has failed: what is noted must not be stored */
	uint64_t compact_above; /* file size from which compaction is considered */

	/* Of a watch-only wallet: the key-image file, how many of sn_wallet.images it holds (the first ones),
	 * and how many pairs the wallet file relies on, with their sum. */
	struct sn_key_images images;
	size_t n_filed;
	size_t n_filed_before; /* as the last store found it */
	uint64_t n_relied;
	struct sn_key_images_sum relied_sum;
	size_t n_summed; /* sum of the first so many, which are not added up at each store */
	struct sn_key_images_sum sum;

	size_t cap_blocks, cap_outputs, cap_payments, cap_images, cap_rings,
		cap_shown;       /* room in the arrays of struct sn_wallet */
	size_t n_settled_blocks; /* the first blocks, which pruning is done with */

	/* Outputs with one one-time key form a ring: the next one of each. */
	size_t *next_same_key;

	struct sn_index by_key;         /* one-time key -> the output that counts */
	struct sn_index by_place;       /* tx hash, position -> output */
	struct sn_index image_by_key;   /* one-time key -> pair */
	struct sn_index image_by_image; /* key image -> pair */
	struct sn_index by_input;       /* one-time key -> payments that spend it */
	struct sn_index by_tx_hash;     /* tx hash -> payments that have or had it */
	struct sn_index by_ring;        /* one-time key -> ring */
	struct sn_index by_change;      /* one-time key -> payments that bring or brought it as change */
};

/* An empty wallet with room for an account, or NULL. */
struct sn_wallet *sn_wallet_new(enum sn_role role);

/* Wipe and release everything but the journal, which is the caller's. NULL is allowed. */
void sn_wallet_free(struct sn_wallet *w);

void sn_wallet_payment_clear(struct sn_wallet_payment *payment);

/* Make room for one more element after n in an array of `*cap`; `*array` is a pointer to it. */
int sn_wallet_make_room(void *array, size_t *cap, size_t n, size_t size) SN_MUST_USE;

/* Whether a note did not fit into memory; then the notes are as at `mark` again. */
bool sn_wallet_note_failed(struct sn_wallet_store *s, size_t mark);

/* Drop the blocks that are not kept. While records are replayed add_block leaves that until it is worth it,
 * and to the end. */
void sn_wallet_prune_blocks(struct sn_wallet *w);

/* Key images. */
size_t sn_wallet_find_pair(const struct sn_wallet *w, const struct sn_point *key);
size_t sn_wallet_find_pair_of_image(const struct sn_wallet *w, const struct sn_point *image);
int sn_wallet_make_room_for_pairs(struct sn_wallet *w, size_t n) SN_MUST_USE;
void sn_wallet_insert_pair(struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image);
/* Whether a pair is a change to be noted: in a watch-only wallet it goes to another file. */
bool sn_wallet_notes_images(const struct sn_wallet *w);

/* The wallet file was replayed: take in what the key-image file holds, which was opened or found unusable. */
int sn_wallet_load_images(struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;
/* Bring new pairs to the disk. `*sum` is that of all. */
int sn_wallet_store_images(struct sn_wallet *w, struct sn_key_images_sum *sum,
			   struct sn_error *err) SN_MUST_USE;

/* The wallet file could not be written: take off again what that has just added, if that can be done and the
 * wallet file surely does not hold the commit that relies on it. */
void sn_wallet_take_back_images(struct sn_wallet *w);

/* Whether the key-image file that is open is still the one at its path. SN_NEEDS_REPAIR. */
int sn_wallet_check_images(const struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* Images of outputs below `height` are lost; 0: they were restored. */
int sn_wallet_set_images_lost(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* undone_at of a submitted payment, as the file has it. */
int sn_wallet_replay_undone(struct sn_wallet *w, uint64_t id, uint64_t height) SN_MUST_USE;

/* The blocks from `height` on are gone: what confirmed payments there, and rivals for whose sake others were
 * released. */
void sn_wallet_undo_payments(struct sn_wallet *w, uint64_t height);

/* Of a payment that was just added. */
int sn_wallet_set_rings(struct sn_wallet *w, uint64_t id, const struct sn_hash *rings) SN_MUST_USE;

/* Take those at the places `gone`, which ascend, off the list of what is incoming, then append `more`.
 * SN_BAD_INPUT when there are no such places, or it would be too long. */
int sn_wallet_change_incoming(struct sn_wallet *w, const uint32_t *gone, size_t n_gone,
			      const struct sn_wallet_incoming *more, size_t n_more) SN_MUST_USE;

/* A block holds this transaction: what it brings is no longer incoming. */
void sn_wallet_drop_incoming(struct sn_wallet *w, const struct sn_hash *tx_hash);

/* Blocks below `height` were scanned for fewer addresses than there are now; the highest of several counts.
 */
int sn_wallet_go_back(struct sn_wallet *w, uint64_t height) SN_MUST_USE;
int sn_wallet_set_scanned_to(struct sn_wallet *w, uint64_t height) SN_MUST_USE;
int sn_wallet_set_unscanned(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* What sn_wallet_show noted. */
int sn_wallet_replay_shown(struct sn_wallet *w, uint32_t account, uint32_t addresses) SN_MUST_USE;

/* Blocks came or went: what was known of others goes. */
void sn_wallet_scope_at(struct sn_wallet *w);

/* Records. The sn_record_put_ functions append one record each; `b` fails stickily. */
void sn_record_put_account(struct sn_buf *b, enum sn_role role, const struct sn_account *account,
			   uint64_t restore_height);
void sn_record_put_block(struct sn_buf *b, const struct sn_wallet_block *block);
void sn_record_put_output(struct sn_buf *b, const struct sn_wallet_output *output); /* without its image */
void sn_record_put_spent(struct sn_buf *b, size_t output, uint64_t height, const struct sn_hash *spent_by);
void sn_record_put_image(struct sn_buf *b, const struct sn_point *key, const struct sn_point *image);
void sn_record_put_relied(struct sn_buf *b, uint64_t n, const struct sn_key_images_sum *sum);
void sn_record_put_rollback(struct sn_buf *b, uint64_t height);
void sn_record_put_payment(struct sn_buf *b, const struct sn_wallet_payment *payment);
void sn_record_put_payment_state(struct sn_buf *b, uint64_t id, enum sn_payment_state state,
				 const struct sn_hash *tx_hash, uint64_t height);
void sn_record_put_rings(struct sn_buf *b, uint64_t id, const struct sn_hash *rings);
void sn_record_put_change_keys(struct sn_buf *b, uint64_t id, const struct sn_point *keys, size_t n);
void sn_record_put_missing(struct sn_buf *b, uint64_t id, uint64_t since, uint64_t height, bool is_missing);
void sn_record_put_rejected(struct sn_buf *b, uint64_t id, bool is_rejected);
void sn_record_put_undone(struct sn_buf *b, uint64_t id, uint64_t height);
void sn_record_put_ring(struct sn_buf *b, const struct sn_wallet_ring *ring);
void sn_record_put_rescan(struct sn_buf *b, uint64_t height);
void sn_record_put_images_lost(struct sn_buf *b, uint64_t height);
void sn_record_put_restore_height(struct sn_buf *b, uint64_t height);
void sn_record_put_lookahead(struct sn_buf *b, uint32_t accounts, uint32_t addresses);
void sn_record_put_shown(struct sn_buf *b, uint32_t account, uint32_t addresses);
void sn_record_put_scanned_to(struct sn_buf *b, uint64_t height);
void sn_record_put_unscanned(struct sn_buf *b, uint64_t height);
void sn_record_put_fork(struct sn_buf *b, uint64_t height, uint8_t version);
void sn_record_put_sole(struct sn_buf *b, bool is_sole);
void sn_record_put_incoming(struct sn_buf *b, const uint32_t *gone, size_t n_gone,
			    const struct sn_wallet_incoming *more, size_t n_more);

/* The whole stored state as records, in an order in which they can be replayed. Holds the account's secrets.
 */
void sn_records_put_all(struct sn_buf *b, const struct sn_wallet *w);

/* How many bytes sn_records_put_all makes of the state, within a third: flags of outputs are not looked at.
 */
uint64_t sn_records_size(const struct sn_wallet *w);

/* Apply the records of one commit. SN_BAD_INPUT when one is malformed, of an unknown type, or breaks an
 * invariant; SN_IO when out of memory. The first record of a wallet is the account's, and only that. */
int sn_records_replay(struct sn_wallet *w, const uint8_t *data, size_t len) SN_MUST_USE;

#endif
