#include "app/balances.h"

#include "app/session_internal.h"

#include <stdlib.h>

/* The list has the balances of one revision of the wallet, at different times. Readers hold the wallet's
 * lock, so that none uses those of an earlier revision. */
struct sn_session_balances {
	struct sn_balances balances;
	uint64_t revision;
	struct sn_session_balances *next;
};

static void remove_old(struct sn_session *s, uint64_t revision)
{
	if (s->balances && s->balances->revision != revision)
		sn_session_free_balances(s);
}

static const struct sn_balances *find(const struct sn_session *s, uint64_t now)
{
	for (const struct sn_session_balances *b = s->balances; b; b = b->next)
		if (b->balances.from <= now && now < b->balances.until)
			return &b->balances;
	return NULL;
}

static const struct sn_balances *add(struct sn_session *s, uint64_t revision, uint64_t now)
{
	struct sn_session_balances *b = calloc(1, sizeof *b);
	if (!b || sn_balances_make(&b->balances, s->wallet, now)) {
		free(b);
		return NULL;
	}
	b->revision = revision;
	b->next = s->balances;
	s->balances = b;
	return &b->balances;
}

int sn_session_balances(const struct sn_balances **out, struct sn_session *s, uint64_t now,
			struct sn_error *err)
{
	pthread_mutex_lock(&s->balances_mutex);
	const uint64_t revision = sn_wallet_revision(s->wallet);
	remove_old(s, revision);
	*out = find(s, now);
	if (!*out)
		*out = add(s, revision, now);
	pthread_mutex_unlock(&s->balances_mutex);
	return *out ? SN_OK : sn_error_memory(err);
}

void sn_session_free_balances(struct sn_session *s)
{
	while (s->balances) {
		struct sn_session_balances *next = s->balances->next;
		sn_balances_free(&s->balances->balances);
		free(s->balances);
		s->balances = next;
	}
}
