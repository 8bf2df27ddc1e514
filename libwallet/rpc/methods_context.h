/* rpc/methods_context.h - what the methods work on. */
#ifndef SN_RPC_METHODS_CONTEXT_H
#define SN_RPC_METHODS_CONTEXT_H

#include "app/session.h"
#include "handoff/limits.h"

#include <stdatomic.h>

#define SN_RPC_METHODS_MAX 64

/* How often each method was called, and failed, by its position in the table of methods. Only increase. */
struct sn_rpc_method_counts {
	atomic_ullong calls[SN_RPC_METHODS_MAX], errors[SN_RPC_METHODS_MAX];
};

/* The methods for one session, which must outlive them. */
struct sn_rpc_methods {
	struct sn_session *session;
	struct sn_limits limits;  /* for sign_transfer, and for transfer of a master wallet */
	const struct sn_log *log; /* method names and results at SN_LOG_INFO, no params; may be NULL */
	bool allow_respend;       /* permit the param "allow_respend" */
	struct sn_rpc_method_counts *counts; /* may be NULL */
};

#endif
