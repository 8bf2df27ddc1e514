/* crypto/fcmp_constants.h - the constants of Carrot and FCMP++ that may change before their hard fork.
 *
 * T, U and V = Hp2(Keccak-256(seed)), Hp2 of crypto/hash_to_point.h. No discrete logarithm between G, H, T, U
 * and V is known.
 *
 * Source: Monero pull request 9559 of 2026-08-22; for the old ones, the test network "beta v2" of July
 * 2026. */
#ifndef SN_CRYPTO_FCMP_CONSTANTS_H
#define SN_CRYPTO_FCMP_CONSTANTS_H

#include "crypto/blake2b.h"
#include "crypto/curve.h"

#define SN_FCMP_SEED_T "Monero Generator T"
#define SN_FCMP_SEED_U "Monero FCMP++ Generator U"
#define SN_FCMP_SEED_V "Monero FCMP++ Generator V"

struct sn_generator {
	struct sn_point encoded;
	struct sn_ge point; /* Z = 1 */
};

/* These change together. */
struct sn_fcmp_constants {
	struct sn_generator t, u, v;
	struct sn_blake2b_person hash_to_point_person, challenge_person; /* of Hp2; of SA/L proofs */
};

/* Old: no personalization. The published SA/L proofs use them. New: those of the fork. */
extern const struct sn_fcmp_constants sn_fcmp_old, sn_fcmp_new;

/* The constants in use. Proofs that name other ones take them as an argument. */
extern const struct sn_fcmp_constants *const sn_fcmp;

/* Add T ‖ U ‖ V ‖ challenge_person to a hash: values derived for other constants are others. */
void sn_fcmp_absorb_constants(struct sn_blake2b *h, const struct sn_fcmp_constants *constants);

/* Of all hashes of crypto/transcript.h, with old and with new constants. */
extern const struct sn_blake2b_person sn_carrot_person;

/* The tags of crypto/transcript.h. */
#define SN_CARROT_PROVE_SPEND_KEY "Carrot prove-spend key"
#define SN_CARROT_VIEW_BALANCE_SECRET "Carrot view-balance secret"
#define SN_CARROT_GENERATE_IMAGE_PREIMAGE_SECRET "Carrot generate-image preimage secret"
#define SN_CARROT_GENERATE_IMAGE_KEY "Carrot generate-image key"
#define SN_CARROT_INCOMING_VIEW_KEY "Carrot incoming view key"
#define SN_CARROT_GENERATE_ADDRESS_SECRET "Carrot generate-address secret"
#define SN_CARROT_ADDRESS_INDEX_PREIMAGE_1 "Carrot address index preimage 1"
#define SN_CARROT_ADDRESS_INDEX_PREIMAGE_2 "Carrot address index preimage 2"
#define SN_CARROT_SUBADDRESS_SCALAR "Carrot subaddress scalar"
#define SN_CARROT_SENDING_KEY_NORMAL "Carrot sending key normal"
#define SN_CARROT_SENDER_RECEIVER_SECRET "Carrot sender-receiver secret"
#define SN_CARROT_COMMITMENT_MASK "Carrot commitment mask"
#define SN_CARROT_KEY_EXTENSION_G "Carrot key extension G"
#define SN_CARROT_KEY_EXTENSION_T "Carrot key extension T"
#define SN_CARROT_COINBASE_EXTENSION_G "Carrot coinbase extension G"
#define SN_CARROT_COINBASE_EXTENSION_T "Carrot coinbase extension T"
#define SN_CARROT_VIEW_TAG "Carrot view tag"
#define SN_CARROT_ENCRYPTION_MASK_ANCHOR "Carrot encryption mask anchor"
#define SN_CARROT_ENCRYPTION_MASK_A "Carrot encryption mask a"
#define SN_CARROT_ENCRYPTION_MASK_PID "Carrot encryption mask pid"
#define SN_CARROT_JANUS_ANCHOR_SPECIAL "Carrot janus anchor special"
#define SN_CARROT_HOT_COLD_ANCHOR "Carrot Hot-cold normal janus anchor"
#define SN_CARROT_HOT_COLD_EPHEMERAL "Carrot Hot-cold special ephemeral privkey"
#define SN_CARROT_HOT_COLD_PAYMENT_ID "Carrot Hot-cold dummy encrypted payment id"
#define SN_CARROT_HOT_COLD_RERANDOMIZATION "Carrot Hot-cold rerandomization scalar"

#endif
