/* The accounts, and the coins of the victim. This program has the keys of all accounts, so it knows the
 * receiver of each output.
 *
 * Made once, by the fixtures of the unit tests (tests/unit/cold_sets.h). */
#ifndef TESTS_HOSTILE_WORLD_H
#define TESTS_HOSTILE_WORLD_H

#include "chain/account.h"
#include "chain/subaddress_table.h"
#include "handoff/unsigned_set.h"
#include "interop/sealed_file.h"

enum { ALICE, BOB, CAROL, PEOPLE };

#define ALICES_ACCOUNTS 4
#define COINS_PER_ACCOUNT 16
#define HUGE_COINS 5
#define BOBS_COINS 3

struct world {
	struct sn_account people[PEOPLE]; /* ALICE is the victim */
	struct sn_subaddress_table tables[PEOPLE];
	struct sn_account watch_only; /* alice's, as the online machine has it */
	uint32_t accounts[ALICES_ACCOUNTS];
	struct sn_unsigned_input coins[ALICES_ACCOUNTS][COINS_PER_ACCOUNT]; /* alice's, by account */
	struct sn_unsigned_input
		huge[HUGE_COINS]; /* above the money supply; of account 0: 2^63 four times, then 2^64 - 1 */
	struct sn_unsigned_input bobs[BOBS_COINS];
	struct sn_point torsion;   /* of order 8 */
	struct sn_interop_key key; /* of alice's files of the reference wallet */
};

void world_make(struct world *w);
void world_free(struct world *w);

#endif
