/* ctime SECTION PAYMENT-VECTOR - run under memcheck with secrets marked undefined: a branch or an address
 * that depends on one is an error then, in our code and in libsodium's.
 *
 *     valgrind --error-exitcode=99 tests/seam/ctime clsag tests/vectors/payment.txt
 *
 * ctime.test runs each section so. Three sections leak on purpose, and have to be reported. What the library
 * declares public on the way stands beside each SN_PUBLIC there.
 *
 * Exit: 0 done; 1 a result is wrong, or not as secret as it should be; 2 usage, or not under valgrind. */
#include "base/bytes.h"
#include "base/file.h"
#include "base/hex.h"
#include "base/seam.h"
#include "chain/account.h"
#include "chain/mnemonic.h"
#include "chain/polyseed.h"
#include "chain/subaddress_table.h"
#include "chain/view_only.h"
#include "cold/exported_images.h"
#include "cold/files.h"
#include "cold/restore.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "interop/sealed_file.h"
#include "kernel/derivations.h"
#include "kernel/kernel.h"
#include "kernel/multiexp.h"
#include "ringct/bpp_prove.h"
#include "ringct/bpp_verify.h"
#include "ringct/bulletproof_plus.h"
#include "ringct/clsag.h"
#include "ringct/commitment.h"

#include "../unit/cold_sets.h"
#include "../unit/kernel_plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <valgrind/memcheck.h>

static const char *vector_path;

static void expect(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "ctime: %s\n", what);
	exit(1);
}

/* Memcheck takes every byte of it for undefined: the mark has come through the calculation to its result.
 * Without this a mark that gets lost would make a test that cannot fail. */
static void expect_secret(const void *at, size_t len, const char *what)
{
	uint8_t bits[256];
	expect(len <= sizeof bits, "too long");
	expect(VALGRIND_GET_VBITS(at, bits, len) == 1, "memcheck does not answer");
	for (size_t i = 0; i < len; i++)
		if (!bits[i]) {
			fprintf(stderr, "ctime: byte %zu of %s is no secret any more\n", i, what);
			exit(1);
		}
}

static struct sn_scalar number(const char *name)
{
	struct sn_scalar s;
	sn_hash_to_scalar(&s, name, strlen(name));
	return s;
}

static struct sn_scalar secret_number(const char *name)
{
	struct sn_scalar s = number(name);
	SN_SECRET(&s, sizeof s);
	return s;
}

static struct sn_point point(const char *name)
{
	struct sn_point p;
	struct sn_scalar s = number(name);
	sn_secret_to_public(&p, &s);
	return p;
}

static struct sn_account secret_account(void)
{
	static const uint8_t seed[32] = "ctime";
	struct sn_account account;
	sn_account_from_seed(&account, SN_MAINNET, seed);
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	return account;
}

static void scalars(void)
{
	struct sn_scalar a = secret_number("a"), b = secret_number("b"), r;
	uint8_t wide[64] = {1};
	SN_SECRET(wide, sizeof wide);
	sn_scalar_add(&r, &a, &b);
	expect_secret(&r, sizeof r, "a + b");
	sn_scalar_sub(&r, &a, &b);
	expect_secret(&r, sizeof r, "a - b");
	sn_scalar_neg(&r, &a);
	expect_secret(&r, sizeof r, "-a");
	sn_scalar_mul(&r, &a, &b);
	expect_secret(&r, sizeof r, "ab");
	sn_scalar_muladd(&r, &a, &b, &a);
	expect_secret(&r, sizeof r, "ab + a");
	sn_scalar_invert(&r, &a);
	expect_secret(&r, sizeof r, "1/a");
	sn_scalar_reduce(&r, wide);
	expect_secret(&r, sizeof r, "a mod l");
	sn_scalar_reduce64(&r, wide);
	expect_secret(&r, sizeof r, "a mod l");
	sn_hash_to_scalar(&r, wide, sizeof wide);
	expect_secret(&r, sizeof r, "Hs(a)");
	bool yes[] = {sn_scalar_is_zero(&a), sn_scalar_is_equal(&a, &b), sn_scalar_is_canonical(&a)};
	SN_PUBLIC(yes, sizeof yes);
	expect(!yes[0] && !yes[1] && yes[2], "comparisons");
}

static void points(void)
{
	struct sn_scalar a = secret_number("a");
	struct sn_point public = point("P"), r;
	struct sn_ge p, q;
	expect(!sn_ge_decode(&p, &public), "P decodes");
	sn_ge_mul_base(&q, &a);
	sn_ge_encode(&r, &q);
	expect_secret(&r, sizeof r, "a*G");
	sn_ge_mul(&q, &a, &p);
	sn_ge_encode(&r, &q);
	expect_secret(&r, sizeof r, "a*P");
	bool is_equal = sn_ge_is_equal(&q, &p), is_identity = sn_ge_is_identity(&q);
	SN_PUBLIC(&is_equal, sizeof is_equal);
	SN_PUBLIC(&is_identity, sizeof is_identity);
	expect(!is_equal && !is_identity, "comparisons");
	SN_SECRET(&public, sizeof public);
	sn_hash_to_ec(&q, public.b);
	sn_ge_encode(&r, &q);
	expect_secret(&r, sizeof r, "Hp(P)");
}

/* What scanning does, from the view secret to the secret of an output. */
static void derivation(void)
{
	struct sn_account account = secret_account();
	struct sn_point keys[3] = {point("R0"), point("R1"), {{2}}}, d[3], one, p;
	struct sn_scalar s, x;
	bool is_valid[3];
	expect(!sn_derive_many(d, is_valid, keys, 3, &account.view_secret), "memory");
	expect(is_valid[0] && is_valid[1] && !is_valid[2], "which keys are valid");
	expect(!sn_derive(&one, &keys[0], &account.view_secret), "R decodes");
	expect_secret(d, 2 * sizeof *d, "the derivations");
	expect_secret(&one, sizeof one, "the derivation");
	sn_derivation_to_scalar(&s, &one, 3);
	expect_secret(&s, sizeof s, "the shared scalar");
	expect(!sn_derive_public_key(&p, &one, 300, &account.spend_public), "B decodes");
	expect_secret(&p, sizeof p, "the one-time key");
	expect(!sn_derive_spend_key(&p, &one, 3, &keys[1]), "P decodes");
	expect_secret(&p, sizeof p, "the spend key");
	uint8_t tag = sn_derive_view_tag(&one, 3);
	expect_secret(&tag, 1, "the view tag");
	sn_derive_secret_key(&x, &one, 3, &account.spend_secret);
	expect_secret(&x, sizeof x, "x");
}

/* Each kernel, on more keys than it has lanes, those among them whose treatment is their own. Valgrind
 * translates no AVX-512: of that the code runs in plain C. */
static void kernels(void)
{
	enum { N = 11 };
	struct sn_point keys[N], d[N];
	struct sn_ge p[N];
	bool is_valid[N];
	for (size_t i = 0; i < N; i++) {
		char name[16];
		snprintf(name, sizeof name, "R%zu", i);
		keys[i] = point(name);
	}
	keys[2] = (struct sn_point){{2}}; /* none */
	keys[4] = sn_point_identity;
	keys[6] = (struct sn_point){{0}}; /* of order 4 */
	for (size_t k = 0; kernel_number(k); k++) {
		const struct sn_kernel *kernel = kernel_number(k);
		struct sn_scalar a = secret_number("a"), s[N];
		struct sn_short_message messages[N];
		struct sn_hash h[N];
		expect(!kernel->derive(d, is_valid, keys, N, &a), "memory");
		expect(is_valid[0] && !is_valid[2] && is_valid[4] && is_valid[6], "which keys are valid");
		expect_secret(d, 2 * sizeof *d, "the derivations");
		expect_secret(&d[N - 1], sizeof *d, "the last derivation");
		kernel->decode(p, is_valid, keys, N);
		for (size_t i = 0; i < N; i++) {
			s[i] = secret_number("s");
			sn_short_message_init(&messages[i], d[0].b, 32);
		}
		kernel->add_base(d, p, s, N);
		expect_secret(d, 2 * sizeof *d, "P + s*G");
		kernel->keccak_short(h, messages, N);
		expect_secret(h, N > 8 ? 8 * sizeof *h : sizeof h, "the hashes");
	}
}

static void candidates(void)
{
	enum { N = 5 };
	struct sn_derive_candidate c[N];
	struct sn_point spend[N];
	uint8_t tags[N];
	bool is_valid[N];
	for (size_t i = 0; i < N; i++) {
		c[i] = (struct sn_derive_candidate){point("D"), point("P"), 100 * i};
		SN_SECRET(&c[i].derivation, sizeof c[i].derivation);
	}
	sn_derive_view_tags(tags, c, N);
	expect_secret(tags, sizeof tags, "the view tags");
	sn_derive_spend_keys(spend, is_valid, c, N);
	expect_secret(spend, sizeof spend, "the spend keys");
}

static void subaddress(void)
{
	struct sn_account account = secret_account();
	struct sn_scalar s;
	struct sn_address address;
	struct sn_subaddress_table table = {0};
	sn_account_subaddress_secret(&s, &account, (struct sn_subaddress_index){1, 2});
	expect_secret(&s, sizeof s, "m");
	sn_account_spend_secret(&s, &account, (struct sn_subaddress_index){1, 2});
	expect_secret(&s, sizeof s, "b + m");
	sn_account_address(&address, &account, (struct sn_subaddress_index){1, 2});
	expect(!sn_subaddress_table_init(&table, &account, 2, 3), "memory");
	sn_subaddress_table_free(&table);
}

static void new_account(void)
{
	struct sn_account account;
	uint8_t seed[32] = {1, 2, 3};
	SN_SECRET(seed, sizeof seed);
	sn_account_from_seed(&account, SN_MAINNET, seed);
	expect_secret(&account.spend_secret, sizeof account.spend_secret, "the spend secret");
	expect_secret(&account.view_secret, sizeof account.view_secret, "the view secret");
}

static void key_image(void)
{
	struct sn_scalar x = number("x");
	struct sn_point p, image;
	sn_secret_to_public(&p, &x);
	SN_SECRET(&x, sizeof x);
	SN_SECRET(&p, sizeof p); /* which of a ring it is */
	sn_key_image(&image, &p, &x);
	expect_secret(&image, sizeof image, "the key image");
}

/* The two signatures of the files of the reference wallet, and a whole file. The key of the cipher is not
 * derived here: CryptoNight is not constant time. */
static void interop_files(void)
{
	struct sn_interop_key key = {number("a"), point("a"), {"cipher key"}};
	struct sn_scalar x = number("x");
	struct sn_point p = point("x"), image;
	struct sn_signature signature;
	struct sn_buf file = {0}, opened = {0};
	uint8_t plaintext[100] = "plaintext";
	sn_key_image(&image, &p, &x);
	SN_SECRET(&x, sizeof x);
	expect(!sn_key_image_signature_make(&signature, &image, &p, &x), "the key image is signed");

	SN_SECRET(&key.view_secret, sizeof key.view_secret);
	SN_SECRET(&key.cipher, sizeof key.cipher);
	SN_SECRET(plaintext, sizeof plaintext);
	expect(!sn_sealed_file_make(&file, SN_INTEROP_UNSIGNED_TX_SET, &key, plaintext, sizeof plaintext,
				    NULL),
	       "the file is sealed");
	expect(!sn_sealed_file_open(&opened, SN_INTEROP_UNSIGNED_TX_SET, &key, file.data, file.len, NULL),
	       "the file opens");
	expect_secret(opened.data, opened.len, "the plaintext");
	sn_buf_free(&file);
	sn_buf_free(&opened);
}

static void commitment(void)
{
	struct sn_scalar shared = secret_number("s"), mask;
	uint64_t amount = 1250000000000;
	uint8_t plain[8], encrypted[8];
	struct sn_point c;
	SN_SECRET(&amount, sizeof amount);
	sn_commitment_mask(&mask, &shared);
	expect_secret(&mask, sizeof mask, "the mask");
	sn_commit(&c, &mask, amount);
	expect_secret(&c, sizeof c, "the commitment");
	sn_store_u64(plain, amount);
	sn_amount_crypt8(encrypted, plain, &shared);
	expect_secret(encrypted, sizeof encrypted, "the amount");
}

static void stream(void)
{
	struct sn_scalar key = secret_number("key"), s;
	struct sn_random random, child;
	uint8_t bytes[100];
	sn_random_init(&random, "ctime", &key, "", 0);
	sn_random_fork(&child, &random, "child", 1);
	sn_random_scalar(&child, &s);
	expect_secret(&s, sizeof s, "a scalar of the stream");
	sn_random_bytes(&child, bytes, sizeof bytes);
	expect_secret(bytes, sizeof bytes, "bytes of the stream");
}

/* The key that spends, the mask, the randomness, and which member it is. */
static void clsag(void)
{
	enum { N = 16 };
	struct sn_ring_member ring[N];
	struct sn_scalar x = number("x"), z = number("z"), pseudo_mask = number("C'"), mask;
	struct sn_point image, pseudo;
	struct sn_random random;
	struct sn_hash message = {{5}};
	struct sn_clsag signature;
	volatile size_t places[] = {0, 9, N - 1};
	for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
		size_t real = places[k];
		for (size_t i = 0; i < N; i++) {
			char name[16];
			snprintf(name, sizeof name, "decoy %zu", i);
			ring[i] = (struct sn_ring_member){point(name), point(name)};
		}
		sn_secret_to_public(&ring[real].key, &x);
		sn_scalar_add(&mask, &pseudo_mask, &z);
		sn_commit(&ring[real].commitment, &mask, 7);
		sn_commit(&pseudo, &pseudo_mask, 7);
		sn_key_image(&image, &ring[real].key, &x);

		struct sn_scalar secret_x = x, secret_z = z;
		sn_random_init(&random, "ctime", &x, "", 0);
		SN_SECRET(&secret_x, sizeof secret_x);
		SN_SECRET(&secret_z, sizeof secret_z);
		SN_SECRET(&random, sizeof random);
		SN_SECRET(&real, sizeof real);
		int ret = sn_clsag_sign(&signature, &message, ring, N, real, &image, &pseudo, &secret_x,
					&secret_z, &random);
		expect(!ret, "the ring signature is made");
		expect(!sn_clsag_verify(&signature, &message, ring, N, &image, &pseudo),
		       "the ring signature holds");
	}
}

/* The rounds of a ring by each kernel: scalars and points may all be secret. */
static void ring_rounds(void)
{
	enum { N = 3 };
	const struct sn_kernel *kernel;
	struct sn_ring_points member[N];
	struct sn_scalar s[N], a = secret_number("a"), b = secret_number("b"), c = secret_number("c");
	struct sn_ge k, lr[2];
	struct sn_point encoded[2];
	for (size_t i = 0; i < N; i++) {
		struct sn_point p = point(i ? "P" : "Q");
		expect(!sn_ge_decode(&member[i].key, &p), "P decodes");
		sn_ge_double(&member[i].commitment, &member[i].key);
		sn_hash_to_ec(&member[i].hash, p.b);
		s[i] = secret_number("s");
	}
	k = member[0].key;
	SN_SECRET(member, sizeof member);
	SN_SECRET(&k, sizeof k);
	for (size_t i = 0; (kernel = kernel_number(i)); i++) {
		struct sn_ring_memory *ring = aligned_alloc(SN_RING_ALIGN, kernel->ring->size(N));
		expect(ring != NULL, "memory");
		kernel->ring->start(ring, member, s, N);
		kernel->ring->set_hash(ring, &member[N - 1].hash);
		kernel->ring->multiply(&lr[0], ring, &a);
		sn_ge_encode(&encoded[0], &lr[0]);
		expect_secret(encoded, sizeof *encoded, "a*H");
		kernel->ring->open(lr, ring);
		sn_ge_encode_many(encoded, lr, 2);
		expect_secret(encoded, sizeof encoded, "s*G and s*H");
		kernel->ring->set_k(ring, &k);
		kernel->ring->round(lr, ring, 1, &a, &b, &c);
		sn_ge_encode_many(encoded, lr, 2);
		expect_secret(encoded, sizeof encoded, "L and R");
		free(ring);
	}
}

static void expect_secret_ge(const struct sn_ge *p, const char *what)
{
	struct sn_point encoded;
	sn_ge_encode(&encoded, p);
	expect_secret(&encoded, sizeof encoded, what);
}

static void sums(void)
{
	enum { N = 11 };
	const struct sn_kernel *kernel;
	struct sn_table t[N];
	const struct sn_table *table[N];
	struct sn_sum_term terms[N];
	struct sn_ge p[N], r;
	struct sn_naf naf;
	struct sn_scalar eight = sn_scalar_eight;
	uint8_t bit[N];
	sn_naf_make_vartime(&naf, &eight, SN_NAF_WIDTH);
	for (size_t k = 0; (kernel = kernel_number(k)); k++) {
		for (size_t i = 0; i < N; i++) {
			sn_ge_mul_base(&p[i], &eight);
			SN_SECRET(&p[i], sizeof p[i]);
			table[i] = &t[i];
			terms[i] = (struct sn_sum_term){
				.table = &t[i], .a = number("public"), .is_public = i % 3 == 0};
			if (!terms[i].is_public)
				terms[i].a = secret_number("a");
			bit[i] = i % 2;
			SN_SECRET(&bit[i], sizeof bit[i]);
		}
		kernel->sums.tables(t, p, N);
		kernel->sums.sum(&r, terms, N);
		expect_secret_ge(&r, "the sum");
		kernel->sums.select(&r, table, bit, N);
		expect_secret_ge(&r, "the selected sum");
		const struct sn_fold_points points = {table, 1, 1};
		kernel->sums.fold(&r, 1, &points, &naf, 1);
		expect_secret_ge(&r, "the fold");
	}
}

static void bulletproofs(void)
{
	uint64_t amounts[2] = {0, 18446744073709551615u};
	struct sn_scalar masks[2] = {number("mask 0"), number("mask 1")};
	struct sn_point commitments[2];
	struct sn_random random;
	struct sn_bpp proof;
	sn_random_init(&random, "ctime", &masks[0], "", 0);
	for (size_t i = 0; i < 2; i++)
		sn_commit(&commitments[i], &masks[i], amounts[i]);
	SN_SECRET(amounts, sizeof amounts);
	SN_SECRET(masks, sizeof masks);
	SN_SECRET(&random, sizeof random);
	expect(!sn_bpp_prove(&proof, amounts, masks, 2, &random), "the range proof is made");
	expect(!sn_bpp_verify(&proof, commitments, 2), "the range proof holds");
}

/* The line of the vector file that begins with `name` and a space, without these. */
static struct sn_buf vector_line(const char *name)
{
	struct sn_buf file = {0}, line = {0};
	char start[32];
	expect(!sn_file_read(vector_path, 1 << 20, &file, NULL), "the vector file cannot be read");
	sn_put_u8(&file, 0);
	snprintf(start, sizeof start, "\n%s ", name);
	const char *at = strstr((const char *)file.data, start);
	expect(at != NULL, "the vector file lacks a line");
	at += strlen(start);
	sn_put_bytes(&line, at, strcspn(at, "\n"));
	sn_buf_free(&file);
	return line;
}

static struct sn_account vector_account(void)
{
	struct sn_buf words = vector_line("words");
	struct sn_account account;
	uint8_t seed[SN_SEED_BYTES];
	expect(!sn_mnemonic_decode(seed, (const char *)words.data, words.len, NULL), "the words are wrong");
	sn_account_from_seed(&account, SN_MAINNET, seed);
	sn_buf_free(&words);
	return account;
}

/* A payment as cold-sign makes it: review, signing, self-check, sealing. Everything that hangs on either
 * secret key is secret. Opening the file comes before: whether the envelope is whole is a branch on what the
 * view key gives, within libsodium, and what is in it is shown. */
static struct sn_buf sign_file(struct sn_account *account, const struct sn_buf *file)
{
	struct sn_buf out = {0};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	int ret = sn_cold_open_and_review(&set, NULL, &review, account, NULL, file->data, file->len, 1, &err);
	expect(!ret, err.text);
	SN_SECRET(&account->spend_secret, sizeof account->spend_secret);
	SN_SECRET(&account->view_secret, sizeof account->view_secret);
	ret = sn_cold_sign(&out, NULL, account, &set, NULL, NULL, &err);
	expect(!ret, err.text);
	SN_PUBLIC(out.data, out.len);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	return out;
}

/* The one of the vector: 1 input, 2 outputs. */
static void sign(void)
{
	struct sn_account account = vector_account();
	struct sn_buf file = vector_line("unsigned"), hex = vector_line("signed"), expected = {0};
	expect(!sn_hex_decode_buf(&expected, (const char *)hex.data, hex.len),
	       "the signed file is no hexadecimal text");
	struct sn_buf out = sign_file(&account, &file);
	expect(out.len == expected.len && !memcmp(out.data, expected.data, out.len),
	       "the signed file is another");
	sn_buf_free(&file);
	sn_buf_free(&hex);
	sn_buf_free(&expected);
	sn_buf_free(&out);
}

/* What that one lacks: pseudo-output masks that are drawn, inputs at subaddresses and of each kind of mask,
 * additional tx keys. */
static void sign_several(void)
{
	static const struct cold_output coins[] = {
		{.to = {0, 3}, .amount = COLD_XMR, .mask_kind = SN_MASK_EXPLICIT, .index = 2},
		{.to = {0, 0}, .amount = COLD_XMR, .mask_kind = SN_MASK_DERIVED, .index = 1},
		{.to = {0, 1}, .amount = COLD_XMR, .mask_kind = SN_MASK_ONE, .index = 0},
	};
	struct sn_account account = cold_account("alice"), bob = cold_account("bob");
	struct sn_buf file = {0};
	struct sn_unsigned_set set = cold_set(1);
	struct sn_tx_plan plan;
	for (size_t i = 0; i < sizeof coins / sizeof *coins; i++)
		cold_spend(&set.txs[0], &account, &coins[i]);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_XMR / 2);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_change(&set.txs[0], 0, 0);
	expect(!sn_tx_plan(&plan, &account, &set.txs[0], NULL) && plan.has_additional_keys,
	       "there are additional tx keys");
	expect(cold_seal(&file, &account, &set), "the set can be written");
	struct sn_buf out = sign_file(&account, &file);
	expect(out.len > 0, "the signed file is there");
	cold_free(&set);
	sn_buf_free(&file);
	sn_buf_free(&out);
}

/* An output to address `index` of the account, made with the transaction key R. */
static struct sn_listed_output own_output(const struct sn_account *account, struct sn_point tx_key,
					  uint32_t i, struct sn_subaddress_index index)
{
	struct sn_listed_output o = {.tx_key = tx_key, .index = i, .subaddress = index};
	struct sn_point derivation;
	struct sn_scalar spend, x;
	expect(!sn_derive(&derivation, &tx_key, &account->view_secret), "R decodes");
	sn_account_spend_secret(&spend, account, index);
	sn_derive_secret_key(&x, &derivation, i, &spend);
	sn_secret_to_public(&o.key, &x);
	return o;
}

/* The same outputs in an export of the reference wallet, which may not name the subaddresses. The images are
 * proved, and public: they are in the file. */
static void exported_images(const struct sn_account *account, const struct sn_listed_output *outputs,
			    size_t n, const struct sn_listed_image *expected)
{
	struct sn_exported_transfer_details details[3] = {0};
	struct sn_signed_key_image images[3];
	struct sn_error err = {0};
	expect(n <= 3, "too many");
	for (size_t i = 0; i < n; i++) {
		details[i].pubkey = outputs[i].key;
		details[i].tx_pubkey = outputs[i].tx_key;
		details[i].internal_output_index = outputs[i].index;
		details[i].subaddress = outputs[i].subaddress;
	}
	for (uint8_t version = 0; version < 2; version++) {
		const struct sn_exported_transfers transfers = {
			.version = version, .outputs = details, .n = n, .total = n};
		int ret = sn_exported_images_compute(images, account, &transfers, NULL, &err);
		expect(!ret, err.text);
		for (size_t i = 0; i < n; i++)
			expect(sn_point_is_equal(&images[i].image, &expected[i].image),
			       "a proved key image is another");
	}
}

/* Key images as ki-restore computes them: both secret keys are secret, and so is what comes out. */
static void key_images(void)
{
	enum { N = 3 };
	struct sn_account account = vector_account();
	struct sn_listed_output outputs[N] = {
		own_output(&account, point("R0"), 0, (struct sn_subaddress_index){0, 0}),
		own_output(&account, point("R1"), 1, (struct sn_subaddress_index){0, 7}),
		own_output(&account, point("R2"), 300, (struct sn_subaddress_index){2, 1}),
	};
	const struct sn_output_list list = {outputs, N};
	struct sn_listed_image expected[N], images[N];
	struct sn_error err = {0};
	int ret = sn_restore_compute(expected, &account, &list, NULL, &err);
	expect(!ret, err.text);
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	ret = sn_restore_compute(images, &account, &list, NULL, &err);
	expect(!ret, err.text);
	for (size_t i = 0; i < N; i++) {
		expect_secret(&images[i].image, sizeof images[i].image, "a key image");
		SN_PUBLIC(&images[i].image, sizeof images[i].image);
		expect(sn_point_is_equal(&images[i].image, &expected[i].image), "a key image is another");
	}
	exported_images(&account, outputs, N, expected);
	/* One that is not ours. */
	outputs[1].key = point("P");
	expect(sn_restore_compute(images, &account, &list, NULL, &err) == SN_REFUSED,
	       "the output of another is not refused");
}

/* The wallet of tests/vectors/interop/0.18.4.0. */
static struct sn_account sample_account(void)
{
	static const char view[] = "546f33ab1c184d4546869cf325355183a365e3e6b900266436aec47e8711dc0b",
			  spend[] = "53d888e8b6f93495056a318fbda57011eb31b02e364a486562a8c8e5effa530f";
	struct sn_account account;
	struct sn_scalar a, b;
	expect(!sn_hex_decode(a.b, sizeof a.b, view) && !sn_hex_decode(b.b, sizeof b.b, spend),
	       "the keys of the sample are wrong");
	expect(!sn_account_from_secrets(&account, SN_MAINNET, &a, &b, NULL), "the keys are no account");
	return account;
}

/* The answer to a file of the reference wallet, with the key images that it lists. Opening comes before, as
 * in sign_file. */
static void sign_reference(void)
{
	struct sn_account account = sample_account();
	struct sn_buf file = {0}, out = {0};
	struct sn_reference_request reference = {0};
	const struct sn_signing signing = {.jobs = 1, .reference = &reference};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	char path[1024];
	const char *slash = strrchr(vector_path, '/');
	snprintf(path, sizeof path, "%.*s/interop/0.18.4.0/unsigned-standard-1.bin",
		 (int)(slash - vector_path), vector_path);
	expect(!sn_file_read(path, 1 << 20, &file, &err), err.text);
	int ret = sn_cold_open_and_review(&set, &reference, &review, &account, NULL, file.data, file.len, 1,
					  &err);
	expect(!ret && reference.is_by_index && reference.listed.n > 1, err.text);
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	SN_SECRET(&reference.key.view_secret, sizeof reference.key.view_secret);
	SN_SECRET(&reference.key.cipher, sizeof reference.key.cipher);
	ret = sn_cold_sign(&out, NULL, &account, &set, NULL, &signing, &err);
	expect(!ret && out.len, err.text);
	sn_reference_request_free(&reference);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_buf_free(&file);
	sn_buf_free(&out);
}

/* The wallet seed of a Polyseed whose words have been found. */
static void polyseed_key(void)
{
	struct sn_polyseed seed = {.secret = "150 bits of secret", .birthday = 40};
	uint8_t key[SN_SEED_BYTES];
	SN_SECRET(seed.secret, sizeof seed.secret);
	sn_polyseed_key(key, &seed);
	expect_secret(key, sizeof key, "the key of a Polyseed");
}

/* The view key as text. Reading it branches on whether each character is a digit. */
static void view_key_text(void)
{
	static const char start[] = "monero_wallet:";
	const struct sn_account account = vector_account();
	struct sn_view_only view = {.view_secret = account.view_secret, .restore_height = 7};
	struct sn_buf text = {0};
	sn_account_address(&view.address, &account, (struct sn_subaddress_index){0, 0});
	SN_SECRET(&view.view_secret, sizeof view.view_secret);
	expect(!sn_view_only_put_uri(&text, &view), "the text is not made");
	const char *key = (char *)text.data + strlen(start) + 95 + strlen("?view_key=");
	expect_secret(key, SN_VIEW_ONLY_KEY_DIGITS, "the digits of the view key");
	sn_buf_free(&text);
}

/* ---------------------------------------------------------------- what must be reported */

static volatile int sink;

static void leaky_branch(void)
{
	struct sn_scalar a = secret_number("a");
	if (a.b[3] & 4)
		sink = 1;
}

static void leaky_index(void)
{
	static volatile uint8_t table[256];
	struct sn_scalar a = secret_number("a");
	sink = table[a.b[3]];
}

/* The same deep inside: a multiplication that is made for public scalars. */
static void leaky_multiplication(void)
{
	struct sn_scalar a = secret_number("a");
	struct sn_ge r;
	sn_ge_mul2_vartime(&r, &a, &sn_ge_base, &sn_scalar_one, &sn_ge_base);
}

static const struct section {
	const char *name;
	void (*run)(void);
} sections[] = {
	{"scalars", scalars},
	{"points", points},
	{"stream", stream},
	{"new-account", new_account},
	{"derivation", derivation},
	{"kernels", kernels},
	{"candidates", candidates},
	{"subaddress", subaddress},
	{"key-image", key_image},
	{"interop-files", interop_files},
	{"polyseed-key", polyseed_key},
	{"view-key-text", view_key_text},
	{"commitment", commitment},
	{"clsag", clsag},
	{"ring-rounds", ring_rounds},
	{"sums", sums},
	{"bulletproofs", bulletproofs},
	{"sign", sign},
	{"sign-several", sign_several},
	{"sign-reference", sign_reference},
	{"key-images", key_images},
	{"leaky-branch", leaky_branch},
	{"leaky-index", leaky_index},
	{"leaky-multiplication", leaky_multiplication},
};

int main(int argc, char **argv)
{
	if (argc != 3 || !RUNNING_ON_VALGRIND || sodium_init() < 0) {
		fprintf(stderr, "usage: valgrind --error-exitcode=99 %s SECTION PAYMENT-VECTOR\n", argv[0]);
		return 2;
	}
	vector_path = argv[2];
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (!strcmp(argv[1], sections[i].name)) {
			sections[i].run();
			return 0;
		}
	fprintf(stderr, "ctime: no section %s\n", argv[1]);
	return 2;
}
