/* optic/slides.h - what to show: one code, or a series of them that goes on.
 *
 * Bytes go out as a Uniform Resource (handoff/ur.h): in one part if that fits the largest still code, else
 * in parts of which any sufficiently large set is enough. The sizes of a series are chosen once: all its
 * codes have one version, so that a camera finds the next where the last was. */
#ifndef SN_OPTIC_SLIDES_H
#define SN_OPTIC_SLIDES_H

#include "base/error.h"
#include "optic/code.h"

/* What is readable without being asked for. A still code of version 36 holds a file of 1,753 bytes at
 * SN_CODE_L, enough for an ordinary payment (one input, two outputs), signed; with its quiet zone it has
 * 169 modules, of four pixels in a picture of 720 lines. One of a series, of version 15, has modules of
 * five pixels even in a picture of 480 lines. */
#define SN_SLIDES_STILL_VERSION 36
#define SN_SLIDES_SERIES_VERSION 15

struct sn_slides_options {
	const char *type; /* UR type; NULL: the data is text and goes out as it is, in one code of
			     still_version_max at most */
	enum sn_code_correction correction;
	size_t part_bytes; /* a series with at most so many bytes a part, or one code that holds no more; 0:
			      as many as fit */
	int still_version_max;  /* one still code, if it fits this version; 0: none */
	int series_version_max; /* else a series of codes up to this version; 0: none */
};

struct sn_slides;

/* Copies the data. SN_REFUSED when it does not fit what the options allow, SN_USAGE when there is none or
 * the type is not valid, SN_IO. */
int sn_slides_new(struct sn_slides **out, const void *data, size_t len,
		  const struct sn_slides_options *options, struct sn_error *err) SN_MUST_USE;
void sn_slides_free(struct sn_slides *s); /* NULL is allowed */

/* How many codes hold one fragment each, all of which are enough; 1: one still code. */
size_t sn_slides_parts(const struct sn_slides *s);
int sn_slides_version(const struct sn_slides *s);
/* Bytes of the data that a part carries, its CBOR head among them; of a still code: all. */
size_t sn_slides_part_bytes(const struct sn_slides *s);

/* The code number `sequence`, from 1. Beyond sn_slides_parts they go on with other combinations of fragments;
 * after SN_SLIDES_SEQUENCE_MAX, which bounds the length of a part, they begin again. Free with sn_code_free.
 * SN_IO. */
#define SN_SLIDES_SEQUENCE_MAX 65535
int sn_slides_code(struct sn_code *code, const struct sn_slides *s, uint32_t sequence,
		   struct sn_error *err) SN_MUST_USE;

#endif
