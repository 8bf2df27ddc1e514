/* tools/console/names.h - commands for the address book and the labels. tools/console/change.h describes
 * the common conventions. */
#ifndef CONSOLE_NAMES_H
#define CONSOLE_NAMES_H

#include "tools/console/context.h"

int console_address_book(struct console *c, char **words, size_t n);
int console_label(struct console *c, char **words, size_t n);

#endif
