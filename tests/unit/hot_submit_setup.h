/* tests/unit/hot_submit_setup.h - a wallet, two transactions signed for it, and a daemon whose answers the
 * test chooses: for the tests of the suite hot_submit. */
#ifndef TESTS_UNIT_HOT_SUBMIT_SETUP_H
#define TESTS_UNIT_HOT_SUBMIT_SETUP_H

#include "cold_sets.h"
#include "handoff/signed_set.h"
#include "hot/submit.h"
#include "hot_wallet.h"
#include "node_server.h"

#define NOW 1700000000
#define ACCEPTED "{\"status\":\"OK\"}"
#define REJECTED "{\"status\":\"Failed\",\"double_spend\":true}"
#define KNOWN "{\"status\":\"OK\",\"reason\":\"Not relayed\",\"not_relayed\":true}"
#define BUSY "{\"status\":\"BUSY\"}"
#define WANTS_LOGIN NULL

#define QUESTIONS 2 /* requests before the first transaction is sent */

struct submit_test {
	struct sn_account alice, bob;
	struct hot h;
	struct sn_unsigned_set unsigned_set;
	struct sn_signed_set set;
	struct sn_hash hashes[2];
	uint64_t ids[2];
	struct server server;
	struct sn_daemon *daemon;
	struct sn_submit_result result;
	struct sn_error err;

	const char *info, *send[2]; /* send: WANTS_LOGIN is HTTP status 401 */
	bool reports_upgrade;
	unsigned sends,
		others; /* requests to send; requests other than those for the daemon's state and to send */
	unsigned requests;
	unsigned gone_after; /* the daemon is unreachable after this number of requests; 0: never */
	uint64_t now;        /* 0: NOW */
	const struct sn_submit_watch *watch;
	size_t chain_blocks;    /* blocks in its output distribution; 0: none */
	unsigned distributions; /* requests for the distribution */
	bool is_disk_full;      /* once the first transaction is sent */
	/* The contents of the file when the first byte was sent. */
	enum sn_payment_state state_at_send;
	bool is_unanswered_at_send; /* the first payment */
	size_t images_at_send;
};

extern struct submit_test submit_test;
static struct submit_test *const t = &submit_test;

/* Let every append to the wallet file fail. */
void submit_fill_disk(void);

/* Undo this. */
void submit_free_disk(void);

/* Ask the daemon at this address instead. */
void submit_open_daemon(const char *address);

/* Prepare a payment of `tx` as composing does it; returns its id. */
uint64_t submit_prepare(const struct sn_unsigned_tx *tx, size_t output, uint64_t amount, const char *to);

/* Submit the first `n` transactions. */
int submit_signed(size_t n);

/* The state of payment t->ids[i]. */
enum sn_payment_state submit_state_of(size_t i);

/* Open the wallet from the file, like the next program. */
void submit_reopen(void);

/* Submit the first transaction: refused with `code` and `words`, and the wallet is unchanged. */
void submit_expect_refused(int code, const char *words);

#endif
