import type { CommandBody, CommandState, FieldError, ParamJobState, ParamReason } from '@voltloop/contract';
import { keyOf } from '@voltloop/device-models/roles.ts';
import { type InfoModel, MAX_PACKS, type SettingDefinition } from '@voltloop/protocol';
import { checkSetting } from '../commands/index.ts';

/** Values by key: `E_SOC_RSV`, of one pack `PX_EN@2`, of every pack `PX_EN`. */
export type Values = Record<string, number>;

/** The point with the number of packs of a system. */
export const PACK_COUNT = keyOf('pack_count');

/** Parses a key; null when it is malformed. `pack` is null without a pack. */
export function splitKey(key: string): { name: string; pack: number | null } | null {
  const m = /^([A-Z][A-Za-z0-9_]*)(?:@([1-9]\d?))?$/.exec(key);
  if (!m?.[1]) return null;
  return { name: m[1], pack: m[2] === undefined ? null : Number(m[2]) };
}

const ofPack = (setting: SettingDefinition) => setting.part === 'pack';

/** The settings that each pack has on its own, by key. */
export type PackSettings = ReadonlySet<string>;

export const packSettingsOf = (model: InfoModel | undefined): PackSettings =>
  new Set(model?.settings.filter(ofPack).map(({ key }) => key));

/** Errors of values to set, each with its key (`values.E_SOC_RSV`); empty when there are none. */
export function checkValues(model: InfoModel | undefined, values: Values): FieldError[] {
  const settings = new Map(model?.settings.map((s) => [s.key, s]));
  return Object.entries(values).flatMap(([key, value]) => {
    const path = `values.${key}`;
    const split = splitKey(key);
    const setting = split && settings.get(split.name);
    if (!split || !setting || setting.key === 'P_no' || (split.pack !== null && !ofPack(setting))) {
      const message = `${key} is not a setting of this device type`;
      return [{ path, key: 'command.unknownKey', message }];
    }
    if (split.pack !== null && split.pack > MAX_PACKS) {
      return [{ path, key: 'command.noSuchPack', message: `At most ${MAX_PACKS} packs` }];
    }
    const wrong = checkSetting(path, setting, value);
    return wrong ? [wrong] : [];
  });
}

/** Whether the number of packs must be known before values can be set. */
export const needsPackCount = (ofPacks: PackSettings, values: Values): boolean =>
  Object.keys(values).some((key) => ofPacks.has(key));

/** Packs named by values, ascending; every pack when a value names none. */
export function packsOf(ofPacks: PackSettings, values: Values, packs: number | null): number[] {
  const named = new Set<number>();
  for (const key of Object.keys(values)) {
    const pack = splitKey(key)?.pack;
    if (pack != null) named.add(pack);
  }
  if (needsPackCount(ofPacks, values)) for (let no = 1; no <= (packs ?? 0); no += 1) named.add(no);
  return [...named].sort((a, b) => a - b);
}

/** Values with every pack by name. A value for one pack wins over one for all. */
export function eachPack(ofPacks: PackSettings, values: Values, packs: number | null): Values {
  const all: Values = {};
  for (const [key, value] of Object.entries(values)) {
    if (ofPacks.has(key)) {
      for (let no = 1; no <= (packs ?? 0); no += 1) all[`${key}@${no}`] = value;
    }
  }
  for (const [key, value] of Object.entries(values)) {
    if (!ofPacks.has(key)) all[key] = value;
  }
  return all;
}

/** Requests for the current value of every key of `values`, in order; more of them once `packs` is known. */
export function readingOf(ofPacks: PackSettings, values: Values, packs: number | null): CommandBody[] {
  const keys = Object.keys(values).filter((key) => !ofPacks.has(splitKey(key)?.name ?? key));
  if (needsPackCount(ofPacks, values)) keys.push(PACK_COUNT);
  return [
    ...(keys.length > 0 ? [{ cmd: 'report' as const, params: { keys } }] : []),
    ...packsOf(ofPacks, values, packs).map((no) => ({ cmd: 'report_pack' as const, params: { P_no: no } })),
  ];
}

/** The settings in a device's reply, with their pack as suffix. Values that are not numbers are ignored. */
export function settingsOf(model: InfoModel, request: CommandBody, reply: Record<string, unknown>): Values {
  const suffix = request.cmd === 'report_pack' ? `@${request.params.P_no}` : '';
  const found: Values = {};
  for (const setting of model.settings) {
    if (setting.key === 'P_no' || ofPack(setting) !== (suffix !== '')) continue;
    const value = Object.hasOwn(reply, setting.key) ? reply[setting.key] : undefined;
    if (typeof value === 'number' && Number.isFinite(value)) found[setting.key + suffix] = value;
  }
  return found;
}

/** The number of packs that a device reported; null without one. */
export function packCountOf(reply: Record<string, unknown>): number | null {
  const count = reply[PACK_COUNT];
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_PACKS
    ? count
    : null;
}

/** Devices compute in single precision: values are equal within one part in a million. */
export const sameValue = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/** Keys of `wanted` that differ in `present`, or are missing there. */
export const differing = (wanted: Values, present: Values): string[] =>
  Object.keys(wanted).filter((key) => !sameValue(wanted[key], present[key]));

/** Messages that change `present` to `wanted`: only differences, one message for the system and one for each pack. */
export function settingMessages(wanted: Values, present: Values): CommandBody[] {
  const byPack = new Map<number | null, Values>();
  for (const key of differing(wanted, present)) {
    const split = splitKey(key);
    if (!split) continue;
    const own = byPack.get(split.pack) ?? {};
    own[split.name] = wanted[key] as number;
    byPack.set(split.pack, own);
  }
  return [...byPack]
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([pack, keys]) => ({
      cmd: 'set_config' as const,
      params: { keys: pack === null ? keys : { P_no: pack, ...keys } },
    }));
}

/** Why a device that answered cannot accept these values; null when it can. */
export function obstacle(ofPacks: PackSettings, values: Values, packs: number | null): ParamReason | null {
  if (packs === null) return needsPackCount(ofPacks, values) ? 'packs_unknown' : null;
  if (packs === 0 && needsPackCount(ofPacks, values)) return 'no_such_pack';
  return packsOf(ofPacks, values, packs).some((no) => no > packs) ? 'no_such_pack' : null;
}

/** The part of a job that its next step depends on. */
export interface JobFacts {
  state: Extract<ParamJobState, 'reading' | 'sent' | 'checking'>;
  values: Values;
  done: number;
  seen: Values;
  packs: number | null;
  before: Values | null;
  after: Values | null;
  silent: number;
  unconfirmed: boolean;
  error: string | null;
}

/** The result of the message a job waits for. */
export interface Outcome {
  state: CommandState;
  values: Record<string, unknown>;
  error: string | null;
}

/** Changes of a job; `again` requests the pause after a timeout. */
export type Step =
  | Partial<JobFacts>
  | { end: ParamJobState; reason: ParamReason | null; with: Partial<JobFacts> };

/** All messages of the job's current state; those before `done` are answered. */
export function messagesOf(ofPacks: PackSettings, job: JobFacts): CommandBody[] {
  if (job.state !== 'sent') return readingOf(ofPacks, job.values, job.packs);
  return settingMessages(eachPack(ofPacks, job.values, job.packs), job.after ?? job.before ?? {});
}

/**
 * The next state of a job after an answer, a refusal or a timeout. A timeout while reading repeats the request. After a
 * timeout or refusal while sending, the device's values decide, so they are read back.
 */
export function afterOutcome(model: InfoModel, job: JobFacts, outcome: Outcome): Step {
  const ofPacks = packSettingsOf(model);
  const request = messagesOf(ofPacks, job)[job.done];
  if (!request) return settle(ofPacks, job);
  if (outcome.state === 'expired' || outcome.state === 'cancelled') {
    const silent = job.silent + 1;
    return job.state === 'sent' ? { ...readBack(), silent, unconfirmed: true } : { silent };
  }
  if (outcome.state === 'failed') {
    const error = outcome.error ?? '';
    // Nothing was changed yet: nothing to verify.
    if (job.state === 'reading' || (job.state === 'sent' && job.done === 0 && job.after === null)) {
      return { end: 'failed', reason: 'refused', with: { error } };
    }
    if (job.state === 'sent') return { ...readBack(), error, silent: 0 };
    return { end: 'failed', reason: 'refused', with: { error } };
  }
  const next: JobFacts = { ...job, done: job.done + 1, silent: 0 };
  if (job.state !== 'sent') {
    next.seen = { ...job.seen, ...settingsOf(model, request, outcome.values) };
    next.packs = (request.cmd === 'report' ? packCountOf(outcome.values) : null) ?? job.packs;
  }
  return settle(ofPacks, next);
}

const readBack = (): Partial<JobFacts> => ({ state: 'checking', done: 0, seen: {} });

/** The unchanged job, or its next state when the current one has nothing left to do. */
export function settle(ofPacks: PackSettings, job: JobFacts): Step {
  if (job.state === 'sent') {
    return job.done < sendCount(ofPacks, job) ? job : { ...job, ...readBack(), unconfirmed: false };
  }
  if (job.state === 'reading') {
    const reason = job.done > 0 ? obstacle(ofPacks, job.values, job.packs) : null;
    if (reason) return { end: 'skipped', reason, with: job };
  }
  if (job.done < readingOf(ofPacks, job.values, job.packs).length) return job;
  const wanted = eachPack(ofPacks, job.values, job.packs);
  const left = differing(wanted, job.seen);
  if (job.state === 'reading') {
    const read = { ...job, before: job.seen, seen: {}, done: 0 };
    return left.length === 0 ? { end: 'verified', reason: 'same', with: read } : { ...read, state: 'sent' };
  }
  const read = { ...job, after: job.seen, seen: {}, done: 0 };
  if (left.length === 0) return { end: 'verified', reason: null, with: { ...read, error: null } };
  if (job.error !== null) return { end: 'failed', reason: 'refused', with: read };
  // The message never arrived: send again. If it arrived and the values differ, that is the result.
  if (job.unconfirmed) return { ...read, state: 'sent', unconfirmed: false };
  return { end: 'differs', reason: null, with: read };
}

/** Applied settings are removed from the list, so the length is that of the whole list. */
const sendCount = (ofPacks: PackSettings, job: JobFacts) =>
  messagesOf(ofPacks, { ...job, state: 'sent' }).length;

/** Timeout of one message, ms. */
export const MESSAGE_LIFE_MS = 30_000;

/** Pause after `silent` consecutive timeouts, ms: 2 s, 4 s, … 5 min. */
export const silencePause_ms = (silent: number): number =>
  Math.min(2000 * 2 ** Math.max(silent - 1, 0), 300_000);

/** Whether a message with changes may have reached the device. */
export const wasSent = (job: JobFacts): boolean =>
  job.state === 'checking' || (job.state === 'sent' && (job.done > 0 || job.after !== null));

/** Why a job without result timed out. */
export function reasonAtDeadline(job: {
  online: boolean;
  silent: number;
  begun: boolean;
  sent: boolean;
}): ParamReason {
  if (job.sent) return 'unconfirmed';
  if (!job.online) return 'offline';
  return job.begun || job.silent > 0 ? 'no_answer' : 'busy';
}
