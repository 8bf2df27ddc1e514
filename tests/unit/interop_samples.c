#include "interop_samples.h"
#include "base/file.h"
#include "base/hex.h"
#include "chain_vectors.h"
#include "handoff_ok.h"
#include "interop/key_image_export.h"
#include "interop/output_export.h"
#include "interop/signed_tx_set.h"
#include "interop/unsigned_tx_set.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *release, *name;
} samples[] = {
	{"0.18.0.0", "unsigned-standard-1"},
	{"0.18.0.0", "unsigned-integrated"},
	{"0.18.0.0", "unsigned-many"},
	{"0.18.0.0", "unsigned-account1-one-subaddress"},
	{"0.18.0.0", "unsigned-sweep-zero-change"},
	{"0.18.0.0", "unsigned-last"},
	{"0.18.0.0", "unsigned-subaddress"},
	{"0.18.0.0", "unsigned-three"},
	{"0.18.0.0", "unsigned-two"},
	{"0.18.0.0", "signed-standard-1"},
	{"0.18.0.0", "signed-account1"},
	{"0.18.0.0", "signed-many-additional-keys"},
	{"0.18.0.0", "signed-integrated"},
	{"0.18.0.0", "signed-own-subaddress"},
	{"0.18.0.0", "signed-sweep"},
	{"0.18.0.0", "signed-three"},
	{"0.18.0.0", "signed-two"},
	{"0.18.0.0", "outputs-all"},
	{"0.18.0.0", "outputs-last-incremental"},
	{"0.18.0.0", "outputs-first"},
	{"0.18.0.0", "outputs-incremental-after-submit"},
	{"0.18.0.0", "outputs-last-all"},
	{"0.18.0.0", "images-1-first-all"},
	{"0.18.0.0", "images-5-last-incremental"},
	{"0.18.0.0", "images-2-first-incremental"},
	{"0.18.0.0", "images-3-first-all"},
	{"0.18.0.0", "images-4-last-all"},
	{"0.18.0.0", "images-6-last-all"},
	{"0.18.4.0", "unsigned-standard-1"},
	{"0.18.4.0", "unsigned-integrated"},
	{"0.18.4.0", "unsigned-many"},
	{"0.18.4.0", "unsigned-account1-one-subaddress"},
	{"0.18.4.0", "unsigned-sweep-zero-change"},
	{"0.18.4.0", "unsigned-last"},
	{"0.18.4.0", "unsigned-subaddress"},
	{"0.18.4.0", "unsigned-three"},
	{"0.18.4.0", "unsigned-two"},
	{"0.18.4.0", "signed-standard-1"},
	{"0.18.4.0", "signed-account1"},
	{"0.18.4.0", "signed-many-additional-keys"},
	{"0.18.4.0", "signed-integrated"},
	{"0.18.4.0", "signed-own-subaddress"},
	{"0.18.4.0", "signed-sweep"},
	{"0.18.4.0", "signed-three"},
	{"0.18.4.0", "signed-two"},
	{"0.18.4.0", "outputs-all"},
	{"0.18.4.0", "outputs-last-incremental"},
	{"0.18.4.0", "outputs-start-2-count-3"},
	{"0.18.4.0", "outputs-first"},
	{"0.18.4.0", "outputs-incremental-after-submit"},
	{"0.18.4.0", "outputs-last-all"},
	{"0.18.4.0", "images-1-first-all"},
	{"0.18.4.0", "images-5-last-incremental"},
	{"0.18.4.0", "images-2-first-incremental"},
	{"0.18.4.0", "images-3-first-all"},
	{"0.18.4.0", "images-4-last-all"},
	{"0.18.4.0", "images-6-last-all"},
};

#define N_SAMPLES (sizeof samples / sizeof *samples)

void interop_wallet_init(struct interop_wallet *wallet, const char *release)
{
	struct vectors v;
	struct sn_error err = {0};
	struct sn_hash key;
	bool found = false;
	cr_assert(sodium_init() >= 0);
	vectors_open(&v, "interop/wallets.txt");
	while (!found && vectors_next(&v, "wallet"))
		found = !strcmp(v.word[1], release);
	cr_assert(found, "no wallet of %s", release);
	vectors_bytes32(wallet->view_secret.b, v.word[2]);
	vectors_bytes32(wallet->spend_secret.b, v.word[3]);
	vectors_bytes32(wallet->owner.spend.b, v.word[4]);
	vectors_bytes32(wallet->owner.view.b, v.word[5]);
	vectors_bytes32(key.b, v.word[6]);
	vectors_close(&v);
	ok(sn_interop_key_init(&wallet->key, &wallet->view_secret, &err));
	cr_assert_arr_eq(wallet->key.cipher.b, key.b, 32);
	cr_assert_arr_eq(wallet->key.view_public.b, wallet->owner.view.b, 32);
}

/* The wallets of the samples, made once in a process. */
static const struct interop_wallet *wallet_of(const char *release)
{
	static struct interop_wallet wallets[2];
	static const char *releases[2];
	size_t i = 0;
	while (i < 2 && releases[i] && strcmp(releases[i], release))
		i++;
	cr_assert_lt(i, 2);
	if (!releases[i]) {
		interop_wallet_init(&wallets[i], release);
		releases[i] = release;
	}
	return &wallets[i];
}

static void load(struct interop_sample *sample, size_t i)
{
	char path[1024];
	struct sn_error err = {0};
	*sample = (struct interop_sample){.release = samples[i].release, .name = samples[i].name};
	snprintf(path, sizeof path, "%s/vectors/interop/%s/%s.bin", TESTS_DIR, sample->release, sample->name);
	ok(sn_file_read(path, 1 << 20, &sample->file, &err));
	cr_assert(sn_interop_find_kind(&sample->kind, sample->file.data, sample->file.len));
	ok(sn_sealed_file_open(&sample->plaintext, sample->kind, &wallet_of(sample->release)->key,
			       sample->file.data, sample->file.len, &err));
}

void interop_free(struct interop_sample *sample)
{
	sn_buf_free(&sample->file);
	sn_buf_free(&sample->plaintext);
	*sample = (struct interop_sample){0};
}

bool interop_next(struct interop_sample *sample, enum sn_interop_kind kind)
{
	size_t i = 0;
	if (sample->name)
		while (strcmp(samples[i].release, sample->release) || strcmp(samples[i].name, sample->name))
			i++;
	i += sample->name != NULL;
	interop_free(sample);
	for (; i < N_SAMPLES; i++) {
		load(sample, i);
		if (kind == SN_INTEROP_KINDS || kind == sample->kind)
			return true;
		interop_free(sample);
	}
	return false;
}

struct interop_sample interop_find(const char *release, const char *name)
{
	struct interop_sample sample = {0};
	size_t i = 0;
	while (i < N_SAMPLES && (strcmp(samples[i].release, release) || strcmp(samples[i].name, name)))
		i++;
	cr_assert_lt(i, N_SAMPLES, "no sample %s", name);
	load(&sample, i);
	return sample;
}

/* ------------------------------------------------------------------ decoding and encoding */

#define REENCODE(type)                                                                                     \
	static int reencode_##type(struct sn_buf *out, const void *data, size_t len, struct sn_error *err) \
	{                                                                                                  \
		static const struct sn_##type empty;                                                       \
		struct sn_##type value;                                                                    \
		int ret = sn_##type##_decode(&value, data, len, err);                                      \
		if (ret)                                                                                   \
			cr_assert(!memcmp(&value, &empty, sizeof value), "not empty");                     \
		else                                                                                       \
			ret = sn_##type##_encode(out, &value, err);                                        \
		sn_##type##_free(&value);                                                                  \
		return ret;                                                                                \
	}

REENCODE(unsigned_tx_set)
REENCODE(signed_tx_set)
REENCODE(output_export)
REENCODE(key_image_export)

int interop_reencode(struct sn_buf *out, enum sn_interop_kind kind, const void *data, size_t len,
		     struct sn_error *err)
{
	static int (*const functions[SN_INTEROP_KINDS])(struct sn_buf *, const void *, size_t,
							struct sn_error *) = {
		[SN_INTEROP_UNSIGNED_TX_SET] = reencode_unsigned_tx_set,
		[SN_INTEROP_SIGNED_TX_SET] = reencode_signed_tx_set,
		[SN_INTEROP_OUTPUT_EXPORT] = reencode_output_export,
		[SN_INTEROP_KEY_IMAGE_EXPORT] = reencode_key_image_export,
	};
	return functions[kind](out, data, len, err);
}

/* ------------------------------------------------------------------ printing */

static void print_hex(FILE *f, const char *before, const void *data, size_t len)
{
	const uint8_t *p = data;
	fputs(before, f);
	for (size_t i = 0; i < len; i++)
		fprintf(f, "%02x", p[i]);
}

static void print_keys(FILE *f, const char *before, const void *keys, size_t n)
{
	const uint8_t *p = keys;
	fputs(before, f);
	for (size_t i = 0; i < n; i++)
		print_hex(f, " ", p + 32 * i, 32);
	fputc('\n', f);
}

static void print_numbers(FILE *f, const char *before, const uint64_t *numbers, size_t n)
{
	fputs(before, f);
	for (size_t i = 0; i < n; i++)
		fprintf(f, " %llu", (unsigned long long)numbers[i]);
	fputc('\n', f);
}

static void print_destination(FILE *f, const char *before, const struct sn_tx_destination_entry *d)
{
	fprintf(f, "%s %llu", before, (unsigned long long)d->amount);
	print_hex(f, " ", d->spend.b, 32);
	print_hex(f, " ", d->view.b, 32);
	fprintf(f, " %d %d %.*s\n", d->is_subaddress, d->is_integrated,
		d->original.len ? (int)d->original.len : 1,
		d->original.len ? (const char *)d->original.at : "-");
}

static void print_destinations(FILE *f, const char *before, const struct sn_tx_destinations *d)
{
	for (size_t i = 0; i < d->n; i++)
		print_destination(f, before, &d->entries[i]);
}

static void print_source(FILE *f, const struct sn_tx_source_entry *s)
{
	const struct sn_ring_member *real = &s->outputs[s->real_output].member;
	fputs("source", f);
	for (size_t i = 0; i < s->n_outputs; i++)
		fprintf(f, " %llu", (unsigned long long)s->outputs[i].global_index);
	fprintf(f, "\nreal %llu", (unsigned long long)s->real_output);
	print_hex(f, " ", real->key.b, 32);
	print_hex(f, " ", real->commitment.b, 32);
	print_hex(f, "\ntx_keys ", s->real_out_tx_key.b, 32);
	print_keys(f, "", s->real_out_additional_tx_keys, s->n_real_out_additional_tx_keys);
	fprintf(f, "position %llu amount %llu rct %d", (unsigned long long)s->real_output_in_tx_index,
		(unsigned long long)s->amount, s->rct);
	print_hex(f, " mask ", s->mask.b, 32);
	fputc('\n', f);
}

static void print_construction(FILE *f, const struct sn_tx_construction_data *c)
{
	for (size_t i = 0; i < c->n_sources; i++)
		print_source(f, &c->sources[i]);
	print_destination(f, "change_dts", &c->change_dts);
	print_destinations(f, "splitted_dsts", &c->splitted_dsts);
	print_numbers(f, "selected_transfers", c->selected_transfers, c->n_selected_transfers);
	print_hex(f, "extra ", c->extra.at, c->extra.len);
	fprintf(f, "\nunlock_time %llu flags %d rct_config %llu %llu\n", (unsigned long long)c->unlock_time,
		c->construction_flags, (unsigned long long)c->range_proof_type,
		(unsigned long long)c->bp_version);
	print_destinations(f, "dests", &c->dests);
	fprintf(f, "subaddr_account %lu\n", (unsigned long)c->subaddr_account);
	print_numbers(f, "subaddr_indices", c->subaddr_indices, c->n_subaddr_indices);
}

static void print_transfers(FILE *f, const struct sn_exported_transfers *t)
{
	fprintf(f, "transfers parts %d offset %llu total %llu\n", t->has_total ? 3 : 2,
		(unsigned long long)t->offset, (unsigned long long)t->total);
	for (size_t i = 0; i < t->n; i++) {
		const struct sn_exported_transfer_details *o = &t->outputs[i];
		fprintf(f, "output %d", t->version);
		print_hex(f, " ", o->pubkey.b, 32);
		fprintf(f, " %lu %llu", (unsigned long)o->internal_output_index,
			(unsigned long long)o->global_output_index);
		print_hex(f, " ", o->tx_pubkey.b, 32);
		fprintf(f, " %d %llu %lu/%lu\n", o->flags, (unsigned long long)o->amount,
			(unsigned long)o->subaddress.major, (unsigned long)o->subaddress.minor);
		print_keys(f, "additional", o->additional_tx_keys, o->n_additional_tx_keys);
	}
}

static void print_owner(FILE *f, const struct sn_archive_owner *owner)
{
	print_hex(f, "owner ", owner->spend.b, 32);
	print_hex(f, " ", owner->view.b, 32);
	fputc('\n', f);
}

static void print_unsigned(FILE *f, const void *data, size_t len)
{
	struct sn_unsigned_tx_set set;
	struct sn_error err = {0};
	ok(sn_unsigned_tx_set_decode(&set, data, len, &err));
	fprintf(f, "version %d\n", set.version);
	for (size_t i = 0; i < set.n_txes; i++)
		print_construction(f, &set.txes[i]);
	print_transfers(f, &set.new_transfers);
	sn_unsigned_tx_set_free(&set);
}

static void print_pending(FILE *f, const struct sn_pending_tx *p)
{
	struct sn_hash id;
	cr_assert_eq(sn_tx_hash(&id, &p->tx), SN_OK);
	fprintf(f, "version %d", p->version);
	print_hex(f, " tx ", id.b, 32);
	fprintf(f, "\ndust %llu %d fee %llu\n", (unsigned long long)p->dust, p->dust_added_to_fee,
		(unsigned long long)p->fee);
	print_destination(f, "change_dts", &p->change_dts);
	print_numbers(f, "selected_transfers", p->selected_transfers, p->n_selected_transfers);
	fprintf(f, "key_images \"%.*s\"\n", (int)p->key_images.len, (const char *)p->key_images.at);
	print_hex(f, "tx_keys ", p->tx_key.b, 32);
	print_keys(f, "", p->additional_tx_keys, p->n_additional_tx_keys);
	print_destinations(f, "dests", &p->dests);
	print_construction(f, &p->construction_data);
	print_hex(f, "entropy ", p->multisig_tx_key_entropy.b, 32);
	fputc('\n', f);
}

static void print_signed(FILE *f, const void *data, size_t len)
{
	struct sn_signed_tx_set set;
	struct sn_error err = {0};
	ok(sn_signed_tx_set_decode(&set, data, len, &err));
	for (size_t i = 0; i < set.n_ptx; i++)
		print_pending(f, &set.ptx[i]);
	print_keys(f, "key_images", set.key_images, set.n_key_images);
	for (size_t i = 0; i < set.n_tx_key_images; i++) {
		print_hex(f, "tx_key_image ", set.tx_key_images[i].key.b, 32);
		print_hex(f, " ", set.tx_key_images[i].image.b, 32);
		fputc('\n', f);
	}
	sn_signed_tx_set_free(&set);
}

static void print_outputs(FILE *f, const void *data, size_t len)
{
	struct sn_output_export outputs;
	struct sn_error err = {0};
	ok(sn_output_export_decode(&outputs, data, len, &err));
	print_owner(f, &outputs.owner);
	print_transfers(f, &outputs.transfers);
	sn_output_export_free(&outputs);
}

static void print_images(FILE *f, const void *data, size_t len)
{
	struct sn_key_image_export images;
	struct sn_error err = {0};
	ok(sn_key_image_export_decode(&images, data, len, &err));
	fprintf(f, "offset %lu\n", (unsigned long)images.offset);
	print_owner(f, &images.owner);
	for (size_t i = 0; i < images.n; i++) {
		print_hex(f, "image ", images.images[i].image.b, 32);
		print_hex(f, " ", images.images[i].signature.c.b, 32);
		print_hex(f, " ", images.images[i].signature.r.b, 32);
		fputc('\n', f);
	}
	sn_key_image_export_free(&images);
}

void interop_print(FILE *f, enum sn_interop_kind kind, const void *data, size_t len)
{
	static void (*const functions[SN_INTEROP_KINDS])(FILE *, const void *, size_t) = {
		[SN_INTEROP_UNSIGNED_TX_SET] = print_unsigned,
		[SN_INTEROP_SIGNED_TX_SET] = print_signed,
		[SN_INTEROP_OUTPUT_EXPORT] = print_outputs,
		[SN_INTEROP_KEY_IMAGE_EXPORT] = print_images,
	};
	functions[kind](f, data, len);
}
