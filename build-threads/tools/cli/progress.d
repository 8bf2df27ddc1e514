build-threads/tools/cli/progress.o: tools/cli/progress.c \
 tools/cli/progress.h
tools/cli/progress.h:
