#include "optic/foreign_reader.h"

#include <string.h>

static const struct sn_foreign_reader readers[] = {
	{"cake", true, 120, 5}, /* the first one: for all */
	{"cupcake", true, 130, 3},    {"feather", false, 150, 10},
	{"xmrsigner", false, 120, 6}, {"anonero", false, 60, 10},
};

const struct sn_foreign_reader *sn_foreign_reader_find(const char *name)
{
	if (!name)
		return &readers[0];
	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
		if (!strcmp(name, readers[i].name))
			return &readers[i];
	return NULL;
}
