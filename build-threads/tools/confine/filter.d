build-threads/tools/confine/filter.o: tools/confine/filter.c \
 tools/confine/filter.h tools/confine/calls.h tools/confine/kernel.h
tools/confine/filter.h:
tools/confine/calls.h:
tools/confine/kernel.h:
