/* Fixture for the tests of rpc/methods.h: a session of a watch-only wallet with a daemon, and requests to it.
 * Params, results and error codes are tested here; tests/regtest/ tests the methods on a real chain. */
#ifndef TESTS_UNIT_RPC_METHODS_FIXTURE_H
#define TESTS_UNIT_RPC_METHODS_FIXTURE_H

#include "hot_chain.h"
#include "hot_wallet.h"
#include "rpc/errors.h"
#include "rpc/methods.h"

#define ABOVE_2_53 UINT64_C(9007199254740993)
#define XMR 1000000000000ull

#define BLOCKS 1000
#define EACH 3

#define ONE(amount, address) "\"destinations\":[{\"amount\":" amount ",\"address\":\"" address "\"}]"

extern struct hot h;
extern struct sn_account alice, bob;
extern char bobs[SN_ADDRESS_TEXT_MAX], bobs_stagenet[SN_ADDRESS_TEXT_MAX];
extern struct chain chain;
extern struct sn_session *session;
extern struct sn_rpc_methods methods;
extern struct sn_error last_error;
extern char *text_of_log; /* the last line */
extern size_t n_log_lines;

/* The accounts, a directory, the log. */
void methods_set_up(void);
void methods_tear_down(void);

/* The same with a wallet of four outputs, a daemon and a session. */
void methods_set_up_watch(void);
void methods_tear_down_watch(void);

void open_session(struct sn_wallet *w, struct sn_daemon *daemon);
void close_session(void);

/* Give the wallet an output, before its session opens. */
void add_to(struct sn_subaddress_index address, uint64_t amount, uint64_t height);
void add(uint32_t account, uint64_t amount, uint64_t height);

/* Return the answer to one request with formatted params. Free it with sn_json_free. */
cJSON *ask(const char *method, const char *params, ...) __attribute__((format(printf, 2, 3)));

const cJSON *result_of(const cJSON *answer);

/* Expect an error with `words` in its message or its hint. */
void expect_error(int code, const char *words, const char *method, const char *params, ...)
	__attribute__((format(printf, 4, 5)));

/* Read a member of an object; fail if it is missing. */
uint64_t u64(const cJSON *object, const char *key);
const char *string(const cJSON *object, const char *key);
bool boolean(const cJSON *object, const char *key);

/* Element i of an array of `size` elements. */
const cJSON *element(const cJSON *object, const char *key, int size, int i);

#endif
