/* optic/camera.h - pictures from a camera. Video4Linux2, streaming into mapped memory. */
#ifndef SN_OPTIC_CAMERA_H
#define SN_OPTIC_CAMERA_H

#include "base/error.h"
#include "optic/picture.h"

struct sn_camera;

/* Open the device, e.g. "/dev/video0", in whichever of its formats that can be read
 * (sn_camera_format_is_known) comes nearest to 1280 x 720 at 30 pictures a second. SN_IO; the sentence says
 * what was looked for and, when there is none, which others there are and that pictures and streams work
 * too. */
int sn_camera_open(struct sn_camera **out, const char *device, struct sn_error *err) SN_MUST_USE;
void sn_camera_close(struct sn_camera *camera); /* NULL is allowed */

/* Wait up to `timeout_ms` for a picture, and read the newest; *got is false when none came, or it was a
 * broken one, or a signal came. `picture` is empty or from the last call, and keeps its memory. SN_IO. */
int sn_camera_read(struct sn_camera *camera, struct sn_picture *picture, int timeout_ms, bool *got,
		   struct sn_error *err) SN_MUST_USE;

/* What a camera delivers: a Video4Linux2 pixel format, the size, and how many bytes a row of the first plane has. */
struct sn_camera_format {
	uint32_t pixels;
	size_t width, height, stride;
};

/* GREY, YUYV, UYVY, and those that begin with a plane of luma (NV12, NV21, YU12, YV12), and JPEG. */
bool sn_camera_format_is_known(uint32_t pixels);

/* The picture in a buffer of which `len` bytes are filled. SN_BAD_INPUT when there are too few, or a JPEG
 * cannot be read; SN_IO. `picture` as with sn_camera_read. */
int sn_camera_convert(struct sn_picture *picture, const struct sn_camera_format *format, const void *data, size_t len,
		      struct sn_error *err) SN_MUST_USE;

#endif
