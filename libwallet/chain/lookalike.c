#include "chain/lookalike.h"

#include "base/normal_form.h"

#include <stdbool.h>
#include <string.h>

/* Whether the characters are equal, or the capital and the small form of one letter: people often ignore the
 * case. Addresses have only letters and digits. */
static bool is_alike(char a, char b)
{
	return a == b || ((a ^ b) == 0x20 && (a | 0x20) >= 'a' && (a | 0x20) <= 'z');
}

static size_t equal_first(const char *a, const char *b)
{
	size_t n = 0;
	while (a[n] && is_alike(a[n], b[n]))
		n++;
	return n;
}

static size_t equal_last(const char *a, const char *b)
{
	const size_t a_len = strlen(a), b_len = strlen(b);
	size_t n = 0;
	while (n < a_len && n < b_len && is_alike(a[a_len - 1 - n], b[b_len - 1 - n]))
		n++;
	return n;
}

static bool looks_like(const char *a, const char *b)
{
	const size_t first = equal_first(a, b), last = equal_last(a, b);
	return first >= SN_LOOKALIKE_FIRST || last >= SN_LOOKALIKE_LAST || first + last >= SN_LOOKALIKE_BOTH;
}

static enum sn_acquaintance compare(const struct sn_contact *contact, const struct sn_address *address,
				    const char *text)
{
	const struct sn_address *theirs = &contact->address;
	if (sn_address_is_equal(theirs, address))
		return SN_CONTACT;
	if (sn_address_has_same_keys(theirs, address) && theirs->network == address->network &&
	    theirs->kind == SN_ADDRESS_STANDARD && address->kind == SN_ADDRESS_INTEGRATED)
		return SN_CONTACT_WITH_ID;
	return sn_point_is_equal(&theirs->spend, &address->spend) ||
			       sn_point_is_equal(&theirs->view, &address->view) ||
			       looks_like(contact->text, text)
		       ? SN_LOOKALIKE
		       : SN_STRANGER;
}

/* SN_CONTACT excels SN_CONTACT_WITH_ID, and this a resemblance to another contact. */
enum sn_acquaintance sn_names_recognize(const struct sn_contact **contact, const struct sn_names *names,
					const struct sn_address *address)
{
	enum sn_acquaintance best = SN_STRANGER;
	char text[SN_ADDRESS_TEXT_MAX];
	*contact = NULL;
	if (!names || !names->n_contacts)
		return SN_STRANGER;
	sn_address_format(text, address);
	for (size_t i = 0; i < names->n_contacts; i++) {
		enum sn_acquaintance found = compare(&names->contacts[i], address, text);
		if (found == SN_STRANGER || (best != SN_STRANGER && found >= best))
			continue;
		best = found;
		*contact = &names->contacts[i];
	}
	return best;
}

/* Append the decomposition, and a NUL. False for text that has none. */
static bool decompose(struct sn_buf *out, const char *text)
{
	sn_buf_clear(out);
	if (sn_text_decompose(out, text, strlen(text), NULL))
		return false;
	sn_put_u8(out, 0);
	return !out->failed;
}

const struct sn_contact *sn_names_find_alike(const struct sn_names *names, const char *name)
{
	const struct sn_contact *found = NULL;
	struct sn_buf form = {0}, other = {0};
	bool has_form = decompose(&form, name);
	for (size_t i = 0; has_form && !found && i < names->n_contacts; i++) {
		const struct sn_contact *contact = &names->contacts[i];
		if (strcmp(contact->name, name) != 0 && decompose(&other, contact->name) &&
		    !strcmp((char *)form.data, (char *)other.data))
			found = contact;
	}
	sn_buf_free(&form);
	sn_buf_free(&other);
	return found;
}
