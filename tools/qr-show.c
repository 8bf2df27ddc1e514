/* qr-show - show data as QR codes: on the terminal, in pictures, as a video stream. */
#include "tools/cli/data.h"
#include "tools/cli/start.h"
#include "tools/screen/show_files.h"
#include "tools/screen/show_for.h"
#include "tools/screen/show_terminal.h"

#include "handoff/envelope.h"
#include "handoff/ur.h"
#include "optic/payload.h"

#include <string.h>
#include <unistd.h>

struct options {
	const char *format, *correction, *part_bytes, *fps, *scale, *frames, *type, *reader;
	bool still, text;
};

static const char *const formats[] = {
	[SHOW_UTF8] = "utf8", [SHOW_ANSI] = "ansi", [SHOW_ASCII] = "ascii",
	[SHOW_PNG] = "png",   [SHOW_SVG] = "svg",   [SHOW_Y4M] = "y4m",
};

static bool find_format(enum show_format *format, const char *name)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (!strcmp(name, formats[i])) {
			*format = (enum show_format)i;
			return true;
		}
	return false;
}

static int read_format(struct cli *cli, struct show *show, const struct options *o)
{
	const char *dot = cli->output ? strrchr(cli->output, '.') : NULL;
	show->format = SHOW_UTF8;
	if (o->format && !find_format(&show->format, o->format))
		return cli_usage_error(cli, "--format takes utf8, ansi, ascii, png, svg or y4m, not \"%s\"",
				       o->format);
	if (!o->format && cli->output && strcmp(cli->output, "-") &&
	    (!dot || !find_format(&show->format, dot + 1)))
		return sn_error_hint(&cli->err,
				     cli_usage_error(cli,
						     "unknown format: %s does not end in .png, .svg or .y4m",
						     cli->output),
				     "use --format=NAME");
	if (o->scale && show->format < SHOW_PNG)
		return cli_usage_error(cli,
				       "--scale requires png, svg or y4m: text has the size of the font");
	return SN_OK;
}

static int read_correction(struct cli *cli, struct show *show, const char *text)
{
	static const char letters[] = "LMQH";
	const char *letter = text && strlen(text) == 1 ? strchr(letters, *text) : NULL;
	show->slides.correction = letter ? (enum sn_code_correction)(letter - letters) : SN_CODE_L;
	return text && !letter ? cli_usage_error(cli, "--ec takes L, M, Q or H, not \"%s\"", text) : SN_OK;
}

static int read_options(struct cli *cli, struct show *show, const struct options *o)
{
	uint64_t part_bytes = 0;
	int ret;
	show->fps = 8;
	if ((ret = read_format(cli, show, o)) || (ret = read_correction(cli, show, o->correction)) ||
	    (ret = cli_number(cli, "part-bytes", o->part_bytes, 8, 2900, &part_bytes)) ||
	    (ret = cli_number(cli, "fps", o->fps, 1, 60, &show->fps)) ||
	    (ret = cli_number(cli, "scale", o->scale, 1, 40, &show->scale)) ||
	    (ret = cli_number(cli, "frames", o->frames, 1, SN_SLIDES_SEQUENCE_MAX, &show->frames)))
		return ret;
	if (o->type && !sn_ur_type_is_valid(o->type))
		return cli_usage_error(cli, "--type takes lower-case letters, digits and hyphens, not \"%s\"",
				       o->type);
	show->slides.part_bytes = (size_t)part_bytes;
	/* These options permit the densest codes. */
	show->slides.still_version_max =
		o->still || o->text || o->part_bytes ? SN_CODE_VERSION_MAX : SN_SLIDES_STILL_VERSION;
	if (!o->still && !o->text)
		show->slides.series_version_max =
			o->part_bytes ? SN_CODE_VERSION_MAX : SN_SLIDES_SERIES_VERSION;
	return SN_OK;
}

/* Read the text without the newline at its end. */
static int read_text(struct cli *cli, struct show *show, const struct sn_buf *file)
{
	size_t len = file->len;
	if (len && file->data[len - 1] == '\n')
		len--;
	if (len && file->data[len - 1] == '\r')
		len--;
	if (!len || memchr(file->data, 0, len))
		return sn_error_hint(&cli->err,
				     sn_error_set(&cli->err, SN_BAD_INPUT, "the input is not a text"),
				     "omit --text to show it as bytes");
	sn_put_bytes(&show->data, file->data, len);
	return show->data.failed ? sn_error_memory(&cli->err) : SN_OK;
}

static int read_data(struct cli *cli, struct show *show, const struct options *o)
{
	struct sn_buf file = {0};
	int ret = cli_data_read(cli, cli_operand(cli), "the data", SN_ENVELOPE_MAX, &file);
	if (!ret && o->text)
		ret = read_text(cli, show, &file);
	else if (!ret)
		ret = sn_payload_read(&show->data, file.data, file.len, &cli->err);
	if (!ret && !o->text) {
		show->slides.type = o->type ? o->type : sn_payload_type(show->data.data, show->data.len);
		ret = show_for(cli, show, o->reader, o->still, o->fps);
	}
	sn_buf_free(&file);
	return ret;
}

static int run(struct cli *cli, const struct options *o)
{
	struct show show = {0};
	int ret = read_options(cli, &show, o);
	if (ret)
		return ret;
	bool on_terminal = !cli->output && isatty(STDOUT_FILENO);
	if (on_terminal && show.format >= SHOW_PNG)
		return sn_error_hint(
			&cli->err,
			sn_error_set(&cli->err, SN_REFUSED, "pictures not written to the terminal"),
			"use -o FILE; -o - writes them anyway");
	if (on_terminal && o->frames)
		return cli_usage_error(
			cli, "--frames requires a file or a pipe: on the terminal, a key stops the series");
	if (!on_terminal && (ret = cli_data_check_output(cli, cli_operand(cli))))
		return ret;
	if (!(ret = read_data(cli, &show, o)))
		ret = on_terminal ? show_terminal(cli, &show) : show_files(cli, &show);
	sn_buf_free(&show.data);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"format", 0, "NAME",
		 "utf8 (half blocks), ansi (colours), ascii, png, svg or y4m (default: the suffix of the -o FILE, else utf8)",
		 .text = &o.format},
		{"still", 0, NULL, "draw one code; fail if the data do not fit", .flag = &o.still},
		{"part-bytes", 0, "N", "show at most N bytes per code, 8 to 2900", .text = &o.part_bytes},
		{"fps", 0, "N",
		 "codes per second, 1 to 60 (default: 8; with --for, the rate of that wallet; for a file of a Monero wallet without --for, 5)",
		 .text = &o.fps},
		{"frames", 0, "N",
		 "write N codes of a series, 1 to 65535 (default: one per fragment; for y4m, at least three per fragment)",
		 .text = &o.frames},
		{"ec", 0, "L|M|Q|H", "error correction: 7 (default), 15, 25 or 30 %", .text = &o.correction},
		{"scale", 0, "N", "pixels per module, 1 to 40 (default: as many as fit 720 lines)",
		 .text = &o.scale},
		{"for", 0, "WALLET",
		 "draw codes that this wallet reads: feather, cake, cupcake, xmrsigner or anonero (default for a file of a Monero wallet: codes that all five read)",
		 .text = &o.reader},
		{"type", 0, "TYPE",
		 "Uniform Resource (UR) type (default: by the kind of FILE, otherwise bytes)",
		 .text = &o.type},
		{"text", 0, NULL, "draw the text itself, not a UR: an address, a monero: URI, a seed phrase",
		 .flag = &o.text},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_EXCLUDES, "still", "part-bytes frames", "--still draws one code", NULL},
		{CLI_EXCLUDES, "text", "type part-bytes for", "--text draws one code without a UR", NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "qr-show",
		.usage = "[OPTION]... [FILE]",
		.about =
			"Show FILE (default: standard input) as a QR code on the terminal, or as a series of codes until a key is pressed; or write the codes to pictures or a video. A reader can decode a series even if it misses some codes. There are three exceptions, in which the reader needs every code: you give --for=cake, you give --for=cupcake, or FILE comes from a Monero wallet (CLI, RPC, GUI) and you give no --for.",
		.examples = "wo-transfer -w hot.wallet ADDRESS 1.25 | qr-show\n"
			    "qr-show --for=cupcake unsigned_monero_tx\n"
			    "qr-show --format=y4m signed | mpv --loop --scale=nearest -\n"
			    "qr-show --text --ec=Q -o address.svg address.txt\n",
		.hints = "If the code looks torn, use --format=ansi, which needs four times the space.\n"
			 "If the camera cannot decode the code, enlarge the font, raise the\n"
			 "brightness, or lower --fps.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_OUTPUT,
		.links = CLI_LINKS_QRENCODE | CLI_LINKS_PNG,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
