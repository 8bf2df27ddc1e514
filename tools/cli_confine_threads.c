#include "tools/cli_confine.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int cli_confine_threads(struct sn_error *err)
{
	if (!cli_confine_exists())
		return SN_OK;
	/* Above 0: the thread that could not be brought in line. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, cli_confine_filter()))
		return sn_error_errno(err, "cannot give up the right to use a network");
	return SN_OK;
}
