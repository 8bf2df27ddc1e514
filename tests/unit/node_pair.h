/* A daemon with one answer for every call, and its client, for the tests of node/. */
#ifndef TESTS_UNIT_NODE_PAIR_H
#define TESTS_UNIT_NODE_PAIR_H

#include "node/daemon.h"
#include "node_server.h"

/* A hash. */
#define HASH "418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3"

struct pair {
	struct server server;
	struct sn_daemon *daemon;
	struct sn_error err;
	const void *body;
	size_t len;
	char request[8192];
	size_t request_len;
};

void pair_open(struct pair *p);
void pair_close(struct pair *p);

/* The server's callback, for a callback that replaces it: records the request and gives the answer. */
bool pair_respond(void *context, const char *request, size_t len, struct sn_buf *answer);

/* Set the body of all further answers. It is not copied. */
void pair_say(struct pair *p, const char *text);
void pair_say_buf(struct pair *p, const struct sn_buf *b);

#endif
