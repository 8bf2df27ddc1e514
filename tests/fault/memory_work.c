#include "memory_work.h"

#include "memory_proposals.h"

#include "base/file.h"
#include "chain/names_bytes.h"
#include "cold/earlier.h"
#include "cold/files.h"
#include "cold/review_print.h"
#include "handoff/envelope.h"
#include "handoff/image_list.h"
#include "handoff/signed_set.h"
#include "handoff/ur.h"
#include "store/signing_journal.h"
#include "store/signing_journal_print.h"
#include "store/wallet.h"
#include "store/wallet_frozen.h"
#include "store/wallet_names.h"
#include "store/wallet_notes.h"
#include "store/wallet_requests.h"
#include "unit/cold_reference.h"
#include "unit/cold_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
	struct sn_account alice;
	char directory[64], master[96], journal[112], watch[96];
	struct sn_buf unsigned_file, journal_before, watch_before;
	struct sn_unsigned_set set;
	struct reference_file sample;
	struct interop_sample outputs;
	struct sn_buf reference_file;
} world;

void must(int ret, const struct sn_error *err)
{
	if (!ret)
		return;
	fprintf(stderr, "memory: cannot prepare: %s\n", err->text);
	abort();
}

static void put_file(const char *path, const struct sn_buf *content)
{
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(content->data, 1, content->len, f) != content->len || fclose(f))
		abort();
}

static struct sn_buf get_file(const char *path)
{
	struct sn_buf b = {0};
	struct sn_error err;
	must(sn_file_read(path, 1 << 24, &b, &err), &err);
	return b;
}

static void name(char *out, size_t size, const char *end)
{
	snprintf(out, size, "%s/%s", world.directory, end);
}

static struct sn_hash hash_of(uint8_t n)
{
	struct sn_hash h;
	memset(h.b, n, sizeof h.b);
	return h;
}

static struct sn_point key_of(uint8_t n)
{
	struct sn_point p;
	memset(p.b, n, sizeof p.b);
	return p;
}

/* From the unsigned file to the signed one, with a journal, as cold-sign goes. */
static int sign(struct sn_buf *result, struct sn_error *err)
{
	struct sn_unsigned_set set = {0};
	struct sn_review review = {0};
	struct sn_wallet *master = NULL;
	struct sn_buf said = {0}; /* otherwise when the journal knows the set already */
	struct sn_hash hashes[2];
	struct sn_signing signing = {.allow_respend = true, .now = 1, .jobs = 1};
	int ret = sn_wallet_open(&master, world.master, SN_WALLET_READ, "x", NULL, err);
	if (!ret)
		ret = sn_signing_journal_open(&signing.journal, master, true, err);
	if (!ret)
		ret = sn_cold_open_and_review(&set, NULL, &review, &world.alice, NULL,
					      world.unsigned_file.data, world.unsigned_file.len, 1, err);
	if (!ret)
		ret = cold_set_check_journal(&review, &world.alice, &set, NULL, &signing, err);
	if (!ret && (sn_review_text(&said, &review, SN_REVIEW_TO_SIGN) || sn_review_json(&said, &review)))
		ret = sn_error_memory(err);
	if (!ret)
		ret = cold_set_sign(result, hashes, &world.alice, &set, NULL, &signing, err);
	if (!ret && (sn_signing_journal_text(result, signing.journal) ||
		     sn_signing_journal_json(result, signing.journal)))
		ret = sn_error_memory(err);
	sn_buf_free(&said);
	sn_signing_journal_close(signing.journal);
	sn_wallet_close(master);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	return ret;
}

/* The same of a file of the reference wallet that lists outputs, which takes longer: no journal. */
static int answer(struct sn_buf *result, struct sn_error *err)
{
	struct sn_unsigned_set set = {0};
	struct sn_review review = {0};
	struct sn_reference_request request = {
		.options = {.outputs_file = world.outputs.file.data, .outputs_len = world.outputs.file.len}};
	const struct sn_signing signing = {.jobs = 1, .reference = &request};
	int ret = sn_cold_open_and_review(&set, &request, &review, &world.sample.account, NULL,
					  world.reference_file.data, world.reference_file.len, 1, err);
	if (!ret)
		ret = cold_set_sign(result, NULL, &world.sample.account, &set, NULL, &signing, err);
	sn_reference_request_free(&request);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	return ret;
}

static void before_signing(void)
{
	put_file(world.journal, &world.journal_before);
}

/* More entries for the journal, two of which spend what the first ones there spend. */
static int note(struct sn_buf *result, struct sn_error *err)
{
	struct sn_wallet *master = NULL;
	struct sn_signing_journal *j = NULL;
	struct sn_review_earlier conflicts = {0}, valid = {0};
	struct sn_signing_entry more[40];
	struct sn_point images[41];
	size_t n = 0;
	int ret = sn_wallet_open(&master, world.master, SN_WALLET_READ, "x", NULL, err);
	if (!ret)
		ret = sn_signing_journal_open(&j, master, true, err);
	if (!ret) {
		const struct sn_signing_entry *before = sn_signing_journal_entries(j, &n);
		for (uint8_t i = 0; i < 40; i++) {
			images[i] = i < 2 ? before[i].images[0] : key_of(i);
			more[i] = (struct sn_signing_entry){.digest = hash_of(1),
							    .tx_hash = hash_of(i),
							    .time = i,
							    .images = &images[i],
							    .n_images = 1};
		}
	}
	if (!ret)
		ret = sn_earlier_find(&conflicts, &valid, j, images, 1, NULL, NULL, err);
	if (!ret && n == 2)
		ret = sn_signing_journal_append(j, more, 40, err);
	if (!ret && n == 2)
		ret = sn_earlier_find(&conflicts, &valid, j, images, 1, NULL, NULL, err);
	if (!ret && (conflicts.n != 2 || valid.n != 40))
		ret = sn_error_set(err, SN_REFUSED, "%zu and %zu transactions, not 2 and 40", conflicts.n,
				   valid.n);
	if (!ret && (sn_signing_journal_text(result, j) || sn_signing_journal_json(result, j)))
		ret = sn_error_memory(err);
	sn_signing_journal_close(j);
	sn_wallet_close(master);
	return ret;
}

/* What the owner adds to a wallet: names, a freeze, a note, a reference for payment `id`. */
static int change_own(struct sn_wallet *w, uint64_t id)
{
	const struct sn_address bob = cold_address(&world.alice, 0, 7);
	const struct sn_point frozen = key_of(3);
	const struct sn_hash noted = hash_of(60);
	struct sn_wallet_request request = {.reference = "Invoice 7", .first = id, .n = 1};
	sn_put_bytes(&request.unsigned_set, "unsigned", 8);
	int ret = request.unsigned_set.failed ? SN_IO : sn_wallet_add_request(w, &request);
	sn_buf_free(&request.unsigned_set);
	if (!ret)
		ret = sn_wallet_add_contact(w, "Bob", &bob, NULL);
	if (!ret)
		ret = sn_wallet_set_label(w, (struct sn_subaddress_index){0, 3}, "Rent", NULL);
	if (!ret)
		ret = sn_wallet_set_note(w, &noted, "for May", NULL);
	return ret ? ret : sn_wallet_set_frozen(w, &frozen, true);
}

static int change(struct sn_wallet *w)
{
	struct sn_wallet_output output = {
		.tx_key = key_of(90), .amount = 5, .is_rct = true, .height = 1, .mask_kind = SN_MASK_DERIVED};
	struct sn_point inputs[] = {key_of(1), key_of(2)}, images[] = {key_of(11), key_of(12)},
			change_keys[] = {key_of(21), key_of(22)};
	struct sn_payment_destination to = {.address = cold_address(&world.alice, 0, 0), .amount = 7};
	const struct sn_wallet_payment payment = {.state = SN_PAYMENT_PREPARED,
						  .time = 1,
						  .fee = 30,
						  .inputs = inputs,
						  .n_inputs = 2,
						  .destinations = &to,
						  .n_destinations = 1};
	struct sn_wallet_image pair = {.key = inputs[1], .image = images[1]};
	struct sn_wallet_incoming incoming = {.tx_hash = hash_of(50), .amount = 9, .time = 1};
	struct sn_hash spent_by = hash_of(60);
	uint64_t id;
	size_t n_new;
	int ret = sn_wallet_restore_images(w, &pair, 1, &n_new);
	for (uint8_t i = 1; !ret && i < 4; i++) {
		struct sn_hash hash = hash_of(i);
		ret = sn_wallet_add_block(w, i, &hash, 0, 0);
		output.key = key_of(i);
		output.tx_hash = hash_of((uint8_t)(100 + i));
		output.height = i;
		output.global_index = i;
		if (!ret)
			ret = sn_wallet_add_output(w, &output, NULL);
	}
	if (!ret)
		ret = sn_wallet_add_image(w, &inputs[0], &images[0]);
	if (!ret)
		ret = sn_wallet_set_spent(w, 2, 3, &spent_by);
	if (!ret)
		ret = sn_wallet_add_payment(w, &payment, &id);
	if (!ret)
		ret = change_own(w, id);
	if (!ret)
		ret = sn_wallet_set_change_keys(w, id, change_keys, 2);
	if (!ret)
		ret = sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &spent_by, 0);
	if (!ret)
		ret = sn_wallet_set_incoming(w, &incoming, 1);
	if (!ret)
		ret = sn_wallet_show(w, (struct sn_subaddress_index){3, 500});
	return ret;
}

static void describe(struct sn_buf *out, const struct sn_wallet *w)
{
	sn_put_u64(out, w->n_blocks);
	for (size_t i = 0; i < w->n_outputs; i++) {
		sn_put_bytes(out, w->outputs[i].key.b, 32);
		const struct sn_point *image = sn_wallet_image_of(w, &w->outputs[i]);
		sn_put_bytes(out, image ? image->b : key_of(0).b, 32);
		sn_put_u8(out, w->outputs[i].is_spent);
	}
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		sn_put_u8(out, (uint8_t)p->state);
		sn_put_bytes(out, p->inputs, p->n_inputs * sizeof *p->inputs);
		sn_put_bytes(out, p->change_keys, p->n_change_keys * sizeof *p->change_keys);
	}
	sn_put_u64(out, w->n_incoming);
	sn_names_put(out, &w->names);
	sn_put_u64(out, w->n_frozen + w->n_notes);
	for (size_t i = 0; i < w->n_requests; i++)
		sn_put_bytes(out, w->requests[i].unsigned_set.data, w->requests[i].unsigned_set.len);
	sn_put_u8(out, sn_wallet_is_shown(w, (struct sn_subaddress_index){3, 500}));
}

/* Changes of every kind, and what the file then holds; after a failure, in memory and in the file, none of
 * them. */
static int keep(struct sn_buf *result, struct sn_error *err)
{
	struct sn_wallet *w = NULL;
	int ret = sn_wallet_open(&w, world.watch, SN_WALLET_WRITE, "x", NULL, err);
	if (ret)
		return ret;
	sn_wallet_change_begin(w);
	if (!w->n_blocks) /* or they are there since a failure that came later */
		ret = change(w);
	ret = sn_wallet_settle(w, ret ? sn_error_memory(err) : SN_OK, !ret, err);
	sn_wallet_change_end(w);
	sn_wallet_close(w);
	w = NULL;
	if (!ret)
		ret = sn_wallet_open(&w, world.watch, SN_WALLET_READ, "x", NULL, err);
	if (!ret)
		describe(result, w);
	if (!ret && result->failed)
		ret = sn_error_memory(err);
	sn_wallet_close(w);
	return ret;
}

static void before_keeping(void)
{
	char images[120];
	put_file(world.watch, &world.watch_before);
	snprintf(images, sizeof images, "%s.outkey2ki", world.watch);
	unlink(images);
}

/* Signed sets and key images are said and read back, in files and in fragments. */
static int exchange(struct sn_buf *result, struct sn_error *err)
{
	struct sn_listed_image images[] = {{key_of(1), key_of(2)}, {key_of(3), key_of(4)}};
	struct sn_image_list list = {.images = images, .n = 2}, read = {0};
	struct sn_unsigned_set set = {0};
	struct sn_buf content = {0}, file = {0}, opened = {0};
	struct sn_ur_encoder *encoder = NULL;
	struct sn_ur_decoder *decoder = NULL;
	const struct sn_scalar *view = &world.alice.view_secret;
	size_t len;
	int ret = sn_image_list_encode(&content, &list, err);
	if (!ret)
		ret = sn_image_list_decode(&read, content.data, content.len, err);
	sn_buf_clear(&content);
	if (!ret)
		ret = sn_unsigned_set_encode(&content, &world.set, err);
	if (!ret)
		ret = sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, view, content.data,
				       content.len, err);
	if (!ret)
		ret = sn_envelope_open(&opened, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, view, file.data,
				       file.len, err);
	if (!ret)
		ret = sn_unsigned_set_decode(&set, SN_MAINNET, opened.data, opened.len, err);
	if (!ret)
		ret = sn_ur_encoder_new(&encoder, "bytes", file.data, file.len, 800, err);
	if (!ret && !(decoder = sn_ur_decoder_new("bytes")))
		ret = sn_error_memory(err);
	for (uint32_t i = 1; !ret && !sn_ur_is_complete(decoder); i++) {
		struct sn_buf part = {0};
		enum sn_ur_outcome outcome;
		ret = sn_ur_encoder_part(&part, encoder, i % 3 ? i : i + 1000, err);
		if (!ret)
			ret = sn_ur_receive(decoder, (const char *)part.data, part.len, &outcome, err);
		sn_buf_free(&part);
	}
	if (!ret && (sn_ur_bytes(decoder, &len) == NULL || len != file.len ||
		     memcmp(sn_ur_bytes(decoder, &len), file.data, len)))
		ret = sn_error_set(err, SN_BAD_INPUT, "other bytes came than were sent");
	if (!ret)
		sn_put_bytes(result, content.data, content.len);
	if (!ret && result->failed)
		ret = sn_error_memory(err);
	sn_ur_encoder_free(encoder);
	sn_ur_decoder_free(decoder);
	sn_unsigned_set_free(&set);
	sn_image_list_free(&read);
	sn_buf_free(&content);
	sn_buf_free(&file);
	sn_buf_free(&opened);
	return ret;
}

const struct work works[] = {
	{"signing, with a journal", sign, before_signing, 12},
	{"signing for the reference wallet", answer, NULL, 20},
	{"the signing journal", note, before_signing, 1},
	{"changes of a wallet", keep, before_keeping, 1},
	{"files, and fragments of them", exchange, NULL, 2},
	{"composing a proposal", compose, before_paying, 1},
	{"submitting a signed proposal", submit, before_paying, 1},
	{0},
};

/* Two transactions; and a journal in which another one spends the same as the first. */
static void make_signer(void)
{
	struct sn_account bob = cold_account("bob");
	struct sn_buf result = {0};
	struct sn_error err = {0};
	name(world.master, sizeof world.master, "master");
	name(world.journal, sizeof world.journal, "master.signed");
	must(sn_wallet_create(world.master, SN_ROLE_MASTER, &world.alice, 0, "x", SN_KDF_TEST, &err), &err);
	world.set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&world.set.txs[i], &world.alice, COLD_XMR);
		cold_spend_amount(&world.set.txs[i], &world.alice, COLD_XMR);
		cold_pay(&world.set.txs[i], cold_address(&bob, 0, 3), COLD_SMALL);
		cold_pay(&world.set.txs[i], cold_address(&world.alice, 0, 3), COLD_SMALL);
		cold_change(&world.set.txs[i], 0, 0);
	}
	world.set.txs[0].change--;
	world.set.txs[0].destinations[0].amount++;
	if (!cold_seal(&world.unsigned_file, &world.alice, &world.set))
		abort();
	must(sign(&result, &err), &err);
	world.journal_before = get_file(world.journal);
	world.set.txs[0].change++;
	world.set.txs[0].destinations[0].amount--;
	sn_buf_free(&world.unsigned_file);
	sn_buf_free(&result);
	if (!cold_seal(&world.unsigned_file, &world.alice, &world.set))
		abort();
}

static void make_reference(void)
{
	world.sample = reference_open("0.18.4.0", "unsigned-many");
	world.outputs = interop_find("0.18.4.0", "outputs-all");
	reference_seal(&world.reference_file, &world.sample);
}

static void make_watch_only(void)
{
	struct sn_account watch_only;
	struct sn_error err = {0};
	name(world.watch, sizeof world.watch, "watch");
	sn_account_watch_only(&watch_only, &world.alice);
	must(sn_wallet_create(world.watch, SN_ROLE_WATCH_ONLY, &watch_only, 1, "x", SN_KDF_TEST, &err), &err);
	world.watch_before = get_file(world.watch);
}

void make_world(void)
{
	strcpy(world.directory, "/tmp/sn-memory-XXXXXX");
	if (!mkdtemp(world.directory))
		abort();
	world.alice = cold_account("alice");
	make_signer();
	make_reference();
	make_watch_only();
	make_payer(world.directory, &world.alice);
}

void remove_world(void)
{
	char command[96];
	snprintf(command, sizeof command, "rm -r %s", world.directory);
	if (system(command))
		abort();
	remove_payer();
	reference_free(&world.sample);
	interop_free(&world.outputs);
	sn_buf_free(&world.reference_file);
	sn_buf_free(&world.unsigned_file);
	sn_buf_free(&world.journal_before);
	sn_buf_free(&world.watch_before);
	cold_free(&world.set);
}
