/* qr-scan - read data from QR codes in a camera picture, pictures or a video stream. */
#include "tools/cli/data.h"
#include "tools/cli/start.h"
#include "tools/screen/scan_source.h"
#include "tools/screen/scan_timeout.h"

#include "base/text.h"

#include <string.h>
#include <unistd.h>

#define CAMERA "/dev/video0"

struct options {
	const char *camera, *type, *timeout, *raw;
	bool text, preview;
};

/* Write the text and a newline. (--hex writes the text alone.) */
static int write_text(struct cli *cli, const uint8_t *data, size_t len)
{
	struct sn_buf line = {0};
	sn_put_bytes(&line, data, len);
	sn_put_u8(&line, '\0');
	int ret = SN_OK;
	if (line.failed)
		ret = sn_error_memory(&cli->err);
	else if (!cli->output && isatty(STDOUT_FILENO) && sn_text_plain_len((char *)line.data) != len)
		ret = sn_error_hint(&cli->err,
				    sn_error_set(&cli->err, SN_REFUSED,
						 "text with control characters not written to the terminal"),
				    "use -o FILE; -o - writes it anyway");
	if (!ret) {
		line.data[len] = '\n';
		ret = cli_data_write(cli, line.data, line.len);
	}
	sn_buf_free(&line);
	return ret;
}

static int finish(struct scan *s, int ret, const struct options *o)
{
	struct cli *cli = s->cli;
	struct sn_buf text = {0};
	size_t len;
	scan_timeout_stop();
	scan_screen_clear(&s->screen);
	if (ret)
		return ret;
	if (!sn_receiver_is_complete(s->receiver)) {
		ret = sn_receiver_incomplete(s->receiver, &cli->err);
		return scan_timeout_is_over
			       ? sn_error_prefix(&cli->err, ret, "timed out after %s s", o->timeout)
			       : ret;
	}
	sn_receiver_describe(&text, s->receiver);
	sn_put_u8(&text, '\0');
	if (!text.failed)
		cli_say(cli, "complete: %s", (char *)text.data);
	sn_buf_free(&text);
	const uint8_t *data = sn_receiver_data(s->receiver, &len);
	return o->text && !cli->hex ? write_text(cli, data, len) : cli_data_write(cli, data, len);
}

static int check(struct cli *cli, const struct options *o, uint64_t *seconds)
{
	int ret = cli_number(cli, "timeout", o->timeout, 1, 86400, seconds);
	if (ret)
		return ret;
	if (o->preview && !isatty(STDERR_FILENO))
		return cli_usage_error(cli, "--preview requires a terminal at standard error");
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
	struct scan s = {.cli = cli, .raw = o->raw};
	const struct sn_receive_options wanted = {.text = o->text, .type = o->type};
	uint64_t seconds = 0;
	int ret;
	if ((ret = check(cli, o, &seconds)) || (ret = sn_receiver_new(&s.receiver, &wanted, &cli->err)) ||
	    (ret = sn_detector_open(&s.detector, &cli->err)) || (ret = scan_timeout_start(cli, seconds)))
		goto out;
	scan_screen_init(&s.screen, cli, o->preview);
	ret = cli->n_operands ? scan_files(&s) : scan_camera(&s, o->camera ? o->camera : CAMERA);
	ret = finish(&s, ret, o);
out:
	sn_detector_close(s.detector);
	sn_receiver_free(s.receiver);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"camera", 0, "DEVICE", "camera to read (default: " CAMERA ")", .text = &o.camera},
		{"preview", 0, NULL, "draw the camera picture on the terminal", .flag = &o.preview},
		{"raw", 0, "WIDTHxHEIGHT", "FILEs are YUV420 video of this size, without headers",
		 .text = &o.raw},
		{"text", 0, NULL, "expect plain text: an address, a monero: URI, a seed phrase",
		 .flag = &o.text},
		{"type", 0, "TYPE",
		 "expect this Uniform Resource (UR) type (default: any type that qr-show uses without --type)",
		 .text = &o.type},
		{"timeout", 0, "SECONDS", "stop after SECONDS, 1 to 86400 (default: no limit)",
		 .text = &o.timeout},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_EXCLUDES, "camera", "FILE", NULL, NULL},
		{CLI_EXCLUDES, "camera", "raw", NULL, NULL},
		{CLI_EXCLUDES, "text", "type", "a text is not a UR", NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "qr-scan",
		.usage = "[OPTION]... [--camera=DEVICE | FILE...]",
		.about =
			"Read QR codes from a camera until the data are complete and verified, and write the data to standard output. Or read them from FILEs: pictures (PNG, JPEG), each with one or more codes, and video streams (YUV4MPEG2); \"-\" is standard input.",
		.examples = "qr-scan -o unsigned\n"
			    "qr-scan --text --timeout=60\n"
			    "ffmpeg -i clip.mp4 -f yuv4mpegpipe - | qr-scan -\n"
			    "rpicam-vid -t 0 --width 640 --height 480 --codec yuv420 -o - |\n"
			    "    qr-scan --raw=640x480 -\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_CAMERA | CLI_OUTPUT | CLI_HEX,
		.links = CLI_LINKS_CAMERA | CLI_LINKS_PNG,
		.max_operands = SIZE_MAX,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
