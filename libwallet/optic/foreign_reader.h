/* optic/foreign_reader.h - the code readers of other wallets, and the codes that they need.
 *
 * All read Uniform Resources of the types xmr-... (optic/payload.h). Feather, XmrSigner and ANONERO decode
 * any parts, in either case. Cake Wallet and Cupcake ignore texts in upper case, fail at a UR with a single
 * part, and collect different texts until they have as many as fragments: a part that combines fragments lets
 * them fail. For these two the codes are a cycle of the fragments in lower case, which all others read, too.
 *
 * Sizes and rates are those of the codes that each wallet shows itself.
 *
 * Sources: Feather 2.9.1, src/qrcode/; XmrSigner; ANONERO; Cupcake and Cake Wallet, cw_monero and their QR
 * scanners. */
#ifndef SN_OPTIC_FOREIGN_READER_H
#define SN_OPTIC_FOREIGN_READER_H

#include <stdbool.h>
#include <stddef.h>

struct sn_foreign_reader {
	const char *name;
	bool is_cycle;     /* struct sn_slides_options */
	size_t part_bytes; /* maximum of bytes per code */
	unsigned fps;      /* codes per second */
};

/* The names, for messages. */
#define SN_FOREIGN_READER_NAMES "feather, cake, cupcake, xmrsigner or anonero"

/* The reader with this name, or NULL. Without a name: codes that all of them read. */
const struct sn_foreign_reader *sn_foreign_reader_find(const char *name);

#endif
