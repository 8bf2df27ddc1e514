#include "tools/cli_glob.h"

#include <dirent.h>
#include <stddef.h>
#include <string.h>

bool cli_glob_is_listed(const char *argument)
{
	DIR *directory = opendir(".");
	bool is_listed = false;
	if (!directory)
		return false;
	for (const struct dirent *entry; !is_listed && (entry = readdir(directory));)
		is_listed = !strcmp(entry->d_name, argument);
	closedir(directory);
	return is_listed;
}
