/* optic/perspective.h - perspective correction.
 *
 * The decoder estimates the version of a dense code from its finder patterns, and rejects the code if they
 * disagree. In a picture taken at an angle, the nearer finder patterns are larger. The correction makes their
 * sizes similar. */
#ifndef SN_OPTIC_PERSPECTIVE_H
#define SN_OPTIC_PERSPECTIVE_H

#include "base/error.h"
#include "optic/picture.h"

/* In a square with the shorter side of the picture, make the right side longer than the left one by the
 * factor 1 + `right`, and the bottom longer than the top by 1 + `below`; negative values make them shorter.
 *
 *     out(x, y) = in(x / d, y / d),  d = max(1/2, 1 + (right x + below y) / shorter side)
 *
 * with x and y counted from the centre. Values between pixels are interpolated linearly; beyond the edge,
 * `in` repeats its edge. The result has the size of `in`; only the pixels in the window are computed.
 *
 * `out` is empty or the result of an earlier call, whose memory is reused if the size is the same; it must
 * not be `in`. Returns SN_IO, or SN_BAD_INPUT for a side of one pixel or more than 2^20, or for too many
 * pixels. */
int sn_perspective_change(struct sn_picture *out, const struct sn_picture *in, float right, float below,
			  const struct sn_window *window, struct sn_error *err) SN_MUST_USE;

#endif
