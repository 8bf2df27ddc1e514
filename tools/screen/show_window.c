#include "tools/screen/show_window.h"
#include "optic/draw_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#define STATUS_LINES 1 /* below the code: the status line, or the next prompt of the shell */

struct show_window show_window_size(void)
{
	struct winsize size;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row)
		return (struct show_window){80, 24};
	return (struct show_window){size.ws_col, size.ws_row};
}

static int lesser(int a, int b)
{
	return a < b ? a : b;
}

static int fit_version(struct cli *cli, const struct show *show, int version, struct sn_slides **slides)
{
	struct sn_slides_options options = show->slides;
	options.still_version_max = lesser(options.still_version_max, version);
	options.series_version_max = lesser(options.series_version_max, version);
	return sn_slides_new(slides, show->data.data, show->data.len, &options, &cli->err);
}

int show_window_fit(struct cli *cli, const struct show *show, struct show_window window,
		    struct sn_slides **slides)
{
	const enum sn_draw_text how = (enum sn_draw_text)show->format;
	int version = 0, ret = SN_REFUSED;
	*slides = NULL;
	if (window.lines > STATUS_LINES)
		version = sn_draw_text_version(window.columns, window.lines - STATUS_LINES, how);
	if (version)
		ret = fit_version(cli, show, version, slides);
	while (ret == SN_REFUSED && version++ < SN_CODE_VERSION_MAX) {
		struct sn_slides *larger;
		size_t columns, lines;
		if ((ret = fit_version(cli, show, version, &larger)))
			continue;
		sn_draw_text_size(&columns, &lines, sn_slides_version(larger), how);
		sn_slides_free(larger);
		return sn_error_hint(
			&cli->err,
			sn_error_set(&cli->err, SN_REFUSED,
				     "the window has %zu columns and %zu lines, but %zu and %zu are needed",
				     window.columns, window.lines, columns, lines + STATUS_LINES),
			"enlarge the window, use a smaller font, or write a picture with --format=png -o FILE");
	}
	return ret; /* the window is not the reason */
}

int show_window_for_one(struct cli *cli, const struct show *show, struct show_window *window, bool *is_one)
{
	struct sn_slides *slides;
	int ret = fit_version(cli, show, SN_CODE_VERSION_MAX, &slides);
	if (ret)
		return ret;
	*is_one = sn_slides_parts(slides) == 1;
	sn_draw_text_size(&window->columns, &window->lines, sn_slides_version(slides),
			  (enum sn_draw_text)show->format);
	window->lines += STATUS_LINES;
	sn_slides_free(slides);
	return SN_OK;
}
