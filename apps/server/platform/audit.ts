import { sql } from 'kysely';
import { type AuditContent, auditHash, HASH_FORM } from './audit-hash.ts';
import type { PublicCtx } from './ctx.ts';
import type { Trx } from './db.ts';

export interface AuditEntry {
  /** What was done: `thing.register`, `session.create`, … */
  action: string;
  objectType?: string;
  objectId?: string;
  result?: 'ok' | 'refused';
  /** Never a password, secret or token. */
  details?: Record<string, unknown>;
  /** Whose it is, where nobody did it: what devices and timers do. */
  tenantId?: string;
  /** Where no caller is signed in yet. */
  actor?: { accountId: string; userName: string; roleId: number; tenantId: string };
}

/**
 * Writes an audit row in the transaction of what it records. Each row's hash covers its own content and the
 * hash of the row before, so a row that is changed or taken out breaks the chain. The advisory lock makes the
 * chain one line; it is held only until the transaction ends.
 */
export async function audit(trx: Trx, ctx: PublicCtx, entry: AuditEntry): Promise<void> {
  await auditAll(trx, ctx, [entry]);
}

/** Rows of one insert: PostgreSQL takes 65,535 parameters, a row has fourteen. */
const ROWS_AT_ONCE = 1000;

/** {@link audit} for several entries, in their order, with few questions however many they are. */
export async function auditAll(trx: Trx, ctx: PublicCtx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`select pg_advisory_xact_lock(7203312)`.execute(trx);
  const last = await trx
    .selectFrom('audit')
    .select('hash')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  let before: Buffer | null = last?.hash ?? null;
  const rows = entries.map((entry) => {
    const row = contentOf(ctx, entry);
    const hash = auditHash(before, row);
    const details = JSON.stringify(row.details);
    const chained = { ...row, details, prev_hash: before, hash, hash_form: HASH_FORM };
    before = hash;
    return chained;
  });
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await trx
      .insertInto('audit')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute();
  }
}

/** What the hash of a row covers. */
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
    // As JSON keeps it: what is undefined is not there, a moment is its text.
    details: JSON.parse(JSON.stringify(entry.details ?? {})),
  };
}
