#include "tools/screen/show_files.h"

#include "tools/cli/data.h"
#include "base/file.h"
#include "optic/draw_picture.h"
#include "optic/draw_text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_stdout(const struct cli *cli)
{
	return !cli->output || !strcmp(cli->output, "-");
}

/* ------------------------------------------------------------------ one stream */

/* A file that gets its name when it is complete; or standard output, a pipe or a device, which is written in
 * place. */
struct sink {
	int fd;
	char *path, *temporary; /* NULL: written in place */
};

static int open_sink(struct cli *cli, struct sink *sink)
{
	struct stat status;
	*sink = (struct sink){.fd = STDOUT_FILENO};
	if (is_stdout(cli))
		return SN_OK;
	/* A symbolic link remains. */
	char *real = realpath(cli->output, NULL);
	sink->path = real ? real : strdup(cli->output);
	if (!sink->path)
		return sn_error_memory(&cli->err);
	if (!stat(sink->path, &status) && !S_ISREG(status.st_mode)) {
		sink->fd = open(sink->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	} else {
		if (asprintf(&sink->temporary, "%s.XXXXXX", sink->path) < 0) {
			sink->temporary = NULL;
			return sn_error_memory(&cli->err);
		}
		sink->fd = mkostemp(sink->temporary, O_CLOEXEC);
	}
	if (sink->fd >= 0)
		return SN_OK;
	free(sink->temporary);
	sink->temporary = NULL;
	return sn_error_errno(&cli->err, "cannot create %s", cli->output);
}

static int write_sink(struct cli *cli, struct sink *sink, const struct sn_buf *data)
{
	if (!sn_file_write_all(sink->fd, data->data, data->len))
		return SN_OK;
	return sn_error_errno(&cli->err, "cannot write %s", sink->path ? sink->path : "standard output");
}

static int close_sink(struct cli *cli, struct sink *sink, int ret)
{
	if (!ret && sink->temporary && fsync(sink->fd))
		ret = sn_error_errno(&cli->err, "cannot write %s", sink->path);
	if (sink->path && sink->fd >= 0 && close(sink->fd) && !ret)
		ret = sn_error_errno(&cli->err, "cannot write %s", sink->path);
	if (!ret && sink->temporary && rename(sink->temporary, sink->path))
		ret = sn_error_errno(&cli->err, "cannot create %s", sink->path);
	if (sink->temporary && ret)
		unlink(sink->temporary);
	else if (sink->temporary)
		ret = sn_file_sync_directory(sink->path, &cli->err);
	free(sink->temporary);
	free(sink->path);
	return ret;
}

/* ------------------------------------------------------------------ codes in a format */

static size_t scale_of(const struct show *show, int version)
{
	size_t modules = sn_draw_picture_size(version, 1);
	return show->scale ? show->scale : modules < SHOW_SIDE ? SHOW_SIDE / modules : 1;
}

/* H.264 and other codecs require even sizes. */
static size_t frame_side(const struct show *show, int version)
{
	size_t side = sn_draw_picture_size(version, scale_of(show, version));
	return side + side % 2;
}

static int draw(struct cli *cli, const struct show *show, const struct sn_code *code, struct sn_buf *out)
{
	struct sn_picture picture = {0};
	size_t scale = scale_of(show, code->version), side = 0;
	int ret = SN_OK;
	if (show->format == SHOW_SVG)
		return sn_draw_svg(out, code, scale, &cli->err);
	if (show->format < SHOW_PNG)
		return sn_draw_text(out, code, (enum sn_draw_text)show->format) ? sn_error_memory(&cli->err)
										: SN_OK;
	if (show->format == SHOW_Y4M)
		side = frame_side(show, code->version);
	if (!(ret = sn_draw_picture(&picture, code, scale, side, side, &cli->err))) {
		if (show->format == SHOW_PNG)
			ret = sn_draw_png(out, &picture, &cli->err);
		else if (sn_draw_y4m_frame(out, &picture))
			ret = sn_error_memory(&cli->err);
	}
	sn_picture_free(&picture);
	return ret;
}

static int draw_number(struct cli *cli, const struct show *show, const struct sn_slides *slides,
		       uint64_t number, struct sn_buf *out)
{
	struct sn_code code;
	int ret = sn_slides_code(&code, slides, (uint32_t)number, &cli->err);
	if (!ret)
		ret = draw(cli, show, &code, out);
	sn_code_free(&code);
	return ret;
}

static int write_stream(struct cli *cli, const struct show *show, const struct sn_slides *slides,
			uint64_t frames)
{
	struct sn_buf data = {0};
	struct sink sink;
	int ret = open_sink(cli, &sink);
	if (!ret && show->format == SHOW_Y4M) {
		size_t side = frame_side(show, sn_slides_version(slides));
		if (sn_draw_y4m_head(&data, side, side, (unsigned)show->fps))
			ret = sn_error_memory(&cli->err);
	}
	for (uint64_t number = 1; !ret && number <= frames; number++) {
		if (show->format != SHOW_Y4M && number > 1)
			sn_put_u8(&data, '\n');
		if (!(ret = draw_number(cli, show, slides, number, &data)))
			ret = write_sink(cli, &sink, &data);
		sn_buf_clear(&data);
	}
	sn_buf_free(&data);
	return close_sink(cli, &sink, ret);
}

/* ------------------------------------------------------------------ a file for each code */

/* code.png becomes code-01.png, with as many digits as the last number. */
static char *name_of(const char *output, uint64_t number, uint64_t frames)
{
	const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output,
		   *dot = strrchr(base, '.');
	int stem = dot && dot > base ? (int)(dot - output) : (int)strlen(output);
	int width = snprintf(NULL, 0, "%llu", (unsigned long long)frames);
	char *name;
	if (asprintf(&name, "%.*s-%0*llu%s", stem, output, width, (unsigned long long)number, output + stem) <
	    0)
		return NULL;
	return name;
}

static int write_numbered(struct cli *cli, const struct show *show, const struct sn_slides *slides,
			  uint64_t frames)
{
	struct sn_buf data = {0};
	uint64_t number = 0, made = 0;
	int ret = SN_OK;
	if (is_stdout(cli))
		return sn_error_hint(&cli->err,
				     sn_error_set(&cli->err, SN_REFUSED,
						  "%llu pictures do not fit one stream",
						  (unsigned long long)frames),
				     "use -o FILE to write numbered files");
	while (!ret && number < frames) {
		char *name = name_of(cli->output, ++number, frames);
		if (!name)
			ret = sn_error_memory(&cli->err);
		else if (!(ret = draw_number(cli, show, slides, number, &data)))
			ret = sn_file_create(name, data.data, data.len, 0600, &cli->err);
		if (!ret)
			made = number;
		sn_buf_clear(&data);
		free(name);
	}
	for (number = 1; ret && number <= made; number++) {
		char *name = name_of(cli->output, number, frames);
		if (name)
			unlink(name);
		free(name);
	}
	sn_buf_free(&data);
	return ret;
}

/* Codes of a video, some of which a reader loses. A series of few parts needs relatively more codes: with a
 * third of them lost, about ten arbitrary remaining codes complete it less reliably. */
static uint64_t enough(const struct sn_slides *slides)
{
	const size_t parts = sn_slides_parts(slides);
	if (sn_slides_repeats(slides))
		return (uint64_t)SHOW_ROUNDS_OF_CYCLE * parts;
	const uint64_t rounds = (uint64_t)SHOW_ROUNDS * parts, some_more = (uint64_t)parts + 20;
	return rounds > some_more ? rounds : some_more;
}

int show_files(struct cli *cli, const struct show *show)
{
	struct sn_slides *slides = NULL;
	int ret = sn_slides_new(&slides, show->data.data, show->data.len, &show->slides, &cli->err);
	if (ret)
		return ret;
	size_t parts = sn_slides_parts(slides);
	uint64_t frames = show->frames;
	bool is_numbered = show->format == SHOW_PNG || show->format == SHOW_SVG;
	if (!frames && show->format == SHOW_Y4M)
		frames = parts > 1 ? enough(slides) : SHOW_ROUNDS * show->fps;
	else if (!frames || (parts == 1 && show->format != SHOW_Y4M))
		frames = parts;
	if (is_numbered && frames > 1)
		ret = write_numbered(cli, show, slides, frames);
	else
		ret = write_stream(cli, show, slides, frames);
	if (!ret && frames > 1 && frames < parts)
		cli_say(cli, "warning: only %llu codes; at least %zu are needed", (unsigned long long)frames,
			parts);
	sn_slides_free(slides);
	return ret;
}
