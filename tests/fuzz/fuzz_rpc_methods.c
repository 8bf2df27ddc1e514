/* Any bytes as a JSON-RPC request to a wallet's session: the answer is valid JSON in UTF-8, or nothing;
 * afterwards the wallet keeps its invariants, and closes.
 *
 * The first byte: 1 a master wallet, 2 there is a daemon. Then the request, and behind a NUL what the daemon
 * answers to whatever it is asked. */
#include "app/session.h"
#include "check_wallet.h"
#include "daemon_answer.h"
#include "fuzz.h"
#include "memory_wallet.h"
#include "node/call.h"
#include "rpc/methods.h"

#include <string.h>

enum { IS_MASTER = 1, HAS_DAEMON = 2 };

static void ask(struct sn_session *s, const char *text, size_t len)
{
	struct sn_rpc_methods methods = {.session = s};
	struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	struct sn_buf answer = {0};
	struct sn_error err = {0};
	cJSON *root;
	FUZZ_CHECK(!sn_jsonrpc_answer(&answer, &service, text, len));
	if (answer.len) {
		FUZZ_CHECK(!sn_json_parse(&root, (const char *)answer.data, answer.len, &err));
		if (cJSON_HasObjectItem(root, "result"))
			fuzz_accept();
		sn_json_free(root);
	}
	sn_buf_free(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_daemon daemon = {0};
	struct sn_session *s;
	struct sn_wallet *w;
	struct sn_error err;
	if (!len)
		return 0;
	uint8_t how = data[0];
	const char *request = (const char *)data + 1;
	size_t n = strnlen(request, len - 1), rest = len - 1 - n;
	daemon_answer((const uint8_t *)request + n + (rest > 0), rest ? rest - 1 : 0);
	memory_wallet_put(how & IS_MASTER ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
	FUZZ_CHECK(!sn_wallet_open(&w, MEMORY_WALLET, SN_WALLET_WRITE, "", NULL, &err));
	FUZZ_CHECK(!sn_session_open(&s, w, how & HAS_DAEMON ? &daemon : NULL, NULL, &err));
	ask(s, request, n);
	check_wallet(sn_session_read(s));
	sn_session_read_end(s);
	FUZZ_CHECK(!sn_session_close(s, &err));
	memory_journal_forget();
	return 0;
}
