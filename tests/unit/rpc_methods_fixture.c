#include "rpc_methods_fixture.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hot h;
struct sn_account alice, bob;
char bobs[SN_ADDRESS_TEXT_MAX], bobs_stagenet[SN_ADDRESS_TEXT_MAX];
struct chain chain;
struct sn_session *session;
struct sn_rpc_methods methods;
struct sn_error last_error;
char *text_of_log;
size_t n_log_lines;

static void write_log(void *context, enum sn_log_level level, const char *line)
{
	(void)context;
	(void)level;
	cr_assert(text_of_log != NULL);
	snprintf(text_of_log, 512, "%s", line);
	n_log_lines++;
}

static const struct sn_log sink = {.level = SN_LOG_INFO, .write = write_log};

void open_session(struct sn_wallet *w, struct sn_daemon *daemon)
{
	cr_assert(!sn_session_open(&session, w, daemon, NULL, &last_error), "%s", last_error.text);
	methods = (struct sn_rpc_methods){.session = session, .log = &sink};
}

void close_session(void)
{
	cr_assert(!sn_session_close(session, &last_error), "%s", last_error.text);
}

void methods_set_up(void)
{
	struct sn_address a;
	alice = cold_account("alice");
	bob = cold_account("bob");
	a = cold_address(&bob, 0, 0);
	sn_address_format(bobs, &a);
	a.network = SN_STAGENET;
	sn_address_format(bobs_stagenet, &a);
	text_of_log = calloc(1, 512);
	hot_open(&h, &alice);
}

void methods_tear_down(void)
{
	hot_close(&h);
	free(text_of_log);
}

static cJSON *vask(const char *method, const char *params, va_list ap)
{
	struct sn_buf request = {0}, answer = {0};
	struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	cJSON *root;
	char *words, start[128];
	cr_assert(vasprintf(&words, params, ap) >= 0);
	snprintf(start, sizeof start,
		 "{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"%s\",\"params\":", method);
	sn_put_bytes(&request, start, strlen(start));
	sn_put_bytes(&request, words, strlen(words));
	sn_put_u8(&request, '}');
	free(words);
	cr_assert(!sn_jsonrpc_answer(&answer, &service, (char *)request.data, request.len));
	cr_assert(!sn_json_parse(&root, (char *)answer.data, answer.len, &last_error), "%s", last_error.text);
	sn_buf_free(&request);
	sn_buf_free(&answer);
	return root;
}

cJSON *ask(const char *method, const char *params, ...)
{
	va_list ap;
	va_start(ap, params);
	cJSON *root = vask(method, params, ap);
	va_end(ap);
	return root;
}

const cJSON *result_of(const cJSON *answer)
{
	const cJSON *result, *error;
	const char *message = "";
	if (!sn_json_get_object(answer, "error", &error, NULL))
		cr_assert(!sn_json_get_string(error, "message", &message, NULL));
	cr_assert(!sn_json_get_object(answer, "result", &result, NULL), "%s", message);
	return result;
}

void expect_error(int code, const char *words, const char *method, const char *params, ...)
{
	const cJSON *error, *data = NULL;
	const char *message, *hint = "";
	va_list ap;
	va_start(ap, params);
	cJSON *answer = vask(method, params, ap);
	va_end(ap);
	cr_assert(!sn_json_get_object(answer, "error", &error, NULL), "%s succeeds, not: %s", method, words);
	cr_assert(!sn_json_get_string(error, "message", &message, NULL));
	if (!sn_json_get_object(error, "data", &data, NULL))
		cr_assert(!sn_json_opt_string(data, "hint", &hint, NULL));
	int its_code = (int)cJSON_GetObjectItemCaseSensitive(error, "code")->valuedouble;
	cr_assert_eq(its_code, code, "%s: %d, not %d: %s", method, its_code, code, message);
	cr_assert(strstr(message, words) || strstr(hint, words), "\"%s\", \"%s\": no \"%s\"", message, hint,
		  words);
	sn_json_free(answer);
}

uint64_t u64(const cJSON *object, const char *key)
{
	uint64_t value;
	struct sn_error why;
	cr_assert(!sn_json_get_u64(object, key, &value, &why), "%s", why.text);
	return value;
}

const char *string(const cJSON *object, const char *key)
{
	const char *value;
	struct sn_error why;
	cr_assert(!sn_json_get_string(object, key, &value, &why), "%s", why.text);
	return value;
}

bool boolean(const cJSON *object, const char *key)
{
	bool value;
	struct sn_error why;
	cr_assert(!sn_json_get_bool(object, key, &value, &why), "%s", why.text);
	return value;
}

const cJSON *element(const cJSON *object, const char *key, int size, int i)
{
	const cJSON *array;
	struct sn_error why;
	cr_assert(!sn_json_get_array(object, key, &array, &why), "%s", why.text);
	cr_assert_eq(cJSON_GetArraySize(array), size);
	return cJSON_GetArrayItem(array, i);
}

void add_to(struct sn_subaddress_index address, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, amount, height);
	o.subaddress = address;
	o.global_index = EACH * o.height + h.w->n_outputs % EACH; /* in this block */
	o.key = chain_key(o.global_index);
	hot_add(&h, &o);
}

void add(uint32_t account, uint64_t amount, uint64_t height)
{
	add_to((struct sn_subaddress_index){account, 0}, amount, height);
}

void methods_set_up_watch(void)
{
	methods_set_up();
	chain_start(&chain, h.w, BLOCKS, EACH);
	add(0, 10000 * XMR, 100);
	add(0, ABOVE_2_53, 200);
	add(1, 1 * XMR, 994);
	add(2, UINT64_MAX, 995);
	hot_set_height(&h, BLOCKS);
	open_session(h.w, chain.daemon);
}

void methods_tear_down_watch(void)
{
	close_session();
	h.w = NULL;
	chain_stop(&chain);
	methods_tear_down();
}
