#include "chain/uri_parameter.h"

#include <string.h>

static int split(struct sn_uri_parameter *p, const char **at, struct sn_error *err)
{
	size_t len = strcspn(*at, "&");
	const char *equals = memchr(*at, '=', len);
	if (!equals || memchr(equals + 1, '=', len - (size_t)(equals + 1 - *at)))
		return sn_error_set(err, SN_BAD_INPUT, "the URI has a parameter that is not NAME=VALUE");
	*p = (struct sn_uri_parameter){.name = *at, .value = equals + 1, .name_len = (size_t)(equals - *at)};
	p->value_len = len - p->name_len - 1;
	*at = (*at)[len] ? *at + len + 1 : NULL;
	return SN_OK;
}

/* Whether a parameter between `from` and `p` has its name. */
static bool is_repeated(const char *from, const struct sn_uri_parameter *p)
{
	struct sn_uri_parameter earlier;
	while (from && from < p->name) {
		if (split(&earlier, &from, NULL))
			return false;
		if (earlier.name != p->name && earlier.name_len == p->name_len &&
		    !memcmp(earlier.name, p->name, p->name_len))
			return true;
	}
	return false;
}

int sn_uri_next_parameter(struct sn_uri_parameter *p, const char *from, const char **at, struct sn_error *err)
{
	int ret = split(p, at, err);
	if (!ret && is_repeated(from, p))
		ret = sn_error_set(err, SN_BAD_INPUT, "the URI has a parameter twice");
	return ret;
}

bool sn_uri_parameter_is(const struct sn_uri_parameter *p, const char *name)
{
	return p->name_len == strlen(name) && !memcmp(p->name, name, p->name_len);
}
