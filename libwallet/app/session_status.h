/* app/session_status.h - the progress of a session in following the chain. */
#ifndef SN_APP_SESSION_STATUS_H
#define SN_APP_SESSION_STATUS_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct sn_session_status {
	bool is_following;
	bool is_synchronized;   /* the last pass reached the daemon's top */
	uint64_t height;        /* of the wallet: the next block to scan */
	uint64_t daemon_height; /* at the last answer; 0: none yet */
	uint64_t target_height;
	bool has_failed;  /* the last pass failed, with: */
	int failure_code; /* enum sn_err */
	struct sn_error failure;
};

#endif
