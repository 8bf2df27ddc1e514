#include "tools/console/command.h"

#include <string.h>

const struct console_command *console_command_find(const struct console_command *commands, const char *name)
{
	for (; commands->name; commands++)
		if (!strcmp(commands->name, name))
			return commands;
	return NULL;
}
