/* The field in limbs of 25.5 bits, which 32-bit processors use (crypto/field_25.h), wherever ctime runs. */
#ifndef SN_FIELD_25
#define SN_FIELD_25 1
#endif
#define FIELD_NAME(x) field_25_##x
#include "../unit/field_copy.h"
