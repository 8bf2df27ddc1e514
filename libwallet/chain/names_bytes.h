/* chain/names_bytes.h - names as bytes, in wallet files and in the names file. Each value has one encoding.
 *
 *   text    = length (1 byte, 1 to SN_NAME_MAX) ‖ UTF-8
 *   contact = text ‖ kind of address (1 byte) ‖ spend key ‖ view key ‖ if integrated: payment ID
 *   label   = major ‖ minor (variable-length integers) ‖ text
 *   names   = number of contacts ‖ contacts ‖ number of labels ‖ labels (numbers: variable-length integers)
 *
 * The network is that of the wallet. The contacts ascend by name, the labels by index. */
#ifndef SN_CHAIN_NAMES_BYTES_H
#define SN_CHAIN_NAMES_BYTES_H

#include "base/bytes.h"
#include "chain/names.h"

/* Append; `b` fails stickily. */
void sn_names_put_text(struct sn_buf *b, const char *text);
void sn_names_put_contact(struct sn_buf *b, const char *name, const struct sn_address *address);
void sn_names_put_label(struct sn_buf *b, struct sn_subaddress_index at, const char *text);
void sn_names_put(struct sn_buf *b, const struct sn_names *names);

/* Read a text; `empty_too` allows length 0. A wrong length, or a NUL in the text, fails the reader. The
 * caller checks the text (chain/names.h). */
void sn_names_read_text(struct sn_reader *r, char text[static SN_NAME_MAX + 1], bool empty_too);

/* Read the name and the address of a contact. An unknown kind fails the reader. */
void sn_names_read_contact(struct sn_reader *r, char name[static SN_NAME_MAX + 1], struct sn_address *address,
			   enum sn_network network);

/* Decode exactly `len` bytes. Checks all rules of chain/names.h, and that each address is payable. *names is
 * undefined before; free it with sn_names_free, on error it is empty.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) not the encoding of names
 *   SN_IO         out of memory */
int sn_names_decode(struct sn_names *names, enum sn_network network, const void *data, size_t len,
		    struct sn_error *err) SN_MUST_USE;

#endif
