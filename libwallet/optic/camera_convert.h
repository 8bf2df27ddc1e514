/* optic/camera_convert.h - conversion of camera buffers to grey pictures. */
#ifndef SN_OPTIC_CAMERA_CONVERT_H
#define SN_OPTIC_CAMERA_CONVERT_H

#include "base/error.h"
#include "optic/picture.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A Video4Linux2 pixel format, the size in pixels, and the number of bytes per row of the first plane. */
struct sn_camera_format {
	uint32_t pixels;
	size_t width, height, stride;
};

/* GREY, YUYV, UYVY, JPEG, and formats that begin with a plane of luma (NV12, NV21, YU12, YV12). */
bool sn_camera_format_is_known(uint32_t pixels);

/* Convert a buffer with `len` filled bytes. `picture` as in sn_camera_read. Returns SN_BAD_INPUT if there are
 * too few bytes, or if a JPEG cannot be read; SN_IO. */
int sn_camera_convert(struct sn_picture *picture, const struct sn_camera_format *format, const void *data,
		      size_t len, struct sn_error *err) SN_MUST_USE;

#endif
