/* handoff/names_file.h - the owner's names on their way from the master wallet to a watch-only wallet.
 *
 * An envelope (handoff/envelope.h) of the encoding in chain/names_bytes.h. It crosses in this direction only:
 * the online machine could seal a names file as well, so no program reads one into a master wallet. */
#ifndef SN_HANDOFF_NAMES_FILE_H
#define SN_HANDOFF_NAMES_FILE_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/names.h"

/* Append the file. SN_IO. */
int sn_names_file_seal(struct sn_buf *out, const struct sn_account *account, const struct sn_names *names,
		       struct sn_error *err) SN_MUST_USE;

/* Open a file for the wallet of `account`. Free *names with sn_names_free; on error it is empty. Returns the
 * errors of sn_envelope_open and sn_names_decode. */
int sn_names_file_open(struct sn_names *names, const struct sn_account *account, const void *file, size_t len,
		       struct sn_error *err) SN_MUST_USE;

#endif
