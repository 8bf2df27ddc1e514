build-threads/tools/cli/text.o: tools/cli/text.c tools/cli/text.h \
 libwallet/base/text.h
tools/cli/text.h:
libwallet/base/text.h:
