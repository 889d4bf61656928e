import type { Trace } from '@voltloop/contract/calls/works.ts';
import { bundle } from '../../ui/chart/bundle.ts';

/** Pure: the trace of every kilogram as flows, with similar nodes merged. */

type Node = Trace['nodes'][number];

export interface TraceFlows {
  nodes: { key: string; kind: string; label: string; count: number }[];
  flows: { from: string; to: string; value: number }[];
}

/** @param id The battery or lot to trace. */
export function traceFlows({ nodes, links }: Pick<Trace, 'nodes' | 'links'>, id: string): TraceFlows {
  const subject = `item:${id}`;
  const before = reached(subject, links);
  const sided = nodes.map((node) => ({ ...node, state: null, side: sideOf(node, subject, before) }));
  const { bundles } = bundle({ nodes: sided, links }, new Set());
  const into = new Map(bundles.flatMap((each) => each.nodes.map((node) => [node.id, each.id] as const)));
  const flows = new Map<string, TraceFlows['flows'][number]>();
  for (const { from, to, kg } of links) {
    const flow = { from: into.get(from) ?? from, to: into.get(to) ?? to, value: Number(kg) };
    const existing = flows.get(`${flow.from} ${flow.to}`);
    if (existing) existing.value += flow.value;
    else flows.set(`${flow.from} ${flow.to}`, flow);
  }
  return {
    nodes: bundles.map(({ id: key, nodes: alike }) => ({
      key,
      kind: alike[0]?.kind ?? '',
      label: alike.length === 1 ? (alike[0]?.label ?? '') : '',
      count: alike.length,
    })),
    flows: [...flows.values()],
  };
}

const sideOf = ({ id }: Node, subject: string, before: ReadonlySet<string>): 'own' | 'back' | 'on' =>
  id === subject ? 'own' : before.has(id) ? 'back' : 'on';

/** All nodes upstream of a node. */
function reached(subject: string, links: Trace['links']): Set<string> {
  const sources = Map.groupBy(links, ({ to }) => to);
  const found = new Set<string>();
  let next = [subject];
  while (next.length > 0) {
    const near = next.flatMap((id) => (sources.get(id) ?? []).map(({ from }) => from));
    next = [...new Set(near)].filter((id) => !found.has(id));
    for (const id of next) found.add(id);
  }
  return found;
}
