# The configuration file and the environment variables of tools/cli/config.c.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	cold-export -w master --password=x --watch-password=y -o watch 2>/dev/null
	echo x >password
	echo y >watch-password
	export HOME=$PWD
	unset SNEAKERNOTE_CONFIG XDG_CONFIG_HOME
	mkdir -p .config/sneakernote
	config=$PWD/.config/sneakernote/config
	here=$PWD
}

# config LINE...: write the file.
config() {
	printf '%s\n' "$@" >"$config"
}

@test "the file names the wallet and its password" {
	config '# of this machine' '' $'\t wallet-file =  ~/watch ' "password-file=$here/watch-password"$'\r'
	check wo-balance
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	config "wallet-file = $here/watch" # the last line of a file without a newline, too
	printf 'password-file = ~/watch-password' >>"$config"
	check wo-balance
	[ "$status" -eq 0 ]
}

@test "without a file, an option is required" {
	rm -r .config
	check wo-balance
	fails_with 2
	[[ $stderr = *"--wallet-file is required"*"configuration file"* ]]
}

@test "an option replaces the key, and its password file is not used for another wallet" {
	config 'wallet-file = ~/watch' 'password-file = ~/watch-password'
	check wo-address -w master --password=x
	[ "$status" -eq 0 ]
	check wo-address -w master
	fails_with 1
	[[ $stderr = *"no terminal to ask for the password"* ]]
	check wo-address --password=y # instead of the password file
	[ "$status" -eq 0 ]
}

@test "a key is ignored with an option that excludes it" {
	config 'wallet-file = ~/nothing' 'password-file = ~/nothing' 'network = mainnet' 'policy = ~/nothing'
	check cold-show --seed-file=words --policy=<(policy /dev/stdout) unsigned.bin
	[ "$status" -eq 0 ]
	config 'policy = ~/nothing'
	check cold-sign -w master --password=x --journal
	[ "$status" -eq 0 ]
}

@test "keys for watch-only wallets do not hinder cold-export from writing names or a text" {
	config 'watch-password-file = ~/watch-password' 'subaddress-lookahead = 60:300'
	for format in names json uri; do
		check cold-export -w master --password=x --format=$format -o out.$format
		[ "$status" -eq 0 ]
		[ -s out.$format ]
	done
	check cold-export -w master --password=x --format=names --watch-password-file=watch-password
	fails_with 2
}

@test "the policy of the file is enforced" {
	policy strict '"max_amount_per_set": 1'
	config 'wallet-file = ~/master' 'password-file = ~/password' 'policy = ~/strict'
	check cold-sign --yes -o answer unsigned.bin
	fails_with 1
	[ ! -e answer ]
	policy unattended '"allow_unattended": true'
	check cold-sign --yes --policy=unattended -o answer unsigned.bin
	[ "$status" -eq 0 ]
	cmp answer signed.bin
}

@test "the daemon of the file is used" {
	config 'daemon-address = 127.0.0.1:1' 'wallet-file = ~/watch' 'password-file = ~/watch-password'
	check wo-sync
	fails_with 5
	[[ $stderr = *127.0.0.1:1* ]]
}

@test "a variable replaces the key, and an option replaces both" {
	config 'wallet-file = ~/nothing' 'password-file = ~/nothing'
	SNEAKERNOTE_WALLET_FILE=$here/watch SNEAKERNOTE_PASSWORD_FILE=$here/watch-password check wo-balance
	[ "$status" -eq 0 ]
	SNEAKERNOTE_WALLET_FILE=$here/watch check wo-balance # not with the password of the other wallet
	[ "$status" -ne 0 ]
	[[ $stderr != *nothing* ]]
	SNEAKERNOTE_WALLET_FILE=$here/nothing check wo-address -w master --password=x
	[ "$status" -eq 0 ]
}

@test "SNEAKERNOTE_CONFIG and XDG_CONFIG_HOME name another file, or none" {
	config 'wallet-file = ~/nothing'
	printf 'wallet-file = ~/watch\npassword-file = ~/watch-password\n' >other
	SNEAKERNOTE_CONFIG=$here/other check wo-balance
	[ "$status" -eq 0 ]
	SNEAKERNOTE_CONFIG='' check wo-balance
	fails_with 2
	SNEAKERNOTE_CONFIG=$here/missing check wo-balance
	fails_with 7
	mkdir -p xdg/sneakernote
	cp other xdg/sneakernote/config
	XDG_CONFIG_HOME=$here/xdg check wo-balance
	[ "$status" -eq 0 ]
	XDG_CONFIG_HOME=xdg check wo-balance # relative: as if it were not set
	fails_with 7
}

# refused LINE TEXT: with this second line, the file is invalid, and the message has the text.
refused() {
	config 'wallet-file = ~/watch' "$1"
	check wo-balance --password=y
	fails_with 3
	[[ $stderr = *"$config, line 2: $2"* ]]
}

@test "an invalid line is refused with its number" {
	refused 'wallet = ~/watch' 'unknown key "wallet"'
	refused 'password = hunter2' 'unknown key "password"'
	[[ $stderr != *hunter2* ]]
	refused 'daemon-login = user:hunter2' 'unknown key "daemon-login"'
	[[ $stderr != *hunter2* ]]
	refused 'wallet-file = ~/watch' 'wallet-file is set twice'
	refused 'password-file = password' 'password-file "password" does not begin with / or ~/'
	refused 'password-file = ~other/password' 'password-file'
	[[ $stderr != *"without quotes"* ]]
	refused 'password-file = "~/password"' 'password-file "'
	[[ $stderr = *"hint: write the value without quotes" ]]
	refused 'proxy =' 'proxy has no value'
	refused 'proxy' 'the line is not KEY = VALUE'
	refused '= value' 'unknown key ""'
	check wo-balance --help # for which no file is read
	[ "$status" -eq 0 ]
}

@test "a value is checked as if it were on the command line" {
	config 'wallet-file = ~/watch' 'password-file = ~/watch-password' 'wait = soon' 'daemon-address = :::'
	check wo-sync
	fails_with 2
	[[ $stderr = *'--wait takes a whole number'* ]]
}

@test "a file that is binary, too large, a directory, or that others can change is refused" {
	printf 'wallet-file = ~/watch\0\n' >"$config"
	check wo-balance --password=y
	fails_with 3
	head -c 70000 /dev/zero | tr '\0' '#' >"$config"
	check wo-balance --password=y
	fails_with 3
	config 'wallet-file = ~/watch'
	for mode in g+w o+w; do
		chmod $mode "$config"
		check wo-balance --password=y
		fails_with 3
		[[ $stderr = *"another user can change"*chmod* ]]
		chmod go-w "$config"
	done
	rm "$config"
	mkdir "$config"
	check wo-balance --password=y
	fails_with 7
}

@test "no output replaces a file that the configuration names" {
	policy open
	config 'policy = ~/open' 'wallet-file = ~/master' 'password-file = ~/password'
	for file in open password master; do
		check cold-sign --yes -o "$file" unsigned.bin
		fails_with 2
	done
}

@test "a key counts, even if a later line has an option that the command line requires" {
	policy unattended '"allow_unattended": true'
	config 'max-fee = 0.000000000001' 'wallet-file = ~/master' 'password-file = ~/password' 'policy = ~/unattended'
	mkdir in out
	cp unsigned.bin in
	check cold-sign --yes --in-dir=in --out-dir=out
	[ "$status" -eq 1 ]
	[[ $output = *"above the bound of 0.000000000001 XMR"* ]]
	[ -z "$(ls out)" ]
}

@test "the password file of the wallet in the file is not used for a new wallet" {
	config 'password-file = ~/password' 'wallet-file = ~/master'
	check sneakernote --generate-new-wallet=new --seed-out=new.seed
	fails_with 1
	[[ $stderr = *"no terminal"* ]]
	[ ! -e new ]
	[ ! -e new.seed ]
}
@test "a broken symbolic link to the file, or to its directory, is no missing file" {
	rm -f "$config"
	ln -s "$here/unmounted/config" "$config"
	check wo-balance -w watch --password=y
	fails_with 7
	[[ $stderr = *"cannot open $config"* ]]
	rm -r .config/sneakernote
	ln -s "$here/unmounted" .config/sneakernote
	check wo-balance -w watch --password=y
	fails_with 7
	rm -r .config
	ln -s "$here/unmounted" .config
	check wo-balance -w watch --password=y
	fails_with 7
	mkdir directory
	ln -s directory link
	for home in "$here/elsewhere" "$here/link" / /nothing; do # without a file
		XDG_CONFIG_HOME=$home check wo-balance -w watch --password=y
		[ "$status" -eq 0 ]
	done
}
