build-threads/tools/confine/threads.o: tools/confine/threads.c \
 tools/confine/threads.h libwallet/base/error.h tools/confine/filter.h \
 tools/confine/calls.h tools/confine/kernel.h
tools/confine/threads.h:
libwallet/base/error.h:
tools/confine/filter.h:
tools/confine/calls.h:
tools/confine/kernel.h:
