#include "hot/fork.h"

#include "chain/consensus.h"
#include "chain/block.h"
#include "node/daemon_blocks.h"

#include <inttypes.h>

uint8_t sn_fork_cut(struct sn_daemon_blocks *answer, size_t first, uint64_t *height)
{
	for (size_t i = first; i < answer->count; i++) {
		uint8_t version = sn_block_version(answer->blocks[i].blob, answer->blocks[i].len);
		if (version <= SN_BLOCK_VERSION_MAX)
			continue;
		*height = answer->start_height + i;
		answer->count = i;
		return version;
	}
	return 0;
}

bool sn_fork_is_unreadable(const struct sn_wallet *w)
{
	return w->fork_version > SN_BLOCK_VERSION_MAX;
}

int sn_fork_check_wallet(const struct sn_wallet *w, struct sn_error *err)
{
	const unsigned version = w->fork_version;
	if (!version)
		return SN_OK;
	if (sn_fork_is_unreadable(w))
		return sn_error_hint(
			err,
			sn_error_because(
				err, SN_REFUSED, SN_REASON_FORK,
				"the block at height %" PRIu64
				" is of network upgrade %u, but this release supports upgrades up to %u: " SN_FORK_UNREADABLE,
				w->fork_height, version, SN_BLOCK_VERSION_MAX),
			SN_FORK_HINT);
	return sn_error_hint(
		err,
		sn_error_because(
			err, SN_REFUSED, SN_REASON_FORK,
			"the block at height %" PRIu64
			" is of network upgrade %u, but this release pays only up to upgrade %u: " SN_FORK_UNPAYABLE,
			w->fork_height, version, SN_PAYMENT_VERSION_MAX),
		SN_FORK_PROPOSAL_HINT);
}
