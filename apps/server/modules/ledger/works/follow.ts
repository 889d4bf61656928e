import type { Trace, Traced } from '@voltloop/contract';
import { decimalOf, rounded } from '@voltloop/resource-kit';
import { type Flow, FlowGraph, type Kg, type Way } from './flow-graph.ts';

/** The origin and destination of an item, from the moves of its neighbourhood. Pure. */
export function follow(id: string, flows: readonly Flow[]): Omit<Trace, 'code' | 'cut'> {
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
