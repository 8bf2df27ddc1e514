#!/usr/bin/env bats
# The commands of README.md, of the pages for tasks and of the manual pages, on a private chain. Every line with the prompt `online$`
# or `offline$` runs, in the order of the page, and must succeed; lines with the prompt `$` alone do not. The two machines are two
# directories.
#
# The test types passwords and carries files. For that, the programs in PATH are scripts that add to the documented command the options
# for passwords, the daemon and the confirmation, and let qr-scan see the screen of qr-show.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	chain_with_peer miner 90
	export PAYEE PAYEE_TOO
	PAYEE=$MINER
	PAYEE_TOO=$(peer_subaddress)
}

teardown_file() {
	regtest_stop
}

setup() {
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	root=$BATS_TEST_DIRNAME/../..
	work=$BATS_TEST_TMPDIR
	mkdir "$work/online" "$work/offline" "$work/stick" "$work/bin"
	export WORK=$work TOOLS=$tools
	echo "a password" | tee "$work/password" "$work/online/PW" >"$work/offline/PW"
	for program in "$tools"/*; do
		[ ! -x "$program" ] || [ -d "$program" ] || shim "${program##*/}"
	done
	PATH=$work/bin:$root/samples:$PATH
	servers=() done_before=
	port=20000 # below those that the kernel gives away
	while rt_is_listening "$port" || rt_is_listening $((port + 1)); do
		port=$((20000 + RANDOM % 12000))
	done
}

teardown() {
	for pid in "${servers[@]}"; do
		kill "$pid" || true
		wait "$pid" || true
	done
}

# shim PROGRAM: the script in PATH that adds what a user would type, unless the command has it.
shim() {
	cat >"$work/bin/$1" <<-'END'
		#!/usr/bin/env bash
		name=${0##*/} all=" $* " add=()
		has() { [[ $all = *" $1"* ]]; }
		add() { has "${1%%=*}" || add+=("$1"); }
		case $name in
		qr-show) has -o || has --text || set -- --format=y4m -o "$WORK/screen.y4m" "$@" ;;
		qr-scan) [[ $all = *[a-z0-9].[a-z]* ]] || set -- "$@" "$WORK/screen.y4m" ;;
		wo-check) ;;
		*) has --seed-file && [[ $name != cold-new && $name != cold-seed ]] || add --password-file="$WORK/password" ;;
		esac
		case $name in
		cold-new)
			has --restore- || add --restore-height=0 # a private chain
			has --seed-file || add --seed-out="$WORK/offline/WORDS"
			! has --watch-only || add --watch-password-file="$WORK/password"
			;;
		cold-export) has --format || add --watch-password-file="$WORK/password" ;;
		cold-sign) has --journal || add --yes ;;
		ki-restore) ! has --watch-only || add --watch-password-file="$WORK/password" ;;
		wo-sync | wo-submit | wo-check) add --daemon-address="$RT_DAEMON" ;;
		wo-transfer) has --release || add --daemon-address="$RT_DAEMON" ;;
		sneakernote)
			has --offline-mode || add --daemon-address="$RT_DAEMON"
			! has --restore-ki || add --watch-password-file="$WORK/password"
			;;
		esac
		exec "$TOOLS/$name" "${add[@]}" "$@"
	END
	chmod +x "$work/bin/$1"
}

# commands PAGE: its commands, one a line: "MACHINE COMMAND", with values instead of the placeholders.
commands() {
	if [[ $1 = man/* ]]; then # the examples begin at the margin, and write \e for a backslash
		sed -E -e 's/\\e/\\/g' -e 's/^(online|offline)\$ /    &/' "$root/$1"
	else
		cat "$root/$1"
	fi | sed -e ':again' -e '/\\$/{' -e 'N' -e 's/\\\n *//' -e 'b again' -e '}' |
		sed -nE 's/^ {4,}(online|offline)\$ +(.*)$/\1 \2/p' |
		sed -e "s#/media/stick#$work/stick#g" -e "s/ADDRESS/$PAYEE/g" -e "s/HOST:PORT/$RT_DAEMON/g" \
			-e 's/--restore-height=N/--restore-height=0/' -e 's/--restore-date=DAY/--restore-height=0/' -e "s/18083/$port/g" -e "s/18084/$((port + 1))/g" -e 's/ #.*$//'
}

# Not here: other daemons, other networks, seed phrases on a terminal, films, codes of other people, and a console that waits for commands.
is_left_out() {
	[[ $1 = *"qr-scan --text"* || $1 = *.onion* || $1 = *stagenet* || $1 = *https://* || $1 = *photo.jpg* || $1 = *--seed-prompt* || $1 =~ ^cold-seed\ -w\ [a-z.]+(\ --verify)?$ || $1 = *clip.mp4* || $1 = *"=master.wallet --daemon-address"* ]]
}

# The commands fail if the server refuses the request.
curl() {
	command curl --fail "$@"
}

# run_page PAGE [COUNT]: run them; at least COUNT must be there.
run_page() {
	local machine command count=0 most=0
	while read -r machine command <&4; do
		most=$((most + 1))
		is_left_out "$command" && continue
		# A page may show the same set-up twice.
		if [[ $command =~ ^(cold-new|cold-export|mv)\  && $done_before = *$'\n'"$command"$'\n'* ]]; then continue; fi
		done_before+=$'\n'$command$'\n'
		before "$command"
		echo "$machine\$ $command"
		cd "$work/$machine" || return
		if [[ $command = *--rpc-bind-port* ]]; then
			serve "$command"
		else
			eval "$command" </dev/null 4<&-
		fi || {
			echo "$1: this command fails with $?"
			return 1
		}
		after "$command"
		count=$((count + 1))
	done 4< <(commands "$1")
	echo "$1: $count of $most commands"
	[ "$count" -ge "${2:-1}" ]
}

serve() {
	local deadline=$((SECONDS + 30)) where=${1#*--rpc-bind-port=}
	eval "exec $1" </dev/null >"$work/server.log" 2>&1 3>&- 4<&- &
	servers+=("$!")
	until rt_is_listening "${where%% *}"; do
		sleep 0.1
		if ! kill -0 "$!" || ((SECONDS > deadline)); then
			cat "$work/server.log"
			return 1
		fi
	done
}

# What a user does between two commands: carry files, wait for coins, make the files that the page speaks of.
before() {
	carry
	case $1 in
	*wo-transfer*--release=ID* | *--release-all*) ;;
	*wo-transfer*) funded ;;
	*--tx-notify*) # another server for the same wallet
		kill "${servers[-1]}"
		wait "${servers[-1]}" || true
		;;
	*'"txid":"TXID"'*)
		hash=$(rpc '{"jsonrpc":"2.0","id":"0","method":"get_transfers","params":{"in":true}}' | jq -r '.result.in[0].txid')
		command=${command/TXID/$hash}
		;;
	*'"refresh"'*) ;;
	*'"transfer"'*) rpc '{"jsonrpc":"2.0","id":"0","method":"refresh"}' >/dev/null ;;
	esac
}

after() {
	case $1 in
	*wo-submit*)
		rm -f "$work"/{online,offline,stick}/{unsigned,signed}
		[ -n "$(regtest_pool)" ]
		regtest_mine "$MINER" 11
		;;
	esac
	carry
}

# The newest of each goes to the other directory.
carry() {
	local file
	for file in "$work"/online/unsigned*.png; do
		[ ! -e "$file" ] || cp -pu "$file" "$work/offline"
	done
	for file in unsigned signed wanted images names proof view-only.json login hot.wallet hot.wallet.outkey2ki; do
		[ "$file" != hot.wallet ] || [ -n "${carries_wallet:-}" ] || break
		[ ! -e "$work/online/$file" ] || cp -pu "$work/online/$file" "$work/offline"
		[ ! -e "$work/offline/$file" ] || cp -pu "$work/offline/$file" "$work/online"
	done
}

# Once for each test: eight coins for the new wallet, which has scanned them.
funded() {
	local own coins=()
	[ -z "${is_funded:-}" ] || return 0
	is_funded=yes
	own=$(wo-address -w "$work/online/hot.wallet")
	for ((i = 0; i < 8; i++)); do
		coins+=("$own" $((12 * XMR)))
	done
	peer_refresh
	peer_transfer "${coins[@]}"
	regtest_mine "$MINER" 10
	wo-sync -w "$work/online/hot.wallet"
}

# The wallets that the pages after pay-by-stick.md begin with.
wallets() {
	cold-new -w "$work/offline/master.wallet" --restore-height=0
	cold-export -w "$work/offline/master.wallet" -o "$work/online/hot.wallet"
	funded
}

# The JSON block of unattended.md, with addresses of this chain, which also asks for higher fees.
policy() {
	sed -n '/^```json$/,/^```$/p' "$root/doc/unattended.md" | sed -e '/^```/d' -e "s/4\\.\\.\\./$PAYEE/" -e "s/8\\.\\.\\./$PAYEE_TOO/" \
		-e 's/\("max_fee_per_transaction":\) [0-9]*/\1 100000000000/' >"$work/offline/policy.json"
}

# How many payments of 1.25 XMR the payee has received.
received() {
	peer_refresh
	peer_rpc get_transfers '{"in":true,"pool":true}' |
		jq '[((.in // []) + (.pool // []))[] | select(.type != "block" and .amount == 1250000000000)] | length'
}

@test "the five commands of README.md work" {
	before() {
		[ ! -e "$work/stick/hot.wallet" ] || mv "$work/stick/hot.wallet" "$work/online" # as the page says
		carry
		case $1 in
		*wo-transfer*) funded ;;
		esac
	}
	before=$(received)
	run_page README.md 5
	[ "$(received)" -eq $((before + 1)) ]
}

@test "doc/README.md" {
	wallets
	run_page doc/README.md 3
}

@test "doc/pay-by-stick.md" {
	before() {
		carry
		case $1 in
		*--release=ID*)
			wo-sync -w "$work/online/hot.wallet"
			wo-transfer -w "$work/online/hot.wallet" -o "$work/stick/unsigned" "$PAYEE" 0.1
			id=$(wo-balance -w "$work/online/hot.wallet" --json | jq '.reservations[-1].id')
			command=${command/=ID/=$id}
			;;
		*wo-transfer*) funded ;;
		esac
	}
	before=$(received)
	run_page doc/pay-by-stick.md 18
	[ "$(received)" -eq $((before + 2)) ]
	[ ! -e "$work/stick/unsigned" ]
}

@test "doc/names.md" {
	wallets
	run_page doc/names.md 6
	cold-show -w "$work/offline/master.wallet" "$work/stick/unsigned" | grep -qF 'to "Alice" in your address book'
}

@test "doc/coin-control.md" {
	local hot=$work/online/hot.wallet
	wallets
	peer_transfer "$(wo-address -w "$hot" --index=3)" $((5 * XMR))
	regtest_mine "$MINER" 10
	before() { # each OUTPUT is another one in the state that the command needs
		local keys state=unlocked
		[[ $1 != *wo-transfer* && $1 != *--freeze* ]] || {
			wo-transfer -w "$hot" --release-all
			rm -f "$work/online/unsigned"
		}
		[[ $1 != *--thaw* ]] || state=frozen
		mapfile -t keys < <(wo-outputs -w "$hot" --json | jq -r ".outputs[] | select(.state == \"$state\") | .pubkey")
		for key in "${keys[@]}"; do
			command=${command/OUTPUT/$key}
		done
	}
	run_page doc/coin-control.md 9
	[ "$(wo-balance -w "$hot" --json | jq '.reserved')" -eq $((5 * XMR)) ] # of --subaddress=3,4
	[ "$(wo-outputs -w "$hot" --json | jq '[.outputs[] | select(.frozen)] | length')" -eq 1 ] # two frozen, one thawed
}

@test "doc/fork.md" {
	wallets
	run_page doc/fork.md 2
}

@test "doc/pay-by-camera.md" {
	wallets
	before=$(received)
	run_page doc/pay-by-camera.md 9
	[ "$(received)" -eq $((before + 1)) ]
	cmp "$work/offline/unsigned" <("$tools/qr-scan" "$work"/online/unsigned*.png)
}

@test "doc/pay-many.md" {
	before() {
		carry
		case $1 in
		*--reference=*)
			regtest_mine "$MINER" 10
			wo-sync -w "$work/online/hot.wallet"
			;;
		*"-o split"*) wo-transfer -w "$work/online/hot.wallet" --release-all ;;
		*wo-transfer*) funded ;;
		esac
	}
	wallets
	printf 'address,amount\n' >"$work/online/payout.csv"
	for ((i = 1; i <= 20; i++)); do
		printf '%s,0.%02d\n' "$PAYEE_TOO" "$i" >>"$work/online/payout.csv"
	done
	run_page doc/pay-many.md 9
}

@test "doc/unattended.md" {
	wallets
	policy
	mkdir "$work/offline/IN" "$work/offline/OUT"
	for name in unsigned IN/first IN/second; do
		wo-transfer -w "$work/online/hot.wallet" -o "$work/offline/$name" "$PAYEE" 1.5
	done
	run_page doc/unattended.md 4
	[ -s "$work/offline/OUT/first.signed" ]
	[ -s "$work/offline/OUT/second.signed" ]
	cmp "$work/offline/signed" "$work/offline/live-signed"
}

@test "doc/approvals.md" {
	for program in minisign signify-openbsd; do
		command -v $program >/dev/null || skip "needs $program"
	done
	wallets
	mkdir "$work/offline/IN" "$work/offline/OUT"
	cd "$work"
	minisign -G -W -p alice.pub -s alice.key
	minisign -G -W -p carol.pub -s carol.key
	signify-openbsd -G -n -p bob.pub -s bob.sec
	sed -n '/^```json$/,/^```$/p' "$root/doc/approvals.md" | sed -e '/^```/d' |
		sed -e '1s/{/{ "allow_unattended": true,/' -e "s#\"alice\": \"RW...#\"alice\": \"$(sed -n 2p alice.pub)#" -e "s#\"bob\": \"RW...#\"bob\": \"$(sed -n 2p bob.pub)#" \
			-e "s#\"carol\": \"RW...#\"carol\": \"$(sed -n 2p carol.pub)#" >offline/policy.json
	approve() { # FILE
		minisign -S -s "$work/alice.key" -m "$1" -x "$1.alice.minisig"
		signify-openbsd -S -s "$work/bob.sec" -m "$1" -x "$1.bob.sig"
	}
	before() {
		carry
		case $1 in
		*wo-transfer*) funded ;;
		*--approval=*) approve "$work/offline/unsigned" ;;
		*--in-dir=*)
			wo-transfer -w "$work/online/hot.wallet" -o "$work/offline/IN/monday" "$PAYEE" 1.5
			approve "$work/offline/IN/monday"
			;;
		esac
	}
	run_page doc/approvals.md 3
	[ -s "$work/offline/signed" ]
	[ -s "$work/offline/OUT/monday.signed" ]
}

@test "doc/shops.md" {
	wallets
	policy
	before=$(received)
	run_page doc/shops.md 16
	[ "$(received)" -eq $((before + 1)) ]
	regtest_mine "$MINER" 1
}

@test "doc/follow.md" {
	wallets
	before() {
		carry
		case $1 in
		*--follow*) command="timeout --preserve-status 3 $command" ;;
		*TXID*)
			hash=$(wo-history -w "$work/online/hot.wallet" --json | jq -r '.transfers[0].tx_hash')
			command=${command/TXID/$hash}
			;;
		esac
	}
	run_page doc/follow.md 6
}

@test "doc/recovery.md" {
	wallets
	cd "$work/online"
	wo-transfer -w hot.wallet "$PAYEE" 1.5 >unsigned
	cold-sign -w "$work/offline/master.wallet" -o signed unsigned
	wo-submit -w hot.wallet signed
	regtest_mine "$MINER" 11
	wo-sync -w hot.wallet
	before=$(wo-balance -w hot.wallet --json | jq .balance)
	rm hot.wallet.outkey2ki
	run -6 wo-balance -w hot.wallet
	carries_wallet=yes
	echo "a passphrase" >"$work/offline/PASSPHRASE"
	run_page doc/recovery.md 13
	[ "$(wo-balance -w hot.wallet --json | jq .balance)" = "$before" ]
}

@test "doc/interop/view-only.md" {
	wallets
	peer_rpc query_key '{"key_type": "view_key"}' | jq -r .key >"$work/online/KEYFILE"
	cold-export -w "$work/offline/master.wallet" --format=json >"$work/online/view-only.json"
	run_page doc/interop/view-only.md 4
	cmp "$work/online/view-only.json" <(cold-export -w "$work/offline/master.wallet" --format=json)
	[ "$(wo-address -w "$work/online/imported.wallet")" = "$(wo-address -w "$work/online/hot.wallet")" ]
	[ "$(wo-address -w "$work/online/other.wallet")" = "$PAYEE" ]
}

# All pages, one after the other, with the same wallets: each begins with the files of the earlier ones.
@test "the manual pages" {
	local page pages=(sneakernote.7 cold-new.1 cold-export.1 cold-seed.1 wallet-names.1 wo-address.1 wo-sync.1
		wo-balance.1 wo-outputs.1 wo-transfer.1 cold-show.1 qr-show.1 qr-scan.1 cold-sign.1 wo-submit.1 wo-history.1 cold-prove.1
		wo-check.1 ki-restore.1 wo-import.1 sneakernote.1 wallet-passwd.1)
	[ "${#pages[@]}" -eq "$(find "$root/man" -name '*.[17]' | wc -l)" ]
	mkdir "$work/offline/IN" "$work/offline/OUT"
	policy
	printf '%s,0.5\n' "$PAYEE_TOO" >"$work/online/payout.csv"
	before() {
		local hot=$work/online/hot.wallet
		carry
		case $1 in
		*--until-unlocked*) funded ;;
		*"wo-transfer"*"| qr-show"* | *"-o "*/unsigned*) funded ;;
		*--follow*) command="timeout --preserve-status 3 $command" ;;
		*OUTPUT*)
			key=$(wo-outputs -w "$hot" --json | jq -r '[.outputs[] | select(.state == "unlocked" or .state == "frozen")][0].pubkey')
			command=${command/OUTPUT/$key}
			;;
		*"-o unsigned "*) wo-transfer -w "$hot" --release-all ;;
		*--in-dir*) cp "$work/offline/unsigned" "$work/offline/IN/first" ;;
		*ki-restore*--watch-only*) cp "$hot" "$hot.outkey2ki" "$work/offline" ;;
		*TXID*)
			hash=$(wo-history -w "$hot" --json | jq -r '[.transfers[] | select(.type == "out")][-1].tx_hash')
			command=${command/TXID/$hash}
			;;
		esac
	}
	after() {
		case $1 in
		*wo-submit*)
			regtest_mine "$MINER" 11
			wo-sync -w "$work/online/hot.wallet"
			;;
		*"-o unsigned "*) cp "$work/online/unsigned" "$work/offline/unsigned" ;;
		esac
		carry
	}
	for page in "${pages[@]}"; do
		run_page "man/$page"
	done
}

@test "doc/pictures/make draws the picture from a film that qr-scan can read" {
	. "$BATS_TEST_DIRNAME/../programs/screen.bash"
	screen_available
	"$root/doc/pictures/make" "$work/crossing.png"
	[ "$(head -c 8 "$work/crossing.png" | xxd -p)" = 89504e470d0a1a0a ]
	[ "$(stat -c %s "$work/crossing.png")" -gt 50000 ]
}
