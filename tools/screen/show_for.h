/* tools/screen/show_for.h - codes for the readers of other wallets: the option --for of qr-show. */
#ifndef SHOW_FOR_H
#define SHOW_FOR_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"

/* Choose the codes for the data, whose UR type is known, and for the reader with this name (NULL: of a file
 * of the reference wallet, the codes that all readers accept; of other data, none are chosen). `still` and
 * `has_fps` are options of the user, as show->slides.part_bytes is: they count more. */
int show_for(struct cli *cli, struct show *show, const char *name, bool still, bool has_fps) SN_MUST_USE;

#endif
