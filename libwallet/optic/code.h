/* optic/code.h - encoding of a text as a QR code, with libqrencode.
 *
 * A text of digits alone uses numeric mode. A text of digits, upper-case letters, space and $%*+-./: uses
 * alphanumeric mode, two characters in 11 bits; Uniform Resources are such texts. Any other text uses byte
 * mode. Source: ISO/IEC 18004:2015. */
#ifndef SN_OPTIC_CODE_H
#define SN_OPTIC_CODE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_CODE_VERSION_MAX 40
#define SN_CODE_QUIET_ZONE 4 /* white modules around the code */

enum sn_code_correction { /* of about 7, 15, 25, 30 per cent of the code words */
			  SN_CODE_L,
			  SN_CODE_M,
			  SN_CODE_Q,
			  SN_CODE_H,
};

struct sn_code {
	int version;      /* 1 to 40 */
	size_t size;      /* modules per side, without the quiet zone */
	uint8_t *modules; /* row by row; 1 is dark */
};

/* Modules per side, without the quiet zone: 17 + 4 * version. */
size_t sn_code_size(int version);

/* Capacity of a code in alphanumeric characters (ISO/IEC 18004:2015, table 7). */
size_t sn_code_capacity(int version, enum sn_code_correction correction);

/* Capacity of a code in bytes, for any other text. */
size_t sn_code_capacity_bytes(int version, enum sn_code_correction correction);

/* Encode `len` bytes of text in the smallest version from `least_version` (0: any) to `greatest_version`
 * (0: 40) that holds it. Free with sn_code_free. The text may be a secret (a seed phrase): sn_code_free wipes
 * the modules, but libqrencode does not wipe its working memory.
 *
 * Returns
 *   SN_REFUSED  no such version holds the text
 *   SN_USAGE    the text is empty
 *   SN_IO */
int sn_code_encode(struct sn_code *code, const char *text, size_t len, enum sn_code_correction correction,
		   int least_version, int greatest_version, struct sn_error *err) SN_MUST_USE;
void sn_code_free(struct sn_code *code); /* leaves an empty one */

/* Whether the module at (x, y), counted from the code's corner, is dark; false outside the code, in the quiet
 * zone. */
bool sn_code_is_dark(const struct sn_code *code, long x, long y);

#endif
