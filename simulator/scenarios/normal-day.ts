/** A normal day: sun, habits, and the few faults of every fleet. */
import { provoke, relieve, type System } from '../fleet/index.ts';
import { hash32, uniform } from '../fleet/random.ts';
import type { Scenario } from './scenario.ts';

const HOUR_MS = 3_600_000;

/** Faults that come and go by the hour: share of affected systems, share of hours with the fault. */
const passing: { code: string; systems: number; hours: number }[] = [
  { code: 'E_WARN2.0', systems: 0.06, hours: 0.3 },
  { code: 'E_WARN1.0', systems: 0.03, hours: 0.12 },
  { code: 'M_WARN2.0', systems: 0.04, hours: 0.5 },
];
/** Faults that stay until they are repaired. */
const lasting: { code: string; systems: number }[] = [
  { code: 'P_FAULT.2@1', systems: 0.012 },
  { code: 'E_WARN1.3', systems: 0.015 },
  { code: 'M_WARN2.1', systems: 0.03 },
];

/**
 * Sets and clears the faults of a system at a time.
 * @param began_ms from when its lasting faults may exist: each begins at some time between this and `live_ms`
 */
export function faultsOfDay(
  system: System,
  now_ms: number,
  { began_ms, live_ms }: { began_ms: number; live_ms: number } = { began_ms: 0, live_ms: 0 },
): void {
  const { seed } = system.spec;
  const hour = Math.floor(now_ms / HOUR_MS);
  passing.forEach((fault, n) => {
    const isAffected = uniform(seed, 900 + n) < fault.systems;
    if (!isAffected) return;
    if (uniform(hash32(seed, n), hour) < fault.hours) provoke(system, fault.code);
    else relieve(system, fault.code);
  });
  lasting.forEach((fault, n) => {
    const begins_ms = began_ms + uniform(seed, 970 + n) * (live_ms - began_ms);
    if (uniform(seed, 950 + n) < fault.systems && now_ms >= begins_ms) provoke(system, fault.code);
  });
}

export function normalDay(): Scenario {
  return {
    name: 'normal-day',
    act(device, _index, _elapsed_s, now_ms) {
      faultsOfDay(device.system, now_ms);
    },
  };
}
