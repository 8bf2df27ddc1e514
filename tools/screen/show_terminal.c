#include "tools/screen/show_terminal.h"

#include "optic/draw_text.h"
#include "tools/cli/data.h"
#include "tools/screen/show_player.h"
#include "tools/screen/show_window.h"

/* The user sees this on the screen that the series leaves. */
static int say_size_for_one(struct cli *cli, const struct show *show)
{
	struct show_window needed;
	bool is_one;
	int ret = show_window_for_one(cli, show, &needed, &is_one);
	if (!ret && is_one)
		cli_say(cli, "a window of %zu columns and %zu lines shows one code instead of a series",
			needed.columns, needed.lines);
	return ret;
}

int show_terminal(struct cli *cli, const struct show *show)
{
	struct sn_slides *slides = NULL;
	struct sn_code code = {0};
	struct sn_buf text = {0};
	struct show_window window = show_window_size();
	int ret = show_window_fit(cli, show, window, &slides);
	if (ret)
		goto out;
	if (sn_slides_parts(slides) > 1) {
		if (!(ret = say_size_for_one(cli, show)))
			ret = show_player_run(cli, show, &slides, window);
	} else if (!(ret = sn_slides_code(&code, slides, 1, &cli->err))) {
		ret = sn_draw_text(&text, &code, (enum sn_draw_text)show->format)
			      ? sn_error_memory(&cli->err)
			      : cli_data_print(cli, (char *)text.data, text.len);
	}
out:
	sn_code_free(&code);
	sn_buf_free(&text);
	sn_slides_free(slides);
	return ret;
}
