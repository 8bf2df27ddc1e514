#include "hot/request_csv.h"
#include "chain/amount.h"
#include "handoff/plan.h"
#include "hot/request.h"

#include <stdlib.h>
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define HEADER "address,amount"
/* No valid address or amount is longer. */
#define FIELD_MAX 256

/* The rest of a text, read line by line. */
struct lines {
	const char *at, *end;
	size_t number; /* of the last line read */
};

/* The next line without its end, LF or CR LF. */
static bool next_line(struct lines *lines, const char **line, size_t *len)
{
	if (lines->at == lines->end)
		return false;
	const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
	const char *end = newline ? newline : lines->end;
	*line = lines->at;
	*len = (size_t)(end - lines->at);
	if (*len && (*line)[*len - 1] == '\r')
		--*len;
	lines->at = newline ? newline + 1 : end;
	lines->number++;
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Copy the field without surrounding blanks. */
static int read_field(char out[FIELD_MAX], const char *field, size_t len, const char *name,
		      struct sn_error *err)
{
	while (len && is_blank(*field))
		field++, len--;
	while (len && is_blank(field[len - 1]))
		len--;
	if (len == 0)
		return sn_error_set(err, SN_BAD_INPUT, "the %s is missing", name);
	if (len >= FIELD_MAX || memchr(field, 0, len))
		return sn_error_set(err, SN_BAD_INPUT, "not a valid %s", name);
	memcpy(out, field, len);
	out[len] = 0;
	return SN_OK;
}

static int read_line(struct sn_payment_destination *d, enum sn_network network, const char *line, size_t len,
		     struct sn_error *err)
{
	char address[FIELD_MAX], amount_text[FIELD_MAX];
	struct sn_amount amount;
	const char *comma = memchr(line, ',', len);
	if (memchr(line, '"', len))
		return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "quotation marks are not allowed"),
				     "write ADDRESS,AMOUNT without quotation marks");
	if (!comma)
		return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "no comma"),
				     "write ADDRESS,AMOUNT in each line");
	size_t before = (size_t)(comma - line), behind = len - before - 1;
	if (memchr(comma + 1, ',', behind))
		return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "more than one comma"),
				     "write ADDRESS,AMOUNT in each line, and amounts with a decimal point");
	int ret = read_field(address, line, before, "address", err);
	if (!ret)
		ret = sn_address_parse_for(&d->address, address, network, err);
	if (!ret)
		ret = read_field(amount_text, comma + 1, behind, "amount", err);
	if (!ret)
		ret = sn_amount_parse(&amount, amount_text, err);
	if (ret)
		return ret;
	if (amount.pico == 0)
		return sn_error_set(err, SN_BAD_INPUT, "the amount is zero");
	d->amount = amount.pico;
	return SN_OK;
}

static bool is_empty(const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!is_blank(line[i]))
			return false;
	return true;
}

static bool is_header(const char *line, size_t len)
{
	return len == strlen(HEADER) && !memcmp(line, HEADER, len);
}

static size_t count_lines(const char *text, size_t len)
{
	size_t n = 1;
	for (size_t i = 0; i < len; i++)
		n += text[i] == '\n';
	return n;
}

int sn_payment_request_csv(struct sn_payment_request *request, enum sn_network network, const char *text,
			   size_t len, struct sn_error *err)
{
	const size_t mark = strlen(BYTE_ORDER_MARK), room = count_lines(text, len);
	struct lines lines = {.at = text, .end = text + len};
	if (len >= mark && !memcmp(text, BYTE_ORDER_MARK, mark))
		lines.at += mark;
	struct sn_payment_destination *list =
		calloc(room < SN_DESTINATIONS_MAX ? room : SN_DESTINATIONS_MAX, sizeof *list);
	if (!list)
		return sn_error_memory(err);
	size_t n = 0, line_len, first_line = 0, wrong = 0; /* the wrong line; 0: the last one read */
	const char *line;
	int ret = SN_OK;
	while (!ret && next_line(&lines, &line, &line_len)) {
		if (is_empty(line, line_len) || (lines.number == 1 && is_header(line, line_len)))
			continue;
		if (n == SN_DESTINATIONS_MAX)
			ret = sn_error_hint(err,
					    sn_error_set(err, SN_BAD_INPUT,
							 "more than %d recipients: too many for one file",
							 SN_DESTINATIONS_MAX),
					    "split the list");
		else
			ret = read_line(&list[n++], network, line, line_len, err);
		if (n == 1)
			first_line = lines.number;
		if (!ret && !sn_plan_may_share(&list[0].address, &list[n - 1].address)) {
			wrong = list[n - 1].address.kind == SN_ADDRESS_INTEGRATED ? 0 : first_line;
			ret = sn_plan_refuse_sharing(err);
		}
	}
	if (ret)
		sn_error_prefix(err, ret, "line %zu", wrong ? wrong : lines.number);
	else if (n == 0)
		ret = sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "the list has no recipient"),
				    "write ADDRESS,AMOUNT in each line");
	if (ret) {
		free(list);
		return ret;
	}
	request->destinations = list;
	request->n_destinations = n;
	return SN_OK;
}
