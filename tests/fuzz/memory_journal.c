#include "memory_journal.h"
#include "fuzz.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILES = 4, MAX_OPEN = 4, PATH_MAX_LEN = 64 };

struct file {
	char path[PATH_MAX_LEN];
	enum sn_journal_kind kind;
	enum sn_network network;
	struct sn_buf commits;
};

/* In the place of the struct sn_journal of store/journal.c, which nobody else looks into. */
struct memory_journal {
	struct file *file; /* NULL: free */
	bool writable;
	size_t at;   /* in its commits: where reading goes on */
	size_t last; /* what was appended last begins there */
};

static struct file files[MAX_FILES];
static size_t n_files;
static struct memory_journal open_ones[MAX_OPEN];

int __real_sn_journal_open(struct sn_journal **out, const char *path, bool for_writing, const char *password,
			   const struct sn_journal *like, const struct sn_log *log, struct sn_error *err);
int __real_sn_journal_open_companion(struct sn_journal **out, const char *path, bool for_writing,
				     const char *password, const struct sn_journal *wallet,
				     const struct sn_log *log, struct sn_error *err);
int __real_sn_journal_remove_leftover(struct sn_journal *j, struct sn_error *err);
void __real_sn_journal_close(struct sn_journal *j);
enum sn_journal_kind __real_sn_journal_kind(const struct sn_journal *j);
enum sn_network __real_sn_journal_network(const struct sn_journal *j);
const char *__real_sn_journal_path(const struct sn_journal *j);
const struct sn_log *__real_sn_journal_log(const struct sn_journal *j);
uint64_t __real_sn_journal_size(const struct sn_journal *j);
bool __real_sn_journal_is_writable(const struct sn_journal *j);
bool __real_sn_journal_is_at_path(const struct sn_journal *j);
bool __real_sn_journal_has_tail(const struct sn_journal *j);
struct sn_journal_position __real_sn_journal_position(const struct sn_journal *j);
void __real_sn_journal_go_to(struct sn_journal *j, const struct sn_journal_position *position);
int __real_sn_journal_create_like(const char *path, enum sn_journal_kind kind, const struct sn_journal *like,
				  const void *contents, size_t len, struct sn_error *err);
int __real_sn_journal_append(struct sn_journal *j, const void *contents, size_t len, struct sn_error *err);
int __real_sn_journal_take_back(struct sn_journal *j, struct sn_error *err);
int __real_sn_journal_read(struct sn_journal *j, struct sn_buf *contents, bool *at_end, struct sn_error *err);
void __real_sn_journal_rewind(struct sn_journal *j);
int __real_access(const char *path, int mode);
int __real_stat(const char *path, struct stat *st);
char *__real_realpath(const char *path, char *resolved);

void memory_journal_put(const char *path, enum sn_journal_kind kind, enum sn_network network,
			const struct sn_buf *commits)
{
	FUZZ_CHECK(n_files < MAX_FILES && strlen(path) < PATH_MAX_LEN);
	struct file *f = &files[n_files++];
	*f = (struct file){.kind = kind, .network = network};
	strcpy(f->path, path);
	sn_put_bytes(&f->commits, commits->data, commits->len);
	FUZZ_CHECK(!f->commits.failed);
}

void memory_journal_forget(void)
{
	for (size_t i = 0; i < MAX_OPEN; i++)
		FUZZ_CHECK(!open_ones[i].file);
	while (n_files)
		sn_buf_free(&files[--n_files].commits);
}

void memory_journal_commit(struct sn_buf *commits, const void *data, size_t len)
{
	FUZZ_CHECK(len <= UINT16_MAX);
	sn_put_u16(commits, (uint16_t)len);
	sn_put_bytes(commits, data, len);
}

static struct file *find(const char *path)
{
	for (size_t i = 0; i < n_files; i++)
		if (!strcmp(files[i].path, path))
			return &files[i];
	return NULL;
}

const struct sn_buf *memory_journal_commits(const char *path)
{
	const struct file *f = find(path);
	return f ? &f->commits : NULL;
}

static bool is_in_memory(const char *path)
{
	return !strncmp(path, MEMORY_PREFIX, strlen(MEMORY_PREFIX));
}

/* NULL: a real journal. */
static struct memory_journal *ours(const struct sn_journal *j)
{
	for (size_t i = 0; i < MAX_OPEN; i++)
		if ((const void *)j == &open_ones[i])
			return &open_ones[i];
	return NULL;
}

int __wrap_sn_journal_open(struct sn_journal **out, const char *path, bool for_writing, const char *password,
			   const struct sn_journal *like, const struct sn_log *log, struct sn_error *err)
{
	if (!is_in_memory(path))
		return __real_sn_journal_open(out, path, for_writing, password, like, log, err);
	size_t i = 0;
	while (i < MAX_OPEN && open_ones[i].file)
		i++;
	FUZZ_CHECK(i < MAX_OPEN);
	struct memory_journal *j = &open_ones[i];
	*out = NULL;
	j->file = find(path);
	if (!j->file)
		return sn_error_set(err, SN_IO, "cannot open %s", path);
	j->writable = for_writing;
	j->at = j->last = 0;
	*out = (struct sn_journal *)j;
	return SN_OK;
}

/* There are no copies in memory. */
int __wrap_sn_journal_open_companion(struct sn_journal **out, const char *path, bool for_writing,
				     const char *password, const struct sn_journal *wallet,
				     const struct sn_log *log, struct sn_error *err)
{
	return is_in_memory(path)
		       ? __wrap_sn_journal_open(out, path, for_writing, password, wallet, log, err)
		       : __real_sn_journal_open_companion(out, path, for_writing, password, wallet, log, err);
}

int __wrap_sn_journal_remove_leftover(struct sn_journal *j, struct sn_error *err)
{
	return ours(j) ? SN_OK : __real_sn_journal_remove_leftover(j, err);
}

void __wrap_sn_journal_close(struct sn_journal *j)
{
	struct memory_journal *o = ours(j);
	if (o)
		o->file = NULL;
	else
		__real_sn_journal_close(j);
}

enum sn_journal_kind __wrap_sn_journal_kind(const struct sn_journal *j)
{
	const struct memory_journal *o = ours(j);
	return o ? o->file->kind : __real_sn_journal_kind(j);
}

enum sn_network __wrap_sn_journal_network(const struct sn_journal *j)
{
	const struct memory_journal *o = ours(j);
	return o ? o->file->network : __real_sn_journal_network(j);
}

const char *__wrap_sn_journal_path(const struct sn_journal *j)
{
	const struct memory_journal *o = ours(j);
	return o ? o->file->path : __real_sn_journal_path(j);
}

const struct sn_log *__wrap_sn_journal_log(const struct sn_journal *j)
{
	return ours(j) ? NULL : __real_sn_journal_log(j);
}

uint64_t __wrap_sn_journal_size(const struct sn_journal *j)
{
	const struct memory_journal *o = ours(j);
	return o ? o->at : __real_sn_journal_size(j);
}

bool __wrap_sn_journal_is_writable(const struct sn_journal *j)
{
	const struct memory_journal *o = ours(j);
	return o ? o->writable : __real_sn_journal_is_writable(j);
}

int __wrap_sn_journal_read(struct sn_journal *j, struct sn_buf *contents, bool *at_end, struct sn_error *err)
{
	struct memory_journal *o = ours(j);
	if (!o)
		return __real_sn_journal_read(j, contents, at_end, err);
	struct sn_reader r;
	size_t len = 0;
	sn_buf_clear(contents);
	sn_reader_init(&r, o->file->commits.data, o->file->commits.len);
	(void)sn_read_view(&r, o->at);
	while (!len && r.left >= 2)
		len = sn_read_u16(&r);
	*at_end = !len || !r.left;
	if (*at_end) {
		o->at = o->file->commits.len;
		return SN_OK;
	}
	if (len > r.left)
		len = r.left;
	/* In memory of exactly this size, so that reading beyond it is seen. */
	sn_buf_free(contents);
	contents->data = malloc(len);
	FUZZ_CHECK(contents->data);
	memcpy(contents->data, sn_read_view(&r, len), len);
	contents->len = contents->cap = len;
	o->at = o->file->commits.len - r.left;
	return SN_OK;
}

void __wrap_sn_journal_rewind(struct sn_journal *j)
{
	struct memory_journal *o = ours(j);
	if (o)
		o->at = 0;
	else
		__real_sn_journal_rewind(j);
}

bool __wrap_sn_journal_is_at_path(const struct sn_journal *j)
{
	return ours(j) ? true : __real_sn_journal_is_at_path(j);
}

bool __wrap_sn_journal_has_tail(const struct sn_journal *j)
{
	return ours(j) ? false : __real_sn_journal_has_tail(j);
}

struct sn_journal_position __wrap_sn_journal_position(const struct sn_journal *j)
{
	const struct memory_journal *o = ours(j);
	return o ? (struct sn_journal_position){.end = o->at} : __real_sn_journal_position(j);
}

void __wrap_sn_journal_go_to(struct sn_journal *j, const struct sn_journal_position *position)
{
	struct memory_journal *o = ours(j);
	if (o)
		o->at = position->end;
	else
		__real_sn_journal_go_to(j, position);
}

int __wrap_sn_journal_create_like(const char *path, enum sn_journal_kind kind, const struct sn_journal *like,
				  const void *contents, size_t len, struct sn_error *err)
{
	const struct memory_journal *o = ours(like);
	struct sn_buf commits = {0};
	if (!o)
		return __real_sn_journal_create_like(path, kind, like, contents, len, err);
	FUZZ_CHECK(!find(path));
	memory_journal_commit(&commits, contents, len);
	memory_journal_put(path, kind, o->file->network, &commits);
	sn_buf_free(&commits);
	return SN_OK;
}

int __wrap_sn_journal_append(struct sn_journal *j, const void *contents, size_t len, struct sn_error *err)
{
	struct memory_journal *o = ours(j);
	if (!o)
		return __real_sn_journal_append(j, contents, len, err);
	struct sn_buf *commits = &o->file->commits;
	FUZZ_CHECK(o->writable && o->at == commits->len);
	o->last = o->at;
	memory_journal_commit(commits, contents, len);
	FUZZ_CHECK(!commits->failed);
	o->at = commits->len;
	return SN_OK;
}

int __wrap_sn_journal_take_back(struct sn_journal *j, struct sn_error *err)
{
	struct memory_journal *o = ours(j);
	if (!o)
		return __real_sn_journal_take_back(j, err);
	o->at = o->file->commits.len = o->last;
	return SN_OK;
}

int __wrap_access(const char *path, int mode)
{
	if (!is_in_memory(path))
		return __real_access(path, mode);
	errno = ENOENT;
	return find(path) ? 0 : -1;
}

int __wrap_stat(const char *path, struct stat *st)
{
	if (!is_in_memory(path))
		return __real_stat(path, st);
	errno = ENOENT;
	return find(path) ? 0 : -1;
}

/* Real journals on descriptors of memfd_create: their names lead to no directory in which realpath could
 * look. */
char *__wrap_realpath(const char *path, char *resolved)
{
	return strncmp(path, "/proc/self/fd/", 14) ? __real_realpath(path, resolved) : strdup(path);
}
