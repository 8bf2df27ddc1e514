/* store/signing_journal_print.h - the entries of a signing journal, as text and as JSON. */
#ifndef SN_STORE_SIGNING_JOURNAL_PRINT_H
#define SN_STORE_SIGNING_JOURNAL_PRINT_H

#include "base/bytes.h"
#include "base/error.h"
#include "store/signing_journal.h"

/* Append the entries as text, one per line: time in UTC, tx_hash (of a proposal, the signable hash), amount,
 * fee, number of key images; or as JSON (doc/reference/json.md). SN_IO when out of memory. */
int sn_signing_journal_text(struct sn_buf *out, const struct sn_signing_journal *j) SN_MUST_USE;

int sn_signing_journal_json(struct sn_buf *out, const struct sn_signing_journal *j) SN_MUST_USE;

#endif
