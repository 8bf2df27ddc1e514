#include "memory_wallet.h"
#include "fuzz.h"
#include "store/key_images.h"
#include "store/wallet_records.h"

#include <string.h>

#define KEY_IMAGES MEMORY_WALLET SN_KEY_IMAGES_SUFFIX

static const uint8_t seed[32] = "the wallet that is fuzzed";

/* What its files hold, by role. */
static struct {
	struct sn_buf wallet, images;
} files[2];

const struct sn_account *memory_wallet_account(void)
{
	static struct sn_account account;
	static bool is_made;
	if (!is_made)
		sn_account_from_seed(&account, SN_MAINNET, seed);
	is_made = true;
	return &account;
}

static void add_output(struct sn_wallet *w, uint8_t name, uint64_t height,
		       struct sn_subaddress_index subaddress)
{
	struct sn_wallet_output output = {
		.index = name,
		.subaddress = subaddress,
		.amount = 1000000000000 + name,
		.is_rct = true,
		.global_index = 1000 + name,
		.height = height,
		.time = 1700000000,
	};
	struct sn_point image;
	memset(output.key.b, name, sizeof output.key.b);
	memset(output.tx_key.b, name, sizeof output.tx_key.b);
	memset(output.tx_hash.b, name, sizeof output.tx_hash.b);
	memset(image.b, 0x10 + name, sizeof image.b);
	FUZZ_CHECK(!sn_wallet_add_output(w, &output, &image));
}

static uint64_t add_payment(struct sn_wallet *w, size_t output)
{
	struct sn_payment_destination to = {.amount = 5000000000};
	struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_PREPARED,
		.time = 1700000000,
		.fee = 30000000,
		.inputs = &w->outputs[output].key,
		.n_inputs = 1,
		.destinations = &to,
		.n_destinations = 1,
	};
	uint64_t id;
	sn_account_address(&to.address, memory_wallet_account(), (struct sn_subaddress_index){0, 3});
	FUZZ_CHECK(!sn_wallet_add_payment(w, &payment, &id));
	return id;
}

static void fill(struct sn_wallet *w)
{
	static const struct sn_hash blocks[2] = {{{9}}, {{10}}}, sent = {{0x22}};
	FUZZ_CHECK(!sn_wallet_add_block(w, 9, &blocks[0], 0, 0));
	add_output(w, 1, 9, (struct sn_subaddress_index){0, 0});
	FUZZ_CHECK(!sn_wallet_add_block(w, 10, &blocks[1], 0, 0));
	add_output(w, 2, 10, (struct sn_subaddress_index){1, 2});
	uint64_t id = add_payment(w, 0);
	FUZZ_CHECK(!sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &sent, 0));
	(void)add_payment(w, 1);
}

static enum sn_journal_kind kind_of(enum sn_role role)
{
	return role == SN_ROLE_MASTER ? SN_JOURNAL_MASTER : SN_JOURNAL_WATCH_ONLY;
}

/* Made as a program makes them: an account, changes, stored. */
static void make(enum sn_role role, struct sn_buf *wallet, struct sn_buf *images)
{
	struct sn_buf record = {0}, commits = {0};
	struct sn_wallet *w;
	struct sn_error err;
	sn_record_put_account(&record, role, memory_wallet_account(), 5);
	memory_journal_commit(&commits, record.data, record.len);
	memory_journal_put(MEMORY_WALLET, kind_of(role), SN_MAINNET, &commits);
	FUZZ_CHECK(!sn_wallet_open(&w, MEMORY_WALLET, SN_WALLET_WRITE, "", NULL, &err));
	fill(w);
	FUZZ_CHECK(!sn_wallet_store(w, &err));
	sn_wallet_close(w);
	const struct sn_buf *made = memory_journal_commits(MEMORY_WALLET),
			    *made_images = memory_journal_commits(KEY_IMAGES);
	sn_put_bytes(wallet, made->data, made->len);
	if (made_images)
		sn_put_bytes(images, made_images->data, made_images->len);
	memory_journal_forget();
	sn_buf_free(&record);
	sn_buf_free(&commits);
}

void memory_wallet_put(enum sn_role role)
{
	bool is_master = role == SN_ROLE_MASTER;
	struct sn_buf *wallet = &files[is_master].wallet, *images = &files[is_master].images;
	if (!wallet->len)
		make(role, wallet, images);
	memory_journal_put(MEMORY_WALLET, kind_of(role), SN_MAINNET, wallet);
	if (!is_master)
		memory_journal_put(KEY_IMAGES, SN_JOURNAL_KEY_IMAGES, SN_MAINNET, images);
}

void memory_wallet_store(struct sn_wallet *w)
{
	struct sn_buf state = {0}, again = {0};
	struct sn_wallet *reopened;
	struct sn_error err;
	FUZZ_CHECK(!sn_wallet_store(w, &err));
	sn_records_put_all(&state, w);
	FUZZ_CHECK(!sn_wallet_open(&reopened, MEMORY_WALLET, SN_WALLET_READ, "", NULL, &err));
	sn_records_put_all(&again, reopened);
	FUZZ_CHECK(!state.failed && fuzz_is_same(&again, state.data, state.len));
	sn_wallet_close(reopened);
	sn_buf_free(&state);
	sn_buf_free(&again);
}
