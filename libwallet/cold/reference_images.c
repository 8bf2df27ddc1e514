#include "cold/reference_images.h"

#include "base/seam.h"
#include "chain/subaddress_table.h"
#include "cold/reference_origin.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 256 /* outputs between two reports of progress */

/* Set subaddress and tx key of `o`. `table` is for outputs of version 0; NULL: `listed` names the address. */
static bool find_origin(struct sn_listed_output *o, const struct sn_account *account,
			const struct sn_exported_transfer_details *listed, struct sn_subaddress_table *table)
{
	const struct sn_reference_output output = {
		.key = listed->pubkey,
		.tx_key = listed->tx_pubkey,
		.additional = listed->additional_tx_keys,
		.n_additional = listed->n_additional_tx_keys,
		.index = listed->internal_output_index,
	};
	struct sn_reference_origin origins[SN_REFERENCE_ORIGINS_MAX];
	const size_t n = sn_reference_origins(origins, account, &output);
	*o = (struct sn_listed_output){.key = listed->pubkey,
				       .index = listed->internal_output_index,
				       .subaddress = listed->subaddress};
	const struct sn_reference_origin *origin = NULL;
	if (table) {
		for (size_t i = 0; !origin && i < n; i++)
			if (sn_subaddress_table_find(&o->subaddress, table, &origins[i].spend))
				origin = &origins[i];
		/* The look-ahead goes on from there. A full table remains usable. */
		if (origin && sn_subaddress_table_cover(table, account, o->subaddress) == SN_IO)
			origin = NULL;
	} else {
		struct sn_address address;
		sn_account_address(&address, account, listed->subaddress);
		SN_PUBLIC(&address, sizeof address); /* the list names it */
		origin = sn_reference_origin_find(origins, n, &address.spend);
	}
	if (origin)
		o->tx_key = origin->tx_key;
	return origin;
}

/* Output `number` of the list was not received by an address of ours that was tried. */
static int foreign_output(uint64_t number, bool names_address, struct sn_error *err)
{
	int ret = sn_error_set(err, SN_REFUSED,
			       "output %llu of the online wallet's list does not belong to this wallet",
			       (unsigned long long)number);
	return names_address
		       ? ret
		       : sn_error_hint(
				 err, ret,
				 "the file does not name the address of the output: update the online wallet "
				 "to release 0.18.1.1 or later, and make the file again");
}

int sn_reference_list_init(struct sn_reference_list *list, const struct sn_account *account,
			   const struct sn_exported_transfers *transfers,
			   const struct sn_restore_progress *progress, struct sn_error *err)
{
	struct sn_subaddress_table table = {0};
	const bool needs_table = transfers->n && transfers->version == 0;
	*list = (struct sn_reference_list){.offset = transfers->offset, .total = transfers->total};
	list->outputs.outputs = calloc(transfers->n + 1, sizeof *list->outputs.outputs);
	int ret = list->outputs.outputs ? SN_OK : sn_error_memory(err);
	if (!ret && needs_table &&
	    sn_subaddress_table_init(&table, account, SN_LOOKAHEAD_MAJOR, SN_LOOKAHEAD_MINOR))
		ret = sn_error_memory(err);
	for (size_t i = 0; !ret && i < transfers->n; i++) {
		struct sn_listed_output *o = &list->outputs.outputs[list->outputs.n++];
		if (!find_origin(o, account, &transfers->outputs[i], needs_table ? &table : NULL))
			ret = foreign_output(transfers->offset + i, !needs_table, err);
		else if (progress && progress->report && ((i + 1) % BATCH == 0 || i + 1 == transfers->n))
			progress->report(progress->context, i + 1, transfers->n);
	}
	sn_subaddress_table_free(&table);
	if (ret)
		sn_reference_list_free(list);
	return ret;
}

void sn_reference_list_free(struct sn_reference_list *list)
{
	sn_output_list_free(&list->outputs);
	*list = (struct sn_reference_list){0};
}

/* Put the outputs at their indices, as far as this leaves no gap. */
static int place(struct sn_output_list *joined, const struct sn_reference_list *list, struct sn_error *err)
{
	for (size_t i = 0; i < list->outputs.n && list->offset + i <= joined->n; i++) {
		const struct sn_listed_output *from = &list->outputs.outputs[i];
		struct sn_listed_output *to = &joined->outputs[list->offset + i];
		if (list->offset + i == joined->n)
			joined->n++;
		else if (!sn_point_is_equal(&to->key, &from->key))
			return sn_error_hint(
				err,
				sn_error_set(
					err, SN_REFUSED,
					"the list of outputs does not match the unsigned file: output %llu is not the one in the file",
					(unsigned long long)(list->offset + i)),
				"prepare the payment and export the outputs again");
		*to = *from;
	}
	return SN_OK;
}

int sn_reference_list_join(struct sn_output_list *joined, const struct sn_reference_list *all,
			   const struct sn_reference_list *part, struct sn_error *err)
{
	*joined = (struct sn_output_list){0};
	joined->outputs = calloc(all->outputs.n + part->outputs.n + 1, sizeof *joined->outputs);
	if (!joined->outputs)
		return sn_error_memory(err);
	int ret = place(joined, all, err);
	if (!ret && part->total && part->total < joined->n)
		joined->n = (size_t)part->total;
	if (!ret)
		ret = place(joined, part, err);
	if (ret)
		sn_output_list_free(joined);
	return ret;
}

uint64_t sn_reference_images_needed(const struct sn_unsigned_tx_set *set)
{
	uint64_t needed = 0;
	for (size_t i = 0; i < set->n_txes; i++)
		for (size_t j = 0; j < set->txes[i].n_selected_transfers; j++) {
			const uint64_t index = set->txes[i].selected_transfers[j];
			if (index >= needed)
				needed = index == UINT64_MAX ? index : index + 1;
		}
	return needed;
}
