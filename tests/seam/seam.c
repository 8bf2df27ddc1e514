#include "seam.h"

#ifndef SN_SEAM_FAULTS
#define SN_SEAM_FAULTS
#endif
#include "base/seam.h"

void (*seam_hook)(const char *name, void *at, size_t len);

void sn_seam_reached(const char *name, void *at, size_t len)
{
	if (seam_hook)
		seam_hook(name, at, len);
}
