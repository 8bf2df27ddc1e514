#include "base/bytes.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/account.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "kernel/hashes.h"
#include "kernel/kernel.h"

#include <assert.h>

void sn_account_from_seed(struct sn_account *account, enum sn_network network, const uint8_t seed[static 32])
{
	*account = (struct sn_account){.network = network, .has_spend_secret = true};
	sn_scalar_reduce(&account->spend_secret, seed);
	sn_hash_to_scalar(&account->view_secret, account->spend_secret.b, 32);
	sn_secret_to_public(&account->spend_public, &account->spend_secret);
	sn_secret_to_public(&account->view_public, &account->view_secret);
}

static bool is_good_secret(const struct sn_scalar *secret)
{
	return sn_scalar_is_canonical(secret) && !sn_scalar_is_zero(secret);
}

int sn_account_from_secrets(struct sn_account *account, enum sn_network network,
			    const struct sn_scalar *view_secret, const struct sn_scalar *spend_secret,
			    struct sn_error *err)
{
	*account = (struct sn_account){0};
	if (!is_good_secret(view_secret))
		return sn_error_set(err, SN_BAD_INPUT, "the view secret key is out of range");
	if (!is_good_secret(spend_secret))
		return sn_error_set(err, SN_BAD_INPUT, "the spend secret key is out of range");
	account->network = network;
	account->has_spend_secret = true;
	account->view_secret = *view_secret;
	account->spend_secret = *spend_secret;
	sn_secret_to_public(&account->spend_public, spend_secret);
	sn_secret_to_public(&account->view_public, view_secret);
	return SN_OK;
}

int sn_account_from_view(struct sn_account *account, enum sn_network network,
			 const struct sn_scalar *view_secret, const struct sn_point *spend_public,
			 struct sn_error *err)
{
	*account = (struct sn_account){0};
	struct sn_ge point;
	if (!is_good_secret(view_secret))
		return sn_error_set(err, SN_BAD_INPUT, "the view secret key is out of range");
	if (sn_ge_decode(&point, spend_public))
		return sn_error_set(err, SN_BAD_INPUT, "the spend public key is not a valid public key");
	account->network = network;
	account->view_secret = *view_secret;
	account->spend_public = *spend_public;
	sn_secret_to_public(&account->view_public, view_secret);
	return SN_OK;
}

void sn_account_watch_only(struct sn_account *watch, const struct sn_account *account)
{
	*watch = *account;
	watch->has_spend_secret = false;
	sn_wipe(&watch->spend_secret, sizeof watch->spend_secret);
}

/* The hash input of the secret of a subaddress. */
#define MESSAGE_BYTES (8 + 32 + 4 + 4)

static void subaddress_message(uint8_t data[static MESSAGE_BYTES], const struct sn_account *account,
			       struct sn_subaddress_index index)
{
	memcpy(data, "SubAddr", 8); /* with its NUL */
	memcpy(data + 8, account->view_secret.b, 32);
	sn_store_u32(data + 40, index.major);
	sn_store_u32(data + 44, index.minor);
}

void sn_account_subaddress_secret(struct sn_scalar *m, const struct sn_account *account,
				  struct sn_subaddress_index index)
{
	if (sn_subaddress_is_primary(index)) {
		*m = sn_scalar_zero;
		return;
	}
	uint8_t data[MESSAGE_BYTES];
	subaddress_message(data, account, index);
	sn_hash_to_scalar(m, data, sizeof data);
	sn_wipe(data, sizeof data);
}

void sn_account_spend_secret(struct sn_scalar *secret, const struct sn_account *account,
			     struct sn_subaddress_index index)
{
	assert(account->has_spend_secret);
	struct sn_scalar m;
	sn_account_subaddress_secret(&m, account, index);
	sn_scalar_add(secret, &account->spend_secret, &m);
	sn_wipe(&m, sizeof m);
}

/* B as a point. It was checked when the account was made. */
static void decode_spend_public(struct sn_ge *b, const struct sn_account *account)
{
	int ret = sn_ge_decode(b, &account->spend_public);
	assert(!ret);
	(void)ret;
}

/* D = B + m·G. */
static void subaddress_spend_key(struct sn_ge *d, const struct sn_account *account, const struct sn_ge *b,
				 struct sn_subaddress_index index)
{
	if (sn_subaddress_is_primary(index)) {
		*d = *b;
		return;
	}
	struct sn_scalar m;
	sn_account_subaddress_secret(&m, account, index);
	sn_ge_mul_base(d, &m);
	sn_ge_add(d, d, b);
	sn_wipe(&m, sizeof m);
}

void sn_account_address(struct sn_address *address, const struct sn_account *account,
			struct sn_subaddress_index index)
{
	*address = (struct sn_address){.network = account->network, .kind = SN_ADDRESS_STANDARD};
	if (sn_subaddress_is_primary(index)) {
		address->spend = account->spend_public;
		address->view = account->view_public;
		return;
	}
	struct sn_ge b, d[2];
	struct sn_point keys[2];
	decode_spend_public(&b, account);
	subaddress_spend_key(&d[0], account, &b, index);
	sn_ge_mul(&d[1], &account->view_secret, &d[0]);
	sn_ge_encode_many(keys, d, 2);
	/* The address is public. */
	SN_PUBLIC(keys, sizeof keys);
	address->kind = SN_ADDRESS_SUBADDRESS;
	address->spend = keys[0];
	address->view = keys[1];
}

int sn_account_spend_keys_many(struct sn_point *keys, const struct sn_account *account, uint32_t major,
			       uint32_t minor_from, size_t n)
{
	enum { AT_ONCE = 64 };
	struct sn_short_message messages[AT_ONCE];
	struct sn_hash hashes[AT_ONCE];
	struct sn_scalar m[AT_ONCE];
	struct sn_ge b[AT_ONCE];
	uint8_t data[MESSAGE_BYTES];
	if (n > (uint64_t)UINT32_MAX - minor_from + 1)
		return SN_USAGE;
	decode_spend_public(&b[0], account);
	for (size_t j = 1; j < AT_ONCE; j++)
		b[j] = b[0];
	for (size_t i = 0; i < n; i += AT_ONCE) {
		size_t count = n - i < AT_ONCE ? n - i : AT_ONCE;
		struct sn_subaddress_index index = {major, minor_from + (uint32_t)i};
		for (size_t j = 0; j < count; j++, index.minor++) {
			subaddress_message(data, account, index);
			sn_short_message_init(&messages[j], data, sizeof data);
		}
		sn_keccak256_short_many(hashes, messages, count);
		for (size_t j = 0; j < count; j++)
			sn_scalar_reduce(&m[j], hashes[j].b);
		if (major == 0 && minor_from + i == 0)
			m[0] = sn_scalar_zero; /* the primary address */
		sn_kernel()->add_base(keys + i, b, m, count);
		/* The keys are parts of addresses, which are public. */
		SN_PUBLIC(keys + i, count * sizeof *keys);
	}
	sn_wipe(messages, sizeof messages);
	sn_wipe(hashes, sizeof hashes);
	sn_wipe(m, sizeof m);
	sn_wipe(data, sizeof data);
	sn_wipe_stack();
	return SN_OK;
}
