import { sql } from 'kysely';
import { advisoryLocks } from './advisory-locks.ts';
import { type AuditContent, auditHash, HASH_FORM } from './audit-hash.ts';
import type { PublicCtx } from './ctx.ts';
import type { Trx } from './db.ts';
import { mapYielding } from './map-yielding.ts';

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

/**
 * Writes an audit row in the transaction of the change. Each row's hash covers its content and the hash of the
 * previous row, so a changed or removed row breaks the chain. An advisory lock makes the chain sequential; it is
 * released when the transaction ends.
 */
export async function audit(trx: Trx, ctx: PublicCtx, entry: AuditEntry): Promise<void> {
  await auditAll(trx, ctx, [entry]);
}

/** Blocks other transactions with audit rows until this one ends. */
export async function lockAudit(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.audit)})`.execute(trx);
}

/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

/** {@link audit} for several entries, in their order, with a constant number of queries. */
export async function auditAll(trx: Trx, ctx: PublicCtx, entries: readonly AuditEntry[]): Promise<void> {
  await auditContents(
    trx,
    entries.map((entry) => contentOf(ctx, entry)),
  );
}

/** Appends rows with given contents to the chain: {@link auditAll} for what happened at different times. */
export async function auditContents(trx: Trx, contents: readonly AuditContent[]): Promise<void> {
  if (contents.length === 0) return;
  await lockAudit(trx);
  const last = await trx
    .selectFrom('audit')
    .select('hash')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  let before: Buffer | null = last?.hash ?? null;
  const rows = await mapYielding(contents, (row) => {
    const prev_hash = bytea(before);
    before = auditHash(before, row);
    return { ...row, prev_hash, hash: bytea(before), hash_form: HASH_FORM };
  });
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    // As JSON: a parameter for each value of thousands of rows takes ten times as long.
    await sql`insert into audit (${columns}) select ${columns}
      from json_populate_recordset(null::audit, ${JSON.stringify(rows.slice(i, i + ROWS_AT_ONCE))}::json)`.execute(
      trx,
    );
  }
}

const columns =
  sql.raw(`at, tenant_id, actor_id, actor_name, role_id, action, object_type, object_id, ip, result, details,
  prev_hash, hash, hash_form`);

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
    details: JSON.parse(JSON.stringify({ ...entry.details, ...tokenOf(ctx) })),
  };
}

/** Work done with an API token names the token. */
function tokenOf({ caller }: PublicCtx): Record<string, string> {
  const token = caller?.apiToken;
  return token ? { api_token: token.name, api_token_id: token.id } : {};
}
