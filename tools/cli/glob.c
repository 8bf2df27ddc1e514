#include "tools/cli/glob.h"

#include <dirent.h>
#include <stddef.h>
#include <string.h>

bool cli_glob_is_listed(const char *argument)
{
	const size_t len = strcspn(argument, "/");
	DIR *directory = opendir(".");
	bool is_listed = false;
	if (!directory)
		return false;
	for (const struct dirent *entry; !is_listed && (entry = readdir(directory));)
		is_listed = strlen(entry->d_name) == len && !memcmp(entry->d_name, argument, len);
	closedir(directory);
	return is_listed;
}
