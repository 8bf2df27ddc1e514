/* kernel/cryptonight_portable.h - the main part of CryptoNight in plain C, with the S-box of crypto/aes.h. */
#ifndef SN_KERNEL_CRYPTONIGHT_PORTABLE_H
#define SN_KERNEL_CRYPTONIGHT_PORTABLE_H

#include <stdint.h>

/* As `cryptonight` in kernel/functions.h. */
void sn_cryptonight_portable(uint8_t *state, uint8_t *scratchpad);

#endif
