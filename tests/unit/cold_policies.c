#include "cold_policies.h"

#include <criterion/criterion.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct sn_policy *policy_parse(const char *fmt, ...)
{
	char text[4096];
	struct sn_policy *policy = NULL;
	struct sn_error err = {0};
	va_list ap;
	va_start(ap, fmt);
	cr_assert_lt(vsnprintf(text, sizeof text, fmt, ap), (int)sizeof text);
	va_end(ap);
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, text, strlen(text), &err), SN_OK, "%s: %s", text,
		     err.text);
	cr_assert_not_null(policy);
	return policy;
}

void policy_expect_bad(const char *words, const char *fmt, ...)
{
	char text[4096];
	struct sn_policy *policy = (struct sn_policy *)1;
	struct sn_error err = {0};
	va_list ap;
	va_start(ap, fmt);
	cr_assert_lt(vsnprintf(text, sizeof text, fmt, ap), (int)sizeof text);
	va_end(ap);
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, text, strlen(text), &err), SN_BAD_INPUT,
		     "taken: %s", text);
	cr_assert_null(policy);
	cr_assert(!strncmp(err.text, "policy: ", 8) && strstr(err.text, words), "\"%s\" does not say \"%s\"",
		  err.text, words);
}
