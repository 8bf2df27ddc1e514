/* Any text made plain is plain, as long as before, and unchanged where it was plain. */
#include "base/text.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	char *text = fuzz_string(data, len), *before = fuzz_string(data, len);
	size_t n = strlen(text), plain = sn_text_plain_len(text);
	FUZZ_CHECK(plain <= n);
	sn_text_make_plain(text);
	FUZZ_CHECK(strlen(text) == n && sn_text_plain_len(text) == n);
	FUZZ_CHECK(!memcmp(text, before, plain));
	for (size_t i = 0; i < n; i++)
		FUZZ_CHECK(text[i] == before[i] || text[i] == '?');
	if (plain == n)
		fuzz_accept();
	free(text);
	free(before);
	return 0;
}
