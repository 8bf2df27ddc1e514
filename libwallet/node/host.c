#include "node/host.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#define NAME_MAX_BYTES 255

static bool ends_in(const char *name, size_t len, const char *end)
{
	size_t n = strlen(end);
	return len >= n && !strncasecmp(name + len - n, end, n);
}

static bool is_private_ipv4(uint32_t address)
{
	return address >> 24 == 127 || address >> 24 == 10 || address >> 20 == 0xac1 ||
	       address >> 16 == 0xc0a8 || address >> 16 == 0xa9fe;
}

/* ::1, fc00::/7, fe80::/10. */
static bool is_private_ipv6(const struct in6_addr *address)
{
	const uint8_t *b = address->s6_addr;
	return !memcmp(address, &in6addr_loopback, sizeof *address) || (b[0] & 0xfe) == 0xfc ||
	       (b[0] == 0xfe && (b[1] & 0xc0) == 0x80);
}

static enum sn_host_kind kind_of_name(const char *name, size_t len)
{
	if (ends_in(name, len, ".onion") || ends_in(name, len, ".i2p"))
		return SN_HOST_HIDDEN;
	return len == strlen("localhost") && ends_in(name, len, "localhost") ? SN_HOST_PRIVATE
									     : SN_HOST_PUBLIC;
}

enum sn_host_kind sn_host_kind(const char *host)
{
	char name[NAME_MAX_BYTES + 1];
	struct in_addr ipv4;
	struct in6_addr ipv6;
	size_t len = strlen(host);
	if (len >= 2 && host[0] == '[' && host[len - 1] == ']') {
		host++;
		len -= 2;
	}
	/* A final dot, the root, does not change the name. A resolver might drop several dots. */
	while (len && host[len - 1] == '.')
		len--;
	if (len > NAME_MAX_BYTES)
		return SN_HOST_PUBLIC;
	memcpy(name, host, len);
	name[len] = 0;
	if (inet_pton(AF_INET, name, &ipv4) == 1)
		return is_private_ipv4(ntohl(ipv4.s_addr)) ? SN_HOST_PRIVATE : SN_HOST_PUBLIC;
	name[strcspn(name, "%")] = 0; /* the zone of a link-local address */
	if (inet_pton(AF_INET6, name, &ipv6) == 1)
		return is_private_ipv6(&ipv6) ? SN_HOST_PRIVATE : SN_HOST_PUBLIC;
	return kind_of_name(host, len);
}

bool sn_host_is_loopback(const char *host)
{
	char name[NAME_MAX_BYTES + 1];
	struct in_addr ipv4;
	struct in6_addr ipv6;
	const size_t len = strlen(host);
	const bool has_brackets = len >= 2 && host[0] == '[' && host[len - 1] == ']';
	if (len > NAME_MAX_BYTES)
		return false;
	memcpy(name, host + has_brackets, len + 1 - has_brackets);
	if (has_brackets)
		name[len - 2] = 0;
	if (inet_pton(AF_INET, name, &ipv4) == 1)
		return ntohl(ipv4.s_addr) >> 24 == 127;
	if (inet_pton(AF_INET6, name, &ipv6) == 1)
		return !memcmp(&ipv6, &in6addr_loopback, sizeof ipv6);
	return !strcasecmp(name, "localhost");
}

static bool is_ascii(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

int sn_host_check(const char *host, const struct sn_host_way *way, struct sn_error *err)
{
	if (!is_ascii(host))
		return sn_error_hint(err, sn_error_set(err, SN_USAGE, "the daemon's host name is not ASCII"),
				     "use its xn-- form");
	enum sn_host_kind kind = sn_host_kind(host);
	if (kind == SN_HOST_HIDDEN && !way->has_proxy)
		return sn_error_hint(
			err, sn_error_set(err, SN_USAGE, "%s can be reached only through a proxy", host),
			"use --proxy=socks5h://HOST:PORT");
	if (kind == SN_HOST_PUBLIC && way->has_proxy && !way->is_tls && !way->allows_plain_http)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_USAGE,
				"plain HTTP to %s through a proxy: the operator of the exit can read and change it",
				host),
			"use https:// or a hidden service, or --allow-plain-http");
	return SN_OK;
}
