#include "chain/output.h"
#include "chain_vectors.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "kernel/derivations.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define OUTPUTS_MAX 64

static struct sn_tx tx;
static uint8_t *data;

static void load(const char *name, bool pruned)
{
	struct vectors v;
	size_t len = 0;
	vectors_open(&v, "chain_transactions.txt");
	while (!data && vectors_next(&v, "tx"))
		if (!strcmp(v.word[1], name))
			data = vectors_bytes(&len, v.word[4]);
	vectors_close(&v);
	cr_assert_not_null(data, "no vector %s", name);
	cr_assert_eq(sn_tx_parse(&tx, data, len, false), SN_OK);
	if (pruned) {
		len -= tx.prunable_len;
		sn_tx_free(&tx);
		cr_assert_eq(sn_tx_parse(&tx, data, len, true), SN_OK);
	}
	cr_assert_leq(tx.n_outputs, OUTPUTS_MAX);
}

static void unload(void)
{
	sn_tx_free(&tx);
	free(data);
	data = NULL;
}

static void read_account(struct sn_account *account, const char *view_secret, const char *address_text)
{
	struct sn_scalar view;
	struct sn_address address;
	vectors_bytes32(view.b, view_secret);
	cr_assert_eq(sn_address_parse(&address, address_text, NULL), SN_OK);
	cr_assert_eq(sn_account_from_view(account, address.network, &view, &address.spend, NULL), SN_OK);
	cr_assert_arr_eq(account->view_public.b, address.view.b, 32);
}

static void check_opening(const struct sn_owned_output *o)
{
	struct sn_point c;
	sn_commit(&c, &o->mask, o->amount);
	cr_assert_arr_eq(c.b, o->commitment.b, 32);
	if (tx.version == 2 && !o->is_coinbase)
		cr_assert_arr_eq(c.b, tx.outputs[o->index].commitment.b, 32);
	enum sn_mask_kind kind = tx.version == 1 || o->is_coinbase   ? SN_MASK_ONE
				 : tx.rct_type < SN_RCT_BULLETPROOF2 ? SN_MASK_EXPLICIT
								     : SN_MASK_DERIVED;
	cr_assert_eq(o->mask_kind, kind);
}

/* The lines of one (transaction, account) are consecutive: scan at the first, compare each, and check that no
 * output remains after the last. */
Test(chain_output, outputs_of_the_vectors_are_found)
{
	for (int pruned = 0; pruned < 2; pruned++) {
		struct vectors v;
		char group[512] = "";
		struct sn_owned_output owned[OUTPUTS_MAX];
		size_t n = 0, at = 0;
		vectors_open(&v, "chain_outputs.txt");
		while (vectors_next(&v, "output")) {
			char now[512];
			snprintf(now, sizeof now, "%s %s", v.word[1], v.word[2]);
			if (strcmp(now, group)) {
				struct sn_account account;
				struct sn_subaddress_table table;
				cr_assert_eq(at, n, "%s: %zu outputs too many", group, n - at);
				strcpy(group, now);
				unload();
				load(v.word[1], pruned);
				read_account(&account, v.word[2], v.word[3]);
				cr_assert_eq(sn_subaddress_table_init(&table, &account, 3, 8), SN_OK);
				cr_assert_eq(sn_output_scan_tx(owned, &n, &tx, &account, &table), SN_OK);
				sn_subaddress_table_free(&table);
				at = 0;
			}
			cr_assert_lt(at, n, "%s: output %s was not found", group, v.word[4]);
			const struct sn_owned_output *o = &owned[at++];
			struct sn_point key;
			vectors_bytes32(key.b, v.word[7]);
			cr_assert_eq(o->index, strtoull(v.word[4], NULL, 10), "%s: found %zu", group,
				     o->index);
			cr_assert_eq(o->subaddress.major, strtoul(v.word[5], NULL, 10), "%s %zu", group,
				     o->index);
			cr_assert_eq(o->subaddress.minor, strtoul(v.word[6], NULL, 10), "%s %zu", group,
				     o->index);
			cr_assert_arr_eq(o->key.b, key.b, 32);
			cr_assert_eq(o->amount, strtoull(v.word[8], NULL, 10));
			cr_assert_eq(o->is_coinbase, sn_tx_is_coinbase(&tx));
			cr_assert_eq(o->is_rct, tx.version == 2);
			check_opening(o);
		}
		cr_assert_eq(at, n);
		unload();
		vectors_close(&v);
	}
}

Test(chain_output, payment_ids_of_the_vectors_are_decrypted)
{
	struct vectors v;
	vectors_open(&v, "chain_outputs.txt");
	while (vectors_next(&v, "payment_id")) {
		struct sn_account account;
		struct sn_point key, derivation;
		bool is_valid = true;
		uint8_t id[8];
		size_t len;
		uint8_t *want = vectors_bytes(&len, v.word[4]);
		load(v.word[1], true);
		read_account(&account, v.word[2], v.word[3]);
		cr_assert_eq(sn_output_scan_keys(&key, 1, &tx), 1);
		cr_assert_eq(sn_derive(&derivation, &key, &account.view_secret), SN_OK);
		cr_assert(sn_output_payment_id(id, &tx, &derivation, &is_valid));
		cr_assert_arr_eq(id, want, 8);
		is_valid = false;
		cr_assert(!sn_output_payment_id(id, &tx, &derivation, &is_valid));
		free(want);
		unload();
	}
	vectors_close(&v);
}

/* ------------------------------------------------------------------ changed transactions */

static struct sn_account account;
static struct sn_subaddress_table table;

/* The recipient of the payments on the private chain. */
static void recipient(void)
{
	struct vectors v;
	vectors_open(&v, "chain_accounts.txt");
	while (vectors_next(&v, "account"))
		read_account(&account, v.word[2], v.word[4]); /* the last one stays */
	vectors_close(&v);
	cr_assert_eq(sn_subaddress_table_init(&table, &account, 2, 5), SN_OK);
}

static void done(void)
{
	sn_subaddress_table_free(&table);
	unload();
}

static size_t scan(struct sn_owned_output *owned)
{
	size_t n;
	cr_assert_eq(sn_output_scan_tx(owned, &n, &tx, &account, &table), SN_OK);
	return n;
}

/* Two of three destinations are subaddresses: each output is found by its own additional key. */
Test(chain_output, an_output_is_found_by_its_additional_key, .init = recipient, .fini = done)
{
	struct sn_owned_output owned[OUTPUTS_MAX];
	struct sn_point keys[8], more;
	struct sn_extra extra;
	load("to_mixed_additional_keys", true);
	sn_extra_parse(&extra, tx.extra, tx.extra_len);
	cr_assert_eq(extra.n_additional, 4);
	cr_assert_eq(sn_output_scan_keys(NULL, 0, &tx), 5);
	cr_assert_eq(sn_output_scan_keys(keys, 3, &tx), 5);
	cr_assert_eq(sn_output_scan_keys(keys, 8, &tx), 5);
	sn_extra_additional_key(&more, &extra, 3);
	cr_assert_arr_eq(keys[4].b, more.b, 32);
	cr_assert_eq(scan(owned), 3);
	size_t additional = 0;
	for (size_t i = 0; i < 3; i++) {
		sn_extra_additional_key(&more, &extra, owned[i].index);
		const struct sn_point *want = owned[i].is_additional_key ? &more : &keys[0];
		cr_assert_arr_eq(owned[i].tx_key.b, want->b, 32);
		additional += owned[i].is_additional_key;
	}
	cr_assert_geq(additional, 2);
}

/* A change of amount, commitment, key or view tag loses the output. */
Test(chain_output, changed_outputs_are_not_counted, .init = recipient, .fini = done)
{
	struct sn_owned_output owned[OUTPUTS_MAX];
	load("to_standard", true);
	cr_assert_eq(scan(owned), 1);
	struct sn_tx_output *o = &tx.outputs[owned[0].index], good = *o;

	for (size_t bit = 0; bit < 64; bit++) {
		o->encrypted_amount[bit / 8] ^= (uint8_t)(1 << bit % 8);
		cr_assert_eq(scan(owned), 0);
		*o = good;
	}
	for (size_t bit = 0; bit < 256; bit += 5) {
		o->commitment.b[bit / 8] ^= (uint8_t)(1 << bit % 8);
		cr_assert_eq(scan(owned), 0);
		*o = good;
		o->key.b[bit / 8] ^= (uint8_t)(1 << bit % 8);
		cr_assert_eq(scan(owned), 0);
		*o = good;
	}
	o->view_tag ^= 0x80;
	cr_assert_eq(scan(owned), 0);
	*o = good;
	o->has_view_tag = false; /* still found, in a later step */
	cr_assert_eq(scan(owned), 1);
	*o = good;
	o->amount = 1000; /* in clear, which the chain does not have here */
	cr_assert_eq(scan(owned), 0);
	*o = good;
	tx.rct_type = SN_RCT_NULL;
	cr_assert_eq(scan(owned), 0);
	tx.rct_type = SN_RCT_BULLETPROOF_PLUS;
	cr_assert_eq(scan(owned), 1);
}

/* An output to us with the amount zero. */
Test(chain_output, a_zero_amount_is_not_counted, .init = recipient, .fini = done)
{
	struct sn_owned_output owned[OUTPUTS_MAX];
	struct sn_point d;
	struct sn_scalar s, mask;
	load("to_standard", true);
	cr_assert_eq(scan(owned), 1);
	size_t i = owned[0].index;
	for (uint64_t amount = 0; amount < 2; amount++) {
		uint8_t plain[8] = {(uint8_t)amount};
		cr_assert_eq(sn_derive(&d, &owned[0].tx_key, &account.view_secret), SN_OK);
		sn_derivation_to_scalar(&s, &d, i);
		sn_commitment_mask(&mask, &s);
		sn_commit(&tx.outputs[i].commitment, &mask, amount);
		sn_amount_crypt8(tx.outputs[i].encrypted_amount, plain, &s);
		struct sn_owned_output again[OUTPUTS_MAX];
		cr_assert_eq(scan(again), amount ? 1 : 0);
	}
}

/* An output at another index does not count: the index is part of its key. */
Test(chain_output, swapped_outputs_are_not_counted, .init = recipient, .fini = done)
{
	struct sn_owned_output owned[OUTPUTS_MAX];
	load("to_standard", true);
	struct sn_tx_output first = tx.outputs[0];
	tx.outputs[0] = tx.outputs[1];
	tx.outputs[1] = first;
	cr_assert_eq(scan(owned), 0);
}

/* Replace the extra of the transaction. */
static void with_extra(const struct sn_buf *extra)
{
	tx.extra = extra->data;
	tx.extra_len = extra->len;
}

/* Several transaction keys, one invalid and one foreign: the right one is found. */
Test(chain_output, all_transaction_keys_are_tried, .init = recipient, .fini = done)
{
	struct sn_owned_output owned[OUTPUTS_MAX];
	struct sn_point keys[8], r, bad = {{2}};
	struct sn_buf extra = {0};
	load("to_standard", true);
	cr_assert_eq(sn_output_scan_keys(&r, 1, &tx), 1);
	sn_extra_write(&extra, &bad, NULL, 0, NULL);
	sn_extra_write(&extra, &sn_point_base, NULL, 0, NULL);
	sn_extra_write(&extra, &r, NULL, 0, NULL);
	sn_extra_write(&extra, &r, NULL, 0, NULL); /* twice: still one output */
	sn_put_u8(&extra, 0xee);                   /* followed by an unknown tag */
	with_extra(&extra);
	cr_assert_eq(sn_output_scan_keys(keys, 8, &tx), 4);
	cr_assert_eq(scan(owned), 1);
	cr_assert_arr_eq(owned[0].tx_key.b, r.b, 32);
	sn_buf_free(&extra);

	/* Without any key there is nothing to find. */
	tx.extra_len = 0;
	cr_assert_eq(sn_output_scan_keys(keys, 8, &tx), 0);
	cr_assert_eq(scan(owned), 0);
}

/* Additional keys, but fewer or more than outputs; and alone, without a transaction key. */
Test(chain_output, additional_keys_of_a_wrong_number_are_tried, .init = recipient, .fini = done)
{
	struct sn_owned_output owned[OUTPUTS_MAX];
	struct sn_point r, more[20];
	struct sn_buf extra = {0};
	load("to_standard", true);
	cr_assert_eq(scan(owned), 1);
	size_t at = owned[0].index;
	r = owned[0].tx_key;
	for (size_t n = 1; n <= 20; n += n < 3 ? 1 : 17) {
		for (size_t i = 0; i < n; i++)
			more[i] = i == at ? r : sn_point_base;
		sn_buf_clear(&extra);
		sn_extra_write(&extra, &sn_point_base, more, n, NULL); /* R as an additional key only */
		with_extra(&extra);
		cr_assert_eq(sn_output_scan_keys(NULL, 0, &tx), 1 + (n < 2 ? n : 2));
		cr_assert_eq(scan(owned), at < n ? 1 : 0);
		if (at < n)
			cr_assert(owned[0].is_additional_key);
	}
	/* Field 04 alone. */
	sn_buf_clear(&extra);
	sn_put_bytes(&extra, "\x04\x02", 2);
	sn_put_bytes(&extra, more, 64);
	with_extra(&extra);
	cr_assert_eq(sn_output_scan_keys(NULL, 0, &tx), 0);
	cr_assert_eq(scan(owned), 0);
	sn_buf_free(&extra);
}

/* An output beyond the look-ahead is not found, one within is. */
Test(chain_output, only_addresses_within_the_look_ahead_are_found, .init = recipient, .fini = done)
{
	struct sn_owned_output owned[OUTPUTS_MAX];
	load("to_subaddress", true); /* (0, 1) */
	cr_assert_eq(scan(owned), 1);
	sn_subaddress_table_free(&table);
	cr_assert_eq(sn_subaddress_table_init(&table, &account, 1, 1), SN_OK);
	cr_assert_eq(scan(owned), 0);
	cr_assert_eq(sn_subaddress_table_cover(&table, &account, (struct sn_subaddress_index){0, 1}), SN_OK);
	cr_assert_eq(scan(owned), 1);
}

/* Derivations and leads of many transactions in one call equal those of single calls. */
Test(chain_output, many_transactions_at_once_give_the_same_outputs, .init = recipient, .fini = done)
{
	struct vectors v;
	enum { TIMES = 20 }; /* each: more leads than a batch */
	struct sn_tx txs[32];
	uint8_t *bytes[32];
	struct sn_point keys[256], derivations[256];
	bool is_valid[256];
	struct sn_output_source sources[TIMES * 32];
	struct sn_output_leads leads;
	size_t n_txs = 0, n_keys = 0, at = 0, total = 0;
	vectors_open(&v, "chain_transactions.txt");
	while (n_txs < 32 && vectors_next(&v, "tx")) {
		size_t len;
		bytes[n_txs] = vectors_bytes(&len, v.word[4]);
		cr_assert_eq(sn_tx_parse(&txs[n_txs], bytes[n_txs], len, false), SN_OK);
		n_keys += sn_output_scan_keys(keys + n_keys, 256 - n_keys, &txs[n_txs]);
		cr_assert_leq(n_keys, 256);
		n_txs++;
	}
	vectors_close(&v);
	cr_assert_eq(sn_derive_many(derivations, is_valid, keys, n_keys, &account.view_secret), SN_OK);
	for (size_t i = 0; i < n_txs; i++) {
		for (size_t k = 0; k < TIMES; k++)
			sources[k * n_txs + i] =
				(struct sn_output_source){&txs[i], derivations + at, is_valid + at};
		at += sn_output_scan_keys(NULL, 0, &txs[i]);
	}
	cr_assert_eq(at, n_keys);
	cr_assert_eq(sn_output_leads_find(&leads, sources, TIMES * n_txs), SN_OK);
	cr_assert_eq(leads.at[0], 0);
	cr_assert_eq(leads.at[TIMES * n_txs], leads.n);
	for (size_t i = 0; i < TIMES * n_txs; i++) {
		struct sn_owned_output a[OUTPUTS_MAX], b[OUTPUTS_MAX];
		const struct sn_output_lead *first = leads.leads + leads.at[i];
		size_t n_a, n_b;
		cr_assert_leq(sources[i].tx->n_outputs, OUTPUTS_MAX);
		n_a = sn_output_scan_leads(a, &sources[i], first, leads.at[i + 1] - leads.at[i], &table);
		cr_assert_eq(sn_output_scan_tx(b, &n_b, sources[i].tx, &account, &table), SN_OK);
		cr_assert_eq(n_a, n_b, "transaction %zu", i);
		for (size_t j = 0; j < n_a; j++) {
			cr_assert_eq(a[j].index, b[j].index);
			cr_assert_eq(a[j].amount, b[j].amount);
			cr_assert(sn_point_is_equal(&a[j].tx_key, &b[j].tx_key));
		}
		if (i < n_txs)
			total += n_a;
	}
	sn_output_leads_free(&leads);
	for (size_t i = 0; i < n_txs; i++) {
		sn_tx_free(&txs[i]);
		free(bytes[i]);
	}
	cr_assert_geq(total, 20);
}

/* A transaction of version 1 with this number of outputs of amount 1, and of keys, the last being `last`; to
 * be freed. */
static struct sn_tx make_wide(struct sn_buf *extra, size_t n_outputs, size_t n_keys,
			      const struct sn_point *last, const struct sn_point *output)
{
	struct sn_tx wide = {
		.version = 1, .n_outputs = n_outputs, .outputs = calloc(n_outputs, sizeof *wide.outputs)};
	cr_assert_not_null(wide.outputs);
	for (size_t i = 0; i < n_outputs; i++)
		wide.outputs[i] = (struct sn_tx_output){.amount = 1, .key = *output};
	for (size_t i = 0; i < n_keys; i++) {
		sn_put_u8(extra, SN_EXTRA_TX_KEY);
		sn_put_bytes(extra, i + 1 < n_keys ? account.spend_public.b : last->b, 32);
	}
	wide.extra = extra->data;
	wide.extra_len = extra->len;
	return wide;
}

#define WIDE 3000 /* outputs, and keys, of a transaction of 200 kB */

static double cpu_seconds(void)
{
	struct rusage u;
	cr_assert(!getrusage(RUSAGE_SELF, &u));
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* The processor time of a scan that finds nothing. */
static double scan_seconds(const struct sn_tx *tx)
{
	static struct sn_owned_output owned[WIDE];
	size_t n;
	const double before = cpu_seconds();
	cr_assert_eq(sn_output_scan_tx(owned, &n, tx, &account, &table), SN_OK);
	cr_assert_eq(n, 0);
	return cpu_seconds() - before;
}

/* 200 kB of keys and outputs: nine million pairs would take 40 seconds and a gigabyte, 3000 times as much as
 * the pairs of one key. */
Test(chain_output, pairs_of_keys_and_outputs_are_bounded, .init = recipient, .fini = done)
{
	struct sn_buf one_key = {0}, extra = {0};
	struct sn_tx narrow = make_wide(&one_key, WIDE, 1, &account.view_public, &account.spend_public);
	struct sn_tx wide = make_wide(&extra, WIDE, WIDE, &account.view_public, &account.spend_public);
	cr_assert_eq(sn_output_scan_keys(NULL, 0, &wide), SN_OUTPUT_SCAN_KEYS_LEAST);
	cr_assert_lt(scan_seconds(&wide), 300 * scan_seconds(&narrow));
	free(narrow.outputs);
	free(wide.outputs);
	sn_buf_free(&one_key);
	sn_buf_free(&extra);
}

/* A relayed transaction has at most 32 keys and 16 outputs: the last key finds each of its outputs. */
Test(chain_output, all_keys_of_a_relayed_transaction_are_tried, .init = recipient, .fini = done)
{
	static const struct {
		size_t n_outputs, n_keys;
		bool is_found;
	} cases[] = {{16, 32, true}, {64, 32, true},  {16, 33, false}, {65, 32, false},
		     {512, 4, true}, {512, 5, false}, {4000, 2, true}};
	struct sn_point tx_key = account.view_public /* any */, derivation, spend;
	cr_assert(!sn_derive(&derivation, &tx_key, &account.view_secret));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_owned_output *owned = calloc(cases[i].n_outputs, sizeof *owned);
		struct sn_buf extra = {0};
		size_t n, last = cases[i].n_outputs - 1;
		struct sn_tx wide =
			make_wide(&extra, cases[i].n_outputs, cases[i].n_keys, &tx_key, &account.view_public);
		cr_assert(!sn_derive_public_key(&spend, &derivation, last, &account.spend_public));
		wide.outputs[last].key = spend;
		cr_assert_eq(sn_output_scan_tx(owned, &n, &wide, &account, &table), SN_OK);
		cr_assert_eq(n, cases[i].is_found, "case %zu: %zu", i, n);
		cr_assert(!n || (owned[0].index == last && sn_point_is_equal(&owned[0].tx_key, &tx_key)));
		free(wide.outputs);
		free(owned);
		sn_buf_free(&extra);
	}
}
