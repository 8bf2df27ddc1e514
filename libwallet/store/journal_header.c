#include "store/journal_header.h"
#include "base/bytes.h"

#include <string.h>

#define CHECK_BYTES (SN_JOURNAL_AT_CHECKSUM - SN_JOURNAL_AT_CHECK)
#define CHECKSUM_BYTES (SN_JOURNAL_HEADER_BYTES - SN_JOURNAL_AT_CHECKSUM)
#define KDF_BYTES (SN_JOURNAL_AT_NAME - SN_JOURNAL_AT_PASSES) /* passes, memory, salt */

static const uint8_t magic[SN_JOURNAL_AT_VERSION] = {'S', 'N', 'J', 'O', 'U', 'R', 'N', 'L'};
static const uint8_t format_version = 1;
static const char kdf_context[crypto_kdf_CONTEXTBYTES] = {'s', 'n', '-', 's', 't', 'o', 'r', 'e'};

static void start(struct sn_journal_header *h, enum sn_journal_kind kind, enum sn_network network)
{
	memset(h, 0, sizeof *h);
	memcpy(h->b, magic, sizeof magic);
	h->b[SN_JOURNAL_AT_VERSION] = format_version;
	h->b[SN_JOURNAL_AT_KIND] = (uint8_t)kind;
	h->b[SN_JOURNAL_AT_NETWORK] = (uint8_t)network;
}

void sn_journal_header_init(struct sn_journal_header *h, enum sn_journal_kind kind, enum sn_network network,
			    enum sn_kdf_cost cost)
{
	static const struct {
		uint32_t passes;
		uint64_t memory;
	} costs[] = {
		[SN_KDF_INTERACTIVE] = {crypto_pwhash_OPSLIMIT_INTERACTIVE,
					crypto_pwhash_MEMLIMIT_INTERACTIVE},
		[SN_KDF_MODERATE] = {crypto_pwhash_OPSLIMIT_MODERATE, crypto_pwhash_MEMLIMIT_MODERATE},
		[SN_KDF_SENSITIVE] = {crypto_pwhash_OPSLIMIT_SENSITIVE, crypto_pwhash_MEMLIMIT_SENSITIVE},
		[SN_KDF_TEST] = {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN},
	};
	start(h, kind, network);
	sn_store_u32(h->b + SN_JOURNAL_AT_PASSES, costs[cost].passes);
	sn_store_u64(h->b + SN_JOURNAL_AT_MEMORY, costs[cost].memory);
	randombytes_buf(h->b + SN_JOURNAL_AT_SALT, crypto_pwhash_SALTBYTES);
}

void sn_journal_header_init_like(struct sn_journal_header *h, enum sn_journal_kind kind,
				 const struct sn_journal_header *like)
{
	start(h, kind, (enum sn_network)like->b[SN_JOURNAL_AT_NETWORK]);
	memcpy(h->b + SN_JOURNAL_AT_PASSES, like->b + SN_JOURNAL_AT_PASSES, KDF_BYTES);
}

void sn_journal_header_renew_salt(struct sn_journal_header *h)
{
	randombytes_buf(h->b + SN_JOURNAL_AT_SALT, crypto_pwhash_SALTBYTES);
}

bool sn_journal_header_is_like(const struct sn_journal_header *a, const struct sn_journal_header *b)
{
	return memcmp(a->b + SN_JOURNAL_AT_PASSES, b->b + SN_JOURNAL_AT_PASSES, KDF_BYTES) == 0;
}

static void compute_check(uint8_t check[static CHECK_BYTES], const struct sn_journal_header *h,
			  const struct sn_journal_keys *k)
{
	crypto_generichash(check, CHECK_BYTES, h->b, SN_JOURNAL_AT_CHECK, k->check, sizeof k->check);
}

static void compute_checksum(uint8_t sum[static CHECKSUM_BYTES], const struct sn_journal_header *h)
{
	crypto_generichash(sum, CHECKSUM_BYTES, h->b, SN_JOURNAL_AT_CHECKSUM, NULL, 0);
}

struct sn_journal_name sn_journal_header_name(const struct sn_journal_header *h)
{
	struct sn_journal_name name;
	memcpy(name.b, h->b + SN_JOURNAL_AT_NAME, sizeof name.b);
	return name;
}

static void put_sums(struct sn_journal_header *h, const struct sn_journal_keys *k)
{
	compute_check(h->b + SN_JOURNAL_AT_CHECK, h, k);
	compute_checksum(h->b + SN_JOURNAL_AT_CHECKSUM, h);
}

void sn_journal_header_finish(struct sn_journal_header *h, const struct sn_journal_keys *k)
{
	randombytes_buf(h->b + SN_JOURNAL_AT_NAME, sizeof(struct sn_journal_name));
	put_sums(h, k);
}

static struct sn_journal_name name_of_copy(const struct sn_journal_header *h,
					   const struct sn_journal_keys *original)
{
	struct sn_journal_name name;
	crypto_generichash(name.b, sizeof name.b, h->b, SN_JOURNAL_AT_NAME, original->check,
			   sizeof original->check);
	return name;
}

void sn_journal_header_finish_copy(struct sn_journal_header *h, const struct sn_journal_keys *k,
				   const struct sn_journal_keys *original)
{
	const struct sn_journal_name name = name_of_copy(h, original);
	memcpy(h->b + SN_JOURNAL_AT_NAME, name.b, sizeof name.b);
	put_sums(h, k);
}

bool sn_journal_header_is_copy(const struct sn_journal_header *h, const struct sn_journal_keys *original)
{
	const struct sn_journal_name name = name_of_copy(h, original);
	return !memcmp(h->b + SN_JOURNAL_AT_NAME, name.b, sizeof name.b);
}

bool sn_journal_header_is_one(const struct sn_journal_header *h, size_t len)
{
	return len >= sizeof magic && !memcmp(h->b, magic, sizeof magic);
}

bool sn_journal_header_is_begun(const struct sn_journal_header *h, size_t len)
{
	return !memcmp(h->b, magic, len < sizeof magic ? len : sizeof magic);
}

int sn_journal_header_parse(const struct sn_journal_header *h, size_t len, const char *path,
			    struct sn_error *err)
{
	/* R1 */
	if (!sn_journal_header_is_one(h, len))
		return sn_error_set(err, SN_BAD_INPUT,
				    "%s is not a wallet, key-image file or signing journal of this program",
				    path);
	if (len < SN_JOURNAL_HEADER_BYTES)
		return sn_error_hint(
			err,
			sn_error_set(err, SN_BAD_INPUT, "%s is truncated: its header is incomplete", path),
			"restore it from a backup, which lacks later payments: run wo-sync before you pay");
	if (h->b[SN_JOURNAL_AT_VERSION] != format_version)
		return sn_error_set(err, SN_BAD_INPUT,
				    "%s has format version %u; this program supports version %u", path,
				    h->b[SN_JOURNAL_AT_VERSION], format_version);
	uint8_t sum[CHECKSUM_BYTES];
	compute_checksum(sum, h);
	enum sn_network network;
	if (memcmp(sum, h->b + SN_JOURNAL_AT_CHECKSUM, sizeof sum) || h->b[SN_JOURNAL_AT_RESERVED] ||
	    h->b[SN_JOURNAL_AT_KIND] < SN_JOURNAL_MASTER || h->b[SN_JOURNAL_AT_KIND] > SN_JOURNAL_SIGNED ||
	    sn_network_from_number(&network, h->b[SN_JOURNAL_AT_NETWORK]))
		return sn_error_hint(
			err, sn_error_set(err, SN_BAD_INPUT, "%s has a corrupt header", path),
			"restore it from a backup, which lacks later payments: run wo-sync before you pay");
	/* R2: a hostile file must not cause an allocation of a terabyte, or a year of computation. */
	uint32_t passes = sn_load_u32(h->b + SN_JOURNAL_AT_PASSES);
	uint64_t memory = sn_load_u64(h->b + SN_JOURNAL_AT_MEMORY);
	if (passes < crypto_pwhash_OPSLIMIT_MIN || passes > crypto_pwhash_OPSLIMIT_SENSITIVE ||
	    memory < crypto_pwhash_MEMLIMIT_MIN || memory > crypto_pwhash_MEMLIMIT_SENSITIVE)
		return sn_error_hint(err,
				     sn_error_set(err, SN_BAD_INPUT,
						  "%s has an unreasonable Argon2id cost; not opened", path),
				     "do not trust this file");
	return SN_OK;
}

int sn_journal_keys_from_password(struct sn_journal_keys *k, const char *password,
				  const struct sn_journal_header *h, struct sn_error *err)
{
	uint64_t memory = sn_load_u64(h->b + SN_JOURNAL_AT_MEMORY);
	if (crypto_pwhash(k->password, sizeof k->password, password, strlen(password),
			  h->b + SN_JOURNAL_AT_SALT, sn_load_u32(h->b + SN_JOURNAL_AT_PASSES), memory,
			  crypto_pwhash_ALG_ARGON2ID13))
		return sn_error_set(err, SN_IO,
				    "not enough memory to derive the key from the password: %llu MiB needed",
				    (unsigned long long)(memory >> 20));
	crypto_kdf_derive_from_key(k->stream, sizeof k->stream, 1, kdf_context, k->password);
	crypto_kdf_derive_from_key(k->check, sizeof k->check, 2, kdf_context, k->password);
	crypto_kdf_derive_from_key(k->frame, sizeof k->frame, 3, kdf_context, k->password);
	return SN_OK;
}

bool sn_journal_header_is_ours(const struct sn_journal_header *h, const struct sn_journal_keys *k)
{
	uint8_t check[CHECK_BYTES];
	compute_check(check, h, k);
	return sodium_memcmp(check, h->b + SN_JOURNAL_AT_CHECK, CHECK_BYTES) == 0;
}
