/* chain/lookalike.h - whether an address is that of a contact, or only looks like it.
 *
 * Address poisoning: an attacker makes addresses until one begins or ends like an address that the victim
 * pays, and places it where the victim copies addresses: in a payment request, on a hostile online machine.
 * A person compares the first and the last characters. So an address that is not a contact's looks like it
 * if, of the two texts,
 *
 *   - the first 5 characters are equal, which is the first group of a review, or
 *   - the last 4 characters are equal, or
 *   - the equal characters at both ends together are at least 6.
 *
 * A capital letter and its small letter count as equal: a person who compares often ignores the case, and
 * such a pair of addresses is found far sooner than an equal one.
 *
 * By chance, the first 5 are equal for one address of 330,000 (the first character is fixed, the second one
 * of about 10), the last 4 for one of 1.1 million, 6 at both ends for one of 5.6 million. For 100 contacts,
 * one new recipient in 2,400 is marked without cause. An attacker with one computer makes millions of
 * addresses per second, and therefore any such address within seconds; 5 at the beginning and 4 at the end
 * take days, or weeks with equal case. An address without a mark has fewer equal characters than a person
 * would accept.
 *
 * An address also looks like a contact's if one of the two keys is equal: the same keys as another kind of
 * address, with another payment ID or without the contact's, or with one key exchanged. These cannot occur
 * by chance. There is one exception: an integrated address with the keys of a contact's standard address
 * belongs to this contact. */
#ifndef SN_CHAIN_LOOKALIKE_H
#define SN_CHAIN_LOOKALIKE_H

#include "chain/names.h"

#define SN_LOOKALIKE_FIRST 5
#define SN_LOOKALIKE_LAST 4
#define SN_LOOKALIKE_BOTH 6

enum sn_acquaintance {
	SN_STRANGER,
	SN_CONTACT,         /* the contact's address */
	SN_CONTACT_WITH_ID, /* an integrated address of the contact's standard address */
	SN_LOOKALIKE,       /* looks like the contact's address, but is another */
};

/* Compare the address with all contacts. Sets *contact to the contact, or to NULL. If the address looks like
 * those of several contacts, to the first one. `names` may be NULL. */
enum sn_acquaintance sn_names_recognize(const struct sn_contact **contact, const struct sn_names *names,
					const struct sn_address *address);

/* The first contact whose name is another one, but looks the same: the names have the same compatibility
 * decomposition (base/normal_form.h). NULL: none, or out of memory. */
const struct sn_contact *sn_names_find_alike(const struct sn_names *names, const char *name);

#endif
