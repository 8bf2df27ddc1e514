#include "tools/confine/threads.h"

#include "tools/confine/filter.h"
#include "tools/confine/kernel.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int cli_confine_threads(unsigned uses, struct sn_error *err)
{
	const struct sock_fprog *filter = cli_confine_filter(uses);
	if (!filter)
		return sn_error_set(err, SN_REFUSED, "there is no system call filter for this architecture");
	/* A positive result is the thread that could not be confined. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, filter))
		return sn_error_set(err, SN_REFUSED,
				    "the kernel does not confine this program's threads (seccomp): %s",
				    strerror(errno));
	return SN_OK;
}
