/* chain/names_print.h - the owner's names as text and as JSON (doc/reference/json.md). */
#ifndef SN_CHAIN_NAMES_PRINT_H
#define SN_CHAIN_NAMES_PRINT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "chain/names.h"

/* Append a line for each contact and for each label, or "no names". SN_IO. */
int sn_names_text(struct sn_buf *out, const struct sn_names *names) SN_MUST_USE;

/* Add the members "address_book" and "labels". SN_IO, also if `object` is NULL. */
int sn_names_json(cJSON *object, const struct sn_names *names) SN_MUST_USE;

#endif
