/* The table of subaddresses (chain/subaddress_table.h) for a look-ahead of 1,000 accounts and 1,000
 * addresses: how long the kernel in use takes to make it on all processors, its memory, and how long a search
 * takes. The ratio to libsodium's functions is one of processor time. */
#include "bench.h"

#include "base/bytes.h"
#include "base/cores.h"
#include "base/parallel.h"
#include "chain/subaddress_table.h"
#include "kernel/kernel.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define ACCOUNTS 1000
#define ADDRESSES 1000
#define GOAL_US 5e6
#define SAMPLE 2000 /* addresses, for libsodium */

/* B + Hs("SubAddr" ‖ a ‖ account ‖ address)·G, of address i. */
static void libsodium_route(const struct sn_account *account, uint32_t i, struct sn_point *key)
{
	struct sn_scalar m;
	sn_account_subaddress_secret(&m, account, (struct sn_subaddress_index){i / ADDRESSES, i % ADDRESSES});
	if (crypto_scalarmult_ed25519_base_noclamp(key->b, m.b) ||
	    crypto_core_ed25519_add(key->b, key->b, account->spend_public.b)) {
		fprintf(stderr, "bench: libsodium refused a point\n");
		abort();
	}
}

/* Of all threads. */
static double processor_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Microseconds for each address. Each is searched, and must be found. */
static double their_us(const struct sn_account *account, const struct sn_subaddress_table *table)
{
	static struct sn_point keys[SAMPLE];
	struct sn_subaddress_index index;
	const double start = processor_us();
	for (uint32_t i = 1; i < SAMPLE; i++)
		libsodium_route(account, i, &keys[i]);
	const double us = (processor_us() - start) / (SAMPLE - 1);
	for (uint32_t i = 1; i < SAMPLE; i++)
		if (!sn_subaddress_table_find(&index, table, &keys[i]) ||
		    index.major * ADDRESSES + index.minor != i) {
			fprintf(stderr, "bench: the table of subaddresses lacks one\n");
			abort();
		}
	return us;
}

/* Microseconds for a search: of keys in the table, spread over it, or of keys that are not. */
static double search_us(const struct sn_subaddress_table *table, bool is_there)
{
	struct sn_subaddress_index index;
	size_t found = 0;
	const double start = bench_now_us();
	for (size_t i = 0; i < table->n; i++) {
		struct sn_point key = table->keys[i * 7919 % table->n];
		key.b[31] ^= is_there ? 0 : 1;
		found += sn_subaddress_table_find(&index, table, &key);
	}
	const double us = (bench_now_us() - start) / (double)table->n;
	if (found != (is_there ? table->n : 0)) {
		fprintf(stderr, "bench: the search for subaddresses is wrong\n");
		abort();
	}
	return us;
}

void bench_lookahead(FILE *ratios)
{
	static const uint8_t seed[32] = {2};
	const char *kernel = sn_kernel()->name;
	struct sn_account account;
	struct sn_subaddress_table table;
	sn_account_from_seed(&account, SN_MAINNET, seed);
	const double start = bench_now_us(), processor_start = processor_us();
	if (sn_subaddress_table_init_spread(&table, &account, ACCOUNTS, ADDRESSES, sn_parallel))
		abort();
	const double us = bench_now_us() - start, our_us = processor_us() - processor_start;
	const double ratio = their_us(&account, &table) * (double)table.n / our_us;
	printf("look-ahead %u:%u, %-8s      %8.2f s on %zu processors, which worked %.2f s, %.2f times libsodium, goal at most %.1f s: %s\n",
	       ACCOUNTS, ADDRESSES, kernel, us / 1e6, sn_cores(), our_us / 1e6, ratio, GOAL_US / 1e6,
	       us <= GOAL_US ? "reached" : "MISSED");
	printf("  %.1f bytes an entry, search of an address %.3f us, of a foreign one %.3f us\n",
	       (double)sn_subaddress_table_bytes(&table) / (double)table.n, search_us(&table, true),
	       search_us(&table, false));
	bench_ratio(ratios, "look-ahead", ratio);
	sn_subaddress_table_free(&table);
}
