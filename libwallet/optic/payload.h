/* optic/payload.h - the bytes that a UR carries, and its type.
 *
 * A handoff file goes out under a type of its own, by the kind in its head, and as bytes even where it came
 * as hexadecimal text: that would be twice as long. Nothing else is looked at: only its receiver can tell
 * whether a file is genuine. Source: doc/reference/formats.md; BCR-2020-006 "Registry of Uniform Resource
 * (UR) Types" (Blockchain Commons): `bytes`, and x- for user-defined types. */
#ifndef SN_OPTIC_PAYLOAD_H
#define SN_OPTIC_PAYLOAD_H

#include "base/bytes.h"
#include "base/error.h"

/* Append to `out` what a file of `len` bytes says. SN_BAD_INPUT when it begins as the hexadecimal text of a
 * handoff file and does not go on as such; SN_IO. After a failure `out` is as it was. */
int sn_payload_read(struct sn_buf *out, const void *file, size_t len, struct sn_error *err) SN_MUST_USE;

/* The UR type: x-sn-unsigned, x-sn-signed, x-sn-outputs or x-sn-images for a handoff file of a known kind,
 * else bytes. */
const char *sn_payload_type(const void *data, size_t len);

#endif
