/* store_helpers.h - a temporary directory, whole files and a log that counts, for the tests of store/. */
#ifndef STORE_HELPERS_H
#define STORE_HELPERS_H

#include "base/file.h"
#include "base/log.h"
#include "base/secret.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#define PASSWORD "correct horse"

static char directory[64];
static char path[128];  /* of the file under test */
static char other[128]; /* of a second file */
static struct sn_error err;

static inline void set_up(void)
{
	seed_libsodium(NULL);
	cr_assert(sodium_init() >= 0);
	strcpy(directory, "/tmp/sn-store-XXXXXX");
	cr_assert(mkdtemp(directory) != NULL);
	snprintf(path, sizeof path, "%s/wallet", directory);
	snprintf(other, sizeof other, "%s/other", directory);
}

static inline void unlink_beside(const char *name, const char *suffix)
{
	char extra[256];
	snprintf(extra, sizeof extra, "%s%s", name, suffix);
	unlink(extra);
}

static inline void tear_down(void)
{
	unlink(path);
	unlink(other);
	unlink_beside(path, ".compact");
	unlink_beside(path, ".outkey2ki");
	unlink_beside(other, ".outkey2ki");
	/* Fails if a test left an unexpected file. */
	cr_assert(rmdir(directory) == 0, "files left in %s", directory);
}

static inline struct sn_buf slurp(const char *name)
{
	struct sn_buf b = {0};
	cr_assert(sn_file_read(name, (size_t)1 << 30, &b, NULL) == SN_OK);
	return b;
}

static inline void spill(const char *name, const void *data, size_t len)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	cr_assert(fd >= 0 && sn_file_write_all(fd, data, len) == SN_OK && close(fd) == 0);
}

static inline void count_line(void *context, enum sn_log_level level, const char *line)
{
	(void)level;
	(void)line;
	++*(int *)context;
}

/* A log that counts its lines in `*lines`. */
static inline struct sn_log counting_log(int *lines)
{
	*lines = 0;
	return (struct sn_log){.level = SN_LOG_WARNING, .write = count_line, .context = lines};
}

/* Assert success; print the error. */
#define ok(call) cr_assert((call) == SN_OK, "%s: %s", #call, err.text)

#define fails(call, code)                                                                                 \
	do {                                                                                              \
		int got_ = (call);                                                                        \
		cr_assert(got_ == (code), "%s gave %d, not %d (%s)", #call, got_, (int)(code), err.text); \
	} while (0)

#endif
