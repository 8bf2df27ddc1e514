#include "wiped_fixture.h"

#include "cold/input.h"
#include "cold/restore.h"
#include "handoff/envelope.h"
#include "seam.h"

#include "../unit/cold_proposal_sets.h"
#include "../unit/cold_reference.h"
#include "../unit/cold_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#define LARGE_INPUTS 24

struct shared *shared;
unsigned wiped_jobs = 1;
static bool is_noting;

void wiped_in_a_child(void (*run)(void))
{
	int status;
	pid_t child = fork();
	cr_assert(child >= 0);
	if (!child) {
		run();
		_exit(0);
	}
	cr_assert(waitpid(child, &status, 0) == child);
	cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void seal(struct sealed *to, enum sn_envelope_kind kind, const struct sn_buf *content)
{
	struct sn_buf file = {0};
	cr_assert(!sn_envelope_seal(&file, kind, SN_MAINNET, &shared->account.view_secret, content->data,
				    content->len, NULL));
	cr_assert(file.len <= FILE_MAX);
	memcpy(to->bytes, file.data, file.len);
	to->len = file.len;
	sn_buf_free(&file);
}

static void seal_set(struct sealed *to, const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, NULL));
	seal(to, SN_ENVELOPE_UNSIGNED_SET, &content);
	sn_buf_free(&content);
}

static void list_carrot(struct sn_output_list *list)
{
	struct sn_proposal_set set = proposal_set(1);
	struct sn_proposal *p = set.proposals;
	for (int i = 0; i < LISTED_CARROT; i++)
		proposal_spend(p, &shared->account,
			       (enum sn_proposal_input_kind)(SN_PROPOSAL_NORMAL + i % SN_PROPOSAL_COINBASE),
			       (struct sn_subaddress_index){0, 0}, COLD_XMR);
	list->carrot = calloc(LISTED_CARROT, sizeof *list->carrot);
	cr_assert(list->carrot != NULL);
	list->n_carrot = LISTED_CARROT;
	memcpy(list->carrot, p->inputs, LISTED_CARROT * sizeof *list->carrot);
	proposal_free(&set);
}

/* What ki-restore is asked about. */
static void make_list(const struct sn_unsigned_set *set)
{
	struct sn_output_list list = {.outputs = calloc(LISTED, sizeof *list.outputs)};
	struct sn_buf content = {0};
	cr_assert(list.outputs != NULL);
	for (size_t i = 0; i < set->n; i++)
		for (size_t j = 0; j < set->txs[i].n_inputs; j++) {
			const struct sn_unsigned_input *in = &set->txs[i].inputs[j];
			struct sn_opened_input opened;
			cr_assert(list.n < LISTED && !sn_input_open(&opened, &shared->account, in, NULL));
			list.outputs[list.n++] = (struct sn_listed_output){
				opened.key, in->tx_key, in->index, in->subaddress, {{0}}};
		}
	list_carrot(&list);
	cr_assert(!sn_output_list_sort(&list) && !sn_output_list_encode(&content, &list, NULL));
	seal(&shared->list, SN_ENVELOPE_OUTPUT_LIST, &content);
	sn_output_list_free(&list);
	sn_buf_free(&content);
}

/* As many recipients as there can be, and more inputs than a payment has. */
static void make_large(const struct sn_account *bob)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = set.txs;
	tx->inputs = realloc(tx->inputs, LARGE_INPUTS * sizeof *tx->inputs);
	cr_assert(tx->inputs != NULL);
	for (uint32_t i = 0; i < LARGE_INPUTS; i++)
		cold_make_input(&tx->inputs[tx->n_inputs++], &shared->account,
				&(struct cold_output){.amount = COLD_XMR, .to = {0, i % 3}, .index = i});
	for (uint32_t i = 0; i + 1 < SN_TX_OUTPUTS_MAX; i++)
		cold_pay(tx, cold_address(bob, 0, i), COLD_XMR / 2);
	cold_change(tx, 0, 0);
	seal_set(&shared->large, &set);
	cold_free(&set);
}

void wiped_make_files(void)
{
	struct sn_account bob = cold_account("bob");
	shared->account = cold_account("alice");
	struct sn_unsigned_set set = cold_set(2);
	cold_spend(&set.txs[0], &shared->account,
		   &(struct cold_output){
			   .amount = COLD_XMR, .to = {0, 3}, .mask_kind = SN_MASK_EXPLICIT, .index = 2});
	cold_spend_amount(&set.txs[0], &shared->account, COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_XMR / 2);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_change(&set.txs[0], 0, 0);
	cold_spend_amount(&set.txs[1], &shared->account, COLD_XMR);
	cold_pay(&set.txs[1], cold_integrated(&bob, 7), COLD_XMR / 2);
	cold_change(&set.txs[1], 0, 0);
	seal_set(&shared->file, &set);
	make_list(&set);
	cold_free(&set);
	make_large(&bob);
}

void wiped_make_reference_files(void)
{
	struct reference_file sample = reference_open("0.18.4.0", "unsigned-many");
	struct interop_sample outputs = interop_find("0.18.4.0", "outputs-all");
	struct sn_buf file = {0};
	shared->account = sample.account;
	reference_seal(&file, &sample);
	cr_assert(file.len <= FILE_MAX && outputs.file.len <= FILE_MAX);
	memcpy(shared->file.bytes, file.data, file.len);
	shared->file.len = file.len;
	memcpy(shared->outputs.bytes, outputs.file.data, outputs.file.len);
	shared->outputs.len = outputs.file.len;
	sn_buf_free(&file);
	interop_free(&outputs);
	reference_free(&sample);
}

static void seal_proposals(struct sealed *to, struct sn_proposal_set *set)
{
	struct sn_buf file = {0};
	proposal_seal(&file, &shared->account, set);
	cr_assert(file.len <= FILE_MAX);
	memcpy(to->bytes, file.data, file.len);
	to->len = file.len;
	sn_buf_free(&file);
	proposal_free(set);
}

/* Inputs of all kinds, and as many outputs as there can be. */
static void make_large_proposal(const struct sn_account *bob)
{
	struct sn_proposal_set set = proposal_set(1);
	for (uint32_t i = 0; i < LARGE_INPUTS; i++)
		proposal_spend(&set.proposals[0], &shared->account, (enum sn_proposal_input_kind)(i % 4),
			       (struct sn_subaddress_index){0, 0}, COLD_XMR);
	for (uint32_t i = 0; i + 1 < SN_TX_OUTPUTS_MAX; i++)
		proposal_pay(&set.proposals[0], cold_address(bob, 0, i), COLD_XMR / 2);
	proposal_change(&set.proposals[0], 0);
	seal_proposals(&shared->large, &set);
}

void wiped_make_proposals(void)
{
	static const enum sn_proposal_input_kind kinds[] = {SN_PROPOSAL_OLD, SN_PROPOSAL_SPECIAL,
							    SN_PROPOSAL_COINBASE};
	const struct sn_account bob = cold_account("bob");
	struct sn_proposal_set set = proposal_set(2);
	shared->account = cold_account("alice");
	for (size_t i = 0; i < 3; i++)
		proposal_spend(&set.proposals[0], &shared->account, kinds[i],
			       (struct sn_subaddress_index){0, 0}, COLD_XMR);
	proposal_pay(&set.proposals[0], cold_address(&bob, 0, 1), COLD_XMR);
	proposal_pay_self(&set.proposals[0], (struct sn_subaddress_index){0, 2}, COLD_XMR);
	proposal_change(&set.proposals[0], 0);
	proposal_spend(&set.proposals[1], &shared->account, SN_PROPOSAL_NORMAL,
		       (struct sn_subaddress_index){0, 3}, COLD_XMR);
	proposal_pay(&set.proposals[1], cold_integrated(&bob, 9), COLD_XMR / 2);
	proposal_change(&set.proposals[1], 0);
	seal_proposals(&shared->file, &set);
	make_large_proposal(&bob);
}

static void sign(const struct sealed *file, int expected)
{
	struct sn_reference_request reference = {
		.options = {.outputs_file = shared->outputs.len ? shared->outputs.bytes : NULL,
			    .outputs_len = shared->outputs.len}};
	const struct sn_signing signing = {.jobs = wiped_jobs, .reference = &reference};
	struct sn_cold_set set;
	struct sn_review review;
	struct sn_buf out = {0};
	struct sn_error err = {0};
	cr_assert(!sn_cold_set_open_and_review(&set, &reference, &review, &shared->account, NULL, file->bytes,
					       file->len, 1, &err),
		  "%s", err.text);
	if (is_noting && reference.key)
		secrets_note("cipher key", &reference.key->cipher, sizeof reference.key->cipher);
	cr_assert_eq(sn_cold_set_sign(&out, NULL, &shared->account, &set, NULL, &signing, &err), expected,
		     "%s", err.text);
	cr_assert(expected ? !out.len : out.len > 2000);
	sn_review_free(&review);
	sn_cold_set_free(&set);
	sn_reference_request_free(&reference);
	sn_buf_free(&out);
}

void wiped_sign(void)
{
	sign(&shared->file, SN_OK);
}

void wiped_flip_when_sealed(const char *name, void *at, size_t len)
{
	if (len && !strcmp(name, "sealed"))
		*(uint8_t *)at ^= 1;
}

void wiped_sign_in_vain(void)
{
	seam_hook = wiped_flip_when_sealed;
	sign(&shared->file, SN_REFUSED);
	seam_hook = NULL;
}

void wiped_compute_images(void)
{
	struct sn_buf out = {0};
	size_t n;
	cr_assert(!sn_restore_answer(&out, &shared->account, shared->list.bytes, shared->list.len, NULL, &n,
				     NULL));
	cr_assert_eq(n, LISTED + LISTED_CARROT);
	sn_buf_free(&out);
}

/* The last Carrot output is not ours: nothing runs after it that would overwrite the stack. */
void wiped_refuse_images(void)
{
	struct sn_output_list list;
	struct sn_listed_image images[LISTED + LISTED_CARROT];
	cr_assert(!sn_restore_open_list(&list, &shared->account, shared->list.bytes, shared->list.len, NULL));
	list.carrot[list.n_carrot - 1].amount++;
	cr_assert_eq(sn_restore_compute(images, &shared->account, &list, NULL, NULL), SN_REFUSED);
	sn_output_list_free(&list);
}

static void note_secrets(void)
{
	secrets_note("spend secret", &shared->account.spend_secret, 32);
	secrets_note("view secret", &shared->account.view_secret, 32);
	seam_hook = secrets_note_at_point;
	is_noting = true;
	wiped_sign();
	if (!shared->list.len)
		return;
	wiped_compute_images();
	wiped_refuse_images();
}

__attribute__((noinline)) void wiped_leave_on_stack(void)
{
	volatile uint8_t frame[16384];
	secrets_put_one(frame + 5);
}

void wiped_set_up(void (*make)(void))
{
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert(shared != MAP_FAILED);
	secrets = &shared->secrets;
	cr_assert(sodium_init() >= 0);
	wiped_in_a_child(make);
	wiped_in_a_child(note_secrets);
	secrets_prepare();
	cr_assert(secrets->n > 250, "only %zu secrets were seen: is the seam switched on?", secrets->n);
}

void wiped_tear_down(void)
{
	munmap(shared, sizeof *shared);
}
