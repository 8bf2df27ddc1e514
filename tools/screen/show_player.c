#include "tools/screen/show_player.h"

#include "base/file.h"
#include "optic/draw_text.h"
#include "tools/cli/signal_groups.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The alternate screen, without cursor and line wrap; and back. */
static const char enter_text[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char leave_text[] = "\033[0m\033[?7h\033[?25h\033[?1049l";
/* Synchronized output: a terminal shows the text between these at once, or ignores them. */
static const char begin_text[] = "\033[?2026h\033[H", end_text[] = "\033[?2026l";

static volatile sig_atomic_t caught, changed, continued;

static void on_signal(int signal)
{
	if (signal == SIGWINCH)
		changed = 1;
	else if (signal == SIGCONT)
		continued = 1;
	else
		caught = signal;
}

struct player {
	struct cli *cli;
	const struct show *show;
	struct sn_slides *slides; /* NULL: the window is too small */
	struct show_window window;
	uint32_t number;      /* of the current code */
	struct timespec next; /* time of the next code */
	int keyboard;
	struct termios normal;
	struct cli_signals_saved signals;
};

static int output(struct player *p, const void *text, size_t len)
{
	return sn_file_write_all(STDOUT_FILENO, text, len)
		       ? sn_error_errno(&p->cli->err, "cannot write standard output")
		       : SN_OK;
}

static int enter(struct player *p)
{
	struct termios silent = p->normal;
	silent.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL);
	silent.c_cc[VMIN] = 1;
	silent.c_cc[VTIME] = 0;
	if (tcsetattr(p->keyboard, TCSAFLUSH, &silent))
		return sn_error_errno(&p->cli->err, "cannot change the state of the terminal");
	return output(p, enter_text, strlen(enter_text));
}

static void leave(struct player *p)
{
	(void)!sn_file_write_all(STDOUT_FILENO, leave_text, strlen(leave_text));
	tcsetattr(p->keyboard, TCSAFLUSH, &p->normal);
}

/* From here on, signals arrive only in ppoll(2). */
static void hold_signals(struct player *p)
{
	caught = changed = continued = 0;
	cli_signals_begin(&p->signals, CLI_SIGNALS_END | CLI_SIGNALS_KEYS | CLI_SIGNALS_SCREEN, on_signal);
}

static void put(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

/* Draw the code and the status line, and erase the rest of the screen. */
static int draw(struct player *p)
{
	struct sn_buf frame = {0};
	struct sn_code code = {0};
	char status[256];
	int ret = SN_OK;
	put(&frame, begin_text);
	if (p->slides) {
		size_t parts = sn_slides_parts(p->slides);
		ret = sn_slides_code(&code, p->slides, p->number, &p->cli->err);
		if (!ret && sn_draw_text(&frame, &code, (enum sn_draw_text)p->show->format))
			ret = sn_error_memory(&p->cli->err);
		if (parts == 1)
			snprintf(status, sizeof status, "%zu byte%s in one code. Press any key to stop.",
				 p->show->data.len, SN_PLURAL(p->show->data.len));
		else if (sn_slides_repeats(p->slides))
			snprintf(status, sizeof status,
				 "part %zu of %zu, %zu bytes, %u code%s/s. Press any key to stop.",
				 (p->number - 1) % parts + 1, parts, p->show->data.len,
				 (unsigned)p->show->fps, SN_PLURAL(p->show->fps));
		else
			snprintf(
				status, sizeof status,
				"part %u (at least %zu needed), %zu bytes, %u code%s/s. Press any key to stop.",
				p->number, parts, p->show->data.len, (unsigned)p->show->fps,
				SN_PLURAL(p->show->fps));
	} else {
		snprintf(status, sizeof status, "Window too small. Press any key to stop.");
	}
	if (strlen(status) > p->window.columns)
		status[p->window.columns] = 0;
	put(&frame, status);
	put(&frame, "\033[J");
	put(&frame, end_text);
	if (!ret)
		ret = frame.failed ? sn_error_memory(&p->cli->err) : output(p, frame.data, frame.len);
	sn_code_free(&code);
	sn_buf_free(&frame);
	return ret;
}

/* Fit the codes to the window. If their size does not change, continue with the next number: a reader then
 * keeps the parts that it has. */
static int refit(struct player *p)
{
	struct sn_slides *slides = NULL;
	struct show_window window = show_window_size();
	int ret = show_window_fit(p->cli, p->show, window, &slides);
	if (ret && ret != SN_REFUSED)
		return ret;
	if (!p->slides || !slides || sn_slides_version(slides) != sn_slides_version(p->slides))
		p->number = 1;
	sn_slides_free(p->slides);
	p->slides = slides;
	p->window = window;
	static const char clear[] = "\033[0m\033[2J";
	return output(p, clear, strlen(clear));
}

static void add_period(struct timespec *at, uint64_t fps)
{
	at->tv_nsec += 1000000000 / (long)fps;
	at->tv_sec += at->tv_nsec / 1000000000;
	at->tv_nsec %= 1000000000;
}

/* Store the time until `then`. Returns false if none is left. */
static bool time_until(const struct timespec *then, struct timespec *left)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	left->tv_sec = then->tv_sec - now.tv_sec;
	left->tv_nsec = then->tv_nsec - now.tv_nsec;
	if (left->tv_nsec < 0) {
		left->tv_nsec += 1000000000;
		left->tv_sec--;
	}
	return left->tv_sec >= 0 && (left->tv_sec || left->tv_nsec);
}

/* Wait for the next code's time, a key (then *end), or a signal. */
static int await(struct player *p, bool *end)
{
	struct pollfd key = {p->keyboard, POLLIN, 0};
	struct timespec left;
	char c;
	bool moves = p->slides && sn_slides_parts(p->slides) > 1;
	if (moves && !time_until(&p->next, &left))
		left = (struct timespec){0}; /* late, but check keys and signals */
	int n = ppoll(&key, 1, moves ? &left : NULL, &p->signals.mask);
	if (n < 0 && errno != EINTR)
		return sn_error_errno(&p->cli->err, "cannot wait for a key");
	if (n > 0)
		*end = read(p->keyboard, &c, 1) >= 0 || errno != EINTR;
	return SN_OK;
}

/* Stop the process. Another process may change the terminal meanwhile. */
static int stop_here(struct player *p)
{
	caught = 0;
	leave(p);
	raise(SIGSTOP);
	continued = 1;
	return SN_OK;
}

static int begin_again(struct player *p)
{
	int ret = continued ? enter(p) : SN_OK;
	changed = continued = 0;
	if (!ret && !(ret = refit(p)))
		ret = draw(p);
	return ret;
}

static int play(struct player *p)
{
	bool end = false;
	int ret = draw(p);
	clock_gettime(CLOCK_MONOTONIC, &p->next);
	add_period(&p->next, p->show->fps);
	while (!ret && !(ret = await(p, &end)) && !end) {
		struct timespec left;
		bool is_due = p->slides && sn_slides_parts(p->slides) > 1 && !time_until(&p->next, &left);
		if (caught && caught != SIGTSTP)
			break;
		if (caught)
			ret = stop_here(p);
		if (!ret && (changed || continued)) {
			ret = begin_again(p);
		} else if (!ret && is_due) {
			p->number = p->number % SN_SLIDES_SEQUENCE_MAX + 1;
			ret = draw(p);
			add_period(&p->next, p->show->fps);
			/* A slow terminal gets the next code later, and not several codes at once. */
			if (!time_until(&p->next, &left))
				clock_gettime(CLOCK_MONOTONIC, &p->next);
		}
	}
	return ret;
}

int show_player_run(struct cli *cli, const struct show *show, struct sn_slides **slides,
		    struct show_window window)
{
	struct player p = {.cli = cli, .show = show, .slides = *slides, .window = window, .number = 1};
	int ret;
	/* Standard input may carry the data. */
	p.keyboard = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (p.keyboard < 0 || tcgetattr(p.keyboard, &p.normal)) {
		if (p.keyboard >= 0)
			close(p.keyboard);
		return sn_error_hint(
			&cli->err, sn_error_set(&cli->err, SN_REFUSED, "no keyboard to stop the series with"),
			"use -o FILE with --format=y4m or --format=png");
	}
	hold_signals(&p);
	if (!(ret = enter(&p)))
		ret = play(&p);
	leave(&p);
	cli_signals_end(&p.signals);
	close(p.keyboard);
	*slides = p.slides;
	if (!ret && caught) {
		raise(caught);
		ret = sn_error_set(&cli->err, SN_REFUSED, "interrupted");
	}
	return ret;
}
