/* hot_report_fixture.h - an open wallet, and comparison of a report in text or JSON, for the tests of
 * hot/report*.h. */
#ifndef HOT_REPORT_FIXTURE_H
#define HOT_REPORT_FIXTURE_H

#include "cold_sets.h"
#include "hot/report.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#define NOW 1700000000

static struct hot h;
static struct sn_buf text;
static cJSON *object;

static inline void set_up(void)
{
	struct sn_account alice = cold_account("alice");
	hot_open(&h, &alice);
	object = cJSON_CreateObject();
}

static inline void tear_down(void)
{
	sn_json_free(object);
	sn_buf_free(&text);
	hot_close(&h);
}

/* The complete appended text. */
static inline void is_text(const char *expected)
{
	sn_put_u8(&text, 0);
	cr_assert_str_eq((char *)text.data, expected);
	sn_buf_clear(&text);
}

static inline void is_json(const char *expected)
{
	struct sn_buf printed = {0};
	cr_assert(!sn_json_print(&printed, object, false));
	sn_put_u8(&printed, 0);
	cr_assert_str_eq((char *)printed.data, expected);
	sn_buf_free(&printed);
	sn_json_free(object);
	object = cJSON_CreateObject();
}

#define A16 "aaaaaaaaaaaaaaaa"
#define B16 "bbbbbbbbbbbbbbbb"
#define A A16 A16 A16 A16
#define B B16 B16 B16 B16

static inline struct sn_hash hash_of(uint8_t byte)
{
	struct sn_hash hash;
	memset(hash.b, byte, sizeof hash.b);
	return hash;
}

#endif
