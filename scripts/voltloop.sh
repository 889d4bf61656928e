#!/bin/sh
# bin/voltloop of a release: starts the server, or a command of the operator, with the Node beside it (in the image, that of
# the image). Settings and commands: docs/operations.md.
here=$(dirname "$(readlink -f "$0")")
node=$here/node
[ -x "$node" ] || node=node
program=main.ts
case "${1-}" in
  backup | restore) program=backup/$1-run.ts && shift ;;
  tenant) program=tenant.ts && shift ;;
  rejects) program=rejects.ts && shift ;;
  files:move) program=move-files.ts && shift ;;
  stock:check | stock:rebuild) program=stock-ledger.ts step=${1#stock:} && shift && set -- "$step" "$@" ;;
esac
exec "$node" "$here/../apps/server/$program" "$@"
