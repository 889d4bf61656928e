import type { Life, LifeEvent } from '@voltloop/contract/calls/traceability.ts';

/** Pure: the stages of a whole life, from the vehicle to the materials, and which of them were reached. */

export const stageNames = [
  'vehicle',
  'received',
  'tested',
  'produced',
  'delivered',
  'recycled',
  'material',
] as const;
export type StageName = (typeof stageNames)[number];

export interface LifeStage {
  name: StageName;
  state: 'done' | 'current' | 'next';
  /** Its first day. */
  day: string | null;
}

function stageOf({ what, record, from, to }: LifeEvent): StageName | null {
  if (what === 'vehicleRegistered' || what === 'vehicleScrapped') return 'vehicle';
  if (what === 'test') return 'tested';
  if (what !== 'document') return null;
  if (record?.kind === 'production') return 'produced';
  if (from?.kind === 'recycled') return 'material';
  if (to?.kind === 'recycled') return 'recycled';
  if (to?.kind === 'outside') return 'delivered';
  return from && ['outside', 'opening', 'vehicle'].includes(from.kind) ? 'received' : null;
}

export function stagesOf({ events, nodes }: Pick<Life, 'events' | 'nodes'>): LifeStage[] {
  const days = new Map<StageName, string>();
  const lots = nodes.filter(({ kind, side }) => kind === 'lot' && side !== 'back');
  const last = events.findLast((event) => event.side === 'own' && stageOf(event) !== null);
  for (const event of events) {
    const stage = stageOf(event);
    if (stage && !days.has(stage)) days.set(stage, event.day);
  }
  const [material] = lots.flatMap(({ day }) => day ?? []).sort();
  // Purchased materials were not produced here.
  if (material && days.has('recycled') && !days.has('material')) days.set('material', material);
  const current = last ? stageOf(last) : null;
  return stageNames.map((name) => ({
    name,
    day: days.get(name) ?? null,
    state: name === current ? 'current' : days.has(name) ? 'done' : 'next',
  }));
}
