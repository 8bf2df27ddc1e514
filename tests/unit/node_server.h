/* A loopback HTTP server for the tests of node/: it says what the test tells it to say, well-behaved or
 * not. One request a connection. */
#ifndef NODE_SERVER_H
#define NODE_SERVER_H

#include "base/bytes.h"

#include <pthread.h>

struct server {
	/* Set before server_start. Append the raw answer to `request` (headers and body, NUL
	 * behind) to `answer`. True: then close; false: then leave the client waiting. */
	bool (*respond)(void *context, const char *request, size_t len, struct sn_buf *answer);
	void *context;

	char address[32]; /* "127.0.0.1:PORT" */
	unsigned requests;
	int listener, stop[2];
	pthread_t thread;
};

void server_start(struct server *s);
void server_stop(struct server *s);

/* A 200 answer with this body, as monerod sends it. */
void server_put_ok(struct sn_buf *answer, const void *body, size_t len);

/* A loopback port on which nothing listens. */
unsigned server_dead_port(void);

#endif
