/* A watch-only wallet in a temporary directory, with outputs of several kinds, whose key images are restored.
 */
#ifndef TESTS_UNIT_COLD_RESTORE_FIXTURE_H
#define TESTS_UNIT_COLD_RESTORE_FIXTURE_H

#include "cold/input.h"
#include "cold/restore.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#define PASSWORD "correct horse"
#define N 5

/* A watch-only wallet with outputs of several kinds, and their expected key images. */
static struct {
	struct sn_account alice, bob;
	char directory[64], path[96];
	struct sn_wallet *w;
	struct sn_point images[N];
	struct sn_error err;
	size_t reports, last;
	size_t left; /* out of a list */
} t;

#define ok(call) cr_assert((call) == SN_OK, "%s: %s", #call, t.err.text)

static inline void open_wallet(void)
{
	sn_wallet_close(t.w);
	ok(sn_wallet_open(&t.w, t.path, SN_WALLET_REPAIR, PASSWORD, NULL, &t.err));
}

static inline void create_wallet(enum sn_role role, const struct sn_account *account)
{
	sn_wallet_close(t.w);
	t.w = NULL;
	unlink(t.path);
	ok(sn_wallet_create(t.path, role, account, 0, PASSWORD, SN_KDF_TEST, &t.err));
	open_wallet();
}

static inline void add_outputs(void)
{
	static const struct cold_output outputs[N] = {
		{{0, 0}, 5, SN_MASK_DERIVED, 0},    {{0, 7}, 6, SN_MASK_DERIVED, 1},
		{{3, 0}, 7, SN_MASK_ONE, 200},      {{0, 0}, 8, SN_MASK_EXPLICIT, 3},
		{{12, 34}, 9, SN_MASK_DERIVED, 15},
	};
	for (size_t i = 0; i < N; i++) {
		struct sn_unsigned_input input;
		struct sn_opened_input opened;
		struct sn_hash hash = {{(uint8_t)(i + 1)}};
		cold_make_input(&input, &t.alice, &outputs[i]);
		ok(sn_input_open(&opened, &t.alice, &input, &t.err));
		t.images[i] = opened.image;
		struct sn_wallet_output o = {
			.key = opened.key,
			.tx_key = input.tx_key,
			.tx_hash = hash,
			.index = outputs[i].index,
			.subaddress = outputs[i].to,
			.amount = outputs[i].amount,
			.height = 10 * (i + 1),
		};
		ok(sn_wallet_add_output(t.w, &o, NULL));
		ok(sn_wallet_add_block(t.w, o.height, &hash, 0, 0));
	}
	ok(sn_wallet_store(t.w, &t.err));
}

static inline void set_up(void)
{
	memset(&t, 0, sizeof t);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	strcpy(t.directory, "/tmp/sn-restore-XXXXXX");
	cr_assert(mkdtemp(t.directory) != NULL);
	snprintf(t.path, sizeof t.path, "%s/wallet", t.directory);
	create_wallet(SN_ROLE_WATCH_ONLY, &t.alice);
	add_outputs();
}

static inline void tear_down(void)
{
	char name[sizeof t.path + 16];
	sn_wallet_close(t.w);
	unlink(t.path);
	snprintf(name, sizeof name, "%s.outkey2ki", t.path);
	unlink(name);
	cr_assert(rmdir(t.directory) == 0, "rubbish left in %s", t.directory);
}

static inline void expect_images(const struct sn_point *images)
{
	for (size_t i = 0; i < N; i++)
		cr_assert(t.w->outputs[i].has_image &&
				  sn_point_is_equal(sn_wallet_image_of(t.w, &t.w->outputs[i]), &images[i]),
			  "%zu", i);
}

/* Each call makes different outputs: remember the first ones. */
static inline struct sn_wallet_output *copy_outputs(void)
{
	struct sn_wallet_output *copy = calloc(N, sizeof *copy);
	memcpy(copy, t.w->outputs, N * sizeof *copy);
	return copy;
}

static inline void put_back(const struct sn_wallet_output *outputs)
{
	for (size_t i = 0; i < N; i++) {
		ok(sn_wallet_add_output(t.w, &outputs[i], NULL));
		ok(sn_wallet_add_block(t.w, outputs[i].height, &outputs[i].tx_hash, 0, 0));
	}
}

static inline void count(void *context, size_t done, size_t total)
{
	(void)context;
	/* A pass may follow another one. */
	cr_assert(done <= total && (done > t.last || t.last == total));
	t.reports++;
	t.last = done;
}

static const struct sn_restore_progress progress = {count, NULL};

#endif
