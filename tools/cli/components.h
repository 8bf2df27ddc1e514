/* tools/cli/components.h - the libraries in a program, for --version --verbose. */
#ifndef CLI_COMPONENTS_H
#define CLI_COMPONENTS_H

#include "tools/cli/cli.h"

/* Print this project and each library that the program is linked with: name, version, license (SPDX). Then
 * the contact for reports of flaws, if configure got one. The versions are those that were present when the
 * program was built; that of the C library is the one that runs. Libraries of these libraries are not listed,
 * except zlib. */
void cli_components_print(const struct cli_program *program);

#endif
