/* Any text as JSON: refused with a sentence, or a tree whose text is read as the same. Every getter is
 * tried on it. */
#include "base/json.h"
#include "fuzz.h"

#include <string.h>

static void try_getters(const cJSON *object)
{
	static const char *const keys[] = {"a", "amount", NULL};
	struct sn_error err = {0};
	uint64_t number = 7;
	bool flag = true;
	const char *string = "";
	const cJSON *array = NULL, *inner = NULL;
	uint8_t bytes[2];
	if (sn_json_get_u64(object, "a", &number, &err))
		FUZZ_CHECK(number == 7);
	else
		FUZZ_CHECK(sn_json_has(object, "a") && !sn_json_opt_u64(object, "a", &number, &err));
	(void)!sn_json_get_bool(object, "a", &flag, &err);
	(void)!sn_json_get_string(object, "a", &string, &err);
	(void)!sn_json_get_array(object, "a", &array, &err);
	(void)!sn_json_get_object(object, "a", &inner, &err);
	(void)!sn_json_get_hex(object, "a", bytes, sizeof bytes, &err);
	(void)!sn_json_opt_bool(object, "a", &flag, &err);
	(void)!sn_json_opt_string(object, "a", &string, &err);
	(void)!sn_json_opt_array(object, "a", &array, &err);
	err = (struct sn_error){0};
	int ret = sn_json_only_keys(object, keys, &err);
	if (ret)
		fuzz_check_refusal(ret, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_error err = {0};
	struct sn_buf once = {0}, twice = {0};
	cJSON *root, *again;
	int ret = sn_json_parse(&root, (const char *)data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!root);
		return 0;
	}
	fuzz_accept();
	try_getters(root);
	if (cJSON_IsArray(root))
		try_getters(root->child);
	/* cJSON prints numbers from its double, which is not what sn_json_as_u64 reads: the first text may
	 * differ. */
	FUZZ_CHECK(!sn_json_print(&once, root, false));
	FUZZ_CHECK(!sn_json_parse(&again, (const char *)once.data, once.len, &err));
	FUZZ_CHECK(!sn_json_print(&twice, again, false));
	FUZZ_CHECK(fuzz_is_same(&twice, once.data, once.len));
	sn_json_free(root);
	sn_json_free(again);
	sn_buf_free(&once);
	sn_buf_free(&twice);
	return 0;
}
