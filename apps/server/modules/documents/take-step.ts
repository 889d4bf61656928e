import type { DocumentKind, Resource } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import { type AuditEntry, auditAll } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Trx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type Core, type Row, rowsById, type StepInput } from '../resources/index.ts';
import { type Document, lockDocument, prefixOf } from './document.ts';
import { nextNumber } from './numbers.ts';
import { post } from './post.ts';
import { voidDocument } from './void.ts';

/** A posting that waits for a lock longer than this is told to try again. */
const LOCK_TIMEOUT_MS = 3000;
/** Tries of a transaction that PostgreSQL ends because of a deadlock. */
const TRIES = 3;

/**
 * Takes documents a step on in their life, all or none; posting and voiding write the ledger in the same transaction.
 * @throws transition for a step that its state does not have, conflict, validation, forbidden where four eyes are asked for
 */
export async function takeDocumentStep(
  core: Core,
  ctx: Ctx,
  kind: DocumentKind,
  input: StepInput,
): Promise<Row[]> {
  const ids = [...new Set(input.ids)];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await core.services.db.transaction().execute(async (trx) => {
        await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(trx);
        return takeAll(core, trx, ctx, kind, ids, input);
      });
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      // Ended by a deadlock, or somebody else has just made the same battery, lot or place.
      if ((code === '40P01' || code === '23505') && attempt < TRIES) continue;
      if (code && busy.has(code))
        throw new AppError('conflict', {
          message: 'Others are posting the same goods: try again',
          cause: error,
        });
      if (code === '23514' && (table === 'lot_balances' || table === 'place_totals')) throw notThere();
      throw error;
    }
  }
}

/** Deadlock, unique violation, lock not available. */
const busy: ReadonlySet<string> = new Set(['40P01', '23505', '55P03']);

function notThere(): AppError {
  const message = 'Goods of this document are no longer there';
  return new AppError('conflict', {
    message,
    fields: [{ path: 'ids.0', key: 'rule.document.noLongerThere', message }],
  });
}

async function takeAll(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  ids: readonly string[],
  input: StepInput,
): Promise<Row[]> {
  const { resource } = kind;
  const documents: Document[] = [];
  for (const id of [...ids].sort()) documents.push(await lockDocument(trx, ctx.caller.tenantId, kind, id));
  const inOrder = ids.map((id) => documents.find((each) => each.id === id) as Document);
  if (input.version !== undefined && inOrder[0]?.version !== input.version)
    throw new AppError('conflict', { message: 'Somebody else has changed this meanwhile' });
  refuseMissingArrows(resource, input.step, inOrder);
  const entries: AuditEntry[] = [];
  for (const document of inOrder) entries.push(...(await take(core, trx, ctx, kind, document, input)));
  await auditAll(trx, ctx, entries);
  const rows = await rowsById(trx, core.registry, resource, ctx.caller.tenantId, ids);
  return ids.map((id) => rows.find((row) => row.id === id) as Row);
}

/** @returns the audit rows of the step, which are written last */
async function take(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
  { step, reason }: StepInput,
): Promise<AuditEntry[]> {
  const { resource } = kind;
  const { accountId } = ctx.caller;
  const { id } = document;
  const entries: AuditEntry[] = [];
  let details: Record<string, unknown> = {};
  switch (step) {
    case 'approve':
      if (document.submitted_by === accountId)
        throw new AppError('conflict', {
          message: 'Whoever submitted a document does not approve it',
          fields: [
            {
              path: 'ids.0',
              key: 'rule.document.fourEyes',
              message: 'Another person approves this document',
            },
          ],
        });
      await sql`update documents set approved_by = ${accountId} where id = ${id}`.execute(trx);
      entries.push(...(await post(core, trx, ctx, kind, document)));
      break;
    case 'post':
      entries.push(...(await post(core, trx, ctx, kind, document)));
      break;
    case 'void': {
      const voided = await voidDocument(trx, ctx, kind, document, reason);
      details = { counter: voided.counter };
      entries.push(...voided.entries);
      break;
    }
    case 'submit': {
      const no =
        document.no ?? (await nextNumber(trx, ctx.caller.tenantId, prefixOf(kind, document), document.day));
      await sql`update documents set no = ${no}, submitted_by = ${accountId} where id = ${id}`.execute(trx);
      await setStatus(trx, ctx, id, 'submitted');
      break;
    }
    default:
      await setStatus(trx, ctx, id, String(resource.life?.steps[step]?.to));
  }
  const to = resource.life?.steps[step]?.to;
  const changes = { status: { from: document.status, to } };
  entries.push({
    action: `${resource.name}.step`,
    objectType: resource.name,
    objectId: id,
    details: { step, ...(reason ? { reason } : {}), ...details, changes },
  });
  return entries;
}

const setStatus = (trx: Trx, ctx: Ctx, id: string, status: string) =>
  sql`update documents set status = ${status}, version = version + 1, update_time = ${ctx.now} where id = ${id}`.execute(
    trx,
  );

/** @throws transition */
function refuseMissingArrows({ life }: Resource, step: string, documents: readonly Document[]): void {
  const message = 'This step is not allowed in the present state';
  const fields = documents.flatMap(({ status }, n) =>
    life?.steps[step]?.from.includes(status)
      ? []
      : [{ path: `ids.${n}`, key: `resource.noStep?from=${status}`, message }],
  );
  if (fields.length > 0) throw new AppError('transition', { message, fields });
}
