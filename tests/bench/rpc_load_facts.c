#include "rpc_load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct fact {
	char *text;
	long long first_ms, last_ms;
};

static struct {
	struct fact *list;
	size_t n, cap;
} facts;

static long long unix_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

/* Those that were noted last are at the end: they are noted again soon. */
static struct fact *find(const char *text)
{
	for (size_t i = facts.n; i-- > 0;) {
		if (strcmp(facts.list[i].text, text))
			continue;
		struct fact found = facts.list[i], *last = &facts.list[facts.n - 1];
		facts.list[i] = *last;
		*last = found;
		return last;
	}
	return NULL;
}

__attribute__((format(printf, 1, 2))) void fact_note(const char *fmt, ...)
{
	char text[512];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	long long now = unix_ms();
	struct fact *fact = find(text);
	if (fact) {
		fact->last_ms = now;
		return;
	}
	if (facts.n == facts.cap) {
		facts.cap = facts.cap ? 2 * facts.cap : 64;
		facts.list = or_fail(realloc(facts.list, facts.cap * sizeof *facts.list));
	}
	facts.list[facts.n++] = (struct fact){or_fail(strdup(text)), now, now};
}

static int compare_facts(const void *a, const void *b)
{
	return strcmp(((const struct fact *)a)->text, ((const struct fact *)b)->text);
}

void facts_print(void)
{
	if (facts.n)
		qsort(facts.list, facts.n, sizeof *facts.list, compare_facts);
	for (size_t i = 0; i < facts.n; i++) {
		const struct fact *fact = &facts.list[i];
		if (options.times)
			printf("%s @ %lld %lld\n", fact->text, fact->first_ms, fact->last_ms);
		else
			puts(fact->text);
	}
}
