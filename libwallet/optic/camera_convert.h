/* optic/camera_convert.h - pictures from what a camera delivers. */
#ifndef SN_OPTIC_CAMERA_CONVERT_H
#define SN_OPTIC_CAMERA_CONVERT_H

#include "base/error.h"
#include "optic/picture.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a camera delivers: a Video4Linux2 pixel format, the size, and how many bytes a row of the first plane
 * has. */
struct sn_camera_format {
	uint32_t pixels;
	size_t width, height, stride;
};

/* GREY, YUYV, UYVY, and those that begin with a plane of luma (NV12, NV21, YU12, YV12), and JPEG. */
bool sn_camera_format_is_known(uint32_t pixels);

/* The picture in a buffer of which `len` bytes are filled. SN_BAD_INPUT when there are too few, or a JPEG
 * cannot be read; SN_IO. `picture` as with sn_camera_read. */
int sn_camera_convert(struct sn_picture *picture, const struct sn_camera_format *format, const void *data,
		      size_t len, struct sn_error *err) SN_MUST_USE;

#endif
