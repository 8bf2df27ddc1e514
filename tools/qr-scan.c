/* qr-scan - QR codes back into bytes: from a camera, from pictures, from a video stream. */
#include "tools/cli.h"
#include "tools/cli_data.h"
#include "tools/scan_screen.h"

#include "base/text.h"
#include "optic/camera.h"
#include "optic/receive.h"
#include "optic/see.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define CAMERA "/dev/video0"
#define FILE_MAX (64u << 20) /* of one picture */
#define CAMERA_WAITS_MS 200  /* so that a timeout is noticed */
#define CAMERA_PATIENCE 25   /* so many times, before a camera that shows nothing is given up */

struct options {
	const char *camera, *type, *timeout;
	bool text, preview;
};

struct scan {
	struct cli *cli;
	struct sn_eye *eye;
	struct sn_receiver *receiver;
	struct scan_screen screen;
	const char *timeout; /* as it was given */
};

/* ------------------------------------------------------------------ the time there is */

static volatile sig_atomic_t time_is_up;

static void on_alarm(int number)
{
	(void)number;
	time_is_up = 1;
}

/* The signal breaks off a wait for data; it comes again and again, for one that came just before the wait. */
static int start_timeout(struct cli *cli, uint64_t seconds)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct itimerval timer = {.it_interval = {0, 100000}, .it_value = {(time_t)seconds, 0}};
	if (seconds && (sigaction(SIGALRM, &action, NULL) || setitimer(ITIMER_REAL, &timer, NULL)))
		return sn_error_errno(&cli->err, "cannot set a timer");
	return SN_OK;
}

/* ------------------------------------------------------------------ where pictures come from */

static bool is_over(const struct scan *s)
{
	return time_is_up || sn_receiver_is_complete(s->receiver);
}

static int look(struct scan *s, const struct sn_picture *picture)
{
	int ret = sn_eye_look(s->eye, picture, sn_receiver_take, s->receiver, &s->cli->err);
	scan_screen_show(&s->screen, picture, s->receiver);
	return ret;
}

static int scan_camera(struct scan *s, const char *device)
{
	struct sn_camera *camera;
	struct sn_picture picture = {0};
	bool got;
	unsigned waited = 0;
	int ret = sn_camera_open(&camera, device, &s->cli->err);
	while (!ret && !is_over(s)) {
		ret = sn_camera_read(camera, &picture, CAMERA_WAITS_MS, &got, &s->cli->err);
		waited = got ? 0 : waited + 1;
		if (!ret && waited > CAMERA_PATIENCE)
			ret = sn_error_set(&s->cli->err, SN_IO, "the camera %.200s is there, and shows nothing", device);
		if (!ret && got)
			ret = look(s, &picture);
	}
	sn_camera_close(camera);
	sn_picture_free(&picture);
	return ret;
}

static int scan_stream(struct scan *s, FILE *file)
{
	struct sn_y4m *stream;
	struct sn_picture picture = {0};
	bool got = true;
	int ret = sn_y4m_open(&stream, file, &s->cli->err);
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
			return sn_error_set(&s->cli->err, SN_BAD_INPUT, "a picture of more than %u MiB", FILE_MAX >> 20);
	}
	return ferror(file) ? sn_error_errno(&s->cli->err, "cannot read it") : SN_OK;
}

static int scan_picture(struct scan *s, FILE *file)
{
	struct sn_buf content = {0};
	struct sn_picture picture = {0};
	int ret = read_file(s, file, &content);
	if (!ret && !(ret = sn_picture_decode(&picture, content.data, content.len, &s->cli->err))) {
		ret = sn_eye_study(s->eye, &picture, sn_receiver_take, s->receiver, &s->cli->err);
		scan_screen_show(&s->screen, &picture, s->receiver);
	}
	sn_picture_free(&picture);
	sn_buf_free(&content);
	return ret;
}

/* What it is, its first byte says. */
static int scan_file(struct scan *s, const char *path)
{
	int fd, ret = cli_data_open(s->cli, path, "a picture or a video stream", &fd);
	if (ret)
		return ret;
	FILE *file = fd == STDIN_FILENO ? stdin : fdopen(fd, "rb");
	if (!file) {
		close(fd);
		return sn_error_memory(&s->cli->err);
	}
	int first = getc(file);
	ungetc(first, file);
	ret = first == 'Y' ? scan_stream(s, file) : scan_picture(s, file);
	const bool is_stdin = file == stdin;
	if (!is_stdin)
		fclose(file);
	/* What a timeout broke off is no trouble of the file's. */
	return time_is_up || !ret ? SN_OK
				  : sn_error_prefix(&s->cli->err, ret, "%.200s", is_stdin ? "standard input" : path);
}

/* A damaged picture among several does no harm, if the others are enough. */
static int scan_files(struct scan *s)
{
	struct cli *cli = s->cli;
	int ret = SN_OK;
	for (size_t i = 0; i < cli->n_operands && !ret && !is_over(s); i++) {
		ret = scan_file(s, cli->operands[i]);
		if (ret == SN_BAD_INPUT && i + 1 < cli->n_operands) {
			scan_screen_clear(&s->screen);
			cli_say(cli, "%s", cli->err.text);
			ret = SN_OK;
		}
	}
	return ret;
}

/* ------------------------------------------------------------------ the whole */

static int write_result(struct scan *s, bool is_text)
{
	struct cli *cli = s->cli;
	struct sn_buf line = {0};
	size_t len;
	const uint8_t *data = sn_receiver_data(s->receiver, &len);
	if (!is_text)
		return cli_data_write(cli, data, len);
	sn_put_bytes(&line, data, len);
	sn_put_u8(&line, '\0');
	int ret = SN_OK;
	if (line.failed)
		ret = sn_error_memory(&cli->err);
	else if (!cli->output && isatty(STDOUT_FILENO) && sn_text_plain_len((char *)line.data) != len)
		ret = sn_error_set(&cli->err, SN_REFUSED,
				   "the text has control characters, which do not belong on a terminal: -o FILE, or -o - to insist");
	if (!ret) {
		line.data[len] = '\n';
		ret = cli_data_write(cli, line.data, line.len);
	}
	sn_buf_free(&line);
	return ret;
}

static int finish(struct scan *s, int ret, bool is_text)
{
	struct cli *cli = s->cli;
	struct sn_buf text = {0};
	scan_screen_clear(&s->screen);
	if (ret)
		return ret;
	if (!sn_receiver_is_complete(s->receiver)) {
		ret = sn_receiver_incomplete(s->receiver, &cli->err);
		return time_is_up ? sn_error_prefix(&cli->err, ret, "after %s seconds", s->timeout) : ret;
	}
	sn_receiver_describe(&text, s->receiver);
	sn_put_u8(&text, '\0');
	if (!text.failed)
		cli_say(cli, "complete: %s", (char *)text.data);
	sn_buf_free(&text);
	return write_result(s, is_text);
}

static int check(struct cli *cli, const struct options *o, uint64_t *seconds)
{
	int ret = cli_number(cli, "timeout", o->timeout, 1, 86400, seconds);
	if (ret)
		return ret;
	if (o->camera && cli->n_operands)
		return cli_usage_error(cli, "--camera and a FILE exclude each other");
	if (o->text && o->type)
		return cli_usage_error(cli, "--text is no UR: no --type");
	if (o->preview && !isatty(STDERR_FILENO))
		return cli_usage_error(cli, "--preview is drawn on standard error, which is no terminal");
	if (o->text && !cli->output && isatty(STDOUT_FILENO))
		return SN_OK;
	if (!cli->n_operands)
		ret = cli_data_check_output(cli, o->camera ? o->camera : CAMERA);
	for (size_t i = 0; i < cli->n_operands && !ret; i++)
		ret = cli_data_check_output(cli, cli->operands[i]);
	return ret;
}

static int run(struct cli *cli, const struct options *o)
{
	struct scan s = {.cli = cli, .timeout = o->timeout};
	const struct sn_receive_options wanted = {.text = o->text, .type = o->type};
	uint64_t seconds = 0;
	int ret;
	if ((ret = check(cli, o, &seconds)) || (ret = sn_receiver_new(&s.receiver, &wanted, &cli->err)) ||
	    (ret = sn_eye_open(&s.eye, &cli->err)) || (ret = start_timeout(cli, seconds)))
		goto out;
	scan_screen_init(&s.screen, cli, o->preview);
	ret = cli->n_operands ? scan_files(&s) : scan_camera(&s, o->camera ? o->camera : CAMERA);
	ret = finish(&s, ret, o->text);
out:
	sn_eye_close(s.eye);
	sn_receiver_free(s.receiver);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"camera", 0, "DEVICE", "look through this one (" CAMERA ")", .text = &o.camera},
		{"preview", 0, NULL, "draw what is seen on the terminal", .flag = &o.preview},
		{"text", 0, NULL, "a plain text is wanted: an address, a monero: URI, words", .flag = &o.text},
		{"type", 0, "TYPE", "the UR type that is wanted (any that qr-show makes by\nitself)", .text = &o.type},
		{"timeout", 0, "SECONDS", "give up after so long", .text = &o.timeout},
		{0},
	};
	const struct cli_program program = {
		.name = "qr-scan",
		.usage = "[OPTION]... [--camera=DEVICE | FILE...]",
		.about = "Write what QR codes carry, once it is complete and verified. They are looked for in what a\n"
			 "camera sees, or in FILEs: pictures (PNG, JPEG), of which each may show several codes, and video\n"
			 "streams (YUV4MPEG2); - is standard input: ffmpeg -i clip.mp4 -f yuv4mpegpipe - | qr-scan -",
		.options = options,
		.groups = CLI_OFFLINE | CLI_OUTPUT | CLI_HEX,
		.max_operands = SIZE_MAX,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
