import { decimalOf, type Preset } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { conflictError } from '../../../platform/errors.ts';
import type { Core } from '../../records/resources/index.ts';
import { balancesOf, lockByCode, lotsByNumber, type Move } from '../stock/index.ts';
import { type Checked, checkCount, correctionOf, type Found } from './check-count.ts';
import type { Document } from './document.ts';
import { problem } from './line-problem.ts';
import { type Line, linesOf, totalsOf } from './lines.ts';
import type { Plan } from './plan.ts';
import { readBooked } from './read-booked.ts';
import type { Refusals } from './refusals.ts';
import { refuseProblems } from './refuse-problems.ts';

/**
 * The moves of a stock-take: missing goods go to the place of differences, found goods come from their place in the
 * ledger. Uncounted goods get a line each, and each line gets its finding.
 * @throws validation, conflict
 */
export async function planCount(
  _core: Core,
  trx: Trx,
  ctx: Ctx,
  _preset: Preset,
  document: Document,
  lines: readonly Line[],
  refusals: Refusals,
): Promise<Plan> {
  const { tenantId } = ctx.caller;
  const before = await readBooked(trx, tenantId, document, lines);
  await lockByCode(trx, tenantId, [...before.items.keys()]);
  const lots = await lotsByNumber(trx, tenantId, [...before.lots.keys()]);
  await balancesOf(
    trx,
    [...lots.values()].map(({ id }) => id),
    document.day,
  );
  // Goods moved before the lock have moved since the count began; the next read detects them.
  const checked = checkCount(lines, await readBooked(trx, tenantId, document, lines));
  const wrong = checked.flatMap((each) => ('problem' in each ? [each] : []));
  for (const { line, problem } of wrong)
    if (line === null) refusals.add(conflictError(problem.field, problem.key, problem.message));
  await refusals.attempt(() => refuseLines(trx, checked));
  refusals.endLines();
  const found = checked.flatMap((each) => ('problem' in each ? [] : [each]));
  const totals = await totalsOf(trx, document.id);
  await noteFindings(trx, tenantId, document.id, found);
  await noteResult(trx, document.id, found);
  const moves = found.flatMap(({ lineId, moves }) => moves.map((move): Move => ({ ...move, lineId })));
  return { moves, entries: [], totals };
}

const refuseLines = (trx: Trx, checked: readonly Checked[]) =>
  refuseProblems(
    trx,
    checked.flatMap((each) =>
      'problem' in each && each.line ? [{ line: each.line, plan: each.problem }] : [],
    ),
  );

const notBooked: Readonly<Record<string, [key: string, message: string]>> = {
  unknown: ['countedUnknown', 'It is not registered: receive it after the count'],
  outside: ['countedOutside', 'By the ledger it has left: receive it after the count'],
};

/** @throws conflict that names the count lines with errors and those that posting will not book */
export async function refuseCounted(
  trx: Trx,
  tenantId: string,
  document: Document,
  keys: readonly string[],
): Promise<void> {
  const lines = (await linesOf(trx, document.id)).filter(({ clientKey }) => keys.includes(clientKey));
  const checked = checkCount(lines, await readBooked(trx, tenantId, document, lines));
  await refuseLines(
    trx,
    checked.map((each) => {
      const words = 'finding' in each ? notBooked[each.finding] : undefined;
      return words ? { line: (each as Found).line, problem: problem('finding', ...words) } : each;
    }),
  );
}

/** Stores the findings of the lines, and adds lines for uncounted goods. */
async function noteFindings(
  trx: Trx,
  tenantId: string,
  documentId: string,
  found: readonly Found[],
): Promise<void> {
  const kept = found.filter(({ line, moves }) => line !== null || moves.length > 0);
  const rows = JSON.stringify(
    kept.map(({ line, lineId, finding, code, lot, booked, bookedKg }, n) => ({
      id: lineId,
      added: line === null,
      n,
      finding,
      code,
      booked: bookedKg,
      lot: lot?.lotNo,
      material: lot?.material,
      chemistry: lot?.chemistry,
      basis: lot?.basis,
      location: booked?.code || null,
    })),
  );
  const given = sql`json_to_recordset(${rows}::json) as f(id uuid, added boolean, n int, finding text, code text,
    booked numeric, lot text, material text, chemistry text, basis text, location text)`;
  await sql`update document_lines l set finding = f.finding, booked_kg = f.booked
    from ${given} where l.id = f.id and not f.added`.execute(trx);
  await sql`insert into document_lines (id, tenant_id, document_id, client_key, place_in_list, finding, code, lot_no,
      material, chemistry, basis, kg, booked_kg, location)
    select f.id, ${tenantId}::uuid, ${documentId}::uuid, f.id::text,
      f.n + (select coalesce(max(place_in_list), 0) from document_lines where document_id = ${documentId}),
      f.finding, f.code, f.lot, f.material, f.chemistry, f.basis, case when f.lot is not null then 0 end, f.booked,
      f.location
    from ${given} where f.added`.execute(trx);
}

/** Differing pieces and masses, for the list of stock-takes. */
async function noteResult(trx: Trx, documentId: string, found: readonly Found[]): Promise<void> {
  const moved = Map.groupBy(
    found.flatMap(({ finding, moves }) => moves.map((move) => ({ of: correctionOf(finding, move), move }))),
    ({ of }) => (of === 'elsewhere' ? 'misplaced' : of),
  );
  const pieces = (of: 'missing' | 'surplus' | 'misplaced') =>
    (moved.get(of) ?? []).reduce((sum, { move }) => sum + (move.pieces ?? 0), 0);
  const kg = (of: 'missing' | 'surplus' | 'misplaced') =>
    (moved.get(of) ?? []).reduce((sum, { move }) => sum.plus(move.kg), decimalOf(0)).toFixed();
  await sql`update documents set missing = ${pieces('missing')}, missing_kg = ${kg('missing')},
      surplus = ${pieces('surplus')}, surplus_kg = ${kg('surplus')},
      misplaced = ${pieces('misplaced')}, misplaced_kg = ${kg('misplaced')}
    where id = ${documentId}`.execute(trx);
}
