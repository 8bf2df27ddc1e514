/* base/seam.h - hooks through which test builds reach the working memory of the signer. In an ordinary build
 * the macros expand to nothing: no code, no data, arguments not evaluated.
 *
 * SN_FAULT_POINT(name, at, len) marks a value on which the signature depends, just computed or about to be
 * used, and alive after the statement. With SN_SEAM_FAULTS defined, it calls sn_seam_reached, which the test
 * supplies: tests/seam/bit_flips.c flips bits there; tests/seam/wiped.c remembers secrets and searches for
 * them at the end. `name` is a string constant, one for each kind of value.
 *
 * SN_SECRET(at, len) and SN_PUBLIC(at, len) have an effect with SN_SEAM_SECRETS defined. SN_SECRET marks
 * bytes as undefined for memcheck, which propagates this to all values computed from them. A branch or an
 * address that depends on them is then an error (tests/seam/ctime.c). SN_PUBLIC lifts the mark from a result
 * that the protocol publishes or that the process may reveal; each use states its reason. */
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
