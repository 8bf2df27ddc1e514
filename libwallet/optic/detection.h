/* optic/detection.h - the QR codes in a picture. ZBar finds them.
 *
 * A picture is binarized first (optic/binarization.h), in one of several ways; which of them a code needs
 * depends on light, noise, focus and the size of its modules. Of ZBar, QR codes alone are switched on, and
 * its bytes are not converted. Texts may be secret, and ZBar does not wipe what it held. */
#ifndef SN_OPTIC_DETECTION_H
#define SN_OPTIC_DETECTION_H

#include "base/error.h"
#include "optic/picture.h"

#include <signal.h>

struct sn_detector;

int sn_detector_open(struct sn_detector **out, struct sn_error *err) SN_MUST_USE; /* SN_IO */
void sn_detector_close(struct sn_detector *eye);                                  /* NULL is allowed */

/* Called for each code seen: its bytes, as they stand in the code. SN_OK to go on. */
typedef int (*sn_detected)(void *context, const char *text, size_t len, struct sn_error *err);

/* Look at one of a series of pictures, within a frame's time: in the way that was of use last, or, where
 * that showed nothing, in one of the others, which take turns; small pictures in several. Where codes were in
 * the picture before it looks first, and at all of the picture unless as many are there; and at all of it now
 * and then: what comes up beside a code is seen within eight pictures. Now and then in one of the other ways,
 * too. Call `seen` for each code, at times twice. Stops when that returns other than SN_OK, and returns it.
 * SN_IO. */
int sn_detector_look(struct sn_detector *eye, const struct sn_picture *picture, sn_detected seen,
		     void *context, struct sn_error *err) SN_MUST_USE;

/* Look at a single picture, in all ways and sizes until two have had something to show and the second of
 * them nothing new; or until *stop, which a signal may change, is not 0 (NULL: it never is): a large
 * picture that is made to mislead takes a minute. Each text is given to `seen` once. */
int sn_detector_study(struct sn_detector *eye, const struct sn_picture *picture,
		      const volatile sig_atomic_t *stop, sn_detected seen, void *context,
		      struct sn_error *err) SN_MUST_USE;

#endif
