/* store/wallet_state.h - the private part of an open wallet: files, pending records, room in the arrays, hash
 * tables. Private to store/.
 *
 * Every change proceeds in the same order: check, make room in arrays and tables, append the record, then
 * change the state. All steps that can fail precede those that cannot, so an error changes nothing:
 *
 *     size_t mark = s->pending.len;
 *     if (!s->is_replaying)
 *             sn_record_put_...(&s->pending, ...);
 *     if (sn_wallet_note_failed(s, mark))
 *             return SN_IO;
 */
#ifndef SN_STORE_WALLET_STATE_H
#define SN_STORE_WALLET_STATE_H

#include "base/bytes.h"
#include "base/error.h"
#include "store/index.h"
#include "store/journal.h"
#include "store/key_images.h"
#include "store/wallet_types.h"

struct sn_wallet_store {
	struct sn_journal *journal;
	enum sn_wallet_mode mode;
	struct sn_buf pending;  /* records since the last store */
	uint64_t n_changes;     /* records so far, and reverts */
	bool is_replaying;      /* changes come from the file: append no record */
	bool has_account;       /* the first record, the account, was replayed */
	bool is_incomplete;     /* a replay is between the commits of one state (SN_RECORD_STATE) */
	bool is_given_up;       /* a revert failed: the pending records must not be stored */
	bool must_reload;       /* a file was changed by others while the wallet was suspended */
	uint64_t compact_above; /* file size from which compaction is considered */

	/* Watch-only wallets: the key-image file, the number of sn_wallet.images that it contains (the first
	 * ones), and the number and the sum of the pairs that the wallet file relies on. */
	struct sn_key_images images;
	size_t n_filed;
	size_t n_filed_before; /* before the last store */
	uint64_t n_relied;
	struct sn_key_images_sum relied_sum;
	struct sn_key_images_summing sum; /* of the first pairs; each store continues from there */

	size_t cap_blocks, cap_outputs, cap_enotes, cap_spenders, cap_payments, cap_images, cap_rings,
		cap_shown, cap_frozen, cap_requests, cap_notes,
		cap_noticed;     /* room in the arrays of struct sn_wallet */
	size_t n_settled_blocks; /* the first blocks, which pruning has finished */

	/* Outputs with the same one-time key form a circle: the next output of each. A replay adds outputs
	 * without the circles and by_key, which sn_wallet_index_outputs completes. */
	uint32_t *next_same_key;
	size_t cap_circles;
	size_t n_indexed; /* the first outputs are in their circles and in by_key */

	struct sn_index by_key;         /* one-time key -> the output that counts */
	struct sn_index image_by_key;   /* one-time key -> pair */
	struct sn_index image_by_image; /* key image -> pair */
	struct sn_index by_input;       /* one-time key -> payments that spend it */
	struct sn_index by_tx_hash;     /* tx hash -> payments that have or had it */
	struct sn_index by_ring;        /* one-time key -> ring */
	struct sn_index by_change;      /* one-time key -> payments that return or returned it as change */
};

/* An empty wallet with room for an account, or NULL. */
struct sn_wallet *sn_wallet_new(enum sn_role role);

/* Wipe and free everything except the journal and the key-image file. NULL is allowed. */
void sn_wallet_free(struct sn_wallet *w);

/* Free the arrays of a payment and wipe it. */
void sn_wallet_payment_clear(struct sn_wallet_payment *payment);

/* Make room for element n in an array of `*cap` elements of `size` bytes. `array` points to the pointer to
 * the array. SN_IO. */
int sn_wallet_make_room(void *array, size_t *cap, size_t n, size_t size) SN_MUST_USE;

/* Whether a record did not fit into memory. If so, truncate the pending records to `mark`. Otherwise count
 * the change. */
bool sn_wallet_note_failed(struct sn_wallet_store *s, size_t mark);

#endif
