import type { Trace, Traced } from '@voltloop/contract';
import { decimalOf, rounded } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Flow, FlowGraph, type Kg, type Way } from './flow-graph.ts';

/** The origin and destination of an item, from the moves of its neighbourhood. Pure. */
function follow(id: string, flows: readonly Flow[]): Omit<Trace, 'code' | 'cut'> {
  const graph = new FlowGraph(flows);
  const mass = graph.massOf(id);
  const walk = new Walk(graph);
  if (mass.gt(0)) {
    walk.visit('back', id, mass, Number.POSITIVE_INFINITY);
    walk.visit('on', id, mass, Number.NEGATIVE_INFINITY);
  }
  return {
    kg: mass.toFixed(),
    from: toMass(walk.ends('back'), mass),
    to: toMass(walk.ends('on'), mass),
    nodes: [...walk.nodes.values()],
    links: [...walk.links.values()].map(({ from, to, kg }) => ({ from, to, kg: rounded(kg, 3).toFixed() })),
  };
}

type Ended = Traced & { sum: Kg; way: Way };

/** Distributes a mass over the sources or destinations of an item, and of those in turn. */
class Walk {
  readonly nodes = new Map<string, Trace['nodes'][number]>();
  readonly links = new Map<string, { from: string; to: string; kg: Kg }>();
  readonly #ends = new Map<string, Ended>();
  readonly #graph: FlowGraph;

  constructor(graph: FlowGraph) {
    this.#graph = graph;
  }

  /** The final sources or destinations, the largest first. */
  ends(way: Way): Ended[] {
    return [...this.#ends.values()].filter((each) => each.way === way).sort((a, b) => b.sum.cmp(a.sum));
  }

  /** @param limit Only earlier (`back`) or later (`on`) moves count. */
  visit(way: Way, item: string, mass: Kg, limit: number): void {
    const self = this.#itemNode(item);
    const named = { id: item, code: this.#graph.codeOf(item) };
    const found = this.#graph.around(way, item, limit);
    const left = way === 'on' ? this.#graph.stays(item) : [];
    const total = [...found, ...left].reduce((sum, { kg }) => sum.plus(kg), decimalOf(0));
    if (total.lte(0)) {
      this.#link(way, self, this.#node('unknown', way, ''), mass);
      this.#end(way, { kind: 'unknown', item: named, place: null, vehicle: null, document: null }, mass);
      return;
    }
    const share = (kg: Kg) => mass.times(kg).div(total);
    for (const { end, flow, kg } of left) {
      const kind = end.kind === 'location' ? 'stock' : end.kind;
      const place = end.name;
      this.#link(way, self, this.#node(kind, place ?? '', place ?? ''), share(kg));
      this.#end(way, { kind, item: named, place, vehicle: null, document: documentOf(flow) }, share(kg));
    }
    for (const each of found) {
      const { flow } = each;
      const kg = share(each.kg);
      if (each.to === 'item') {
        this.#link(way, self, this.#itemNode(each.item), kg);
        this.visit(way, each.item, kg, flow.seq);
      } else if (each.to === 'run') this.#throughRun(way, self, flow, kg);
      else {
        const kind = each.end.kind === 'recycled' ? 'loss' : each.end.kind;
        const place = each.end.name;
        this.#link(way, self, this.#node(kind, each.end.key, place ?? ''), kg);
        const vehicle = way === 'back' ? flow.vehicle : null;
        this.#end(way, { kind, item: named, place, vehicle, document: documentOf(flow) }, kg);
      }
    }
  }

  /** Distributes the input of a run over its output by mass. */
  #throughRun(way: Way, self: string, flow: Flow, mass: Kg): void {
    const { document } = flow;
    const run = this.#graph.run(document.id);
    const name = this.#node('run', document.id, document.no ?? '');
    this.#link(way, self, name, mass);
    const others = way === 'back' ? run.in : run.out;
    const moved = others.reduce((kg, each) => kg.plus(each.kg), decimalOf(0));
    const rest = way === 'back' ? decimalOf(document.addedKg) : decimalOf(document.recycledKg).minus(moved);
    const loss = rest.gt(0) ? rest : decimalOf(0);
    const total = moved.plus(loss);
    if (total.lte(0)) return;
    for (const each of others) {
      const share = mass.times(each.kg).div(total);
      this.#link(way, name, this.#itemNode(each.item), share);
      this.visit(way, each.item, share, each.seq);
    }
    if (loss.lte(0)) return;
    const kind = way === 'back' ? 'added' : 'loss';
    const share = mass.times(loss).div(total);
    this.#link(way, name, this.#node(kind, '', ''), share);
    this.#end(way, { kind, item: null, place: null, vehicle: null, document: documentOf(flow) }, share);
  }

  #node(kind: string, key: string, label: string): string {
    const name = `${kind}:${key}`;
    this.nodes.set(name, { id: name, kind, label });
    return name;
  }

  #itemNode(item: string): string {
    return this.#node('item', item, this.#graph.codeOf(item));
  }

  #link(way: Way, near: string, far: string, kg: Kg): void {
    const [from, to] = way === 'back' ? [far, near] : [near, far];
    const existing = this.links.get(`${from} ${to}`);
    this.links.set(`${from} ${to}`, { from, to, kg: existing ? existing.kg.plus(kg) : kg });
  }

  #end(way: Way, traced: Omit<Traced, 'kg'>, kg: Kg): void {
    const { kind, item, place, document } = traced;
    const key = [way, kind, item?.id, place, document?.id].join(' ');
    const sum = (this.#ends.get(key)?.sum ?? decimalOf(0)).plus(kg);
    this.#ends.set(key, { ...traced, kg: '', sum, way });
  }
}

const documentOf = ({ document: { id, kind, no, day } }: Flow) => ({ id, kind, no, day });

/** Rounds to grams without changing the total: the difference goes to the largest part. */
function toMass(all: readonly Ended[], mass: Kg): Traced[] {
  const parts = all.map(({ sum, way: _, ...traced }) => ({ ...traced, sum: rounded(sum, 3) }));
  const rest = mass.minus(parts.reduce((total, { sum }) => total.plus(sum), decimalOf(0)));
  return parts.map(({ sum, ...traced }, n) => ({
    ...traced,
    kg: (n === 0 ? sum.plus(rest) : sum).toFixed(),
  }));
}

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
