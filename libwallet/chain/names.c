#include "chain/names.h"

#include "base/secret.h"
#include "base/text.h"
#include "chain/payment_uri.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Spaces of Unicode that are not U+0020 (category Zs), except those that base/text.h lists. */
static bool is_other_space(unsigned code)
{
	return code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x202f ||
	       code == 0x205f || code == 0x3000;
}

/* The problem of a text, or NULL. */
static const char *problem_of(const char *text, size_t len)
{
	if (!len)
		return "it is empty";
	if (len > SN_NAME_MAX)
		return "it is longer than 64 bytes";
	for (size_t i = 0, n; i < len; i += n) {
		n = sn_text_utf8_len(text + i, len - i);
		if (!n)
			return "it is not UTF-8";
		if (is_other_space(sn_text_code(text + i, n)))
			return "it has an unusual space";
	}
	if (sn_text_plain_len(text) != len)
		return "it has an invisible, control or direction character";
	if (text[0] == ' ' || text[len - 1] == ' ' || strstr(text, "  "))
		return "it has a space at an end, or two in a row";
	return strchr(text, '"') ? "it has a quotation mark" : NULL;
}

/* The message quotes no text that problem_of refuses. */
int sn_label_check(const char *text, struct sn_error *err)
{
	const char *problem = problem_of(text, strlen(text));
	return problem ? sn_error_set(err, SN_BAD_INPUT, "invalid label: %s", problem) : SN_OK;
}

int sn_name_check(const char *name, struct sn_error *err)
{
	const char *problem = problem_of(name, strlen(name));
	if (!problem && name[0] == '-')
		problem = "it begins with \"-\", like an option";
	if (!problem && !strncasecmp(name, SN_PAYMENT_URI_SCHEME, sizeof SN_PAYMENT_URI_SCHEME - 1))
		problem = "it begins like a payment URI";
	return problem ? sn_error_set(err, SN_BAD_INPUT, "invalid name: %s", problem) : SN_OK;
}

/* The position of the name, or the position to insert it. */
static size_t place_of_name(const struct sn_names *names, const char *name)
{
	size_t from = 0, n = names->n_contacts;
	while (from < n) {
		size_t middle = from + (n - from) / 2;
		if (strcmp(names->contacts[middle].name, name) < 0)
			from = middle + 1;
		else
			n = middle;
	}
	return from;
}

static bool is_before(struct sn_subaddress_index a, struct sn_subaddress_index b)
{
	return a.major != b.major ? a.major < b.major : a.minor < b.minor;
}

static size_t place_of_label(const struct sn_names *names, struct sn_subaddress_index at)
{
	size_t from = 0, n = names->n_labels;
	while (from < n) {
		size_t middle = from + (n - from) / 2;
		if (is_before(names->labels[middle].at, at))
			from = middle + 1;
		else
			n = middle;
	}
	return from;
}

const struct sn_contact *sn_names_find(const struct sn_names *names, const char *name)
{
	if (!names)
		return NULL;
	size_t at = place_of_name(names, name);
	return at < names->n_contacts && !strcmp(names->contacts[at].name, name) ? &names->contacts[at]
										 : NULL;
}

const struct sn_contact *sn_names_find_address(const struct sn_names *names, const struct sn_address *address)
{
	for (size_t i = 0; names && i < names->n_contacts; i++)
		if (sn_address_is_equal(&names->contacts[i].address, address))
			return &names->contacts[i];
	return NULL;
}

static bool has_label_at(const struct sn_names *names, size_t place, struct sn_subaddress_index at)
{
	return place < names->n_labels && sn_subaddress_is_equal(names->labels[place].at, at);
}

const char *sn_names_label(const struct sn_names *names, struct sn_subaddress_index at)
{
	if (!names)
		return NULL;
	size_t place = place_of_label(names, at);
	return has_label_at(names, place, at) ? names->labels[place].text : NULL;
}

/* Make room for one more element. SN_IO. */
static int make_room(void *array, size_t *cap, size_t n, size_t size)
{
	if (n < *cap)
		return SN_OK;
	size_t larger = *cap ? 2 * *cap : 16;
	void **p = array;
	void *q = reallocarray(*p, larger, size);
	if (!q)
		return SN_IO;
	*p = q;
	*cap = larger;
	return SN_OK;
}

#define REMOVE "wallet-names --remove=NAME (sneakernote: address_book delete NAME)"

int sn_names_add(struct sn_names *names, const char *name, const struct sn_address *address,
		 struct sn_error *err)
{
	int ret = sn_name_check(name, err);
	if (ret)
		return ret;
	const size_t at = place_of_name(names, name);
	if (at < names->n_contacts && !strcmp(names->contacts[at].name, name))
		return sn_error_hint(
			err, sn_error_set(err, SN_REFUSED, "the address book has \"%s\" already", name),
			"choose another name, or remove the contact first: " REMOVE);
	const struct sn_contact *same = sn_names_find_address(names, address);
	if (same)
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED,
						  "the address book has this address already, as \"%s\"",
						  same->name),
				     "to rename the contact, remove it first: " REMOVE);
	if (names->n_contacts == SN_CONTACTS_MAX)
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED,
						  "the address book is full: it has %d contacts",
						  SN_CONTACTS_MAX),
				     "remove contacts: " REMOVE);
	if (make_room(&names->contacts, &names->cap_contacts, names->n_contacts, sizeof *names->contacts))
		return sn_error_memory(err);
	memmove(names->contacts + at + 1, names->contacts + at,
		(names->n_contacts - at) * sizeof *names->contacts);
	struct sn_contact *contact = &names->contacts[at];
	*contact = (struct sn_contact){.address = *address};
	memcpy(contact->name, name, strlen(name));
	sn_address_format(contact->text, address);
	names->n_contacts++;
	return SN_OK;
}

int sn_names_remove(struct sn_names *names, const char *name, struct sn_error *err)
{
	const struct sn_contact *contact = sn_names_find(names, name);
	if (!contact)
		return sn_error_hint(
			err, sn_error_set(err, SN_REFUSED, "the address book has no contact with this name"),
			"wallet-names lists the names (sneakernote: address_book)");
	const size_t at = (size_t)(contact - names->contacts);
	names->n_contacts--;
	memmove(names->contacts + at, names->contacts + at + 1,
		(names->n_contacts - at) * sizeof *names->contacts);
	return SN_OK;
}

static void remove_label(struct sn_names *names, size_t place)
{
	names->n_labels--;
	memmove(names->labels + place, names->labels + place + 1,
		(names->n_labels - place) * sizeof *names->labels);
}

int sn_names_set_label(struct sn_names *names, struct sn_subaddress_index at, const char *text,
		       struct sn_error *err)
{
	const size_t place = place_of_label(names, at);
	const bool is_there = has_label_at(names, place, at);
	if (!*text) {
		if (is_there)
			remove_label(names, place);
		return SN_OK;
	}
	int ret = sn_label_check(text, err);
	if (ret)
		return ret;
	if (!is_there) {
		if (names->n_labels == SN_LABELS_MAX)
			return sn_error_hint(err,
					     sn_error_set(err, SN_REFUSED,
							  "the wallet has %d labels, which is the limit",
							  SN_LABELS_MAX),
					     "remove labels: an empty text removes one");
		if (make_room(&names->labels, &names->cap_labels, names->n_labels, sizeof *names->labels))
			return sn_error_memory(err);
		memmove(names->labels + place + 1, names->labels + place,
			(names->n_labels - place) * sizeof *names->labels);
		names->n_labels++;
	}
	names->labels[place] = (struct sn_label){.at = at};
	memcpy(names->labels[place].text, text, strlen(text));
	return SN_OK;
}

int sn_names_copy(struct sn_names *names, const struct sn_names *from)
{
	*names = (struct sn_names){0};
	names->contacts = calloc(from->n_contacts + 1, sizeof *names->contacts);
	names->labels = calloc(from->n_labels + 1, sizeof *names->labels);
	if (!names->contacts || !names->labels) {
		sn_names_free(names);
		return SN_IO;
	}
	names->n_contacts = from->n_contacts;
	names->cap_contacts = from->n_contacts + 1;
	names->n_labels = from->n_labels;
	names->cap_labels = from->n_labels + 1;
	if (from->n_contacts)
		memcpy(names->contacts, from->contacts, from->n_contacts * sizeof *names->contacts);
	if (from->n_labels)
		memcpy(names->labels, from->labels, from->n_labels * sizeof *names->labels);
	return SN_OK;
}

void sn_names_free(struct sn_names *names)
{
	if (names->contacts)
		sn_wipe(names->contacts, names->n_contacts * sizeof *names->contacts);
	if (names->labels)
		sn_wipe(names->labels, names->n_labels * sizeof *names->labels);
	free(names->contacts);
	free(names->labels);
	*names = (struct sn_names){0};
}
