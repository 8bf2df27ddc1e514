/* chain/amount.h - amounts of money: whole piconero, 10^-12 XMR, in 64 bits.
 *
 * Arithmetic is checked for overflow. Conversion to and from decimal text is exact, without floating point.
 * The structures of transaction.h and ringct/ hold plain uint64_t piconero. */
#ifndef SN_CHAIN_AMOUNT_H
#define SN_CHAIN_AMOUNT_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

#define SN_AMOUNT_DIGITS 12           /* after the point */
#define SN_PICO_PER_XMR 1000000000000 /* 10^12 */

/* "18446744.073709551615" and a NUL. */
#define SN_AMOUNT_TEXT_MAX 22

struct sn_amount {
	uint64_t pico;
};

/* r = a + b, r = a - b. Return SN_BAD_INPUT if the result does not fit 64 bits; *r is then unchanged. */
int sn_amount_add(struct sn_amount *r, struct sn_amount a, struct sn_amount b) SN_MUST_USE;
int sn_amount_sub(struct sn_amount *r, struct sn_amount a, struct sn_amount b) SN_MUST_USE;

/* Read decimal XMR: digits, optionally a point and 1 to 12 digits ("1.25", "0.000000000001", "3").
 * At least one digit before the point; no sign, exponent, grouping or white space. Returns SN_BAD_INPUT. */
int sn_amount_parse(struct sn_amount *amount, const char *text, struct sn_error *err) SN_MUST_USE;

/* Write decimal XMR with all 12 digits after the point: "1.250000000000". */
void sn_amount_format(char out[static SN_AMOUNT_TEXT_MAX], struct sn_amount amount);

#endif
