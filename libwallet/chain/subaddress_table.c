#include "chain/subaddress_table.h"
#include "base/bytes.h"

#include <stdlib.h>

/* The keys are uniformly distributed, so their first bytes are the hash. An attacker can choose the keys that
 * are looked up, but not the keys in the table: probe sequences stay short. */
static size_t slot_of(const struct sn_subaddress_table *table, const struct sn_point *key)
{
	size_t slot = (size_t)sn_load_u64(key->b) & (table->slots - 1);
	while (table->is_used[slot] && !sn_point_is_equal(&table->keys[slot], key))
		slot = (slot + 1) & (table->slots - 1);
	return slot;
}

static void insert(struct sn_subaddress_table *table, const struct sn_point *key,
		   struct sn_subaddress_index index)
{
	size_t slot = slot_of(table, key);
	if (table->is_used[slot])
		return;
	table->is_used[slot] = 1;
	table->keys[slot] = *key;
	table->indices[slot] = index;
	table->n++;
}

static int resize(struct sn_subaddress_table *table, size_t slots)
{
	struct sn_subaddress_table old = *table;
	struct sn_point *keys = calloc(slots, sizeof *keys);
	struct sn_subaddress_index *indices = calloc(slots, sizeof *indices);
	uint8_t *is_used = calloc(slots, sizeof *is_used);
	if (!keys || !indices || !is_used) {
		free(keys);
		free(indices);
		free(is_used);
		return SN_IO;
	}
	table->keys = keys;
	table->indices = indices;
	table->is_used = is_used;
	table->slots = slots;
	table->n = 0;
	for (size_t i = 0; i < old.slots; i++)
		if (old.is_used[i])
			insert(table, &old.keys[i], old.indices[i]);
	free(old.keys);
	free(old.indices);
	free(old.is_used);
	return SN_OK;
}

/* Room for `more` keys at half load. */
static int reserve(struct sn_subaddress_table *table, uint64_t more)
{
	if (more > SN_SUBADDRESS_TABLE_MAX - table->n)
		return SN_USAGE;
	size_t slots = table->slots ? table->slots : 64;
	while (slots / 2 < table->n + more)
		slots *= 2;
	return slots > table->slots ? resize(table, slots) : SN_OK;
}

/* Keys that a thread computes without a break, and those of all threads between two rounds of insertions. */
enum { PART = 256, ROUND = 64 * PART };

/* `n` keys from address `from` of an account on. */
struct run {
	const struct sn_account *account;
	uint32_t major, from, n;
	struct sn_point *keys;
};

static void compute_part(void *context, size_t i)
{
	const struct run *run = context;
	const uint32_t at = (uint32_t)i * PART, left = run->n - at;
	/* It fails only for addresses that do not exist. */
	(void)!sn_account_spend_keys_many(run->keys + at, run->account, run->major, run->from + at,
					  left < PART ? left : PART);
}

/* Add missing addresses up to the first `n_minors` of account `major` < n_majors. */
static int cover_minors(struct sn_subaddress_table *table, const struct sn_account *account, uint32_t major,
			uint32_t n_minors)
{
	uint32_t *has = &table->n_minors[major];
	if (*has >= n_minors)
		return SN_OK;
	struct run run = {.account = account, .major = major};
	run.keys = calloc(n_minors - *has < ROUND ? n_minors - *has : ROUND, sizeof *run.keys);
	if (!run.keys)
		return SN_IO;
	while (*has < n_minors) {
		run.from = *has;
		run.n = n_minors - *has < ROUND ? n_minors - *has : ROUND;
		const size_t parts = (run.n + PART - 1) / PART;
		if (table->spread)
			table->spread(parts, compute_part, &run);
		for (size_t i = 0; !table->spread && i < parts; i++)
			compute_part(&run, i);
		for (uint32_t i = 0; i < run.n; i++)
			insert(table, &run.keys[i], (struct sn_subaddress_index){major, run.from + i});
		*has += run.n;
	}
	free(run.keys);
	return SN_OK;
}

static uint32_t add_clamped(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

int sn_subaddress_table_cover(struct sn_subaddress_table *table, const struct sn_account *account,
			      struct sn_subaddress_index index)
{
	uint32_t majors = add_clamped(index.major, table->ahead_major);
	uint32_t minors = add_clamped(index.minor, table->ahead_minor);

	/* Allocate all memory before computing the first key. */
	uint64_t new_majors = majors > table->n_majors ? majors - table->n_majors : 0;
	if (new_majors > SN_SUBADDRESS_TABLE_MAX)
		return SN_USAGE;
	uint64_t more = new_majors * table->ahead_minor;
	uint32_t has = index.major < table->n_majors ? table->n_minors[index.major] : 0;
	if (minors > has)
		more += minors - has;
	int ret = reserve(table, more);
	if (ret)
		return ret;
	if (new_majors) {
		uint32_t *n_minors = realloc(table->n_minors, majors * sizeof *n_minors);
		if (!n_minors)
			return SN_IO;
		table->n_minors = n_minors;
		while (table->n_majors < majors)
			n_minors[table->n_majors++] = 0;
	}

	for (uint32_t major = majors - (uint32_t)new_majors; !ret && major < majors; major++)
		ret = cover_minors(table, account, major, table->ahead_minor);
	if (!ret)
		ret = cover_minors(table, account, index.major, minors);
	return ret;
}

int sn_subaddress_table_init(struct sn_subaddress_table *table, const struct sn_account *account,
			     uint32_t ahead_major, uint32_t ahead_minor)
{
	*table = (struct sn_subaddress_table){.ahead_major = ahead_major, .ahead_minor = ahead_minor};
	if (!ahead_major || !ahead_minor)
		return SN_USAGE;
	int ret = sn_subaddress_table_cover(table, account, (struct sn_subaddress_index){0, 0});
	if (ret)
		sn_subaddress_table_free(table);
	return ret;
}

bool sn_subaddress_table_find(struct sn_subaddress_index *index, const struct sn_subaddress_table *table,
			      const struct sn_point *spend)
{
	if (!table->slots)
		return false;
	size_t slot = slot_of(table, spend);
	if (!table->is_used[slot])
		return false;
	*index = table->indices[slot];
	return true;
}

void sn_subaddress_table_free(struct sn_subaddress_table *table)
{
	free(table->n_minors);
	free(table->keys);
	free(table->indices);
	free(table->is_used);
	*table = (struct sn_subaddress_table){0};
}
