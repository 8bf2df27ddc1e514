/* tools/signing/beside.h - the approvals in a directory of unsigned files.
 *
 * The approvals of the file NAME are NAME.minisig, NAME.sig, NAME.ANY.minisig and NAME.ANY.sig. If several
 * files could be meant, an approval belongs to the one with the longest name. */
#ifndef COLD_SIGN_BESIDE_H
#define COLD_SIGN_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

/* The names in a directory, ascending by bytes. */
struct cold_sign_names {
	char **list;
	size_t n, room;
};

/* Whether this is the name of an approval. */
bool cold_sign_is_approval(const char *name);

/* The file in `names` to which the approval `name` belongs, or NULL. */
const char *cold_sign_approved(const struct cold_sign_names *names, const char *name);

/* The first approval of `file` in `names` from index *at on, or NULL. *at becomes the index after it; begin
 * with 0. */
const char *cold_sign_next_approval(const struct cold_sign_names *names, const char *file, size_t *at);

#endif
