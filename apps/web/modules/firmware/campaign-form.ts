/** Pure: converts the input of the start dialog into its call. */
import { type CampaignBody, campaignBody } from '@voltloop/contract/calls/firmware.ts';

/** Devices by id, or all that match a filter. */
export type Choice =
  | { things: readonly string[] }
  | { filter: { search?: string; version?: string; below?: string } };

/** How a campaign is divided into waves. */
export const rollouts = ['all', 'canary', 'custom'] as const;
export type Rollout = (typeof rollouts)[number];
const presets: Record<Exclude<Rollout, 'custom'>, number[]> = { all: [100], canary: [5, 25, 100] };

const typedWaves = (text: string): number[] =>
  text
    .split(/[\s,;，、%]+/)
    .filter(Boolean)
    .map(Number);

export interface CampaignDraft {
  packageId: string;
  rollout: Rollout;
  /** Text for `custom`: `5, 25, 100`. */
  waves: string;
  maxFailed_pct: number | string;
  minSoc: number | string;
  window: { begin: string; end: string } | null;
  allowDowngrade: boolean;
}

export const newDraft = (packageId: string): CampaignDraft => ({
  packageId,
  rollout: 'canary',
  waves: '5, 25, 100',
  maxFailed_pct: 10,
  minSoc: 30,
  window: null,
  allowDowngrade: false,
});

export type DraftField = 'waves' | 'maxFailed_pct' | 'minSoc' | 'window' | 'packageId';

/** The body of the call, or the invalid fields. */
export function toBody(
  draft: CampaignDraft,
  choice: Choice,
): { body: CampaignBody; wrong: null } | { body: null; wrong: ReadonlySet<DraftField> } {
  const parsed = campaignBody.safeParse({
    package_id: draft.packageId || undefined,
    ...('things' in choice ? { things: [...choice.things] } : { filter: choice.filter }),
    waves: draft.rollout === 'custom' ? typedWaves(draft.waves) : presets[draft.rollout],
    max_failed_pct: draft.maxFailed_pct === '' ? undefined : draft.maxFailed_pct,
    min_soc: draft.minSoc === '' ? undefined : draft.minSoc,
    window: draft.window,
    allow_downgrade: draft.allowDowngrade,
  });
  const wrong = new Set<DraftField>();
  // A cleared number must not become the schema's default.
  if (draft.maxFailed_pct === '') wrong.add('maxFailed_pct');
  if (draft.minSoc === '') wrong.add('minSoc');
  for (const { path } of parsed.error?.issues ?? []) {
    if (path[0] === 'waves') wrong.add('waves');
    else if (path[0] === 'max_failed_pct') wrong.add('maxFailed_pct');
    else if (path[0] === 'min_soc') wrong.add('minSoc');
    else if (path[0] === 'window') wrong.add('window');
    else wrong.add('packageId');
  }
  return parsed.success && wrong.size === 0 ? { body: parsed.data, wrong: null } : { body: null, wrong };
}

/** The fewest failures among the devices of a wave that stop a campaign; null when not even all of them do. */
export function failuresThatStop(wave: number, maxFailed_pct: number): number | null {
  const fewest = Math.floor((wave * maxFailed_pct) / 100 + 1e-9) + 1;
  return fewest <= wave ? fewest : null;
}

/** The initial input of a campaign that upgrades every device below a version. */
export const upgradeAll = (packageId: string, version: string): CampaignBody | null =>
  toBody(newDraft(packageId), { filter: { below: version } }).body;
