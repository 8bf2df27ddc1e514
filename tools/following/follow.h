/* tools/following/follow.h - scan the chain again and again, and report events: wo-sync --follow.
 *
 * The wallet file is locked during each pass only, so that other programs can change it in between. */
#ifndef FOLLOWING_FOLLOW_H
#define FOLLOWING_FOLLOW_H

#include "tools/cli/cli.h"

#include "hot/goal.h"
#include "node/daemon.h"
#include "store/wallet.h"

struct follow_options {
	bool prints;         /* each event to stdout */
	const char *command; /* run for each event (following/run.h); NULL: none */
	uint64_t interval;   /* seconds between two passes */
	struct sn_goal goal; /* end when it is reached */
};

/* Follow until the goal is reached, or until stop_asked (following/stop.h). `wallet` is open for writing, and
 * is suspended at the end. A daemon that fails is tried again. With a goal, stopping before it is reached is
 * SN_REFUSED. */
int follow_chain(struct cli *cli, const struct follow_options *options, struct sn_wallet *wallet,
		 struct sn_daemon *daemon) SN_MUST_USE;

#endif
