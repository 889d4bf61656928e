import type { ReplyOf } from '@voltloop/contract';
import { type countCalls, type DocumentKind, decimalOf, exact } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import type { Place, PlaceKind } from '../stock/index.ts';
import { checkCount, correctionOf, type Found } from './check-count.ts';
import { type Document, findDocument } from './document.ts';
import { linesOf } from './lines.ts';
import { readBooked } from './read-booked.ts';

type Differences = ReplyOf<ReturnType<typeof countCalls>['differences']>;
type Difference = Differences['list'][number];

/** Goods with what posting moves, or has moved, of them. */
interface Listed extends Difference {
  moved: readonly { of: string; kg: string }[];
}

const massOf = (moves: readonly { kg: string }[]) =>
  moves.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0)).toFixed();

const open: readonly string[] = ['draft', 'submitted', 'returned'];

/** The findings of a count so far; of a closed count, those it was posted with. @throws notFound */
export async function findDifferences(
  db: Db,
  ctx: Ctx,
  kind: DocumentKind,
  { id, limit }: { id: string; limit: number },
): Promise<Differences> {
  const { tenantId } = ctx.caller;
  const document = await findDocument(db, tenantId, kind, id);
  const all = open.includes(document.status)
    ? await present(db, tenantId, document)
    : await posted(db, document.id);
  const list = all.list
    .filter(({ finding }) => finding !== 'asBooked')
    .sort((a, b) => order.indexOf(a.finding) - order.indexOf(b.finding));
  return {
    list: list.slice(0, limit).map(({ moved: _, ...each }) => each),
    sums: sumsOf(all.list),
    locations: all.locations,
  };
}

async function present(db: Db, tenantId: string, document: Document) {
  const lines = await linesOf(db, document.id);
  const booked = await readBooked(db, tenantId, document, lines);
  const checked = checkCount(lines, booked);
  const found = checked.flatMap((each) => ('problem' in each ? [] : [each]));
  const stores = await storeNames(
    db,
    found.flatMap(({ booked }) => booked?.storeId ?? []),
  );
  // Until the count is submitted, goods without a line are not missing: they may still be counted.
  const counting = document.status !== 'submitted';
  const findingOf = ({ finding, line }: Found) =>
    counting && finding === 'missing' && line === null ? 'uncounted' : finding;
  const list = found.map(
    (each): Listed => ({
      finding: findingOf(each),
      moved: each.moves.map((move) => ({
        of: findingOf(each) === 'uncounted' ? 'uncounted' : correctionOf(each.finding, move),
        kg: move.kg,
      })),
      clientKey: each.line?.clientKey ?? null,
      code: each.code,
      lotNo: each.lot?.lotNo ?? each.line?.lotNo ?? null,
      ...placeOf(each, stores),
      bookedKg: plain(each.bookedKg),
      location: each.line?.location ?? null,
      kg: plain(each.moves.length > 0 ? massOf(each.moves) : each.kg),
    }),
  );
  return { list, locations: [...booked.locations.keys()].filter((code) => code !== '') };
}

const plain = (kg: string | null) => exact(kg)?.toFixed() ?? null;

const placeOf = ({ booked }: Found, stores: ReadonlyMap<string, string>) => ({
  bookedStore: (booked as Place | null)?.storeId ? (stores.get(booked?.storeId as string) ?? null) : null,
  bookedLocation: booked?.code || null,
});

async function storeNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from stores
    where id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The findings of a posted count's lines. */
async function posted(db: Db, documentId: string) {
  const { rows } = await sql<Difference & { moved: { from: PlaceKind; to: PlaceKind; kg: string }[] }>`
    with moved as (
      select m.line_id, min(m.from_place::text)::uuid as from_place, sum(m.kg) as kg,
          json_agg(json_build_object('from', f.kind, 'to', t.kind, 'kg', m.kg::text)) as moves
        from moves m join places f on f.id = m.from_place join places t on t.id = m.to_place
        where m.document_id = ${documentId} group by 1
    )
    select l.finding, l.client_key as "clientKey", l.code, l.lot_no as "lotNo", s.name as "bookedStore",
        nullif(p.code, '') as "bookedLocation", trim_scale(l.booked_kg)::text as "bookedKg", l.location,
        trim_scale(coalesce(m.kg, case when l.code is null then abs(l.kg - l.booked_kg) else l.booked_kg end))::text as kg,
        coalesce(m.moves, '[]') as moved
      from document_lines l
        left join moved m on m.line_id = l.id
        left join places p on p.id = m.from_place left join stores s on s.id = p.store_id
      where l.document_id = ${documentId} and l.finding is not null order by l.place_in_list, l.id`.execute(
    db,
  );
  const list = rows.map(
    (row): Listed => ({
      ...row,
      moved: row.moved.map(({ from, to, kg }) => ({
        of: correctionOf(row.finding, { from: { kind: from }, to: { kind: to } }),
        kg,
      })),
    }),
  );
  return { list, locations: [] };
}

/** Findings in display order: differences first. */
const order: readonly string[] = [
  'missing',
  'surplus',
  'misplaced',
  'elsewhere',
  'outside',
  'unknown',
  'inside',
  'moved',
  'uncounted',
  'asBooked',
];

function sumsOf(list: readonly Listed[]): Differences['sums'] {
  const moved = list.flatMap(({ moved }) => moved);
  return order.flatMap((finding) => {
    const own = list.filter((each) => each.finding === finding);
    const corrected = moved.filter(({ of }) => of === finding);
    if (own.length === 0 && corrected.length === 0) return [];
    const pieces = own.filter(({ code }) => code !== null).length;
    const kg = corrections.has(finding)
      ? massOf(corrected)
      : own.reduce((sum, each) => sum.plus(each.kg ?? 0), decimalOf(0)).toFixed();
    return [{ finding, goods: own.length, pieces, kg }];
  });
}

/** Findings whose mass is what posting moves. */
const corrections: ReadonlySet<string> = new Set([
  'missing',
  'surplus',
  'misplaced',
  'elsewhere',
  'uncounted',
]);
