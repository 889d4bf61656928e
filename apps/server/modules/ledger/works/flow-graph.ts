import { decimalOf } from '@voltloop/resource-kit';
import { type Kg, matchReturns } from '../stock/index.ts';

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
  /** The party of a receipt: it may bring what the ledger has at another one. */
  source: End | null;
  document: {
    id: string;
    kind: string;
    preset: string | null;
    no: string | null;
    day: string;
    addedKg: string | null;
    /** The whole input of a recycling run. */
    recycledKg: string | null;
  };
}

export type { Kg };
/** Backwards to the sources of an item, or onwards to its destinations. */
export type Way = 'back' | 'on';

/** Places where goods are ours; moves among them do not matter here. */
const ours: ReadonlySet<string> = new Set(['location', 'production', 'transit', 'vehicle']);

/** A direct source or destination of an item: a party, a run, another item; with its share. */
export type Neighbour =
  | { to: 'end'; flow: Flow; end: End; kg: Kg }
  | { to: 'run'; flow: Flow; kg: Kg }
  | { to: 'item'; flow: Flow; item: string; kg: Kg };

/** Stock of an item that is still ours. */
export interface Stay {
  end: End;
  flow: Flow;
  kg: Kg;
}

/** Moves by item, by the battery they go into or come out of, and by recycling run. */
export class FlowGraph {
  readonly #byItem: ReadonlyMap<string, readonly Flow[]>;
  readonly #inside = new Map<string, Flow[]>();
  readonly #runs = new Map<string, { in: Flow[]; out: Flow[] }>();

  constructor(all: readonly Flow[]) {
    const flows = withoutReturns(all);
    this.#byItem = Map.groupBy(flows, ({ item }) => item);
    for (const flow of flows) {
      for (const end of [flow.from, flow.to])
        if (end.kind === 'inside' && end.key !== flow.item)
          this.#inside.set(end.key, [...(this.#inside.get(end.key) ?? []), flow]);
      if (flow.document.kind !== 'recyclingRun') continue;
      const run = this.#runs.get(flow.document.id) ?? { in: [], out: [] };
      if (flow.to.kind === 'recycled') run.in.push(flow);
      if (flow.from.kind === 'recycled') run.out.push(flow);
      this.#runs.set(flow.document.id, run);
    }
  }

  #of(item: string): readonly Flow[] {
    return this.#byItem.get(item) ?? [];
  }

  codeOf(item: string): string {
    return this.#of(item).at(-1)?.code ?? '';
  }

  /** Input and output of a recycling run. */
  run(document: string): { in: readonly Flow[]; out: readonly Flow[] } {
    return this.#runs.get(document) ?? { in: [], out: [] };
  }

  /** The total mass of a lot, or the last booked mass of a battery. */
  massOf(item: string): Kg {
    const own = this.#of(item);
    const came = own.filter(({ from, to }) => !ours.has(from.kind) && ours.has(to.kind));
    if (own[0]?.lot) return came.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0));
    return decimalOf(came.at(-1)?.kg ?? own.at(-1)?.kg ?? 0);
  }

  /** The sources of an item before a move, or its destinations after one. */
  around(way: Way, item: string, limit: number): Neighbour[] {
    const within = ({ seq }: Flow) => (way === 'back' ? seq < limit : seq > limit);
    const own = this.#of(item).filter(within);
    const found = own.flatMap((flow) => neighbour(way, flow));
    // Its components, or parts taken out of it.
    const parts = (this.#inside.get(item) ?? []).flatMap((flow): Neighbour[] => {
      const at = way === 'back' ? flow.to : flow.from;
      return within(flow) && at.kind === 'inside' && at.key === item
        ? [{ to: 'item', flow, item: flow.item, kg: decimalOf(flow.kg) }]
        : [];
    });
    // A corrected mass goes to the place of differences and comes back: neither a source nor a destination.
    const all = [...found.filter((each) => !isCorrected(each, own)), ...parts];
    const isLot = this.#of(item)[0]?.lot ?? true;
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
  }

  /** The stock of an item that is still ours. */
  stays(item: string): Stay[] {
    const own = this.#of(item);
    const last = own.at(-1);
    if (!last) return [];
    if (!last.lot)
      return ours.has(last.to.kind) ? [{ end: last.to, flow: last, kg: decimalOf(last.kg) }] : [];
    const at = new Map<string, Stay>();
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
  }
}

/**
 * Flows as if returned goods had never been delivered: a customer who returned them is neither their source nor their
 * destination. A return becomes a move from where they were delivered.
 */
function withoutReturns(flows: readonly Flow[]): Flow[] {
  const { left, returned } = matchReturns(flows, (flow) => ({ ...flow, preset: flow.document.preset }));
  const back = Map.groupBy(returned, ({ move }) => move);
  return flows.flatMap((flow) => {
    const rest = left.get(flow) ?? decimalOf(0);
    const isGone = rest.lte(0) && rest.lt(flow.kg);
    return [
      ...(isGone ? [] : [{ ...flow, from: flow.source ?? flow.from, kg: rest.toFixed() }]),
      ...(back.get(flow) ?? []).map(({ delivery, kg }) => ({
        ...flow,
        from: delivery.from,
        kg: kg.toFixed(),
      })),
    ];
  });
}

/** The other end of a move, if it matters. */
function neighbour(way: Way, flow: Flow): Neighbour[] {
  const [far, near] = way === 'back' ? [flow.from, flow.to] : [flow.to, flow.from];
  const kg = decimalOf(flow.kg);
  if (far.kind === 'recycled' && flow.document.kind === 'recyclingRun') return [{ to: 'run', flow, kg }];
  if (far.kind === 'inside') return far.key === flow.item ? [] : [{ to: 'item', flow, item: far.key, kg }];
  return ours.has(far.kind) || !(ours.has(near.kind) || near.kind === 'inside')
    ? []
    : [{ to: 'end', flow, end: far, kg }];
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
