#include "store/wallet_names.h"

#include "chain/names.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <string.h>

/* End a change, which returned `ret` and appended its record at `mark`. */
static int end(struct sn_wallet *w, size_t mark, int ret, struct sn_error *err)
{
	if (ret)
		w->store->pending.len = mark;
	return ret == SN_IO ? sn_error_memory(err) : ret;
}

/* Whether no record is needed, or it was appended. */
static bool is_noted(struct sn_wallet *w, size_t mark)
{
	return !sn_wallet_note_failed(w->store, mark);
}

int sn_wallet_add_contact(struct sn_wallet *w, const char *name, const struct sn_address *address,
			  struct sn_error *err)
{
	struct sn_buf *pending = &w->store->pending;
	const size_t mark = pending->len;
	int ret = sn_name_check(name, err);
	if (!ret && address->network != w->account->network)
		ret = sn_error_hint(err,
				    sn_error_set(err, SN_BAD_INPUT, "the address belongs to %s, not to %s",
						 sn_network_name(address->network),
						 sn_network_name(w->account->network)),
				    "use an address and a wallet of the same network");
	if (ret)
		return ret;
	if (!w->store->is_replaying)
		sn_record_put_contact(pending, name, address);
	return end(w, mark, is_noted(w, mark) ? sn_names_add(&w->names, name, address, err) : SN_IO, err);
}

int sn_wallet_remove_contact(struct sn_wallet *w, const char *name, struct sn_error *err)
{
	struct sn_buf *pending = &w->store->pending;
	const size_t mark = pending->len;
	if (!w->store->is_replaying && sn_names_find(&w->names, name))
		sn_record_put_contact_removed(pending, name);
	return end(w, mark, is_noted(w, mark) ? sn_names_remove(&w->names, name, err) : SN_IO, err);
}

int sn_wallet_set_label(struct sn_wallet *w, struct sn_subaddress_index at, const char *text,
			struct sn_error *err)
{
	struct sn_buf *pending = &w->store->pending;
	const size_t mark = pending->len;
	const char *before = sn_names_label(&w->names, at);
	if (!strcmp(before ? before : "", text))
		return SN_OK;
	int ret = *text ? sn_label_check(text, err) : SN_OK;
	if (ret)
		return ret;
	if (!w->store->is_replaying)
		sn_record_put_label(pending, at, text);
	return end(w, mark, is_noted(w, mark) ? sn_names_set_label(&w->names, at, text, err) : SN_IO, err);
}

/* Remove a contact for which there is no place in the merged book: another with its name or address, or, with
 * `only_these`, any contact that `names` does not have. */
static int make_way(struct sn_wallet *w, const struct sn_names *names, bool only_these,
		    struct sn_names_merged *merged, struct sn_error *err)
{
	for (size_t i = w->names.n_contacts; i--;) {
		const struct sn_contact *ours = &w->names.contacts[i];
		const struct sn_contact *same_name = sn_names_find(names, ours->name);
		const struct sn_contact *same_address = sn_names_find_address(names, &ours->address);
		if (same_name && same_name == same_address)
			continue;
		if (!same_name && !same_address && !only_these)
			continue;
		char name[SN_NAME_MAX + 1];
		memcpy(name, ours->name, sizeof name);
		int ret = sn_wallet_remove_contact(w, name, err);
		if (ret)
			return ret;
		if (same_name || same_address)
			merged->replaced++;
		else
			merged->removed++;
	}
	return SN_OK;
}

static int merge_contacts(struct sn_wallet *w, const struct sn_names *names, bool only_these,
			  struct sn_names_merged *merged, struct sn_error *err)
{
	size_t added = 0;
	int ret = make_way(w, names, only_these, merged, err);
	for (size_t i = 0; !ret && i < names->n_contacts; i++) {
		const struct sn_contact *theirs = &names->contacts[i];
		if (sn_names_find(&w->names, theirs->name))
			continue;
		ret = sn_wallet_add_contact(w, theirs->name, &theirs->address, err);
		added++;
	}
	/* Two contacts may make way for one. */
	if (merged->replaced > added) {
		merged->removed += merged->replaced - added;
		merged->replaced = added;
	}
	merged->added += added - merged->replaced;
	return ret;
}

static int merge_labels(struct sn_wallet *w, const struct sn_names *names, bool only_these,
			struct sn_names_merged *merged, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = w->names.n_labels; !ret && only_these && i--;) {
		if (sn_names_label(names, w->names.labels[i].at))
			continue;
		ret = sn_wallet_set_label(w, w->names.labels[i].at, "", err);
		merged->removed++;
	}
	for (size_t i = 0; !ret && i < names->n_labels; i++) {
		const struct sn_label *theirs = &names->labels[i];
		const char *ours = sn_names_label(&w->names, theirs->at);
		if (!ours)
			merged->added++;
		else if (strcmp(ours, theirs->text) != 0)
			merged->replaced++;
		ret = sn_wallet_set_label(w, theirs->at, theirs->text, err);
	}
	return ret;
}

int sn_wallet_merge_names(struct sn_wallet *w, const struct sn_names *names, bool only_these,
			  struct sn_names_merged *merged, struct sn_error *err)
{
	const size_t mark = w->store->pending.len;
	struct sn_names before;
	*merged = (struct sn_names_merged){0};
	if (sn_names_copy(&before, &w->names))
		return sn_error_memory(err);
	int ret = merge_contacts(w, names, only_these, merged, err);
	if (!ret)
		ret = merge_labels(w, names, only_these, merged, err);
	if (ret) {
		struct sn_names partly = w->names;
		w->names = before;
		before = partly;
		w->store->pending.len = mark;
	}
	sn_names_free(&before);
	return ret;
}
