/* app/session_status.h - the progress of a session in following the chain. */
#ifndef SN_APP_SESSION_STATUS_H
#define SN_APP_SESSION_STATUS_H

#include "base/error.h"
#include "hot/notices.h"

#include <stdbool.h>
#include <stdint.h>

/* The deliveries of one kind of notice (app/notify.h), since the session was opened. */
struct sn_session_deliveries {
	bool is_active;      /* they are delivered */
	uint64_t delivered;  /* successful attempts */
	uint64_t n_failures; /* failed attempts */
	bool has_failed;     /* the last attempt failed, with: */
	int failure_code;    /* enum sn_err */
	struct sn_error failure;
};

struct sn_session_status {
	bool is_following;
	bool is_synchronized;   /* the last pass reached the daemon's top */
	uint64_t height;        /* of the wallet: the next block to scan */
	uint64_t daemon_height; /* at the last answer; 0: none yet */
	uint64_t target_height;
	bool has_failed;  /* the last pass failed, with: */
	int failure_code; /* enum sn_err */
	struct sn_error failure;
	uint64_t answered_ms; /* sn_monotonic_ms after the last part of a pass that succeeded; 0: none */
	uint64_t newest_time; /* of the last scanned block, Unix seconds; 0: none was scanned */
	uint64_t n_failures;  /* parts of passes that failed, since the session was opened */
	uint64_t n_reorganizations; /* since the session was opened */
	struct sn_session_deliveries notices[SN_NOTICE_KINDS];
};

#endif
