/* optic/slides.h - shows data as one code, or as an endless series of codes.
 *
 * Bytes become a Uniform Resource (handoff/ur.h): one part if it fits the largest still code, otherwise a
 * series of parts; any sufficiently large subset of them decodes. All codes of a series have the same
 * version: the camera finds each code at the position of the previous one. */
#ifndef SN_OPTIC_SLIDES_H
#define SN_OPTIC_SLIDES_H

#include "base/error.h"
#include "optic/code.h"

#include <stdbool.h>

/* Default versions. A still code of version 36 holds a file of 1,753 bytes at SN_CODE_L, enough for an
 * ordinary signed payment (one input, two outputs). With its quiet zone it has 169 modules, of four pixels in
 * a picture of 720 lines. A code of a series, of version 15, has modules of five pixels even in a picture of
 * 480 lines. */
#define SN_SLIDES_STILL_VERSION 36
#define SN_SLIDES_SERIES_VERSION 15

struct sn_slides_options {
	const char *type; /* UR type; NULL: the data is plain text, in one code of at most
			     still_version_max */
	enum sn_code_correction correction;
	size_t part_bytes;      /* maximum of bytes per code; 0: as many as fit */
	size_t part_bytes_max;  /* if part_bytes is 0: not more than so many, and fewer if the version
				   requires it; 0: no limit */
	bool is_cycle;          /* for readers without a fountain code: never a still code, but at least two
				   parts, in lower case, each with one fragment. The series repeats */
	int still_version_max;  /* one still code, if it fits this version; 0: never */
	int series_version_max; /* otherwise a series of codes up to this version; 0: never */
};

struct sn_slides;

/* Copies the data. Returns
 *   SN_REFUSED  the data do not fit the limits of the options
 *   SN_USAGE    the data are empty, or the type is invalid
 *   SN_IO */
int sn_slides_new(struct sn_slides **out, const void *data, size_t len,
		  const struct sn_slides_options *options, struct sn_error *err) SN_MUST_USE;
void sn_slides_free(struct sn_slides *s); /* NULL is allowed */

/* The number of fragments. The first so many codes have one fragment each. 1: one still code. */
size_t sn_slides_parts(const struct sn_slides *s);
int sn_slides_version(const struct sn_slides *s);
/* Bytes of the data per part, including the CBOR head; for a still code, all. */
size_t sn_slides_part_bytes(const struct sn_slides *s);

/* Whether the codes beyond sn_slides_parts repeat the first ones: a still code, or a cycle. */
bool sn_slides_repeats(const struct sn_slides *s);

/* Code number `sequence`, from 1. Codes beyond sn_slides_parts have combinations of fragments, or repeat.
 * After SN_SLIDES_SEQUENCE_MAX, which bounds the length of a part, the series repeats. Free with
 * sn_code_free.
 * Returns SN_IO. */
#define SN_SLIDES_SEQUENCE_MAX 65535
int sn_slides_code(struct sn_code *code, const struct sn_slides *s, uint32_t sequence,
		   struct sn_error *err) SN_MUST_USE;

#endif
