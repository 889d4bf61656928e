/** Pure: places nodes in columns, each after all that lead to it, in an order with few crossings. */

export interface Placed {
  id: string;
  column: number;
  row: number;
}

interface Link {
  from: string;
  to: string;
}

/** Number of passes that reorder each column by its neighbours. */
const SWEEPS = 4;

export function layout(
  ids: readonly string[],
  links: readonly Link[],
): { placed: Placed[]; columns: number; rows: number } {
  const column = columnsOf(ids, links);
  const columns: string[][] = [];
  for (const id of ids) {
    const own = columns[column.get(id) ?? 0] ?? [];
    own.push(id);
    columns[column.get(id) ?? 0] = own;
  }
  const filled = columns.filter(Boolean);
  const rows = Math.max(0, ...filled.map((each) => each.length));
  const row = new Map<string, number>();
  const place = (own: readonly string[]) => {
    // Short columns are centred on the tallest.
    const first = (rows - own.length) / 2;
    own.forEach((id, n) => {
      row.set(id, first + n);
    });
  };
  filled.forEach(place);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const rightwards = sweep % 2 === 0;
    for (const own of rightwards ? filled : filled.toReversed()) {
      const middle = new Map(own.map((id) => [id, middleOf(id, rightwards)]));
      own.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
      place(own);
    }
  }
  const placed = filled.flatMap((own, n) => own.map((id) => ({ id, column: n, row: row.get(id) ?? 0 })));
  return { placed, columns: filled.length, rows };

  function middleOf(id: string, rightwards: boolean): number {
    const near = links.flatMap(({ from, to }) =>
      rightwards ? (to === id ? [from] : []) : from === id ? [to] : [],
    );
    const at = near.map((each) => row.get(each) ?? 0);
    return at.length === 0 ? (row.get(id) ?? 0) : at.reduce((sum, each) => sum + each, 0) / at.length;
  }
}

/** The longest path to each node; a node without predecessors is placed just before its successors. */
function columnsOf(ids: readonly string[], links: readonly Link[]): Map<string, number> {
  const column = new Map(ids.map((id) => [id, 0]));
  // No path is longer than the number of nodes, also in a cyclic graph.
  for (let round = 0; round < ids.length; round += 1) {
    let moved = false;
    for (const { from, to } of links) {
      const after = (column.get(from) ?? 0) + 1;
      if (after > (column.get(to) ?? 0) && after < ids.length) {
        column.set(to, after);
        moved = true;
      }
    }
    if (!moved) break;
  }
  const inner = new Set(links.map(({ to }) => to));
  for (const id of ids) {
    if (inner.has(id)) continue;
    const targets = links.filter(({ from }) => from === id).map(({ to }) => column.get(to) ?? 0);
    if (targets.length > 0) column.set(id, Math.max(0, Math.min(...targets) - 1));
  }
  return column;
}
