/* hot/outputs.h - the wallet's outputs one by one: list them, find one by its name, freeze and thaw.
 *
 * The name of an output is its one-time key or its key image, as 64 hexadecimal digits. Computed from the
 * wallet file alone. */
#ifndef SN_HOT_OUTPUTS_H
#define SN_HOT_OUTPUTS_H

#include "base/error.h"
#include "store/wallet.h"

/* The first state that applies. */
enum sn_output_state {
	SN_OUTPUT_SPENT = 1, /* a scanned block spends it */
	SN_OUTPUT_PENDING,   /* a submitted payment spends it */
	SN_OUTPUT_BURNT,     /* another output has the same key (sn_wallet_is_burnt): it can never be spent */
	SN_OUTPUT_RESERVED,  /* reserved for a prepared payment */
	SN_OUTPUT_FROZEN,
	SN_OUTPUT_LOCKED, /* until a height or a time */
	SN_OUTPUT_OLD,    /* of a version 1 transaction: payments cannot spend it */
	SN_OUTPUT_UNLOCKED,
};

struct sn_output_view {
	const struct sn_wallet_output *output;
	const struct sn_point *image;   /* its key image; NULL: unknown */
	const struct sn_hash *spent_by; /* the transaction that spends it in a block; NULL: none */
	enum sn_output_state state;
	uint64_t payment;       /* id of the payment that spends or reserves it; 0: none */
	uint64_t confirmations; /* 1: the top block */
	uint64_t unlock_height; /* it is locked below this height of the chain; 0: not locked by height */
	bool is_frozen;         /* also if another state applies */
};

/* Selects outputs. Zero-initialized: the unspent ones of all accounts. */
struct sn_output_filter {
	bool with_spent; /* also spent, pending and burnt ones */
	bool has_account;
	uint32_t account;
	const uint32_t *addresses; /* minor indices; only these addresses */
	size_t n_addresses;        /* 0: all */
};

/* List the selected outputs: by account, then by address, then the oldest first. `now` is in Unix seconds.
 * Free *list with free(). SN_IO when out of memory. */
int sn_outputs_list(struct sn_output_view **list, size_t *n, const struct sn_wallet *w,
		    const struct sn_output_filter *filter, uint64_t now, struct sn_error *err) SN_MUST_USE;

/* "unlocked", "locked", ... */
const char *sn_output_state_name(enum sn_output_state state);

/* The state of one output. */
struct sn_output_view sn_output_look(const struct sn_wallet *w, size_t output, uint64_t now);

/* Find the output with this name; of several with one key, the one that counts.
 *
 * Returns
 *   SN_USAGE    `name` is not 64 hexadecimal digits
 *   SN_REFUSED  the wallet has no such output */
int sn_output_find(size_t *output, const struct sn_wallet *w, const char *name,
		   struct sn_error *err) SN_MUST_USE;

/* SN_REFUSED, with a hint, unless the output is unlocked. `name` is for the message. */
int sn_output_check_unlocked(const struct sn_wallet *w, size_t output, const char *name, uint64_t now,
			     struct sn_error *err) SN_MUST_USE;

/* Whether the output with this name is frozen. As for sn_outputs_freeze, it need not be scanned at present if
 * it is frozen, and `name` its one-time key. Returns as sn_output_find. */
int sn_output_is_frozen(bool *is_frozen, const struct sn_wallet *w, const char *name,
			struct sn_error *err) SN_MUST_USE;

/* Freeze or thaw the outputs with these names: all of them or, on error, none. *changed is the number of
 * outputs whose state has changed. Store the wallet afterwards; after SN_IO, revert it. The wallet lock is
 * held while it changes. A frozen output that is not scanned at present can be thawed by its one-time key.
 *
 * Returns
 *   SN_USAGE    see sn_output_find
 *   SN_REFUSED  there is no such output; or it is to be frozen, but a block or a payment spends it
 *   SN_IO */
int sn_outputs_freeze(struct sn_wallet *w, const char *const *names, size_t n, bool is_frozen,
		      size_t *changed, struct sn_error *err) SN_MUST_USE;

#endif
