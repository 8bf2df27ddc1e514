#include "app/outputs.h"

#include "app_fixture.h"
#include "base/hex.h"
#include "store/wallet.h"

TestSuite(app_outputs, .init = session_set_up, .fini = session_tear_down, .timeout = 60);

/* A frozen output is stored at once; an error changes nothing. */
Test(app_outputs, freeze_is_stored)
{
	char key[2 * sizeof(struct sn_point) + 1];
	const char *names[] = {key, "nonsense"};
	size_t changed;
	app_chain_mine(&t.chain, 2, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	cr_assert_eq(t.w->n_outputs, 2);
	sn_hex_encode(key, &t.w->outputs[0].key, sizeof t.w->outputs[0].key);
	cr_assert_eq(sn_session_freeze(t.s, names, 2, true, &changed, &t.err), SN_USAGE);
	cr_assert_eq(t.w->n_frozen, 0);
	cr_assert(!sn_session_freeze(t.s, names, 1, true, &changed, &t.err), "%s", t.err.text);
	cr_assert_eq(changed, 1);
	struct sn_wallet *file = look_at_file();
	cr_assert(sn_wallet_is_frozen(file, &t.w->outputs[0].key));
	sn_wallet_close(file);
	cr_assert(!sn_session_freeze(t.s, names, 1, false, &changed, &t.err) && changed == 1);
	file = look_at_file();
	cr_assert_eq(file->n_frozen, 0);
	sn_wallet_close(file);
}
