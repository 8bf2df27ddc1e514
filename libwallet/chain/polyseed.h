/* chain/polyseed.h - Polyseed: a 150-bit secret, a birthday and features as 16 words.
 *
 * Each word has 11 bits. The words are the coefficients w_0 to w_15 of a polynomial over
 * GF(2^11) = GF(2)[x] / (x^11 + x^2 + 1) that is zero at x; w_0 is the checksum. The number of the coin, 0
 * for Monero, is added to w_1 afterwards. The upper 10 bits of w_1 to w_15 are the secret, most significant
 * first.
 * The lowest bits are five features and ten bits of the birthday.
 *
 *   key = PBKDF2-HMAC-SHA256(secret, "POLYSEED key" ‖ 00 FF FF FF ‖ coin ‖ birthday ‖ features ‖ 0,
 *                            10,000 iterations)
 *   encrypted: secret ⊕ PBKDF2-HMAC-SHA256(NFKD(password), "POLYSEED mask" ‖ 00 FF FF, 10,000 iterations)
 *
 * The integers are 4 bytes, little-endian. The secret is padded to 32 bytes with zeros. The key is a wallet
 * seed (chain/account.h).
 *
 * Everything is secret, with these exceptions, on which the code branches: the language, the birthday, the
 * features, that word k is in no list of a language, that the checksum is wrong, white space and numbers, and
 * what base/normal_form.h excepts: of a phrase in ASCII, nothing more.
 * Source: github.com/tevador/polyseed, README.md and src/. */
#ifndef SN_CHAIN_POLYSEED_H
#define SN_CHAIN_POLYSEED_H

#include "base/error.h"
#include "chain/mnemonic.h"
#include "chain/network.h"
#include "chain/polyseed_words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Holds a secret by value: wipe it. */
struct sn_polyseed {
	uint8_t secret[SN_SEED_BYTES]; /* 150 bits, then zeros */
	unsigned birthday;             /* months of 2,629,746 s since 2021-11-01 12:00 UTC, below 1024 */
	unsigned features;
};

/* Whether the text has the number of words of a Polyseed. */
bool sn_polyseed_is_one(const char *text, size_t len);

/* Whether the word of `len` bytes is in the list of one of the ten languages. */
bool sn_polyseed_is_word(const char *word, size_t len);

/* Read `len` bytes of UTF-8 text: 16 words of one of ten languages, separated and numbered as in
 * sn_mnemonic_decode. European words may be abbreviated to their first four letters, and written without
 * accents. Returns SN_BAD_INPUT; the message never quotes a word. `seed` is then zeroed. */
int sn_polyseed_decode(struct sn_polyseed *seed, const char *text, size_t len,
		       struct sn_error *err) SN_MUST_USE;

/* Whether a password is necessary. */
bool sn_polyseed_is_encrypted(const struct sn_polyseed *seed);

/* Decrypt an encrypted seed, or encrypt another. A wrong password is not noticed: it gives another seed.
 * Returns SN_BAD_INPUT for a password that is not UTF-8, or has characters without a known normal form. */
int sn_polyseed_crypt(struct sn_polyseed *seed, const char *password, struct sn_error *err) SN_MUST_USE;

/* Derive the wallet seed. The seed phrase must not be encrypted. */
void sn_polyseed_key(uint8_t key[static SN_SEED_BYTES], const struct sn_polyseed *seed);

/* A height below the first block of the birthday's month (chain/restore_height.h); 0 on testnet. */
uint64_t sn_polyseed_restore_height(const struct sn_polyseed *seed, enum sn_network network);

#endif
