import type { FieldError } from '@voltloop/contract';
import { type DocumentKind, MAX_LINES, type Resource, type Step } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import { type AuditEntry, auditAll } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError } from '../../../platform/errors.ts';
import {
  type Core,
  type Row,
  refuseMissingArrows,
  refuseOthersChange,
  rowsById,
  type StepInput,
} from '../../records/resources/index.ts';
import { claimGoods, releaseClaims } from './claims.ts';
import { type Document, lockDocument, prefixOf } from './document.ts';
import { nextNumber } from './numbers.ts';
import { type Posted, post } from './post.ts';
import { posting } from './posting.ts';
import { voidDocument } from './void.ts';
import { refuseUnconfirmed, storeConfirmed } from './warnings.ts';

/**
 * Takes a life-cycle step with documents, all or none; posting and voiding write the ledger in the same transaction.
 * @throws unconfirmed for warnings that are not confirmed, transition for a step that its state does not have, conflict, validation
 */
export function takeDocumentStep(core: Core, ctx: Ctx, kind: DocumentKind, input: StepInput): Promise<Row[]> {
  const ids = [...new Set(input.ids)];
  return posting(core.services, ctx, ids.length, (trx) => takeAll(core, trx, ctx, kind, ids, input));
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
  if (inOrder[0]) refuseOthersChange(inOrder[0], input.version);
  refuseMissingArrows('status', stepOf(resource, input.step), inOrder, 'no');
  if (ids.length > 1) await refuseTooManyLines(trx, ids);
  const entries: AuditEntry[] = [];
  const warnings: FieldError[] = [];
  for (const [n, document] of inOrder.entries()) {
    const several = ids.length > 1;
    const taken = await take(core, trx, ctx, kind, document, input).catch((error: unknown) => {
      throw several ? refusalOf(error, n, document) : error;
    });
    entries.push(...taken.entries);
    warnings.push(
      ...(several ? taken.warnings.map((warning) => withDocument(warning, n, document)) : taken.warnings),
    );
  }
  refuseUnconfirmed(warnings, input);
  await auditAll(trx, ctx, entries);
  const rows = await rowsById(trx, core.registry, resource, ctx.caller.tenantId, ids);
  return ids.map((id) => rows.find((row) => row.id === id) as Row);
}

/** An error of one of several documents, with its position and number. */
function withDocument(field: FieldError, n: number, { id, no }: Document): FieldError {
  const within = field.path.replace(/^ids\.0(\.|$)/, '');
  return { ...field, path: `ids.${n}${within && `.${within}`}`, of: { id, title: no ?? '' } };
}

/** The refusal of a step of several documents, which names the document. */
function refusalOf(error: unknown, n: number, document: Document): unknown {
  if (!(error instanceof AppError)) return error;
  const { codeName, message, fields } = error;
  const fieldErrors = fields.length > 0 ? fields : [{ path: '', key: '', message }];
  return new AppError(codeName, {
    message,
    cause: error,
    fields: fieldErrors.map((field) => withDocument(field, n, document)),
  });
}

/** Bulk postings are exclusive in their tenant: together they may have no more lines than one document. */
async function refuseTooManyLines(trx: Trx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from document_lines where document_id = any(${[...ids]}::uuid[])`.execute(
    trx,
  );
  if ((rows[0]?.lines ?? 0) <= MAX_LINES) return;
  throw conflictError(
    'ids.0',
    `rule.document.tooManyTogether?max=${MAX_LINES}`,
    `These documents have more than ${MAX_LINES} lines together: choose fewer`,
  );
}

/** @returns the audit rows of the step, which are written last, and warnings to confirm */
async function take(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
  { step, reason }: StepInput,
): Promise<Posted> {
  const { resource } = kind;
  const { accountId } = ctx.caller;
  const { id } = document;
  const { to } = stepOf(resource, step);
  const entries: AuditEntry[] = [];
  let warnings: Posted['warnings'] = [];
  let details: Record<string, unknown> = {};
  // The document no longer needs its claims.
  if (kind.claims) await releaseClaims(trx, id);
  const postIt = async () => {
    const posted = await post(core, trx, ctx, kind, document);
    warnings = posted.warnings;
    const confirmed = warnings.map(({ path, key }) => ({ path, key }));
    await storeConfirmed(trx, ctx, id, { step, reason }, warnings);
    if (confirmed.length > 0) details = { confirmed };
    entries.push(...posted.entries);
  };
  switch (step) {
    case 'approve':
      if (document.submitted_by === accountId || document.create_user === accountId)
        throw conflictError('ids.0', 'rule.document.fourEyes', 'Another person must approve this document');
      await sql`update documents set approved_by = ${accountId} where id = ${id}`.execute(trx);
      await postIt();
      break;
    case 'post':
      await postIt();
      break;
    case 'void': {
      const voided = await voidDocument(core, trx, ctx, kind, document, reason);
      details = { counter: voided.counter };
      entries.push(...voided.entries);
      break;
    }
    case 'submit': {
      await refuseUnpostable(core, trx, ctx, kind, document);
      if (kind.claims === 'submitted') await claimGoods(trx, ctx, kind, document);
      const no =
        document.no ?? (await nextNumber(trx, ctx.caller.tenantId, prefixOf(kind, document), document.day));
      await sql`update documents set no = ${no}, submitted_by = ${accountId} where id = ${id}`.execute(trx);
      await setStatus(trx, ctx, id, to);
      break;
    }
    default:
      await setStatus(trx, ctx, id, to);
  }
  const changes = { status: { from: document.status, to } };
  entries.push({
    action: `${resource.name}.step`,
    objectType: resource.name,
    objectId: id,
    details: { step, ...(reason ? { reason } : {}), ...details, changes },
  });
  return { entries, warnings };
}

/**
 * Refuses to submit what could not be posted now: a trial posting that is rolled back. Warnings are decided by the person
 * who approves. @throws validation, conflict
 */
async function refuseUnpostable(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
): Promise<void> {
  await sql`savepoint trial`.execute(trx);
  await post(core, trx, ctx, kind, document, { purpose: 'submit' });
  await sql`rollback to savepoint trial`.execute(trx);
}

/** The life-cycle step with this id. */
const stepOf = ({ life }: Resource, step: string) => life?.steps[step] as Step;

const setStatus = (trx: Trx, ctx: Ctx, id: string, status: string | number) =>
  sql`update documents set status = ${status}, version = version + 1, update_time = ${ctx.now} where id = ${id}`.execute(
    trx,
  );
