#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

void sn_report_date(char text[static SN_REPORT_DATE_TEXT], const char *format, uint64_t seconds,
		    const char *unknown)
{
	time_t time = (time_t)seconds;
	struct tm tm;
	if (!seconds || seconds > UINT32_MAX || !gmtime_r(&time, &tm) ||
	    !strftime(text, SN_REPORT_DATE_TEXT, format, &tm))
		snprintf(text, SN_REPORT_DATE_TEXT, "%s", unknown);
}

void sn_report_scanned(char text[static SN_REPORT_SCANNED_TEXT], const struct sn_wallet *w)
{
	if (w->n_blocks)
		snprintf(text, SN_REPORT_SCANNED_TEXT, "scanned up to height %" PRIu64, sn_wallet_height(w));
	else
		snprintf(text, SN_REPORT_SCANNED_TEXT, "no block scanned yet");
}

int sn_report_done(const struct sn_buf *out)
{
	return out->failed ? SN_IO : SN_OK;
}

cJSON *sn_report_add_array(cJSON *object, const char *key)
{
	return object ? cJSON_AddArrayToObject(object, key) : NULL;
}

cJSON *sn_report_push_object(cJSON *array)
{
	cJSON *item = array ? cJSON_CreateObject() : NULL;
	if (item && !cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		item = NULL;
	}
	return item;
}

bool sn_report_push_raw(cJSON *array, struct sn_buf *text, const cJSON *value)
{
	sn_buf_clear(text);
	if (!array || !value || sn_json_print(text, value, false))
		return false;
	sn_put_u8(text, 0);
	cJSON *item = text->failed ? NULL : cJSON_CreateRaw((const char *)text->data);
	bool done = item && cJSON_AddItemToArray(array, item);
	if (!done)
		sn_json_free(item);
	return done;
}

bool sn_report_u64(cJSON *object, const char *key, uint64_t value)
{
	return object && !sn_json_add_u64(object, key, value);
}

bool sn_report_hex(cJSON *object, const char *key, const void *data, size_t len)
{
	return object && !sn_json_add_hex(object, key, data, len);
}

bool sn_report_string(cJSON *object, const char *key, const char *text)
{
	return object && cJSON_AddStringToObject(object, key, text);
}

bool sn_report_bool(cJSON *object, const char *key, bool value)
{
	return object && cJSON_AddBoolToObject(object, key, value);
}

bool sn_report_address(cJSON *object, const char *key, const struct sn_address *address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, address);
	return sn_report_string(object, key, text);
}

bool sn_report_index(cJSON *object, const char *key, struct sn_subaddress_index index)
{
	cJSON *item = object ? cJSON_AddObjectToObject(object, key) : NULL;
	return sn_report_u64(item, "major", index.major) && sn_report_u64(item, "minor", index.minor);
}
