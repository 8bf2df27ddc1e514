/* The bytes of the newer records, written from doc/reference/wallet-file.md alone: the library writes the
 * same bytes, and reads them. */
#include "store/wallet_records.h"

#include "store/wallet_frozen.h"
#include "store/wallet_names.h"
#include "store/wallet_incoming.h"
#include "store/wallet_notes.h"
#include "store/wallet_notices.h"
#include "store/wallet_replay.h"
#include "store/wallet_requests.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_records, .init = set_up, .fini = tear_down);

static struct sn_buf bytes; /* of the document */

/* The same, `n` times. */
static void put(uint8_t byte, size_t n)
{
	while (n--)
		sn_put_u8(&bytes, byte);
}

static void put_text(const char *text)
{
	sn_put_bytes(&bytes, text, strlen(text));
}

/* The library has put `record`. Read it as well, and begin the next one. */
static void check(struct sn_wallet *w, struct sn_buf *record)
{
	cr_assert(record->len == bytes.len && !memcmp(record->data, bytes.data, bytes.len));
	cr_assert_eq(sn_records_replay(w, bytes.data, bytes.len), SN_OK);
	sn_buf_free(record);
	sn_buf_clear(&bytes);
}

static struct sn_point key(uint8_t byte)
{
	struct sn_point p;
	memset(p.b, byte, sizeof p.b);
	return p;
}

Test(store_wallet_records, frozen)
{
	struct sn_wallet *w = new_wallet();
	struct sn_buf record = {0};
	const struct sn_point k = key(0xa1);
	for (uint8_t flag = 2; flag--;) {
		put(40, 1);
		put(0xa1, 32);
		put(flag, 1);
		sn_record_put_frozen(&record, &k, flag);
		check(w, &record);
		cr_assert_eq(sn_wallet_is_frozen(w, &k), flag);
	}
	sn_wallet_close(w);
}

Test(store_wallet_records, request)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_request request = {.reference = "Invoice 7", .first = 1, .n = 2};
	struct sn_buf record = {0};
	add_payment(w, 0, 1);
	add_payment(w, 1, 1);
	memset(request.digest.b, 0xd1, sizeof request.digest.b);
	sn_put_bytes(&request.unsigned_set, "SNKN!", 5);
	put(41, 1);
	put(9, 1);
	put_text("Invoice 7");
	put(0xd1, 32);
	put(1, 1), put(0, 7); /* little-endian */
	put(2, 1), put(0, 3);
	put(5, 1), put(0, 3);
	put_text("SNKN!");
	sn_record_put_request(&record, &request);
	check(w, &record);
	const struct sn_wallet_request *read = sn_wallet_find_request(w, "Invoice 7");
	cr_assert(read && read->first == 1 && read->n == 2 && read->unsigned_set.len == 5);
	cr_assert(!memcmp(&read->digest, &request.digest, sizeof read->digest));
	sn_buf_free(&request.unsigned_set);
	sn_wallet_close(w);
}

static struct sn_address address_of(enum sn_address_kind kind, uint8_t mark)
{
	struct sn_address a = {.kind = kind, .spend = key(mark), .view = key((uint8_t)(mark + 1))};
	if (kind == SN_ADDRESS_INTEGRATED)
		memset(a.payment_id, 0x1d, sizeof a.payment_id);
	return a;
}

Test(store_wallet_records, contacts)
{
	static const char *const names[] = {"Bob", "Zo\xc3\xab", "Exchange"}; /* of kind 0, 1, 2 */
	struct sn_wallet *w = new_wallet();
	struct sn_buf record = {0};
	for (uint8_t kind = 0; kind < 3; kind++) {
		struct sn_address a = address_of((enum sn_address_kind)kind, (uint8_t)(0x50 + 2 * kind));
		a.network = w->account->network;
		put(48, 1);
		put((uint8_t)strlen(names[kind]), 1);
		put_text(names[kind]);
		put(kind, 1);
		put((uint8_t)(0x50 + 2 * kind), 32);
		put((uint8_t)(0x51 + 2 * kind), 32);
		put(0x1d, kind == 2 ? 8 : 0);
		sn_record_put_contact(&record, names[kind], &a);
		check(w, &record);
		const struct sn_contact *contact = sn_names_find(&w->names, names[kind]);
		cr_assert(contact && sn_address_is_equal(&contact->address, &a));
	}
	put(49, 1);
	put(3, 1);
	put_text("Bob");
	sn_record_put_contact_removed(&record, "Bob");
	check(w, &record);
	cr_assert(w->names.n_contacts == 2 && !sn_names_find(&w->names, "Bob"));
	sn_wallet_close(w);
}

Test(store_wallet_records, labels)
{
	const struct sn_subaddress_index at = {300, 5};
	struct sn_wallet *w = new_wallet();
	struct sn_buf record = {0};
	for (size_t i = 0; i < 2; i++) { /* set, then removed */
		const char *text = i ? "" : "Rent";
		put(50, 1);
		put(0xac, 1), put(2, 1); /* 300 as a variable-length integer */
		put(5, 1);
		put((uint8_t)strlen(text), 1);
		put_text(text);
		sn_record_put_label(&record, at, text);
		check(w, &record);
		const char *label = sn_names_label(&w->names, at);
		cr_assert(i ? !label : label && !strcmp(label, "Rent"));
	}
	sn_wallet_close(w);
}

Test(store_wallet_records, notes)
{
	struct sn_wallet *w = new_wallet();
	struct sn_buf record = {0};
	struct sn_hash hash;
	char text[301] = {0};
	memset(hash.b, 0x77, sizeof hash.b);
	memset(text, 'n', 300);
	for (size_t i = 0; i < 2; i++) { /* set, then removed */
		put(51, 1);
		put(0x77, 32);
		put(i ? 0 : 300 - 256, 1), put(i ? 0 : 1, 1);
		put('n', i ? 0 : 300);
		sn_record_put_note(&record, &hash, i ? "" : text);
		check(w, &record);
		const char *note = sn_wallet_note(w, &hash);
		cr_assert(i ? !note || !*note : note && !strcmp(note, text));
	}
	sn_wallet_close(w);
}

Test(store_wallet_records, notices)
{
	struct sn_wallet *w = new_wallet();
	struct sn_buf record = {0};
	struct sn_hash hash;
	struct sn_wallet_incoming in = incoming_of(500);
	memset(hash.b, 0x66, sizeof hash.b);
	in.tx_hash = hash;
	ok(sn_wallet_set_incoming(w, &in, 1));
	for (uint8_t type = 60; type < 62; type++) {
		put(type, 1);
		put(0x2c, 1), put(1, 1), put(0, 6); /* 300 */
		put(0x66, 32);
		sn_record_put_noticed(&record, (enum sn_record)type, 300, &hash);
		check(w, &record);
	}
	put(62, 1);
	put(0x66, 32);
	sn_record_put_noticed_incoming(&record, &hash);
	check(w, &record);
	const struct sn_wallet_noticed *n = &w->noticed;
	cr_assert(n->has_blocks && n->next_block == 300 && sn_hash_is_equal(&n->last_block, &hash));
	cr_assert(n->has_txs && n->tx_height == 300 && sn_hash_is_equal(&n->tx_hash, &hash));
	cr_assert(sn_wallet_is_noticed_incoming(w, &hash));
	sn_wallet_close(w);
}
