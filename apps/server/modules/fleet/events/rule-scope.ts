import type { RuleBody } from '@voltloop/contract';
import { comparators } from '@voltloop/contract/comparators.ts';
import { HE_BAT, type PointDefinition } from '@voltloop/protocol';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { loadAccount } from '../../people/accounts/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import type { RuleFields } from './store-rules.ts';

export interface RuleDeps extends Pick<Services, 'db' | 'bus' | 'log'> {
  things: Pick<Things, 'find'>;
}

/** What a change of a rule needs besides: its things are evaluated again. */
export interface ChangeDeps extends RuleDeps, Pick<Services, 'clock'> {
  telemetry: Pick<Telemetry, 'newestReadings' | 'refreshStatus'>;
}

/** Points that a rule can watch: measured quantities of the system or of a pack. Extremes of cells are among them. */
const watchable: ReadonlyMap<string, PointDefinition> = new Map(
  HE_BAT.points
    .filter((p) => (p.kind === 'gauge' || p.kind === 'counter') && p.part !== 'cell')
    .map((p) => [p.key, p]),
);

/** The name in both languages; a single one is used for both. @throws validation without any */
export function ruleNames({ name_en, name_zh }: Pick<RuleBody, 'name_en' | 'name_zh'>): {
  name_en: string;
  name_zh: string;
} {
  const name = name_en || name_zh;
  if (!name) throw fieldError('name_en', 'rule.name', 'Enter a name in at least one language');
  return { name_en: name, name_zh: name_zh || name };
}

/** Checks against the information model and the rest of the rule. @throws validation beside the invalid field */
export function checkRule(
  body: Pick<RuleBody, 'point' | 'comparison' | 'threshold'> & Partial<RuleBody>,
): void {
  const point = watchable.get(body.point);
  if (!point) throw fieldError('point', 'rule.point', 'Choose a measured reading');
  const [least, most] = rangeOf(point);
  if (body.threshold < least || body.threshold > most) {
    throw fieldError(
      'threshold',
      'rule.threshold',
      `Must lie between ${least} and ${most} ${point.unit}`.trim(),
    );
  }
  if ((body.hysteresis ?? 0) > most - least) {
    throw fieldError('hysteresis', 'rule.hysteresis', 'Larger than the whole range of the reading');
  }
  // Beyond the range no value could end the event.
  const back = comparators[body.comparison].end(body.threshold, body.hysteresis ?? 0);
  if (body.hysteresis && (back < least || back > most)) {
    throw fieldError('hysteresis', 'rule.hysteresisEnd', 'With this margin no reading could end the event');
  }
}

/** Possible values of a point by its unit: 0 to 100 %, temperatures above absolute zero. */
function rangeOf({ unit, kind }: PointDefinition): [number, number] {
  if (unit === '%') return [0, 100];
  if (unit === '°C') return [-273, 1000];
  return [kind === 'counter' ? 0 : -8e9, 8e9];
}

/**
 * The account and thing of a rule, both visible to the caller; the thing must be the account's.
 * @throws validation beside the field that resolves to nothing
 */
export async function scopeOf(
  deps: RuleDeps,
  ctx: Ctx,
  body: Pick<RuleBody, 'account_id' | 'devid'>,
): Promise<Pick<RuleFields, 'account_id' | 'thing_id'>> {
  const { caller } = ctx;
  const id = body.account_id || caller.accountId;
  const unknownAccount = () =>
    fieldError('account_id', 'rule.account', 'Choose an account at or below yours');
  if (!isUuid(id)) throw unknownAccount();
  const account = await loadAccount(deps.db, caller, id).catch((err: unknown) => {
    throw (err as { codeName?: string }).codeName === 'notFound' ? unknownAccount() : err;
  });
  if (!body.devid) return { account_id: account.id, thing_id: null };
  const viewer = { ...caller, path: account.path, kind: account.kind, tenantId: account.tenantId };
  const thing = await deps.things.find(viewer, body.devid).catch((err: unknown) => {
    if ((err as { codeName?: string }).codeName !== 'notFound') throw err;
    throw fieldError('devid', 'rule.devid', 'No device of this account');
  });
  return { account_id: account.id, thing_id: thing.id };
}
