/* node/daemon.h - what the wallet asks of a Monero daemon.
 *
 * One `struct sn_daemon` is one daemon, asked one thing at a time over a kept connection.
 * Daemons from v0.18.0.0 on are understood.
 *
 * The daemon is not trusted. Every answer is bounded in size and count before anything is
 * allocated for it, every field is checked for its type, and an answer of the wrong shape is
 * an error; whether its contents are *true* is for the caller to find out where that is
 * possible (blocks hash to their ids, a ring holds our own output, ...).
 *
 * Functions over arrays split them into as many requests as the daemon's own limits ask for.
 *
 * Every function returns 0 or
 *   SN_DAEMON  unreachable, too slow, cut off, not a Monero daemon, busy, wrong login, or it
 *              says no: one sentence that names the daemon's address. Never the login. SN_REASON_UNREACHABLE
 *              when there is no answer at all
 *   SN_USAGE   an address, login or proxy that cannot be meant (sn_daemon_open only)
 *   SN_IO      out of memory; a certificate file that cannot be read
 * and leaves its outputs zeroed on failure.
 *
 * Source of the calls and field names: Monero, src/rpc/core_rpc_server_commands_defs.h and
 * core_rpc_server.cpp, v0.18.0.0 and master (RPC version 3.10 to 3.18). */
#ifndef SN_NODE_DAEMON_H
#define SN_NODE_DAEMON_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/network.h"
#include "crypto/types.h"

/* Zero-initialised is: 127.0.0.1:18081, no login, no proxy, usual time limits. The strings are
 * copied. */
struct sn_daemon_options {
	const char *address;      /* HOST[:PORT], http://HOST[:PORT] or https://HOST[:PORT]; NULL: the default.
				     Without a scheme the port defaults to 18081 */
	const char *login;        /* USER:PASS for HTTP digest, secret; NULL: none */
	const char *ca_file;      /* PEM certificates to trust instead of the system's; https only */
	const char *proxy;        /* socks5h://[USER:PASS@]HOST:PORT; NULL: none, whatever the environment says */
	bool allow_plain_http;    /* through the proxy, even to a public host (node/host.h) */
	unsigned connect_timeout; /* seconds to connect; 0: 30 */
	unsigned stall_timeout;   /* seconds without an answer, or at under 100 bytes a second; 0: 120 */
};

struct sn_daemon;

/* Check the options and prepare; nothing is sent yet. */
int sn_daemon_open(struct sn_daemon **out, const struct sn_daemon_options *options, struct sn_error *err)
	SN_MUST_USE;
void sn_daemon_close(struct sn_daemon *d); /* NULL is allowed */

/* Until this is called with false, ask over streams of their own, so that through a proxy such as Tor the daemon does not see that
 * who asks is who asked before (node/http.h). Composing and submitting do so, once each. Not to be called during a call. */
void sn_daemon_set_apart(struct sn_daemon *d, bool is_apart);

/* Let the call under way, and all later ones, fail with SN_DAEMON within about a second; there is no way back. A transaction
 * that was on its way then has the outcome SN_SEND_UNKNOWN. For any thread, and for signal handlers. */
void sn_daemon_interrupt(struct sn_daemon *d);

/* Ask `waits_on` at least once a second during each call, in the thread that makes it, whether to wait on for an answer that has
 * taken `ms` milliseconds so far. When it says no, that call fails with SN_DAEMON as if interrupted, and no other. NULL, as
 * at first: always. Not to be called during a call. */
void sn_daemon_set_patience(struct sn_daemon *d, bool (*waits_on)(void *context, uint64_t ms), void *context);

/* Whether to go on with work on an answer, which has taken `ms` milliseconds so far: nobody has interrupted, and who was set above
 * says so. In that thread. And what the work fails with when not: SN_DAEMON. */
bool sn_daemon_waits_on(struct sn_daemon *d, uint64_t ms);
int sn_daemon_given_up(const struct sn_daemon *d, struct sn_error *err);

/* The address as it stands in error texts, "127.0.0.1:18081". */
const char *sn_daemon_address(const struct sn_daemon *d);

/* ------------------------------------------------------------------ state of the chain */

struct sn_daemon_info {
	uint64_t height;         /* blocks in its chain; the top block is height - 1 */
	uint64_t target_height;  /* what its peers claim, never below `height` */
	enum sn_network network; /* a private "fakechain" (--regtest) counts as mainnet */
	bool is_private_chain;   /* it is such a fakechain */
	bool is_offline;         /* it talks to no peers */
	bool is_busy_syncing;
	bool is_synchronized;
	struct sn_hash top_hash;
	uint64_t block_weight_limit, block_weight_median; /* 0 when not told */
	char version[32];        /* "" when not told (restricted daemons) */
};

int sn_daemon_get_info(struct sn_daemon *d, struct sn_daemon_info *out, struct sn_error *err) SN_MUST_USE;

/* The network upgrade whose rules its next block follows: the block's major version. */
int sn_daemon_get_fork_version(struct sn_daemon *d, unsigned *version, struct sn_error *err) SN_MUST_USE;

/* ------------------------------------------------------------------ blocks */

#define SN_DAEMON_MAX_BLOCKS 10000     /* per answer; daemons send up to 1,000 */
#define SN_DAEMON_MAX_BLOCK_TXS 262144 /* per answer, all blocks together */

/* Global output indices of one transaction, in the answer's own bytes. */
struct sn_daemon_indices {
	const uint8_t *le64;
	size_t count;
};

static inline uint64_t sn_daemon_index(const struct sn_daemon_indices *x, size_t i)
{
	return sn_load_u64(x->le64 + 8 * i);
}

struct sn_daemon_tx {
	const uint8_t *blob; /* pruned: prefix and RingCT base, without signatures and proofs */
	size_t len;
	const uint8_t *prunable_hash; /* 32 bytes, or NULL when not told: v0.18 daemons send zeros here */
	struct sn_daemon_indices indices; /* one per output */
};

struct sn_daemon_block {
	const uint8_t *blob; /* header, miner transaction, transaction hashes */
	size_t len;
	struct sn_daemon_indices miner_indices;
	const struct sn_daemon_tx *txs; /* in the order of the block's hashes */
	size_t tx_count;
};

/* All views point into `reply`. Zero-initialised is empty. */
struct sn_daemon_blocks {
	uint64_t start_height;   /* of blocks[0]; meaningless when count is 0 */
	uint64_t current_height; /* blocks in the daemon's chain */
	struct sn_daemon_block *blocks;
	size_t count;
	struct sn_daemon_tx *txs;
	struct sn_buf reply;
	struct sn_daemon *daemon; /* that is to be asked whether to go on working on this (sn_daemon_waits_on); NULL: go on */
};

/* Fetch the next blocks (daemon's choice how many, at least one if there is one), pruned.
 *
 * start_height == 0: `history` lists block hashes that the wallet knows, newest first (ten in
 * sequence, then at doubling distances) and ends with the genesis block; the answer starts with
 * the newest of them that the daemon has in its main chain, so blocks[0] is a block that both know, and
 * after a reorganisation start_height is lower than expected. If history[0] is the daemon's top
 * block, count is 0.
 * start_height > 0: the answer starts there; the history is not used. Count is 0 if the daemon has
 * no such block yet. Without a history reorganisations go unnoticed: whoever asks so checks that the
 * answer follows what is known.
 *
 * Look at the daemon's network (or genesis block) first: a history of which it knows nothing
 * is SN_DAEMON, and v0.18 daemons ban hosts, even loopback, after some failures of this kind.
 *
 * Release with sn_daemon_blocks_free, also before reusing `out`. */
int sn_daemon_get_blocks(struct sn_daemon *d, const struct sn_hash history[], size_t history_count,
			 uint64_t start_height, struct sn_daemon_blocks *out, struct sn_error *err)
	SN_MUST_USE;
void sn_daemon_blocks_free(struct sn_daemon_blocks *b);

/* ------------------------------------------------------------------ decoys and fees */

/* RingCT outputs in the chain: cumulative[i] is how many exist up to and including block
 * start_height + i, so the block's own global indices are [cumulative[i - 1], cumulative[i]).
 * Never decreasing. */
struct sn_daemon_distribution {
	uint64_t start_height;
	uint64_t *cumulative;
	size_t count; /* at least 1 */
};

int sn_daemon_get_distribution(struct sn_daemon *d, struct sn_daemon_distribution *out, struct sn_error *err)
	SN_MUST_USE;
void sn_daemon_distribution_free(struct sn_daemon_distribution *x);

struct sn_daemon_output {
	struct sn_point key;        /* one-time key: may encode no point, check */
	struct sn_point commitment;
	uint64_t height;
	bool is_unlocked;
};

/* out[i] is the RingCT output (amount 0) with the global index indices[i]. An answer with
 * another number of outputs is refused. Asking tells the daemon which outputs the wallet looks at. Asked as the
 * reference wallet asks: without transaction hashes, 1,000 at a time. */
int sn_daemon_get_outputs(struct sn_daemon *d, const uint64_t indices[], size_t count,
			  struct sn_daemon_output out[], struct sn_error *err) SN_MUST_USE;

struct sn_daemon_fees {
	uint64_t per_byte[4];       /* piconero per unit of weight, priorities 1 (slow) to 4; none is 0 */
	uint64_t quantization_mask; /* fees are rounded up to a multiple of it; at least 1 */
};

/* As the daemon estimates them for the next ten blocks. */
int sn_daemon_get_fees(struct sn_daemon *d, struct sn_daemon_fees *out, struct sn_error *err) SN_MUST_USE;

#define SN_DAEMON_BACKLOG_ENTRY 24

/* The transactions in its pool, in no order, in the answer's own bytes: weight, fee and time, in 8 bytes each. */
struct sn_daemon_backlog {
	const uint8_t *entries;
	size_t count;
	struct sn_buf reply;
};

static inline uint64_t sn_daemon_backlog_weight(const struct sn_daemon_backlog *b, size_t i)
{
	return sn_load_u64(b->entries + SN_DAEMON_BACKLOG_ENTRY * i);
}

static inline uint64_t sn_daemon_backlog_fee(const struct sn_daemon_backlog *b, size_t i)
{
	return sn_load_u64(b->entries + SN_DAEMON_BACKLOG_ENTRY * i + 8);
}

/* Whatever the pool, at most 64 MB. Release with sn_daemon_backlog_free. */
int sn_daemon_get_backlog(struct sn_daemon *d, struct sn_daemon_backlog *out, struct sn_error *err) SN_MUST_USE;
void sn_daemon_backlog_free(struct sn_daemon_backlog *b);

/* The weights of `count` blocks, at least one, from height `start` on. An answer with another number of blocks is refused. */
int sn_daemon_get_block_weights(struct sn_daemon *d, uint64_t start, uint64_t weights[], size_t count, struct sn_error *err)
	SN_MUST_USE;

/* ------------------------------------------------------------------ sending */

enum sn_send_outcome {
	SN_SEND_UNKNOWN = 0, /* no usable answer, or one that does not say what became of it: it may have arrived. Keep
				everything, look later */
	SN_SEND_ACCEPTED,    /* in the daemon's pool, or known to it already */
	SN_SEND_REJECTED,    /* the daemon read it and says no; the sentence has its reason */
	SN_SEND_NOT_SENT,    /* no byte of it left this machine: no connection */
};

/* Broadcast the transaction `tx`. 0 and SN_SEND_ACCEPTED, or SN_DAEMON and one of the others, whose reasons are
 * SN_REASON_MAYBE_SENT (unknown), SN_REASON_REJECTED or SN_REASON_SPENT (rejected).
 * Only the daemon's word: a lying one may reject and relay all the same. Sending again what is in the
 * pool or in a block already is harmless: daemons accept it and say that they do not relay it; then *was_known is true.
 * Source: reference implementation, src/rpc/core_rpc_server.cpp, on_send_raw_tx. */
int sn_daemon_send_transaction(struct sn_daemon *d, const void *tx, size_t len, enum sn_send_outcome *outcome,
			       bool *was_known, struct sn_error *err) SN_MUST_USE;

/* ------------------------------------------------------------------ the pool */

#define SN_DAEMON_MAX_POOL 200000 /* hashes told */
#define SN_DAEMON_POOL_QUERY 50   /* transactions in one request */

/* The hashes of the transactions in the daemon's pool, in no order; a restricted daemon leaves out those that it has not
 * passed on yet. More than SN_DAEMON_MAX_POOL are refused. free(*hashes). */
int sn_daemon_get_pool(struct sn_daemon *d, struct sn_hash **hashes, size_t *count, struct sn_error *err) SN_MUST_USE;

/* A transaction that is in the pool. The bytes are views into what sn_daemon_get_pool_transactions returned. */
struct sn_daemon_pool_tx {
	struct sn_hash hash; /* as asked; whether the transaction has it is for the caller to see */
	const uint8_t *blob; /* pruned */
	size_t len;
	bool has_prunable_hash;
	struct sn_hash prunable_hash;
};

struct sn_daemon_pool_txs {
	struct sn_daemon_pool_tx txs[SN_DAEMON_POOL_QUERY];
	size_t count;
	struct sn_buf bytes;
};

/* Those of the `count` transactions, at most SN_DAEMON_POOL_QUERY, that are in the pool now, pruned. Release with
 * sn_daemon_pool_txs_free, also before reusing `out`. */
int sn_daemon_get_pool_transactions(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
				    struct sn_daemon_pool_txs *out, struct sn_error *err) SN_MUST_USE;
void sn_daemon_pool_txs_free(struct sn_daemon_pool_txs *txs);

#endif
