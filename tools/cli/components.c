#include "tools/cli/components.h"

#include <stdio.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

enum library { SODIUM, CJSON, CURL, MICROHTTPD, MD, EDIT, QRENCODE, PNG, ZLIB, ZBAR, JPEG, LIBRARIES };

/* configure has the versions, by these names. */
static const char *const versions[LIBRARIES] = {SN_LIBRARY_VERSIONS};

/* `links` are the programs' flags, of which one suffices; 0: every program. */
static const struct {
	const char *name, *license;
	unsigned links;
} libraries[LIBRARIES] = {
	[SODIUM] = {"libsodium", "ISC", 0},
	[CJSON] = {"cJSON", "MIT", 0},
	[CURL] = {"libcurl", "curl", CLI_LINKS_CURL},
	[MICROHTTPD] = {"libmicrohttpd", "LGPL-2.1-or-later", CLI_LINKS_SERVER},
	[MD] = {"libmd", "BSD-3-Clause AND BSD-2-Clause AND ISC AND Beerware", CLI_LINKS_SERVER},
	[EDIT] = {"libedit", "BSD-3-Clause", CLI_LINKS_SERVER},
	[QRENCODE] = {"libqrencode", "LGPL-2.1-or-later", CLI_LINKS_QRENCODE},
	[PNG] = {"libpng", "libpng-2.0", CLI_LINKS_PNG},
	[ZLIB] = {"zlib", "Zlib", CLI_LINKS_PNG},
	[ZBAR] = {"ZBar", "LGPL-2.1-or-later", CLI_LINKS_CAMERA},
	[JPEG] = {"libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", CLI_LINKS_CAMERA},
};

void cli_components_print(const struct cli_program *program)
{
	puts(PACKAGE_NAME " " PACKAGE_VERSION ", MIT");
	for (size_t i = 0; i < LIBRARIES; i++)
		if (!libraries[i].links || program->links & libraries[i].links)
			printf("%s %s, %s\n", libraries[i].name, versions[i], libraries[i].license);
#ifdef __GLIBC__
	printf("GNU C library %s, LGPL-2.1-or-later\n", gnu_get_libc_version());
#endif
#ifdef SN_SECURITY_CONTACT
	puts("report security flaws to: " SN_SECURITY_CONTACT);
#endif
}
