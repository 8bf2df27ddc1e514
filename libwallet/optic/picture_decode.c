#include "optic/picture_decode.h"
#include "optic/picture.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
/* These two need the headers above, in this order. */
#include <jpeglib.h>
#include <jerror.h>

/* Enough for the coefficients of a progressive file with SN_PICTURE_PIXELS_MAX grey pixels, or half as many
 * in colour. */
#define JPEG_MEMORY_MAX (320L << 20)
/* Each scan of a progressive file takes as long as a whole baseline file. Cameras and programs write about
 * ten. */
#define JPEG_SCANS_MAX 64

/* ------------------------------------------------------------------ PNG */

static int decode_png(struct sn_picture *picture, const void *file, size_t len, struct sn_error *err)
{
	static const png_color white = {255, 255, 255};
	png_image image = {.version = PNG_IMAGE_VERSION};
	int ret;
	if (!png_image_begin_read_from_memory(&image, file, len)) {
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED, "invalid PNG: %.100s",
				       image.message);
		goto out;
	}
	image.format = PNG_FORMAT_GRAY;
	if ((ret = sn_picture_new(picture, image.width, image.height, err)))
		goto out;
	if (!png_image_finish_read(&image, &white, picture->grey, (png_int_32)image.width, NULL))
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED, "corrupt PNG: %.100s",
				       image.message);
out:
	png_image_free(&image);
	return ret;
}

/* ------------------------------------------------------------------ JPEG */

struct jpeg {
	struct jpeg_decompress_struct in;
	struct jpeg_error_mgr errors;
	struct jpeg_progress_mgr progress;
	jmp_buf failed;
	char text[JMSG_LENGTH_MAX];
	bool out_of_memory;
	int ret; /* longjmp could change a local variable */
};

static void on_error(j_common_ptr in)
{
	struct jpeg *j = in->client_data;
	in->err->format_message(in, j->text);
	j->out_of_memory = in->err->msg_code == JERR_OUT_OF_MEMORY;
	longjmp(j->failed, 1);
}

static void on_message(j_common_ptr in, int level)
{
	(void)in;
	(void)level;
}

static void on_progress(j_common_ptr in)
{
	struct jpeg *j = in->client_data;
	if (j->in.input_scan_number > JPEG_SCANS_MAX)
		ERREXIT(in, JERR_TOO_LITTLE_DATA);
}

static void read_jpeg(struct jpeg *j, struct sn_picture *picture, const void *file, size_t len,
		      struct sn_error *err)
{
	jpeg_create_decompress(&j->in);
	j->in.client_data = j;
	j->in.progress = &j->progress;
	j->in.mem->max_memory_to_use = JPEG_MEMORY_MAX;
	jpeg_mem_src(&j->in, file, len);
	(void)jpeg_read_header(&j->in, TRUE);
	j->in.out_color_space = JCS_GRAYSCALE;
	j->ret = sn_picture_new(picture, j->in.image_width, j->in.image_height, err);
	if (j->ret)
		return;
	(void)jpeg_start_decompress(&j->in);
	while (j->in.output_scanline < j->in.output_height) {
		JSAMPROW row = picture->grey + j->in.output_scanline * picture->width;
		(void)jpeg_read_scanlines(&j->in, &row, 1);
	}
}

/* The readable part of a corrupt or truncated file is used: with many cameras the last bytes are wrong, and
 * codes have their own checksums. */
static int decode_jpeg(struct sn_picture *picture, const void *file, size_t len, struct sn_error *err)
{
	struct jpeg *j = calloc(1, sizeof *j);
	if (!j)
		return sn_error_memory(err);
	j->in.err = jpeg_std_error(&j->errors);
	j->in.client_data = j;
	j->errors.error_exit = on_error;
	j->errors.emit_message = on_message;
	j->progress.progress_monitor = on_progress;
	if (!setjmp(j->failed))
		read_jpeg(j, picture, file, len, err);
	else if (j->out_of_memory)
		j->ret = sn_error_memory(err);
	else
		j->ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED, "invalid JPEG: %.100s",
					  j->text);
	int ret = j->ret;
	jpeg_destroy_decompress(&j->in);
	free(j);
	return ret;
}

/* ------------------------------------------------------------------ either */

int sn_picture_decode(struct sn_picture *picture, const void *file, size_t len, struct sn_error *err)
{
	static const uint8_t png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'},
			     jpeg[3] = {0xff, 0xd8, 0xff};
	int ret;
	*picture = (struct sn_picture){0};
	if (len >= sizeof png && !memcmp(file, png, sizeof png))
		ret = decode_png(picture, file, len, err);
	else if (len >= sizeof jpeg && !memcmp(file, jpeg, sizeof jpeg))
		ret = decode_jpeg(picture, file, len, err);
	else
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				       "not a picture: neither PNG nor JPEG");
	if (ret)
		sn_picture_free(picture);
	return ret;
}
