build-threads/tools/confine/calls.o: tools/confine/calls.c \
 tools/confine/calls.h tools/confine/kernel.h
tools/confine/calls.h:
tools/confine/kernel.h:
