/* cold/reference_request.h - an unsigned file of the reference wallet: its translation, and what the answer
 * needs of it.
 *
 * The answer (cold/reference_answer.h) returns the members of the request, as the online wallet expects, and
 * the key images of the outputs that it lists. */
#ifndef SN_COLD_REFERENCE_REQUEST_H
#define SN_COLD_REFERENCE_REQUEST_H

#include "base/bytes.h"
#include "cold/reference_images.h"
#include "interop/sealed_file.h"
#include "interop/unsigned_tx_set.h"

/* Choices of the user, who knows the online wallet. */
struct sn_reference_options {
	/* An output export ("export_outputs all") of the online wallet; NULL: none. The caller's memory. */
	const void *outputs_file;
	size_t outputs_len;
	/* Answer without key images by index: for releases before 0.18.5.3, and for Feather. */
	bool no_key_images;
	/* Of the work on listed outputs, which is done twice when the file is opened, and twice when it is
	 * signed, to detect bit flips. Each time begins again at 0. NULL: none. */
	const struct sn_restore_progress *progress;
};

/* Holds secrets: the view key, and masks. Set `options`, and the other members to zero. */
struct sn_reference_request {
	struct sn_reference_options options;

	bool is_used;               /* the file was one of the reference wallet */
	struct sn_interop_key *key; /* sn_secret_alloc memory: it stays while the user reads the review */
	struct sn_buf plaintext;
	struct sn_unsigned_tx_set set; /* views of `plaintext` */
	/* Listed outputs, whose key images the answer has: by index, from 0 on, if they are known from there;
	 * otherwise those of new_transfers by one-time key, as Feather expects them. */
	struct sn_output_list listed;
	bool is_by_index;

	/* Of the members above, to detect bit flips while the user reads the review. */
	struct sn_hash digest;
};

/* Whether `file` is of the reference wallet, whatever its kind. */
bool sn_reference_is_file(const void *file, size_t len);

/* Open an unsigned file (bytes or hexadecimal text), and append the encoding of its translation
 * (cold/reference_translate.h) to `content`, as it would be in an envelope. Free `request` with
 * sn_reference_request_free, also after an error.
 *
 * Returns
 *   SN_BAD_INPUT  the errors of sn_sealed_file_open and sn_unsigned_tx_set_decode, also for the output export
 *   SN_REFUSED    the errors of sn_reference_translate and sn_reference_list_init; but an old release's set
 *                 may list outputs whose address is not found: the answer then has no key images of its list
 *   SN_REFUSED    the answer needs key images of outputs that neither file lists, or that are not those that
 *                 the request spends
 *   SN_IO         out of memory */
int sn_reference_request_open(struct sn_reference_request *request, struct sn_buf *content,
			      const struct sn_account *account, const void *file, size_t len,
			      struct sn_error *err) SN_MUST_USE;

/* Check that `request` is as it was opened: the file is answered with it much later.
 *
 * Returns
 *   SN_REFUSED  it changed in memory
 *   SN_IO       out of memory */
int sn_reference_request_check(const struct sn_reference_request *request, struct sn_error *err) SN_MUST_USE;

/* Wipe and free; `options` stays. */
void sn_reference_request_free(struct sn_reference_request *request);

#endif
