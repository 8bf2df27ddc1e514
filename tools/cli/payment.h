/* tools/cli/payment.h - a payment request from the command line: operands or a file of recipients, and
 * options. */
#ifndef CLI_PAYMENT_H
#define CLI_PAYMENT_H

#include "tools/cli/cli.h"
#include "tools/cli/indices.h"

#include "base/bytes.h"
#include "chain/names.h"
#include "hot/compose.h"
#include "hot/request.h"

/* Values of the options; NULL if not given. */
struct cli_payment {
	const char *destinations; /* name of the file, JSON or CSV */
	const char *fee, *mixin, *unlock_time, *priority, *account, *format, *reference;
	bool sweep_all, join_addresses, even_if_pending, replace_decoys, subtract_fee, proposal;
	struct cli_list inputs; /* names of outputs */
	const char *subaddress, *below;
	struct cli_indices addresses; /* filled from `subaddress` */
};

/* Check the number of `words`: pairs ADDRESS AMOUNT, of which a monero: URI (chain/payment_uri.h) may be
 * ADDRESS or both; or the one ADDRESS or URI of a sweep. "-" stands for an address or URI on standard input.
 * Returns SN_USAGE. */
int cli_payment_check_words(struct cli *cli, const struct cli_payment *p, char *const *words,
			    size_t n) SN_MUST_USE;

/* The file to read: that of --destinations, "-" if an operand is "-", otherwise NULL. */
const char *cli_payment_source(const struct cli *cli, const struct cli_payment *p);

/* Fill `request` for a wallet of `network`. `text` is the contents of cli_payment_source. With
 * --destinations it is JSON if it begins with an object or an array, otherwise CSV. Without it, read the
 * operands, and print the texts of URIs. Free request->destinations, also after an error. The request points
 * into `p`.
 *
 * Print a warning for each recipient that looks like a contact, but is another.
 *
 * Instead of an address, an operand can be the exact name of a contact in `names`; it is never both.
 *
 * Returns SN_USAGE if an option repeats a member of the JSON text. Errors in the text name the file. */
int cli_payment_read(struct cli *cli, struct cli_payment *p, const struct sn_buf *text,
		     const struct sn_names *names, enum sn_network network,
		     struct sn_payment_request *request) SN_MUST_USE;

/* The same for the words of a console command. The caller has checked their number. */
int cli_payment_read_words(struct cli *cli, struct cli_payment *p, char *const *words, size_t n,
			   const struct sn_names *names, enum sn_network network,
			   struct sn_payment_request *request) SN_MUST_USE;

/* Print a warning if the outputs of the payment are locked. */
void cli_payment_say_lock(const struct cli *cli, const struct sn_payment_request *request);

#endif
