import pino from 'pino';
import { failureText, print, printError } from './command-line.ts';
import { usages } from './commands.ts';
import { readConfig } from './config.ts';
import { prepareDataDir, requireInstance } from './embedded/data-dir.ts';
import { startPostgres } from './embedded/postgres.ts';
import {
  type Difference,
  ledgerDifferences,
  type NegativeDay,
  negativeDays,
  rebuildProjections,
} from './modules/ledger/stock/index.ts';
import { auditAll } from './platform/audit.ts';
import { type Database, openDatabase } from './platform/db.ts';
import { Stopping } from './stopping.ts';

/** Number of differences of a tenant that are printed one by one. */
const MAX_SHOWN = 50;

/** Compares, and with `rebuild` rewrites differing rows. @returns the number of remaining differences */
async function run(command: 'check' | 'rebuild', database: Database): Promise<number> {
  const { rows: tenants } = await database.pool.query<{ id: string; name: string }>(
    'select id, name from tenants t where exists (select 1 from items i where i.tenant_id = t.id) order by name, id',
  );
  if (tenants.length === 0) print('There is no stock.');
  let left = 0;
  for (const { id, name } of tenants) {
    const found = await ledgerDifferences(database.db, id);
    printDifferences(name, found);
    if (command === 'rebuild' && found.length > 0) {
      const after = await rebuild(database, id, found.length);
      print(`  rebuilt; ${after.length} differences are left`);
      left += after.length;
    } else left += found.length;
    const negative = await negativeDays(database.db, id);
    printNegative(negative);
    left += negative.length;
  }
  return left;
}

function printDifferences(name: string, found: readonly Difference[]): void {
  print(
    found.length === 0 ? `${name}: everything matches the moves` : `${name}: ${found.length} differences`,
  );
  for (const { what, id, is, expected } of found.slice(0, MAX_SHOWN))
    print(`  ${what} ${id} is "${is ?? ''}", expected "${expected ?? ''}"`);
  if (found.length > MAX_SHOWN) print(`  … and ${found.length - MAX_SHOWN} more`);
}

function printNegative(found: readonly NegativeDay[]): void {
  if (found.length === 0) return;
  print(
    `  ${found.length} balances were negative on past days, which no rebuild changes: void their documents`,
  );
  for (const { itemId, placeId, condition, day, kg, documentNo } of found.slice(0, MAX_SHOWN))
    print(`  negative ${itemId} at ${placeId} (${condition}) from ${day} on: ${kg} kg, ${documentNo ?? ''}`);
  if (found.length > MAX_SHOWN) print(`  … and ${found.length - MAX_SHOWN} more`);
}

const rebuild = ({ db }: Database, tenantId: string, differences: number): Promise<Difference[]> =>
  db.transaction().execute(async (trx) => {
    const now = new Date();
    await rebuildProjections(trx, tenantId, now);
    const after = await ledgerDifferences(trx, tenantId);
    await auditAll(
      trx,
      { caller: null, now, ip: '', requestId: 'stock-rebuild', log: pino({ level: 'silent' }) },
      [{ action: 'stock.rebuild', tenantId, details: { differences, left: after.length } }],
    );
    return after;
  });

/** The configured database: a server, or the embedded one while no instance runs. */
async function open(stopping: Stopping, log: pino.Logger): Promise<Database> {
  const config = readConfig(process.env, []);
  let url = config.databaseUrl;
  if (!url) {
    requireInstance(config.dataDir, 'postgres.json');
    const dataDir = await prepareDataDir(config.dataDir);
    stopping.add('data folder', () => dataDir.release());
    const postgres = await startPostgres({ dataDir: config.dataDir, log });
    stopping.add('PostgreSQL', () => postgres.stop());
    url = postgres.url;
  }
  const database = openDatabase(url, { max: 2 });
  stopping.add('database pool', database.stop);
  return database;
}

const [command] = process.argv.slice(2);
if (command !== 'check' && command !== 'rebuild') {
  printError(usages.stock);
  process.exit(2);
}
const log = pino({ level: 'error' }, pino.destination(2));
const stopping = new Stopping();
try {
  const left = await run(command, await open(stopping, log));
  process.exitCode = left > 0 ? 1 : 0;
} catch (error) {
  printError(failureText(error));
  process.exitCode = 2;
} finally {
  await stopping.stop(log);
}
