/* app/notify_sink.h - the recipient of notices (app/notify.h). */
#ifndef SN_APP_NOTIFY_SINK_H
#define SN_APP_NOTIFY_SINK_H

#include "base/error.h"
#include "hot/notices.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether a delivery that has taken `ms` milliseconds may continue. Call it at least once a second. */
typedef bool sn_notify_patience(void *context, uint64_t ms);

struct sn_notify_sink {
	/* Deliver a notice. Returns 0 if the recipient has it. Otherwise the reason is in `err`. */
	int (*deliver)(void *context, const struct sn_notice *notice, sn_notify_patience *waits_on,
		       void *patience_context, struct sn_error *err);
	void *context;
	const char *name; /* "--tx-notify", for the log */
};

#endif
