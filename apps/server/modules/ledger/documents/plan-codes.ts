import type { FieldError } from '@voltloop/contract';
import type { Preset } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Core, lockRows, type Row, rowsById, updateUnaudited } from '../../records/resources/index.ts';
import { lockByCode } from '../stock/index.ts';
import type { Document } from './document.ts';
import { type LineProblem, problem } from './line-problem.ts';
import { codesOf, type Line, noteItems } from './lines.ts';
import type { Plan } from './plan.ts';
import type { Refusals } from './refusals.ts';

/**
 * Corrects the codes of batteries. Nothing moves; the former code still leads to its battery, and facts derived from the
 * code are derived from the new one.
 * @throws validation, conflict
 */
export async function planCodes(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  _preset: Preset,
  _document: Document,
  lines: readonly Line[],
  refusals: Refusals,
): Promise<Plan> {
  const { tenantId } = ctx.caller;
  const items = await lockByCode(trx, tenantId, codesOf(lines));
  const given = lines.flatMap(({ newCode }) => newCode ?? []);
  const others = await lockByCode(trx, tenantId, given);
  const check = ({ code, newCode }: Line): LineProblem | null => {
    const item = items.get(code ?? '');
    if (!item) return problem('code', 'codeUnknown', 'There is no battery with this code');
    if (item.code !== code)
      return problem(
        'code',
        `codeCorrectedAlready?to=${item.code}`,
        `This code is corrected to ${item.code} already`,
      );
    if (newCode === null) return problem('newCode', 'newCodeMissing', 'Enter the correct code');
    if (given.filter((each) => each === newCode).length > 1)
      return problem('newCode', 'newCodeTwice', 'This code appears in two lines');
    // A former code of the same battery is free.
    return others.get(newCode)?.code === newCode
      ? problem('newCode', 'codeTaken', 'Another battery has this code')
      : null;
  };
  await refusals.movesOf(
    trx,
    lines.map((line) => ({ line, plan: check(line) ?? [] })),
  );
  refusals.endLines();
  const changes = lines.map((line) => ({
    line,
    id: items.get(line.code ?? '')?.id as string,
    code: line.newCode as string,
    former: line.code as string,
  }));
  await noteItems(
    trx,
    changes.map(({ line, id }) => ({ lineId: line.id, itemId: id })),
  );
  const entries = await changeCodes(core, trx, ctx, changes, (line) => `lines.${line.clientKey}.newCode`);
  return { moves: [], entries, totals: { pieces: lines.length, kg: '0' } };
}

interface CodeChange<T> {
  line: T;
  /** Of the battery. */
  id: string;
  code: string;
  /** Stored, so that it still finds the battery. */
  former: string | null;
}

/** Changes the codes of batteries. @param path where the errors of a line are @returns the audit rows */
async function changeCodes<T>(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  changes: readonly CodeChange<T>[],
  path: (line: T) => string,
): Promise<AuditEntry[]> {
  const battery = core.registry.get('battery');
  if (!battery) throw new Error('Resource battery is not declared');
  const { tenantId } = ctx.caller;
  const ids = changes.map(({ id }) => id);
  await lockRows(trx, battery, tenantId, ids, 'change');
  const before = new Map(
    (await rowsById(trx, core.registry, battery, tenantId, ids)).map((row) => [row.id, row]),
  );
  const entries: AuditEntry[] = [];
  const fields: FieldError[] = [];
  for (const { line, id, code, former } of changes) {
    const row = before.get(id) as Row;
    const known = String(row.formerCodes ?? '')
      .split(' ')
      .filter((each) => each !== '' && each !== code && each !== former);
    const formerCodes = [...known, ...(former === null ? [] : [former])].join(' ') || null;
    try {
      const entry = await updateUnaudited(core, trx, ctx, battery, row, { ...row, batteryCode: code });
      if (entry) entries.push(entry);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fields.push(...error.fields.map((each) => ({ ...each, path: path(line) })));
    }
    await sql`update batteries set former_codes = ${formerCodes} where id = ${id}`.execute(trx);
  }
  const [first] = fields;
  if (first) throw new AppError('conflict', { message: first.message, fields });
  return entries;
}

/**
 * Reverses the corrections of a document: its batteries get their former codes back.
 * @throws conflict where a code has been corrected again since
 */
export async function restoreCodes(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  documentId: string,
): Promise<AuditEntry[]> {
  const { rows } = await sql<{ id: string; code: string; newCode: string; is: string }>`
    select b.id, l.code, l.new_code as "newCode", b.battery_code as "is"
      from document_lines l join batteries b on b.id = l.item_id where l.document_id = ${documentId}`.execute(
    trx,
  );
  const since = rows.filter(({ newCode, is }) => newCode !== is);
  const message = 'Codes of this document have been corrected since';
  if (since.length > 0)
    throw new AppError('conflict', {
      message,
      fields: since.map(({ newCode, is }) => ({
        path: 'ids.0',
        key: `rule.document.codeCorrectedAlready?to=${is}`,
        message: `${newCode} is corrected to ${is} already`,
      })),
    });
  // The reversed code finds nothing: it never was the battery's.
  return changeCodes(
    core,
    trx,
    ctx,
    rows.map(({ id, code }) => ({ line: null, id, code, former: null })),
    () => 'ids.0',
  );
}
