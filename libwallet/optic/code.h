/* optic/code.h - a text as the modules of a QR code.
 *
 * libqrencode makes them. A text of digits alone goes out in numeric mode; one of digits, upper-case
 * letters, space and $%*+-./: in alphanumeric mode, two characters in 11 bits, as Uniform Resources do; any
 * other as bytes. Source: ISO/IEC 18004:2015. */
#ifndef SN_OPTIC_CODE_H
#define SN_OPTIC_CODE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_CODE_VERSION_MAX 40
#define SN_CODE_QUIET_ZONE 4 /* modules of white around it */

enum sn_code_correction { /* of about 7, 15, 25, 30 per cent of the code words */
			  SN_CODE_L,
			  SN_CODE_M,
			  SN_CODE_Q,
			  SN_CODE_H,
};

struct sn_code {
	int version;      /* 1 to 40 */
	size_t size;      /* modules a side, without the quiet zone */
	uint8_t *modules; /* row by row; 1 is dark */
};

/* Modules a side, without the quiet zone: 17 + 4 * version. */
size_t sn_code_size(int version);

/* How many alphanumeric characters a code of this version holds (ISO/IEC 18004:2015, table 7). */
size_t sn_code_capacity(int version, enum sn_code_correction correction);

/* Encode `len` bytes of text in the smallest version from `least_version` (0: any) to `greatest_version`
 * (0: 40) that holds it. SN_REFUSED when none does, SN_USAGE when there is no text, SN_IO. Free with
 * sn_code_free. The text may be a secret (a seed): the modules are wiped there. libqrencode does not wipe
 * its working memory. */
int sn_code_encode(struct sn_code *code, const char *text, size_t len, enum sn_code_correction correction,
		   int least_version, int greatest_version, struct sn_error *err) SN_MUST_USE;
void sn_code_free(struct sn_code *code); /* leaves an empty one */

/* Whether the module at (x, y), counted from the code's corner, is dark; false anywhere outside: the quiet
 * zone. */
bool sn_code_is_dark(const struct sn_code *code, long x, long y);

#endif
