/* Fixture for the tests of app/: a session over a simulated chain (app_chain.h). */
#ifndef TESTS_UNIT_APP_FIXTURE_H
#define TESTS_UNIT_APP_FIXTURE_H

#include "app/pay.h"
#include "app/session.h"
#include "app_chain.h"
#include "hot/balance.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <unistd.h>

#define PASSWORD "correct horse"
#define LOG_MAX 64

struct session_test {
	struct sn_account alice, bob;
	struct app_chain chain;
	char directory[64], path[96];
	struct sn_wallet *w; /* of the session */
	struct sn_session *s;
	struct sn_error err;

	pthread_mutex_t mutex; /* of the log */
	struct {
		enum sn_log_level level;
		char text[512];
	} lines[LOG_MAX];
	size_t n_lines;
};

extern struct session_test t;

/* Start the chain; close the session, stop the chain and remove the files. */
void session_set_up(void);
void session_tear_down(void);

/* Remove the file with the wallet's name and this suffix. */
void remove_beside(const char *suffix);

/* Number of log lines of this level that contain `words`. */
size_t count_lines(enum sn_log_level level, const char *words);

/* Open a session: with a new wallet of alice, or with the existing one. */
void open_session(enum sn_role role, bool is_online);
void open_again(bool is_online);

/* Open the wallet again, as the next program does. */
struct sn_wallet *look_at_file(void);

/* Seconds of a monotonic clock. */
double seconds(void);

/* Wait up to 20 seconds. */
#define WAIT_UNTIL(condition)                            \
	do {                                             \
		double end_ = seconds() + 20;            \
		while (!(condition) && seconds() < end_) \
			usleep(2000);                    \
		cr_assert(condition);                    \
	} while (0)

/* State of the session. */
struct sn_session_status status(void);
struct sn_balance balance(void);
enum sn_payment_state state_of(uint64_t id);

/* Make one pass to the top. */
void refresh(void);

/* Expect this result and reason, and clear t.err. */
void expect_reason(int ret, int code, enum sn_reason reason);

extern const struct sn_approval respend; /* with allow_respend */

/* A payment of `amount` to bob. The result is valid until the next call. */
struct sn_payment_request request(uint64_t amount);

/* Context of `approve`, the answer to a confirmation. */
struct answer {
	bool is_yes, stops;
	unsigned n_asked;
	uint64_t sent;
	uint64_t release; /* this payment, during the confirmation */
};

bool approve(void *context, const struct sn_review *review);

#endif
