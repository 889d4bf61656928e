import { type MappedValue, rounded } from './mapping.ts';
import type { DeviceModel } from './model.ts';

/** What a device's derived points are computed from. Plain data: it is stored, and read by another node. */
export interface DeriveState {
  /** The newest values of the system, by point. */
  latest: Record<string, { value: number; time_ms: number }>;
  /** Energies of powers, Wh. */
  integrals: Record<string, { wh: number; time_ms: number; power_w: number | null }>;
  /** Counters that restart, without their restarts. `zeros` in a row may be the device's start. */
  counters: Record<string, { total: number; last: number; zeros: number }>;
  /** Highest values. */
  highest: Record<string, number>;
  /** Stored levels that new counters continue from. */
  levels?: Record<string, number>;
}

export const noDeriveState = (): DeriveState => ({ latest: {}, integrals: {}, counters: {}, highest: {} });

/** Nobody knows a power during a longer gap. */
const MAX_GAP_MS = 600_000;
/** A fall by less is jitter, or a rounding after a restart. */
const JITTER = 0.1;
/** So many zeros in a row are a restart. */
const ZEROS = 3;

/**
 * The derived points of a device after a message, in the order of the rules: later ones may use earlier ones.
 * @param state is changed
 * @param time_ms of the message
 */
export function derive(
  { mapping: { derive: rules, stale_s } }: DeviceModel,
  state: DeriveState,
  values: readonly MappedValue[],
  time_ms: number,
): MappedValue[] {
  const { latest } = state;
  const fresh = new Set<string>();
  const put = (to: string, value: number) => {
    if (time_ms < (latest[to]?.time_ms ?? 0)) return false;
    latest[to] = { value, time_ms };
    fresh.add(to);
    return true;
  };
  for (const { to, pack, value } of values) if (pack === 0) put(to, value);
  if (fresh.size === 0) return [];
  const known = (of: string): number | null => {
    const one = latest[of];
    return one && time_ms - one.time_ms <= stale_s * 1000 ? one.value : null;
  };
  const added: MappedValue[] = [];
  const add = (to: string, value: number) => {
    const exact = rounded(value);
    if (put(to, exact)) added.push({ to, pack: 0, cell: 0, value: exact });
  };
  for (const rule of rules) {
    const { to, sum, sum_known, integrate, unreset, hold, only } = rule;
    if (sum) {
      if (!sum.some(({ of }) => fresh.has(of))) continue;
      const terms = sum.map(({ of, factor = 1 }) => ({ value: known(of), factor }));
      if (terms.every(({ value }) => value !== null))
        add(
          to,
          terms.reduce((total, { value, factor }) => total + (value as number) * factor, 0),
        );
    } else if (sum_known) {
      if (!sum_known.some((of) => fresh.has(of))) continue;
      const terms = sum_known.map(known).filter((value) => value !== null);
      if (terms.length > 0)
        add(
          to,
          terms.reduce((total, value) => total + value, 0),
        );
    } else if (integrate !== undefined && fresh.has(integrate)) {
      add(to, integral(state, to, directed(known(integrate) ?? 0, only), time_ms));
    } else if (unreset !== undefined && fresh.has(unreset)) {
      add(to, withoutRestarts(state, to, known(unreset) ?? 0));
    } else if (hold !== undefined && fresh.has(hold)) {
      const value = known(hold) ?? 0;
      state.highest[to] = Math.max(value, state.highest[to] ?? value);
      add(to, state.highest[to]);
    }
  }
  return added;
}

const directed = (power_w: number, only: 'positive' | 'negative' | undefined): number =>
  only === 'negative' ? Math.max(-power_w, 0) : only === 'positive' ? Math.max(power_w, 0) : power_w;

function integral({ integrals }: DeriveState, to: string, power_w: number, time_ms: number): number {
  const before = integrals[to] ?? { wh: 0, time_ms, power_w };
  const gap_ms = time_ms - before.time_ms;
  const counts = gap_ms > 0 && gap_ms <= MAX_GAP_MS;
  const wh = before.wh + (counts ? ((((before.power_w ?? power_w) + power_w) / 2) * gap_ms) / 3_600_000 : 0);
  integrals[to] = { wh, time_ms: Math.max(time_ms, before.time_ms), power_w };
  return wh;
}

function withoutRestarts({ counters, levels }: DeriveState, to: string, value: number): number {
  const before = counters[to] ?? { total: levels?.[to] ?? 0, last: value, zeros: 0 };
  const after = { ...before, zeros: 0 };
  if (value >= before.last) {
    after.total += value - before.last;
    after.last = value;
  } else if (value === 0) {
    after.zeros = before.zeros + 1;
    if (after.zeros >= ZEROS) Object.assign(after, { last: 0, zeros: 0 });
  } else if (before.last - value > before.last * JITTER) {
    after.total += value;
    after.last = value;
  }
  counters[to] = after;
  return after.total;
}
