/* base/seam.h - where a test build reaches into the working memory of the signer. In an ordinary build all of
 * it is empty: no code, no data, and the arguments are not evaluated.
 *
 * SN_FAULT_POINT(name, at, len) stands where a value that the signature hangs on has just been made or is
 * about to be used, and outlives the statement. With SN_SEAM_FAULTS defined, it calls sn_seam_reached, which
 * the test supplies: to flip bits there (tests/seam/bit_flips.c), or to remember a secret and look for it
 * when the work is done (tests/seam/wiped.c). `name` is a string constant, one for each kind of value.
 *
 * SN_SECRET(at, len) and SN_PUBLIC(at, len) tell memcheck, with SN_SEAM_SECRETS defined, that nothing may
 * depend on these bytes (it then takes them for uninitialised, and what is computed from them likewise) and
 * that it may again. A branch or an address that depends on secret bytes is an error (tests/seam/ctime.c).
 * SN_PUBLIC declares a result that the protocol makes public, or that the whole process may show; each comes
 * with its reason. */
#ifndef SN_BASE_SEAM_H
#define SN_BASE_SEAM_H

#ifdef SN_SEAM_FAULTS
#include <stddef.h>
#include <stdint.h>
void sn_seam_reached(const char *name, void *at, size_t len);
#define SN_FAULT_POINT(name, at, len) sn_seam_reached(name, (void *)(uintptr_t)(at), len)
#else
#define SN_FAULT_POINT(name, at, len) ((void)0)
#endif

#ifdef SN_SEAM_SECRETS
#include <valgrind/memcheck.h>
#define SN_SECRET(at, len) ((void)VALGRIND_MAKE_MEM_UNDEFINED(at, len))
#define SN_PUBLIC(at, len) ((void)VALGRIND_MAKE_MEM_DEFINED(at, len))
#else
#define SN_SECRET(at, len) ((void)0)
#define SN_PUBLIC(at, len) ((void)0)
#endif

#endif
