#include "tools/screen/scan_source.h"

#include "tools/cli/data.h"
#include "tools/screen/scan_timeout.h"

#include "optic/camera.h"
#include "optic/picture_decode.h"
#include "optic/y4m.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define FILE_MAX (64u << 20) /* of one picture file */
#define CAMERA_WAITS_MS 200  /* the interval at which the timeout is checked */
#define CAMERA_PATIENCE 5    /* seconds without a picture, until the camera counts as broken */

static bool is_over(const struct scan *s)
{
	return scan_timeout_is_over || sn_receiver_is_complete(s->receiver);
}

static int look(struct scan *s, const struct sn_picture *picture)
{
	int ret = sn_detector_look(s->detector, picture, sn_receiver_take, s->receiver, &s->cli->err);
	scan_screen_show(&s->screen, picture, s->receiver);
	return ret;
}

/* ------------------------------------------------------------------ a camera */

static time_t seconds_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

int scan_camera(struct scan *s, const char *device)
{
	struct sn_camera *camera;
	struct sn_picture picture = {0};
	bool got;
	time_t last = seconds_now();
	int ret = sn_camera_open(&camera, device, &s->cli->err);
	while (!ret && !is_over(s)) {
		ret = sn_camera_read(camera, &picture, CAMERA_WAITS_MS, &got, &s->cli->err);
		if (!ret && got) {
			last = seconds_now();
			ret = look(s, &picture);
		} else if (!ret && seconds_now() - last > CAMERA_PATIENCE) {
			ret = sn_error_set(&s->cli->err, SN_IO, "the camera %.200s sends no pictures",
					   device);
		}
	}
	sn_camera_close(camera);
	sn_picture_free(&picture);
	return ret;
}

/* ------------------------------------------------------------------ files */

static int scan_stream(struct scan *s, FILE *file)
{
	struct sn_y4m *stream;
	struct sn_picture picture = {0};
	bool got = true;
	int ret = s->raw ? sn_y4m_open_raw(&stream, file, s->raw, &s->cli->err)
			 : sn_y4m_open(&stream, file, &s->cli->err);
	while (!ret && got && !is_over(s)) {
		ret = sn_y4m_read(stream, &picture, &got, &s->cli->err);
		if (!ret && got)
			ret = look(s, &picture);
	}
	sn_y4m_close(stream);
	sn_picture_free(&picture);
	return ret;
}

static int read_file(struct scan *s, FILE *file, struct sn_buf *out)
{
	char some[16384];
	size_t n;
	while ((n = fread(some, 1, sizeof some, file))) {
		sn_put_bytes(out, some, n);
		if (out->failed)
			return sn_error_memory(&s->cli->err);
		if (out->len > FILE_MAX)
			return sn_error_set(&s->cli->err, SN_BAD_INPUT, "the picture is larger than %u MiB",
					    FILE_MAX >> 20);
	}
	return ferror(file) ? sn_error_errno(&s->cli->err, "cannot read the picture") : SN_OK;
}

static int scan_picture(struct scan *s, FILE *file)
{
	struct sn_buf content = {0};
	struct sn_picture picture = {0};
	int ret = read_file(s, file, &content);
	if (!ret && !(ret = sn_picture_decode(&picture, content.data, content.len, &s->cli->err))) {
		ret = sn_detector_study(s->detector, &picture, &scan_timeout_is_over, sn_receiver_take,
					s->receiver, &s->cli->err);
		scan_screen_show(&s->screen, &picture, s->receiver);
	}
	sn_picture_free(&picture);
	sn_buf_free(&content);
	return ret;
}

/* The first byte determines the format. */
static int scan_open_file(struct scan *s, FILE *file)
{
	if (s->raw)
		return scan_stream(s, file);
	int first = getc(file);
	ungetc(first, file);
	return first == 'Y' ? scan_stream(s, file) : scan_picture(s, file);
}

static int scan_file(struct scan *s, const char *path)
{
	int fd, ret = cli_data_open(s->cli, path, "pictures", &fd);
	if (!ret) {
		const bool is_stdin = fd == STDIN_FILENO;
		FILE *file = is_stdin ? stdin : fdopen(fd, "rb");
		if (!file) {
			close(fd);
			return sn_error_memory(&s->cli->err);
		}
		ret = scan_open_file(s, file);
		if (!is_stdin)
			fclose(file);
		if (ret)
			sn_error_prefix(&s->cli->err, ret, "%.200s", is_stdin ? "standard input" : path);
	}
	/* A timeout may interrupt the read: this is not an error of the file. */
	return scan_timeout_is_over && ret == SN_IO ? SN_OK : ret;
}

int scan_files(struct scan *s)
{
	struct cli *cli = s->cli;
	int ret = SN_OK;
	for (size_t i = 0; i < cli->n_operands && !ret && !is_over(s); i++) {
		ret = scan_file(s, cli->operands[i]);
		if (ret == SN_BAD_INPUT && !sn_receiver_is_complete(s->receiver) &&
		    (cli->n_operands > 1 || sn_receiver_progress(s->receiver)->codes)) {
			scan_screen_clear(&s->screen);
			cli_say(cli, "%s", cli->err.text);
			ret = SN_OK;
		}
	}
	return ret;
}
