#include "chain/carrot_seed.h"

#include "crypto/fcmp_constants.h"
#include "crypto/transcript.h"

void sn_carrot_seed_anchor(struct sn_carrot_anchor *anchor, const struct sn_carrot_seed *seed, uint8_t i)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_HOT_COLD_ANCHOR, seed->b, sizeof anchor->b);
	sn_transcript_put_u8(&t, i);
	sn_transcript_hash(&t, anchor->b);
}

void sn_carrot_seed_ephemeral_secret(struct sn_scalar *d_e, const struct sn_carrot_seed *seed, uint8_t i)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_HOT_COLD_EPHEMERAL, seed->b, SN_TRANSCRIPT_SCALAR);
	sn_transcript_put_u8(&t, i);
	sn_transcript_scalar(&t, d_e);
}

void sn_carrot_seed_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_carrot_seed *seed)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_HOT_COLD_PAYMENT_ID, seed->b, SN_PAYMENT_ID_BYTES);
	sn_transcript_hash(&t, id);
}

void sn_carrot_seed_rerandomization(struct sn_rerandomization *r, const struct sn_carrot_seed *seed,
				    uint16_t i)
{
	struct sn_scalar *const all[] = {&r->r_o, &r->r_i, &r->r_r_i, &r->r_c};
	static const char which[] = "oirc";
	for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
		struct sn_transcript t;
		sn_transcript_init(&t, SN_CARROT_HOT_COLD_RERANDOMIZATION, seed->b, SN_TRANSCRIPT_SCALAR);
		sn_transcript_put_u8(&t, (uint8_t)i);
		sn_transcript_put_u8(&t, (uint8_t)(i >> 8));
		sn_transcript_put_u8(&t, (uint8_t)which[k]);
		sn_transcript_scalar(&t, all[k]);
	}
}
