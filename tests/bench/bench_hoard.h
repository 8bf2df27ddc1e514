/* bench_hoard.h - a made-up watch-only wallet of a million owned outputs, and what a chain knows of them.
 *
 * Output n of the hoard follows from n alone, so that the stand-in daemon (bench_daemon.h) can show it
 * without keeping it. It comes in a transaction of 1 to 16 outputs, one such transaction in each block. One
 * in 20 is spent: of these some by payments of the wallet itself. The key images of four in five of the
 * others are known. Nearly all belong to account 0, to 500 subaddresses of it. Keys are points, images and
 * the rest are merely distinct. */
#ifndef BENCH_HOARD_H
#define BENCH_HOARD_H

#include "base/error.h"
#include "chain/account.h"
#include "crypto/types.h"
#include "store/journal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HOARD_OUTPUTS 1000000
#define HOARD_RESTORE_HEIGHT 3000000
#define HOARD_TOP 3118000          /* height of the last block that the wallet has seen */
#define HOARD_OUTPUTS_PER_BLOCK 40 /* on the whole chain, for global output indices */
#define HOARD_TIME 1700000000      /* when block HOARD_RESTORE_HEIGHT was made; Unix seconds */
#define HOARD_PASSWORD "correct horse"

void hoard_account(struct sn_account *account);

struct sn_point hoard_key(uint64_t n);
struct sn_point hoard_image(uint64_t n);
struct sn_scalar hoard_mask(uint64_t n);
uint64_t hoard_amount(uint64_t n); /* 0.01 to 0.5 XMR */
bool hoard_is_spent(uint64_t n);

/* The output with this global index, or UINT64_MAX when it is none of ours. */
uint64_t hoard_output_at(uint64_t global_index);

/* 32 bytes that follow from a number and a name. */
void hoard_bytes(uint8_t out[static 32], uint64_t n, const char *name);

/* Write the wallet file and its key-image file, stored every 5,000 blocks as a synchronization does. `top` is
 * the id of the block at HOARD_TOP. */
int hoard_create(const char *path, enum sn_kdf_cost cost, const struct sn_hash *top,
		 struct sn_error *err) SN_MUST_USE;

#endif
