/* app/session_status.h - how far the session has followed the chain. */
#ifndef SN_APP_SESSION_STATUS_H
#define SN_APP_SESSION_STATUS_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct sn_session_status {
	bool is_following;
	bool is_synchronized;   /* the last pass came to the daemon's top */
	uint64_t height;        /* the wallet's: next block to scan */
	uint64_t daemon_height; /* as of the last answer; 0: none yet */
	uint64_t target_height;
	bool has_failed;  /* the last pass, with: */
	int failure_code; /* enum sn_err */
	struct sn_error failure;
};

#endif
