/* optic/y4m.h - pictures from Y4M streams, and from video streams without any header. */
#ifndef SN_OPTIC_Y4M_H
#define SN_OPTIC_Y4M_H

#include "base/error.h"
#include "optic/picture.h"

#include <stdbool.h>
#include <stdio.h>

/* A Y4M stream (YUV4MPEG2; 8 bits, 4:0:0, 4:2:0 of any siting, 4:1:1, 4:2:2, 4:4:4). Only the luma is used.
 */
struct sn_y4m;

int sn_y4m_open(struct sn_y4m **out, FILE *stream,
		struct sn_error *err) SN_MUST_USE; /* reads the head; returns SN_BAD_INPUT, SN_IO */

/* Read 4:2:0 pictures of this size that follow each other without a header, as the YUV420 output of a camera
 * program. `size` is WIDTHxHEIGHT in decimal digits. Returns SN_USAGE if it is not, or too large. */
int sn_y4m_open_raw(struct sn_y4m **out, FILE *stream, const char *size, struct sn_error *err) SN_MUST_USE;

void sn_y4m_close(struct sn_y4m *y); /* leaves the stream open */

/* Read the next frame into `picture`, which is empty or the result of the last call, whose memory is reused.
 * *got is false at the end. Returns SN_BAD_INPUT if the stream is corrupt or ends within a frame; SN_IO. */
int sn_y4m_read(struct sn_y4m *y, struct sn_picture *picture, bool *got, struct sn_error *err) SN_MUST_USE;

#endif
