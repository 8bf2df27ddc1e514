/* store/wallet_types.h - the data of an open wallet: blocks, outputs, payments, incoming transfers, rings,
 * key images, frozen outputs, scan settings and names.
 *
 * The arrays are changed only by the functions of store/wallet_*.h. Invariants: store/wallet.h. */
#ifndef SN_STORE_WALLET_TYPES_H
#define SN_STORE_WALLET_TYPES_H

#include "base/bytes.h"
#include "chain/account.h"
#include "chain/address.h"
#include "chain/carrot_scan.h"
#include "chain/names.h"
#include "crypto/types.h"
#include "ringct/commitment.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sn_role {
	SN_ROLE_MASTER = 1,
	SN_ROLE_WATCH_ONLY = 2,
};

enum sn_wallet_mode {
	SN_WALLET_READ,   /* no lock; nothing can be stored; the state of the last store */
	SN_WALLET_WRITE,  /* exclusive lock; a second writer gets SN_BUSY, with the holder's process */
	SN_WALLET_REPAIR, /* as SN_WALLET_WRITE, but opens with the key images that can be read. Logs the
			     missing ones and remembers the loss (sn_wallet_lacks_images). After a store the
			     wallet relies on the readable ones only. A key-image file that is corrupt or
			     belongs to another wallet is renamed to `<name>.damaged`, never deleted */
};

/* A scanned block. The last SN_WALLET_DENSE_BLOCKS heights are all kept, and those without a notice
 * (wallet_notices.h) with as many below them. Of older blocks, the first of every SN_WALLET_SPARSE_STEP
 * heights is kept, to find the fork of a deep reorganization. */
struct sn_wallet_block {
	uint64_t height;
	struct sn_hash hash;
	uint64_t n_outputs; /* RingCT outputs in the chain up to and including this block; 0: unknown */
	/* outputs of its coinbase transaction among them, which are the first of the block; 0: unknown */
	uint32_t n_coinbase;
};

#define SN_WALLET_DENSE_BLOCKS 720
#define SN_WALLET_SPARSE_STEP 1000

/* An output that belongs to this wallet. */
struct sn_wallet_output {
	struct sn_point key;    /* one-time key P */
	struct sn_point tx_key; /* R: the tx public key of this output, main or additional; is_carrot: D_e */
	struct sn_hash tx_hash;
	struct sn_scalar mask;
	uint64_t amount;       /* piconero */
	uint64_t global_index; /* among RingCT outputs, or among outputs of its amount */
	uint64_t height;
	uint64_t time;        /* of its block; Unix seconds */
	uint64_t unlock_time; /* as in the transaction: 0, a height, or Unix seconds */
	uint64_t spent_height;
	uint32_t index; /* position in its transaction */
	struct sn_subaddress_index subaddress;
	uint32_t pair;    /* has_image: number of its pair in sn_wallet.images (sn_wallet_image_of) */
	uint32_t spender; /* is_spent: number of the hash of that transaction in sn_wallet.spenders */
	enum sn_mask_kind mask_kind;
	uint8_t payment_id[8];
	bool is_coinbase;
	bool is_rct;    /* false: version 1 output, with a plain amount */
	bool is_carrot; /* chain/carrot_enote.h; the rest of it: sn_wallet_enote_of */
	bool has_payment_id;
	bool has_image; /* the key image is known */
	bool is_spent;  /* a scanned block spends it at spent_height (sn_wallet_spent_by) */
};

/* What only a Carrot output has. The signer computes the output again from it. Beside the outputs, because
 * most outputs of an old wallet have none. */
struct sn_wallet_enote {
	uint32_t output;                /* position in sn_wallet.outputs */
	uint8_t kind;                   /* enum sn_carrot_kind; of a coinbase output SN_CARROT_NORMAL */
	uint8_t type;                   /* enum sn_carrot_type; of a coinbase output SN_CARROT_PAYMENT */
	struct sn_point first_image;    /* of its transaction; of a coinbase output zero */
	struct sn_carrot_anchor anchor; /* of a special enote zero: the signer computes it */
};

enum sn_payment_state {
	SN_PAYMENT_PREPARED = 1,  /* the unsigned transaction was written; outputs reserved */
	SN_PAYMENT_SUBMITTED = 2, /* sent to the daemon; outputs reserved, tx_hash known */
	SN_PAYMENT_CONFIRMED = 3, /* in the block at `height` */
	SN_PAYMENT_RELEASED = 4,  /* abandoned; outputs not reserved */
};

struct sn_payment_destination {
	struct sn_address address;
	uint64_t amount;
};

/* A payment of this wallet: one transaction. */
struct sn_wallet_payment {
	uint64_t id; /* 1, 2, ...: the number for --release */
	enum sn_payment_state state;
	uint64_t time; /* of preparation; Unix seconds */
	uint64_t fee;
	uint64_t change;
	uint64_t height;        /* confirmed: of its block. Released because of a conflict, a block that
				   spends an input in another transaction: of that block. Else 0 */
	struct sn_hash tx_hash; /* zero until submitted (sn_payment_was_submitted) */
	struct sn_hash rings;   /* of the transaction composed for it (hot/rings.h); zero: unknown */

	uint64_t missing_since;  /* submitted: no look has found it since then, in a block or in the daemon's
				    pool; Unix seconds; 0: the last look found it, or there was no look */
	uint64_t missing_height; /* height of the wallet then */
	bool is_missing;         /* it was not found for so long that it counts as missing (hot/pool.h) */

	uint64_t conflict_seen;   /* released because of a conflict: when the wallet noted that block; Unix
				     seconds; 0: not yet (hot/second_payment.h) */
	uint64_t conflict_height; /* height of the wallet then */

	/* The wallet has reported that it failed, but the network may have it, or a block has it: a daemon
	 * that it was sent to rejected it; or it was released, by the user or because of a conflict, or
	 * counted as missing, and has returned: it is submitted again by the user, a daemon or a block has
	 * it, or the block of the conflict was removed. No daemon has accepted it since. */
	bool is_doubtful;
	/* Submitted: it was about to be sent, and since then no daemon has answered or shown it in its
	 * pool. Any change of the state ends this. */
	bool is_unanswered;
	uint64_t undone_at; /* greatest height of a block that contained it and was removed; 0: none. Until
			       the wallet is above, the submitted payment is not missing. Kept while the
			       payment is released because of a conflict */
	struct sn_point *inputs; /* one-time keys of the outputs that it spends */
	size_t n_inputs;
	struct sn_payment_destination *destinations;
	size_t n_destinations;
	struct sn_point *change_keys; /* one-time keys of its change outputs; known from submission on */
	size_t n_change_keys;
};

#define SN_NOTE_MAX 1024    /* bytes */
#define SN_NOTES_MAX 100000 /* of a wallet */

/* What the owner wrote about a transaction. */
struct sn_wallet_note {
	struct sn_hash tx_hash;
	char *text; /* not empty */
};

#define SN_REFERENCE_MAX 64

/* A request for payments with a reference, which the user gives: the same reference is not paid twice. */
struct sn_wallet_request {
	char reference[SN_REFERENCE_MAX + 1];
	struct sn_hash digest; /* hot/repeated_request.h */
	uint64_t first;        /* its payments: ids first to first + n - 1 */
	uint32_t n;
	struct sn_buf unsigned_set; /* the unsigned file; empty when none of them is prepared any more */
};

/* An unconfirmed transfer to one of our addresses, from the daemon's pool. It never counts towards the
 * balance: the daemon may lie, and the transaction may never be mined. */
struct sn_wallet_incoming {
	struct sn_hash tx_hash;
	struct sn_subaddress_index subaddress;
	uint64_t amount;
	uint64_t time; /* first seen; Unix seconds */
	uint64_t unlock_time;
	bool has_payment_id;
	uint8_t payment_id[8];
};

#define SN_WALLET_INCOMING_MAX 1000

/* The decoys of the latest ring of an output. If two rings of an output have only that output in common,
 * anyone with both rings can identify it, for example the daemon that sent their members. */
#define SN_WALLET_DECOYS 15

struct sn_wallet_ring {
	struct sn_point key;               /* one-time key of the output */
	uint64_t height;                   /* number of blocks in the chain when the decoys were drawn */
	uint64_t from_first;               /* bit i: decoys[i] has been in every ring of this output */
	uint64_t decoys[SN_WALLET_DECOYS]; /* global indices, ascending */
};

/* About 1.5 MB in the file. When full, the oldest quarter is dropped. */
#define SN_WALLET_RINGS_MAX 16384

/* Key image of an output that may not be scanned yet. */
struct sn_wallet_image {
	struct sn_point key;
	struct sn_point image;
};

/* The first addresses of an account, shown or used. */
struct sn_wallet_shown {
	uint32_t account;
	uint32_t addresses; /* 0 to addresses - 1 */
};

/* Positions in sn_wallet.outputs, in another order (store/output_order.h). */
struct sn_output_order {
	uint32_t *outputs;
	size_t n, cap;
};

/* Positions of notices (store/wallet_notices.h). */
struct sn_wallet_noticed {
	bool has_blocks, has_txs;  /* notices of this kind have begun */
	uint64_t next_block;       /* the first block without a notice */
	struct sn_hash last_block; /* id of the block below; zero: unknown */
	uint64_t tx_height;        /* transactions up to this height, */
	struct sn_hash tx_hash;    /* and there up to this hash, were noticed */
	struct sn_hash
		*incoming; /* unconfirmed transactions that were noticed: all are in sn_wallet.incoming */
	size_t n_incoming;
};

/* Blocks that are kept for notices: those of 90 days, 3.5 MB in the file. */
#define SN_WALLET_UNNOTICED_MAX 65536

struct sn_wallet {
	enum sn_role role;
	struct sn_account *account; /* in locked memory; secret */
	uint64_t restore_height;    /* scanning starts here */
	struct sn_wallet_block *blocks;
	size_t n_blocks;
	struct sn_wallet_output *outputs; /* ascending height */
	size_t n_outputs;
	struct sn_wallet_enote *enotes; /* ascending output: one for each Carrot output */
	size_t n_enotes;
	struct sn_output_order spends, by_global_index;
	struct sn_hash *spenders; /* hashes of transactions that spend or spent outputs */
	size_t n_spenders;
	struct sn_wallet_payment *payments;
	size_t n_payments;
	struct sn_wallet_request *requests; /* ascending payments */
	size_t n_requests;
	struct sn_wallet_incoming *incoming;
	size_t n_incoming;
	struct sn_wallet_ring *rings;
	size_t n_rings;
	struct sn_wallet_image *images; /* every known (key, image) pair */
	size_t n_images;
	uint64_t rescan_from; /* the next synchronization begins with a rollback to this height; UINT64_MAX:
				 it does not */
	uint64_t images_lost_below; /* key images of outputs below this height were lost, and are not yet
				       restored; 0: none */
	uint64_t scanned_to; /* height of the wallet before it went back to scan blocks again; 0: it has
				reached that height since, or the rescan was ended */
	uint32_t lookahead_accounts, lookahead_addresses; /* scanned beyond the last account, and beyond the
							     last address of an account, shown or used */
	struct sn_wallet_shown *shown; /* ascending account. An account needs no entry for the first 200
					  addresses of the first 50 accounts */
	size_t n_shown;
	struct sn_point *frozen; /* one-time keys of frozen outputs, ascending bytes: never spent */
	size_t n_frozen;
	uint64_t unscanned_below; /* blocks below this height were scanned for fewer addresses than are
				     scanned for now; 0: none */
	uint64_t fork_height;     /* the block at this height is the first of */
	uint8_t fork_version;     /* this version, after which the program cannot pay; if it cannot read the
				     version either, the block is the next to be scanned. 0: no such block */
	struct sn_wallet_noticed noticed;
	bool is_sole; /* watch-only: this file alone spent outputs without a known key image. Master: the seed
			 is new, and no watch-only file was written yet */
	struct sn_wallet_note *notes; /* the owner's, about transactions; ascending bytes of their hashes */
	size_t n_notes;
	struct sn_names names;         /* the owner's address book and labels */
	struct sn_wallet_store *store; /* the file; private to store/ */
	struct sn_wallet_lock *lock;   /* private to store/; the last member (sn_wallet_revert) */
};

#endif
