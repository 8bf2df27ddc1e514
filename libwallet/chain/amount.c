#include "chain/amount.h"

#include <inttypes.h>
#include <stdio.h>

int sn_amount_add(struct sn_amount *r, struct sn_amount a, struct sn_amount b)
{
	uint64_t sum;
	if (__builtin_add_overflow(a.pico, b.pico, &sum))
		return SN_BAD_INPUT;
	r->pico = sum;
	return SN_OK;
}

int sn_amount_sub(struct sn_amount *r, struct sn_amount a, struct sn_amount b)
{
	if (a.pico < b.pico)
		return SN_BAD_INPUT;
	r->pico = a.pico - b.pico;
	return SN_OK;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* *v = 10·*v + digit; false if the result does not fit. */
static bool append_digit(uint64_t *v, char digit)
{
	return !__builtin_mul_overflow(*v, (uint64_t)10, v) &&
	       !__builtin_add_overflow(*v, (uint64_t)(digit - '0'), v);
}

int sn_amount_parse(struct sn_amount *amount, const char *text, struct sn_error *err)
{
	static const char not_decimal[] = "an amount is written as decimal XMR, such as 1.25";
	static const char too_large[] =
		"the amount is too large: it must not exceed 18446744.073709551615 XMR";

	uint64_t v = 0;
	bool fits = true;
	const char *p = text;
	if (!is_digit(*p))
		return sn_error_set(err, SN_BAD_INPUT, not_decimal);
	for (; is_digit(*p); p++)
		fits = fits && append_digit(&v, *p);

	int digits = 0;
	if (*p == '.') {
		p++;
		if (!is_digit(*p))
			return sn_error_set(err, SN_BAD_INPUT, not_decimal);
		for (; is_digit(*p); p++, digits++)
			if (digits < SN_AMOUNT_DIGITS)
				fits = fits && append_digit(&v, *p);
	}
	if (*p)
		return sn_error_set(err, SN_BAD_INPUT, not_decimal);
	if (digits > SN_AMOUNT_DIGITS)
		return sn_error_set(err, SN_BAD_INPUT, "an amount has at most %d digits after the point",
				    SN_AMOUNT_DIGITS);
	for (; digits < SN_AMOUNT_DIGITS; digits++)
		fits = fits && append_digit(&v, '0');
	if (!fits)
		return sn_error_set(err, SN_BAD_INPUT, too_large);
	amount->pico = v;
	return SN_OK;
}

void sn_amount_format(char out[static SN_AMOUNT_TEXT_MAX], struct sn_amount amount)
{
	snprintf(out, SN_AMOUNT_TEXT_MAX, "%" PRIu64 ".%012" PRIu64, amount.pico / SN_PICO_PER_XMR,
		 amount.pico % SN_PICO_PER_XMR);
}
