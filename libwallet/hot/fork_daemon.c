#include "hot/fork_daemon.h"

#include "chain/consensus.h"
#include "hot/fork.h"
#include "node/daemon_info.h"

/* Refuse if the daemon reports a version above `max`. */
static int check_daemon(struct sn_daemon *daemon, unsigned max, struct sn_error *err)
{
	unsigned version;
	struct sn_error why;
	const int ret = sn_daemon_get_fork_version(daemon, &version, &why);
	if (ret == SN_IO && err)
		*err = why;
	if (ret == SN_IO)
		return ret;
	if (ret || version <= max)
		return SN_OK;
	if (version > SN_BLOCK_VERSION_MAX)
		return sn_error_hint(
			err,
			sn_error_because(
				err, SN_REFUSED, SN_REASON_FORK,
				"the daemon at %s reports network upgrade %u, but this release supports upgrades up to %u: " SN_FORK_UNREADABLE,
				sn_daemon_address(daemon), version, SN_BLOCK_VERSION_MAX),
			SN_FORK_HINT);
	return sn_error_hint(
		err,
		sn_error_because(
			err, SN_REFUSED, SN_REASON_FORK,
			"the daemon at %s reports network upgrade %u, but this release pays only up to upgrade %u: " SN_FORK_UNPAYABLE,
			sn_daemon_address(daemon), version, SN_PAYMENT_VERSION_MAX),
		SN_FORK_PROPOSAL_HINT);
}

int sn_check_fork(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err)
{
	const int ret = sn_fork_check_wallet(w, err);
	return ret ? ret : check_daemon(daemon, SN_PAYMENT_VERSION_MAX, err);
}

int sn_check_readable(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err)
{
	const int ret = sn_fork_is_unreadable(w) ? sn_fork_check_wallet(w, err) : SN_OK;
	return ret ? ret : check_daemon(daemon, SN_BLOCK_VERSION_MAX, err);
}
