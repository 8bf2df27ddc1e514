#include "rpc/gate.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define HOST_NAME_MAX_LEN 253 /* RFC 1035 section 2.3.4, as text */

/* RFC 9110 section 5.6.2 */
static bool is_token(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c <= ' ' || c >= 0x7f || strchr("()<>@,;:\\\"/[]?={}", c))
			return false;
	}
	return len > 0;
}

void sn_rpc_head_note(struct sn_rpc_head *head, const char *name, size_t name_len, const char *value,
		      size_t value_len)
{
	if (!is_token(name, name_len) || (value && memchr(value, 0, value_len)))
		head->is_malformed = true;
	const struct {
		const char *name;
		const char **value;
	} known[] = {
		{"Host", &head->host},
		{"Origin", &head->origin},
		{"Authorization", &head->authorization},
		{"Expect", &head->expect},
		{"Content-Type", &head->content_type},
		{"Content-Encoding", &head->content_encoding},
		{"Content-Length", &head->content_length},
		{"Transfer-Encoding", &head->transfer_encoding},
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcasecmp(name, known[i].name) != 0)
			continue;
		if (*known[i].value)
			head->is_repeated = true;
		*known[i].value = value ? value : "";
	}
}

/* Whether `text` consists of the decimal digits of a number up to `max`. */
static bool is_number_up_to(const char *text, uint64_t max, uint64_t *value)
{
	if (!*text)
		return false;
	*value = 0;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return false;
		unsigned digit = (unsigned)(*text - '0');
		if (*value > (max - digit) / 10)
			return false;
		*value = *value * 10 + digit;
	}
	return true;
}

bool sn_rpc_gate_is_host_name(const char *name)
{
	size_t len = strlen(name);
	for (const char *p = name; *p; p++)
		if (!isascii((unsigned char)*p) || (!isalnum((unsigned char)*p) && *p != '-' && *p != '.'))
			return false;
	return len > 0 && len <= HOST_NAME_MAX_LEN;
}

/* host[:port], [address][:port] (RFC 9110 section 7.2) */
static bool is_our_host(const struct sn_rpc_gate *gate, const char *host)
{
	char name[HOST_NAME_MAX_LEN + 1]; /* fits any address, too */
	bool is_bracketed = *host == '[';
	if (is_bracketed)
		host++;
	size_t len = strcspn(host, is_bracketed ? "]" : ":");
	if (len == 0 || len >= sizeof name)
		return false;
	memcpy(name, host, len);
	name[len] = 0;
	const char *rest = host + len;
	if (is_bracketed && *rest++ != ']')
		return false;
	uint64_t port = gate->port;
	if (*rest && (*rest != ':' || !is_number_up_to(rest + 1, UINT16_MAX, &port)))
		return false;
	if (gate->host && !is_bracketed && !strcasecmp(name, gate->host))
		return true;
	if (port != gate->port)
		return false;

	struct in_addr v4;
	struct in6_addr v6;
	if (is_bracketed)
		return inet_pton(AF_INET6, name, &v6) == 1 &&
		       (gate->is_external || IN6_IS_ADDR_LOOPBACK(&v6));
	if (!strcasecmp(name, "localhost"))
		return true;
	return inet_pton(AF_INET, name, &v4) == 1 && (gate->is_external || ntohl(v4.s_addr) >> 24 == 127);
}

/* Split a target in absolute form. Replaces *host by its host and returns its path. */
static const char *split_target(const char *target, char authority[static SN_RPC_TARGET_SIZE],
				const char **host)
{
	static const char scheme[] = "http://";
	if (strncasecmp(target, scheme, sizeof scheme - 1) != 0)
		return target;
	target += sizeof scheme - 1;
	size_t len = strcspn(target, "/");
	if (len >= SN_RPC_TARGET_SIZE)
		return NULL;
	memcpy(authority, target, len);
	authority[len] = 0;
	*host = authority;
	return target + len;
}

static const struct sn_rpc_page *find_page(const struct sn_rpc_gate *gate, const char *path)
{
	for (const struct sn_rpc_page *page = gate->pages; page && page->path; page++)
		if (!strcmp(path, page->path))
			return page;
	return NULL;
}

unsigned sn_rpc_gate_check_way(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head,
			       const struct sn_rpc_page **page, const char **why)
{
	*page = NULL;
	char authority[SN_RPC_TARGET_SIZE];
	const char *host = head->host, *path = head->target;
	*why = "malformed HTTP header";
	if (head->is_malformed)
		return 400;
	*why = "duplicate HTTP header";
	if (head->is_repeated)
		return 400;
	*why = "the Host header is missing";
	if (!host || !*host)
		return 400;
	if (path)
		path = split_target(path, authority, &host);
	*why = "wrong Host header: use the address of the server, or allow this name with --rpc-host";
	if (!is_our_host(gate, host))
		return 403;
	*why = "requests with an Origin header (from web pages) are refused";
	if (head->origin)
		return 403;
	if (path)
		*page = find_page(gate, path);
	*why = "wrong path: use " SN_RPC_PATH;
	if (!*page && (!path || strcmp(path, SN_RPC_PATH) != 0))
		return 404;
	*why = *page ? "wrong method: use GET" : "wrong method: use POST";
	if (*page ? strcmp(head->method, "GET") != 0 && strcmp(head->method, "HEAD") != 0
		  : strcmp(head->method, "POST") != 0)
		return 405;
	*why = NULL;
	return 0;
}

static bool is_json(const char *content_type)
{
	static const char json[] = "application/json";
	if (!content_type || strncasecmp(content_type, json, sizeof json - 1) != 0)
		return false;
	const char *rest = content_type + sizeof json - 1;
	rest += strspn(rest, " \t");
	return !*rest || *rest == ';';
}

unsigned sn_rpc_gate_check_body(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head,
				const char **why)
{
	*why = "the request must have a Content-Length or be chunked";
	if (head->transfer_encoding &&
	    (head->content_length || strcasecmp(head->transfer_encoding, "chunked") != 0))
		return 400;
	uint64_t length = 0;
	if (head->content_length && !is_number_up_to(head->content_length, UINT64_MAX, &length))
		return 400;
	*why = "Content-Type must be application/json";
	if (!is_json(head->content_type))
		return 415;
	*why = "the body must not be compressed";
	if (head->content_encoding && strcasecmp(head->content_encoding, "identity") != 0)
		return 415;
	*why = "the body is too long";
	if (length > gate->body_max)
		return 413;
	*why = NULL;
	return 0;
}

unsigned sn_rpc_gate_check_no_body(const struct sn_rpc_head *head, const char **why)
{
	uint64_t length = 0;
	*why = "a request for this page has no body";
	if (head->transfer_encoding ||
	    (head->content_length && (!is_number_up_to(head->content_length, UINT64_MAX, &length) || length)))
		return 400;
	*why = NULL;
	return 0;
}
