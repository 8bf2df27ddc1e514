/* Key images of Carrot outputs: from the wallet into the list, to the signer, and back. */
#include "carrot_fixture.h"
#include "cold_proposal_sets.h"
#include "cold/prove_reserve.h"
#include "cold_restore_fixture.h"
#include "handoff/envelope.h"

TestSuite(cold_restore_carrot, .init = set_up, .fini = tear_down);

#define FOREIGN "an output of the watch-only wallet does not belong to the master wallet"

/* ------------------------------------------------------------------ the vectors */

/* Add the output `name` of the vectors, as a scan does. */
static void add_vector(const char *name, uint64_t height)
{
	const struct sn_account *account = t.w->account;
	struct sn_subaddress_table table = carrot_table(account);
	struct carrot_enote *e = carrot_enote(name);
	struct sn_carrot_owned owned;
	cr_assert(carrot_scan(&owned, e, account, &table), "%s", name);
	struct sn_wallet_output o = {
		.key = owned.key,
		.tx_hash = {{(uint8_t)height}},
		.mask = owned.mask,
		.mask_kind = owned.is_coinbase ? SN_MASK_ONE : SN_MASK_EXPLICIT,
		.amount = owned.amount,
		.height = height,
		.subaddress = owned.subaddress,
		.is_coinbase = owned.is_coinbase,
		.is_rct = true,
		.is_carrot = true,
		.has_payment_id = owned.has_payment_id,
	};
	struct sn_wallet_enote enote = {.kind = (uint8_t)owned.kind, .type = (uint8_t)owned.type};
	memcpy(o.tx_key.b, owned.ephemeral_key.b, sizeof o.tx_key.b);
	memcpy(o.payment_id, owned.payment_id, sizeof o.payment_id);
	if (!owned.is_coinbase)
		memcpy(enote.first_image.b, owned.context.b + 1, sizeof enote.first_image.b);
	if (owned.kind == SN_CARROT_NORMAL)
		enote.anchor = owned.anchor;
	ok(sn_wallet_add_carrot_output(t.w, &o, &enote, NULL));
	ok(sn_wallet_add_block(t.w, height, &o.tx_hash, 0, 0));
	free(e);
	sn_subaddress_table_free(&table);
}

/* Both ways give the key images of the vectors. */
static void expect_vectors(const char *owner, const char *const *names, const uint64_t *heights, size_t n)
{
	const struct sn_account account = carrot_account(owner);
	struct sn_buf wanted = {0}, images = {0};
	char pairs[sizeof t.path + 16];
	size_t n_images, n_new;
	create_wallet(SN_ROLE_WATCH_ONLY, &account);
	for (size_t i = 0; i < n; i++)
		add_vector(names[i], heights[i]);
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_MISSING, &n_images, &t.left, &t.err));
	cr_assert(n_images == n && !t.left);
	ok(sn_restore_answer(&images, &account, wanted.data, wanted.len, &progress, &n_images, &t.err));
	cr_assert(n_images == n && t.last == n);
	for (int is_direct = 0; is_direct < 2; is_direct++) {
		if (is_direct) {
			snprintf(pairs, sizeof pairs, "%s.outkey2ki", t.path);
			cr_assert_eq(unlink(pairs), 0);
			create_wallet(SN_ROLE_WATCH_ONLY, &account);
			for (size_t i = 0; i < n; i++)
				add_vector(names[i], heights[i]);
			ok(sn_restore_into(t.w, &account, NULL, &n_new, &t.err));
		} else {
			ok(sn_restore_import(t.w, images.data, images.len, &n_new, &t.err));
		}
		cr_assert_eq(n_new, n);
		for (size_t i = 0; i < n; i++) {
			struct sn_point key, image;
			carrot_value(&key, "%s.K_o", names[i]);
			carrot_value(&image, "%s.L", names[i]);
			const size_t pair = sn_wallet_find_pair(t.w, &key);
			cr_assert(pair != SIZE_MAX && sn_point_is_equal(&t.w->images[pair].image, &image),
				  "%s", names[i]);
		}
	}
	sn_buf_free(&wanted);
	sn_buf_free(&images);
}

Test(cold_restore_carrot, received_outputs_have_the_key_images_of_the_vectors)
{
	static const char *const names[] = {"enote.main", "enote.sub", "enote.int", "coinbase"};
	const uint64_t heights[] = {10, 20, 30, 3700123};
	expect_vectors("rcv", names, heights, 4);
}

Test(cold_restore_carrot, self_sends_have_the_key_images_of_the_vectors)
{
	static const char *const names[] = {"special.chg", "special.chgsub", "special.self"};
	const uint64_t heights[] = {10, 20, 30};
	expect_vectors("snd", names, heights, 3);
}

/* ------------------------------------------------------------------ lists */

static struct sn_proposal_input make_output(const struct sn_account *account,
					    enum sn_proposal_input_kind kind, uint32_t major, uint32_t minor)
{
	struct sn_proposal_set set = proposal_set(1);
	proposal_spend(set.proposals, account, kind, (struct sn_subaddress_index){major, minor}, COLD_XMR);
	struct sn_proposal_input in = set.proposals->inputs[0];
	proposal_free(&set);
	return in;
}

static struct sn_output_list list_of(const struct sn_proposal_input *carrot, size_t n)
{
	struct sn_output_list list = {.carrot = calloc(n, sizeof *carrot), .n_carrot = n};
	cr_assert_not_null(list.carrot);
	memcpy(list.carrot, carrot, n * sizeof *carrot);
	ok(sn_output_list_sort(&list));
	return list;
}

static int compute(struct sn_listed_image *images, const struct sn_proposal_input *carrot, size_t n)
{
	struct sn_output_list list = list_of(carrot, n);
	int ret = sn_restore_compute(images, &t.alice, &list, NULL, &t.err);
	sn_output_list_free(&list);
	return ret;
}

static void seal_list(struct sn_buf *file, const void *content, size_t len)
{
	sn_buf_clear(file);
	ok(sn_envelope_seal(file, SN_ENVELOPE_OUTPUT_LIST, SN_MAINNET, &t.alice.view_secret, content, len,
			    &t.err));
}

/* The answer to a file is a refusal; nothing is written. Returns the error. */
static int expect_no_answer(const struct sn_buf *file)
{
	struct sn_buf out = {0};
	size_t n;
	int ret = sn_restore_answer(&out, &t.alice, file->data, file->len, NULL, &n, &t.err);
	cr_assert(ret == SN_BAD_INPUT || ret == SN_REFUSED, "%d", ret);
	cr_assert(!out.len && (ret == SN_BAD_INPUT || strstr(t.err.text, FOREIGN)), "%s", t.err.text);
	sn_buf_free(&out);
	return ret;
}

/* Each bit of a list with an output of each kind, changed: refused as malformed or as foreign. */
Test(cold_restore_carrot, every_changed_bit_is_refused, .timeout = 120)
{
	struct sn_listed_image images[4];
	const struct sn_proposal_input outputs[] = {
		make_output(&t.alice, SN_PROPOSAL_NORMAL, 0, 0),
		make_output(&t.alice, SN_PROPOSAL_NORMAL, 3, 200),
		make_output(&t.alice, SN_PROPOSAL_SPECIAL, 0, 1),
		make_output(&t.alice, SN_PROPOSAL_COINBASE, 0, 0),
	};
	ok(compute(images, outputs, 4));
	size_t n_refused = 0, n_malformed = 0;
	for (size_t i = 0; i < 4; i++) {
		struct sn_output_list list = list_of(&outputs[i], 1);
		struct sn_buf content = {0}, file = {0};
		ok(sn_output_list_encode(&content, &list, &t.err));
		for (size_t bit = 0; bit < 8 * content.len; bit++) {
			content.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
			seal_list(&file, content.data, content.len);
			++*(expect_no_answer(&file) == SN_REFUSED ? &n_refused : &n_malformed);
			content.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
		}
		sn_output_list_free(&list);
		sn_buf_free(&content);
		sn_buf_free(&file);
	}
	/* All of keys, key images, D_e and anchors; and most of the numbers. */
	cr_assert(n_refused >= 8 * (4 * 32 + 3 * 32 + 32 + 3 * 16) && n_malformed > 0, "%zu, %zu", n_refused,
		  n_malformed);
}

/* A payment ID that the sender did not use, and none where he used one. */
Test(cold_restore_carrot, payment_ids_are_part_of_the_output)
{
	struct sn_listed_image image;
	struct sn_proposal_input in = make_output(&t.alice, SN_PROPOSAL_NORMAL, 0, 0);
	in.has_payment_id = true;
	in.payment_id[7] = 1;
	cr_assert_eq(compute(&image, &in, 1), SN_REFUSED);
	cr_assert(strstr(t.err.text, FOREIGN), "%s", t.err.text);
}

/* An output of bob, also among our own; one of the same values at another key of ours. */
Test(cold_restore_carrot, foreign_outputs_are_refused)
{
	enum { KINDS = 3 };
	struct sn_listed_image images[KINDS];
	for (int kind = SN_PROPOSAL_NORMAL; kind <= SN_PROPOSAL_COINBASE; kind++) {
		struct sn_proposal_input outputs[KINDS];
		for (int i = 0; i < KINDS; i++)
			outputs[i] = make_output(&t.alice, (enum sn_proposal_input_kind)kind, 0, 0);
		ok(compute(images, outputs, KINDS));
		const struct sn_point other = outputs[1].key;
		outputs[1].key = outputs[2].key;
		outputs[2].key = other;
		cr_assert_eq(compute(images, outputs, KINDS), SN_REFUSED);
		cr_assert(strstr(t.err.text, FOREIGN), "%s", t.err.text);
		outputs[1] = outputs[0];
		outputs[2] = make_output(&t.bob, (enum sn_proposal_input_kind)kind, 0, 0);
		cr_assert_eq(compute(images, outputs, KINDS), SN_REFUSED);
		cr_assert(strstr(t.err.text, FOREIGN), "%s", t.err.text);
	}
}

/* An output in both parts of a list, and twice in one. */
Test(cold_restore_carrot, twins_are_refused)
{
	const struct sn_proposal_input in = make_output(&t.alice, SN_PROPOSAL_NORMAL, 0, 0);
	struct sn_listed_output old = {.key = in.key};
	struct sn_buf content = {0}, file = {0};
	struct sn_output_list list = list_of(&in, 1);
	ok(sn_output_list_encode(&content, &list, &t.err));
	struct sn_buf twice = {0};
	sn_put_bytes(&twice, content.data, 2);
	twice.data[1] = 2;
	sn_put_bytes(&twice, content.data + 2, content.len - 2);
	sn_put_bytes(&twice, content.data + 2, content.len - 2);
	seal_list(&file, twice.data, twice.len);
	cr_assert_eq(expect_no_answer(&file), SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "do not ascend"), "%s", t.err.text);
	/* One old output before it, with the same key. */
	sn_buf_clear(&twice);
	sn_put_u8(&twice, 1);
	sn_put_bytes(&twice, old.key.b, 32);
	sn_put_bytes(&twice, old.tx_key.b, 32);
	sn_put_bytes(&twice, (const uint8_t[3]){0}, 3);
	sn_put_bytes(&twice, old.tx_hash.b, 32);
	sn_put_bytes(&twice, content.data + 1, content.len - 1);
	seal_list(&file, twice.data, twice.len);
	cr_assert_eq(expect_no_answer(&file), SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "an output is listed twice"), "%s", t.err.text);
	sn_output_list_free(&list);
	sn_buf_free(&content);
	sn_buf_free(&twice);
	sn_buf_free(&file);
}

/* A proof of reserves cannot show Carrot outputs: the list for it omits them, and another list is refused. */
Test(cold_restore_carrot, proofs_of_reserves_omit_carrot_outputs)
{
	struct sn_wallet_output carrot = {.key = cold_random_point(),
					  .tx_hash = {{200}},
					  .amount = 1000,
					  .height = t.w->outputs[N - 1].height,
					  .is_rct = true,
					  .is_carrot = true};
	const struct sn_wallet_enote enote = {.first_image = cold_random_point()};
	struct sn_buf wanted = {0}, proof = {0};
	struct sn_output_list list;
	size_t n;
	ok(sn_wallet_add_carrot_output(t.w, &carrot, &enote, NULL));
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_UNSPENT, &n, &t.left, &t.err));
	cr_assert(n == N && sn_restore_count_unlisted(t.w) == 1);
	ok(sn_restore_open_list(&list, &t.alice, wanted.data, wanted.len, &t.err));
	cr_assert(list.n == N && !list.n_carrot);
	ok(sn_prove_reserve(&proof, &t.alice, &list, "", 0, &t.err));
	sn_output_list_free(&list);
	sn_buf_clear(&wanted);
	sn_buf_clear(&proof);
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_ALL, &n, &t.left, &t.err));
	cr_assert_eq(n, N + 1);
	ok(sn_restore_open_list(&list, &t.alice, wanted.data, wanted.len, &t.err));
	cr_assert_eq(sn_prove_reserve(&proof, &t.alice, &list, "", 0, &t.err), SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "1 Carrot output, which a proof of reserves cannot show"), "%s",
		  t.err.text);
	cr_assert(!proof.len && strstr(t.err.hint, "ki-restore --list --unspent"), "%s", t.err.hint);
	sn_output_list_free(&list);
	sn_buf_free(&wanted);
	sn_buf_free(&proof);
	const struct sn_hash spender = {{201}};
	ok(sn_wallet_set_spent(t.w, N, carrot.height, &spender));
	cr_assert_eq(sn_restore_count_unlisted(t.w), 0);
}

/* The answer ascends by key over both parts, and more outputs than a batch has. */
Test(cold_restore_carrot, old_and_carrot_outputs_in_one_answer)
{
	enum { N_CARROT = 150 };
	struct sn_proposal_input *carrot = calloc(N_CARROT, sizeof *carrot);
	struct sn_buf content = {0}, file = {0}, images = {0};
	struct sn_image_list answer;
	size_t n, n_found = 0;
	for (uint32_t i = 0; i < N_CARROT; i++)
		carrot[i] = make_output(&t.alice, (enum sn_proposal_input_kind)(1 + i % 2), i % 3, i);
	struct sn_output_list list = list_of(carrot, N_CARROT);
	list.outputs = calloc(N, sizeof *list.outputs);
	list.n = N;
	for (size_t i = 0; i < N; i++) {
		const struct sn_wallet_output *o = &t.w->outputs[i];
		list.outputs[i] =
			(struct sn_listed_output){o->key, o->tx_key, o->index, o->subaddress, o->tx_hash};
	}
	ok(sn_output_list_sort(&list));
	ok(sn_output_list_encode(&content, &list, &t.err));
	seal_list(&file, content.data, content.len);
	ok(sn_restore_answer(&images, &t.alice, file.data, file.len, &progress, &n, &t.err));
	cr_assert(n == N + N_CARROT && t.reports == 1 + 3 && t.last == N + N_CARROT);
	sn_buf_clear(&content);
	ok(sn_envelope_open(&content, SN_ENVELOPE_KEY_IMAGES, SN_MAINNET, &t.alice.view_secret, images.data,
			    images.len, &t.err));
	ok(sn_image_list_decode(&answer, content.data, content.len, &t.err));
	cr_assert_eq(answer.n, N + N_CARROT);
	for (size_t i = 0; i < answer.n; i++)
		for (size_t k = 0; k < N; k++)
			if (sn_point_is_equal(&answer.images[i].key, &t.w->outputs[k].key))
				n_found += sn_point_is_equal(&answer.images[i].image, &t.images[k]);
	cr_assert_eq(n_found, N);
	for (size_t i = 0; i < N_CARROT; i++) {
		struct sn_listed_image one;
		size_t at = 0;
		ok(compute(&one, &carrot[i], 1));
		while (at < answer.n && !sn_point_is_equal(&answer.images[at].key, &one.key))
			at++;
		cr_assert(at < answer.n && sn_point_is_equal(&answer.images[at].image, &one.image), "%zu", i);
	}
	sn_image_list_free(&answer);
	sn_output_list_free(&list);
	sn_buf_free(&content);
	sn_buf_free(&file);
	sn_buf_free(&images);
	free(carrot);
}
