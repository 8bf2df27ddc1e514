#include "rpc/monitor.h"

#include <criterion/criterion.h>
#include <string.h>

#define NOW UINT64_C(1000000)

/* A session that follows the chain at height 100. */
static struct sn_session_status healthy(void)
{
	return (struct sn_session_status){
		.is_following = true,
		.is_synchronized = true,
		.height = 100,
		.daemon_height = 100,
		.target_height = 100,
		.answered_ms = NOW - 1000,
	};
}

static void expect(const struct sn_session_status *status, const char *problem)
{
	char text[SN_RPC_HEALTH_TEXT];
	cr_assert_eq(sn_rpc_health_problem(text, status, NOW), *problem != 0);
	cr_assert_str_eq(text, problem);
}

Test(rpc_monitor, health)
{
	struct sn_session_status s = healthy();
	expect(&s, "");

	s.is_synchronized = false; /* during each scan of a new block */
	s.height = 100 - SN_RPC_HEALTH_LAG;
	expect(&s, "");
	s.height--;
	expect(&s, "11 blocks behind");
	s = healthy();
	s.target_height = 111; /* the daemon itself is behind */
	expect(&s, "11 blocks behind");
	s = healthy();
	s.height = 110; /* the daemon lost blocks */
	expect(&s, "");
	s.height++;
	expect(&s, "the daemon is 11 blocks behind");

	s = healthy();
	s.answered_ms = NOW - SN_RPC_HEALTH_SECONDS * 1000;
	expect(&s, "");
	s.answered_ms -= 1000;
	expect(&s, "the daemon has not answered for 121 seconds");
	s.answered_ms = 0;
	expect(&s, "the daemon has not answered yet");

	s = healthy();
	s.has_failed = true;
	s.failure_code = SN_DAEMON;
	expect(&s, "the daemon does not answer");
	s.failure_code = SN_NEEDS_REPAIR;
	expect(&s, "the wallet needs repair");
	s.failure_code = SN_IO;
	expect(&s, "the last scan failed");
}
