/** What the commands of the operator print for --help; apart from them, so that it needs nothing of the server. */
export const usages = {
  tenant: `npm run tenant -- list                                    all tenants with their limits and usage
npm run tenant -- show <tenant>                           one of them, with the frames that it sent
npm run tenant -- size <tenant>                           what it takes up on disk, by kind of data
npm run tenant -- create --name <name> --user-name <name> --email <address> [--time-zone <IANA name>] [limits]
npm run tenant -- set-up-link <tenant>                    another link for the first password of its main account
npm run tenant -- limits <tenant> [limits]                changes the limits that are given
npm run tenant -- retention <tenant> [--raw --quarter-hours --frames-kept --events --commands]   days; 0: for ever
npm run tenant -- offline-after <tenant> --seconds <60 to 604800, or none>   when its silent devices count as offline
npm run tenant -- disable <tenant>                        ends its sessions, refuses its people, programs and devices
npm run tenant -- enable <tenant>
npm run tenant -- export <tenant> <folder>                all its rows as lines of JSON, and its files
npm run tenant -- erase <tenant> --confirm <its name>     removes a disabled tenant from all stores, for good, and counts
A tenant is named by its id or its name. Limits: --devices, --accounts, --frames (a second), --files (MB); none: no limit`,
  rejects: `npm run rejects -- list  [--reason <reason>] [--devid <id>] [--from <time>] [--to <time>]    counts by reason
npm run rejects -- retry --reason <reason> [--devid <id>] [--from <time>] [--to <time>]   reads them again, after the cause was fixed
npm run rejects -- accept-clock                                                          the clock is right, later data was received by a wrong one
Times of receipt as 2026-03-01T10:00:00Z. Reasons: docs/protocol.md, section 4. The server may run meanwhile.`,
  stock: `npm run stock:check     compares stock, batteries and orders with the moves of the ledger, and prints what differs
                        and days with negative stock; voiding the named documents removes those
npm run stock:rebuild   does the same, and rebuilds what differs from the moves`,
  filesMove: `npm run files:move                 copies the files of the data folder to the bucket in FILES_URL; existing ones are skipped
npm run files:move -- --back       copies those of the bucket to the data folder
npm run files:move -- --remove     removes each file at its old place once both contents are the same
It may run beside the server, and as often as you like.`,
  backup: `npm run backup -- <folder or s3://…>              backs up PostgreSQL, ClickHouse and files, beside the running server or without it
npm run backup -- <place> --keep 14               and then keeps the 14 newest backups only
npm run backup -- <place> --without clickhouse    leaves ClickHouse to its own tools
npm run backup -- <place> --check                 reads every piece of the newest backup and compares its digest`,
  restore: `npm run restore -- <folder or s3://…>             restores the newest backup into empty stores: those of the settings, or DATA_DIR
npm run restore -- <place> --list                 names the backups
npm run restore -- <place> --backup <name>        restores that one
npm run restore -- <place> --force                replaces what the stores hold
npm run restore -- <place> --without postgres     restores ClickHouse and files only, after its own tools restored PostgreSQL
The server must be stopped.`,
} as const;

/**
 * Names commands as this installation calls them: texts have those of npm, a release has `bin/voltloop` instead.
 * @param program how the release's program was called; undefined in a clone
 */
export function withOwnCommands(text: string, program = process.env.VOLTLOOP_PROGRAM): string {
  if (program === undefined) return text;
  return text.replace(/npm run ([a-z:]+)( --)?/g, `${program} $1`).replace(/npm start( --)?/g, program);
}

/** Runs a command of the operator, or prints its usage without loading it. */
export async function startCommand(usage: string, load: () => Promise<unknown>): Promise<void> {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${withOwnCommands(usage)}\n`);
    return;
  }
  await load();
}
