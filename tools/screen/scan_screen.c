#include "tools/screen/scan_screen.h"

#include "tools/screen/scan_preview.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

void scan_screen_init(struct scan_screen *s, const struct cli *cli, bool preview)
{
	*s = (struct scan_screen){.cli = cli, .is_terminal = isatty(STDERR_FILENO), .preview = preview};
}

static bool is_due(struct scan_screen *s)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	double since = (double)(now.tv_sec - s->last.tv_sec) + 1e-9 * (double)(now.tv_nsec - s->last.tv_nsec);
	if (since < (s->is_terminal ? 0.1 : 1) && s->last.tv_sec)
		return false;
	s->last = now;
	return true;
}

static void draw(struct scan_screen *s, const struct sn_picture *picture, const char *line)
{
	struct winsize size = {0};
	struct sn_buf text = {0};
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2 || size.ws_row < 4)
		size = (struct winsize){.ws_col = 80, .ws_row = 24};
	fputs("\r\033[K", stderr);
	if (s->preview) {
		if (s->lines)
			fprintf(stderr, "\033[%zuA\033[J",
				s->lines); /* the last preview, even if the terminal has another size now */
		scan_preview_draw(&text, picture, size.ws_col, (size_t)size.ws_row - 2, &s->lines);
		if (!text.failed)
			fwrite(text.data, 1, text.len, stderr);
	}
	fprintf(stderr, "%.*s", (int)size.ws_col - 1, line);
	fflush(stderr);
	s->has_line = true;
	sn_buf_free(&text);
}

void scan_screen_show(struct scan_screen *s, const struct sn_picture *picture,
		      const struct sn_receiver *receiver)
{
	const struct sn_receive_progress *p = sn_receiver_progress(receiver);
	struct sn_buf line = {0};
	if (!sn_receiver_is_complete(receiver)) {
		if (!s->said_text && p->texts) {
			scan_screen_clear(s);
			cli_say(s->cli, "found a plain text, but no UR");
			cli_say(s->cli, "hint: use --text to accept it");
			s->said_text = true;
		}
		if (!s->said_foreign && p->foreign) {
			scan_screen_clear(s);
			cli_say(s->cli, "ignored a UR of type %s", sn_receiver_foreign(receiver));
			s->said_foreign = true;
		}
	}
	if ((!s->is_terminal && p->have == s->have) || !is_due(s))
		return;
	s->have = p->have;
	sn_receiver_describe(&line, receiver);
	sn_put_u8(&line, '\0');
	if (!line.failed && s->is_terminal)
		draw(s, picture, (char *)line.data);
	else if (!line.failed && !sn_receiver_is_complete(receiver))
		cli_say(s->cli, "%s", (char *)line.data);
	sn_buf_free(&line);
}

void scan_screen_clear(struct scan_screen *s)
{
	if (s->has_line)
		fputs("\r\033[K", stderr);
	s->has_line = false;
	s->lines = 0;
}
