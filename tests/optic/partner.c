/* partner - another wallet's screen or camera, as in partners.h, with real pictures.
 *
 *     partner show NAME FILE >FILM     its codes for FILE, as a video (Y4M): eight rounds
 *     partner read NAME <FILM >FILE    what it reads; exit 3: it fails, or the film ends before it is
 *     complete
 *
 * Exit 2: usage or trouble. */
#include "partners.h"

#include "base/file.h"
#include "optic/detection.h"
#include "optic/draw_picture.h"
#include "optic/payload.h"
#include "optic/y4m.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROUNDS 8 /* a third of the pictures may get lost */
#define SCALE 5

static struct sn_error err;

static void check(int ret, const char *what)
{
	if (!ret)
		return;
	fprintf(stderr, "partner: %s: %s\n", what, err.text);
	exit(2);
}

/* A code without a text, which libqrencode does not make: version 1-L, byte mode, length 0. */
static const char empty[] = "#######.#####.#######"
			    "#.....#..#.#..#.....#"
			    "#.###.#..##...#.###.#"
			    "#.###.#..###..#.###.#"
			    "#.###.#...#.#.#.###.#"
			    "#.....#....##.#.....#"
			    "#######.#.#.#.#######"
			    "........#####........"
			    "##.##.#..##.#.#.....#"
			    ".#.##..#.#..#.#.#.#.#"
			    "..##.##...#..##.#.##."
			    "#..#.#.....#.....##.#"
			    "#...#.#...#...#...#.."
			    "........#.###..#.#.##"
			    "#######..#..#####..#."
			    "#.....#....###.###..#"
			    "#.###.#.#####.##.##.#"
			    "#.###.#.#.###...###.."
			    "#.###.#..##...#...###"
			    "#.....#.#....##.#.###"
			    "#######.#..#.....##..";

static void encode(struct sn_code *code, const struct sn_buf *text, enum sn_code_correction correction)
{
	if (text->len) {
		check(sn_code_encode(code, (char *)text->data, text->len, correction, 0, 0, &err), "encode");
		return;
	}
	*code = (struct sn_code){1, 21, malloc(sizeof empty - 1)};
	for (size_t i = 0; code->modules && i < sizeof empty - 1; i++)
		code->modules[i] = empty[i] == '#';
}

static void show(const struct partner *p, const char *path)
{
	struct sn_buf file = {0}, film = {0}, text = {0};
	struct sn_code code;
	struct sn_picture picture;
	check(sn_file_read(path, 1 << 22, &file, &err), path);
	struct sn_ur_encoder *e =
		partner_encoder(p, sn_payload_type(file.data, file.len), file.data, file.len);
	if (!e)
		check(-1, "too large");
	/* The part with the longest head has the largest code. */
	const size_t parts = sn_ur_encoder_parts(e), frames = ROUNDS * (parts + p->empty_first);
	partner_show(&text, p, e, p->empty_first ? parts : parts - 1);
	encode(&code, &text, p->correction);
	const size_t side = sn_draw_picture_size(code.version + 1, SCALE) / 2 * 2;
	sn_code_free(&code);
	check(sn_draw_y4m_head(&film, side, side, p->codes_per_second), "film");
	for (size_t n = 0; n < frames; n++) {
		picture = (struct sn_picture){0};
		sn_buf_clear(&text);
		partner_show(&text, p, e, n);
		encode(&code, &text, p->correction);
		check(sn_draw_picture(&picture, &code, SCALE, side, side, &err), "draw");
		check(sn_draw_y4m_frame(&film, &picture), "film");
		check(sn_file_write_all(STDOUT_FILENO, film.data, film.len), "write");
		sn_buf_clear(&film);
		sn_picture_free(&picture);
		sn_code_free(&code);
	}
	sn_ur_encoder_free(e);
	sn_buf_free(&file);
	sn_buf_free(&film);
	sn_buf_free(&text);
}

struct watch {
	struct partner_reader *reader;
	enum partner_state state;
};

static int found(void *context, const char *text, size_t len, struct sn_error *e)
{
	struct watch *w = context;
	(void)e;
	w->state = partner_read(w->reader, text, len);
	return SN_OK;
}

static int read_film(const struct partner *p)
{
	struct watch w = {partner_reader_new(p), PARTNER_READING};
	struct sn_y4m *film;
	struct sn_detector *eye;
	struct sn_picture picture = {0};
	bool got = true;
	size_t len = 0;
	check(sn_y4m_open(&film, stdin, &err), "open");
	check(sn_detector_open(&eye, &err), "open");
	while (got && w.state == PARTNER_READING) {
		check(sn_y4m_read(film, &picture, &got, &err), "read");
		if (got)
			check(sn_detector_look(eye, &picture, found, &w, &err), "look");
	}
	const uint8_t *file = partner_reader_file(w.reader, &len);
	if (w.state == PARTNER_COMPLETE)
		check(sn_file_write_all(STDOUT_FILENO, file, len), "write");
	sn_picture_free(&picture);
	sn_detector_close(eye);
	sn_y4m_close(film);
	partner_reader_free(w.reader);
	return w.state == PARTNER_COMPLETE ? 0 : 3;
}

int main(int argc, char **argv)
{
	const struct partner *p = argc > 2 ? partner_find(argv[2]) : NULL;
	if (p && argc == 4 && !strcmp(argv[1], "show")) {
		show(p, argv[3]);
		return 0;
	}
	if (p && argc == 3 && !strcmp(argv[1], "read"))
		return read_film(p);
	fputs("usage: partner show NAME FILE | partner read NAME\n", stderr);
	return 2;
}
