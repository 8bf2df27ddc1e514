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

#endif
