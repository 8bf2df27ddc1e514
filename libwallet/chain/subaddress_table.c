#include "chain/subaddress_table.h"
#include "base/bytes.h"

#include <stdlib.h>

/* The keys are uniformly distributed, so their first bytes are the hash. An attacker can choose the keys that
 * are looked up, but not the keys in the table: probe sequences stay short. */
static size_t first_slot(const struct sn_subaddress_table *table, const struct sn_point *key)
{
	return (size_t)sn_load_u64(key->b) & (table->n_slots - 1);
}

/* Each address is added once, and two addresses never have the same key: no key is compared. */
static void enter(struct sn_subaddress_table *table, size_t from)
{
	for (size_t i = from; i < table->n; i++) {
		size_t slot = first_slot(table, &table->keys[i]);
		while (table->slots[slot])
			slot = (slot + 1) & (table->n_slots - 1);
		table->slots[slot] = (uint32_t)i + 1;
	}
}

/* ------------------------------------------------------------------ memory */

static int reserve_slots(struct sn_subaddress_table *table, size_t n)
{
	size_t n_slots = table->n_slots ? table->n_slots : 64;
	while (n_slots / 2 < n)
		n_slots *= 2;
	if (n_slots == table->n_slots)
		return SN_OK;
	uint32_t *slots = calloc(n_slots, sizeof *slots);
	if (!slots)
		return SN_IO;
	free(table->slots);
	table->slots = slots;
	table->n_slots = n_slots;
	enter(table, 0);
	return SN_OK;
}

/* The first time exactly, because a wallet that receives nothing adds no more. */
static int reserve_keys(struct sn_subaddress_table *table, size_t n)
{
	if (n <= table->cap)
		return SN_OK;
	const size_t more = table->cap + table->cap / 4, cap = n > more ? n : more;
	struct sn_point *keys = reallocarray(table->keys, cap, sizeof *keys);
	if (!keys)
		return SN_IO;
	table->keys = keys;
	table->cap = cap;
	return SN_OK;
}

static int reserve_runs(struct sn_subaddress_table *table, size_t n)
{
	if (n <= table->cap_runs)
		return SN_OK;
	const size_t cap = n > 2 * table->cap_runs ? n : 2 * table->cap_runs;
	struct sn_subaddress_run *runs = reallocarray(table->runs, cap, sizeof *runs);
	if (!runs)
		return SN_IO;
	table->runs = runs;
	table->cap_runs = cap;
	return SN_OK;
}

static int reserve_majors(struct sn_subaddress_table *table, uint32_t n)
{
	if (n <= table->n_majors)
		return SN_OK;
	uint32_t *n_minors = reallocarray(table->n_minors, n, sizeof *n_minors);
	if (!n_minors)
		return SN_IO;
	table->n_minors = n_minors;
	while (table->n_majors < n)
		n_minors[table->n_majors++] = 0;
	return SN_OK;
}

/* Room for `more` keys in `runs` runs, and for the counts of `majors` accounts. */
static int reserve(struct sn_subaddress_table *table, uint64_t more, uint64_t runs, uint32_t majors)
{
	if (more > SN_SUBADDRESS_TABLE_MAX - table->n)
		return SN_USAGE;
	if (reserve_slots(table, table->n + (size_t)more) || reserve_keys(table, table->n + (size_t)more) ||
	    reserve_runs(table, table->n_runs + (size_t)runs))
		return SN_IO;
	return reserve_majors(table, majors);
}

/* ------------------------------------------------------------------ keys */

/* The run of a key. */
static const struct sn_subaddress_run *find_run(const struct sn_subaddress_table *table, size_t key)
{
	size_t from = 0, to = table->n_runs;
	while (to - from > 1) {
		const size_t middle = from + (to - from) / 2;
		if (table->runs[middle].key <= key)
			from = middle;
		else
			to = middle;
	}
	return &table->runs[from];
}

/* Keys that a thread computes without a break. */
enum { PART = 256 };

struct job {
	const struct sn_subaddress_table *table;
	const struct sn_account *account;
	size_t from, end;
};

static void compute_part(void *context, size_t i)
{
	const struct job *job = context;
	const struct sn_subaddress_run *run, *last = job->table->runs + job->table->n_runs - 1;
	size_t at = job->from + i * PART, end = job->end - at > PART ? at + PART : job->end;
	for (run = find_run(job->table, at); at < end; run++) {
		const size_t run_end = run < last && run[1].key < end ? run[1].key : end;
		/* It fails only for addresses that do not exist. */
		(void)!sn_account_spend_keys_many(job->table->keys + at, job->account, run->first.major,
						  run->first.minor + (uint32_t)(at - run->key), run_end - at);
		at = run_end;
	}
}

static void compute(struct sn_subaddress_table *table, const struct sn_account *account, size_t from)
{
	struct job job = {table, account, from, table->n};
	const size_t parts = (job.end - from + PART - 1) / PART;
	if (table->spread)
		table->spread(parts, compute_part, &job);
	for (size_t i = 0; !table->spread && i < parts; i++)
		compute_part(&job, i);
	enter(table, from);
}

/* ------------------------------------------------------------------ for the caller */

/* Add missing addresses up to the first `n_minors` of account `major`, without their keys. */
static void add_run(struct sn_subaddress_table *table, uint32_t major, uint32_t n_minors)
{
	uint32_t *has = &table->n_minors[major];
	if (*has >= n_minors)
		return;
	table->runs[table->n_runs++] = (struct sn_subaddress_run){(uint32_t)table->n, {major, *has}};
	table->n += n_minors - *has;
	*has = n_minors;
}

static uint32_t add_clamped(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

int sn_subaddress_table_cover(struct sn_subaddress_table *table, const struct sn_account *account,
			      struct sn_subaddress_index index)
{
	const uint32_t majors = add_clamped(index.major, table->ahead_major);
	const uint32_t minors = add_clamped(index.minor, table->ahead_minor);
	const uint32_t old_majors = table->n_majors;
	const size_t old = table->n;

	/* Allocate all memory before computing the first key. */
	uint64_t new_majors = majors > old_majors ? majors - old_majors : 0;
	if (new_majors > SN_SUBADDRESS_TABLE_MAX)
		return SN_USAGE;
	uint64_t more = new_majors * table->ahead_minor;
	uint32_t has = index.major < old_majors ? table->n_minors[index.major] : 0;
	if (minors > has)
		more += minors - has;
	if (!more)
		return SN_OK;
	int ret = reserve(table, more, new_majors + 1, majors);
	if (ret)
		return ret;
	for (uint32_t major = old_majors; major < majors; major++)
		add_run(table, major, table->ahead_minor);
	add_run(table, index.major, minors);
	compute(table, account, old);
	return SN_OK;
}

int sn_subaddress_table_init_spread(struct sn_subaddress_table *table, const struct sn_account *account,
				    uint32_t ahead_major, uint32_t ahead_minor, sn_subaddress_spread *spread)
{
	*table = (struct sn_subaddress_table){
		.ahead_major = ahead_major, .ahead_minor = ahead_minor, .spread = spread};
	if (!ahead_major || !ahead_minor)
		return SN_USAGE;
	int ret = sn_subaddress_table_cover(table, account, (struct sn_subaddress_index){0, 0});
	if (ret)
		sn_subaddress_table_free(table);
	return ret;
}

int sn_subaddress_table_init(struct sn_subaddress_table *table, const struct sn_account *account,
			     uint32_t ahead_major, uint32_t ahead_minor)
{
	return sn_subaddress_table_init_spread(table, account, ahead_major, ahead_minor, NULL);
}

bool sn_subaddress_table_find(struct sn_subaddress_index *index, const struct sn_subaddress_table *table,
			      const struct sn_point *spend)
{
	if (!table->n_slots)
		return false;
	for (size_t slot = first_slot(table, spend); table->slots[slot];
	     slot = (slot + 1) & (table->n_slots - 1)) {
		const uint32_t key = table->slots[slot] - 1;
		if (!sn_point_is_equal(&table->keys[key], spend))
			continue;
		const struct sn_subaddress_run *run = find_run(table, key);
		*index = run->first;
		index->minor += key - run->key;
		return true;
	}
	return false;
}

size_t sn_subaddress_table_bytes(const struct sn_subaddress_table *table)
{
	return table->n_majors * sizeof *table->n_minors + table->cap * sizeof *table->keys +
	       table->n_slots * sizeof *table->slots + table->cap_runs * sizeof *table->runs;
}

void sn_subaddress_table_free(struct sn_subaddress_table *table)
{
	free(table->n_minors);
	free(table->keys);
	free(table->slots);
	free(table->runs);
	*table = (struct sn_subaddress_table){0};
}
