import type { FieldError } from '@voltloop/contract';
import { columnOf, type DocumentKind, decimalOf } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Core } from '../../records/resources/index.ts';
import { checkPassports } from '../passport/index.ts';
import { lockMonth } from '../periods/index.ts';
import { writeReports } from '../reporting/index.ts';
import { type Move, writeMoves } from '../stock/index.ts';
import { checkHandover } from './check-handover.ts';
import { checkSource } from './check-source.ts';
import { checkTests } from './check-tests.ts';
import { lockCollection } from './collections.ts';
import { type Document, prefixOf, presetOf } from './document.ts';
import { type Line, linesOf, noteItems } from './lines.ts';
import { monthClosed } from './month-closed.ts';
import { nextNumber } from './numbers.ts';
import type { Plan } from './plan.ts';
import { fillsStores, planOf } from './planners.ts';
import { Refusals } from './refusals.ts';
import { checkStores } from './store-limits.ts';
import { beginTrade, checkReturns, planTrade, writeTrade } from './trade.ts';
import { checkTicket } from './weigh-ticket.ts';

/** The work that posting leaves to its caller. */
export interface Posted {
  /** Audit rows of created batteries and shipped orders. */
  entries: readonly AuditEntry[];
  /** Warnings; the posting is kept only if all are confirmed. */
  warnings: readonly FieldError[];
}

/** Whether a posting is that of a submission, whose doubts another person decides later, and is rolled back. */
export type Purpose = 'post' | 'submit';

/**
 * Posts a locked document: writes the moves of its lines and all their effects, all or nothing. The lock order is:
 * document, month, order, items with their contents, balances, stores, totals, numbers; the caller writes the audit
 * trail last. Everything that prevents it is collected, from the header to the stores.
 * @param keys post only lines with these keys; default: all
 * @returns the work left to the caller: confirmation and audit rows
 * @throws validation with paths `lines.<client key>.<field>`, conflict where goods are not where they should be
 */
export async function post(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
  { keys, purpose = 'post' }: { keys?: readonly string[] | undefined; purpose?: Purpose } = {},
): Promise<Posted> {
  const { tenantId, accountId } = ctx.caller;
  const preset = presetOf(kind, document);
  const refusals = new Refusals();
  for (const field of preset.required ?? [])
    if (document[columnOf(field)] == null) refusals.add(fieldError(field, 'resource.required', 'Required'));
  if (document.day > chinaDay(ctx.now))
    refusals.add(fieldError('day', 'rule.document.dayInFuture', 'The business day is in the future'));
  if (await lockMonth(trx, tenantId, document.day)) refusals.add(monthClosed());

  const entered = (await linesOf(trx, document.id)).filter(
    ({ clientKey }) => keys?.includes(clientKey) ?? true,
  );
  if (entered.length === 0 && preset.does !== 'count')
    refusals.add(fieldError('lines', 'rule.document.noLines', 'There are no lines to post'));
  await refusals.attempt(() => lockCollection(trx, document, 'post'));
  const trade = (await refusals.attempt(() => beginTrade(trx, tenantId, document, preset, entered))) ?? null;
  const lines = trade?.lines ?? entered;
  const plan = await refusals.attempt(() => planOf(core, trx, ctx, preset, document, lines, refusals));
  // Without moves there is nothing else to check.
  if (!plan) refusals.throwIfAny();
  const { moves, entries, totals, warnings = [], reported = lines } = plan as Plan;
  const broken = await refusals.attempt(() =>
    checkHandover(trx, ctx, kind, document, moves, { mayOverride: purpose === 'submit' }),
  );
  // The ticket covers all lines, so it is checked only for all; so is the source of the document.
  const ticket = keys
    ? []
    : await refusals.attempt(async () =>
        checkTicket(trx, document, moves, refusals.any ? await refusedMasses(trx, lines, moves) : []),
      );
  const source = keys ? [] : checkSource(preset, document);
  const customerId = document.customer_id as string | null;
  const passports =
    preset.trades === 'sale' && customerId !== null
      ? await refusals.attempt(() =>
          checkPassports(trx, { customerId, day: document.day }, batteriesIn(moves)),
        )
      : [];
  const tests = await refusals.attempt(() => checkTests(trx, preset, document, moves));
  const deliveries = (await refusals.attempt(() => planTrade(trx, tenantId, trade, lines, moves))) ?? null;
  const full = fillsStores(preset) ? await refusals.attempt(() => checkStores(trx, tenantId, moves)) : [];
  refusals.throwIfAny();
  const statesCondition = (preset.columns ?? kind.columns).includes('condition');
  await noteItems(
    trx,
    moves.flatMap(({ lineId, itemId, toCondition, whole }) =>
      whole ? [] : [{ lineId, itemId, condition: statesCondition ? toCondition : undefined }],
    ),
  );
  await writeMoves(
    trx,
    { tenantId, accountId, documentId: document.id, day: document.day, now: ctx.now },
    moves,
  );
  await writeReports(trx, tenantId, document, preset, reported);
  const no = document.no ?? (await nextNumber(trx, tenantId, prefixOf(kind, document), document.day));
  const { pieces, kg } = totals ?? sumOf(moves);
  await sql`update documents set status = 'posted', no = ${no}, posted_at = ${ctx.now}, posted_by = ${accountId},
      pieces = ${pieces}, kg = ${kg}::numeric, update_time = ${ctx.now}, version = version + 1
    where id = ${document.id}`.execute(trx);
  return {
    entries: [...entries, ...(await writeTrade(trx, ctx, document, deliveries, no))],
    warnings: [
      ...(broken ?? []),
      ...source,
      ...(ticket ?? []),
      ...checkReturns(trade, entered),
      ...(passports ?? []),
      ...(tests ?? []),
      ...warnings,
      ...(full ?? []),
    ],
  };
}

/** Masses of the goods of lines without moves, as far as they are known. */
async function refusedMasses(
  trx: Trx,
  lines: readonly Line[],
  moves: readonly Move[],
): Promise<{ coded: boolean; kg: string | null }[]> {
  const planned = new Set(moves.map(({ lineId }) => lineId));
  const ids = lines.flatMap(({ id, side }) => (planned.has(id) || side === 'out' ? [] : [id]));
  const { rows } = await sql<{ coded: boolean; kg: string | null }>`
    select l.code is not null as coded, coalesce(l.kg, i.booked_kg, b.mass_kg)::text as kg from document_lines l
      left join batteries b on b.tenant_id = l.tenant_id and b.battery_code = l.code and b.deleted_at is null
      left join items i on i.id = b.id
    where l.id = any(${ids}::uuid[])`.execute(trx);
  return rows;
}

/** Batteries that move on their own, not as a part of another. */
const batteriesIn = (moves: readonly Move[]) =>
  moves.flatMap(({ itemId, n, whole }) => (n !== null && !whole ? [itemId] : []));

const sumOf = (moves: readonly Move[]) => {
  const own = moves.filter(({ whole }) => !whole);
  return {
    pieces: own.reduce((sum, move) => sum + (move.pieces ?? 0), 0),
    kg: own.reduce((sum, move) => sum.plus(move.kg), decimalOf(0)).toFixed(),
  };
};
