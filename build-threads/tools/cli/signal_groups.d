build-threads/tools/cli/signal_groups.o: tools/cli/signal_groups.c \
 tools/cli/signal_groups.h
tools/cli/signal_groups.h:
