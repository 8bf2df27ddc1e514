/* A loopback HTTP server for the tests of node/, whose answers the test chooses. One request per connection.
 */
#ifndef NODE_SERVER_H
#define NODE_SERVER_H

#include "base/bytes.h"

#include <pthread.h>

struct server {
	/* Set before server_start. Append the raw answer to `request` (headers and body, then NUL) to
	 * `answer`. Return true to close the connection, false to leave the client waiting. */
	bool (*respond)(void *context, const char *request, size_t len, struct sn_buf *answer);
	void *context;

	char address[32]; /* "127.0.0.1:PORT" */
	unsigned requests;
	int listener, stop[2];
	pthread_t thread;
};

void server_start(struct server *s);
void server_stop(struct server *s);

/* `respond` with a fixed answer. `context` is the script. */
struct server_script {
	const char *answer; /* raw */
	bool hangs;         /* keep the connection open */
	char request[4096]; /* the last one, truncated */
};
bool server_follow_script(void *script, const char *request, size_t len, struct sn_buf *answer);

/* Append a 200 answer with this body, in the form of monerod. */
void server_put_ok(struct sn_buf *answer, const void *body, size_t len);

/* A loopback port without a listener. */
unsigned server_dead_port(void);

#endif
