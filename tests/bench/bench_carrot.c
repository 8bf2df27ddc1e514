/* After the network upgrade: scanning of other people's Carrot outputs up to the view tag, by the kernel in
 * use; and the signer with a proposal, from file bytes to file bytes, without Argon2id. No rival does either
 * yet. */
#include "bench.h"

#include "carrot_tx.h"
#include "cold_proposal_sets.h"
#include "cold_sets.h"

#include "chain/carrot_make.h"
#include "chain/carrot_scan.h"
#include "cold/files.h"
#include "kernel/derivations.h"
#include "kernel/kernel.h"

#include <stdio.h>
#include <stdlib.h>

#define TXS 256
#define ROUNDS 25
#define SIGN_ROUNDS 9

static void must(bool is_right)
{
	if (is_right)
		return;
	fprintf(stderr, "bench: a function of Carrot failed\n");
	abort();
}

/* ------------------------------------------------------------------ scan */

/* Each output has a key of its own, as with three outputs and more. */
static struct carrot_tx make_outputs(const struct sn_account *to, const struct sn_point *image, size_t n)
{
	struct sn_carrot_made made[SN_TX_OUTPUTS_MAX];
	struct sn_carrot_context context;
	sn_carrot_context(&context, image);
	for (uint32_t i = 0; i < n; i++) {
		const struct sn_address address = cold_address(to, 0, i);
		const struct sn_carrot_anchor anchor = carrot_anchor();
		must(!sn_carrot_make_normal(&made[i], &address, COLD_XMR, &anchor, &context));
	}
	return carrot_tx(image, 1, made, n, NULL);
}

/* Two outputs have one ephemeral key. */
static void make_txs(struct carrot_tx *txs, size_t n_outputs)
{
	const struct sn_account bob = cold_account("bob");
	const struct sn_address to = cold_address(&bob, 0, 1);
	for (size_t i = 0; i < TXS; i++) {
		const struct sn_point image = cold_random_point();
		txs[i] = n_outputs == 2 ? carrot_tx_to(&image, &to, COLD_XMR)
					: make_outputs(&bob, &image, n_outputs);
	}
}

/* As hot/prepare.c does: the secrets of all transactions at once, then the view tags. */
static void look(const struct carrot_tx *txs, const struct sn_account *account)
{
	static struct sn_x25519 shared[TXS * SN_TX_OUTPUTS_MAX];
	size_t n = 0, leads = 0;
	for (size_t i = 0; i < TXS; i++)
		n += sn_carrot_scan_keys(shared + n, SN_TX_OUTPUTS_MAX, &txs[i].tx);
	sn_x25519_many(shared, shared, n, &account->view_secret);
	n = 0;
	for (size_t i = 0; i < TXS; i++) {
		leads += sn_carrot_has_lead(&txs[i].tx, shared + n);
		n += sn_carrot_scan_keys(NULL, 0, &txs[i].tx);
	}
	must(!leads);
}

static void scan(size_t n_outputs)
{
	static struct carrot_tx txs[TXS];
	const struct sn_account alice = cold_account("alice");
	double us = 0;
	make_txs(txs, n_outputs);
	for (size_t round = 0; round < ROUNDS; round++) {
		double start = bench_thread_us();
		look(txs, &alice);
		bench_keep_least(&us, (bench_thread_us() - start) / (TXS * (double)n_outputs));
	}
	for (size_t i = 0; i < TXS; i++)
		carrot_tx_free(&txs[i]);
	printf("Carrot scan, %2zu outputs each, %-8s %6.2f us per output, %8.0f outputs/s\n", n_outputs,
	       sn_kernel()->name, us, 1e6 / us);
}

/* ------------------------------------------------------------------ sign */

static void make_file(struct sn_buf *file, const struct sn_account *account, size_t n_inputs)
{
	const struct sn_account bob = cold_account("bob");
	struct sn_proposal_set set = proposal_set(1);
	for (size_t i = 0; i < n_inputs; i++)
		proposal_spend(&set.proposals[0], account, SN_PROPOSAL_NORMAL,
			       (struct sn_subaddress_index){0, 0}, COLD_XMR);
	proposal_pay(&set.proposals[0], cold_address(&bob, 0, 1), COLD_XMR / 2);
	proposal_change(&set.proposals[0], 0);
	proposal_seal(file, account, &set);
	proposal_free(&set);
}

static void sign_once(const struct sn_buf *file, const struct sn_account *account, double *review_us,
		      double *sign_us)
{
	struct sn_cold_set set;
	struct sn_review review;
	struct sn_buf out = {0};
	double start = bench_thread_us();
	must(!sn_cold_set_open_and_review(&set, NULL, &review, account, NULL, file->data, file->len, 1,
					  NULL));
	double middle = bench_thread_us();
	must(!sn_cold_set_sign(&out, NULL, account, &set, NULL, NULL, NULL));
	bench_keep_least(sign_us, bench_thread_us() - middle);
	bench_keep_least(review_us, middle - start);
	sn_review_free(&review);
	sn_cold_set_free(&set);
	sn_buf_free(&out);
}

static void sign(size_t n_inputs)
{
	const struct sn_account alice = cold_account("alice");
	struct sn_buf file = {0};
	double review_us = 0, sign_us = 0;
	make_file(&file, &alice, n_inputs);
	for (size_t round = 0; round < SIGN_ROUNDS; round++)
		sign_once(&file, &alice, &review_us, &sign_us);
	sn_buf_free(&file);
	printf("proposal, %2zu input%s 2 outputs, %-8s review %6.2f ms, sign %7.2f ms\n", n_inputs,
	       n_inputs == 1 ? ", " : "s,", sn_kernel()->name, review_us / 1000, sign_us / 1000);
}

void bench_carrot(void)
{
	scan(2);
	scan(16);
	sign(1);
	sign(16);
}
