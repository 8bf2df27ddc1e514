/* Any bytes as a transaction with Carrot outputs, scanned by a wallet; and enotes that a sender forges for
 * this wallet, with a matching view tag and commitment, so that the later conditions are reached. What is
 * found can be made again: the values give the same enote.
 *
 * The first byte: 1 a forged enote, otherwise a transaction; 2 the transaction is whole, the forged enote is
 * coinbase. A forged enote: how (1 byte), address (1), context (32), anchor (16), D_e (32), spend key (32),
 * amount (8), payment ID (8), then changes: position (1), value (1). */
#include "chain/carrot_make.h"
#include "chain/carrot_scan.h"
#include "chain/extra.h"
#include "crypto/x25519.h"
#include "fuzz.h"
#include "ringct/commitment.h"

#include <stdlib.h>
#include <string.h>

enum { IS_FORGED = 1, IS_WHOLE = 2, IS_COINBASE = 2 };
enum {
	HAS_OWN_SPEND = 1,
	HAS_OWN_EPHEMERAL = 2,
	IS_CHANGE = 4,
	HAS_CODE = 8,
	IS_INTEGRATED = 16,
	LACKS_ID = 32
};

/* Of the account "rcv" in tests/vectors/carrot.txt. */
static const uint8_t spend_secret[32] = {0x14, 0x8d, 0x78, 0xd2, 0xab, 0xa7, 0xdb, 0xca, 0x5c, 0xd8, 0xf6,
					 0xab, 0xcf, 0xb0, 0xb3, 0xc0, 0x09, 0xff, 0xbd, 0xbe, 0xa1, 0xff,
					 0x37, 0x3d, 0x50, 0xed, 0x94, 0xd7, 0x82, 0x86, 0x64, 0x0e};

static struct sn_account account;
static struct sn_subaddress_table table;

/* ------------------------------------------------------------------ what is found */

/* The enote with the values found. */
static void make_again(struct sn_carrot_made *made, const struct sn_carrot_owned *o)
{
	struct sn_carrot_received r = {.to = o->subaddress,
				       .amount = o->amount,
				       .type = o->type,
				       .anchor = o->anchor,
				       .context = o->context,
				       .is_coinbase = o->is_coinbase};
	memcpy(r.payment_id, o->payment_id, sizeof r.payment_id);
	if (o->kind == SN_CARROT_SPECIAL)
		FUZZ_CHECK(!sn_carrot_make_special(made, &account, o->subaddress, o->amount, o->type,
						   &o->ephemeral_key, &o->context));
	else
		FUZZ_CHECK(!sn_carrot_remake(made, &account, &r));
}

static void check_found(const struct sn_carrot_owned *o, const struct sn_tx_output *out)
{
	struct sn_carrot_made made;
	struct sn_point c;
	sn_commit(&c, &o->mask, o->amount);
	FUZZ_CHECK(sn_point_is_equal(&c, &o->commitment));
	FUZZ_CHECK(sn_point_is_equal(&o->key, &out->key));
	make_again(&made, o);
	FUZZ_CHECK(!memcmp(made.ephemeral_key.b, o->ephemeral_key.b, sizeof o->ephemeral_key.b));
	FUZZ_CHECK(!memcmp(made.anchor.b, o->anchor.b, sizeof o->anchor.b));
	FUZZ_CHECK(!memcmp(made.mask.b, o->mask.b, sizeof o->mask.b));
	FUZZ_CHECK(!memcmp(&made.extensions, &o->extensions, sizeof o->extensions));
	FUZZ_CHECK(sn_point_is_equal(&made.output.key, &out->key));
	FUZZ_CHECK(sn_point_is_equal(&made.output.commitment, &out->commitment));
	FUZZ_CHECK(!memcmp(made.output.carrot_view_tag, out->carrot_view_tag, sizeof out->carrot_view_tag));
	FUZZ_CHECK(
		!memcmp(made.output.encrypted_anchor, out->encrypted_anchor, sizeof out->encrypted_anchor));
	FUZZ_CHECK(
		!memcmp(made.output.encrypted_amount, out->encrypted_amount, sizeof out->encrypted_amount));
}

static void scan(const struct sn_tx *tx)
{
	struct sn_carrot_owned *owned = calloc(tx->n_outputs + 1, sizeof *owned);
	size_t n, n_keys = sn_carrot_scan_keys(NULL, 0, tx);
	FUZZ_CHECK(owned);
	FUZZ_CHECK(n_keys <= 1 || n_keys == tx->n_outputs);
	FUZZ_CHECK(!sn_carrot_scan_tx(owned, &n, tx, &account, &table));
	FUZZ_CHECK(n <= tx->n_outputs && (n_keys || !n));
	for (size_t i = 0; i < n; i++) {
		FUZZ_CHECK(owned[i].index < tx->n_outputs && (!i || owned[i - 1].index < owned[i].index));
		check_found(&owned[i], &tx->outputs[owned[i].index]);
	}
	if (n)
		fuzz_accept();
	free(owned);
}

/* ------------------------------------------------------------------ forged enotes */

struct forgery {
	struct sn_carrot_anchor anchor;
	struct sn_carrot_context context;
	struct sn_x25519 ephemeral_key;
	struct sn_point spend;
	uint64_t amount;
	enum sn_carrot_type type;
	bool is_coinbase;
	uint8_t payment_id[SN_PAYMENT_ID_BYTES];
	uint8_t encrypted_payment_id[SN_PAYMENT_ID_BYTES];
};

/* False if a key does not encode a point. */
static bool forge(struct sn_tx_output *out, struct forgery *f, bool has_code)
{
	struct sn_x25519 shared;
	struct sn_carrot_secret s;
	struct sn_scalar mask;
	struct sn_carrot_extensions ext;
	uint8_t amount[8];
	sn_x25519(&shared, &account.view_secret, &f->ephemeral_key);
	sn_carrot_secret(&s, &shared, &f->ephemeral_key, &f->context);
	*out = (struct sn_tx_output){.is_carrot = true};
	if (f->is_coinbase) {
		out->amount = f->amount;
		sn_carrot_extensions_coinbase(&ext, &s, f->amount, &f->spend);
	} else {
		sn_carrot_mask(&mask, &s, f->amount, &f->spend, f->type);
		sn_commit(&out->commitment, &mask, f->amount);
		sn_carrot_extensions(&ext, &s, &out->commitment);
	}
	if (sn_carrot_one_time_key(&out->key, &f->spend, &ext))
		return false;
	sn_carrot_view_tag(out->carrot_view_tag, &shared, &f->context, &out->key);
	sn_store_u64(amount, f->amount);
	if (!f->is_coinbase)
		sn_carrot_crypt_amount(out->encrypted_amount, amount, &s, &out->key);
	if (has_code)
		sn_carrot_anchor_special(&f->anchor, &account.view_secret, &f->ephemeral_key, &f->context,
					 &out->key);
	sn_carrot_crypt_anchor(out->encrypted_anchor, f->anchor.b, &s, &out->key);
	sn_carrot_crypt_payment_id(f->encrypted_payment_id, f->payment_id, &s, &out->key);
	return true;
}

/* The keys and the context that the input chooses. */
static bool read_forgery(struct forgery *f, struct sn_reader *r, uint8_t how, bool is_coinbase)
{
	struct sn_address to;
	struct sn_scalar d_e;
	struct sn_point image, own_spend;
	struct sn_x25519 own_key;
	struct sn_subaddress_index index = {sn_read_u8(r), 0};
	index.minor = index.major & 15;
	index.major >>= 4;
	*f = (struct forgery){.is_coinbase = is_coinbase};
	sn_read_copy(r, image.b, sizeof image.b);
	sn_read_copy(r, f->anchor.b, sizeof f->anchor.b);
	sn_read_copy(r, own_key.b, sizeof own_key.b);
	sn_read_copy(r, own_spend.b, sizeof own_spend.b);
	f->amount = sn_read_u64(r);
	sn_read_copy(r, f->payment_id, sizeof f->payment_id);
	if (!(how & IS_INTEGRATED))
		memset(f->payment_id, 0, sizeof f->payment_id);
	f->type = how & IS_CHANGE ? SN_CARROT_CHANGE : SN_CARROT_PAYMENT;
	if (is_coinbase)
		sn_carrot_context_coinbase(&f->context, sn_load_u64(image.b));
	else
		sn_carrot_context(&f->context, &image);
	sn_account_address(&to, &account, index);
	f->spend = how & HAS_OWN_SPEND ? own_spend : to.spend;
	sn_carrot_ephemeral_secret(&d_e, &f->anchor, &f->context, &f->spend, f->payment_id);
	f->ephemeral_key = own_key;
	return how & HAS_OWN_EPHEMERAL ||
	       !sn_carrot_ephemeral_key(&f->ephemeral_key, &d_e, &f->spend, to.kind == SN_ADDRESS_SUBADDRESS);
}

static void scan_forgery(struct sn_reader *r, bool is_coinbase)
{
	struct forgery f;
	struct sn_tx_output outs[2];
	struct sn_tx_input input = {.kind = is_coinbase ? SN_INPUT_COINBASE : SN_INPUT_KEY};
	struct sn_tx tx = {.version = 2, .n_inputs = 1, .n_outputs = 2, .inputs = &input, .outputs = outs};
	struct sn_buf extra = {0};
	struct sn_point key;
	const uint8_t how = sn_read_u8(r);
	if (!read_forgery(&f, r, how, is_coinbase) || r->failed || !forge(&outs[0], &f, how & HAS_CODE))
		return;
	while (r->left >= 2) {
		const size_t at = sn_read_u8(r) % sizeof outs[0].key;
		outs[0].key.b[at] ^= sn_read_u8(r);
	}
	outs[1] = outs[0];
	outs[1].key.b[0] ^= 1;
	input.height = sn_load_u64(f.context.b + 1);
	memcpy(input.key_image.b, f.context.b + 1, sizeof input.key_image.b);
	tx.rct_type = is_coinbase ? SN_RCT_NULL : SN_RCT_FCMP_PLUS_PLUS;
	memcpy(key.b, f.ephemeral_key.b, sizeof key.b);
	sn_extra_write(&extra, &key, NULL, 0, how & LACKS_ID ? NULL : f.encrypted_payment_id);
	FUZZ_CHECK(!extra.failed);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	scan(&tx);
	sn_buf_free(&extra);
}

static void scan_bytes(const uint8_t *data, size_t len, bool is_whole)
{
	struct sn_tx tx;
	int ret = sn_tx_parse(&tx, data, len, !is_whole);
	FUZZ_CHECK(!ret || ret == SN_BAD_INPUT);
	if (ret)
		return;
	scan(&tx);
	sn_tx_free(&tx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_reader r;
	if (!table.n) {
		sn_account_from_seed(&account, SN_MAINNET, spend_secret);
		FUZZ_CHECK(!sn_subaddress_table_init(&table, &account, 3, 4));
	}
	sn_reader_init(&r, data, len);
	const uint8_t what = sn_read_u8(&r);
	if (what & IS_FORGED)
		scan_forgery(&r, what & IS_COINBASE);
	else
		scan_bytes(r.at, r.left, what & IS_WHOLE);
	return 0;
}
