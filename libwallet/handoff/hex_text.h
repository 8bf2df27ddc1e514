/* handoff/hex_text.h - files as hexadecimal text, and the errors of damaged and foreign files.
 *
 * Each file may be carried as hexadecimal text of either case, with white space anywhere. Its magic
 * distinguishes the two forms. For handoff/ and interop/. */
#ifndef SN_HANDOFF_HEX_TEXT_H
#define SN_HANDOFF_HEX_TEXT_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/network.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_HEX_TEXT_START_MAX 24

/* Decode the first `max` bytes of the text, at most SN_HEX_TEXT_START_MAX, or all if the text is shorter.
 * Returns their number: 0 if one of their digits is not hexadecimal. */
size_t sn_hex_text_start(uint8_t *bytes, size_t max, const void *text, size_t len);

/* Whether `text` is the hexadecimal text of a file that starts with `magic`. Of a text that is shorter than
 * the magic, its digits are those of the start of the magic. `magic_len` is at most SN_HEX_TEXT_START_MAX. */
bool sn_hex_text_has_magic(const void *text, size_t len, const char *magic, size_t magic_len);

/* Append the bytes of the text.
 *
 * Returns
 *   SN_BAD_INPUT  another character, or an odd number of digits; `bytes` may have changed then
 *   SN_IO         out of memory */
int sn_hex_text_read(struct sn_buf *bytes, const void *text, size_t len, struct sn_error *err) SN_MUST_USE;

/* SN_BAD_INPUT and SN_REASON_DAMAGED: the file ends after `len` bytes. */
int sn_error_truncated_file(struct sn_error *err, size_t len);

/* SN_BAD_INPUT and SN_REASON_DAMAGED: the file has the `problem`. */
int sn_error_corrupt_file(struct sn_error *err, const char *problem);

/* SN_BAD_INPUT and SN_REASON_FOREIGN: the file is for another network than the wallet. */
int sn_error_other_network(struct sn_error *err, enum sn_network its_network, enum sn_network network);

#endif
