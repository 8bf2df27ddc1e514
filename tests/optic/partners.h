/* The codes of other wallets, as each of them shows and reads them: Feather, XmrSigner, ANONERO, Cupcake,
 * Cake Wallet.
 *
 * All are Uniform Resources of the four xmr- types, with the whole file as one CBOR byte string. Fragments
 * are equal, as few as the greatest size allows. What differs is in struct partner and in the two kinds of
 * readers:
 *
 * - Most make a text lower case and give it to a decoder, until that is complete.
 * - Cake Wallet and Cupcake look at texts that begin with "ur:" in lower case only, want a type, a sequence and
 *   a body, count different texts, and decode once: when there are as many as fragments. Cupcake notices that
 *   at the next text only.
 *
 * Here is no knowledge of qr-show: optic/foreign_reader.c has its own table. */
#ifndef TESTS_OPTIC_PARTNERS_H
#define TESTS_OPTIC_PARTNERS_H

#include "base/bytes.h"
#include "handoff/ur.h"
#include "optic/code.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct partner {
	const char *name;
	/* What it shows. */
	bool upper_case, fountain;
	bool empty_first; /* an empty code before the first part of each round */
	size_t part_bytes;
	unsigned codes_per_second;
	enum sn_code_correction correction;
	/* How it reads. */
	bool counts_texts; /* as Cake Wallet and Cupcake */
	bool one_late;
};

extern const struct partner partners[];
extern const size_t n_partners;

/* NULL: none has this name. Those with a number after the name show other sizes: "xmrsigner-10". */
const struct partner *partner_find(const char *name);

/* ------------------------------------------------------------------ showing */

/* An encoder for the file, of `type`. NULL: it cannot be shown. */
struct sn_ur_encoder *partner_encoder(const struct partner *p, const char *type, const void *file,
				      size_t len);

/* Append the text of code `n`, from 0. It may be empty. */
void partner_show(struct sn_buf *text, const struct partner *p, const struct sn_ur_encoder *e, size_t n);

/* ------------------------------------------------------------------ reading */

enum partner_state {
	PARTNER_READING,
	PARTNER_COMPLETE,
	PARTNER_FAILED, /* it shows an error to its user */
};

struct partner_reader;

struct partner_reader *partner_reader_new(const struct partner *p);
void partner_reader_free(struct partner_reader *r);

enum partner_state partner_read(struct partner_reader *r, const char *text, size_t len);

/* Of a complete one. */
const char *partner_reader_type(const struct partner_reader *r);
const uint8_t *partner_reader_file(const struct partner_reader *r, size_t *len);

#endif
