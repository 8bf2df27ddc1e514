# The order of the rooms, and that the script which checks it can say no.

setup() {
	source_directory=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	check=$source_directory/tests/check-layers
}

# A tree in which FILE is one line, LINE.
tree_with() {
	mkdir -p "$BATS_TEST_TMPDIR/tree/libwallet/$(dirname "$1")"
	echo "$2" >"$BATS_TEST_TMPDIR/tree/libwallet/$1"
	run "$check" "$BATS_TEST_TMPDIR/tree"
}

@test "every room includes only rooms to its left" {
	run "$check" "$source_directory"
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "check-layers: a room to the left, its own, and the system's are fine" {
	tree_with chain/a.c '#include "base/bytes.h"'
	[ "$status" -eq 0 ]
	tree_with chain/a.c '#include "chain/a.h"'
	[ "$status" -eq 0 ]
	tree_with chain/a.c '#include <string.h>'
	[ "$status" -eq 0 ]
}

@test "check-layers: a room to the right is refused" {
	tree_with chain/a.c '#include "store/wallet.h"'
	[ "$status" -eq 1 ]
	[ "$output" = 'libwallet/chain/a.c:1: chain/ includes "store/wallet.h": store/ stands to its right' ]
}

@test "check-layers: cold may include neither node nor hot, nor a socket header" {
	for header in '"node/http.h"' '"hot/sync.h"' '<hot/sync.h>' '<curl/curl.h>' '<sys/socket.h>'; do
		tree_with cold/a.h "# include $header"
		[ "$status" -eq 1 ]
	done
}

@test "check-layers: relative paths and unknown folders are refused" {
	tree_with chain/a.c '#include "../hot/sync.h"'
	[ "$status" -eq 1 ]
	tree_with chain/a.c '#include "a.h"'
	[ "$status" -eq 1 ]
	tree_with chain/a.c ''
	[ "$status" -eq 0 ]
	tree_with shed/a.c ''
	[ "$status" -eq 1 ]
}

@test "check-layers: an empty tree is no success" {
	mkdir -p "$BATS_TEST_TMPDIR/tree/libwallet"
	run "$check" "$BATS_TEST_TMPDIR/tree"
	[ "$status" -eq 1 ]
}
