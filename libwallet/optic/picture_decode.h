/* optic/picture_decode.h - pictures from PNG and JPEG files. */
#ifndef SN_OPTIC_PICTURE_DECODE_H
#define SN_OPTIC_PICTURE_DECODE_H

#include "base/error.h"
#include "optic/picture.h"

/* Decode a PNG or JPEG file in memory. The first bytes determine the format. Colours become grey (ITU-R
 * BT.601), transparency becomes white. Returns SN_BAD_INPUT or SN_IO. */
int sn_picture_decode(struct sn_picture *picture, const void *file, size_t len,
		      struct sn_error *err) SN_MUST_USE;

#endif
