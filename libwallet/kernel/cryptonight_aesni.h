/* kernel/cryptonight_aesni.h - the main part of CryptoNight with the AES instructions of x86-64 processors.
 */
#ifndef SN_KERNEL_CRYPTONIGHT_AESNI_H
#define SN_KERNEL_CRYPTONIGHT_AESNI_H

#include <stdint.h>

/* As `cryptonight` in kernel/functions.h. Without these instructions, sn_cryptonight_portable. */
void sn_cryptonight_aesni(uint8_t *state, uint8_t *scratchpad);

#endif
