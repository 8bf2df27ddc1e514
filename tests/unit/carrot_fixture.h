/* Accounts and enotes of tests/vectors/carrot.txt. */
#ifndef SN_TESTS_CARROT_FIXTURE_H
#define SN_TESTS_CARROT_FIXTURE_H

#include "chain/carrot_scan.h"
#include "named_vectors.h"

#include <criterion/criterion.h>

#define CARROT "carrot.txt"

/* The value `name` of a type of crypto/types.h, or of any other array `b`. The name is a format of printf. */
#define carrot_value(out, ...) named_vector((out)->b, sizeof(out)->b, CARROT, __VA_ARGS__)

/* An integer of 8 bytes. */
uint64_t carrot_u64(const char *name, const char *member);

/* "rcv" and "snd" are master accounts; "car", of the Carrot hierarchy, has the keys that scan. */
struct sn_account carrot_account(const char *name);

/* Addresses 0/0 to 2/3. */
struct sn_subaddress_table carrot_table(const struct sn_account *account);

/* An address of the vectors: of "rcv", "snd" or "car". */
struct sn_address carrot_address(const char *account, struct sn_subaddress_index index);

/* The enote `name` of the vectors. It has a payment ID if the vector has one. */
struct carrot_enote {
	struct sn_tx_output output;
	struct sn_carrot_source source; /* its output is the one above */
};
struct carrot_enote *carrot_enote(const char *name);

/* s_sr of the receiver. */
struct sn_x25519 carrot_shared(const struct sn_account *account, const struct carrot_enote *e);

/* Scan one enote of the vectors with s_sr = X(k_v, D_e), as in a transaction. */
bool carrot_scan(struct sn_carrot_owned *owned, const struct carrot_enote *e,
		 const struct sn_account *account, const struct sn_subaddress_table *table);

/* What was found can be made again, by its spender. */
void carrot_expect_remade(const struct sn_account *account, const struct sn_carrot_owned *o);

#endif
