build-threads/tools/confine/confine.o: tools/confine/confine.c \
 tools/confine/confine.h libwallet/base/error.h tools/confine/filter.h \
 tools/confine/calls.h tools/confine/kernel.h
tools/confine/confine.h:
libwallet/base/error.h:
tools/confine/filter.h:
tools/confine/calls.h:
tools/confine/kernel.h:
