import { columnOf, type DocumentKind, decimalOf, type End, type Values } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { AuditEntry } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Trx } from '../../platform/db.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { holdMonth } from '../periods/index.ts';
import { type Core, insertUnaudited } from '../resources/index.ts';
import {
  balancesOf,
  lastMoves,
  locationsOf,
  lockByCode,
  lotsByNumber,
  type Move,
  makeLots,
  placeOf,
  placesById,
  placesInside,
  writeMoves,
} from '../stock/index.ts';
import { type Document, prefixOf, presetOf } from './document.ts';
import { type Line, linesOf } from './lines.ts';
import { nextNumber } from './numbers.ts';
import { openWholes } from './open-wholes.ts';
import { type LineProblem, type PlacesAt, planLine, type Situation } from './plan-line.ts';
import { refuseOverfull } from './store-limits.ts';
import { beginTrade, planTrade, writeTrade } from './trade.ts';
import { writeReports } from './write-reports.ts';

/** Problems that one answer names. */
const MOST_PROBLEMS = 200;

/**
 * Posts a locked document: writes the moves of its lines and everything that follows from them, all or nothing. Locks
 * are taken in one order: document, month, order, items with what is inside them, balances, stores, totals, numbers; the audit
 * trail comes last, by the caller.
 * @param keys Only lines with these keys; all of them unless said.
 * @returns the audit rows of batteries that it made and of orders that it shipped
 * @throws validation with paths `lines.<client key>.<field>`, conflict where goods are not where they should be
 */
export async function post(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
  keys?: readonly string[],
): Promise<AuditEntry[]> {
  const { tenantId, accountId } = ctx.caller;
  const preset = presetOf(kind, document);
  for (const field of preset.required ?? [])
    if (document[columnOf(field)] == null) throw fieldError(field, 'resource.required', 'Required');
  if (document.day > chinaDay(ctx.now))
    throw fieldError('day', 'rule.document.dayInFuture', 'The business day is in the future');
  if (await holdMonth(trx, tenantId, document.day))
    throw fieldError('day', 'rule.document.monthClosed', 'This month is closed');

  const lines = (await linesOf(trx, document.id)).filter(
    ({ clientKey }) => keys?.includes(clientKey) ?? true,
  );
  if (lines.length === 0) throw fieldError('lines', 'rule.document.noLines', 'There are no lines to post');
  const trade = await beginTrade(trx, tenantId, document, preset, lines);
  const codes = lines.flatMap(({ code }) => code ?? []);
  const items = await lockByCode(trx, tenantId, codes);
  const unknown = lines.filter(({ code }) => code !== null && !items.has(code));
  let entries: AuditEntry[] = [];
  if (unknown.length > 0 && preset.makesBatteries) {
    entries = await makeBatteries(core, trx, ctx, unknown);
    const made = unknown.flatMap(({ code }) => code ?? []);
    for (const [code, item] of await lockByCode(trx, tenantId, made)) items.set(code, item);
  }
  const lots = await lotsFor(trx, tenantId, document, lines, preset.from);
  const balances = await balancesOf(
    trx,
    [...lots.values()].map(({ id }) => id),
  );
  const situation: Situation = {
    preset,
    day: document.day,
    from: await endOf(trx, tenantId, document, preset.from),
    to: await endOf(trx, tenantId, document, preset.to),
    items,
    lots,
    balances,
    insides: await placesInside(
      trx,
      tenantId,
      [...items.values()].flatMap(({ parentId }) => parentId ?? []),
    ),
    places: await placesById(trx, tenantId, [
      ...[...items.values()].flatMap(({ placeId, whole }) => [placeId ?? [], whole?.placeId ?? []].flat()),
      ...balances.map(({ placeId }) => placeId),
    ]),
  };
  const planned = lines.map((line) => ({ line, plan: planLine(line, situation) }));
  await refuseProblems(trx, planned);
  const moves = withWholes(
    lines,
    planned.flatMap(({ plan }) => plan as Move[]),
    situation,
  );
  const deliveries = await planTrade(trx, tenantId, trade, lines, moves);
  await noteItems(trx, moves);
  await refuseOverfull(trx, tenantId, moves);
  await writeMoves(
    trx,
    { tenantId, accountId, documentId: document.id, day: document.day, now: ctx.now },
    moves,
  );
  await writeReports(trx, tenantId, document, preset, lines);
  const no = document.no ?? (await nextNumber(trx, tenantId, prefixOf(kind, document), document.day));
  const own = moves.filter(({ whole }) => !whole);
  const pieces = own.reduce((sum, move) => sum + (move.pieces ?? 0), 0);
  const kg = own.reduce((sum, move) => sum.plus(move.kg), decimalOf(0));
  await sql`update documents set status = 'posted', no = ${no}, posted_at = ${ctx.now}, posted_by = ${accountId},
      pieces = ${pieces}, kg = ${kg.toFixed()}::numeric, update_time = ${ctx.now}, version = version + 1
    where id = ${document.id}`.execute(trx);
  return [...entries, ...(await writeTrade(trx, ctx, document, deliveries, no))];
}

/** Moves with those of the batteries that are opened for them. @throws conflict for a part heavier than its whole */
function withWholes(
  lines: readonly Line[],
  moves: readonly Move[],
  { from, items, places }: Situation,
): Move[] {
  if (from.kind !== 'inside') return [...moves];
  const opened = openWholes(moves, [...items.values()], places);
  if (Array.isArray(opened)) return [...opened, ...moves];
  const { clientKey } = lines.find(({ id }) => id === opened.lineId) as Line;
  const message = `The part is heavier than what is left of its whole: ${opened.left} kg`;
  throw new AppError('conflict', {
    message,
    fields: [
      { path: `lines.${clientKey}.kg`, key: `rule.document.partHeavier?left=${opened.left}`, message },
    ],
  });
}

/** Batteries for codes that are not known yet; what their code cannot say is said by the line. */
async function makeBatteries(core: Core, trx: Trx, ctx: Ctx, lines: readonly Line[]): Promise<AuditEntry[]> {
  const battery = core.registry.get('battery');
  if (!battery) throw new Error('There is no resource battery');
  const rows = lines.map(
    ({ code, kg, chemistry }): Values => ({
      batteryCode: code,
      ...(kg === null ? {} : { massKg: kg }),
      ...(chemistry === null ? {} : { chemistry }),
    }),
  );
  const path = (n: number, field: string) =>
    `lines.${lines[n]?.clientKey}.${field === 'massKg' ? 'kg' : 'code'}`;
  const { entries } = await insertUnaudited(core, trx, ctx, battery, rows, path);
  return entries;
}

/** The lots of lines by mass; goods from outside make new ones, numbered by the document where the line has no number. */
async function lotsFor(trx: Trx, tenantId: string, document: Document, lines: readonly Line[], from: End) {
  const byMass = lines.filter(({ code }) => code === null);
  const comesIn = from.at === 'outside' || from.at === 'opening';
  if (comesIn) {
    for (const line of byMass) {
      if (!line.material)
        throw fieldError(`lines.${line.clientKey}.material`, 'resource.required', 'Choose what this is');
      line.lotNo ??= `${document.day.replaceAll('-', '')}-${line.id.slice(-12)}`.toUpperCase();
    }
  }
  const known = await lotsByNumber(
    trx,
    tenantId,
    byMass.flatMap(({ lotNo }) => lotNo ?? []),
  );
  if (!comesIn) return known;
  const fresh = byMass.filter(({ lotNo }) => !known.has(lotNo ?? ''));
  const made = await makeLots(
    trx,
    tenantId,
    // The first line of a number says what its lot is.
    [...new Map(fresh.toReversed().map((line) => [line.lotNo, line])).values()].map((line) => ({
      lotNo: line.lotNo as string,
      material: line.material as string,
      chemistry: line.chemistry,
      basis: line.basis ?? 'wet',
    })),
  );
  return new Map([...known, ...made]);
}

/** The places of an end of the document. */
async function endOf(trx: Trx, tenantId: string, document: Document, end: End): Promise<PlacesAt> {
  switch (end.at) {
    case 'same':
      return { kind: 'same' };
    case 'production':
    case 'opening':
    case 'recycled':
      return { kind: 'one', place: await placeOf(trx, tenantId, end.at) };
    case 'store':
    case 'inside': {
      const storeId = document[columnOf(end.field)] as string | null;
      if (!storeId) throw fieldError(end.field, 'resource.required', 'Choose a store');
      return { kind: end.at, byCode: await locationsOf(trx, tenantId, storeId) };
    }
    case 'outside': {
      const field = end.fields.find((name) => document[columnOf(name)] != null);
      const key = field ? `${field.replace(/Id$/, '')}/${document[columnOf(field)]}` : '';
      return { kind: 'one', place: await placeOf(trx, tenantId, 'outside', key) };
    }
  }
}

/** @throws conflict or validation that names every line that cannot be posted, and who was earlier */
async function refuseProblems(
  trx: Trx,
  planned: readonly { line: Line; plan: Move[] | LineProblem }[],
): Promise<void> {
  const problems = planned.flatMap(({ line, plan }) => (Array.isArray(plan) ? [] : [{ line, ...plan }]));
  if (problems.length === 0) return;
  const moved = await lastMoves(
    trx,
    problems.flatMap(({ movedBy }) => movedBy ?? []),
  );
  const fields = problems.slice(0, MOST_PROBLEMS).map(({ line, field, key, message, movedBy }) => {
    const last = moved.get(movedBy ?? '');
    const by = last
      ? new URLSearchParams({ no: last.documentNo ?? '', by: last.by ?? '', at: String(last.at.getTime()) })
      : null;
    return {
      path: `lines.${line.clientKey}.${field}`,
      key: by ? `${key}${key.includes('?') ? '&' : '?'}${by}` : key,
      message: last ? `${message} (${last.documentNo}, ${last.by}, ${last.at.toISOString()})` : message,
    };
  });
  throw new AppError('conflict', { message: fields[0]?.message ?? '', fields });
}

/** Which item each line turned out to be. */
async function noteItems(trx: Trx, moves: readonly Move[]): Promise<void> {
  const rows = JSON.stringify(
    moves.flatMap(({ lineId, itemId, whole }) => (whole ? [] : [{ line: lineId, item: itemId }])),
  );
  await sql`update document_lines l set item_id = m.item
    from json_to_recordset(${rows}::json) as m(line uuid, item uuid) where l.id = m.line`.execute(trx);
}
