import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type AuditEntry, audit, writeAudit } from './audit.ts';
import { type AuditContent, auditHash } from './audit-hash.ts';
import type { PublicCtx } from './ctx.ts';
import type { Db, Trx } from './db.ts';

/** Object type of the row that records a redaction; its object is the redaction. */
export const REDACTION = 'log_redaction';
const ROWS_AT_ONCE = 1000;

type Row = AuditContent & { seq: string; prev_hash: Buffer | null };

/**
 * Reduces the content of audit rows. Each keeps its hash and its place, so the chain stays valid; a new row covers
 * the hashes of the remaining content, so that later changes are detected (docs/decisions/0084).
 * @param which SQL condition on `a`, the trail.
 * @param reduce Returns the remaining content of a row, also of one reduced before. A row that records a redaction
 *   keeps its hashes.
 * @returns the number of reduced rows
 */
export async function redactAudit(
  trx: Trx,
  ctx: PublicCtx,
  {
    which,
    reduce,
    entry,
  }: {
    which: RawBuilder<unknown>;
    reduce: (row: AuditContent) => Partial<AuditContent>;
    entry: Omit<AuditEntry, 'objectType' | 'objectId'>;
  },
): Promise<number> {
  await writeAudit(trx);
  const id = randomUUID();
  const digest = createHash('sha256');
  let count = 0;
  for (let after = '0'; ; ) {
    const { rows } = await sql<Row>`
      select a.seq, a.at, a.tenant_id, a.actor_id, a.actor_name, a.role_id, a.action, a.object_type, a.object_id,
        host(a.ip) as ip, a.result, a.details, a.prev_hash
      from audit a
      where a.seq > ${after}::bigint and (${which})
      order by a.seq limit ${ROWS_AT_ONCE}`.execute(trx);
    const last = rows.at(-1);
    if (!last) break;
    after = last.seq;
    const reduced = rows.map((row) => {
      const { object_type: type, object_id: id, details: covered } = row;
      const stays = type === REDACTION ? { object_type: type, object_id: id, details: covered } : {};
      const content = { ...row, ...reduce(row), ...stays };
      const content_hash = auditHash(row.prev_hash, content);
      digest.update(lineOf(row.seq, content_hash));
      const { seq, tenant_id, actor_id, actor_name, role_id, object_type, object_id, ip, details } = content;
      return {
        seq,
        tenant_id,
        actor_id,
        actor_name,
        role_id,
        object_type,
        object_id,
        ip,
        details,
        content_hash: content_hash.toString('hex'),
      };
    });
    const left = sql`json_to_recordset(${JSON.stringify(reduced)}::json) as r (seq bigint, tenant_id uuid, actor_id uuid,
      actor_name text, role_id int, object_type text, object_id text, ip inet, details jsonb, content_hash text)`;
    await sql`update audit a set tenant_id = r.tenant_id, actor_id = r.actor_id, actor_name = r.actor_name, role_id = r.role_id,
        object_type = r.object_type, object_id = r.object_id, ip = r.ip, details = coalesce(r.details, '{}')
      from ${left} where a.seq = r.seq`.execute(trx);
    await sql`insert into audit_redactions (redaction_id, seq, content_hash)
      select ${id}::uuid, r.seq, decode(r.content_hash, 'hex') from ${left} order by r.seq`.execute(trx);
    count += rows.length;
  }
  if (count === 0) return 0;
  await audit(trx, ctx, {
    ...entry,
    objectType: REDACTION,
    objectId: id,
    details: { ...entry.details, rows: count, digest: digest.digest('hex') },
  });
  return count;
}

const lineOf = (seq: string, hash: Buffer) => `${seq} ${hash.toString('hex')}\n`;

/** Whether a redaction matches its row in the trail. */
export async function isRecordedRedaction(db: Db, id: string): Promise<boolean> {
  const { rows: recorded } = await sql<{ rows: string; digest: string }>`
    select details ->> 'rows' as rows, details ->> 'digest' as digest from audit
    where object_type = ${REDACTION} and object_id = ${id}`.execute(db);
  if (recorded.length !== 1) return false;
  const digest = createHash('sha256');
  let count = 0;
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ seq: string; content_hash: Buffer }>`
      select seq, content_hash from audit_redactions where redaction_id = ${id}::uuid and seq > ${after}::bigint
      order by seq limit ${ROWS_AT_ONCE}`.execute(db);
    for (const { seq, content_hash } of rows) digest.update(lineOf(seq, content_hash));
    count += rows.length;
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return recorded[0]?.rows === String(count) && recorded[0].digest === digest.digest('hex');
}
