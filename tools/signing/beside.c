#include "tools/signing/beside.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *const suffixes[] = {".minisig", ".sig"};

/* The length of the name without the suffix of an approval; 0: it has none. */
static size_t length_of_base(const char *name)
{
	const size_t len = strlen(name);
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		const size_t n = strlen(suffixes[i]);
		if (len > n && !strcmp(name + len - n, suffixes[i]))
			return len - n;
	}
	return 0;
}

bool cold_sign_is_approval(const char *name)
{
	return length_of_base(name) != 0;
}

/* The index of the first name that is not less than `name`. */
static size_t lower_bound(const struct cold_sign_names *names, const char *name)
{
	size_t from = 0, to = names->n;
	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		if (strcmp(names->list[middle], name) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

const char *cold_sign_approved(const struct cold_sign_names *names, const char *name)
{
	char base[NAME_MAX + 1];
	const size_t len = length_of_base(name);
	if (!len || len >= sizeof base)
		return NULL;
	memcpy(base, name, len);
	base[len] = '\0';
	for (char *dot = base; dot;) {
		const size_t i = lower_bound(names, base);
		if (i < names->n && !strcmp(names->list[i], base) && !cold_sign_is_approval(base))
			return names->list[i];
		dot = strrchr(base, '.');
		if (dot)
			*dot = '\0';
	}
	return NULL;
}

/* All names that begin with "FILE." are neighbours. */
const char *cold_sign_next_approval(const struct cold_sign_names *names, const char *file, size_t *at)
{
	char prefix[NAME_MAX + 2];
	const size_t len = (size_t)snprintf(prefix, sizeof prefix, "%s.", file);
	if (len >= sizeof prefix)
		return NULL;
	if (!*at)
		*at = lower_bound(names, prefix);
	while (*at < names->n && !strncmp(names->list[*at], prefix, len)) {
		const char *name = names->list[(*at)++];
		const char *approved = cold_sign_is_approval(name) ? cold_sign_approved(names, name) : NULL;
		if (approved && !strcmp(approved, file))
			return name;
	}
	return NULL;
}
