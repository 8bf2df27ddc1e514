/* What the test programs of this folder do where the signer has a fault point (base/seam.h). */
#ifndef TESTS_SEAM_SEAM_H
#define TESTS_SEAM_SEAM_H

#include <stddef.h>

/* Called at each of them; NULL: nothing happens there. */
extern void (*seam_hook)(const char *name, void *at, size_t len);

#endif
