/* tools/screen/show_files.h - codes to files and standard output. */
#ifndef SHOW_FILES_H
#define SHOW_FILES_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"

/* To --output or standard output: a file is complete or not there. A series of PNG or SVG becomes new
 * files, which are all there or none; that of another format is one stream. SN_REFUSED when a file of a
 * series exists. */
int show_files(struct cli *cli, const struct show *show) SN_MUST_USE;

#endif
