build-threads/tools/cli/start.o: tools/cli/start.c tools/cli/start.h \
 tools/cli/cli.h libwallet/base/error.h libwallet/base/log.h \
 libwallet/base/secret.h libwallet/kernel/kernel.h \
 libwallet/kernel/functions.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/types.h libwallet/crypto/keccak.h \
 libwallet/kernel/ring.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/kernel/sums.h tools/cli/help.h \
 tools/cli/options.h tools/cli/log.h tools/cli/rules.h tools/cli/text.h \
 tools/confine/confine.h tools/confine/filter.h tools/confine/calls.h
tools/cli/start.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/secret.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/crypto/keccak.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
tools/cli/help.h:
tools/cli/options.h:
tools/cli/log.h:
tools/cli/rules.h:
tools/cli/text.h:
tools/confine/confine.h:
tools/confine/filter.h:
tools/confine/calls.h:
