#include "store/wallet_scope.h"

#include "chain/consensus.h"
#include "chain/subaddress_table.h"
#include "store/wallet_lookup.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

int sn_wallet_set_restore_height(struct sn_wallet *w, uint64_t height)
{
	if (w->n_blocks || w->n_outputs || height == UINT64_MAX)
		return SN_BAD_INPUT;
	if (height == w->restore_height)
		return SN_OK;
	int ret = sn_record_set_height(w, &w->restore_height, SN_RECORD_RESTORE_HEIGHT, height);
	if (!ret)
		sn_wallet_scope_at(w);
	return ret;
}

/* Addresses */

int sn_wallet_set_unscanned(struct sn_wallet *w, uint64_t height)
{
	if (height <= w->unscanned_below)
		return SN_OK;
	return sn_record_set_height(w, &w->unscanned_below, SN_RECORD_UNSCANNED, height);
}

/* From now on the wallet scans for more addresses than in the blocks that it has scanned. */
static int note_unscanned(struct sn_wallet *w)
{
	return w->store->is_replaying || !w->n_blocks ? SN_OK
						      : sn_wallet_set_unscanned(w, sn_wallet_height(w));
}

int sn_wallet_set_lookahead(struct sn_wallet *w, uint32_t accounts, uint32_t addresses)
{
	struct sn_wallet_store *s = w->store;
	if (accounts < SN_LOOKAHEAD_MAJOR || addresses < SN_LOOKAHEAD_MINOR)
		return SN_BAD_INPUT;
	if (accounts == w->lookahead_accounts && addresses == w->lookahead_addresses)
		return SN_OK;
	bool has_grown = accounts > w->lookahead_accounts || addresses > w->lookahead_addresses;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_lookahead(&s->pending, accounts, addresses);
	if (sn_wallet_note_failed(s, mark) || (has_grown && note_unscanned(w))) {
		s->pending.len = mark;
		return SN_IO;
	}
	w->lookahead_accounts = accounts;
	w->lookahead_addresses = addresses;
	return SN_OK;
}

/* The position of the account `major` in the list, or the position to insert it. */
static size_t place_of(const struct sn_wallet_shown *list, size_t n, uint32_t major)
{
	size_t from = 0;
	while (from < n) {
		size_t middle = from + (n - from) / 2;
		if (list[middle].account < major)
			from = middle + 1;
		else
			n = middle;
	}
	return from;
}

/* Add the first addresses of the account. There is room for one more entry. */
static void raise(struct sn_wallet_shown *list, size_t *n, uint32_t major, uint32_t addresses)
{
	size_t at = place_of(list, *n, major);
	if (at == *n || list[at].account != major) {
		memmove(list + at + 1, list + at, (*n - at) * sizeof *list);
		list[at] = (struct sn_wallet_shown){.account = major};
		++*n;
	}
	if (addresses > list[at].addresses)
		list[at].addresses = addresses;
}

static uint32_t after(uint32_t index)
{
	return index < UINT32_MAX ? index + 1 : UINT32_MAX;
}

/* The addresses of sn_wallet_used, but only as many as were shown or used. Account 0 has one at least. */
static int count_used(struct sn_wallet_shown **out, size_t *n, const struct sn_wallet *w)
{
	size_t cap = w->n_shown + 16;
	struct sn_wallet_shown *list = calloc(cap, sizeof *list);
	*out = NULL;
	*n = 0;
	if (!list)
		return SN_IO;
	raise(list, n, 0, 1);
	for (size_t i = 0; i < w->n_shown; i++)
		raise(list, n, w->shown[i].account, w->shown[i].addresses);
	for (size_t i = 0; i < w->n_outputs; i++) {
		struct sn_subaddress_index index = w->outputs[i].subaddress;
		if (*n == cap) {
			struct sn_wallet_shown *more = reallocarray(list, 2 * cap, sizeof *list);
			if (!more) {
				free(list);
				*n = 0;
				return SN_IO;
			}
			list = more;
			cap *= 2;
		}
		raise(list, n, index.major, after(index.minor));
	}
	*out = list;
	return SN_OK;
}

int sn_wallet_used(struct sn_wallet_shown **used, size_t *n, const struct sn_wallet *w)
{
	int ret = count_used(used, n, w);
	/* These may have been shown: they need no record. */
	for (size_t i = 0; i < *n; i++)
		if ((*used)[i].addresses < SN_LOOKAHEAD_MINOR)
			(*used)[i].addresses = SN_LOOKAHEAD_MINOR;
	return ret;
}

int sn_wallet_created(struct sn_wallet_shown **created, size_t *n, const struct sn_wallet *w)
{
	struct sn_wallet_shown *list, *all;
	size_t n_listed;
	int ret = count_used(&list, &n_listed, w);
	*created = NULL;
	*n = 0;
	if (ret)
		return ret;
	all = calloc((size_t)list[n_listed - 1].account + 1, sizeof *all);
	for (size_t i = 0; all && i < n_listed; i++) {
		for (; *n < list[i].account; ++*n)
			all[*n] = (struct sn_wallet_shown){.account = (uint32_t)*n, .addresses = 1};
		all[(*n)++] = list[i];
	}
	free(list);
	*created = all;
	return all ? SN_OK : SN_IO;
}

/* The number of keys in a table for these addresses and their look-ahead. */
static uint64_t table_size(const struct sn_wallet *w, const struct sn_wallet_shown *used, size_t n)
{
	uint64_t accounts = (uint64_t)used[n - 1].account + w->lookahead_accounts;
	uint64_t size = accounts < UINT32_MAX ? accounts * w->lookahead_addresses : UINT64_MAX / 2;
	for (size_t i = 0; i < n; i++)
		size += used[i].addresses;
	return size;
}

static bool is_covered(const struct sn_wallet *w, const struct sn_wallet_shown *used, size_t n,
		       struct sn_subaddress_index index)
{
	size_t at = place_of(used, n, index.major);
	uint64_t addresses = w->lookahead_addresses;
	if (at < n && used[at].account == index.major)
		addresses += used[at].addresses - 1;
	return index.major < (uint64_t)used[n - 1].account + w->lookahead_accounts && index.minor < addresses;
}

/* Record that the first `addresses` of the account were shown. */
static int set_shown(struct sn_wallet *w, uint32_t account, uint32_t addresses)
{
	struct sn_wallet_store *s = w->store;
	if (sn_wallet_make_room(&w->shown, &s->cap_shown, w->n_shown, sizeof *w->shown))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_shown(&s->pending, account, addresses);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	raise(w->shown, &w->n_shown, account, addresses);
	return SN_OK;
}

int sn_wallet_replay_shown(struct sn_wallet *w, uint32_t account, uint32_t addresses)
{
	return addresses ? set_shown(w, account, addresses) : SN_BAD_INPUT;
}

bool sn_wallet_is_shown(const struct sn_wallet *w, struct sn_subaddress_index index)
{
	if (index.major < SN_LOOKAHEAD_MAJOR && index.minor < SN_LOOKAHEAD_MINOR)
		return true;
	size_t at = place_of(w->shown, w->n_shown, index.major);
	return at < w->n_shown && w->shown[at].account == index.major && index.minor < w->shown[at].addresses;
}

/* Record that the address and those before it were shown. */
static int show(struct sn_wallet *w, struct sn_subaddress_index index)
{
	struct sn_wallet_shown *used = NULL, *more;
	size_t n, mark = w->store->pending.len;
	int ret = sn_wallet_used(&used, &n, w);
	if (ret)
		return ret;
	bool was_covered = is_covered(w, used, n, index);
	more = reallocarray(used, n + 1, sizeof *used);
	if (!more) {
		ret = SN_IO;
		goto out;
	}
	used = more;
	raise(used, &n, index.major, after(index.minor));
	if (index.minor == UINT32_MAX || table_size(w, used, n) > SN_SUBADDRESS_TABLE_MAX) {
		ret = SN_REFUSED;
		goto out;
	}
	if (!was_covered)
		ret = note_unscanned(w);
	if (!ret)
		ret = set_shown(w, index.major, after(index.minor));
	if (ret)
		w->store->pending.len = mark;
out:
	free(used);
	return ret;
}

int sn_wallet_show(struct sn_wallet *w, struct sn_subaddress_index index)
{
	return sn_wallet_is_shown(w, index) ? SN_OK : show(w, index);
}

int sn_wallet_create_addresses(struct sn_wallet *w, uint32_t account, uint32_t n, uint32_t *first)
{
	struct sn_wallet_shown *created;
	size_t n_accounts;
	int ret = sn_wallet_created(&created, &n_accounts, w);
	if (ret)
		return ret;
	bool is_there = account < n_accounts;
	*first = is_there ? created[account].addresses : 0;
	is_there |= account == n_accounts;
	free(created);
	if (!is_there || !n || (!*first && n > 1))
		return SN_BAD_INPUT;
	return n - 1 > UINT32_MAX - 1 - *first
		       ? SN_REFUSED
		       : show(w, (struct sn_subaddress_index){account, *first + n - 1});
}

int sn_wallet_check_lookahead(const struct sn_wallet *w, uint32_t accounts, uint32_t addresses)
{
	struct sn_wallet larger = *w;
	struct sn_wallet_shown *used;
	size_t n;
	int ret = sn_wallet_used(&used, &n, w);
	if (ret)
		return ret;
	larger.lookahead_accounts = accounts;
	larger.lookahead_addresses = addresses;
	ret = table_size(&larger, used, n) > SN_SUBADDRESS_TABLE_MAX ? SN_REFUSED : SN_OK;
	free(used);
	return ret;
}

/* Limits of knowledge */
int sn_wallet_set_fork(struct sn_wallet *w, uint64_t height, uint8_t version)
{
	struct sn_wallet_store *s = w->store;
	if (height > sn_wallet_height(w) || (!version && height))
		return SN_BAD_INPUT;
	if (version == w->fork_version && height == w->fork_height)
		return SN_OK;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_fork(&s->pending, height, version);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->fork_version = version;
	w->fork_height = height;
	return SN_OK;
}

int sn_wallet_set_sole(struct sn_wallet *w, bool is_sole)
{
	struct sn_wallet_store *s = w->store;
	if (is_sole == w->is_sole)
		return SN_OK;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_sole(&s->pending, is_sole);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->is_sole = is_sole;
	return SN_OK;
}

bool sn_wallet_sees_spends(const struct sn_wallet *w)
{
	if (w->images_lost_below)
		return false;
	for (size_t i = 0; !w->is_sole && i < w->n_outputs; i++)
		if (!w->outputs[i].has_image && !w->outputs[i].is_spent && !sn_wallet_is_burnt(w, i))
			return false;
	return true;
}

bool sn_wallet_knows_spends(const struct sn_wallet *w)
{
	return !w->scanned_to && sn_wallet_sees_spends(w);
}

void sn_wallet_scope_at(struct sn_wallet *w)
{
	uint64_t height = sn_wallet_height(w);
	const bool was_replaced = w->fork_version > SN_BLOCK_VERSION_MAX && height > w->fork_height;
	if (w->fork_version && (height < w->fork_height || was_replaced)) {
		w->fork_version = 0;
		w->fork_height = 0;
	}
	if (height >= w->scanned_to)
		w->scanned_to = 0;
	if (!w->n_blocks)
		w->unscanned_below = 0;
	else if (w->unscanned_below > height)
		w->unscanned_below = height;
}
