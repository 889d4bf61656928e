/** Firmware on the wire: package kinds, and the life cycles of jobs and campaigns as tables. */

/** The three kinds of package (section 3 of the specification), each for one board of a system. */
export const packageKinds = ['master_firmware_2001_3.0', 'slave_firmware_6_3.0', 'EMS_V2_firmware'] as const;
export type PackageKind = (typeof packageKinds)[number];

/** States of an upgrade job (interpretation B13); 8 is ours: cancelled by a person. */
export const jobStates = {
  waiting: 1,
  sent: 2,
  downloading: 3,
  installing: 4,
  done: 5,
  failed: 6,
  timedOut: 7,
  cancelled: 8,
} as const;
export type JobStateName = keyof typeof jobStates;
export type JobState = (typeof jobStates)[JobStateName];

/**
 * The life cycle of a job: in each state, the possible steps and their results. Shared by server, console and tests.
 * `send` repeats: a device resumes the same job where it stopped. `defer` returns a job to the queue when the device
 * answers "not now"; `drop` ends one whose device needs no upgrade or was deleted. A job can no longer be cancelled once its device
 * installs.
 */
export const jobSteps = {
  waiting: { send: 'sent', cancel: 'cancelled', drop: 'cancelled', fail: 'failed', expire: 'timedOut' },
  sent: {
    send: 'sent',
    download: 'downloading',
    install: 'installing',
    finish: 'done',
    fail: 'failed',
    defer: 'waiting',
    cancel: 'cancelled',
    drop: 'cancelled',
    expire: 'timedOut',
  },
  downloading: {
    send: 'downloading',
    download: 'downloading',
    install: 'installing',
    finish: 'done',
    fail: 'failed',
    defer: 'waiting',
    cancel: 'cancelled',
    drop: 'cancelled',
    expire: 'timedOut',
  },
  installing: {
    send: 'installing',
    install: 'installing',
    finish: 'done',
    fail: 'failed',
    drop: 'cancelled',
    expire: 'timedOut',
  },
  done: {},
  failed: { retry: 'waiting' },
  timedOut: { retry: 'waiting' },
  cancelled: { retry: 'waiting' },
} as const satisfies Record<JobStateName, Record<string, JobStateName>>;
export type JobStep =
  | 'send'
  | 'download'
  | 'install'
  | 'finish'
  | 'fail'
  | 'defer'
  | 'cancel'
  | 'drop'
  | 'expire'
  | 'retry';

const namesByState = new Map(
  (Object.entries(jobStates) as [JobStateName, JobState][]).map(([name, state]) => [state as number, name]),
);

/** Name of a job's state. @throws RangeError for an unknown number */
export function jobStateName(state: number): JobStateName {
  const name = namesByState.get(state);
  if (!name) throw new RangeError(`no state of a job: ${state}`);
  return name;
}

/** The next state of a job after a step; null for a step that is not in the table. */
export function afterJobStep(state: JobStateName, step: JobStep): JobStateName | null {
  const steps: Partial<Record<JobStep, JobStateName>> = jobSteps[state];
  return steps[step] ?? null;
}

export const campaignStates = ['running', 'paused', 'stopped', 'done', 'cancelled'] as const;
export type CampaignState = (typeof campaignStates)[number];

/**
 * The life cycle of a campaign. The server sets `stopped` automatically when too many jobs fail; a person may resume
 * it. A completed campaign runs again when failed jobs of it are retried.
 */
export const campaignSteps = {
  running: { pause: 'paused', stop: 'stopped', cancel: 'cancelled', finish: 'done' },
  paused: { resume: 'running', cancel: 'cancelled', finish: 'done' },
  stopped: { resume: 'running', cancel: 'cancelled', finish: 'done' },
  done: { retry: 'running' },
  cancelled: {},
} as const satisfies Record<CampaignState, Record<string, CampaignState>>;
export type CampaignStep = 'pause' | 'resume' | 'stop' | 'cancel' | 'finish' | 'retry';

/** The next state of a campaign after a step; null for a step that is not in the table. */
export function afterCampaignStep(state: CampaignState, step: CampaignStep): CampaignState | null {
  const steps: Partial<Record<CampaignStep, CampaignState>> = campaignSteps[state];
  return steps[step] ?? null;
}

/** Why a waiting job does not start yet. */
export const waitReasons = [
  'wave',
  'paused',
  'offline',
  'window',
  'low_soc',
  'unknown_soc',
  'other_job',
  'command',
  'soon',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** Why a thing is left out of an upgrade. */
export const skipReasons = ['same', 'newer', 'hardware', 'hardware_unknown', 'busy'] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * Why a job failed: codes reported by devices (docs/protocol.md section 6), and those of the server. Any other text
 * of a device is shown unchanged.
 */
export const jobErrors = [
  'download',
  'size',
  'digest',
  'signature',
  'hardware',
  'hardware_unknown',
  'install',
  'version_mismatch',
  'low_soc',
  'busy',
  'same',
  'newer',
  'not_visible',
  'deleted',
  'withdrawn',
  'no_news',
  'never_started',
] as const;
