/* interop/output_export.h - outputs, with a request for their key images: the plaintext of the file "Monero
 * output export", version 4.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, export_outputs_to_str. */
#ifndef SN_INTEROP_OUTPUT_EXPORT_H
#define SN_INTEROP_OUTPUT_EXPORT_H

#include "interop/exported_transfers.h"

struct sn_output_export {
	struct sn_archive_owner owner;
	struct sn_exported_transfers transfers; /* may be empty */
};

/* Append the encoding.
 *
 * Returns
 *   SN_USAGE  the decoder would refuse the encoding
 *   SN_IO     out of memory
 * On error `out` is unchanged. */
int sn_output_export_encode(struct sn_buf *out, const struct sn_output_export *outputs,
			    struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. The caller checks the owner (sn_archive_check_owner). Keys and amounts are not
 * checked. Free with sn_output_export_free; on error the export is empty.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) malformed, another version, or beyond the limits
 *   SN_IO         out of memory */
int sn_output_export_decode(struct sn_output_export *outputs, const void *data, size_t len,
			    struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the export is empty afterwards. */
void sn_output_export_free(struct sn_output_export *outputs);

#endif
