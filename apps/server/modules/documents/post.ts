import type { FieldError } from '@voltloop/contract';
import { columnOf, type DocumentKind, decimalOf } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { AuditEntry } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Trx } from '../../platform/db.ts';
import { fieldError } from '../../platform/errors.ts';
import { checkPassports } from '../passport/index.ts';
import { lockMonth } from '../periods/index.ts';
import { writeReports } from '../reporting/index.ts';
import type { Core } from '../resources/index.ts';
import { type Move, writeMoves } from '../stock/index.ts';
import { checkHandover } from './check-handover.ts';
import { checkSource } from './check-source.ts';
import { lockCollection } from './collections.ts';
import { type Document, prefixOf, presetOf } from './document.ts';
import { linesOf, noteItems } from './lines.ts';
import { nextNumber } from './numbers.ts';
import { fillsStores, planOf } from './planners.ts';
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

/**
 * Posts a locked document: writes the moves of its lines and all their effects, all or nothing. The lock order is:
 * document, month, order, items with their contents, balances, stores, totals, numbers; the caller writes the audit
 * trail last.
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
  keys?: readonly string[],
): Promise<Posted> {
  const { tenantId, accountId } = ctx.caller;
  const preset = presetOf(kind, document);
  for (const field of preset.required ?? [])
    if (document[columnOf(field)] == null) throw fieldError(field, 'resource.required', 'Required');
  if (document.day > chinaDay(ctx.now))
    throw fieldError('day', 'rule.document.dayInFuture', 'The business day is in the future');
  if (await lockMonth(trx, tenantId, document.day))
    throw fieldError('day', 'rule.document.monthClosed', 'This month is closed');

  const lines = (await linesOf(trx, document.id)).filter(
    ({ clientKey }) => keys?.includes(clientKey) ?? true,
  );
  if (lines.length === 0 && preset.does !== 'count')
    throw fieldError('lines', 'rule.document.noLines', 'There are no lines to post');
  await lockCollection(trx, document, 'post');
  const trade = await beginTrade(trx, tenantId, document, preset, lines);
  const plan = await planOf(core, trx, ctx, preset, document, lines);
  const { moves, entries, totals, warnings = [], reported = lines } = plan;
  const broken = await checkHandover(trx, ctx, kind, document, moves);
  // The ticket covers all lines, so it is checked only for all; so is the source of the document.
  const ticket = keys ? [] : await checkTicket(trx, document, moves);
  const source = keys ? [] : checkSource(preset, document);
  const customerId = document.customer_id as string | null;
  const passports =
    preset.trades === 'sale'
      ? await checkPassports(trx, { customerId, day: document.day }, batteriesIn(moves))
      : [];
  const deliveries = await planTrade(trx, tenantId, trade, lines, moves);
  await noteItems(
    trx,
    moves.filter(({ whole }) => !whole),
  );
  const full = fillsStores(preset) ? await checkStores(trx, tenantId, moves) : [];
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
      ...broken,
      ...source,
      ...ticket,
      ...checkReturns(trade, lines),
      ...passports,
      ...warnings,
      ...full,
    ],
  };
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
