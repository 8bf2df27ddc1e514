# Completion for bash of the programs of sneakernote. completions/make writes this file from --help.

_sneakernote()
{
	local options values='' operand='' option='' prefix='' current kind
	case ${1##*/} in
	cold-export)
		options='--output= --format= --qr --no-names --restore-height= --restore-date= --wallet-file= --password-file= --password= --wait= --watch-password-file= --watch-password= --subaddress-lookahead= --allow-unconfined --help --version --verbose'
		values='--output=@file -o=@file --format=wallet,json,uri,names --restore-height= --restore-date= --wallet-file=@file -w=@file --password-file=@file --password= --wait= --watch-password-file=@file --watch-password= --subaddress-lookahead='
		;;
	cold-new)
		options='--seed-file= --seed-prompt --keys-file= --watch-only= --qr --json --wallet-file= --password-file= --password= --seed-passphrase --seed-passphrase-file= --seed-password-file= --watch-password-file= --watch-password= --network= --restore-height= --restore-date= --seed-out= --kdf= --subaddress-lookahead= --allow-unconfined --help --version --verbose'
		values='--seed-file=@file --keys-file=@file --watch-only=@file --wallet-file=@file -w=@file --password-file=@file --password= --seed-passphrase-file=@file --seed-password-file=@file --watch-password-file=@file --watch-password= --network=mainnet,stagenet,testnet --restore-height= --restore-date= --seed-out=@file --kdf=interactive,moderate,sensitive --subaddress-lookahead='
		;;
	cold-prove)
		options='--message= --tx-key --spend --reserve --output= --json --wallet-file= --password-file= --password= --seed-file= --seed-prompt --network= --seed-passphrase --seed-passphrase-file= --seed-password-file= --allow-unconfined --help --version --verbose'
		values='--message= --output=@file -o=@file --wallet-file=@file -w=@file --password-file=@file --password= --seed-file=@file --network=mainnet,stagenet,testnet --seed-passphrase-file=@file --seed-password-file=@file'
		operand=@file
		;;
	cold-seed)
		options='--seed-out= --verify --seed-file= --json --wallet-file= --password-file= --password= --seed-passphrase --seed-passphrase-file= --seed-password-file= --allow-unconfined --help --version --verbose'
		values='--seed-out=@file --seed-file=@file --wallet-file=@file -w=@file --password-file=@file --password= --seed-passphrase-file=@file --seed-password-file=@file'
		;;
	cold-show)
		options='--policy= --approval= --max-fee= --json --wallet-file= --password-file= --password= --seed-file= --seed-prompt --network= --seed-passphrase --seed-passphrase-file= --seed-password-file= --allow-unconfined --help --version --verbose'
		values='--policy=@file --approval=@file --max-fee= --wallet-file=@file -w=@file --password-file=@file --password= --seed-file=@file --network=mainnet,stagenet,testnet --seed-passphrase-file=@file --seed-password-file=@file'
		operand=@file
		;;
	cold-sign)
		options='--in-dir= --out-dir= --allow-respend --no-journal --jobs= --outputs= --no-key-images --journal --adopt-journal= --journal-password-file= --correct-times --policy= --approval= --max-fee= --allow-unlock-time --allow-dust --yes --output= --hex --json --wallet-file= --password-file= --password= --wait= --seed-file= --seed-prompt --network= --seed-passphrase --seed-passphrase-file= --seed-password-file= --allow-unconfined --help --version --verbose'
		values='--in-dir=@directory --out-dir=@directory --jobs= --outputs=@file --adopt-journal=@file --journal-password-file=@file --policy=@file --approval=@file --max-fee= --output=@file -o=@file --wallet-file=@file -w=@file --password-file=@file --password= --wait= --seed-file=@file --network=mainnet,stagenet,testnet --seed-passphrase-file=@file --seed-password-file=@file'
		operand=@file
		;;
	ki-restore)
		options='--watch-only= --list --all --unspent --format= --import --output= --hex --wallet-file= --password-file= --password= --wait= --watch-password-file= --watch-password= --allow-unconfined --help --version --verbose'
		values='--watch-only=@file --format=sneakernote,monero,monero-0.18.0 --output=@file -o=@file --wallet-file=@file -w=@file --password-file=@file --password= --wait= --watch-password-file=@file --watch-password='
		operand=@file
		;;
	qr-scan)
		options='--camera= --preview --raw= --text --type= --timeout= --output= --hex --allow-unconfined --help --version --verbose'
		values='--camera=@file --raw= --type= --timeout= --output=@file -o=@file'
		operand=@file
		;;
	qr-show)
		options='--format= --still --part-bytes= --fps= --frames= --ec= --scale= --for= --type= --text --output= --allow-unconfined --help --version --verbose'
		values='--format=utf8,ansi,ascii,png,svg,y4m --part-bytes= --fps= --frames= --ec=L,M,Q,H --scale= --for=feather,cake,cupcake,xmrsigner,anonero --type= --output=@file -o=@file'
		operand=@file
		;;
	sneakernote)
		options='--generate-new-wallet= --offline-mode --rpc-bind-port= --rpc-bind-ip= --rpc-host= --rpc-login= --rpc-login-file= --rpc-read-login-file= --rpc-allow-md5 --rpc-monitor --confirm-external-bind --allow-respend --tx-notify= --block-notify= --allow-remote-notify --resync-and-exit --restore-ki-in-wo-wallet= --policy= --max-fee= --allow-unlock-time --allow-dust --yes --wallet-file= --password-file= --password= --wait= --watch-password-file= --watch-password= --network= --restore-height= --restore-date= --seed-out= --kdf= --subaddress-lookahead= --daemon-address= --daemon-login= --daemon-ca-file= --proxy= --allow-plain-http --log-level= --log-file= --log-format= --allow-unconfined --help --version --verbose'
		values='--generate-new-wallet=@file --rpc-bind-port= --rpc-bind-ip= --rpc-host= --rpc-login= --rpc-login-file=@file --rpc-read-login-file=@file --tx-notify= --block-notify= --restore-ki-in-wo-wallet=@file --policy=@file --max-fee= --wallet-file=@file -w=@file --password-file=@file --password= --wait= --watch-password-file=@file --watch-password= --network=mainnet,stagenet,testnet --restore-height= --restore-date= --seed-out=@file --kdf=interactive,moderate,sensitive --subaddress-lookahead= --daemon-address= --daemon-login= --daemon-ca-file=@file --proxy= --log-level=0,1,2,3,4 --log-file=@file --log-format=text,json'
		;;
	wallet-names)
		options='--add= --allow-lookalike --remove= --label= --import= --only-these --json --wallet-file= --password-file= --password= --wait= --allow-unconfined --help --version --verbose'
		values='--add= --remove= --label= --import=@file --wallet-file=@file -w=@file --password-file=@file --password= --wait='
		;;
	wallet-passwd)
		options='--new-password-file= --keep-password --kdf= --json --wallet-file= --password-file= --password= --wait= --allow-unconfined --help --version --verbose'
		values='--new-password-file=@file --kdf=interactive,moderate,sensitive --wallet-file=@file -w=@file --password-file=@file --password= --wait='
		;;
	wo-address)
		options='--account= --index= --payment-id= --amount= --recipient-name= --description= --qr --json --wallet-file= --password-file= --password= --wait= --allow-unconfined --help --version --verbose'
		values='--account= --index= --payment-id= --amount= --recipient-name= --description= --wallet-file=@file -w=@file --password-file=@file --password= --wait='
		;;
	wo-balance)
		options='--json --wallet-file= --password-file= --password= --allow-unconfined --help --version --verbose'
		values='--wallet-file=@file -w=@file --password-file=@file --password='
		;;
	wo-check)
		options='--message= --spend --reserve --fetch --json --daemon-address= --daemon-login= --daemon-ca-file= --proxy= --allow-plain-http --help --version --verbose'
		values='--message= --daemon-address= --daemon-login= --daemon-ca-file=@file --proxy='
		operand=@file
		;;
	wo-history)
		options='--in --out --all --min-height= --limit= --csv --json --wallet-file= --password-file= --password= --allow-unconfined --help --version --verbose'
		values='--min-height= --limit= --wallet-file=@file -w=@file --password-file=@file --password='
		;;
	wo-import)
		options='--address= --view-key-file= --restore-height= --restore-date= --wallet-file= --password-file= --password= --subaddress-lookahead= --allow-unconfined --help --version --verbose'
		values='--address= --view-key-file=@file --restore-height= --restore-date= --wallet-file=@file -w=@file --password-file=@file --password= --subaddress-lookahead='
		operand=@file
		;;
	wo-outputs)
		options='--all --account= --subaddress= --freeze= --thaw= --json --wallet-file= --password-file= --password= --wait= --allow-unconfined --help --version --verbose'
		values='--account= --subaddress= --freeze= --thaw= --wallet-file=@file -w=@file --password-file=@file --password= --wait='
		;;
	wo-submit)
		options='--refuse-old --json --wallet-file= --password-file= --password= --wait= --daemon-address= --daemon-login= --daemon-ca-file= --proxy= --allow-plain-http --help --version --verbose'
		values='--wallet-file=@file -w=@file --password-file=@file --password= --wait= --daemon-address= --daemon-login= --daemon-ca-file=@file --proxy='
		operand=@file
		;;
	wo-sync)
		options='--follow --interval= --exec= --until-confirmed= --confirmations= --until-unlocked= --account= --timeout= --json --wallet-file= --password-file= --password= --wait= --daemon-address= --daemon-login= --daemon-ca-file= --proxy= --allow-plain-http --help --version --verbose'
		values='--interval= --exec= --until-confirmed= --confirmations= --until-unlocked= --account= --timeout= --wallet-file=@file -w=@file --password-file=@file --password= --wait= --daemon-address= --daemon-login= --daemon-ca-file=@file --proxy='
		;;
	wo-transfer)
		options='--destinations= --sweep-all --join-addresses --subtract-fee --fee= --mixin= --unlock-time= --priority= --account= --input= --subaddress= --below= --reference= --estimate --format= --proposal --replace-decoys --release= --even-if-pending --release-all --max-fee= --allow-dust --output= --hex --json --wallet-file= --password-file= --password= --wait= --daemon-address= --daemon-login= --daemon-ca-file= --proxy= --allow-plain-http --help --version --verbose'
		values='--destinations=@file --fee= --mixin= --unlock-time= --priority=0,1,2,3,4 --account= --input= --subaddress= --below= --reference= --format=sneakernote,monero,monero-0.18.0 --release= --max-fee= --output=@file -o=@file --wallet-file=@file -w=@file --password-file=@file --password= --wait= --daemon-address= --daemon-login= --daemon-ca-file=@file --proxy='
		;;
	*)
		return
		;;
	esac
	COMPREPLY=()
	current=${COMP_WORDS[COMP_CWORD]}
	# readline breaks a word at "=", unless the user has set COMP_WORDBREAKS.
	if [[ $current = '=' ]]; then
		option=${COMP_WORDS[COMP_CWORD - 1]}
		current=
	elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} = '=' ]]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	elif [[ $current = --*=* ]]; then
		option=${current%%=*} prefix=${current%%=*}= current=${current#*=}
	elif [[ $3 = -* && " $values" = *" $3="* ]]; then
		option=$3
	fi
	if [[ -z $option && $current = -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
		[[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
		return
	fi
	kind=$operand
	if [ -n "$option" ]; then
		kind=" $values "
		[[ $kind = *" $option="* ]] || return 0
		kind=${kind#*" $option="}
		kind=${kind%% *}
	fi
	case $kind in
	@file)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
		;;
	@directory)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -d -- "$current")
		;;
	?*)
		mapfile -t COMPREPLY < <(compgen -W "${kind//,/ }" -- "$current")
		;;
	esac
	[ -z "$prefix" ] || COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
}
complete -F _sneakernote cold-export cold-new cold-prove cold-seed cold-show cold-sign ki-restore qr-scan qr-show sneakernote wallet-names wallet-passwd wo-address wo-balance wo-check wo-history wo-import wo-outputs wo-submit wo-sync wo-transfer
