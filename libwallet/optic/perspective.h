/* optic/perspective.h - a picture as it would be from a place more to the side.
 *
 * What decodes codes takes the size of a dense one from its corner marks, and believes it only where they
 * agree: of a code that is seen at an angle, the nearer ones are larger. A picture that is tilted back
 * brings them together. */
#ifndef SN_OPTIC_PERSPECTIVE_H
#define SN_OPTIC_PERSPECTIVE_H

#include "base/error.h"
#include "optic/picture.h"

/* In a square as large as the shorter side of the picture, make the right side longer than the left one by
 * the share `right`, and the bottom longer than the top by `below`; negative: shorter.
 *
 *     out(x, y) = in(x / d, y / d),  d = 1 + (right x + below y) / shorter side, or 1/2 where that is less,
 * x and y from the middle
 *
 * Between pixels values are linear; what is outside of `in` is as its edge. Of the whole, which would be as
 * large as `in`, only what is in the window is made. `out` is empty or from a call before, whose memory is
 * used again where its size is right; it must not be `in`. SN_IO, SN_BAD_INPUT for a side of one pixel or
 * more than 2^20, or more pixels than a picture may have. */
int sn_perspective_change(struct sn_picture *out, const struct sn_picture *in, float right, float below,
			  const struct sn_window *window, struct sn_error *err) SN_MUST_USE;

#endif
