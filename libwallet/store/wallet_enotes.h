/* store/wallet_enotes.h - what only Carrot outputs have (struct sn_wallet_enote). */
#ifndef SN_STORE_WALLET_ENOTES_H
#define SN_STORE_WALLET_ENOTES_H

#include "store/wallet_types.h"

/* That of an element of w->outputs; NULL if it is no Carrot output. Valid until the next change of outputs.
 */
const struct sn_wallet_enote *sn_wallet_enote_of(const struct sn_wallet *w, const struct sn_wallet_output *o);

/* Private to store/. */

/* Whether `enote` can belong to the output, and values that such an output lacks are zero. */
bool sn_wallet_enote_is_canonical(const struct sn_wallet_enote *enote, const struct sn_wallet_output *o);

/* Append that of the last output; there is room. */
void sn_wallet_append_enote(struct sn_wallet *w, const struct sn_wallet_enote *enote);

/* Drop those of outputs that were removed. */
void sn_wallet_drop_enotes(struct sn_wallet *w);

#endif
