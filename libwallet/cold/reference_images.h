/* cold/reference_images.h - the key images that the answer to a reference wallet must have.
 *
 * From release 0.18.5.3 on, the online wallet accepts a signed_tx_set only with the key image of each output
 * of its list, from the first one up to the last one that the set spends (wallet/pending_tx_validation.cpp).
 * It believes them, so none can be a placeholder. The unsigned_tx_set lists the outputs from some offset on
 * (new_transfers). If that is not the first one, an output export ("export_outputs all") has the others.
 *
 * Earlier releases accept fewer key images, also none. */
#ifndef SN_COLD_REFERENCE_IMAGES_H
#define SN_COLD_REFERENCE_IMAGES_H

#include "chain/account.h"
#include "cold/restore_wallet.h"
#include "handoff/output_list.h"
#include "interop/exported_transfers.h"
#include "interop/unsigned_tx_set.h"

/* Outputs of the online wallet's list: outputs.outputs[i] is that of index `offset` + i. */
struct sn_reference_list {
	uint64_t offset;
	uint64_t total; /* length of the list; 0: not known */
	struct sn_output_list outputs;
};

/* Derive the tx key and the subaddress of each of `transfers`. `account` may be view-only: an output is ours
 * up to the spend key. Outputs of version 0 do not name their subaddress: it is searched among the first 200
 * addresses of the first 50 accounts, and as many beyond each that was found. `progress` may be NULL. Free
 * with sn_reference_list_free; on error the list is empty.
 *
 * Returns
 *   SN_REFUSED  an output does not belong to the account
 *   SN_IO       out of memory */
int sn_reference_list_init(struct sn_reference_list *list, const struct sn_account *account,
			   const struct sn_exported_transfers *transfers,
			   const struct sn_restore_progress *progress, struct sn_error *err) SN_MUST_USE;
void sn_reference_list_free(struct sn_reference_list *list);

/* Join the lists: the outputs from index 0 on, as far as `all` and `part` have them without a gap. Either may
 * be empty. The list had the length part->total when the payment was prepared: what `all` has beyond is of
 * another time, as is a list that differs where both have an output. The online wallet would believe the key
 * images of wrong outputs. `joined` shares no memory with the lists; free it with sn_output_list_free.
 *
 * Returns
 *   SN_REFUSED  the lists differ
 *   SN_IO       out of memory
 * On error `joined` is empty. */
int sn_reference_list_join(struct sn_output_list *joined, const struct sn_reference_list *all,
			   const struct sn_reference_list *part, struct sn_error *err) SN_MUST_USE;

/* The number of key images from index 0 on that the answer to `set` must have. */
uint64_t sn_reference_images_needed(const struct sn_unsigned_tx_set *set);

#endif
