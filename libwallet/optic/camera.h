/* optic/camera.h - pictures from a camera. Video4Linux2, streaming into mapped memory. */
#ifndef SN_OPTIC_CAMERA_H
#define SN_OPTIC_CAMERA_H

#include "base/error.h"
#include "optic/picture.h"

struct sn_camera;

/* Open the device, e.g. "/dev/video0", and select the known format (sn_camera_format_is_known) nearest to
 * 1280 x 720 at 30 pictures per second. Returns SN_IO. If the device is not a camera, the message lists the
 * other devices, and the hint names alternatives. */
int sn_camera_open(struct sn_camera **out, const char *device, struct sn_error *err) SN_MUST_USE;
void sn_camera_close(struct sn_camera *camera); /* NULL is allowed */

/* Wait up to `timeout_ms` for a picture, and read the newest. *got is false if no picture came, if it was
 * corrupt, or after a signal. `picture` is empty or the result of the last call, whose memory is reused.
 * Returns SN_IO. */
int sn_camera_read(struct sn_camera *camera, struct sn_picture *picture, int timeout_ms, bool *got,
		   struct sn_error *err) SN_MUST_USE;

#endif
