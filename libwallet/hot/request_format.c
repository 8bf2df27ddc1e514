#include "hot/request_format.h"

#include <stddef.h>
#include <string.h>

static const char *const names[] = {
	[SN_REQUEST_SNEAKERNOTE] = "sneakernote",
	[SN_REQUEST_MONERO] = "monero",
	[SN_REQUEST_MONERO_0_18_0] = "monero-0.18.0",
};

int sn_request_format_parse(enum sn_request_format *format, const char *name, struct sn_error *err)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i])) {
			*format = (enum sn_request_format)i;
			return SN_OK;
		}
	return sn_error_set(err, SN_BAD_INPUT,
			    "the format must be \"sneakernote\", \"monero\" or \"monero-0.18.0\"");
}
