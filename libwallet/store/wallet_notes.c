#include "store/wallet_notes.h"

#include "base/text.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

/* The position of the note in the sorted list, or the position to insert it. */
static size_t place_of(const struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	size_t low = 0, high = w->n_notes;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (memcmp(&w->notes[middle].tx_hash, tx_hash, sizeof *tx_hash) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct sn_wallet *w, size_t at, const struct sn_hash *tx_hash)
{
	return at < w->n_notes && sn_hash_is_equal(&w->notes[at].tx_hash, tx_hash);
}

const char *sn_wallet_note(const struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	size_t at = place_of(w, tx_hash);
	return is_at(w, at, tx_hash) ? w->notes[at].text : "";
}

static const char *problem_of(const char *text)
{
	const size_t len = strlen(text);
	if (len > SN_NOTE_MAX)
		return "it is longer than 1024 bytes";
	for (size_t i = 0, n; i < len; i += n)
		if (!(n = sn_text_utf8_len(text + i, len - i)))
			return "it is not UTF-8";
	return sn_text_plain_len(text) == len ? NULL : "it has an invisible, control or direction character";
}

static int check(const struct sn_wallet *w, bool is_there, const char *text, struct sn_error *err)
{
	const char *problem = problem_of(text);
	if (problem)
		return sn_error_set(err, SN_BAD_INPUT, "invalid note: %s", problem);
	if (*text && !is_there && w->n_notes == SN_NOTES_MAX)
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED,
						  "the wallet has %d notes, which is the limit",
						  SN_NOTES_MAX),
				     "remove notes: an empty text removes one");
	return SN_OK;
}

int sn_wallet_set_note(struct sn_wallet *w, const struct sn_hash *tx_hash, const char *text,
		       struct sn_error *err)
{
	struct sn_wallet_store *s = w->store;
	const size_t at = place_of(w, tx_hash), mark = s->pending.len;
	const bool is_there = is_at(w, at, tx_hash);
	if (!strcmp(is_there ? w->notes[at].text : "", text))
		return SN_OK;
	int ret = check(w, is_there, text, err);
	if (ret)
		return ret;
	char *copy = *text ? strdup(text) : NULL;
	if (!s->is_replaying)
		sn_record_put_note(&s->pending, tx_hash, text);
	if (sn_wallet_note_failed(s, mark) || (*text && !copy) ||
	    (!is_there && sn_wallet_make_room(&w->notes, &s->cap_notes, w->n_notes, sizeof *w->notes))) {
		s->pending.len = mark;
		free(copy);
		return sn_error_memory(err);
	}
	struct sn_wallet_note *place = w->notes + at;
	if (is_there)
		free(place->text);
	if (!copy) {
		memmove(place, place + 1, (--w->n_notes - at) * sizeof *place);
		return SN_OK;
	}
	if (!is_there)
		memmove(place + 1, place, (w->n_notes++ - at) * sizeof *place);
	*place = (struct sn_wallet_note){*tx_hash, copy};
	return SN_OK;
}
