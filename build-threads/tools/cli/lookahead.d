build-threads/tools/cli/lookahead.o: tools/cli/lookahead.c \
 tools/cli/lookahead.h tools/cli/cli.h libwallet/base/error.h \
 libwallet/base/log.h libwallet/chain/subaddress_table.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h
tools/cli/lookahead.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
