#include "secrets.h"

#include "chain/carrot_make.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"

#include <criterion/criterion.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD (sizeof(uint64_t))
#define DISGUISE UINT64_C(0x5a17c3960ff0e1d2)

struct secrets *secrets;

static int by_value(const void *a, const void *b)
{
	return memcmp(a, b, sizeof secrets->all->disguised);
}

static void note_words(const char *name, const char *form, const uint64_t word[static 2])
{
	struct secret secret = {.disguised = {word[0] ^ DISGUISE, word[1] ^ DISGUISE}};
	cr_assert(secrets->n < SECRETS_MAX);
	snprintf(secret.name, sizeof secret.name, "%s%s", name, form);
	secrets->all[secrets->n++] = secret;
}

void secrets_note(const char *name, const void *at, size_t len)
{
	const uint64_t limb = ((uint64_t)1 << 51) - 1;
	for (size_t i = 0; i + 32 <= len; i += 32) {
		struct sn_scalar number;
		struct sn_digits16 digits;
		uint64_t word[4];
		memcpy(word, (const uint8_t *)at + i, sizeof word);
		/* Small numbers are everywhere. */
		if (!(word[0] >> 32) || !(word[1] >> 32))
			continue;
		note_words(name, "", word);
		note_words(name, ", limbs",
			   (uint64_t[2]){word[0] & limb, (word[0] >> 51 | word[1] << 13) & limb});
		memcpy(&number, word, sizeof number);
		if (!sn_scalar_is_canonical(&number))
			continue;
		sn_digits16(&digits, &number);
		memcpy(word, digits.d, sizeof word);
		note_words(name, ", digits", word);
	}
}

void secrets_note_at_point(const char *name, void *at, size_t len)
{
	static const char *const names[] = {
		"stream",
		"derivation",
		"masks",
		"pseudo masks",
		"z",
		"clsag w",
		"clsag alpha",
		"bulletproof alpha",
		"bulletproof a",
		"bulletproof b",
		"bulletproof d",
		"bulletproof nonces",
		"sal opening",
		"sal witness",
		"sal nonces",
		"sal products",
		"x25519",
		"seed",
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			secrets_note(name, at, len);
	if (!strcmp(name, "inputs"))
		for (size_t i = 0; i < len / sizeof(struct sn_opened_input); i++) {
			const struct sn_opened_input *input = (const struct sn_opened_input *)at + i;
			secrets_note("mask of an input", &input->mask, sizeof input->mask);
			secrets_note("x", &input->x, sizeof input->x);
		}
	if (!strcmp(name, "carrot outputs"))
		for (size_t i = 0; i < len / sizeof(struct sn_carrot_made); i++) {
			const struct sn_carrot_made *made = (const struct sn_carrot_made *)at + i;
			secrets_note("mask of an output", &made->mask, sizeof made->mask);
			secrets_note("extensions", &made->extensions, sizeof made->extensions);
		}
	/* One-time key and commitment are public; mask and keys follow. */
	if (!strcmp(name, "rebuilt input"))
		secrets_note(name, (const uint8_t *)at + 64, len - 64);
	if (!strcmp(name, "tx keys")) {
		const struct sn_tx_keys *keys = at;
		secrets_note("r", &keys->r, sizeof keys->r);
		secrets_note("additional r", keys->additional_r, sizeof keys->additional_r);
	}
}

/* ---------------------------------------------------------------- the search */

/* The words of two that are known, by their first: open addressing. */
#define SLOTS (4 * SECRETS_MAX)
static struct secret *slots[SLOTS];

static size_t slot_of(uint64_t disguised)
{
	return (size_t)(disguised * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SLOTS;
}

void secrets_prepare(void)
{
	size_t kept = 0;
	qsort(secrets->all, secrets->n, sizeof *secrets->all, by_value);
	for (size_t i = 0; i < secrets->n; i++)
		if (!i || by_value(&secrets->all[i], &secrets->all[kept - 1]))
			secrets->all[kept++] = secrets->all[i];
	secrets->n = kept;
	for (size_t i = 0; i < secrets->n; i++) {
		size_t slot = slot_of(secrets->all[i].disguised[0]);
		while (slots[slot])
			slot = (slot + 1) % SLOTS;
		slots[slot] = &secrets->all[i];
	}
}

void secrets_start_search(void)
{
	for (size_t i = 0; i < secrets->n; i++)
		secrets->all[i].copies = 0;
}

void secrets_search_range(const uint8_t *from, const uint8_t *to)
{
	for (; from + 2 * WORD <= to; from++) {
		uint64_t word;
		memcpy(&word, from, WORD);
		if (!word)
			continue;
		word ^= DISGUISE;
		for (size_t slot = slot_of(word); slots[slot]; slot = (slot + 1) % SLOTS) {
			uint64_t second;
			if (slots[slot]->disguised[0] != word)
				continue;
			memcpy(&second, from + WORD, WORD);
			if ((second ^ DISGUISE) == slots[slot]->disguised[1])
				slots[slot]->copies++;
		}
	}
}

size_t secrets_found(const char *when)
{
	size_t copies = 0;
	for (size_t i = 0; i < secrets->n; i++) {
		copies += secrets->all[i].copies;
		if (secrets->all[i].copies)
			fprintf(stderr, "# %s: %zu of: %s\n", when, secrets->all[i].copies,
				secrets->all[i].name);
	}
	return copies;
}

static size_t search(const char *when, bool skips_locked)
{
	char line[512], mode[8] = "";
	unsigned long from = 0, to = 0;
	size_t bytes = 0;
	FILE *maps = fopen("/proc/self/smaps", "re");
	cr_assert(maps != NULL);
	secrets_start_search();
	while (fgets(line, sizeof line, maps)) {
		/* A range is a line with its addresses, and lines about it, of which this is the last. */
		if (strncmp(line, "VmFlags:", 8)) {
			if (strchr(line, '-') == line + strspn(line, "0123456789abcdef"))
				sscanf(line, "%lx-%lx %7s", &from, &to, mode);
			continue;
		}
		if (strncmp(mode, "rw", 2) || (skips_locked && strstr(line, " lo")))
			continue;
		secrets_search_range((const uint8_t *)from, (const uint8_t *)to);
		bytes += to - from;
	}
	fclose(maps);
	size_t copies = secrets_found(when);
	fprintf(stderr, "# %s: %zu copies of %zu secrets in %zu KiB\n", when, copies, secrets->n,
		bytes / 1024);
	return copies;
}

size_t secrets_search(const char *when)
{
	return search(when, false);
}

size_t secrets_search_unlocked(const char *when)
{
	return search(when, true);
}

void secrets_put_one(volatile uint8_t *at)
{
	for (size_t i = 0; i < 2 * WORD; i++)
		at[i] = (uint8_t)((secrets->all[secrets->n / 2].disguised[i / WORD] ^ DISGUISE) >>
				  (i % WORD * 8));
}
