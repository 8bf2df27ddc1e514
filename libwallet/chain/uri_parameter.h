/* chain/uri_parameter.h - the parameters of a URI: NAME=VALUE&NAME=VALUE, behind its question mark.
 *
 * Each name occurs once. It is compared with all earlier ones, so that their number is limited. Values may be
 * secret: no message contains one, and no code branches on one. */
#ifndef SN_CHAIN_URI_PARAMETER_H
#define SN_CHAIN_URI_PARAMETER_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

#define SN_URI_PARAMETERS_MAX 32

/* Views into the URI, not terminated. */
struct sn_uri_parameter {
	const char *name, *value;
	size_t name_len, value_len;
};

/* Read the parameter at *at, and set *at to the next one, or to NULL after the last. `from` is the first
 * parameter. Returns SN_BAD_INPUT if it is not NAME=VALUE, if its name occurred before, or if
 * SN_URI_PARAMETERS_MAX parameters precede it. */
int sn_uri_next_parameter(struct sn_uri_parameter *p, const char *from, const char **at,
			  struct sn_error *err) SN_MUST_USE;

bool sn_uri_parameter_is(const struct sn_uri_parameter *p, const char *name);

#endif
