/** Execution of a command by a system. Pure except for the system itself; the device sends reply and frames. */
import {
  type CommandMessage,
  canonicalKey,
  type Frame,
  HE_BAT,
  type ReplyMessage,
  type SettingDefinition,
} from '@voltloop/protocol';
import { relieve } from './faults.ts';
import { nextDue, packData, packFrame, statusData, statusFrame, statusInterval } from './frames.ts';
import { thresholdsOf } from './protections.ts';
import { createSystem, type System } from './system.ts';

const settingsByKey = new Map(HE_BAT.settings.map((s) => [s.key, s]));
/** Longest lease of live mode. */
const LIVE_MAX_S = 600;

export interface Outcome {
  reply: ReplyMessage;
  /** Reports that the command requested. */
  frames: Frame[];
  /** The device restarted: its state message and connection are new. */
  restarted: boolean;
}

/**
 * Executes a command at `now_ms` and returns its reply. An invalid command changes nothing and gets `ok: false` with the
 * reason; it never throws. The device handles repeats and expiry.
 */
export function applyCommand(system: System, command: CommandMessage, now_ms: number): Outcome {
  const outcome: Outcome = {
    reply: { id: command.id, ok: true, device_time: now_ms },
    frames: [],
    restarted: false,
  };
  const params = command.params ?? {};
  const error = execute(system, command.cmd, params, now_ms, outcome);
  if (error !== undefined) outcome.reply = { id: command.id, ok: false, error, device_time: now_ms };
  return outcome;
}

function execute(
  system: System,
  cmd: string,
  params: Record<string, unknown>,
  now_ms: number,
  outcome: Outcome,
): string | undefined {
  switch (cmd) {
    case 'set_config':
      return setConfig(system, params, now_ms, outcome);
    case 'report':
      return report(system, params, now_ms, outcome);
    case 'report_pack':
      return reportPack(system, params, now_ms, outcome);
    case 'reset':
      return reset(system, params, now_ms, outcome);
    default:
      return `unknown command ${cmd}`;
  }
}

/** All or nothing: with one invalid key no setting changes. */
function setConfig(
  system: System,
  params: Record<string, unknown>,
  now_ms: number,
  outcome: Outcome,
): string | undefined {
  const keys = params.keys;
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
    return 'set_config needs keys: {name: value}';
  const entries = Object.entries(keys as Record<string, unknown>);
  if (entries.length === 0) return 'set_config without a key';
  for (const [key, value] of entries) {
    const setting = settingsByKey.get(key);
    if (!setting) return `unknown setting ${key}`;
    const error = checkValue(setting, value);
    if (error) return `${key}: ${error}`;
  }
  const patch = Object.fromEntries(entries) as Record<string, number>;
  const no = patch.P_no ?? 0;
  if (no > system.spec.packs) return `P_no: this system has ${system.spec.packs} packs`;
  const own: [string, number][] = [];
  const next = { ...system.settings };
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('PX_')) own.push([key, value]);
    else if (key !== 'P_no') next[key] = value;
  }
  const conflict = checkTogether(next);
  if (conflict) return conflict;
  system.settings = next;
  system.thresholds = thresholdsOf(next);
  system.state.pack_settings.forEach((settings, k) => {
    if (no === 0 || no === k + 1) for (const [key, value] of own) settings[key] = value;
  });
  if ('E_RPT_INT' in patch)
    system.state.next_status_ms = nextDue(system, now_ms, statusInterval(system, now_ms));
  if ('E_CELL_INT' in patch)
    system.state.next_pack_ms = nextDue(system, now_ms, (next.E_CELL_INT ?? 300) * 1000);
  outcome.reply.values = patch;
  return undefined;
}

function checkValue(setting: SettingDefinition, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not a number';
  if (setting.values)
    return Object.hasOwn(setting.values, String(value)) ? undefined : `no such choice: ${value}`;
  const { min = -Infinity, max = Infinity, step } = setting;
  if (value < min || value > max) return `${value} is not between ${min} and ${max}`;
  if (step !== undefined) {
    const steps = (value - (Number.isFinite(min) ? min : 0)) / step;
    if (Math.abs(steps - Math.round(steps)) > 1e-6) return `${value} is not a multiple of ${step}`;
  }
  return undefined;
}

/** Checks across several settings. */
function checkTogether(s: Record<string, number>): string | undefined {
  if ((s.E_SOC_RSV ?? 0) >= (s.E_SOC_MAX ?? 100)) return 'E_SOC_RSV must stay below E_SOC_MAX';
  for (const t of thresholdsOf(s)) {
    const sign = t.up ? 1 : -1;
    if (sign * t.release >= sign * t.alarm || sign * t.alarm >= sign * t.protect) {
      return 'a protection needs release, alarm and protect in this order';
    }
  }
  return undefined;
}

/**
 * Values of the requested keys (points or settings; all by default), and an immediate frame. `live` leases reports every
 * 5 s.
 */
function report(
  system: System,
  params: Record<string, unknown>,
  now_ms: number,
  outcome: Outcome,
): string | undefined {
  const all: Record<string, number> = { ...system.settings, ...statusData(system, now_ms) };
  const requested = params.keys;
  let values = all;
  if (Array.isArray(requested) && requested.length > 0) {
    values = {};
    for (const key of requested) {
      const name = canonicalKey(String(key));
      if (!Object.hasOwn(all, name)) return `unknown key ${String(key)}`;
      values[name] = all[name] as number;
    }
  }
  if (params.live === true) {
    const ttl_s = typeof params.ttl_s === 'number' ? Math.min(LIVE_MAX_S, Math.max(5, params.ttl_s)) : 60;
    system.state.live_until_ms = now_ms + ttl_s * 1000;
    system.state.next_status_ms = nextDue(system, now_ms, statusInterval(system, now_ms));
  }
  outcome.frames.push(statusFrame(system, now_ms));
  outcome.reply.values = values;
  return undefined;
}

function reportPack(
  system: System,
  params: Record<string, unknown>,
  now_ms: number,
  outcome: Outcome,
): string | undefined {
  const no = params.P_no;
  if (typeof no !== 'number' || !Number.isInteger(no) || no < 1) return 'report_pack needs P_no, from 1';
  if (no > system.spec.packs) return `no pack ${no}: this system has ${system.spec.packs}`;
  outcome.frames.push(packFrame(system, now_ms, no));
  outcome.reply.values = { ...packData(system, no), ...system.state.pack_settings[no - 1] };
  return undefined;
}

/** soft: restart. bms: also clear provoked faults. factory: also restore the initial settings. */
function reset(
  system: System,
  params: Record<string, unknown>,
  now_ms: number,
  outcome: Outcome,
): string | undefined {
  const target = params.target ?? 'soft';
  if (target !== 'soft' && target !== 'bms' && target !== 'factory')
    return `unknown target ${String(target)}`;
  if (target !== 'soft') relieve(system);
  if (target === 'factory') {
    const fresh = createSystem(system.spec, now_ms);
    system.settings = fresh.settings;
    system.thresholds = fresh.thresholds;
    system.state.pack_settings = fresh.state.pack_settings;
  }
  restart(system, now_ms);
  outcome.restarted = true;
  outcome.reply.values = {};
  return undefined;
}

/** A restart of the device: the boot number rises, the sequence restarts, lifetime counters stay. */
export function restart(system: System, now_ms: number): void {
  const { state } = system;
  state.boot += 1;
  state.seq = 0;
  state.started_ms = now_ms;
  state.live_until_ms = 0;
  state.next_status_ms = 0;
  state.next_pack_ms = 0;
}

/** A board was replaced: its lifetime counters restart at zero. */
export function resetCounters(system: System): void {
  const { energy } = system.state;
  for (const key of Object.keys(energy) as (keyof typeof energy)[]) energy[key] = 0;
}
