/* optic/payload.h - the bytes of a UR, and its type.
 *
 * Each kind of handoff file, and of file of the reference wallet, has a UR type; the kind is in the file's
 * head. Hexadecimal text of such a file is decoded first, because it is twice as long. Nothing else is
 * checked: only the receiver can authenticate a file.
 *
 * Sources: doc/reference/formats.md; BCR-2020-006 "Registry of Uniform Resource (UR) Types" (Blockchain
 * Commons): `bytes`, and x- for user-defined types; Feather: the xmr- types. */
#ifndef SN_OPTIC_PAYLOAD_H
#define SN_OPTIC_PAYLOAD_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>

/* Append the payload of a file of `len` bytes to `out`. Returns SN_BAD_INPUT if the file begins as
 * hexadecimal text of a handoff file, but the rest is not hexadecimal; SN_IO. On error `out` is unchanged. */
int sn_payload_read(struct sn_buf *out, const void *file, size_t len, struct sn_error *err) SN_MUST_USE;

/* The UR type: x-sn-unsigned, x-sn-signed, x-sn-outputs, x-sn-images or x-sn-names for a handoff file of a
 * known kind; xmr-txunsigned, xmr-txsigned, xmr-output or xmr-keyimage for a file of the reference wallet;
 * otherwise bytes. */
const char *sn_payload_type(const void *data, size_t len);

/* Whether `type` is one of the xmr- types above. */
bool sn_payload_type_is_reference(const char *type);

/* Whether `type` is one of those, starts with x-sn-, or is bytes. */
bool sn_payload_type_is_known(const char *type);

#endif
