import type { RunBalance } from '@voltloop/contract/calls/works.ts';

/** Pure: the balance of a run as flows from inputs to outputs, in kg. */

/** A line of a run's document: side, code or lotNo, material, and the mass that it counts with. */
type RunLine = Readonly<Record<string, unknown>>;

export interface RunFlows {
  /** `kind` selects the label of a node; lots and batteries have their own names. */
  nodes: {
    key: string;
    kind: 'in' | 'pieces' | 'run' | 'out' | keyof RunBalance;
    label: string;
    count: number;
  }[];
  flows: { from: string; to: string; value: number }[];
}

/** More batteries than these are merged into one node. */
const MAX_APART = 6;
const RUN = 'run';
/** Parts of a balance without a lot; a negative mass moves to the other side. */
const rests = ['added', 'residue', 'loss', 'water', 'difference'] as const;

export function runFlows(lines: readonly RunLine[], balance: RunBalance): RunFlows {
  const nodes: RunFlows['nodes'] = [{ key: RUN, kind: 'run', label: '', count: 1 }];
  const flows: RunFlows['flows'] = [];
  const add = (side: 'in' | 'out', key: string, kg: number, node: Omit<RunFlows['nodes'][number], 'key'>) => {
    if (!(kg > 0)) return;
    const name = `${side} ${key}`;
    if (!nodes.some((each) => each.key === name)) nodes.push({ key: name, ...node });
    const [from, to] = side === 'in' ? [name, RUN] : [RUN, name];
    const existing = flows.find((flow) => flow.from === from && flow.to === to);
    if (existing) existing.value += kg;
    else flows.push({ from, to, value: kg });
  };
  const massOf = ({ mass }: RunLine) => Number(mass ?? 0);
  const ins = lines.filter(({ side }) => side !== 'out');
  const coded = ins.filter(({ code }) => code);
  const together = coded.length > MAX_APART;
  if (together)
    add(
      'in',
      'pieces',
      coded.reduce((sum, line) => sum + massOf(line), 0),
      {
        kind: 'pieces',
        label: '',
        count: coded.length,
      },
    );
  for (const line of ins) {
    const label = String(line.code ?? line.lotNo ?? '');
    if (!(together && line.code)) add('in', label, massOf(line), { kind: 'in', label, count: 1 });
  }
  for (const line of lines) {
    const label = String(line.lotNo ?? line.code ?? '');
    if (line.side === 'out' && line.material !== 'residue')
      add('out', label || String(line.material ?? ''), massOf(line), { kind: 'out', label, count: 1 });
  }
  for (const kind of rests) {
    const kg = Number(balance[kind]);
    const isInput = kind === 'added' ? kg > 0 : kg < 0;
    add(isInput ? 'in' : 'out', kind, Math.abs(kg), { kind, label: '', count: 1 });
  }
  return { nodes, flows };
}
