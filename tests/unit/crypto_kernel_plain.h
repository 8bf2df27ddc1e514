#ifndef SN_TESTS_CRYPTO_KERNEL_PLAIN_H
#define SN_TESTS_CRYPTO_KERNEL_PLAIN_H

#include "crypto/kernel.h"

extern const struct sn_kernel kernel_plain;

#endif
