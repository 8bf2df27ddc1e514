/* chain/seed_phrase.h - a seed phrase of either kind, and the passphrases that belong to it.
 *
 *   25 words   a wallet seed (chain/mnemonic.h)
 *   16 words   a Polyseed (chain/polyseed.h), which may be encrypted with a password
 *
 * With either, an offset passphrase moves the spend key b of the phrase to that of another wallet:
 *
 *   b' = b - CryptoNight(passphrase) mod l
 *
 * There is no check: every passphrase gives a wallet. Its bytes count as they are, without a normal form.
 * Source: reference implementation, src/cryptonote_basic/cryptonote_format_utils.cpp, decrypt_key ("seed
 * offset"); for a Polyseed: Feather's wallet library, src/wallet/api/wallet.cpp,
 * recoverDeterministicWalletFromSpendKey. Cake Wallet calls both the password and the offset "passphrase". */
#ifndef SN_CHAIN_SEED_PHRASE_H
#define SN_CHAIN_SEED_PHRASE_H

#include "base/error.h"
#include "chain/polyseed.h"

/* Holds secrets by value: wipe it, or keep it in sn_secret_alloc memory. */
struct sn_seed_phrase {
	bool is_polyseed;
	struct sn_polyseed polyseed;
	uint8_t seed[SN_SEED_BYTES]; /* of 25 words */
};

/* Read 16 or 25 words. Returns SN_BAD_INPUT; the message never quotes a word. */
int sn_seed_phrase_read(struct sn_seed_phrase *phrase, const char *text, size_t len,
			struct sn_error *err) SN_MUST_USE;

/* Whether the word of `len` bytes is in the word list of a seed phrase of either kind. */
bool sn_seed_phrase_has_word(const char *word, size_t len);

/* Derive the wallet seed. The phrase must not be encrypted. `passphrase` may be NULL or empty: no offset.
 * Returns SN_IO when out of memory. */
int sn_seed_phrase_seed(uint8_t seed[static SN_SEED_BYTES], const struct sn_seed_phrase *phrase,
			const char *passphrase, struct sn_error *err) SN_MUST_USE;

#endif
