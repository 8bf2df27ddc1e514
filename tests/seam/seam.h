/* The hook of the signer's fault points (base/seam.h) for the test programs of this folder. */
#ifndef TESTS_SEAM_SEAM_H
#define TESTS_SEAM_SEAM_H

#include <stddef.h>

/* Called at each fault point, unless NULL. */
extern void (*seam_hook)(const char *name, void *at, size_t len);

#endif
