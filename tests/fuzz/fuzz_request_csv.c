/* Any text as destinations in comma-separated values: refused with a sentence that names the line, or
 * destinations that can be paid; written as such lines they are read again as the same. */
#include "chain/amount.h"
#include "fuzz.h"
#include "hot/compose.h"
#include "hot/request.h"
#include "hot/request_csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t count_lines(const uint8_t *data, size_t len)
{
	size_t n = 1;
	for (size_t i = 0; i < len; i++)
		n += data[i] == '\n';
	return n;
}

static void check_refused(const struct sn_payment_request *request, const struct sn_error *err, int ret,
			  size_t n_lines)
{
	size_t line;
	if (ret == SN_REFUSED) /* an integrated address that does not stand alone */
		fuzz_check_sentence(err);
	else
		fuzz_check_refusal(ret, err);
	FUZZ_CHECK(!request->destinations && !request->n_destinations);
	if (sscanf(err->text, "line %zu: ", &line) == 1)
		FUZZ_CHECK(line >= 1 && line <= n_lines);
	else
		FUZZ_CHECK(!strcmp(err->text, "the list has no recipient"));
}

static void put_line(struct sn_buf *text, const struct sn_payment_destination *d)
{
	char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX];
	sn_address_format(address, &d->address);
	sn_amount_format(amount, (struct sn_amount){d->amount});
	sn_put_bytes(text, address, strlen(address));
	sn_put_bytes(text, ",", 1);
	sn_put_bytes(text, amount, strlen(amount));
	sn_put_bytes(text, "\n", 1);
}

static void check_accepted(const struct sn_payment_request *request, size_t n_lines)
{
	struct sn_payment_request again = {0};
	struct sn_buf text = {0}, same = {0};
	struct sn_error err;
	FUZZ_CHECK(request->n_destinations && request->n_destinations <= n_lines);
	for (size_t i = 0; i < request->n_destinations; i++) {
		const struct sn_payment_destination *d = &request->destinations[i];
		FUZZ_CHECK(d->amount && d->address.network == SN_MAINNET &&
			   sn_address_is_payable(&d->address));
		put_line(&text, d);
	}
	FUZZ_CHECK(!sn_payment_request_csv(&again, SN_MAINNET, (char *)text.data, text.len, &err));
	FUZZ_CHECK(again.n_destinations == request->n_destinations);
	for (size_t i = 0; i < again.n_destinations; i++)
		put_line(&same, &again.destinations[i]);
	FUZZ_CHECK(!text.failed && fuzz_is_same(&same, text.data, text.len));
	free((void *)again.destinations);
	sn_buf_free(&text);
	sn_buf_free(&same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_payment_request request = {0};
	struct sn_error err = {0};
	int ret = sn_payment_request_csv(&request, SN_MAINNET, (const char *)data, len, &err);
	if (ret) {
		check_refused(&request, &err, ret, count_lines(data, len));
		return 0;
	}
	fuzz_accept();
	check_accepted(&request, count_lines(data, len));
	free((void *)request.destinations);
	return 0;
}
