#include "store/wallet_notes.h"

#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_notes, .init = set_up, .fini = tear_down);

static struct sn_hash tx_hash_of(uint8_t first, uint8_t last)
{
	struct sn_hash hash = {{0}};
	hash.b[0] = first;
	hash.b[31] = last;
	return hash;
}

static void set(struct sn_wallet *w, uint8_t first, const char *text)
{
	const struct sn_hash hash = tx_hash_of(first, 1);
	ok(sn_wallet_set_note(w, &hash, text, &err));
}

static void expect(const struct sn_wallet *w, uint8_t first, const char *text)
{
	const struct sn_hash hash = tx_hash_of(first, 1);
	cr_assert_str_eq(sn_wallet_note(w, &hash), text);
}

Test(store_wallet_notes, survive_in_both_kinds_of_wallet)
{
	for (int i = 0; i < 2; i++) {
		create_wallet(path, i ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
		struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
		set(w, 9, "nine");
		set(w, 2, "two, \"quoted\"");
		set(w, 5, "five");
		expect_stored(w);
		set(w, 5, "");
		set(w, 7, "");
		set(w, 9, "nine, changed");
		expect_stored(w);
		cr_assert_eq(w->n_notes, 2);
		expect(w, 2, "two, \"quoted\"");
		expect(w, 5, "");
		expect(w, 9, "nine, changed");
		struct sn_wallet *copy = compacted_copy(w);
		cr_assert(same_state(w, copy));
		expect(copy, 9, "nine, changed");
		sn_wallet_free(copy);
		set(w, 2, "not stored");
		ok(sn_wallet_revert(w, &err));
		expect(w, 2, "two, \"quoted\"");
		sn_wallet_close(w);
		unlink(path);
	}
}

Test(store_wallet_notes, refused_change_leaves_no_record)
{
	static const char *const bad[] = {"two\nlines", "\x1b[2J", "\xff", "\xe2\x80\xae"};
	char text[SN_NOTE_MAX + 2];
	const struct sn_hash hash = tx_hash_of(1, 1);
	struct sn_wallet *w = new_wallet();
	memset(text, 'x', sizeof text - 1);
	text[SN_NOTE_MAX + 1] = '\0';
	cr_assert_eq(sn_wallet_set_note(w, &hash, text, &err), SN_BAD_INPUT);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_assert_eq(sn_wallet_set_note(w, &hash, bad[i], &err), SN_BAD_INPUT, "%zu", i);
	cr_assert(!w->n_notes && !w->store->pending.len);
	text[SN_NOTE_MAX] = '\0';
	ok(sn_wallet_set_note(w, &hash, text, &err));
	expect_stored(w);
	cr_assert_str_eq(sn_wallet_note(w, &hash), text);
	sn_wallet_close(w);
}

Test(store_wallet_notes, are_limited)
{
	struct sn_wallet *w = new_wallet();
	for (uint32_t i = 0; i < SN_NOTES_MAX; i++) {
		struct sn_hash hash = {{(uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i}};
		ok(sn_wallet_set_note(w, &hash, "x", &err));
	}
	const struct sn_hash more = tx_hash_of(0xff, 0xff), first = {{0}};
	cr_assert_eq(sn_wallet_set_note(w, &more, "x", &err), SN_REFUSED);
	ok(sn_wallet_set_note(w, &first, "changed", &err));
	ok(sn_wallet_set_note(w, &first, "", &err));
	ok(sn_wallet_set_note(w, &more, "x", &err));
	sn_wallet_close(w);
}
