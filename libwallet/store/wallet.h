/* store/wallet.h - what a wallet knows, and the file that keeps it.
 *
 * In memory a wallet is plain arrays. Each change goes through a function here, which changes
 * the arrays and notes a record; sn_wallet_store seals the notes as one commit at the end of the
 * journal file (store/journal.h) and fsyncs. Opening replays the records through the same functions:
 * file and memory cannot differ. What was not stored is as if it had not happened.
 *
 * Master and watch-only wallets have the same format. A watch-only file holds no
 * spend secret key in any byte.
 *
 * The key images of a watch-only wallet lie in a file of their own, `<wallet file>.outkey2ki`
 * (store/key_images.h), of which the wallet file says how many pairs it relies on, and which. sn_wallet_store
 * has new pairs on the disk before the commit that relies on them. A wallet whose key-image file holds less
 * does not open, but for repair; one whose file holds more takes them in and goes back to the lowest output
 * concerned, for what was spent above it may have been overlooked. A master wallet can compute every image
 * and keeps those that it knows in its own file.
 *
 * Invariants: `blocks` ascends in height; `outputs` ascends in height of arrival; no two
 * outputs share (tx_hash, index); an image belongs to one key, and a key has one image; what has an output,
 * by its tx_hash, is no longer `incoming`.
 *
 * Pointers into the arrays, and those that functions return, hold until the next change. `account` stays
 * where it is until the wallet is closed.
 *
 * Threads: one at a time may change the wallet, which whoever shares it sees to (app/session.h). It does so
 * between sn_wallet_change_begin and _end, and takes care that between the two all is seen or nothing: one
 * payment, one block with all that it holds. Others read between sn_wallet_read_begin and _end; the changing
 * thread reads without. */
#ifndef SN_STORE_WALLET_H
#define SN_STORE_WALLET_H

#include "base/error.h"
#include "base/log.h"
#include "chain/account.h"
#include "chain/address.h"
#include "crypto/types.h"
#include "ringct/commitment.h"
#include "store/journal.h"

#include <stddef.h>
#include <stdint.h>

enum sn_role {
	SN_ROLE_MASTER = 1,
	SN_ROLE_WATCH_ONLY = 2,
};

/* A block of the chain that was scanned. All of the last SN_WALLET_DENSE_BLOCKS heights are kept; of older
 * ones the first of every SN_WALLET_SPARSE_STEP heights, to find where a deep reorganisation forked. */
struct sn_wallet_block {
	uint64_t height;
	struct sn_hash hash;
	uint64_t n_outputs; /* RingCT outputs in the chain up to this block, its own included; 0: not known */
};

#define SN_WALLET_DENSE_BLOCKS 720
#define SN_WALLET_SPARSE_STEP 1000

/* An output that belongs to this wallet. */
struct sn_wallet_output {
	struct sn_point key;    /* one-time key P */
	struct sn_point tx_key; /* R: the tx public key, main or additional, that it was made with */
	struct sn_hash tx_hash;
	uint32_t index; /* position in its transaction */
	struct sn_subaddress_index subaddress;
	uint64_t amount; /* piconero */
	struct sn_scalar mask;
	enum sn_mask_kind mask_kind;
	bool is_coinbase;
	bool is_rct;           /* false: version 1 output, with an amount in clear */
	uint64_t global_index; /* among RingCT outputs, or among outputs of its amount */
	uint64_t height;
	uint64_t time;        /* Unix seconds, as its block says */
	uint64_t unlock_time; /* as in the transaction: 0, a height, or Unix seconds */
	bool has_payment_id;
	uint8_t payment_id[8];
	bool has_image; /* the key image is known */
	struct sn_point image;
	bool is_spent; /* seen spent on the chain, at: */
	uint64_t spent_height;
	struct sn_hash spent_by;
};

enum sn_payment_state {
	SN_PAYMENT_PREPARED = 1,  /* unsigned transaction handed out; outputs reserved */
	SN_PAYMENT_SUBMITTED = 2, /* sent to the daemon; outputs taken, tx_hash known */
	SN_PAYMENT_CONFIRMED = 3, /* seen in a block, at `height` */
	SN_PAYMENT_RELEASED = 4,  /* given up: outputs free again */
};

struct sn_payment_destination {
	struct sn_address address;
	uint64_t amount;
};

/* A payment made by this wallet: one transaction. */
struct sn_wallet_payment {
	uint64_t id; /* 1, 2, ...: what --release names */
	enum sn_payment_state state;
	uint64_t time; /* Unix seconds when prepared */
	uint64_t fee;
	uint64_t change;
	uint64_t height; /* when confirmed; when released because a block holds what spends an input of it: of
			    that block; else 0 */
	struct sn_hash tx_hash;  /* zero until submitted */
	struct sn_hash rings;    /* of the transaction composed for it (hot/rings.h); zero: not known */
	uint64_t missing_since;  /* while submitted: since when no look has found it, in a block or in the
				    daemon's pool; Unix seconds; 0: the last one did, or there was none.
				    When released for a block: since when that block is known; 0: not noted yet
				    (hot/second_payment.h) */
	uint64_t missing_height; /* the wallet's then */
	bool is_missing;         /* that was so for so long that it counts as missing (hot/pool.h) */
	bool is_rejected;        /* the daemon that it was sent to last rejected it */
	uint64_t undone_at; /* the greatest height of a block that held it and was taken back; 0: none did.
			       Until the wallet is above, the payment, submitted, is not missing */
	struct sn_point *inputs; /* one-time keys that it spends */
	size_t n_inputs;
	struct sn_payment_destination *destinations;
	size_t n_destinations;
	struct sn_point *change_keys; /* one-time keys of the outputs that bring its change; known once it is
					 submitted */
	size_t n_change_keys;
};

/* What a transaction that is in no block yet would bring to one of our addresses, as the daemon told last.
 * Nothing that counts: it may be a lie, and it may never be mined. */
struct sn_wallet_incoming {
	struct sn_hash tx_hash;
	struct sn_subaddress_index subaddress;
	uint64_t amount;
	uint64_t time; /* when it was seen first; Unix seconds */
	uint64_t unlock_time;
	bool has_payment_id;
	uint8_t payment_id[8];
};

#define SN_WALLET_INCOMING_MAX 1000

/* The decoys that an output was hidden among when it was composed last. Two rings of one output that have
 * only the output in common tell which one it is: to whoever sees both, be it the daemon that was asked for
 * their members. */
#define SN_WALLET_DECOYS 15

struct sn_wallet_ring {
	struct sn_point key;               /* one-time key of the output */
	uint64_t height;                   /* blocks in the chain when they were drawn */
	uint64_t first_height;             /* when the first ring of this output was; at most height */
	uint64_t decoys[SN_WALLET_DECOYS]; /* global indices, ascending */
};

/* Some 1.5 MB in the file. Those that came first go first, a quarter at once. */
#define SN_WALLET_RINGS_MAX 16384

/* Key image of an output that may not have been scanned yet. */
struct sn_wallet_image {
	struct sn_point key;
	struct sn_point image;
};

/* The first addresses of an account that were shown, or received. */
struct sn_wallet_shown {
	uint32_t account;
	uint32_t addresses; /* 0 to addresses - 1 */
};

struct sn_wallet {
	enum sn_role role;
	struct sn_account *account; /* in locked memory */
	uint64_t restore_height;    /* scanning starts here */
	struct sn_wallet_block *blocks;
	size_t n_blocks;
	struct sn_wallet_output *outputs;
	size_t n_outputs;
	struct sn_wallet_payment *payments;
	size_t n_payments;
	struct sn_wallet_incoming *incoming;
	size_t n_incoming;
	struct sn_wallet_ring *rings;
	size_t n_rings;
	struct sn_wallet_image *images; /* every known (key, image) pair */
	size_t n_images;
	uint64_t rescan_from; /* the next synchronisation begins with a rollback to here; UINT64_MAX: it does
				 not */
	uint64_t images_lost_below; /* key images were lost of outputs below this height, and not restored
				       yet; 0: none */
	uint64_t scanned_to; /* the wallet stood at this height before it went back to scan blocks again, and
				has not reached it since; 0: it has, or the rescan was ended */
	uint32_t lookahead_accounts,
		lookahead_addresses;   /* this many beyond the last account, and beyond the last address of
					  an account, that was shown or received, are scanned for */
	struct sn_wallet_shown *shown; /* by ascending account; where all that was shown is in the first 50
					  accounts and the first 200 addresses, an account has no entry */
	size_t n_shown;
	uint64_t unscanned_below; /* blocks below this height were scanned for fewer addresses than the wallet
				     has now; 0: none */
	uint64_t fork_height;     /* the block at this height, the next to be scanned, has */
	uint8_t fork_version; /* this version, which is above what this program reads; 0: none such was seen
			       */
	bool is_sole; /* watch-only: all that was spent of outputs without key image was spent by this file;
			 master: no watch-only file was written yet, and the seed is new */
	struct sn_wallet_store *store; /* the file; private to store/ */
	struct sn_wallet_lock *lock;   /* private to store/; stands last (sn_wallet_revert) */
};

/* Create a new wallet file with this account. A watch-only role drops the spend secret. The file
 * is published complete or not at all. SN_REFUSED when `path` exists. `account` and `password`
 * are secret. */
int sn_wallet_create(const char *path, enum sn_role role, const struct sn_account *account,
		     uint64_t restore_height, const char *password, enum sn_kdf_cost cost,
		     struct sn_error *err) SN_MUST_USE;

/* What a wallet file may begin with, besides an account. Zero is what sn_wallet_create makes. */
struct sn_wallet_start {
	const struct sn_account *account;
	uint64_t restore_height;
	uint32_t lookahead_accounts, lookahead_addresses; /* 0: the usual */
	const struct sn_wallet_shown *shown;
	size_t n_shown;
	bool is_sole;
};

/* sn_wallet_create with all of that. */
int sn_wallet_create_from(const char *path, enum sn_role role, const struct sn_wallet_start *start,
			  const char *password, enum sn_kdf_cost cost, struct sn_error *err) SN_MUST_USE;

enum sn_wallet_mode {
	SN_WALLET_READ,   /* no lock, nothing can be stored; the wallet as it was stored last */
	SN_WALLET_WRITE,  /* exclusive lock; a second writer is refused (SN_IO) and told who holds it */
	SN_WALLET_REPAIR, /* the same, but it makes do with the key images that can be read, says in the log
			     what is missing, and remembers that something is (sn_wallet_lacks_images). Once
			     stored the wallet relies on those alone; a key-image file that is damaged or
			     another wallet's is then called
			     `<name>.damaged`, never deleted */
};

/* Open a wallet file. SN_BAD_PASSWORD; SN_BAD_INPUT when it is no wallet file or damaged before its
 * last commit; a torn last commit is dropped with a line to `log` (may be NULL). SN_NEEDS_REPAIR when the
 * key-image file of a watch-only wallet is missing, damaged, another wallet's, or holds less than
 * the wallet relies on; the sentence, which goes to `log` too, is then
 *   UNRECOVERABLE ERROR, wallet stops: pending key images (N) exceed the pending-key-images file container
 * (M) with N pairs relied on and M of them read. */
int sn_wallet_open(struct sn_wallet **out, const char *path, enum sn_wallet_mode mode, const char *password,
		   const struct sn_log *log, struct sn_error *err) SN_MUST_USE;

/* Release everything; what was not stored is lost. NULL is allowed. */
void sn_wallet_close(struct sn_wallet *w);

/* Append what changed since the last store as one sealed commit, fsynced; before it new key images to their
 * file, fsynced. Does nothing when nothing changed. Compacts the file now and then: when it is larger than
 * 256 KiB and than four times the state itself. After a failure (SN_IO) the file is as it was before (the
 * key-image file may hold more if it cannot be shortened again, which is harmless), and what changed is still
 * noted: the caller may try again, or revert. SN_NEEDS_REPAIR when the key-image file is no longer at its
 * place, also when nothing changed; the sentence is that of sn_wallet_open. */
int sn_wallet_store(struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* Forget what was noted since the last store and reload from the files: memory as if opened again. After
 * a failure everything is as it was, but what is noted was given up by the caller: sn_wallet_store refuses
 * (SN_IO) until a revert has succeeded. */
int sn_wallet_revert(struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* End a change that came out as `ret`: with `keep`, store what was done; without, or when it cannot be
 * stored, revert it. Returns what storing failed with, and sets `err`, which may be NULL; else `ret`. Between
 * sn_wallet_change_begin and _end. */
int sn_wallet_settle(struct sn_wallet *w, int ret, bool keep, struct sn_error *err) SN_MUST_USE;

/* The journal that is the wallet's file: to make or open another one with the same password (`like` of
 * store/journal.h), not to read or write. */
const struct sn_journal *sn_wallet_journal(const struct sn_wallet *w);

/* Only where threads share a wallet do these matter; they never nest. A waiting change goes before new
 * readers. */
void sn_wallet_read_begin(const struct sn_wallet *w);
void sn_wallet_read_end(const struct sn_wallet *w);
void sn_wallet_change_begin(struct sn_wallet *w);
void sn_wallet_change_end(struct sn_wallet *w);

/* Changes. Each returns 0, SN_IO (out of memory), or SN_BAD_INPUT when it breaks an invariant; then nothing
 * changed. */

/* Blocks come in ascending order of height. `n_outputs`: struct sn_wallet_block. */
int sn_wallet_add_block(struct sn_wallet *w, uint64_t height, const struct sn_hash *hash,
			uint64_t n_outputs) SN_MUST_USE;
/* Outputs come in ascending order of height. Its image is taken from the known pairs if it is there; a new
 * image becomes a known pair. */
int sn_wallet_add_output(struct sn_wallet *w, const struct sn_wallet_output *output) SN_MUST_USE;
/* SN_BAD_INPUT when it is spent already, unless by the same. */
int sn_wallet_set_spent(struct sn_wallet *w, size_t output, uint64_t height,
			const struct sn_hash *spent_by) SN_MUST_USE;
/* Remember a pair; the output with that key, scanned or yet to come, gets it. */
int sn_wallet_add_image(struct sn_wallet *w, const struct sn_point *key,
			const struct sn_point *image) SN_MUST_USE;
/* Drop everything at `height` and above: blocks, outputs, spends; payments confirmed there are
 * submitted again, and payments that were released for a block there are what they were before, unless an
 * input is spent or held by another payment by now. Images stay. When the blocks right below `height` are not
 * kept any more, scanning has to go on below it (sn_wallet_height), and everything from there on is dropped.
 */
int sn_wallet_rollback(struct sn_wallet *w, uint64_t height) SN_MUST_USE;
/* What was spent from `height` on may have been overlooked: note that the next synchronisation has to begin
 * with a rollback to there. Until then nothing changes. A rollback as deep, whoever wants it, does away with
 * the note. */
int sn_wallet_want_rescan(struct sn_wallet *w, uint64_t height) SN_MUST_USE;
/* The chain ends here, below the height where the wallet stood before a rescan: the rescan is over. Key
 * images that were lost are then those of outputs below here. */
int sn_wallet_end_rescan(struct sn_wallet *w) SN_MUST_USE;
/* Drop all that came from the chain, down to the restore height: what a full rescan begins with. Payments and
 * key images stay, as in a rollback. */
int sn_wallet_reset(struct sn_wallet *w) SN_MUST_USE;
/* Begin elsewhere. SN_BAD_INPUT unless nothing is scanned (sn_wallet_reset). */
int sn_wallet_set_restore_height(struct sn_wallet *w, uint64_t height) SN_MUST_USE;
/* Scan further ahead, or less far, but never less than SN_LOOKAHEAD_MAJOR and SN_LOOKAHEAD_MINOR. If further,
 * the blocks scanned so far are `unscanned`, until they are scanned anew. */
int sn_wallet_set_lookahead(struct sn_wallet *w, uint32_t accounts, uint32_t addresses) SN_MUST_USE;
/* This address is shown to somebody: it and the look-ahead behind it are scanned for from now on. When it was
 * not scanned for before, the blocks scanned so far are `unscanned`. SN_REFUSED when a table of all these
 * addresses would be larger than SN_SUBADDRESS_TABLE_MAX. */
int sn_wallet_show(struct sn_wallet *w, struct sn_subaddress_index index) SN_MUST_USE;
/* The next block has this version, which this program cannot read. A later block at that height, or a
 * rollback, does away with it. SN_BAD_INPUT when `height` is not that of the next block. */
int sn_wallet_set_fork(struct sn_wallet *w, uint64_t height, uint8_t version) SN_MUST_USE;
/* is_sole, see above. */
int sn_wallet_set_sole(struct sn_wallet *w, bool is_sole) SN_MUST_USE;
/* Take in pairs that were computed with the spend key. Where they contradict what is known, they are right:
 * the key-image file is then written anew at the next store, and the old one called `<name>.damaged`.
 * `*n_new` is how many pairs were not known; everything from the lowest output among these on is dropped, to
 * be scanned again. If then every output had its image, and the wallet stood as high as when images were
 * lost, none are lost any more (sn_wallet_lacks_images). SN_BAD_INPUT when the pairs contradict each other.
 */
int sn_wallet_restore_images(struct sn_wallet *w, const struct sn_wallet_image *pairs, size_t n,
			     size_t *n_new) SN_MUST_USE;
/* Copies `payment`; assigns and returns the id. */
int sn_wallet_add_payment(struct sn_wallet *w, const struct sn_wallet_payment *payment,
			  uint64_t *id) SN_MUST_USE;
/* `tx_hash` may be NULL to leave it; `height` counts when confirmed, and when released (`height` of the
 * payment). */
int sn_wallet_set_payment(struct sn_wallet *w, uint64_t id, enum sn_payment_state state,
			  const struct sn_hash *tx_hash, uint64_t height) SN_MUST_USE;
/* The outputs that bring the change of a payment: these take the place of those known before. */
int sn_wallet_set_change_keys(struct sn_wallet *w, uint64_t id, const struct sn_point *keys,
			      size_t n) SN_MUST_USE;
/* `since`: Unix seconds, or 0. The wallet's height goes with it. SN_BAD_INPUT unless it is submitted, or
 * released for a block. */
int sn_wallet_set_missing(struct sn_wallet *w, uint64_t id, uint64_t since) SN_MUST_USE;
/* From now on it counts as missing, until one of the above says otherwise. SN_BAD_INPUT unless missing_since
 * is set. */
int sn_wallet_declare_missing(struct sn_wallet *w, uint64_t id) SN_MUST_USE;
/* What both set, as it was before: missing_since, missing_height, is_missing. */
int sn_wallet_set_missing_at(struct sn_wallet *w, uint64_t id, uint64_t since, uint64_t height,
			     bool is_missing) SN_MUST_USE;
/* The daemon that it was sent to rejected it, or, later, took it. SN_BAD_INPUT when there is no such payment.
 */
int sn_wallet_set_rejected(struct sn_wallet *w, uint64_t id, bool is_rejected) SN_MUST_USE;
/* In the place of the one that this output had. No rollback touches it. SN_BAD_INPUT when decoys do not
 * ascend. */
int sn_wallet_set_ring(struct sn_wallet *w, const struct sn_wallet_ring *ring) SN_MUST_USE;
/* Put this list, of which the order does not matter, in the place of the former; the same list again is no
 * change. What stays keeps its place, before what is new, which stands as it was given; of several alike the
 * first stay. Only the difference is stored: less than 64 KiB, whatever it is, while minor and major indices
 * are below 2^14. SN_BAD_INPUT above SN_WALLET_INCOMING_MAX. */
int sn_wallet_set_incoming(struct sn_wallet *w, const struct sn_wallet_incoming *incoming,
			   size_t n) SN_MUST_USE;

/* Look-ups, by hash table. The index, or SIZE_MAX. */
size_t sn_wallet_find_key(const struct sn_wallet *w, const struct sn_point *key); /* the output that counts */
size_t sn_wallet_find_image(const struct sn_wallet *w,
			    const struct sn_point *image); /* output with this key image */
struct sn_wallet_payment *sn_wallet_find_payment(const struct sn_wallet *w, uint64_t id); /* or NULL */
/* The payment that this transaction carries out, of several one that is not confirmed; or NULL. */
const struct sn_wallet_payment *sn_wallet_find_payment_of(const struct sn_wallet *w,
							  const struct sn_hash *tx_hash);

/* Of the output with this one-time key, or NULL. */
const struct sn_wallet_ring *sn_wallet_find_ring(const struct sn_wallet *w, const struct sn_point *key);

/* Whether the pair contradicts one that is known, of an output that was scanned or not; `*known` when it is
 * one that is known. */
bool sn_wallet_image_contradicts(const struct sn_wallet *w, const struct sn_point *key,
				 const struct sn_point *image, bool *known);

/* Whether key images that the wallet relied on were lost and not restored since: then outputs may count that
 * are spent, and what spends them may not be seen. */
bool sn_wallet_lacks_images(const struct sn_wallet *w);

/* Whether the wallet sees every transaction that spends an output of its own: it has the key image of every
 * output, or is the only file that pays (is_sole), and no image that it relied on is lost. */
bool sn_wallet_sees_spends(const struct sn_wallet *w);
/* Whether it moreover has seen them all: no block must be scanned again (scanned_to). */
bool sn_wallet_knows_spends(const struct sn_wallet *w);

/* Whether the address is scanned for without further ado (sn_wallet_show would change nothing). */
bool sn_wallet_is_shown(const struct sn_wallet *w, struct sn_subaddress_index index);

/* The accounts and addresses that are scanned for, without the look-ahead, by ascending account: those that
 * were shown or received, account 0 among them, and the first SN_LOOKAHEAD_MINOR of each. SN_IO. free(*used).
 */
int sn_wallet_used(struct sn_wallet_shown **used, size_t *n, const struct sn_wallet *w) SN_MUST_USE;

/* SN_REFUSED when a table with this look-ahead would be larger than SN_SUBADDRESS_TABLE_MAX; SN_IO. */
int sn_wallet_check_lookahead(const struct sn_wallet *w, uint32_t accounts, uint32_t addresses) SN_MUST_USE;

/* The submitted payment that brings this one-time key as change, or NULL. */
const struct sn_wallet_payment *sn_wallet_find_change(const struct sn_wallet *w, const struct sn_point *key);

/* The payment that holds this output, or NULL: of several one that was submitted, else the first prepared.
 * The same of an output that may not be scanned, by its one-time key. */
const struct sn_wallet_payment *sn_wallet_held_by(const struct sn_wallet *w, size_t output);
const struct sn_wallet_payment *sn_wallet_holder_of(const struct sn_wallet *w, const struct sn_point *key);

/* Of several outputs with one one-time key only one can ever be spent, for they have one key image. A spent
 * one counts; else the one with the largest amount; the first of equals. True for the others. */
bool sn_wallet_is_burnt(const struct sn_wallet *w, size_t output);
/* The next output with the key of `output`, in a circle that holds each of them once: `output` itself when it
 * is the only one. */
size_t sn_wallet_next_of_key(const struct sn_wallet *w, size_t output);

/* Height of the last scanned block + 1: where scanning goes on. At least restore_height. */
uint64_t sn_wallet_height(const struct sn_wallet *w);

#endif
