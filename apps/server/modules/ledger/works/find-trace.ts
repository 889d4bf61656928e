import type { Trace } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Flow } from './flow-graph.ts';
import { follow } from './follow.ts';

/** Maximum number of batteries and lots in a reply; more would not be readable. */
const MAX_ITEMS = 5000;

/**
 * The origin and destination of every kilogram of an item.
 * @throws notFound
 */
export async function findTrace(db: Db, ctx: Ctx, id: string): Promise<Trace> {
  const { tenantId } = ctx.caller;
  const { rows } = await sql<{ code: string }>`select coalesce(b.battery_code, l.lot_no) as code
    from items i left join batteries b on b.id = i.id left join lots l on l.id = i.id
    where i.id = ${id} and i.tenant_id = ${tenantId}`.execute(db);
  const [item] = rows;
  if (!item) throw notFound();
  const [back, on] = [await itemsAround(db, tenantId, id, 'back'), await itemsAround(db, tenantId, id, 'on')];
  const items = [...new Set([...back.items, ...on.items])];
  const flows = await flowsOf(db, tenantId, items);
  return { code: item.code, ...follow(id, flows), cut: back.cut || on.cut };
}

/** SQL: moves of valid documents. */
const validMoves = sql`moves m join documents d on d.id = m.document_id and d.status = 'posted' and d.reverses_id is null
  join places f on f.id = m.from_place join places t on t.id = m.to_place`;

/** The items that one was made of, or that were made of it, over any number of productions and runs. */
async function itemsAround(
  db: Db,
  tenantId: string,
  id: string,
  way: 'back' | 'on',
): Promise<{ items: string[]; cut: boolean }> {
  const found = new Set([id]);
  let next = [id];
  while (next.length > 0 && found.size <= MAX_ITEMS) {
    const given = sql`${next}::uuid[]`;
    const [own, other] = way === 'back' ? ['f', 't'] : ['t', 'f'];
    const [here, there] = [sql.raw(own as string), sql.raw(other as string)];
    const { rows } = await sql<{ id: string }>`
      -- Input of the runs that produced it, or output of the runs that it entered.
      select m.item_id as id from ${validMoves}
        where m.tenant_id = ${tenantId} and ${there}.kind = 'recycled' and d.id in (
          select d.id from ${validMoves} where m.item_id = any(${given}) and ${here}.kind = 'recycled')
      union
      -- The battery that it was inside, or became a part of.
      select ${here}.key::uuid from ${validMoves} where m.item_id = any(${given}) and ${here}.kind = 'inside'
      union
      -- Its components, or parts taken out of it.
      select m.item_id from ${validMoves}
        where m.tenant_id = ${tenantId} and ${there}.kind = 'inside' and ${there}.key = any(${next}::text[])`.execute(
      db,
    );
    next = rows.flatMap((row) => (found.has(row.id) ? [] : [row.id]));
    for (const each of next) found.add(each);
  }
  const items = [...found];
  return { items: items.slice(0, MAX_ITEMS), cut: items.length > MAX_ITEMS };
}

/** The moves of these items to another owner, into or out of another item, or through a run. */
async function flowsOf(db: Db, tenantId: string, items: readonly string[]): Promise<Flow[]> {
  const end = (place: string) => {
    const p = sql.raw(place);
    const key = sql`nullif(split_part(${p}.key, '/', 2), '')::uuid`;
    return sql`json_build_object('kind', ${p}.kind, 'key', ${p}.key, 'name', case
      when ${p}.kind = 'location' then (select s.name from stores s where s.id = ${p}.store_id)
      when ${p}.kind = 'outside' and ${p}.key like 'customer/%' then (select c.client_name from customers c where c.id = ${key})
      when ${p}.kind = 'outside' and ${p}.key like 'enterprise/%' then (select e.name from enterprises e where e.id = ${key})
    end)`;
  };
  const { rows } = await sql<Flow>`
    select m.seq::float8 as seq, m.item_id as item, m.n is null as lot, coalesce(b.battery_code, l.lot_no) as code,
        coalesce(v.plate_no, v.vin) as vehicle, m.kg::text as kg, ${end('f')} as "from", ${end('t')} as "to",
        case when d.kind = 'receipt' and f.kind = 'outside' then coalesce(
          (select json_build_object('kind', 'outside', 'key', 'enterprise/' || e.id, 'name', e.name)
            from enterprises e where e.id = d.enterprise_id),
          (select json_build_object('kind', 'outside', 'key', 'customer/' || c.id, 'name', c.client_name)
            from customers c where c.id = d.customer_id)) end as source,
        json_build_object('id', d.id, 'kind', d.kind, 'preset', d.preset, 'no', d.no, 'day', d.day, 'addedKg', d.added_kg::text,
          'recycledKg', (select sum(each.kg)::text from moves each join places at on at.id = each.to_place
            where each.document_id = d.id and at.kind = 'recycled' and d.kind = 'recyclingRun')) as document
      from ${validMoves}
        left join batteries b on b.id = m.item_id left join lots l on l.id = m.item_id
        left join vehicles v on v.id = b.vehicle_id
      where m.tenant_id = ${tenantId} and m.item_id = any(${[...items]}::uuid[])
      order by m.seq`.execute(db);
  return rows;
}
