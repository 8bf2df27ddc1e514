/* hot/found.h - our outputs in a transaction, as the wallet stores them. A transaction has Carrot outputs or
 * others, never both. Outputs of amount zero are omitted: nobody wants to spend them, and a stranger can send
 * any number of them. Private to libwallet/hot. */
#ifndef SN_HOT_FOUND_H
#define SN_HOT_FOUND_H

#include "base/error.h"
#include "chain/carrot_scan.h"
#include "chain/output.h"
#include "store/wallet.h"

/* Secret. */
struct sn_found {
	/* Without the values that only a block gives: tx_hash, global_index, height, time. */
	struct sn_wallet_output output;
	struct sn_wallet_enote enote;           /* is_carrot */
	struct sn_carrot_extensions extensions; /* is_carrot */
};

struct sn_found_list {
	struct sn_found *at;
	size_t n; /* ascending index */
};

/* A transaction, and the results of the first steps of scanning it. */
struct sn_found_source {
	struct sn_output_source tx;
	const struct sn_output_lead *leads;
	size_t n_leads;
	const struct sn_x25519 *shared; /* for sn_carrot_scan_open; NULL: no Carrot output is ours */
};

/* List our outputs. Returns SN_IO when out of memory. Free the list with sn_found_free, even after an error.
 */
int sn_found_scan(struct sn_found_list *found, const struct sn_found_source *from,
		  const struct sn_account *account, const struct sn_subaddress_table *table) SN_MUST_USE;

/* The same with all steps of scanning, for a transaction alone. */
int sn_found_scan_tx(struct sn_found_list *found, const struct sn_tx *tx, const struct sn_account *account,
		     const struct sn_subaddress_table *table) SN_MUST_USE;

/* The key image, of a master account. Returns an error if the output is not spent by keys of the account. */
int sn_found_image(struct sn_point *image, const struct sn_found *found,
		   const struct sn_account *account) SN_MUST_USE;

void sn_found_free(struct sn_found_list *found); /* wipes */

#endif
