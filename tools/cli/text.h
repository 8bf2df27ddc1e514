/* tools/cli/text.h - text that others wrote, for the terminal at hand. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

/* base/text.h: make it plain, by the rule for eight bits unless the locale (LC_ALL, LC_CTYPE or LANG, the
 * first that is not empty) says UTF-8. */
void cli_text_make_plain(char *text);

#endif
