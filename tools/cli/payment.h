/* tools/cli/payment.h - a payment as the command line gives it: operands or a file of destinations, and
 * options. */
#ifndef CLI_PAYMENT_H
#define CLI_PAYMENT_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "hot/compose.h"
#include "hot/request.h"

/* Values of the options, NULL when not given. */
struct cli_payment {
	const char *destinations; /* name of the file, JSON or CSV */
	const char *fee, *mixin, *unlock_time, *priority, *account;
	bool sweep_all, join_addresses;
};

/* Fill `request` for a wallet of `network`: from `text` when there is a --destinations, otherwise from the
 * operands: ADDRESS AMOUNT pairs, or the one ADDRESS of a sweep. The text is JSON when it begins like an
 * object or an array, else CSV. What the JSON text and an option both say is SN_USAGE; what is wrong in the
 * text has the name of the file. Free request->destinations, after a failure too. */
int cli_payment_read(struct cli *cli, const struct cli_payment *p, const struct sn_buf *text,
		     enum sn_network network, struct sn_payment_request *request) SN_MUST_USE;

/* The same from words as a console has them, which are paired: the caller has counted them. */
int cli_payment_read_words(struct cli *cli, const struct cli_payment *p, char *const *words, size_t n,
			   enum sn_network network, struct sn_payment_request *request) SN_MUST_USE;

/* Say, if what was composed is locked, that this needs a signer and a daemon that allow it. */
void cli_payment_say_lock(const struct cli *cli, const struct sn_payment_request *request);

#endif
