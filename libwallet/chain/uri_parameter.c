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

static bool has_same_name(const struct sn_uri_parameter *a, const struct sn_uri_parameter *b)
{
	return a->name_len == b->name_len && !memcmp(a->name, b->name, b->name_len);
}

int sn_uri_next_parameter(struct sn_uri_parameter *p, const char *from, const char **at, struct sn_error *err)
{
	struct sn_uri_parameter earlier = {0};
	int ret = split(p, at, err);
	for (size_t n = 1; !ret && from < p->name; n++) {
		if (n == SN_URI_PARAMETERS_MAX)
			return sn_error_set(err, SN_BAD_INPUT, "the URI has more than %d parameters",
					    SN_URI_PARAMETERS_MAX);
		ret = split(&earlier, &from, err);
		if (!ret && has_same_name(&earlier, p))
			return sn_error_set(err, SN_BAD_INPUT, "the URI has a parameter twice");
	}
	return ret;
}

bool sn_uri_parameter_is(const struct sn_uri_parameter *p, const char *name)
{
	return p->name_len == strlen(name) && !memcmp(p->name, name, p->name_len);
}
