#include "base/secret.h"

#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <sodium.h>

void sn_wipe(void *p, size_t len)
{
	sodium_memzero(p, len);
}

void sn_wipe_stack(void)
{
	sodium_stackzero(131072);
}

bool sn_secret_can_lock(void)
{
	static uint8_t some[16384]; /* about the size of keys and a password */
	if (sodium_mlock(some, sizeof some))
		return false;
	sodium_munlock(some, sizeof some);
	return true;
}

void *sn_secret_alloc(size_t len)
{
	void *p = sodium_malloc(len);
	if (p)
		memset(p, 0, len);
	return p;
}

void sn_secret_free(void *p)
{
	sodium_free(p);
}

int sn_process_start(struct sn_error *err)
{
	if (sodium_init() < 0)
		return sn_error_set(err, SN_IO, "cannot initialize libsodium");
	const struct rlimit none = {0, 0};
	if (setrlimit(RLIMIT_CORE, &none) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
		return sn_error_errno(err, "cannot disable core dumps");
	return SN_OK;
}
