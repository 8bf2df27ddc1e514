#include "cold/approval_keys.h"

#include "chain/names.h"

#include <string.h>

#define KEYS "keys"
#define REQUIRED "required"

static int check_name(const char *name, struct sn_error *err)
{
	int ret = sn_name_check(name, err);
	if (!ret && strlen(name) > SN_APPROVAL_NAME_MAX)
		ret = sn_error_set(err, SN_BAD_INPUT, "invalid name: it is longer than %d bytes",
				   SN_APPROVAL_NAME_MAX);
	return ret;
}

/* A key that another name has, too, would count twice. A number finds the key of a signature. */
static int check_is_new(const struct sn_approval_keys *keys, const struct sn_detached_key *key,
			struct sn_error *err)
{
	for (size_t i = 0; i < keys->n; i++) {
		const struct sn_detached_key *other = &keys->keys[i].key;
		if (!memcmp(&other->point, &key->point, sizeof key->point))
			return sn_error_set(err, SN_BAD_INPUT, "the same key as \"%s\"", keys->keys[i].name);
		if (!memcmp(other->number, key->number, sizeof key->number))
			return sn_error_set(err, SN_BAD_INPUT, "the key has the same number as \"%s\"",
					    keys->keys[i].name);
	}
	return SN_OK;
}

static int parse_key(struct sn_approval_keys *keys, const cJSON *item, struct sn_error *err)
{
	struct sn_detached_key key;
	int ret = check_name(item->string, err);
	if (ret)
		return ret;
	if (!cJSON_IsString(item))
		ret = sn_error_set(err, SN_BAD_INPUT, "the key must be a string");
	else if (keys->n == SN_APPROVAL_KEYS_MAX)
		ret = sn_error_set(err, SN_BAD_INPUT, "more than %d keys", SN_APPROVAL_KEYS_MAX);
	else if (!(ret = sn_detached_key_parse(&key, item->valuestring, err)))
		ret = check_is_new(keys, &key, err);
	if (ret)
		return sn_error_prefix(err, ret, "\"%s\"", item->string);
	strcpy(keys->keys[keys->n].name, item->string);
	keys->keys[keys->n++].key = key;
	return SN_OK;
}

static int parse_keys(struct sn_approval_keys *keys, const cJSON *list, struct sn_error *err)
{
	int ret = SN_OK;
	for (const cJSON *item = list->child; !ret && item; item = item->next)
		ret = parse_key(keys, item, err);
	if (!ret && !keys->n)
		ret = sn_error_set(err, SN_BAD_INPUT, "no key");
	return ret ? sn_error_prefix(err, ret, KEYS) : SN_OK;
}

int sn_approval_keys_parse(struct sn_approval_keys *keys, const cJSON *item, struct sn_error *err)
{
	static const char *const members[] = {REQUIRED, KEYS, NULL};
	const cJSON *list;
	uint64_t required;
	*keys = (struct sn_approval_keys){0};
	if (!cJSON_IsObject(item))
		return sn_error_set(err, SN_BAD_INPUT, "must be an object");
	int ret = sn_json_only_keys(item, members, err);
	if (!ret)
		ret = sn_json_get_u64(item, REQUIRED, &required, err);
	if (!ret)
		ret = sn_json_get_object(item, KEYS, &list, err);
	if (!ret)
		ret = parse_keys(keys, list, err);
	if (!ret && (!required || required > keys->n))
		ret = sn_error_set(err, SN_BAD_INPUT, REQUIRED " must be from 1 to %zu, the number of keys",
				   keys->n);
	if (!ret)
		keys->required = (size_t)required;
	return ret;
}
