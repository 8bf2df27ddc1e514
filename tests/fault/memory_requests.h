/* memory_requests.h - count the program's requests for memory, and let some of them fail. */
#ifndef TESTS_FAULT_MEMORY_REQUESTS_H
#define TESTS_FAULT_MEMORY_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>

extern struct memory {
	size_t at;    /* the request that fails; 0: none */
	bool and_all; /* that follow */
	bool is_counting;
	size_t n;  /* requests so far */
	long held; /* pieces of memory that were not given back */
} memory;

/* For cJSON. */
void *__wrap_malloc(size_t size);
void __wrap_free(void *p);

#endif
