#include "base/secret.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

Test(base_secret, wipe_zeroes_these_bytes_and_no_others)
{
	unsigned char key[33];
	memset(key, 0xa5, sizeof key);
	sn_wipe(key, 32);
	for (int i = 0; i < 32; i++)
		cr_assert_eq(key[i], 0);
	cr_assert_eq(key[32], 0xa5);
	sn_wipe(NULL, 0);
}

Test(base_secret, memory_is_zeroed)
{
	struct sn_error e;
	cr_assert_eq(sn_process_start(&e), SN_OK);
	unsigned char *p = sn_secret_alloc(100);
	cr_assert_not_null(p);
	for (int i = 0; i < 100; i++)
		cr_assert_eq(p[i], 0);
	sn_secret_free(p);
	sn_secret_free(NULL);
}

#ifndef __SANITIZE_ADDRESS__ /* which handles the signal itself */
Test(base_secret, reading_past_the_end_is_fatal, .signal = SIGSEGV)
{
	struct sn_error e;
	cr_assert_eq(sn_process_start(&e), SN_OK);
	volatile unsigned char *p = sn_secret_alloc(64);
	cr_assert_not_null((void *)p);
	(void)p[64];
}
#endif

Test(base_secret, process_leaves_no_core)
{
	struct sn_error e;
	cr_assert_eq(sn_process_start(&e), SN_OK);
	struct rlimit core;
	cr_assert_eq(getrlimit(RLIMIT_CORE, &core), 0);
	cr_assert_eq(core.rlim_cur, 0);
	cr_assert_eq(core.rlim_max, 0);
	cr_assert_eq(prctl(PR_GET_DUMPABLE), 0);
}
