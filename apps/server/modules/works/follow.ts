import type { Trace, Traced } from '@voltloop/contract';
import { decimalOf, rounded } from '@voltloop/resource-kit';

/** Pure: the origin and destination of an item, from moves. */

interface End {
  kind: string;
  /** The battery, for `inside`. */
  key: string;
  /** Store or party. */
  name: string | null;
}

/** A move of a valid document. */
export interface Flow {
  seq: number;
  item: string;
  lot: boolean;
  code: string;
  vehicle: string | null;
  kg: string;
  from: End;
  to: End;
  document: {
    id: string;
    kind: string;
    no: string | null;
    day: string;
    addedKg: string | null;
    /** The whole input of a recycling run. */
    recycledKg: string | null;
  };
}

type Kg = ReturnType<typeof decimalOf>;
type Way = 'back' | 'on';

/** Places where goods are ours; moves among them do not matter here. */
const ours: ReadonlySet<string> = new Set(['location', 'production', 'transit', 'vehicle']);

/** A direct source or destination of an item: a party, a run, another item; with its share. */
type Neighbour =
  | { to: 'end'; flow: Flow; end: End; kg: Kg }
  | { to: 'run'; flow: Flow; kg: Kg }
  | { to: 'item'; flow: Flow; item: string; kg: Kg };

export function follow(id: string, flows: readonly Flow[]): Omit<Trace, 'code' | 'cut'> {
  const byItem = Map.groupBy(flows, ({ item }) => item);
  const inside = new Map<string, Flow[]>();
  const runs = new Map<string, { in: Flow[]; out: Flow[] }>();
  for (const flow of flows) {
    for (const end of [flow.from, flow.to])
      if (end.kind === 'inside' && end.key !== flow.item)
        inside.set(end.key, [...(inside.get(end.key) ?? []), flow]);
    if (flow.document.kind !== 'recyclingRun') continue;
    const run = runs.get(flow.document.id) ?? { in: [], out: [] };
    if (flow.to.kind === 'recycled') run.in.push(flow);
    if (flow.from.kind === 'recycled') run.out.push(flow);
    runs.set(flow.document.id, run);
  }
  const codes = new Map(flows.map(({ item, code }) => [item, code]));
  const nodes = new Map<string, Trace['nodes'][number]>();
  const links = new Map<string, { from: string; to: string; kg: Kg }>();
  const ends = new Map<string, Traced & { sum: Kg; way: Way }>();

  const node = (kind: string, key: string, label: string) => {
    const name = `${kind}:${key}`;
    nodes.set(name, { id: name, kind, label });
    return name;
  };
  const itemNode = (item: string) => node('item', item, codes.get(item) ?? '');
  const runNode = ({ document }: Flow) => node('run', document.id, document.no ?? '');
  const link = (way: Way, near: string, far: string, kg: Kg) => {
    const [from, to] = way === 'back' ? [far, near] : [near, far];
    const existing = links.get(`${from} ${to}`);
    links.set(`${from} ${to}`, { from, to, kg: existing ? existing.kg.plus(kg) : kg });
  };
  const reach = (way: Way, traced: Omit<Traced, 'kg'>, kg: Kg) => {
    const { kind, item, place, document } = traced;
    const key = [way, kind, item?.id, place, document?.id].join(' ');
    const sum = (ends.get(key)?.sum ?? decimalOf(0)).plus(kg);
    ends.set(key, { ...traced, kg: '', sum, way });
  };
  const documentOf = ({ document: { id: document, kind, no, day } }: Flow) => ({
    id: document,
    kind,
    no,
    day,
  });
  const nameOf = (item: string) => ({ id: item, code: codes.get(item) ?? '' });

  /** The sources of an item before a move, or its destinations after one. */
  const around = (way: Way, item: string, limit: number): Neighbour[] => {
    const own = (byItem.get(item) ?? []).filter(({ seq }) => (way === 'back' ? seq < limit : seq > limit));
    const far = (flow: Flow) => (way === 'back' ? flow.from : flow.to);
    const near = (flow: Flow) => (way === 'back' ? flow.to : flow.from);
    const found = own.flatMap((flow): Neighbour[] => {
      const end = far(flow);
      const kg = decimalOf(flow.kg);
      if (end.kind === 'recycled' && flow.document.kind === 'recyclingRun') return [{ to: 'run', flow, kg }];
      if (end.kind === 'inside') return end.key === item ? [] : [{ to: 'item', flow, item: end.key, kg }];
      return ours.has(end.kind) || !(ours.has(near(flow).kind) || near(flow).kind === 'inside')
        ? []
        : [{ to: 'end', flow, end, kg }];
    });
    // Its components, or parts taken out of it.
    const parts = (inside.get(item) ?? []).flatMap((flow): Neighbour[] => {
      const at = way === 'back' ? flow.to : flow.from;
      const within = way === 'back' ? flow.seq < limit : flow.seq > limit;
      return within && at.kind === 'inside' && at.key === item
        ? [{ to: 'item', flow, item: flow.item, kg: decimalOf(flow.kg) }]
        : [];
    });
    // A corrected mass goes to the place of differences and comes back: neither a source nor a destination.
    const all = [...found.filter((each) => !isCorrected(each, own)), ...parts];
    const isLot = (byItem.get(item) ?? [])[0]?.lot ?? true;
    if (isLot || parts.length > 0) return all;
    // Of a battery that came in or left several times, only the last source before the move counts, or its final
    // place.
    const last = all.reduce<Neighbour | null>(
      (latest, each) => (latest === null || each.flow.seq > latest.flow.seq ? each : latest),
      null,
    );
    if (way === 'on' && last && own.some(({ seq, to }) => seq > last.flow.seq && ours.has(to.kind)))
      return [];
    return last ? [last] : [];
  };

  /** The stock of an item that is still ours. */
  const stays = (item: string): { end: End; flow: Flow; kg: Kg }[] => {
    const own = byItem.get(item) ?? [];
    const last = own.at(-1);
    if (!last) return [];
    if (!last.lot)
      return ours.has(last.to.kind) ? [{ end: last.to, flow: last, kg: decimalOf(last.kg) }] : [];
    const at = new Map<string, { end: End; flow: Flow; kg: Kg }>();
    const add = (end: End, flow: Flow, kg: Kg) => {
      if (!ours.has(end.kind)) return;
      const key = `${end.kind} ${end.name}`;
      at.set(key, { end, flow, kg: (at.get(key)?.kg ?? decimalOf(0)).plus(kg) });
    };
    for (const flow of own) {
      add(flow.to, flow, decimalOf(flow.kg));
      add(flow.from, flow, decimalOf(flow.kg).times(-1));
    }
    return [...at.values()].filter(({ kg }) => kg.gt(0));
  };

  const visit = (way: Way, item: string, mass: Kg, limit: number): void => {
    const self = itemNode(item);
    const found = around(way, item, limit);
    const left = way === 'on' ? stays(item) : [];
    const total = [...found, ...left].reduce((sum, { kg }) => sum.plus(kg), decimalOf(0));
    if (total.lte(0)) {
      link(way, self, node('unknown', way, ''), mass);
      reach(way, { kind: 'unknown', item: nameOf(item), place: null, vehicle: null, document: null }, mass);
      return;
    }
    const share = (kg: Kg) => mass.times(kg).div(total);
    for (const { end, flow, kg } of left) {
      const kind = end.kind === 'location' ? 'stock' : end.kind;
      link(way, self, node(kind, end.name ?? '', end.name ?? ''), share(kg));
      reach(
        way,
        { kind, item: nameOf(item), place: end.name, vehicle: null, document: documentOf(flow) },
        share(kg),
      );
    }
    for (const each of found) {
      const { flow } = each;
      if (each.to === 'item') {
        link(way, self, itemNode(each.item), share(each.kg));
        visit(way, each.item, share(each.kg), flow.seq);
      } else if (each.to === 'run') throughRun(way, self, flow, share(each.kg));
      else {
        const kind = each.end.kind === 'recycled' ? 'loss' : each.end.kind;
        const place = each.end.name;
        link(way, self, node(kind, each.end.key, place ?? ''), share(each.kg));
        const vehicle = way === 'back' ? flow.vehicle : null;
        reach(way, { kind, item: nameOf(item), place, vehicle, document: documentOf(flow) }, share(each.kg));
      }
    }
  };

  /** Distributes the input of a run over its output by mass. */
  const throughRun = (way: Way, self: string, flow: Flow, mass: Kg): void => {
    const run = runs.get(flow.document.id) ?? { in: [], out: [] };
    const name = runNode(flow);
    link(way, self, name, mass);
    const others = way === 'back' ? run.in : run.out;
    const sum = (all: readonly Flow[]) => all.reduce((kg, each) => kg.plus(each.kg), decimalOf(0));
    const moved = sum(others);
    const rest =
      way === 'back' ? decimalOf(flow.document.addedKg) : decimalOf(flow.document.recycledKg).minus(moved);
    const loss = rest.gt(0) ? rest : decimalOf(0);
    const total = moved.plus(loss);
    if (total.lte(0)) return;
    for (const each of others) {
      const share = mass.times(each.kg).div(total);
      link(way, name, itemNode(each.item), share);
      visit(way, each.item, share, each.seq);
    }
    if (loss.lte(0)) return;
    const kind = way === 'back' ? 'added' : 'loss';
    const share = mass.times(loss).div(total);
    link(way, name, node(kind, '', ''), share);
    reach(way, { kind, item: null, place: null, vehicle: null, document: documentOf(flow) }, share);
  };

  const mass = massOf(byItem.get(id) ?? []);
  if (mass.gt(0)) {
    visit('back', id, mass, Number.POSITIVE_INFINITY);
    visit('on', id, mass, Number.NEGATIVE_INFINITY);
  }
  const traced = (way: Way): Traced[] =>
    toMass(
      [...ends.values()].filter((each) => each.way === way).sort((a, b) => b.sum.cmp(a.sum)),
      mass,
    );
  return {
    kg: mass.toFixed(),
    from: traced('back'),
    to: traced('on'),
    nodes: [...nodes.values()],
    links: [...links.values()].map(({ from, to, kg }) => ({ from, to, kg: rounded(kg, 3).toFixed() })),
  };
}

/** The total mass of a lot, or the last booked mass of a battery. */
function massOf(own: readonly Flow[]): Kg {
  const came = own.filter(({ from, to }) => !ours.has(from.kind) && ours.has(to.kind));
  if (own[0]?.lot) return came.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0));
  return decimalOf(came.at(-1)?.kg ?? own.at(-1)?.kg ?? 0);
}

const isCorrected = (each: Neighbour, own: readonly Flow[]) =>
  each.to === 'end' &&
  each.end.kind === 'difference' &&
  own.some(
    ({ seq, document, from, to }) =>
      seq !== each.flow.seq &&
      document.id === each.flow.document.id &&
      'difference' === (each.end === each.flow.from ? to.kind : from.kind),
  );

/** Rounds to grams without changing the total: the difference goes to the largest part. */
function toMass(all: readonly (Traced & { sum: Kg; way: Way })[], mass: Kg): Traced[] {
  const parts = all.map(({ sum, way: _, ...traced }) => ({ ...traced, sum: rounded(sum, 3) }));
  const rest = mass.minus(parts.reduce((total, { sum }) => total.plus(sum), decimalOf(0)));
  return parts.map(({ sum, ...traced }, n) => ({
    ...traced,
    kg: (n === 0 ? sum.plus(rest) : sum).toFixed(),
  }));
}
