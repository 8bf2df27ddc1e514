#include "node_pair.h"

#include <criterion/criterion.h>
#include <string.h>

bool pair_respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct pair *p = context;
	p->request_len = len < sizeof p->request ? len : sizeof p->request - 1;
	memcpy(p->request, request, p->request_len);
	p->request[p->request_len] = 0;
	server_put_ok(answer, p->body, p->len);
	return true;
}

void pair_open(struct pair *p)
{
	memset(p, 0, sizeof *p);
	p->server.respond = pair_respond;
	p->server.context = p;
	server_start(&p->server);
	const struct sn_daemon_options options = {
		.address = p->server.address, .connect_timeout = 2, .stall_timeout = 2};
	cr_assert_eq(sn_daemon_open(&p->daemon, &options, &p->err), SN_OK);
	cr_assert_str_eq(sn_daemon_address(p->daemon), p->server.address);
}

void pair_close(struct pair *p)
{
	sn_daemon_close(p->daemon);
	server_stop(&p->server);
}

void pair_say(struct pair *p, const char *text)
{
	p->body = text;
	p->len = strlen(text);
}

void pair_say_buf(struct pair *p, const struct sn_buf *b)
{
	p->body = b->data;
	p->len = b->len;
}
