/* crypto/base_table.h - tables of multiples of G.
 *
 * base_table.c is the output of base_table.py. A unit test computes the tables again from G. */
#ifndef SN_CRYPTO_BASE_TABLE_H
#define SN_CRYPTO_BASE_TABLE_H

#include "crypto/group.h"

/* sn_base_table[i][j] = (j + 1)·256^i·G. For the constant-time multiplication. */
extern const struct sn_ge_affine sn_base_table[32][8];

/* sn_base_odd[j] = (2j + 1)·G. For non-adjacent forms of width 8 (kernel/multiexp.h): its use depends on the
 * scalar. */
extern const struct sn_ge_affine sn_base_odd[64];

#endif
