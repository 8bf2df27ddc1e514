/* Any text as the head of an HTTP request, "METHOD TARGET" and then "Name: value" a line: let in only as a
 * POST to our path, without Origin, and in JSON, or as a GET of a page. */
#include "fuzz.h"
#include "rpc/gate.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PAGE "/healthz"

/* Cut the next line off *rest, in place. */
static char *next_line(char **rest)
{
	char *line = *rest, *end = strchr(line, '\n');
	*rest = end ? end + 1 : line + strlen(line);
	if (end)
		*end = 0;
	return line;
}

static void judge(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head)
{
	const char *why = "";
	const struct sn_rpc_page *page;
	unsigned way = sn_rpc_gate_check_way(gate, head, &page, &why);
	FUZZ_CHECK(!way == !why);
	FUZZ_CHECK(way == 0 || (way >= 400 && way <= 405));
	if (!way)
		FUZZ_CHECK(!head->origin && head->host);
	if (!way && page) {
		FUZZ_CHECK(gate->pages && !strcmp(page->path, PAGE) && strstr(head->target, PAGE));
		FUZZ_CHECK(!strcmp(head->method, "GET") || !strcmp(head->method, "HEAD"));
		if (!sn_rpc_gate_check_no_body(head, &why))
			FUZZ_CHECK(!head->transfer_encoding &&
				   (!head->content_length || !strtoull(head->content_length, NULL, 10)));
		return;
	}
	if (!way)
		FUZZ_CHECK(!strcmp(head->method, "POST") && strstr(head->target, SN_RPC_PATH));
	unsigned body = sn_rpc_gate_check_body(gate, head, &why);
	FUZZ_CHECK(!body == !why);
	FUZZ_CHECK(body == 0 || (body >= 400 && body <= 415));
	if (!body)
		FUZZ_CHECK(head->content_type && !strncasecmp(head->content_type, "application/json", 16));
	if (!way && !body)
		fuzz_accept();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const struct sn_rpc_page pages[] = {{.path = PAGE}, {0}};
	static const struct sn_rpc_gate inner = {.port = 18088, .body_max = 1000},
					outer = {.port = 80,
						 .is_external = true,
						 .host = "wallet.example",
						 .body_max = 1000,
						 .pages = pages};
	char *text = fuzz_string(data, len), *rest = text;
	struct sn_rpc_head head = {.method = next_line(&rest)};
	char *space = strchr(head.method, ' ');
	if (space) {
		*space = 0;
		head.target = space + 1;
	}
	while (*rest) {
		char *name = next_line(&rest), *colon = strchr(name, ':'), *value = NULL;
		if (colon) {
			*colon = 0;
			value = colon + 1 + strspn(colon + 1, " ");
		}
		sn_rpc_head_note(&head, name, strlen(name), value, value ? strlen(value) : 0);
	}
	judge(&inner, &head);
	judge(&outer, &head);
	(void)sn_rpc_gate_is_host_name(text);
	free(text);
	return 0;
}
