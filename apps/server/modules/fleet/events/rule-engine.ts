import { type Comparison, comparators } from '@voltloop/contract/comparators.ts';

/** Pure: evaluates threshold rules over readings, for one thing. Times are device times, epoch ms. */

/** A rule in effect. Threshold and hysteresis are in the point's unit. */
export interface Rule {
  id: string;
  version: number;
  point: string;
  comparison: Comparison;
  threshold: number;
  hysteresis: number;
  delay_ms: number;
  clear_delay_ms: number;
  level: number;
  name_en: string;
  name_zh: string;
}

/** The state of a rule; an idle rule has none. */
export interface RuleState {
  /** Whether the rule is active. */
  on: boolean;
  /** Time since which the opposite of `on` has held continuously, while its delay runs. */
  since_ms: number | null;
  /** Time of the newest reading that was counted. */
  seen_ms: number;
}

/**
 * Readings further apart than this do not show the time between: a running delay restarts. Packs report every five
 * minutes.
 */
export const MAX_GAP_MS = 15 * 60_000;

/** Whether a value is beyond the rule's threshold. */
export function isBeyond(rule: Pick<Rule, 'comparison' | 'threshold'>, value: number): boolean {
  return comparators[rule.comparison].isBeyond(value, rule.threshold);
}

/** Whether a value has returned far enough to end an event of the rule. With hysteresis there is a band in between. */
export function isBack(rule: Pick<Rule, 'comparison' | 'threshold' | 'hysteresis'>, value: number): boolean {
  const { isBack, end } = comparators[rule.comparison];
  return isBack(value, end(rule.threshold, rule.hysteresis));
}

/** A rule's state after a reading; undefined for an idle rule. A reading older than the newest changes nothing. */
export function step(
  rule: Rule,
  state: RuleState | undefined,
  time_ms: number,
  value: number,
): RuleState | undefined {
  if (state && time_ms < state.seen_ms) return state;
  const on = state?.on ?? false;
  const isOpposite = on ? isBack(rule, value) : isBeyond(rule, value);
  if (!isOpposite) return on ? { on, since_ms: null, seen_ms: time_ms } : undefined;
  const known = state !== undefined && time_ms - state.seen_ms <= MAX_GAP_MS;
  const since_ms = (known ? state.since_ms : null) ?? time_ms;
  if (time_ms - since_ms < (on ? rule.clear_delay_ms : rule.delay_ms))
    return { on, since_ms, seen_ms: time_ms };
  return on ? undefined : { on: true, since_ms: null, seen_ms: time_ms };
}

/**
 * The rule to show of several on the same side of the same point: of the active ones the most severe, and of equally
 * severe ones the one with the farther threshold. So an event escalates and de-escalates without duplicates.
 */
export function shownRule(holding: readonly Rule[]): Rule | null {
  let shown: Rule | null = null;
  for (const rule of holding) if (!shown || isMoreSevere(rule, shown)) shown = rule;
  return shown;
}

function isMoreSevere(a: Rule, b: Rule): boolean {
  if (a.level !== b.level) return a.level > b.level;
  const farther = comparators[a.comparison].farther(a.threshold, b.threshold);
  return farther !== 0 ? farther > 0 : a.id < b.id;
}

/** The code of the event that rules on one side of a point share: `M_SOC.below`, `P_MOS_T.above@2`. */
export function ruleCode({ point, comparison }: Pick<Rule, 'point' | 'comparison'>, pack: number): string {
  return pack === 0 ? `${point}.${comparison}` : `${point}.${comparison}@${pack}`;
}
