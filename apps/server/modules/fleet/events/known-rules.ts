import { type Rule, type RuleState, ruleCode, shownRule, step } from './rule-engine.ts';
import { type EventKind, inPack, RULE_SOURCE } from './rules.ts';

/** The rules that apply to a thing, ready to evaluate. Things with the same rules share it. */
export class RuleSet {
  readonly byId: ReadonlyMap<string, Rule>;
  /** Rules on the same side of the same point, by point. */
  readonly groups: ReadonlyMap<string, Rule[][]>;

  constructor(rules: readonly Rule[]) {
    this.byId = new Map(rules.map((rule) => [rule.id, rule]));
    const byPoint = Map.groupBy(rules, (rule) => rule.point);
    this.groups = new Map(
      [...byPoint].map(([point, of]) => [point, [...Map.groupBy(of, (rule) => rule.comparison).values()]]),
    );
  }
}

export const noRules = new RuleSet([]);

/** A reading of a watched point. `pack` is 0 for the system. */
export interface Reading {
  point: string;
  pack: number;
  value: number;
}

/** A stored state of a rule at a thing. */
export interface StoredState extends RuleState {
  rule_id: string;
  pack: number;
}

/** The changes by a reading: an event begins or ends, or a rule's state must be stored. */
export type RuleChange =
  | { what: 'raise'; kind: EventKind; rule: Rule; value: number }
  | { what: 'clear'; kind: EventKind }
  | { what: 'keep'; rule: Rule; pack: number; state: RuleState | null };

/** The rules of one thing and the state of each, as known to this process. Pure. */
export class KnownRules {
  readonly #set: RuleSet;
  readonly #states = new Map<string, RuleState>();
  readonly #known_ms: number;

  /** @param known_ms Device time up to which readings were counted before. */
  constructor(set: RuleSet, states: readonly StoredState[], known_ms: number) {
    this.#set = set;
    this.#known_ms = known_ms;
    for (const { rule_id, pack, on, since_ms, seen_ms } of states) {
      if (set.byId.has(rule_id)) this.#states.set(`${rule_id}@${pack}`, { on, since_ms, seen_ms });
    }
  }

  /** Points watched by rules of the thing. */
  get points(): Iterable<string> {
    return this.#set.groups.keys();
  }

  /** Whether a rule applies to the thing now. */
  follows(ruleId: string): boolean {
    return this.#set.byId.has(ruleId);
  }

  /**
   * The changes by a reading.
   * @param activeRule The rule of the thing's active event of a code, if a rule raised it.
   */
  update(
    { point, pack, value }: Reading,
    time_ms: number,
    activeRule: (code: string) => string | undefined,
  ): RuleChange[] {
    const changes: RuleChange[] = [];
    for (const group of this.#set.groups.get(point) ?? []) {
      for (const rule of group) this.#step(rule, pack, time_ms, value, changes);
      const code = ruleCode(group[0] as Rule, pack);
      const shown = shownRule(group.filter((rule) => this.#states.get(`${rule.id}@${pack}`)?.on));
      const active = activeRule(code);
      if (shown?.id === active) continue;
      if (active !== undefined) changes.push({ what: 'clear', kind: clearKind(code) });
      if (shown) changes.push({ what: 'raise', kind: kindOfRule(shown, pack), rule: shown, value });
    }
    return changes;
  }

  #step(rule: Rule, pack: number, time_ms: number, value: number, changes: RuleChange[]): void {
    const key = `${rule.id}@${pack}`;
    const stored = this.#states.get(key);
    // The stored state has only its start; later readings were counted too.
    const state = stored && {
      ...stored,
      seen_ms: Math.max(stored.seen_ms, Math.min(this.#known_ms, time_ms)),
    };
    const next = step(rule, state, time_ms, value);
    if (next) this.#states.set(key, next);
    else this.#states.delete(key);
    if (next?.on !== stored?.on || (next?.since_ms ?? null) !== (stored?.since_ms ?? null)) {
      changes.push({ what: 'keep', rule, pack, state: next ?? null });
    }
  }
}

function kindOfRule(rule: Rule, pack: number): EventKind {
  const { level, name_en, name_zh } = rule;
  return { code: ruleCode(rule, pack), level, source: RULE_SOURCE, ...inPack(name_en, name_zh, pack) };
}

/** The part of a kind that ends an event. */
export function clearKind(code: string): EventKind {
  return { code, level: 0, source: RULE_SOURCE, name_en: '', name_zh: '' };
}
