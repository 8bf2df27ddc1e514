build-threads/tools/cli/glob.o: tools/cli/glob.c tools/cli/glob.h
tools/cli/glob.h:
