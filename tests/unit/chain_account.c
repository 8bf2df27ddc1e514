#include "chain/account.h"
#include "chain/mnemonic.h"
#include "chain_vectors.h"
#include "crypto/derive.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* The account of an "account" line. */
static void read_account(struct sn_account *account, const struct vectors *v)
{
	char text[SN_MNEMONIC_TEXT_MAX] = "";
	uint8_t seed[32];
	enum sn_network network;
	for (size_t i = 5; i < v->n; i++) {
		strcat(text, " ");
		strcat(text, v->word[i]);
	}
	cr_assert_eq(sn_mnemonic_decode(seed, text, strlen(text), NULL), SN_OK);
	cr_assert_eq(sn_network_from_name(&network, v->word[1], NULL), SN_OK);
	sn_account_from_seed(account, network, seed);
}

static void address_is(const struct sn_account *account, uint32_t major, uint32_t minor, const char *want)
{
	struct sn_address a;
	char text[SN_ADDRESS_TEXT_MAX];
	sn_account_address(&a, account, (struct sn_subaddress_index){major, minor});
	sn_address_format(text, &a);
	cr_assert_str_eq(text, want, "(%u, %u)", major, minor);
}

Test(chain_account, vectors_give_their_keys_and_addresses)
{
	struct vectors v;
	struct sn_account account = {0}, watch = {0};
	vectors_open(&v, "chain_accounts.txt");
	while (vectors_next(&v, NULL)) {
		if (!strcmp(v.word[0], "account")) {
			struct sn_scalar view, spend;
			read_account(&account, &v);
			vectors_bytes32(view.b, v.word[2]);
			vectors_bytes32(spend.b, v.word[3]);
			cr_assert_arr_eq(account.view_secret.b, view.b, 32);
			cr_assert_arr_eq(account.spend_secret.b, spend.b, 32);
			address_is(&account, 0, 0, v.word[4]);
			sn_account_watch_only(&watch, &account);
		} else if (!strcmp(v.word[0], "subaddress")) {
			address_is(&account, (uint32_t)atoi(v.word[1]), (uint32_t)atoi(v.word[2]), v.word[3]);
			address_is(&watch, (uint32_t)atoi(v.word[1]), (uint32_t)atoi(v.word[2]), v.word[3]);
		} else {
			struct sn_address a;
			char text[SN_ADDRESS_TEXT_MAX];
			size_t len;
			uint8_t *id = vectors_bytes(&len, v.word[1]);
			sn_account_address(&a, &account, (struct sn_subaddress_index){0, 0});
			a.kind = SN_ADDRESS_INTEGRATED;
			memcpy(a.payment_id, id, SN_PAYMENT_ID_BYTES);
			sn_address_format(text, &a);
			cr_assert_str_eq(text, v.word[2]);
			free(id);
		}
	}
	vectors_close(&v);
}

static void first_account(struct sn_account *account)
{
	struct vectors v;
	vectors_open(&v, "chain_accounts.txt");
	cr_assert(vectors_next(&v, "account"));
	read_account(account, &v);
	vectors_close(&v);
}

Test(chain_account, addresses_depend_on_the_network)
{
	static const char first[SN_NETWORKS] = {'4', '9', '5'}, sub[SN_NETWORKS] = {'8', 'B', '7'};
	uint8_t seed[32] = {1};
	for (unsigned n = 0; n < SN_NETWORKS; n++) {
		struct sn_account account;
		struct sn_address a;
		char text[SN_ADDRESS_TEXT_MAX];
		sn_account_from_seed(&account, (enum sn_network)n, seed);
		sn_account_address(&a, &account, (struct sn_subaddress_index){0, 0});
		sn_address_format(text, &a);
		cr_assert_eq(text[0], first[n]);
		sn_account_address(&a, &account, (struct sn_subaddress_index){0, 1});
		sn_address_format(text, &a);
		cr_assert_eq(text[0], sub[n]);
	}
}

Test(chain_account, accounts_from_keys_are_checked)
{
	static const struct sn_scalar zero;
	/* l, the smallest that is not canonical. */
	static const struct sn_scalar order = {{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,
						0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
						0,    0,    0,    0,    0,    0,    0,    0,
						0,    0,    0,    0,    0,    0,    0,    0x10}};
	struct sn_account account, other;
	struct sn_point bad_point = {{2}};
	first_account(&account);

	cr_assert_eq(sn_account_from_secrets(&other, account.network, &account.view_secret,
					     &account.spend_secret, NULL),
		     SN_OK);
	cr_assert_arr_eq(other.view_public.b, account.view_public.b, 32);
	cr_assert_arr_eq(other.spend_public.b, account.spend_public.b, 32);
	cr_assert(other.has_spend_secret);

	cr_assert_eq(sn_account_from_view(&other, account.network, &account.view_secret,
					  &account.spend_public, NULL),
		     SN_OK);
	cr_assert_arr_eq(other.view_public.b, account.view_public.b, 32);
	cr_assert(!other.has_spend_secret);
	cr_assert_arr_eq(other.spend_secret.b, zero.b, 32);

	struct sn_error err;
	cr_assert_eq(sn_account_from_secrets(&other, SN_MAINNET, &zero, &account.spend_secret, &err),
		     SN_BAD_INPUT);
	cr_assert_eq(sn_account_from_secrets(&other, SN_MAINNET, &account.view_secret, &zero, &err),
		     SN_BAD_INPUT);
	cr_assert_eq(sn_account_from_secrets(&other, SN_MAINNET, &order, &account.spend_secret, &err),
		     SN_BAD_INPUT);
	cr_assert_eq(sn_account_from_secrets(&other, SN_MAINNET, &account.view_secret, &order, &err),
		     SN_BAD_INPUT);
	cr_assert_eq(sn_account_from_view(&other, SN_MAINNET, &order, &account.spend_public, &err),
		     SN_BAD_INPUT);
	cr_assert_eq(sn_account_from_view(&other, SN_MAINNET, &account.view_secret, &bad_point, &err),
		     SN_BAD_INPUT);
	cr_assert_not_null(strstr(err.text, "spend public key"));
}

/* The secret of an address makes its public key. */
Test(chain_account, spend_secrets_match_the_addresses)
{
	struct sn_account account;
	first_account(&account);
	for (uint32_t i = 0; i < 6; i++) {
		struct sn_subaddress_index index = {i / 3, i % 3};
		struct sn_scalar secret;
		struct sn_point pub;
		struct sn_address a;
		sn_account_spend_secret(&secret, &account, index);
		sn_secret_to_public(&pub, &secret);
		sn_account_address(&a, &account, index);
		cr_assert_arr_eq(pub.b, a.spend.b, 32);
	}
}

Test(chain_account, many_keys_at_once_give_the_same_keys)
{
	struct sn_account account;
	struct sn_point keys[150];
	first_account(&account);
	for (uint32_t major = 0; major < 2; major++) {
		cr_assert_eq(sn_account_spend_keys_many(keys, &account, major, 0, 150), SN_OK);
		for (uint32_t minor = 0; minor < 150; minor += 7) {
			struct sn_address a;
			sn_account_address(&a, &account, (struct sn_subaddress_index){major, minor});
			cr_assert_arr_eq(a.spend.b, keys[minor].b, 32);
		}
	}
	struct sn_point last[2], again;
	cr_assert_eq(sn_account_spend_keys_many(last, &account, 1, UINT32_MAX - 1, 2), SN_OK);
	cr_assert_eq(sn_account_spend_keys_many(&again, &account, 1, UINT32_MAX, 1), SN_OK);
	cr_assert_arr_eq(last[1].b, again.b, 32);
	cr_assert_eq(sn_account_spend_keys_many(last, &account, 1, UINT32_MAX, 2), SN_USAGE);
}
