/* run-corpus CORPUS - every fuzz target on the files of its corpus, and on changed copies of each; TAP on
 * stdout.
 *
 * CORPUS has one directory per target, of its name. A target without files, a directory without a target,
 * and files of which the target's parser accepts none are failures. What a sanitizer or a target finds ends
 * the program; the last line then names the file. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Made by sanitized.mk: TARGETS, a list of X(name) for each file fuzz_NAME.c. */
#include "targets.h"

#define X(name) int fuzz_##name(const uint8_t *data, size_t len);
TARGETS
#undef X

static const struct target {
	const char *name;
	int (*run)(const uint8_t *data, size_t len);
} targets[] = {
#define X(name) {#name, fuzz_##name},
	TARGETS
#undef X
};

enum { N_TARGETS = sizeof targets / sizeof *targets, COPIES = 24, FILE_MAX = 1 << 20 };

/* The same copies at every run: xorshift64. */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static size_t below(uint64_t *state, size_t n)
{
	return n ? next_random(state) % n : 0;
}

/* Each input in memory of its own size, so that reading beyond it is seen. */
static void run_one(const struct target *t, const uint8_t *data, size_t len)
{
	uint8_t *copy = malloc(len ? len : 1);
	if (!copy)
		abort();
	memcpy(copy, data, len);
	t->run(copy, len);
	free(copy);
}

static void run_copies(const struct target *t, const uint8_t *data, size_t len)
{
	uint64_t state = 0x9e3779b97f4a7c15u ^ len;
	uint8_t *copy = malloc(len + 1);
	if (!copy)
		abort();
	for (unsigned i = 0; i < COPIES; i++) {
		memcpy(copy, data, len);
		size_t n = i % 4 ? len : below(&state, len);
		for (size_t changes = 1 + below(&state, 3); n && changes > 0; changes--)
			copy[below(&state, n)] = (uint8_t)(next_random(&state) >> below(&state, 64));
		run_one(t, copy, n);
	}
	free(copy);
}

static bool run_file(const struct target *t, const char *path)
{
	static uint8_t data[FILE_MAX];
	FILE *f = fopen(path, "rb");
	if (!f)
		return false;
	size_t len = fread(data, 1, sizeof data, f);
	bool is_whole = !ferror(f) && len < sizeof data;
	fclose(f);
	run_one(t, data, len);
	run_copies(t, data, len);
	return is_whole;
}

static bool is_hidden(const struct dirent *entry)
{
	return entry->d_name[0] == '.';
}

/* The number of files, or -1 when one cannot be read. */
static int run_target(const struct target *t, const char *corpus)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", corpus, t->name);
	struct dirent **entries;
	int n = scandir(path, &entries, NULL, alphasort), files = 0;
	for (int i = 0; i < n; i++) {
		if (!is_hidden(entries[i]) && files >= 0) {
			snprintf(path, sizeof path, "%s/%s/%s", corpus, t->name, entries[i]->d_name);
			/* Seen only when it is the last line. */
			fprintf(stderr, "# %s\n", path);
			files = run_file(t, path) ? files + 1 : -1;
		}
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return files;
}

static bool is_target(const char *name)
{
	for (size_t i = 0; i < N_TARGETS; i++)
		if (!strcmp(targets[i].name, name))
			return true;
	return false;
}

/* Directories that no target has, or -1. */
static int count_strangers(const char *corpus)
{
	DIR *dir = opendir(corpus);
	if (!dir)
		return -1;
	int n = 0;
	for (const struct dirent *entry; (entry = readdir(dir));)
		if (!is_hidden(entry) && !is_target(entry->d_name)) {
			printf("# there is no target for %s/%s\n", corpus, entry->d_name);
			n++;
		}
	closedir(dir);
	return n;
}

int main(int argc, char **argv)
{
	bool failed = false;
	if (argc != 2) {
		fprintf(stderr, "usage: run-corpus CORPUS\n");
		return 2;
	}
	printf("1..%d\n", N_TARGETS + 1);
	fflush(stdout);
	for (int i = 0; i < N_TARGETS; i++) {
		const struct target *t = &targets[i];
		unsigned long before = fuzz_accepted();
		int files = run_target(t, argv[1]);
		unsigned long accepted = fuzz_accepted() - before;
		bool is_good = files > 0 && accepted > 0;
		failed |= !is_good;
		printf("%sok %d - %s: %d files, %d inputs, accepted %lu times\n", is_good ? "" : "not ",
		       i + 1, t->name, files, files * (COPIES + 1), accepted);
		fflush(stdout);
	}
	bool has_strangers = count_strangers(argv[1]) != 0;
	failed |= has_strangers;
	printf("%sok %d - every directory of the corpus has its target\n", has_strangers ? "not " : "",
	       N_TARGETS + 1);
	return failed;
}
