import {
  afterJobStep,
  type CampaignState,
  type JobStateName,
  type JobStep,
  type SkipReason,
  type UpgradeWindow,
  type WaitReason,
} from '@voltloop/contract';
import { isWithinHours, minutesOf } from '@voltloop/domain/clock/clock-time.ts';
import { minuteOfDay } from '@voltloop/domain/clock/zone-time.ts';
import { compareVersions } from '@voltloop/protocol';
import type { ProgressReport } from './parse-progress.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A job that could not be started ends after this time. */
export const WAIT_MS = 7 * DAY_MS;
/** A job in progress without messages ends after this time: it survives a power cut of some hours. */
const SILENCE_MS = 6 * 60 * MINUTE_MS;
/** A job in progress ends after this time regardless of messages: a device may send wrong ones. */
const MAX_DURATION_MS = DAY_MS;
/** A job in progress without progress is sent again after this time: the device resumes, or repeats its last status. */
export const RESEND_MS = 30_000;
/** A device that answered "not now" is retried after this time. */
export const DEFER_MS = 10 * MINUTE_MS;
/** A device that does not confirm a cancellation is not served any more, and counts as cancelled after this time. */
export const CANCEL_WAIT_MS = 60_000;
/** Limit of concurrent jobs of one campaign: their downloads share the server's bandwidth. */
export const MAX_CONCURRENT_JOBS = 200;
/** Limit of things in one campaign. */
export const MAX_THINGS = 20_000;

/** When a job in progress ends without further reports, ms. */
export function deadlineUnderWay_ms(sent_ms: number, now_ms: number): number {
  return Math.min(now_ms + SILENCE_MS, sent_ms + MAX_DURATION_MS);
}

/**
 * Sizes of the waves for `things` devices, none empty: after wave k at least `shares[k]` per cent are included.
 * @param shares Ascending, the last is 100.
 */
export function planWaves(things: number, shares: readonly number[]): number[] {
  let before = 0;
  return shares.flatMap((share) => {
    // Rounding must not add a device: 7 % of 100 are 7.
    const upto = Math.min(things, Math.ceil((things * share) / 100 - 1e-9));
    const size = upto - before;
    before = Math.max(before, upto);
    return size > 0 ? [size] : [];
  });
}

/** The assumed duration for one device, while too few upgrades have been measured. */
export const DEFAULT_DEVICE_MS = 15 * MINUTE_MS;
/** Maximum number of time zones considered for an estimate. */
const MAX_ZONES = 24;

/**
 * When a campaign ends if every device is online, charged and succeeds, epoch ms: wave by wave, with this many
 * concurrent devices, starting only while the window is open. A wave ends with its last zone.
 */
export function expectedEnd_ms(plan: {
  waves: readonly number[];
  device_ms: number;
  window: UpgradeWindow | null;
  zones: readonly string[];
  now_ms: number;
}): number {
  const { waves, device_ms, window, now_ms } = plan;
  const zones = plan.zones.slice(0, MAX_ZONES);
  let end_ms = now_ms;
  for (const size of waves) {
    for (let round = 0; round < Math.ceil(size / MAX_CONCURRENT_JOBS); round++) {
      const begin_ms = end_ms;
      const delays = window ? zones.map((zone) => untilOpen_ms(window, zone, begin_ms)) : [];
      end_ms = begin_ms + Math.max(0, ...delays) + device_ms;
    }
  }
  return end_ms;
}

function untilOpen_ms(window: UpgradeWindow, zone: string, at_ms: number): number {
  const minute = minuteOfDay(at_ms, zone);
  if (isOpen(window, minute)) return 0;
  return ((minutesOf(window.begin) - minute + 24 * 60) % (24 * 60)) * MINUTE_MS;
}

export interface ThingFacts {
  hw_version: string | null;
  /** Installed version of the package's kind; null when the device never reported it. */
  installed: string | null;
}

export interface PackageFacts {
  version: string;
  min_hw_version: string | null;
}

/** Why a package does not fit a thing; null when it does. */
export function skipReason(
  thing: ThingFacts,
  pkg: PackageFacts,
  allowDowngrade: boolean,
): Exclude<SkipReason, 'busy'> | null {
  if (thing.installed !== null) {
    const order = compareVersions(thing.installed, pkg.version);
    if (order === 0) return 'same';
    if (order > 0 && !allowDowngrade) return 'newer';
  }
  if (pkg.min_hw_version !== null) {
    if (thing.hw_version === null) return 'hardware_unknown';
    if (compareVersions(thing.hw_version, pkg.min_hw_version) < 0) return 'hardware';
  }
  return null;
}

const isOpen = ({ begin, end }: UpgradeWindow, minute: number) =>
  isWithinHours(minute, minutesOf(begin), minutesOf(end));

export interface StartFacts extends ThingFacts {
  online: boolean;
  soc_pct: number | null;
  timeZone: string;
  /** Another job of the thing is in progress. */
  otherJob: boolean;
  /** A command is pending: a device gets one command at a time (interpretation C17). */
  commandPending: boolean;
  /** The starter of the campaign still sees the thing. */
  visible: boolean;
}

export interface CampaignFacts extends PackageFacts {
  min_soc: number;
  window: UpgradeWindow | null;
  allow_downgrade: boolean;
}

export type Start =
  | { what: 'send' }
  | { what: 'wait'; for: WaitReason; again_ms: number }
  | { what: 'end'; step: 'fail' | 'drop'; error: string };

/** The next step of a due waiting job. `again_ms`: the delay before the next check. */
export function decideStart(thing: StartFacts, campaign: CampaignFacts, now: Date): Start {
  if (!thing.visible) return { what: 'end', step: 'drop', error: 'not_visible' };
  const skip = skipReason(thing, campaign, campaign.allow_downgrade);
  if (skip === 'same' || skip === 'newer') return { what: 'end', step: 'drop', error: skip };
  if (skip !== null) return { what: 'end', step: 'fail', error: skip };
  const wait = (reason: WaitReason, again_ms: number): Start => ({ what: 'wait', for: reason, again_ms });
  // A reconnecting device triggers the check of its job.
  if (!thing.online) return wait('offline', 5 * MINUTE_MS);
  if (campaign.window && !isOpen(campaign.window, minuteOfDay(now.getTime(), thing.timeZone))) {
    return wait('window', MINUTE_MS);
  }
  if (campaign.min_soc > 0) {
    if (thing.soc_pct === null) return wait('unknown_soc', MINUTE_MS);
    if (thing.soc_pct < campaign.min_soc) return wait('low_soc', MINUTE_MS);
  }
  if (thing.otherJob) return wait('other_job', 10_000);
  if (thing.commandPending) return wait('command', 2_000);
  return { what: 'send' };
}

export interface CampaignProgress {
  state: CampaignState;
  wave: number;
  waves: number;
  /** Unfinished jobs of the whole campaign. */
  open: number;
  /** Counts of the started waves: all jobs, finished ones, ones in progress, those whose device is offline or must charge. */
  begun: { total: number; ended: number; underWay: number; held: number };
  /** Since it was last resumed by a person: jobs that were sent and ended, and how many failed. */
  sinceResume: { ended: number; failed: number };
  max_failed_pct: number;
}

/** Number of ended jobs from which the failure share counts; in a smaller wave, all of it. */
const MIN_ENDED_JOBS = 10;
/**
 * A wave is over when this share has ended and nothing is in progress: a few devices that are offline for a week must
 * not block the rest.
 */
const WAVE_OVER = 0.8;
/**
 * This share is enough when all other jobs wait for a device that is offline or must charge: they need not block the
 * rest, but less than half of a wave says too little about the version.
 */
const WAVE_TRIED = 0.5;

/** The next step of a campaign. */
export function decideCampaign(c: CampaignProgress): 'finish' | 'stop' | 'advance' | null {
  if (c.state === 'done' || c.state === 'cancelled') return null;
  if (c.open === 0) return 'finish';
  if (c.state !== 'running') return null;
  const { total, ended, underWay, held } = c.begun;
  const enoughEnded = ended + held >= total ? WAVE_TRIED : WAVE_OVER;
  const waveOver = underWay === 0 && ended >= total * enoughEnded;
  const failed_pct = c.sinceResume.ended === 0 ? 0 : (100 * c.sinceResume.failed) / c.sinceResume.ended;
  const enough = waveOver || c.sinceResume.ended >= Math.min(MIN_ENDED_JOBS, c.begun.total);
  if (enough && failed_pct > c.max_failed_pct) return 'stop';
  return waveOver && c.wave < c.waves ? 'advance' : null;
}

/** Failure reasons that mean "not now". */
const NOT_NOW: ReadonlySet<string> = new Set(['low_soc', 'busy']);

export interface JobFacts {
  state: JobStateName;
  progress: number;
  cancelling: boolean;
  to_version: string;
}

export type ReportDecision =
  | { what: 'ignore' }
  | { what: 'move'; step: JobStep; state: JobStateName; progress: number; error: string | null };

/**
 * The effect of a device's report on its job. States and progress only move forward, so that reordered, repeated or
 * forged reports have no effect; `done` counts only with the requested version, and is ignored without one.
 */
export function decideReport(job: JobFacts, report: ProgressReport): ReportDecision {
  const meant = meaning(job, report);
  const state = meant && afterJobStep(job.state, meant.step);
  if (!state) return { what: 'ignore' };
  const before = state === job.state ? job.progress : 0;
  const progress = state === 'done' ? 100 : Math.max(before, report.progress);
  return { what: 'move', ...meant, state, progress };
}

/** Null for a report without a meaning. */
function meaning(job: JobFacts, report: ProgressReport): { step: JobStep; error: string | null } | null {
  switch (report.state) {
    case 'downloading':
      return { step: 'download', error: null };
    case 'installing':
      return { step: 'install', error: null };
    case 'done':
      if (report.version === null) return null;
      if (compareVersions(report.version, job.to_version) !== 0) {
        return { step: 'fail', error: 'version_mismatch' };
      }
      return { step: 'finish', error: null };
    case 'cancelled':
      return job.cancelling
        ? { step: 'cancel', error: null }
        : { step: 'fail', error: 'cancelled by the device' };
    case 'failed': {
      const error = report.error ?? 'install';
      if (job.cancelling && job.state !== 'installing') return { step: 'cancel', error: null };
      return NOT_NOW.has(error) ? { step: 'defer', error } : { step: 'fail', error };
    }
  }
}
