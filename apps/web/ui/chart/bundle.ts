import type { Life } from '@voltloop/contract/calls/traceability.ts';

/** Pure: bundles similar nodes, so that a graph of hundreds of batteries is readable. */

/** Up to this many similar nodes are shown separately. */
const MAX_ALIKE = 5;

/** The properties in which similar nodes agree. */
interface Alike {
  id: string;
  kind: string;
  side: 'own' | 'back' | 'on';
  state: string | null;
}

export interface Bundle<Node extends Alike> {
  /** That of its first node. */
  id: string;
  nodes: Node[];
  /** Key for opening and closing it; null for a single node. */
  key: string | null;
}

export interface Bundled<Node extends Alike> {
  bundles: Bundle<Node>[];
  links: { from: string; to: string }[];
}

export type Way = 'all' | 'back' | 'on';

/** The direction to show: what goods were made of, what became of them, or both. */
export function partOf({ nodes, links }: Pick<Life, 'nodes' | 'links'>, way: Way) {
  const shown = nodes.filter(({ side }) => way === 'all' || side === 'own' || side === way);
  const ids = new Set(shown.map(({ id }) => id));
  return { nodes: shown, links: links.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}

/**
 * Bundles nodes of one kind that lead to the same nodes, from the record outwards; downstream of the record, those that
 * come from the same.
 * @param opened Keys of bundles whose nodes are shown separately
 */
export function bundle<Node extends Alike>(
  life: { nodes: readonly Node[]; links: readonly { from: string; to: string }[] },
  opened: ReadonlySet<string>,
): Bundled<Node> {
  const into = new Map(life.nodes.map(({ id }) => [id, id]));
  const members = new Map(life.nodes.map((node) => [node.id, [node]]));
  const keys = new Map<string, string>();
  const outOf = Map.groupBy(life.links, ({ from }) => from);
  const inTo = Map.groupBy(life.links, ({ to }) => to);
  const around = ({ id, side }: Node): string => {
    const targets = (outOf.get(id) ?? []).map(({ to }) => into.get(to));
    const sources = (inTo.get(id) ?? []).map(({ from }) => into.get(from));
    const near = side === 'back' ? targets : side === 'on' ? sources : [...targets, '', ...sources];
    return [...new Set(near)].sort().join(' ');
  };
  // A bundle makes the nodes beyond it similar, so this repeats until nothing changes.
  for (let changed = true; changed; ) {
    changed = false;
    const open = life.nodes.filter(
      ({ id, kind }) => into.get(id) === id && members.get(id)?.length === 1 && kind !== 'run',
    );
    const alike = Map.groupBy(
      open,
      (node) => `${node.kind} ${node.side} ${node.kind === 'lot' ? node.state : ''} ${around(node)}`,
    );
    for (const [key, nodes] of alike) {
      const [first] = nodes;
      if (!first || nodes.length <= MAX_ALIKE) continue;
      const name = `${key} ${first.id}`;
      if (opened.has(name)) continue;
      for (const { id } of nodes) into.set(id, first.id);
      members.set(first.id, nodes);
      keys.set(first.id, name);
      changed = true;
    }
  }
  const links = new Map(
    life.links.map(({ from, to }) => {
      const link = { from: into.get(from) ?? from, to: into.get(to) ?? to };
      return [`${link.from} ${link.to}`, link] as const;
    }),
  );
  return {
    bundles: life.nodes
      .filter(({ id }) => into.get(id) === id)
      .map(({ id }) => ({ id, nodes: members.get(id) ?? [], key: keys.get(id) ?? null })),
    links: [...links.values()].filter(({ from, to }) => from !== to),
  };
}
