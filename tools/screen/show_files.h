/* tools/screen/show_files.h - write codes to files and standard output. */
#ifndef SHOW_FILES_H
#define SHOW_FILES_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"

/* Write to --output or standard output. A file is written complete or not at all. A series of PNG or SVG
 * pictures becomes new files, all or none; a series in another format is one stream. Returns SN_REFUSED if a
 * file of a series already exists. */
int show_files(struct cli *cli, const struct show *show) SN_MUST_USE;

#endif
