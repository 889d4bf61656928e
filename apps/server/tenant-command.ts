import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  newTenant,
  type TenantSummary,
  tenantLimits,
  tenantOfflineAfter,
  tenantRetention,
} from '@voltloop/contract';
import pino, { type Logger } from 'pino';
import type { z } from 'zod';
import { instanceOf } from './backup/instance.ts';
import { openEngines } from './backup/open.ts';
import { failureText, print, progressLines } from './command-line.ts';
import { usages } from './commands.ts';
import { type Config, readConfig } from './config.ts';
import {
  createTenant,
  eraseTenant,
  exportTenant,
  readTenant,
  readTenants,
  renewSetUp,
  setTenantLimits,
  setTenantOfflineAfter,
  setTenantRetention,
  setTenantState,
  tenantSizes,
} from './modules/instance/tenants/index.ts';
import { type ClickHouse, openClickHouse } from './platform/clickhouse.ts';
import type { PublicCtx } from './platform/ctx.ts';
import { type Db, openDatabase } from './platform/db.ts';
import { AppError } from './platform/errors.ts';
import { wordsOf } from './platform/field-words.ts';
import type { Files } from './platform/files.ts';
import { openExportFiles, openFiles } from './platform/open-files.ts';
import { StartError } from './platform/start-error.ts';
import { isUuid } from './platform/uuid.ts';
import { Stopping } from './stopping.ts';

/** ClickHouse needs a while to remove the points of many devices. */
const LONG_MS = 24 * 3_600_000;

interface World {
  config: Config;
  db: Db;
  clickhouse: ClickHouse;
  files: Files;
  exportFiles: Files;
  log: Logger;
}

const options = {
  name: { type: 'string' },
  'user-name': { type: 'string' },
  email: { type: 'string' },
  'time-zone': { type: 'string' },
  devices: { type: 'string' },
  accounts: { type: 'string' },
  frames: { type: 'string' },
  files: { type: 'string' },
  confirm: { type: 'string' },
  raw: { type: 'string' },
  'quarter-hours': { type: 'string' },
  'frames-kept': { type: 'string' },
  events: { type: 'string' },
  commands: { type: 'string' },
  seconds: { type: 'string' },
} as const;
type Values = { [K in keyof typeof options]?: string | undefined };

const unknownArguments = () => new StartError('Unknown arguments.', usages.tenant);

/** @throws StartError for an option that does not exist or has no value */
function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (cause) {
    // The first sentence names the option; the rest explains how to pass it as a positional argument.
    throw new StartError((cause as Error).message.replace(/\. To specify.*/s, '.'), usages.tenant, { cause });
  }
}

/** The tenant of an id or a name. */
async function find(world: World, text: string | undefined): Promise<TenantSummary> {
  if (!text) throw unknownArguments();
  const found = (await readTenants(world)).filter(({ id, name }) =>
    isUuid(text) ? id === text : name === text,
  );
  const [tenant] = found;
  if (!tenant) throw new StartError(`There is no tenant ${text}.`, 'npm run tenant -- list shows all.');
  if (found.length > 1)
    throw new StartError(`${found.length} tenants are called ${text}.`, 'Use the id of the right one.');
  return tenant;
}

/** The limits of the command line, checked as the call's body is. */
function checked<T extends z.ZodType>(schema: T, value: unknown, otherwise = 'none'): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path.at(-1));
  const option = `--${optionOf[name] ?? name.replaceAll('_', '-')}`;
  const text = wordsOf(issue?.message ?? '', 'en') ?? (issue ? boundOf(issue, `, or ${otherwise}`) : '');
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined;
  throw new StartError(isMissing ? `${option} is missing.` : `${option} is wrong: ${text}.`, usages.tenant);
}

/** What the value must be. */
function boundOf(issue: z.core.$ZodIssue, otherwise: string): string {
  const isText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_small')
    return isText ? 'it is empty' : `it must be at least ${issue.minimum}${otherwise}`;
  if (issue.code === 'too_big')
    return isText
      ? `it may have at most ${issue.maximum} characters`
      : `it may be at most ${issue.maximum}${otherwise}`;
  if (issue.code === 'invalid_union') return `it must be a whole number${otherwise}`;
  if (issue.code === 'invalid_type')
    return `it must be a ${issue.expected === 'int' ? 'whole number' : 'number'}${otherwise}`;
  return issue.message;
}

/** Options whose name differs from that of the call's field. */
const optionOf: Record<string, string> = {
  frames_per_second: 'frames',
  files_mb: 'files',
  offline_after_s: 'seconds',
  frames: 'frames-kept',
};

function limitsOf({ devices, accounts, frames, files }: Values) {
  const given = { devices, accounts, frames_per_second: frames, files_mb: files };
  return checked(tenantLimits.partial(), numbersOf(given));
}

function retentionOf({ raw, events, commands, ...values }: Values) {
  const { 'quarter-hours': quarter_hours, 'frames-kept': frames } = values;
  const given = numbersOf({ raw, quarter_hours, frames, events, commands });
  return checked(tenantRetention.partial(), given, '0 (for ever) or none');
}

function numbersOf(given: Record<string, string | undefined>): Record<string, number | null> {
  const changed = Object.entries(given).filter(([, text]) => text !== undefined);
  return Object.fromEntries(
    changed.map(([name, text]) => [name, text === 'none' ? null : Number(text || Number.NaN)]),
  );
}

const amount = (used: number | string, limit: number | null) =>
  limit === null ? `${used}` : `${used} of ${limit}`;

function describe({
  id,
  name,
  main_account,
  limits,
  retention,
  offline_after_s,
  usage: used,
  disabled_at,
}: TenantSummary): string {
  const parts = [
    `${amount(used.devices, limits.devices)} devices`,
    `${amount(used.accounts, limits.accounts)} accounts`,
    `${amount(used.files_mb, limits.files_mb)} MB of files`,
    limits.frames_per_second === null
      ? 'frames without limit'
      : `${limits.frames_per_second} frames a second`,
  ];
  for (const [kind, days] of Object.entries(retention))
    if (days !== null) parts.push(`${kind} kept ${days === 0 ? 'for ever' : `${days} days`}`);
  if (offline_after_s !== null) parts.push(`devices offline after ${offline_after_s} s`);
  const state = disabled_at === null ? '' : `, disabled since ${new Date(disabled_at).toISOString()}`;
  return `${id}  ${name} (main account ${main_account ?? 'none'}): ${parts.join(', ')}${state}`;
}

function printLink({
  code,
  link,
  expires_at,
}: {
  code: string;
  link: string | null;
  expires_at: number;
}): void {
  const where = link ?? `/reset#${code} at the address of the console`;
  print(`The first password is chosen here, once, until ${new Date(expires_at).toISOString()}:\n  ${where}`);
}

async function exportTo(world: World, tenant: TenantSummary, folder: string | undefined): Promise<void> {
  if (!folder) throw unknownArguments();
  const path = resolve(folder);
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new StartError(`${path} is not empty.`, 'Give a folder that is empty or does not exist yet.');
  const { tables, points, files } = await exportTenant(world, tenant.id, path, progressLines());
  print(
    `${tenant.name}: ${sum(tables)} rows of PostgreSQL, ${sum(points)} of ClickHouse, ${files} files in ${path}`,
  );
}

/** @returns whether nothing is left */
async function erase(
  world: World,
  ctx: PublicCtx,
  tenant: TenantSummary,
  confirm?: string,
): Promise<boolean> {
  if (confirm !== tenant.name)
    throw new StartError(
      `Nothing was erased: --confirm has to be the name of the tenant, ${tenant.name}.`,
      'This cannot be undone. npm run tenant -- export makes a copy.',
    );
  const { tables, points, files, trail, left } = await eraseTenant(world, ctx, tenant.id, progressLines());
  for (const [name, rows] of Object.entries({ ...tables, ...points }))
    if (rows > 0) print(`  ${name}: ${rows}`);
  print(
    `${tenant.name}: removed ${sum(tables)} rows of PostgreSQL, ${sum(points)} of ClickHouse and ${files} files`,
  );
  print(`${trail} rows of the audit trail stay for its chain of hashes, without content`);
  for (const [name, rows] of Object.entries(left)) print(`  left in ${name}: ${rows}`);
  print(sum(left) === 0 ? 'Counted again: nothing is left' : 'Something is left: run it again');
  return sum(left) === 0;
}

const inGB = (bytes: number) => (bytes / 1e9).toFixed(3);
const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, n) => total + n, 0);

async function run(world: World, command: string, [text, ...rest]: string[], values: Values): Promise<void> {
  const ctx: PublicCtx = { caller: null, now: new Date(), ip: '', requestId: 'tenant', log: world.log };
  if (rest.length > (command === 'export' ? 1 : 0)) throw unknownArguments();
  if (command === 'list') {
    for (const tenant of await readTenants(world)) print(describe(tenant));
  } else if (command === 'show') {
    const { id } = await find(world, text);
    const { frames, ...tenant } = await readTenant(world, id, ctx.now);
    print(describe(tenant));
    print(
      `  ${frames.last_hour} frames in the last hour, ${frames.last_day} in the last day, at most ${frames.busiest_second} in a second`,
    );
  } else if (command === 'size') {
    const { id, name } = await find(world, text);
    const sizes = await tenantSizes(world, id);
    print(`${name}: ${inGB(sizes.reduce((total, { bytes }) => total + bytes, 0))} GB`);
    for (const { kind, rows, bytes } of sizes)
      print(`  ${kind.padEnd(14)}${inGB(bytes).padStart(10)} GB${String(rows).padStart(16)} rows`);
  } else if (command === 'create') {
    const { name, email } = values;
    const { 'user-name': user_name, 'time-zone': time_zone } = values;
    const body = checked(newTenant, { name, user_name, email, time_zone, limits: limitsOf(values) });
    const { tenant, set_up } = await createTenant(world, ctx, body);
    print(describe(tenant));
    printLink(set_up);
  } else if (command === 'set-up-link') {
    printLink(await renewSetUp(world, ctx, (await find(world, text)).id));
  } else if (command === 'limits') {
    const { id } = await find(world, text);
    print(describe(await setTenantLimits(world, ctx, id, limitsOf(values))));
  } else if (command === 'retention') {
    const { id } = await find(world, text);
    print(describe(await setTenantRetention(world, ctx, id, retentionOf(values))));
  } else if (command === 'offline-after') {
    const { id } = await find(world, text);
    const given = numbersOf({ offline_after_s: values.seconds });
    const { offline_after_s } = checked(tenantOfflineAfter, given);
    print(describe(await setTenantOfflineAfter(world, ctx, id, offline_after_s)));
  } else if (command === 'disable' || command === 'enable') {
    const { id } = await find(world, text);
    print(describe(await setTenantState(world, ctx, id, command === 'disable')));
  } else if (command === 'export') {
    await exportTo(world, await find(world, text), rest[0]);
  } else if (command === 'erase') {
    if (!(await erase(world, ctx, await find(world, text), values.confirm))) process.exitCode = 1;
  } else throw unknownArguments();
}

const stopping = new Stopping();
const log = pino({ level: 'error' }, pino.destination(2));
try {
  const { values, positionals } = parsed();
  const [command, ...args] = positionals;
  if (!command) throw unknownArguments();
  const config = readConfig(process.env, []);
  const { databaseUrl, clickhouseUrl } = await openEngines(config, log, stopping, { mayRun: true });
  const { db, pool, stop } = openDatabase(databaseUrl, { max: 4 });
  stopping.add('database pool', stop);
  await instanceOf(pool);
  const clickhouse = openClickHouse(clickhouseUrl, { timeout_ms: LONG_MS });
  stopping.add('ClickHouse client', () => clickhouse.stop());
  const files = await openFiles(config);
  const exportFiles = await openExportFiles(config);
  await run({ config, db, clickhouse, files, exportFiles, log }, command, args, values);
} catch (error) {
  const fields = error instanceof AppError ? error.fields.map(({ path }) => path).join(', ') : '';
  const text = error instanceof AppError ? error.message : failureText(error);
  process.stderr.write(`${fields ? `${fields}: ` : ''}${text}\n`);
  process.exitCode = 2;
} finally {
  await stopping.stop(log);
}
