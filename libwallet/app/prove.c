#include "app/prove.h"

#include "app/session_internal.h"
#include "base/cores.h"
#include "node/daemon_transaction.h"

int sn_session_prove(struct sn_session *s, const struct sn_prove_request *request, const void *file,
		     size_t len, struct sn_prove_result *result, struct sn_error *err)
{
	return sn_cold_prove(result, s->account, request, file, len, (unsigned)sn_cores(), err);
}

static int begin(struct sn_session *s, const char *command, struct sn_error *err)
{
	int ret = sn_session_need_daemon(s, command, err);
	if (!ret)
		sn_work_begin(&s->work, SN_WORK_PROMPT);
	return ret;
}

int sn_session_prove_received(struct sn_session *s, const struct sn_prove_request *request,
			      struct sn_prove_result *result, struct sn_error *err)
{
	struct sn_daemon_transaction found = {0};
	*result = (struct sn_prove_result){0};
	int ret = begin(s, "get_tx_proof without an unsigned file", err);
	if (ret)
		return ret;
	ret = sn_daemon_get_whole_transaction(s->daemon, &request->tx_hash, &found, err);
	sn_work_end(&s->work);
	if (!ret)
		ret = sn_session_prove(s, request, found.bytes.data, found.bytes.len, result, err);
	sn_daemon_transaction_free(&found);
	return ret;
}

typedef int check_with(struct sn_proof_result *, struct sn_daemon *, const struct sn_proof_claim *,
		       struct sn_error *);

static int check(struct sn_session *s, const char *command, check_with *check_with_daemon,
		 const struct sn_proof_claim *claim, struct sn_proof_result *result, struct sn_error *err)
{
	int ret = begin(s, command, err);
	if (ret)
		return ret;
	ret = check_with_daemon(result, s->daemon, claim, err);
	sn_work_end(&s->work);
	return ret;
}

int sn_session_check_payment(struct sn_session *s, const struct sn_proof_claim *claim,
			     struct sn_proof_result *result, struct sn_error *err)
{
	return check(s, "check_tx_proof", sn_check_payment, claim, result, err);
}

int sn_session_check_spend(struct sn_session *s, const struct sn_proof_claim *claim,
			   struct sn_proof_result *result, struct sn_error *err)
{
	return check(s, "check_spend_proof", sn_check_spend, claim, result, err);
}

int sn_session_check_reserve(struct sn_session *s, const struct sn_reserve_claim *claim,
			     struct sn_reserve_result *result, struct sn_error *err)
{
	int ret = begin(s, "check_reserve_proof", err);
	if (ret)
		return ret;
	ret = sn_check_reserve(result, s->daemon, claim, err);
	sn_work_end(&s->work);
	return ret;
}
