/* optic/picture_decode.h - pictures from PNG and JPEG files. */
#ifndef SN_OPTIC_PICTURE_DECODE_H
#define SN_OPTIC_PICTURE_DECODE_H

#include "base/error.h"
#include "optic/picture.h"

/* Decode a PNG or JPEG file in memory, told apart by their first bytes; colours become grey (ITU-R BT.601),
 * transparency becomes white. SN_BAD_INPUT, SN_IO. */
int sn_picture_decode(struct sn_picture *picture, const void *file, size_t len,
		      struct sn_error *err) SN_MUST_USE;

#endif
