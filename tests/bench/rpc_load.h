/* rpc_load.h - the parts of rpc-load: its requests, and the facts of the answers. */
#ifndef TESTS_BENCH_RPC_LOAD_H
#define TESTS_BENCH_RPC_LOAD_H

#include "base/bytes.h"
#include "base/json.h"

#include <netinet/in.h>

extern struct options {
	in_port_t port;
	size_t n_clients;
	double seconds;
	bool until_gone, daemon_fails, times;
	long pid;
	char *unsigned_hex;
	const char *address;
	const struct request *only; /* NULL: the mix */
} options;

/* End the program with this error. */
__attribute__((format(printf, 1, 2), noreturn)) void fail(const char *fmt, ...);

/* Return `memory`; end the program if it is NULL. */
void *or_fail(void *memory);

/* ---------------------------------------------------------------- rpc_load_facts.c */

/* Keep a fact, and when it was noted first and last. */
__attribute__((format(printf, 1, 2))) void fact_note(const char *fmt, ...);

/* Print each distinct fact once, sorted. With `times`, also both moments, in milliseconds of Unix time. */
void facts_print(void);

/* ---------------------------------------------------------------- rpc_load_requests.c */

/* What one request is like. Its body is `text` with each "$ID" replaced by an id and "$UNSIGNED", "$ADDRESS"
 * by what the options say. */
struct request {
	const char *name;
	const char *text;
	const char *head;                  /* method and path, NULL: those of JSON-RPC */
	const char *type;                  /* content type, NULL: application/json */
	int status;                        /* of HTTP */
	int error;                         /* expected code, 0: a result */
	bool is_anonymous;                 /* the id of the answer is null */
	void (*note)(const cJSON *result); /* take the facts out of the result */
};

/* The mix, and the requests of single connections. */
extern const struct request requests[];
extern const size_t n_requests;
extern const struct request request_pay, request_refresh;

/* The request of --only. Ends the program if there is none for this method. */
const struct request *request_single(const char *method);

/* Append the body. `id` is that of its first call. Odd ids are strings. */
void request_write(struct sn_buf *body, const struct request *request, uint64_t id);

/* End the program unless this body is an answer that the request deserves. Keep its facts. */
void request_check_answer(const struct request *r, uint64_t id, const char *body, size_t len);

#endif
