#!/bin/sh
# bin/voltloop of a release: starts the server, or a command of the operator, with the Node beside it (in the image, that of
# the image). Settings and commands: docs/operations.md.
here=$(dirname "$(readlink -f "$0")")

usage() {
  cat << END
$0                      starts the server with a demo
$0 --empty              starts the server without a demo
$0 backup …             backs up PostgreSQL, ClickHouse and files
$0 restore …            restores a backup
$0 tenant …             creates, limits, exports and erases tenants
$0 rejects …            lists rejected messages and reads them in again
$0 files:move …         moves files between the data folder and a bucket
$0 stock:check          compares the stock with its ledger
$0 stock:rebuild        rebuilds the stock from its ledger
Each command shows its options with --help. Settings are variables of the environment: docs/operations.md.
END
}

program=main.ts
case "${1-}" in
  -h | --help | help) usage && exit ;;
  '' | --empty) ;;
  backup | restore) program=backup/$1-run.ts && shift ;;
  tenant) program=tenant.ts && shift ;;
  rejects) program=rejects.ts && shift ;;
  files:move) program=move-files.ts && shift ;;
  stock:check | stock:rebuild) program=stock-ledger.ts step=${1#stock:} && shift && set -- "$step" "$@" ;;
  *)
    echo "$1 is not known." >&2
    usage >&2
    exit 1
    ;;
esac

# What Node makes of the sources is kept, else each start and command translates them again. Node ignores a folder that
# it cannot write.
if [ -z "${NODE_COMPILE_CACHE-}" ]; then
  NODE_COMPILE_CACHE=$here/../.cache/compiled
  [ -w "$here/.." ] || [ -d "$NODE_COMPILE_CACHE" ] || NODE_COMPILE_CACHE=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/voltloop
fi
export NODE_COMPILE_CACHE VOLTLOOP_PROGRAM="$0"

node=$here/node
[ -x "$node" ] || node=node
exec "$node" "$here/../apps/server/$program" "$@"
