/* Fixture for the tests of rpc/server.h: a server whose handler returns the body, and its clients. */
#ifndef TESTS_UNIT_RPC_SERVER_FIXTURE_H
#define TESTS_UNIT_RPC_SERVER_FIXTURE_H

#include "rpc/server.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include <curl/curl.h>

#define BIG_ANSWER (20u << 20)

#define GOOD_HEAD "POST /json_rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

#define TYPE "Content-Type: application/json\r\n"
#define HOST "Host: 127.0.0.1\r\n"
#define BODY "Content-Length: 2\r\n\r\n{}"

extern atomic_uint calls, slow_calls; /* of the handler; with the body "slow" */
extern atomic_bool signals_reach_handler;
extern atomic_uint slow_milliseconds;

void sleep_ms(unsigned ms);
double seconds(void);

/* The handler: returns the body, except for some commands. Its context is "context". */
int handle_request(void *context, bool may_change, const char *body, size_t len, struct sn_buf *answer);

/* Start a server; expect that it cannot start. */
struct sn_rpc_server *start_server(const struct sn_rpc_server_options *options);
int start_error(const struct sn_rpc_server_options *options, struct sn_error *err);

/* Open a connection; send; whether the server has closed it. */
int open_client(const struct sn_rpc_server *s);
bool send_bytes(int fd, const void *data, size_t len);
bool send_text(int fd, const char *text);
bool is_closed(int fd);

/* One of several clients. */
struct crowd {
	const struct sn_rpc_server *server;
	unsigned number, requests, good;
	int fd;     /* in some tests */
	CURL *curl; /* or NULL */
};

/* Read one answer, with Content-Length or without a body, into `text` (truncated to its size). Returns its
 * status; 0 if the connection was closed before it, -1 if within it. */
int read_answer(int fd, char *text, size_t size);

/* Make a request on a new connection. */
int ask_http(const struct sn_rpc_server *s, const char *request, char *text, size_t size);

int post(const struct sn_rpc_server *s, const char *body);

#endif
