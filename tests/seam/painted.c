#include "painted.h"

#include "secrets.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

uint8_t *painted;

static void *call(void *run)
{
	(*(void (**)(void))run)();
	return NULL;
}

size_t painted_run(const char *when, void (*run)(void))
{
	pthread_attr_t attributes;
	pthread_t thread;
	size_t untouched = 0;
	painted = mmap(NULL, PAINTED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert(painted != MAP_FAILED);
	memset(painted, PAINT, PAINTED);
	cr_assert(!pthread_attr_init(&attributes) && !pthread_attr_setstack(&attributes, painted, PAINTED));
	cr_assert(!pthread_create(&thread, &attributes, call, &run) && !pthread_join(thread, NULL));
	pthread_attr_destroy(&attributes);
	while (untouched < PAINTED && painted[untouched] == PAINT)
		untouched++;
	secrets_start_search();
	secrets_search_range(painted, painted + PAINTED);
	munmap(painted, PAINTED);
	size_t copies = secrets_found(when);
	fprintf(stderr, "# %s: %zu copies on %zu KiB of stack\n", when, copies, (PAINTED - untouched) / 1024);
	return copies;
}
