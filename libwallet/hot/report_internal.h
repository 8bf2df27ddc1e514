/* hot/report_internal.h - shared functions of the report_*.c files. Not for other files. */
#ifndef SN_HOT_REPORT_INTERNAL_H
#define SN_HOT_REPORT_INTERNAL_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "chain/account.h"
#include "chain/address.h"
#include "hot/history.h"
#include "hot/own_addresses.h"

#define SN_REPORT_DATE_TEXT 40

/* Format a time in Unix seconds like strftime, in UTC. `unknown` stands for 0, and for a time outside of the
 * calendar. */
void sn_report_date(char text[static SN_REPORT_DATE_TEXT], const char *format, uint64_t seconds,
		    const char *unknown);

/* "scanned up to height N", or, if the wallet has scanned no block, "no block scanned yet". */
#define SN_REPORT_SCANNED_TEXT 48
void sn_report_scanned(char text[static SN_REPORT_SCANNED_TEXT], const struct sn_wallet *w);

/* SN_IO if the buffer failed. */
int sn_report_done(const struct sn_buf *out) SN_MUST_USE;

/* Add an empty array to `object`, an empty object to `array`. NULL when out of memory, or if the argument is
 * NULL. */
cJSON *sn_report_add_array(cJSON *object, const char *key);
cJSON *sn_report_push_object(cJSON *array);

/* Add members. False when out of memory, or if `object` is NULL. */
bool sn_report_u64(cJSON *object, const char *key, uint64_t value);
bool sn_report_hex(cJSON *object, const char *key, const void *data, size_t len);
bool sn_report_string(cJSON *object, const char *key, const char *text);
bool sn_report_bool(cJSON *object, const char *key, bool value);
bool sn_report_address(cJSON *object, const char *key, const struct sn_address *address);
bool sn_report_index(cJSON *object, const char *key, struct sn_subaddress_index index);

/* Add the value to the array as one node of text (cJSON_Raw). As a tree of nodes it may take some 2 KiB.
 * `text` is a buffer for any use, which the caller frees. The value stays the caller's. */
bool sn_report_push_raw(cJSON *array, struct sn_buf *text, const cJSON *value);

/* Add the members of a transfer (report_history.c). */
bool sn_report_transfer(cJSON *object, struct sn_own_addresses *own, const struct sn_transfer *t);

#endif
