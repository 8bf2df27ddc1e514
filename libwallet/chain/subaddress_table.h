/* chain/subaddress_table.h - a hash table from spend public keys to subaddress indices, for one account.
 *
 * It is filled ahead of use: an output is recognized if its address is within the look-ahead after the last
 * address that has received an output. */
#ifndef SN_CHAIN_SUBADDRESS_TABLE_H
#define SN_CHAIN_SUBADDRESS_TABLE_H

#include "chain/account.h"

#define SN_LOOKAHEAD_MAJOR 50
#define SN_LOOKAHEAD_MINOR 200

/* The maximum number of keys in a table: a bound on memory (about 170 MB), far above real use. */
#define SN_SUBADDRESS_TABLE_MAX (1u << 22)

/* Consecutive addresses of an account, whose keys are consecutive from keys[key] on. It ends where the next
 * run begins. */
struct sn_subaddress_run {
	uint32_t key;
	struct sn_subaddress_index first;
};

/* Calls work(context, i) for each i below n, in any order: sn_parallel (base/parallel.h). */
typedef void sn_subaddress_spread(size_t n, void (*work)(void *context, size_t i), void *context);

/* An entry takes 32 bytes for its key, and 8 to 16 for 2 to 4 slots. */
struct sn_subaddress_table {
	uint32_t ahead_major, ahead_minor;
	uint32_t n_majors;     /* accounts 0..n_majors-1 are in the table */
	uint32_t *n_minors;    /* addresses 0..n_minors[major]-1 of each */
	size_t n, cap;         /* keys */
	struct sn_point *keys; /* in the order in which they were added */
	size_t n_slots;        /* a power of two */
	uint32_t *slots;       /* number of a key, plus 1; 0: empty */
	struct sn_subaddress_run *runs;
	size_t n_runs, cap_runs;
	sn_subaddress_spread *spread; /* NULL: one after the other. The offline programs have no threads. */
};

/* Start with the accounts 0..ahead_major-1 and the addresses 0..ahead_minor-1 of each. Both must be at
 * least 1. Returns SN_USAGE, or SN_IO when out of memory; the table is then empty. */
int sn_subaddress_table_init(struct sn_subaddress_table *table, const struct sn_account *account,
			     uint32_t ahead_major, uint32_t ahead_minor) SN_MUST_USE;

/* The same. `spread` computes the keys, now and later. */
int sn_subaddress_table_init_spread(struct sn_subaddress_table *table, const struct sn_account *account,
				    uint32_t ahead_major, uint32_t ahead_minor,
				    sn_subaddress_spread *spread) SN_MUST_USE;

/* Add the address `index` and the look-ahead after it, because it has received an output, or the user asked
 * for it. Cheap if nothing is missing. Returns SN_USAGE if the table would exceed SN_SUBADDRESS_TABLE_MAX
 * keys, SN_IO when out of memory; the table remains usable. */
int sn_subaddress_table_cover(struct sn_subaddress_table *table, const struct sn_account *account,
			      struct sn_subaddress_index index) SN_MUST_USE;

/* Set *index and return true if the key is in the table. */
bool sn_subaddress_table_find(struct sn_subaddress_index *index, const struct sn_subaddress_table *table,
			      const struct sn_point *spend);

/* The memory of the table. */
size_t sn_subaddress_table_bytes(const struct sn_subaddress_table *table);

void sn_subaddress_table_free(struct sn_subaddress_table *table);

#endif
