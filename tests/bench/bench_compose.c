/* Where the time of a payment goes: the parts of wo-transfer, in this process, each without the time that the
 * stand-in for the daemon takes. The least of some rounds. */
#include "bench.h"
#include "bench_compose.h"
#include "bench_hoard.h"

#include "hot/compose.h"
#include "hot/compose_begin.h"
#include "hot/distribution_check.h"
#include "node/daemon_info.h"

#include <stdio.h>
#include <time.h>

#define ROUNDS 5

struct parts {
	double open, choose, distribution, compose, store; /* microseconds */
};

struct payer {
	struct bench_daemon *at;
	struct sn_daemon *daemon;
	struct sn_wallet *w;
	struct sn_payment_destination to;
	struct sn_payment_request request;
	double start;
};

static void begin(struct payer *p)
{
	(void)bench_daemon_take_time(p->at);
	p->start = bench_now_us();
}

/* Keep the least. */
static void end(struct payer *p, double *least)
{
	const double us = bench_now_us() - p->start - bench_daemon_take_time(p->at);
	if (*least <= 0 || us < *least)
		*least = us;
}

static int choose(struct payer *p, struct parts *parts, struct sn_error *err)
{
	struct sn_composer c = {
		.w = p->w, .daemon = p->daemon, .request = &p->request, .now = (uint64_t)time(NULL)};
	struct sn_daemon_info info;
	struct sn_duplicates duplicates;
	struct sn_compose_result result = {0};
	begin(p);
	int ret = sn_compose_begin(&c, &info, &duplicates, err);
	c.index_bound = UINT64_MAX;
	if (!ret)
		ret = sn_compose_select(&c, &result, &info, err);
	end(p, &parts->choose);
	sn_compose_end(&c);
	sn_compose_result_free(&result);
	return ret;
}

static int read_distribution(struct payer *p, struct parts *parts, struct sn_error *err)
{
	struct sn_daemon_distribution distribution = {0};
	begin(p);
	int ret = sn_daemon_get_distribution(p->daemon, &distribution, err);
	if (!ret)
		ret = sn_distribution_check(&distribution, p->w, p->daemon, err);
	end(p, &parts->distribution);
	sn_daemon_distribution_free(&distribution);
	return ret;
}

static int compose(struct payer *p, struct parts *parts, struct sn_error *err)
{
	struct sn_compose_result result = {0};
	struct sn_buf out = {0};
	begin(p);
	int ret = sn_compose(&out, &result, p->w, p->daemon, &p->request, (uint64_t)time(NULL), err);
	end(p, &parts->compose);
	sn_compose_result_free(&result);
	sn_buf_free(&out);
	return ret;
}

static int one_round(struct payer *p, const char *wallet, struct parts *parts, struct sn_error *err)
{
	begin(p);
	int ret = sn_wallet_open(&p->w, wallet, SN_WALLET_WRITE, HOARD_PASSWORD, NULL, err);
	end(p, &parts->open);
	if (ret)
		return ret;
	ret = choose(p, parts, err);
	if (!ret)
		ret = read_distribution(p, parts, err);
	if (!ret)
		ret = compose(p, parts, err);
	begin(p);
	if (!ret)
		ret = sn_wallet_store(p->w, err);
	end(p, &parts->store);
	sn_wallet_close(p->w);
	return ret;
}

static void print_part(const char *what, double us)
{
	printf("hoard:   %-56s %9.1f ms\n", what, us / 1e3);
}

bool bench_compose(const char *wallet, struct bench_daemon *at, const char *to, uint64_t amount)
{
	const struct sn_daemon_options options = {.address = bench_daemon_address(at)};
	struct payer p = {.at = at,
			  .request = {.n_destinations = 1, .mixin = SN_MIXIN, .even_if_pending = true}};
	struct parts parts = {0};
	struct sn_error err = {0};
	p.request.destinations = &p.to;
	p.to.amount = amount;
	int ret = sn_address_parse(&p.to.address, to, &err);
	if (!ret)
		ret = sn_daemon_open(&p.daemon, &options, &err);
	for (size_t i = 0; !ret && i < ROUNDS; i++)
		ret = one_round(&p, wallet, &parts, &err);
	sn_daemon_close(p.daemon);
	if (ret) {
		fprintf(stderr, "bench: error: %s\n", err.text);
		return false;
	}
	puts("hoard: wo-transfer, two inputs, by parts in one process, without Argon2id and the daemon:");
	print_part("open: read the wallet file", parts.open);
	print_part("choose: balances, pending payments, inputs, fee", parts.choose);
	print_part("distribution: parse, and compare with the wallet", parts.distribution);
	print_part("rings, reservation, sealing", parts.compose - parts.choose - parts.distribution);
	print_part("store: write the reservation to the disk", parts.store);
	return true;
}
