/* tools/cli/phrase.h - seed phrases of people: typed, read from a file, shown, written to a file. */
#ifndef CLI_PHRASE_H
#define CLI_PHRASE_H

#include "tools/cli/cli.h"

#define CLI_PHRASE_MAX 65536 /* bytes */

/* Whether the options name a seed phrase: --seed-file, --seed-prompt, or --verify of cold-seed. */
bool cli_phrase_is_given(const struct cli *cli);

/* Read the seed phrase of the options into *text, sn_secret_alloc memory that the caller frees, also after
 * an error. A typed phrase never reaches a file: each prompt takes one or more words without echo, and
 * asks again for a word that is in no word list. The phrase ends after 25 words, or at an empty line. */
int cli_phrase_read(struct cli *cli, char **text, size_t *len) SN_MUST_USE;

/* Write the words to the new file --seed-out, or show them on the terminal. `words` ends with a newline.
 * The file is removed by the caller if a later step fails. */
int cli_phrase_give(struct cli *cli, const char *words) SN_MUST_USE;

/* Before any prompt: check that cli_phrase_give can work. */
int cli_phrase_check_out(struct cli *cli) SN_MUST_USE;

#endif
