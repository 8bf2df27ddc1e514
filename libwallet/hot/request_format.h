/* hot/request_format.h - the formats of the file that asks a signer for the transactions of a payment. */
#ifndef SN_HOT_REQUEST_FORMAT_H
#define SN_HOT_REQUEST_FORMAT_H

#include "base/error.h"

enum sn_request_format {
	SN_REQUEST_SNEAKERNOTE = 0,
	/* unsigned_tx_set of the reference wallet (hot/reference_unsigned.h): */
	SN_REQUEST_MONERO,        /* 0.18.1.1 and later */
	SN_REQUEST_MONERO_0_18_0, /* 0.18.0.0, 0.18.1.0 */
	/* Proposals for transactions after the network upgrade to FCMP++ (hot/proposals.h). It has no name:
	 * this program cannot submit them yet, so no program may ask for them by mistake. */
	SN_REQUEST_PROPOSALS,
};

/* Find the format with this name: "sneakernote", "monero" or "monero-0.18.0". Returns SN_BAD_INPUT. */
int sn_request_format_parse(enum sn_request_format *format, const char *name,
			    struct sn_error *err) SN_MUST_USE;

#endif
