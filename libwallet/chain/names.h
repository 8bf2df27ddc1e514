/* chain/names.h - the owner's names: an address book, and labels of the wallet's own addresses.
 *
 * Only the owner of a wallet gives names. They never come from a request, a payment URI or a daemon, so a
 * name in a review proves that the owner has stored this address before.
 *
 * A name has 1 to SN_NAME_MAX bytes of UTF-8 and one line. It has no control, invisible or direction
 * characters (base/text.h), no spaces except single ones between words, no quotation marks (messages put
 * names in them), and does not begin with "-" or "monero:". An address is longer than any name, so no text
 * is both. Names are compared byte by byte. A label is a name without the rules for "-" and "monero:".
 *
 * In a book, each name and each address occurs once. Contacts ascend by the bytes of their names, labels by
 * their index: equal books have one representation.
 *
 * A struct of zeros is an empty book. Pointers into it are valid until its next change. */
#ifndef SN_CHAIN_NAMES_H
#define SN_CHAIN_NAMES_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"

#include <stddef.h>

#define SN_NAME_MAX 64
#define SN_CONTACTS_MAX 1000
#define SN_LABELS_MAX 100000

struct sn_contact {
	char name[SN_NAME_MAX + 1];
	struct sn_address address;
	char text[SN_ADDRESS_TEXT_MAX]; /* of the address */
};

/* The label of account N is that of its primary address, N/0. */
struct sn_label {
	struct sn_subaddress_index at;
	char text[SN_NAME_MAX + 1];
};

struct sn_names {
	struct sn_contact *contacts;
	size_t n_contacts, cap_contacts;
	struct sn_label *labels;
	size_t n_labels, cap_labels;
};

/* SN_BAD_INPUT unless `name` may be the name of a contact. */
int sn_name_check(const char *name, struct sn_error *err) SN_MUST_USE;

/* SN_BAD_INPUT unless `text` may be a label. */
int sn_label_check(const char *text, struct sn_error *err) SN_MUST_USE;

/* The contact with exactly this name, or NULL. Here and in the next two functions, `names` may be NULL. */
const struct sn_contact *sn_names_find(const struct sn_names *names, const char *name);

/* The contact with exactly this address, or NULL. */
const struct sn_contact *sn_names_find_address(const struct sn_names *names,
					       const struct sn_address *address);

/* The label of this address of the wallet, or NULL. */
const char *sn_names_label(const struct sn_names *names, struct sn_subaddress_index at);

/* Add a contact. On error nothing has changed.
 *
 * Returns
 *   SN_BAD_INPUT  not a name
 *   SN_REFUSED    the name or the address has a contact already, or the book is full
 *   SN_IO         out of memory */
int sn_names_add(struct sn_names *names, const char *name, const struct sn_address *address,
		 struct sn_error *err) SN_MUST_USE;

/* Remove a contact. SN_REFUSED if no contact has this name. */
int sn_names_remove(struct sn_names *names, const char *name, struct sn_error *err) SN_MUST_USE;

/* Set the label of an address; "" removes it. On error nothing has changed. Errors as in sn_names_add. */
int sn_names_set_label(struct sn_names *names, struct sn_subaddress_index at, const char *text,
		       struct sn_error *err) SN_MUST_USE;

/* Copy `from` to *names, which is undefined before. SN_IO; then *names is empty. */
int sn_names_copy(struct sn_names *names, const struct sn_names *from) SN_MUST_USE;

void sn_names_free(struct sn_names *names);

#endif
