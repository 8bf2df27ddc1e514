/* chain/subaddress_table.h - which of our addresses has this spend key?
 *
 * A hash table from spend public keys to subaddress indices, filled ahead of use: an output is
 * recognised when its address lies within the look-ahead behind the last one that received.
 * The table belongs to one account. */
#ifndef SN_CHAIN_SUBADDRESS_TABLE_H
#define SN_CHAIN_SUBADDRESS_TABLE_H

#include "chain/account.h"

#define SN_LOOKAHEAD_MAJOR 50
#define SN_LOOKAHEAD_MINOR 200

/* Most keys that a table may come to hold: a bound on memory (about 100 MB), far above real use. */
#define SN_SUBADDRESS_TABLE_MAX (1u << 20)

struct sn_subaddress_table {
	uint32_t ahead_major, ahead_minor;
	uint32_t n_majors;     /* accounts 0..n_majors-1 are in the table */
	uint32_t *n_minors;    /* addresses 0..n_minors[major]-1 of each */
	size_t n, slots;       /* entries; slots, a power of two */
	struct sn_point *keys; /* per slot */
	struct sn_subaddress_index *indices;
	uint8_t *is_used;
};

/* Start with the accounts 0..ahead_major-1 and the addresses 0..ahead_minor-1 of each. Both at least 1.
 * SN_USAGE, SN_IO when out of memory; then the table is empty. */
int sn_subaddress_table_init(struct sn_subaddress_table *table, const struct sn_account *account,
			     uint32_t ahead_major, uint32_t ahead_minor) SN_MUST_USE;

/* An output for `index` was seen, or the user asked for this address: have it in the table, and the
 * look-ahead behind it. Cheap when nothing is missing. SN_USAGE when that would be more than
 * SN_SUBADDRESS_TABLE_MAX keys, SN_IO when out of memory; the table stays usable. */
int sn_subaddress_table_cover(struct sn_subaddress_table *table, const struct sn_account *account,
			      struct sn_subaddress_index index) SN_MUST_USE;

/* True, and the index, when the key is one of ours. */
bool sn_subaddress_table_find(struct sn_subaddress_index *index, const struct sn_subaddress_table *table,
			      const struct sn_point *spend);

void sn_subaddress_table_free(struct sn_subaddress_table *table);

#endif
