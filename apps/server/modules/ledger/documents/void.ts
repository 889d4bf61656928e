import { type DocumentKind, decimalOf } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError } from '../../../platform/errors.ts';
import type { Core } from '../../records/resources/index.ts';
import { lockMonth } from '../periods/index.ts';
import { lockReports, voidReports } from '../reporting/index.ts';
import {
  balancesOf,
  lockItems,
  type Move,
  negativeDays,
  neverLeft,
  type Place,
  placesById,
  uncounted,
  writeMoves,
} from '../stock/index.ts';
import { lockCollection } from './collections.ts';
import { lockDeliveries, reverseDeliveries } from './deliveries.ts';
import { type Document, prefixOf, presetOf } from './document.ts';
import { noteShipped } from './locked-orders.ts';
import { monthClosed } from './month-closed.ts';
import { nextNumber } from './numbers.ts';
import { restoreCodes } from './plan-codes.ts';
import { dissolveProducts } from './plan-production.ts';

interface Posted {
  lineId: string;
  itemId: string;
  code: string | null;
  n: number | null;
  moveN: number;
  from: string;
  to: string;
  fromCondition: string | null;
  toCondition: string;
  pieces: number | null;
  kg: string;
  /** Number of the later document that moved the item. */
  since: string | null;
}

/**
 * Voids a locked, posted document by a counter-document, which returns every item to its place before. It is dated
 * today, unless the document has left a past day with negative stock.
 * @returns the id of the counter-document, and the audit rows of what it reverses: shipments of orders, corrected
 * codes
 * @throws conflict that names the items moved since, or already reported lines
 */
export async function voidDocument(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
  reason: string | undefined,
): Promise<{ counter: string; entries: AuditEntry[] }> {
  const { tenantId, accountId } = ctx.caller;
  if (document.reverses_id !== null)
    throw new AppError('conflict', { message: 'A counter-document cannot be voided' });
  const today = chinaDay(ctx.now);
  if (await lockMonth(trx, tenantId, today)) throw monthClosed();
  await lockCollection(trx, document, 'void');
  const delivered = await lockDeliveries(trx, tenantId, document.id);
  await lockItems(trx, document.id);
  const entries: AuditEntry[] =
    presetOf(kind, document).does === 'code' ? await restoreCodes(core, trx, ctx, document.id) : [];
  const posted = await movesOf(trx, document.id);
  refuseMoved(posted);
  await refuseTaken(trx, document.id);
  await refuseReported(trx, document.id);
  const places = await placesById(
    trx,
    tenantId,
    posted.flatMap(({ from, to }) => [from, to]),
  );
  const day = (await repairedFrom(trx, tenantId, document, posted, today)) ?? today;
  const counter = await copyOf(trx, ctx, kind, document, day, reason);
  const lines = await copyLines(trx, document.id, counter);
  const registered = await neverLeft(
    trx,
    posted.map(({ itemId, from }) => ({ id: itemId, kind: (places.get(from) as Place).kind })),
  );
  const moves = backwards(posted, lines, places, registered);
  await writeMoves(trx, { tenantId, accountId, documentId: counter, day, now: ctx.now }, moves);
  await voidReports(trx, document.id, counter);
  await sql`update documents set status = 'voided', version = version + 1, update_time = ${ctx.now}
    where id = ${document.id}`.execute(trx);
  const no = await nextNumber(trx, tenantId, prefixOf(kind, document), day);
  await sql`update documents set no = ${no} where id = ${counter}`.execute(trx);
  if (presetOf(kind, document).does === 'produce')
    entries.push(...(await dissolveProducts(trx, document.id)));
  await reverseDeliveries(trx, delivered);
  const action = delivered.sold.length > 0 ? 'ship' : 'return';
  return { counter, entries: [...entries, ...(await noteShipped(trx, ctx, delivered.orders, action, no))] };
}

/**
 * The day of a void that repairs negative stock of past days: that of the document, or the first later day of an open
 * month. Postings refuse such documents; older ledgers may have some.
 * @returns null where there is nothing to repair, or what the document brought was needed before today
 */
async function repairedFrom(
  trx: Trx,
  tenantId: string,
  document: Document,
  posted: readonly Posted[],
  today: string,
): Promise<string | null> {
  let { day } = document;
  while (day < today && (await lockMonth(trx, tenantId, day))) day = firstOfNextMonth(day);
  if (day >= today) return null;
  const items = posted.map(({ itemId }) => itemId);
  const negative = await negativeDays(trx, tenantId, sql`item_id = any(${items}::uuid[])`);
  const taken = new Set(posted.map(({ itemId, from }) => `${itemId} ${from}`));
  if (!negative.some(({ itemId, placeId }) => taken.has(`${itemId} ${placeId}`))) return null;
  const lots = posted.filter(({ n }) => n === null);
  const balances = await balancesOf(
    trx,
    lots.map(({ itemId }) => itemId),
    day,
  );
  const keyOf = (lot: string, place: string, condition: string) => `${lot} ${place} ${condition}`;
  const free = new Map(balances.map((each) => [keyOf(each.lotId, each.placeId, each.condition), each.free]));
  const places = await placesById(
    trx,
    tenantId,
    lots.map(({ to }) => to),
  );
  const brought = Map.groupBy(
    lots.filter(({ to }) => !uncounted.includes((places.get(to) as Place).kind)),
    ({ itemId, to, toCondition }) => keyOf(itemId, to, toCondition),
  );
  const needed = [...brought].some(([key, own]) =>
    own.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0)).gt(free.get(key) ?? 0),
  );
  return needed ? null : day;
}

const firstOfNextMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10);

/** Where a battery is after the void of its first receipt. */
const placesBeforeReceipt: ReadonlySet<string> = new Set(['outside', 'difference']);

/** Reversing moves, last move first; the mass of each is that with which its item arrived. */
function backwards(
  posted: readonly Posted[],
  lines: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Place>,
  registered: ReadonlySet<string>,
): Move[] {
  const next = new Map(posted.map(({ itemId, moveN }) => [itemId, moveN]));
  return posted
    .toReversed()
    .map(({ lineId, itemId, n, from, to, fromCondition, toCondition, pieces, kg }) => {
      const last = next.get(itemId) as number;
      next.set(itemId, last + 1);
      const target = places.get(from) as Place;
      return {
        lineId: lines.get(lineId) as string,
        itemId,
        n: n === null ? null : last + 1,
        from: places.get(to) as Place,
        to: target,
        fromCondition: toCondition,
        toCondition: fromCondition ?? 'available',
        pieces,
        kg,
        ...(placesBeforeReceipt.has(target.kind) && registered.has(itemId) ? { state: 'registered' } : {}),
      };
    });
}

async function movesOf(trx: Trx, documentId: string): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select m.line_id as "lineId", m.item_id as "itemId", b.battery_code as code, m.n, i.move_n as "moveN",
        m.from_place as "from", m.to_place as "to", m.from_condition as "fromCondition",
        m.to_condition as "toCondition", m.pieces, m.kg::text as kg, d.no as since
      from moves m join items i on i.id = m.item_id left join batteries b on b.id = m.item_id
        left join moves last on last.item_id = m.item_id and last.n = i.move_n and m.n < i.move_n
        left join documents d on d.id = last.document_id
      where m.document_id = ${documentId} order by m.seq`.execute(trx);
  return rows;
}

function refuseMoved(posted: readonly Posted[]): void {
  const last = new Map(posted.map(({ itemId, n }) => [itemId, n]));
  const moved = posted.filter(({ itemId, n, moveN }) => n !== null && n === last.get(itemId) && n < moveN);
  if (moved.length === 0) return;
  const message = 'Goods of this document have moved since';
  throw new AppError('conflict', {
    message,
    fields: moved.slice(0, 100).map(({ code, since }) => ({
      path: 'ids.0',
      key: `rule.document.movedSince?code=${code}&no=${since}`,
      message: `${code} has moved since, with ${since}`,
    })),
  });
}

/** Refuses where less of a lot is left than this document put there, and names the latest document that took some. */
async function refuseTaken(trx: Trx, documentId: string): Promise<void> {
  const { rows } = await sql<{ lot: string; kg: string; left: string; no: string | null }>`
    with own as (select * from moves where document_id = ${documentId} and n is null),
    put as (
      select item_id, place_id, condition, sum(kg) as kg, max(seq) as seq from (
        select item_id, to_place as place_id, to_condition as condition, kg, seq from own
        union all select item_id, from_place, from_condition, -kg, seq from own
      ) each group by 1, 2, 3
    )
    select lots.lot_no as lot, trim_scale(put.kg)::text as kg, trim_scale(coalesce(b.kg, 0))::text as left, (
          select d.no from moves m join documents d on d.id = m.document_id
            where m.item_id = put.item_id and m.from_place = put.place_id and m.seq > put.seq
              and d.status = 'posted' and d.reverses_id is null
            order by m.seq desc limit 1
        ) as no
      from put join lots on lots.id = put.item_id
        join places p on p.id = put.place_id and p.kind <> all(${[...uncounted]}::text[])
        left join lot_balances b on b.place_id = put.place_id and b.lot_id = put.item_id
          and b.condition = put.condition
      where put.kg > coalesce(b.kg, 0) order by 1 limit 100`.execute(trx);
  if (rows.length === 0) return;
  const message = 'Goods of this document have moved since';
  throw new AppError('conflict', {
    message,
    fields: rows.map(({ no, ...of }) => ({
      path: 'ids.0',
      key: no
        ? `rule.document.lotTakenSince?${new URLSearchParams({ ...of, no })}`
        : `rule.document.lotLeft?${new URLSearchParams(of)}`,
      message: `Of lot ${of.lot} only ${of.left} of ${of.kg} kg are left${no ? `, since ${no}` : ''}`,
    })),
  });
}

async function refuseReported(trx: Trx, documentId: string): Promise<void> {
  const count = await lockReports(trx, documentId);
  if (count > 0)
    throw conflictError(
      'ids.0',
      `rule.document.reported?count=${count}`,
      'Records of this document are reported already',
    );
}

/** The header of the counter-document: that of the original, with its own day and number. */
async function copyOf(
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
  day: string,
  reason: string | undefined,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into documents
      select copy.* from documents d, json_populate_record(d, ${JSON.stringify({
        id: crypto.randomUUID(),
        no: null,
        day,
        status: 'posted',
        reverses_id: document.id,
        // It takes goods back from a store: it is no arrival of the transfer.
        transfer_id: null,
        version: 1,
        create_time: ctx.now,
        update_time: ctx.now,
        create_user: ctx.caller.accountId,
        posted_by: ctx.caller.accountId,
        posted_at: ctx.now,
        submitted_by: null,
        approved_by: null,
        remark: reason ?? null,
        kind: kind.resource.name,
      })}::json) copy where d.id = ${document.id}
    returning id`.execute(trx);
  return rows[0]?.id as string;
}

/**
 * The function is called in `from`: as `(f()).*` it would run once for each column of each line.
 * @returns ids of the copied lines by those of the originals
 */
async function copyLines(trx: Trx, from: string, to: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ original: string; copy: string }>`
    with originals as (select l, gen_random_uuid() as copy from document_lines l where document_id = ${from}),
    copied as (
      insert into document_lines
        select line.* from originals, json_populate_record(l, json_build_object('id', copy, 'document_id', ${to}::uuid)) line
    )
    select (l).id as original, copy from originals`.execute(trx);
  return new Map(rows.map(({ original, copy }) => [original, copy]));
}
