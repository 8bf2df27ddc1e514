/* Any text as an amount: refused with a sentence, or a number whose text is read as the same. */
#include "chain/amount.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_amount amount = {0}, again, zero = {0};
	struct sn_error err = {0};
	char out[SN_AMOUNT_TEXT_MAX];
	char *text = fuzz_string(data, len);
	int ret = sn_amount_parse(&amount, text, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
	} else {
		fuzz_accept();
		sn_amount_format(out, amount);
		FUZZ_CHECK(!sn_amount_parse(&again, out, &err) && again.pico == amount.pico);
		/* The text is that number, but for leading zeros and those that are left out behind. */
		const char *digits = text;
		while (digits[0] == '0' && digits[1] && digits[1] != '.')
			digits++;
		FUZZ_CHECK(!strncmp(digits, out, strcspn(digits, ".")) && out[strcspn(digits, ".")] == '.');
		FUZZ_CHECK(!strncmp(digits, out, strlen(digits)));
		FUZZ_CHECK(!sn_amount_add(&again, amount, zero) && again.pico == amount.pico);
		FUZZ_CHECK(!sn_amount_sub(&again, amount, amount) && !again.pico);
	}
	free(text);
	return 0;
}
