/* rpc/page.h - a page that the server answers to GET and HEAD, besides JSON-RPC. It requires no login. */
#ifndef SN_RPC_PAGE_H
#define SN_RPC_PAGE_H

#include "base/bytes.h"

/* Append the page to `body`, and set *status, initially 200, to its HTTP status. A failure (out of memory)
 * becomes 500. Several threads may call this at one time. */
typedef int sn_rpc_page_writer(void *context, unsigned *status, struct sn_buf *body);

struct sn_rpc_page {
	const char *path; /* "/healthz"; NULL ends a list */
	const char *type; /* the content type */
	sn_rpc_page_writer *write;
};

#endif
