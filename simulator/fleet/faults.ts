/** Fault bits of a system after a step, and the events when one is set or cleared. */
import { type EventMessage, type FaultDefinition, HE_BAT } from '@voltloop/protocol';
import { evaluate, explain } from './protections.ts';
import type { System } from './system.ts';

const MAX_EVENTS = 200;

const definitions = new Map(HE_BAT.faults.map((f) => [f.code, f]));
const pointNames = [...new Set(HE_BAT.faults.map((f) => f.point))];
const byPoint = new Map(pointNames.map((p) => [p, HE_BAT.faults.filter((f) => f.point === p)]));

/**
 * Forces a fault: its bit stays set until {@link relieve}. The model determines its effects: a lost grid islands the
 * house, a BMS or pack fault disables the battery or the pack.
 * @param code As in the dictionary; a pack's may name the pack: `P_FAULT.0@2` (default pack 1). Throws RangeError if
 * unknown.
 */
export function provoke(system: System, code: string): void {
  if (!definitions.has(code.split('@')[0] ?? '')) throw new RangeError(`no such fault: ${code}`);
  const { codes } = system.state.provoked;
  if (!codes.includes(code)) codes.push(code);
}

/** Ends a provoked fault, or all of them. */
export function relieve(system: System, code?: string): void {
  const { provoked } = system.state;
  provoked.codes = code === undefined ? [] : provoked.codes.filter((c) => c !== code);
}

/** True while any provoked fault is one of `point` (or of one bit of it). */
export function isProvoked(system: System, point: string, bit?: number): boolean {
  const prefix = bit === undefined ? `${point}.` : `${point}.${bit}`;
  return system.state.provoked.codes.some((c) =>
    bit === undefined ? c.startsWith(prefix) : c.split('@')[0] === prefix,
  );
}

/** Sets the bits from measurements, then records begun and ended events. */
export function updateFaults(system: System, now_ms: number): void {
  const { state, measured, thresholds } = system;
  const before = state.bits;
  const bits: Record<string, number> = {};
  for (const point of pointNames) bits[point] = 0;
  let warn = 0;
  let alarm = 0;
  let prot = 0;
  for (let k = 0; k < state.packs.length; k += 1) {
    const pack = state.packs[k];
    const reading = measured.packs[k];
    if (!pack || !reading) continue;
    pack.fault = 0;
    const now = evaluate(thresholds, reading, pack.curr_a, {
      warn: before.M_WARN1 ?? 0,
      alarm: pack.alarm & 0x3ff,
      prot: pack.prot & 0x3ff,
    });
    pack.alarm = now.alarm;
    pack.prot = now.prot;
    warn |= now.warn;
    alarm |= now.alarm;
    prot |= now.prot;
  }
  const spread_mv = measured.max_mv - measured.min_mv;
  const spread_k = measured.max_c - measured.min_c;
  bits.M_WARN1 =
    warn | (spread_mv > 120 ? 1 << 10 : 0) | (spread_k > 10 ? 1 << 11 : 0) | (state.soc < 0.05 ? 1 << 12 : 0);
  bits.M_ALARM1 =
    alarm |
    (spread_mv > 200 ? 1 << 10 : 0) |
    (spread_k > 15 ? 1 << 11 : 0) |
    (state.soc < 0.02 ? 1 << 12 : 0);
  bits.M_PROT1 = prot | (spread_mv > 350 ? 1 << 10 : 0) | (spread_k > 20 ? 1 << 11 : 0);
  bits.M_ALARM2 = state.packs.some((p) => !p.online) ? 1 : 0;
  if (!state.on_grid) {
    bits.E_FAULT1 = 1;
    bits.E_WARN1 = (1 << 5) | (state.soc * 100 <= (system.settings.E_SOC_RSV ?? 0) ? 1 << 6 : 0);
  }
  addProvoked(system, bits);
  for (const pack of state.packs) {
    bits.P_PROT = (bits.P_PROT as number) | pack.prot;
    bits.P_ALARM = (bits.P_ALARM as number) | pack.alarm;
    bits.P_FAULT = (bits.P_FAULT as number) | pack.fault;
  }
  for (const point of pointNames) {
    if ((before[point] ?? 0) !== bits[point])
      noteChanges(system, point, before[point] ?? 0, bits[point] ?? 0, now_ms);
  }
  state.bits = bits;
}

function addProvoked(system: System, bits: Record<string, number>): void {
  for (const code of system.state.provoked.codes) {
    const [name = '', pack] = code.split('@');
    const fault = definitions.get(name);
    if (!fault) continue;
    const mask = 1 << fault.bit;
    if (!fault.point.startsWith('P_')) {
      bits[fault.point] = (bits[fault.point] ?? 0) | mask;
      continue;
    }
    const target = system.state.packs[Number(pack ?? 1) - 1];
    if (!target) continue;
    if (fault.point === 'P_PROT') target.prot |= mask;
    else if (fault.point === 'P_ALARM') target.alarm |= mask;
    else target.fault |= mask;
  }
}

function noteChanges(system: System, point: string, before: number, after: number, now_ms: number): void {
  for (const fault of byPoint.get(point) ?? []) {
    const was = (before >>> fault.bit) & 1;
    const is = (after >>> fault.bit) & 1;
    if (is && !was) begin(system, fault, now_ms);
    if (was && !is) end(system, fault.code, now_ms);
  }
}

function begin(system: System, fault: FaultDefinition, now_ms: number): void {
  const { state, measured } = system;
  const event: EventMessage = {
    code: fault.code,
    level: fault.level,
    source: fault.source,
    begin: now_ms,
    end: null,
  };
  const limited = fault.bit < 10 && /^(M_(PROT|ALARM|WARN)1|P_(PROT|ALARM))$/.test(fault.point);
  if (limited) {
    const readings = measured.packs.map((reading, k) => ({ reading, curr_a: state.packs[k]?.curr_a ?? 0 }));
    Object.assign(event, explain(system.thresholds, fault.bit, fault.level, readings));
  }
  state.active[fault.code] = event;
  remember(state.events, event);
}

function end(system: System, code: string, now_ms: number): void {
  const event = system.state.active[code];
  if (!event) return;
  delete system.state.active[code];
  remember(system.state.events, { ...event, end: now_ms });
}

/** Bounded: a device without listeners must not grow. The oldest is dropped first. */
function remember(events: EventMessage[], event: EventMessage): void {
  if (events.length >= MAX_EVENTS) events.shift();
  events.push(event);
}

/** The events since the last call, oldest first; each begins (`end: null`) or ends. */
export function drainEvents(system: System): EventMessage[] {
  return system.state.events.splice(0);
}
