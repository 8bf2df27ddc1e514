/* Keys of a wallet, from the seed to the one-time key of an output, and their texts. */
#include "ctime.h"

#include "chain/polyseed.h"
#include "chain/subaddress_table.h"
#include "chain/view_only.h"
#include "crypto/derive.h"
#include "kernel/derivations.h"

#include <string.h>

static void new_account(void)
{
	struct sn_account account;
	uint8_t seed[32] = {1, 2, 3};
	SN_SECRET(seed, sizeof seed);
	sn_account_from_seed(&account, SN_MAINNET, seed);
	expect_secret(&account.spend_secret, sizeof account.spend_secret, "the spend secret");
	expect_secret(&account.view_secret, sizeof account.view_secret, "the view secret");
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

const struct section ctime_keys[] = {
	{"new-account", new_account},
	{"derivation", derivation},
	{"subaddress", subaddress},
	{"key-image", key_image},
	{"polyseed-key", polyseed_key},
	{"view-key-text", view_key_text},
	{NULL, NULL},
};
