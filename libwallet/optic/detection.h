/* optic/detection.h - detects the QR codes in a picture, with ZBar.
 *
 * A picture is first binarized (optic/binarization.h) and, if necessary, corrected for perspective
 * (optic/perspective.h), in one of several ways. The right way for a code depends on light, noise, focus,
 * angle and the size of its modules. ZBar detects QR codes only, and does not convert their bytes. Texts may
 * be secret, and ZBar does not wipe its memory. */
#ifndef SN_OPTIC_DETECTION_H
#define SN_OPTIC_DETECTION_H

#include "base/error.h"
#include "optic/picture.h"

#include <signal.h>

struct sn_detector;

int sn_detector_open(struct sn_detector **out, struct sn_error *err) SN_MUST_USE; /* returns SN_IO */
void sn_detector_close(struct sn_detector *detector);                             /* NULL is allowed */

/* Called with the bytes of each detected code. Any result except SN_OK ends the detection. */
typedef int (*sn_detected)(void *context, const char *text, size_t len, struct sn_error *err);

/* Detect codes in one of a series of pictures, within the time of a frame. Call `found` for each code,
 * possibly twice; if it returns an error, return that error. Returns SN_IO.
 *
 * The way that succeeded last is tried first; if it fails, the others take turns. Small pictures are tried in
 * several ways. The area of the last codes is searched first, and the whole picture if there are fewer codes
 * than before. Both the whole picture and another way are also tried regularly: a new code beside a detected
 * one is found within eight pictures. */
int sn_detector_look(struct sn_detector *detector, const struct sn_picture *picture, sn_detected found,
		     void *context, struct sn_error *err) SN_MUST_USE;

/* Detect codes in a single picture, in all ways and sizes. Stop after a second way that finds codes, but no
 * new one. A large hostile picture takes a minute: stop as well when *stop, which a signal handler may
 * change, is not 0. `stop` may be NULL. `found` is called once for each text. Returns as sn_detector_look. */
int sn_detector_study(struct sn_detector *detector, const struct sn_picture *picture,
		      const volatile sig_atomic_t *stop, sn_detected found, void *context,
		      struct sn_error *err) SN_MUST_USE;

#endif
