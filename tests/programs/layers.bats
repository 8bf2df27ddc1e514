# tests/check-layers, and proof that it notices each kind of violation.

setup() {
	source_directory=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	check=$source_directory/tests/check-layers
}

# The layers of libwallet/.
layers() {
	sed -n 's/^layers=(\(.*\))/\1/p' "$check"
}

# A tree in which FILE is one line, LINE.
tree_with() {
	write "libwallet/$1" "$2"
	run "$check" "$BATS_TEST_TMPDIR/tree"
}

write() {
	mkdir -p "$BATS_TEST_TMPDIR/tree/$(dirname "$1")"
	echo "$2" >"$BATS_TEST_TMPDIR/tree/$1"
}

# The same in tools/, beside a library that is in order.
tools_with() {
	write libwallet/base/a.h ''
	write "tools/$1" "$2"
	[[ $1 = *.h || -e $BATS_TEST_TMPDIR/tree/tools/${1%.c}.h || ${3-} = alone ]] || write "tools/${1%.c}.h" ''
	run "$check" "$BATS_TEST_TMPDIR/tree"
}

@test "every layer includes only layers to its left" {
	run "$check" "$source_directory"
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "check-layers: headers of the own layer, layers to the left and the system are accepted" {
	tree_with chain/a.h '#include "base/bytes.h"'
	[ "$status" -eq 0 ]
	tree_with chain/a.h '#include "chain/b.h"'
	[ "$status" -eq 0 ]
	tree_with chain/a.h '#include <string.h>'
	[ "$status" -eq 0 ]
}

@test "check-layers: kernel stands between crypto and ringct" {
	tree_with ringct/a.h '#include "kernel/a.h"'
	[ "$status" -eq 0 ]
	tree_with kernel/a.h '#include "crypto/a.h"'
	[ "$status" -eq 0 ]
	tree_with crypto/a.h '#include "kernel/a.h"'
	[ "$status" -eq 1 ]
	[ "$output" = 'libwallet/crypto/a.h:1: crypto/ includes "kernel/a.h": kernel/ is to its right' ]
}

@test "check-layers: kernel/lanes is for kernel alone; no other folder is in a layer" {
	tree_with kernel/lanes/a.h '#include "crypto/a.h"'
	[ "$status" -eq 0 ]
	tree_with kernel/b.h '#include "kernel/lanes/a.h"'
	[ "$status" -eq 0 ]
	tree_with ringct/a.h '#include "kernel/lanes/a.h"'
	[ "$status" -eq 1 ]
	[ "$output" = 'libwallet/ringct/a.h:1: ringct/ includes "kernel/lanes/a.h": kernel/lanes/ is for kernel/ alone' ]
	tree_with ringct/a.h ''
	tree_with ringct/lanes/a.h ''
	[ "$status" -eq 1 ]
	[ "$output" = 'libwallet/ringct/lanes:1: not a layer' ]
}

@test "check-layers: each file of a layer has a header of its name" {
	local layer
	for layer in $(layers); do
		tree_with "$layer/a.c" ''
		[ "$status" -eq 1 ]
		[ "$output" = "libwallet/$layer/a.c:1: there is no $layer/a.h" ]
		tree_with "$layer/a.h" ''
		[ "$status" -eq 0 ]
	done
}

@test "check-layers: files of a layer that include each other in a circle are refused" {
	local layer
	for layer in $(layers); do
		tree_with "$layer/a.h" ''
		tree_with "$layer/a.c" "#include \"$layer/b.h\""
		tree_with "$layer/b.h" "#include \"$layer/c.h\""
		[ "$status" -eq 0 ]
		tree_with "$layer/c.h" "#include \"$layer/a.h\""
		[ "$status" -eq 1 ]
		[[ $output = *"libwallet/$layer/a:1: includes itself in a circle"* ]]
		tree_with "$layer/c.h" ''
		[ "$status" -eq 0 ]
	done
	tree_with kernel/lanes/d.h '#include "kernel/c.h"'
	tree_with kernel/c.h '#include "kernel/lanes/d.h"'
	[ "$status" -eq 1 ]
	[[ $output = *'libwallet/kernel/lanes/d:1: includes itself in a circle'* ]]
}

@test "check-layers: a layer to the right is refused" {
	tree_with chain/a.h '#include "store/wallet.h"'
	[ "$status" -eq 1 ]
	[ "$output" = 'libwallet/chain/a.h:1: chain/ includes "store/wallet.h": store/ is to its right' ]
}

@test "check-layers: cold may include neither node nor hot, nor a socket header" {
	for header in '"node/http.h"' '"hot/sync.h"' '<hot/sync.h>' '<curl/curl.h>' '<sys/socket.h>'; do
		tree_with cold/a.h "# include $header"
		[ "$status" -eq 1 ]
	done
}

@test "check-layers: hot does not include cold, app does" {
	tree_with app/a.h '#include "cold/sign.h"'
	[ "$status" -eq 0 ]
	tree_with hot/a.h '#include "cold/review.h"'
	[ "$status" -eq 1 ]
	[[ $output = 'libwallet/hot/a.h:1: hot/ includes "cold/review.h"'* ]]
}

@test "check-layers: only node includes curl, only node and rpc include headers of sockets" {
	tree_with hot/a.h '#include <curl/curl.h>'
	[ "$status" -eq 1 ]
	[ "$output" = 'libwallet/hot/a.h:1: hot/ includes <curl/curl.h>' ]
	tree_with hot/a.h ''
	tree_with rpc/a.h '#include <curl/curl.h>'
	[ "$status" -eq 1 ]
	tree_with rpc/a.h '#include <sys/socket.h>'
	[ "$status" -eq 0 ]
	tree_with node/a.h '#include <curl/curl.h>'
	[ "$status" -eq 0 ]
}

@test "check-layers: relative paths and unknown folders are refused" {
	tree_with chain/a.h '#include "../hot/sync.h"'
	[ "$status" -eq 1 ]
	tree_with chain/a.h '#include "a.h"'
	[ "$status" -eq 1 ]
	tree_with chain/a.h ''
	[ "$status" -eq 0 ]
	tree_with shed/a.h ''
	[ "$status" -eq 1 ]
}

@test "check-layers: tools/cli includes confine, not console; console includes cli, not signing" {
	tools_with cli/a.c '#include "tools/confine/b.h"'
	[ "$status" -eq 0 ]
	tools_with console/a.c '#include "tools/cli/a.h"'
	[ "$status" -eq 0 ]
	tools_with console/a.c '#include "tools/signing/a.h"'
	[ "$status" -eq 1 ]
	[ "$output" = 'tools/console/a.c:1: console/ includes "tools/signing/a.h"' ]
	tools_with console/a.c ''
	tools_with cli/a.c '#include "tools/console/a.h"'
	[ "$status" -eq 1 ]
	[ "$output" = 'tools/cli/a.c:1: cli/ includes "tools/console/a.h"' ]
	tools_with cli/a.c ''
	tools_with shed/a.c ''
	[ "$status" -eq 1 ]
}

@test "check-layers: each file of the folders of tools/ has a header of its name" {
	tools_with cli/a.c '' alone
	[ "$status" -eq 1 ]
	[ "$output" = 'tools/cli/a.c:1: there is no cli/a.h' ]
	tools_with cli/a.h ''
	[ "$status" -eq 0 ]
}

@test "check-layers: files of tools/ that include each other in a circle are refused" {
	tools_with cli/a.c '#include "tools/cli/b.h"'
	tools_with cli/b.c '#include "tools/cli/c.h"'
	[ "$status" -eq 0 ]
	tools_with cli/c.h '#include "tools/cli/a.h"'
	[ "$status" -eq 1 ]
	[[ $output = *'tools/cli/a:1: includes itself in a circle'* ]]
}

@test "check-layers: an empty tree fails" {
	mkdir -p "$BATS_TEST_TMPDIR/tree/libwallet"
	run "$check" "$BATS_TEST_TMPDIR/tree"
	[ "$status" -eq 1 ]
}
