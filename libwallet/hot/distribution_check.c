#include "hot/distribution_check.h"

#include "hot/balance.h"
#include "hot/decoy_picker.h"
#include "node/daemon_outputs.h"

int sn_distribution_contradiction(struct sn_error *err)
{
	sn_error_append(err, SN_DAEMON, ": it follows another chain, it lies, or an earlier daemon lied");
	return sn_error_hint(
		err, SN_DAEMON,
		"scan all blocks again with a daemon that you trust: sneakernote --wallet-file=FILE --daemon-address=HOST:PORT --resync-and-exit");
}

/* RingCT outputs up to block `height`, which is a block of the daemon. */
static uint64_t outputs_up_to(const struct sn_daemon_distribution *d, uint64_t height)
{
	return height < d->start_height ? 0 : d->cumulative[height - d->start_height];
}

/* Minimum number of scanned blocks for an average: more than three hours even out random variation and most
 * of the daily variation. */
#define AVERAGE_BLOCKS 100

/* The wallet's first block at or above `height` with a known output count, or NULL. */
static const struct sn_wallet_block *first_from(const struct sn_wallet *w, uint64_t height)
{
	for (size_t i = 0; i < w->n_blocks; i++)
		if (w->blocks[i].n_outputs && w->blocks[i].height >= height)
			return &w->blocks[i];
	return NULL;
}

/* Outputs per block in the blocks after `from`. Returns false if there are too few blocks. */
static bool scanned_average(double *average, const struct sn_wallet_block *from,
			    const struct sn_wallet_block *to)
{
	const uint64_t n = to->height - from->height;
	if (n < AVERAGE_BLOCKS)
		return false;
	*average = (double)(to->n_outputs - from->n_outputs) / (double)n;
	return true;
}

/* Decoys are drawn from blocks with at least SN_SPENDABLE_AGE - 1 blocks above them. With no more unscanned
 * blocks than that, every decoy is an output that the wallet has counted. More of them, even without outputs,
 * would let the daemon invent decoys, or stretch the year over which the picker averages. */
#define UNSCANNED_BLOCKS (SN_SPENDABLE_AGE - 1)

/* Bound of the outputs in unscanned blocks, which are part of the picker's average: this many, and a few
 * times the average for each block. */
#define UNSCANNED_OUTPUTS 1000
#define UNSCANNED_TIMES 4

/* Average of the last year, as counted by the wallet, otherwise as reported by the daemon. */
static double recent_average(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
			     const struct sn_wallet_block *top)
{
	const uint64_t year = SN_DECOY_BLOCKS_PER_YEAR, known = top->height - d->start_height + 1;
	const uint64_t considered = known < year ? known : year;
	double average;
	if (scanned_average(&average, first_from(w, top->height < year ? 0 : top->height - year), top))
		return average;
	const uint64_t before = considered < known ? d->cumulative[known - considered - 1] : 0;
	return (double)(top->n_outputs - before) / (double)considered;
}

/* The outputs in the blocks above `top`, the wallet's last block, are unverified. */
static int check_unscanned(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
			   const struct sn_wallet_block *top, struct sn_daemon *daemon, struct sn_error *err)
{
	const uint64_t unknown = d->start_height + d->count - top->height - 1;
	const double most = UNSCANNED_OUTPUTS + recent_average(d, w, top) * UNSCANNED_TIMES * (double)unknown;
	const uint64_t claimed = d->cumulative[d->count - 1] - top->n_outputs;
	if (unknown <= UNSCANNED_BLOCKS && (double)claimed <= most)
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_DAEMON,
			"the daemon at %s reports %llu output%s in %llu block%s that this wallet has not scanned",
			sn_daemon_address(daemon), (unsigned long long)claimed, SN_PLURAL(claimed),
			(unsigned long long)unknown, SN_PLURAL(unknown)),
		"run wo-sync (sneakernote: refresh)");
}

/* Any other start would shift the counts to other blocks, or omit blocks that the wallet knows. */
static int check_start(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
		       struct sn_daemon *daemon, struct sn_error *err)
{
	const uint64_t ringct = sn_network_ringct_height(w->account->network);
	if (d->start_height == 0 || d->start_height == ringct)
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_DAEMON,
			"the output distribution of the daemon at %s starts at block %llu instead of %llu",
			sn_daemon_address(daemon), (unsigned long long)d->start_height,
			(unsigned long long)ringct),
		"use another daemon");
}

/* `b` is the first block of the wallet with a different number of outputs at the daemon. */
static int differs(const struct sn_wallet_block *b, const struct sn_wallet *w, struct sn_daemon *daemon,
		   struct sn_error *err)
{
	(void)sn_error_set(
		err, SN_DAEMON,
		"the daemon at %s reports a different number of outputs up to block %llu than this wallet has counted",
		sn_daemon_address(daemon), (unsigned long long)b->height);
	if (b->height + SN_SPENDABLE_AGE >= sn_wallet_height(w)) {
		sn_error_append(err, SN_DAEMON, "; the last blocks may have been replaced");
		return sn_error_hint(
			err, SN_DAEMON,
			"run wo-sync (sneakernote: refresh); if the error remains, use another daemon");
	}
	return sn_distribution_contradiction(err);
}

/* Whether every wallet at this height keeps the block. A refusal because of another block, such as the
 * wallet's first one, would tell a lying daemon where this wallet starts. */
static bool is_kept_by_all(const struct sn_wallet *w, const struct sn_wallet_block *b)
{
	return b->height % SN_WALLET_SPARSE_STEP == 0 ||
	       b->height + SN_WALLET_DENSE_BLOCKS >= sn_wallet_height(w);
}

/* `*top` is the last block with a known output count, or NULL. */
static int check_scanned(const struct sn_wallet_block **top, const struct sn_daemon_distribution *d,
			 const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err)
{
	*top = NULL;
	for (size_t i = 0; i < w->n_blocks; i++) {
		const struct sn_wallet_block *b = &w->blocks[i];
		if (!b->n_outputs)
			continue;
		if (is_kept_by_all(w, b) && outputs_up_to(d, b->height) != b->n_outputs)
			return differs(b, w, daemon, err);
		*top = b;
	}
	return SN_OK;
}

/* Below the wallet's first block the distribution is unverified. An inflated or deflated one would move
 * decoys to other ages. A factor of ten leaves room for the growth of two years and for floods of
 * transactions. Testnet and stagenet are too irregular. */
#define AVERAGE_TIMES 10

/* The wallet's last block at or below `height` with a known output count, or NULL. */
static const struct sn_wallet_block *last_up_to(const struct sn_wallet *w, uint64_t height)
{
	const struct sn_wallet_block *last = NULL;
	for (size_t i = 0; i < w->n_blocks && w->blocks[i].height <= height; i++)
		if (w->blocks[i].n_outputs)
			last = &w->blocks[i];
	return last;
}

/* All outputs of the wallet are in its last blocks, and nothing bounds the distribution below them: a daemon
 * could move all decoys to other ages. The first blocks also have mining rewards that are still locked, and
 * that the wallet does not know. */
static int refuse_young(const struct sn_wallet *w, const struct sn_wallet_block *first, struct sn_error *err)
{
	const uint64_t height = sn_wallet_height(w), back = SN_WALLET_SPARSE_STEP;
	const uint64_t earlier = height > back ? height - back : 0;
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_REFUSED,
			"this wallet has scanned only %llu block%s, too few to check the daemon's output distribution",
			(unsigned long long)(height - first->height), SN_PLURAL(height - first->height)),
		"scan from an earlier block: sneakernote --wallet-file=FILE --resync-and-exit --restore-height=%llu; or run "
		"wo-sync (sneakernote: refresh) after block %llu",
		/* Blocks without a count may be below, with outputs of ours. */
		(unsigned long long)(earlier < w->restore_height ? earlier : w->restore_height),
		(unsigned long long)(first->height + AVERAGE_BLOCKS));
}

/* Compare the year before the wallet's first block with the year after it. If RingCT is younger than a year
 * there, both periods are shorter, because the average grew fast at first. Mainnet's RingCT height is above
 * that of any private chain. */
static int check_below(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
		       struct sn_daemon *daemon, struct sn_error *err)
{
	const uint64_t ringct = sn_network_ringct_height(w->account->network);
	const struct sn_wallet_block *first = first_from(w, 0);
	if (w->account->network != SN_MAINNET || !first || first->height < ringct + AVERAGE_BLOCKS)
		return SN_OK;
	uint64_t n_below = first->height - ringct;
	if (n_below > SN_DECOY_BLOCKS_PER_YEAR)
		n_below = SN_DECOY_BLOCKS_PER_YEAR;
	const struct sn_wallet_block *last = last_up_to(w, first->height + n_below);
	double scanned;
	if (sn_wallet_height(w) < first->height + 1 + AVERAGE_BLOCKS)
		return refuse_young(w, first, err);
	/* Of a period below SN_WALLET_SPARSE_STEP blocks, the wallet may keep only the first one. It is one
	 * of the first blocks of RingCT: nothing worth a comparison is below it. */
	if (!scanned_average(&scanned, first, last))
		return SN_OK;
	const double below =
		(double)(first->n_outputs - outputs_up_to(d, first->height - n_below)) / (double)n_below;
	if (below <= scanned * AVERAGE_TIMES && below * AVERAGE_TIMES >= scanned)
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_DAEMON,
			"the daemon at %s reports %.1f outputs per block in the %llu blocks before block %llu, where this wallet "
			"starts; the wallet has counted %.1f per block after it",
			sn_daemon_address(daemon), below, (unsigned long long)n_below,
			(unsigned long long)first->height, scanned),
		"use another daemon");
}

int sn_distribution_check(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
			  struct sn_daemon *daemon, struct sn_error *err)
{
	const struct sn_wallet_block *top;
	int ret = check_start(d, w, daemon, err);
	if (ret)
		return ret;
	const uint64_t height = d->start_height + d->count;
	if (height < sn_wallet_height(w))
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_DAEMON,
				"the daemon at %s has the outputs of %llu blocks, but this wallet has scanned %llu",
				sn_daemon_address(daemon), (unsigned long long)height,
				(unsigned long long)sn_wallet_height(w)),
			"wait until the daemon has synchronized");
	ret = check_scanned(&top, d, w, daemon, err);
	if (!ret)
		ret = check_below(d, w, daemon, err);
	if (!ret && top)
		ret = check_unscanned(d, w, top, daemon, err);
	return ret;
}

int sn_distribution_check_places(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
				 struct sn_daemon *daemon, struct sn_error *err)
{
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		uint64_t block = o->height - d->start_height;
		if (!o->is_rct)
			continue;
		bool is_there = o->height >= d->start_height && block < d->count &&
				o->global_index < d->cumulative[block] &&
				(block == 0 || o->global_index >= d->cumulative[block - 1]);
		if (is_there)
			continue;
		(void)sn_error_set(
			err, SN_DAEMON,
			"the daemon at %s reports that output %llu is not in block %llu, where this wallet found it",
			sn_daemon_address(daemon), (unsigned long long)o->global_index,
			(unsigned long long)o->height);
		return sn_distribution_contradiction(err);
	}
	return SN_OK;
}
