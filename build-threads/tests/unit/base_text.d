build-threads/tests/unit/base_text.o: tests/unit/base_text.c \
 libwallet/base/text.h
libwallet/base/text.h:
