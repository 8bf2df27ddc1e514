#include "hot/priority.h"
#include "node/daemon_info.h"
#include "node/daemon_load.h"

static uint64_t add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
	uint64_t product;
	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

bool sn_priority_has_backlog(const struct sn_daemon_backlog *backlog, uint64_t per_byte,
			     uint64_t block_weight_limit)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < backlog->count; i++) {
		uint64_t weight = sn_daemon_backlog_weight(backlog, i);
		if (sn_daemon_backlog_fee(backlog, i) >= multiply(per_byte, weight))
			sum = add(sum, weight);
	}
	return sum >= block_weight_limit / 2;
}

bool sn_priority_has_full_blocks(const uint64_t weights[SN_PRIORITY_BLOCKS], uint64_t block_weight_limit)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < SN_PRIORITY_BLOCKS; i++)
		sum = add(sum, weights[i]);
	return multiply(100, sum) / SN_PRIORITY_BLOCKS / (block_weight_limit / 2) > 80;
}

/* A missing answer is no reason to pay more. */
static int unless_unanswered(int ret)
{
	return ret == SN_DAEMON ? SN_OK : ret;
}

int sn_priority_usual(unsigned *priority, struct sn_daemon *daemon, const struct sn_daemon_info *info,
		      const struct sn_daemon_fees *fees, struct sn_error *err)
{
	struct sn_daemon_backlog backlog;
	uint64_t weights[SN_PRIORITY_BLOCKS];
	*priority = 1;
	int ret = sn_daemon_get_backlog(daemon, &backlog, err);
	if (ret)
		return unless_unanswered(ret);
	bool is_known = info->block_weight_limit >= 2;
	bool has_backlog =
		is_known && sn_priority_has_backlog(&backlog, fees->per_byte[0], info->block_weight_limit);
	sn_daemon_backlog_free(&backlog);
	if (!is_known)
		return SN_OK;
	if (has_backlog) {
		*priority = 2;
		return SN_OK;
	}
	if (info->height < SN_PRIORITY_BLOCKS)
		return SN_OK;
	ret = sn_daemon_get_block_weights(daemon, info->height - SN_PRIORITY_BLOCKS, weights,
					  SN_PRIORITY_BLOCKS, err);
	if (ret)
		return unless_unanswered(ret);
	if (sn_priority_has_full_blocks(weights, info->block_weight_limit))
		*priority = 2;
	return SN_OK;
}
