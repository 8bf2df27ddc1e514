#include "memory_requests.h"

#include <errno.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_reallocarray(void *p, size_t n, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t len);
char *__real_realpath(const char *path, char *resolved);
void *__real_sodium_malloc(size_t size);
void __real_sodium_free(void *p);
void __real_free(void *p);

void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_reallocarray(void *p, size_t n, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t len);
char *__wrap_realpath(const char *path, char *resolved);
void *__wrap_sodium_malloc(size_t size);
void __wrap_sodium_free(void *p);

struct memory memory;

static bool fails(void)
{
	if (!memory.is_counting)
		return false;
	size_t i = ++memory.n;
	if (!memory.at || (memory.and_all ? i < memory.at : i != memory.at))
		return false;
	errno = ENOMEM;
	return true;
}

static void *held(void *p)
{
	memory.held += p != NULL;
	return p;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : held(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : held(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t size)
{
	void *more = fails() ? NULL : __real_realloc(p, size);
	memory.held += !p && more;
	return more;
}

void *__wrap_reallocarray(void *p, size_t n, size_t size)
{
	void *more = fails() ? NULL : __real_reallocarray(p, n, size);
	memory.held += !p && more;
	return more;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : held(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text)
{
	return fails() ? NULL : held(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t len)
{
	return fails() ? NULL : held(__real_strndup(text, len));
}

/* Where the caller has room of its own, nothing is asked for. */
char *__wrap_realpath(const char *path, char *resolved)
{
	if (resolved)
		return __real_realpath(path, resolved);
	if (!fails())
		return held(__real_realpath(path, NULL));
	errno = ENOMEM;
	return NULL;
}

void *__wrap_sodium_malloc(size_t size)
{
	return fails() ? NULL : held(__real_sodium_malloc(size));
}

void __wrap_sodium_free(void *p)
{
	memory.held -= p != NULL;
	__real_sodium_free(p);
}

void __wrap_free(void *p)
{
	memory.held -= p != NULL;
	__real_free(p);
}
