import { sql } from 'kysely';
import { type AuditContent, contentText, HASH_FORM, hashAfter } from './audit-hash.ts';
import type { PublicCtx } from './ctx.ts';
import { beforeCommit, type Trx } from './db.ts';
import { mapYielding } from './map-yielding.ts';
import { storableJson } from './storable.ts';

export interface AuditEntry {
  /** The action: `thing.register`, `session.create`, … */
  action: string;
  objectType?: string;
  objectId?: string;
  result?: 'ok' | 'refused';
  /** Never a password, secret or token. */
  details?: Record<string, unknown>;
  /** The tenant, for entries without a caller: devices and timers. */
  tenantId?: string;
  /** For calls before sign-in. */
  actor?: { accountId: string; userName: string; roleId: number; tenantId: string };
}

/** The chain of rows without a tenant. */
export const INSTANCE_CHAIN = '00000000-0000-0000-0000-000000000000';

/** A row of the trail, linked to its chain. */
export interface AuditRow extends AuditContent {
  chain: string;
  prev_hash: Buffer | null;
  hash: Buffer;
  hash_form: number;
}

/** Columns of {@link AuditRow}; PostgreSQL gives a row its `seq`. */
export const auditColumns = [
  'at',
  'tenant_id',
  'actor_id',
  'actor_name',
  'role_id',
  'action',
  'object_type',
  'object_id',
  'ip',
  'result',
  'details',
  'chain',
  'prev_hash',
  'hash',
  'hash_form',
] as const satisfies readonly (keyof AuditRow)[];

/** Rows that a transaction writes when it commits. */
const waiting = new WeakMap<Trx, AuditContent[]>();

/**
 * Adds an audit row to the transaction of the change. Each row's hash covers its content and the hash of the previous row
 * of its tenant, so a changed or removed row breaks the chain. Rows are linked and written as the last statements of
 * the transaction, so that others of the tenant wait for its commit only ({@link linkAudit}).
 */
export async function audit(trx: Trx, ctx: PublicCtx, entry: AuditEntry): Promise<void> {
  await auditAll(trx, ctx, [entry]);
}

/** {@link audit} for several entries, in their order, with a constant number of queries. */
export async function auditAll(trx: Trx, ctx: PublicCtx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const contents = await mapYielding(entries, (entry) => contentOf(ctx, entry));
  const before = waiting.get(trx);
  if (before) {
    for (const content of contents) before.push(content);
  } else {
    waiting.set(trx, contents);
    beforeCommit(trx, () => writeAudit(trx));
  }
}

/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

/** Writes the rows that this transaction has added so far, for work on the trail itself. */
export async function writeAudit(trx: Trx): Promise<void> {
  const contents = waiting.get(trx) ?? [];
  waiting.delete(trx);
  const rows = await linkAudit(trx, contents);
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    const part = rows
      .slice(i, i + ROWS_AT_ONCE)
      .map((row) => ({ ...row, prev_hash: bytea(row.prev_hash), hash: bytea(row.hash) }));
    // As JSON: a parameter for each value of thousands of rows takes ten times as long.
    await sql`insert into audit (${columns}) select ${columns}
      from json_populate_recordset(null::audit, ${JSON.stringify(part)}::json)`.execute(trx);
  }
}

/**
 * Locks the chains of these rows until the transaction ends, and links the rows to them. The caller inserts them in
 * this order, before any other row of these chains.
 */
export async function linkAudit(trx: Trx, contents: readonly AuditContent[]): Promise<AuditRow[]> {
  if (contents.length === 0) return [];
  const texts = await mapYielding(contents, (content) => contentText(content));
  const chains = [...new Set(contents.map(chainOf))];
  const { rows: heads } = await sql<{ chain: string; hash: Buffer | null }>`
    select chain, hash from lock_audit_chains(${chains}::uuid[])`.execute(trx);
  const last = new Map(heads.map(({ chain, hash }) => [chain, hash]));
  return mapYielding(contents, (content, i) => {
    const chain = chainOf(content);
    const prev_hash = last.get(chain) ?? null;
    const hash = hashAfter(prev_hash, texts[i] ?? '');
    last.set(chain, hash);
    return { ...content, chain, prev_hash, hash, hash_form: HASH_FORM };
  });
}

const chainOf = ({ tenant_id }: AuditContent) => tenant_id ?? INSTANCE_CHAIN;

const columns = sql.join(auditColumns.map((column) => sql.ref(column)));

const bytea = (bytes: Buffer | null) => (bytes === null ? null : `\\x${bytes.toString('hex')}`);

/** The content that the hash of a row covers. */
function contentOf(ctx: PublicCtx, entry: AuditEntry): AuditContent {
  const actor = ctx.caller ?? entry.actor ?? null;
  return {
    at: ctx.now,
    tenant_id: actor?.tenantId ?? entry.tenantId ?? null,
    actor_id: actor?.accountId ?? null,
    actor_name: actor?.userName ?? null,
    role_id: actor?.roleId ?? null,
    action: entry.action,
    object_type: entry.objectType ?? null,
    object_id: entry.objectId ?? null,
    ip: ctx.ip || null,
    result: entry.result ?? 'ok',
    // As in JSON: undefined is omitted, a date is its text.
    details: storableJson(JSON.parse(JSON.stringify({ ...entry.details, ...tokenOf(ctx) }))),
  };
}

/** Work done with an API token names the token. */
function tokenOf({ caller }: PublicCtx): Record<string, string> {
  const token = caller?.apiToken;
  return token ? { api_token: token.name, api_token_id: token.id } : {};
}
