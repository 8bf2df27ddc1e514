#include "ringct/commitment.h"

#include "base/bytes.h"
#include "base/secret.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "kernel/multiexp.h"

#include <assert.h>
#include <pthread.h>

const struct sn_point sn_point_h = {{0x8b, 0x65, 0x59, 0x70, 0x15, 0x37, 0x99, 0xaf, 0x2a, 0xea, 0xdc,
				     0x9f, 0xf1, 0xad, 0xd0, 0xea, 0x6c, 0x72, 0x51, 0xd5, 0x41, 0x54,
				     0xcf, 0xa9, 0x2c, 0x17, 0x3a, 0x0d, 0xd3, 0x9c, 0x1f, 0x94}};

/* Tables of the constant H, computed when first needed; written once, never freed. */
static pthread_once_t h_once = PTHREAD_ONCE_INIT;
static struct sn_comb h_comb, h_of_amounts;

static void make_h_comb(void)
{
	struct sn_ge h;
	int ret = sn_ge_decode(&h, &sn_point_h);

	assert(ret == 0);
	(void)ret;
	sn_comb_make(&h_comb, &h, 256);
	sn_comb_make(&h_of_amounts, &h, 64);
}

void sn_mul_h(struct sn_ge *r, const struct sn_scalar *a)
{
	pthread_once(&h_once, make_h_comb);
	sn_comb_mul(r, &h_comb, a);
}

void sn_mul_h_amount(struct sn_ge *r, uint64_t amount)
{
	struct sn_scalar a;

	pthread_once(&h_once, make_h_comb);
	sn_scalar_from_u64(&a, amount);
	sn_comb_mul(r, &h_of_amounts, &a);
	sn_wipe(&a, sizeof a);
}

void sn_commit_ge(struct sn_ge *r, const struct sn_scalar *g, const struct sn_scalar *h)
{
	struct sn_ge part;

	sn_mul_h(&part, h);
	sn_ge_mul_base(r, g);
	sn_ge_add(r, r, &part);
	sn_wipe(&part, sizeof part);
}

void sn_commit(struct sn_point *c, const struct sn_scalar *mask, uint64_t amount)
{
	struct sn_ge r, part;

	sn_mul_h_amount(&part, amount);
	sn_ge_mul_base(&r, mask);
	sn_ge_add(&r, &r, &part);
	sn_ge_encode(c, &r);
	sn_wipe(&r, sizeof r);
	sn_wipe(&part, sizeof part);
}

void sn_commitment_mask(struct sn_scalar *mask, const struct sn_scalar *s)
{
	static const char domain[] = "commitment_mask";
	uint8_t data[sizeof domain - 1 + 32];

	memcpy(data, domain, sizeof domain - 1);
	memcpy(data + sizeof domain - 1, s->b, 32);
	sn_hash_to_scalar(mask, data, sizeof data);
	sn_wipe(data, sizeof data);
}

void sn_amount_crypt8(uint8_t out[static 8], const uint8_t in[static 8], const struct sn_scalar *s)
{
	static const char domain[] = "amount";
	uint8_t data[sizeof domain - 1 + 32];
	struct sn_hash pad;

	memcpy(data, domain, sizeof domain - 1);
	memcpy(data + sizeof domain - 1, s->b, 32);
	sn_keccak256(&pad, data, sizeof data);
	for (int i = 0; i < 8; i++)
		out[i] = in[i] ^ pad.b[i];
	sn_wipe(data, sizeof data);
	sn_wipe(&pad, sizeof pad);
}

int sn_amount_decrypt32(struct sn_scalar *mask, uint64_t *amount, const uint8_t enc_mask[static 32],
			const uint8_t enc_amount[static 32], const struct sn_scalar *s)
{
	struct sn_scalar pad, a, m;
	uint8_t high = 0;

	sn_hash_to_scalar(&pad, s->b, 32);
	sn_scalar_reduce(&m, enc_mask);
	sn_scalar_sub(&m, &m, &pad);
	sn_hash_to_scalar(&pad, pad.b, 32);
	sn_scalar_reduce(&a, enc_amount);
	sn_scalar_sub(&a, &a, &pad);
	for (int i = 8; i < 32; i++)
		high |= a.b[i];
	*mask = m;
	*amount = sn_load_u64(a.b);
	sn_wipe(&pad, sizeof pad);
	sn_wipe(&a, sizeof a);
	sn_wipe(&m, sizeof m);
	if (high) {
		*mask = sn_scalar_zero;
		*amount = 0;
		return SN_BAD_INPUT;
	}
	return SN_OK;
}

/* sum += the points. Returns SN_REFUSED if one cannot be decoded. */
static int add_points(struct sn_ge *sum, const struct sn_point *p, size_t n)
{
	struct sn_ge q;

	for (size_t i = 0; i < n; i++) {
		if (sn_ge_decode(&q, &p[i]) < 0)
			return SN_REFUSED;
		sn_ge_add(sum, sum, &q);
	}
	return SN_OK;
}

int sn_commitments_balance(const struct sn_point *in, size_t n_in, const struct sn_point *out, size_t n_out,
			   uint64_t fee)
{
	struct sn_ge left = sn_ge_identity, right;

	sn_mul_h_amount(&right, fee);
	if (add_points(&left, in, n_in) < 0 || add_points(&right, out, n_out) < 0)
		return SN_REFUSED;
	return sn_ge_is_equal(&left, &right) ? SN_OK : SN_REFUSED;
}
