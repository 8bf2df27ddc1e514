build-threads/tests/unit/rpc_gate.o: tests/unit/rpc_gate.c \
 libwallet/rpc/gate.h
libwallet/rpc/gate.h:
