#include "store/wallet_lock.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* With a pthread_rwlock_t alone, a stream of readers can block a change for ever: in musl always, in glibc by
 * default. Here everyone enters through `turn`. Readers leave it at once; a change keeps it until the last
 * reader has left. */
struct sn_wallet_lock {
	pthread_mutex_t turn;
	pthread_rwlock_t readers;
};

struct sn_wallet_lock *sn_wallet_lock_new(void)
{
	struct sn_wallet_lock *lock = malloc(sizeof *lock);
	if (!lock || pthread_mutex_init(&lock->turn, NULL)) {
		free(lock);
		return NULL;
	}
	if (pthread_rwlock_init(&lock->readers, NULL)) {
		pthread_mutex_destroy(&lock->turn);
		free(lock);
		return NULL;
	}
	return lock;
}

void sn_wallet_lock_free(struct sn_wallet_lock *lock)
{
	if (!lock)
		return;
	pthread_rwlock_destroy(&lock->readers);
	pthread_mutex_destroy(&lock->turn);
	free(lock);
}

/* A failure is a programming error: nested sections, or an invalid lock. */
static void must(int ret)
{
	assert(ret == 0);
	(void)ret;
}

void sn_wallet_read_begin(const struct sn_wallet *w)
{
	must(pthread_mutex_lock(&w->lock->turn));
	must(pthread_rwlock_rdlock(&w->lock->readers));
	must(pthread_mutex_unlock(&w->lock->turn));
}

void sn_wallet_read_end(const struct sn_wallet *w)
{
	must(pthread_rwlock_unlock(&w->lock->readers));
}

void sn_wallet_change_begin(struct sn_wallet *w)
{
	must(pthread_mutex_lock(&w->lock->turn));
	must(pthread_rwlock_wrlock(&w->lock->readers));
	must(pthread_mutex_unlock(&w->lock->turn));
}

void sn_wallet_change_end(struct sn_wallet *w)
{
	must(pthread_rwlock_unlock(&w->lock->readers));
}
