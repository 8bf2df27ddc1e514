#include "chain/restore_height.h"

#include <stddef.h>
#include <time.h>

/* The last block of the source before each month. */
static const uint32_t mainnet[] = {
	18000,   64500,   108000,  153000,  198000,  240000,  285000,  327000,  372000,  415500,  456000,
	501000,  543000,  588000,  630000,  675000,  718500,  762000,  805500,  849000,  892500,  936000,
	976500,  1015500, 1036500, 1059000, 1080000, 1102500, 1125000, 1147500, 1168500, 1191000, 1213500,
	1236000, 1255500, 1278000, 1299000, 1321500, 1344000, 1366500, 1389000, 1410000, 1432500, 1453500,
	1476000, 1498500, 1519500, 1542000, 1561500, 1584000, 1606500, 1629000, 1650000, 1672500, 1695000,
	1716000, 1738500, 1761000, 1780500, 1803000, 1824000, 1846500, 1867500, 1890000, 1912500, 1933500,
	1956000, 1978500, 2001000, 2023500, 2044500, 2065500, 2088000, 2110500, 2131500, 2154000, 2176500,
	2197500, 2220000, 2241000, 2263500, 2286000, 2307000, 2328000, 2350500, 2373000, 2394000, 2416500,
	2439000, 2460000, 2482500, 2503500, 2526000, 2548500, 2569500, 2590500, 2613000, 2635500, 2656500,
	2679000, 2701500, 2722500, 2745000, 2766000, 2788500, 2811000, 2832000, 2853000, 2875500, 2898000,
	2919000, 2941500, 2964000, 2985000, 3007500, 3028500, 3051000, 3073500, 3094500, 3117000, 3138000,
	3160500, 3181500, 3204000, 3226500, 3249000, 3270000, 3292500, 3315000, 3337500, 3357000, 3379500,
	3400500, 3423000, 3445500, 3466500, 3489000, 3511500, 3532500, 3555000, 3577500, 3600000, 3619500,
	3642000, 3663000, 3685500, 3706500,
};

static const uint32_t stagenet[] = {
	13500,   45000,   66000,   87000,   108000,  129000,  151500,  172500,  193500,  214500,  235500,
	258000,  270000,  291000,  312000,  334500,  355500,  378000,  399000,  421500,  442500,  465000,
	484500,  507000,  528000,  549000,  570000,  591000,  612000,  634500,  655500,  675000,  697500,
	720000,  741000,  763500,  781500,  802500,  823500,  846000,  867000,  889500,  910500,  933000,
	954000,  975000,  997500,  1018500, 1039500, 1060500, 1081500, 1104000, 1125000, 1147500, 1168500,
	1191000, 1213500, 1234500, 1257000, 1278000, 1299000, 1320000, 1342500, 1363500, 1384500, 1405500,
	1428000, 1447500, 1470000, 1491000, 1512000, 1534500, 1555500, 1569000, 1590000, 1612500, 1633500,
	1656000, 1677000, 1699500, 1720500, 1743000, 1764000, 1786500, 1807500, 1828500, 1851000, 1872000,
	1893000, 1915500, 1936500, 1959000, 1980000, 2002500, 2023500, 2046000, 2065500, 2088000, 2109000,
	2130000, 2152500,
};

#define BLOCK_SECONDS 120
#define DAY_SECONDS (24 * 3600)

struct table {
	const uint32_t *heights;
	size_t n;
	int year, month;  /* of the first entry */
	unsigned divisor; /* of the blocks after the table, this part is subtracted */
	unsigned margin;  /* blocks */
};

static const struct table tables[SN_NETWORKS] = {
	[SN_MAINNET] = {mainnet, sizeof mainnet / sizeof *mainnet, 2014, 5, 200, 2880},
	[SN_STAGENET] = {stagenet, sizeof stagenet / sizeof *stagenet, 2018, 3, 10, 10080},
};

/* The Unix time at which the month of entry `i` begins. */
static uint64_t time_of(const struct table *t, size_t i)
{
	struct tm begin = {.tm_year = t->year - 1900, .tm_mon = t->month - 1 + (int)i, .tm_mday = 1};
	return (uint64_t)timegm(&begin);
}

static uint64_t estimate(const struct table *t, uint64_t time)
{
	const size_t last = t->n - 1;
	if (time >= time_of(t, last)) {
		const uint64_t blocks = (time - time_of(t, last)) / BLOCK_SECONDS;
		return t->heights[last] + blocks - blocks / t->divisor;
	}
	for (size_t i = last; i-- > 0;) {
		const uint64_t begin = time_of(t, i);
		if (time >= begin)
			return t->heights[i] + (t->heights[i + 1] - t->heights[i]) * (time - begin) /
						       (time_of(t, i + 1) - begin);
	}
	return 0;
}

uint64_t sn_restore_height(enum sn_network network, uint64_t time)
{
	const struct table *t = &tables[network];
	if (!t->n)
		return 0;
	const uint64_t day = time - time % DAY_SECONDS;
	uint64_t height = estimate(t, day);
	height = height > t->margin ? height - t->margin : 0;
	return height < UINT32_MAX ? height : UINT32_MAX;
}

uint64_t sn_restore_height_table_end(enum sn_network network)
{
	const struct table *t = &tables[network];
	return t->n ? time_of(t, t->n - 1) : 0;
}

uint64_t sn_restore_height_now(enum sn_network network, uint64_t now, bool *is_clock_wrong)
{
	const uint64_t end = sn_restore_height_table_end(network);
	*is_clock_wrong = now < end;
	return sn_restore_height(network, *is_clock_wrong ? end : now);
}
