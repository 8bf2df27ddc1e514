#include "rpc_load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	char **text;
	size_t n, cap;
} facts;

__attribute__((format(printf, 1, 2))) void fact_note(const char *fmt, ...)
{
	char text[512];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	for (size_t i = facts.n; i-- > 0;)
		if (!strcmp(facts.text[i], text))
			return;
	if (facts.n == facts.cap) {
		facts.cap = facts.cap ? 2 * facts.cap : 64;
		facts.text = or_fail(realloc(facts.text, facts.cap * sizeof *facts.text));
	}
	facts.text[facts.n++] = or_fail(strdup(text));
}

static int compare_facts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void facts_print(void)
{
	qsort(facts.text, facts.n, sizeof *facts.text, compare_facts);
	for (size_t i = 0; i < facts.n; i++)
		puts(facts.text[i]);
}
