/* fuzz/fuzz.h - what the fuzz targets have in common.
 *
 * A target is one file, fuzz_NAME.c, with the function that libFuzzer looks for; its seeds and finds are in
 * corpus/NAME. It aborts when one of the parser's promises is broken; what the sanitizers see ends it too.
 * Whenever the parser has accepted something it calls fuzz_accept: a target that never does tests the first
 * check only, and run-corpus fails. */
#ifndef SN_FUZZ_H
#define SN_FUZZ_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* The parser's promise `condition`; prints it and aborts when it is broken. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_broken(#condition, __FILE__, __LINE__))
void fuzz_broken(const char *condition, const char *file, int line) __attribute__((noreturn));

void fuzz_accept(void);
unsigned long fuzz_accepted(void); /* how often it was called */

/* A refusal must be SN_BAD_INPUT with a sentence of one line that may go to a terminal. */
void fuzz_check_refusal(int ret, const struct sn_error *err);
void fuzz_check_sentence(const struct sn_error *err);

/* The buffer holds these bytes. */
bool fuzz_is_same(const struct sn_buf *b, const void *data, size_t len);

/* Bytes that are allocated at present. */
size_t fuzz_memory(void);

/* A copy that ends in NUL, cut off at the first NUL: for parsers of C strings. Free it. */
char *fuzz_string(const uint8_t *data, size_t len);

/* The keys of tests/vectors/handoff.py, so that the envelopes there open. */
extern const struct sn_scalar fuzz_view_secret;

/* Larger pictures are refused here, although the library takes them. */
#define FUZZ_PIXELS_MAX 16384

#endif
