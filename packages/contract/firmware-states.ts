/** What firmware is made of on the wire: package kinds, the lives of jobs and campaigns as tables. */

/** The three kinds of package (specification section 3), each for one board of a system. */
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
 * The life of a job, as a table: in each state, the steps it may take and where they lead. The server, the console
 * and the tests read this one table. `send` repeats: a device takes the same job up where it stopped. `defer` sends a
 * job back to the queue when the device says "not now"; `drop` ends one whose device turned out to need nothing. Once
 * a device installs, it can no longer be cancelled.
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
    expire: 'timedOut',
  },
  installing: {
    send: 'installing',
    install: 'installing',
    finish: 'done',
    fail: 'failed',
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

/** Name of a job's state. @throws RangeError for a number that is none */
export function jobStateName(state: number): JobStateName {
  const name = namesByState.get(state);
  if (!name) throw new RangeError(`no state of a job: ${state}`);
  return name;
}

/** Where a step leads a job; null where the table has no such step. */
export function afterJobStep(state: JobStateName, step: JobStep): JobStateName | null {
  const steps: Partial<Record<JobStep, JobStateName>> = jobSteps[state];
  return steps[step] ?? null;
}

export const campaignStates = ['running', 'paused', 'stopped', 'done', 'cancelled'] as const;
export type CampaignState = (typeof campaignStates)[number];

/**
 * The life of a campaign. The server sets `stopped` automatically when too many fail; a person may resume it.
 * A campaign that is done runs again when failed jobs of it are tried again.
 */
export const campaignSteps = {
  running: { pause: 'paused', stop: 'stopped', cancel: 'cancelled', finish: 'done' },
  paused: { resume: 'running', cancel: 'cancelled', finish: 'done' },
  stopped: { resume: 'running', cancel: 'cancelled', finish: 'done' },
  done: { retry: 'running' },
  cancelled: {},
} as const satisfies Record<CampaignState, Record<string, CampaignState>>;
export type CampaignStep = 'pause' | 'resume' | 'stop' | 'cancel' | 'finish' | 'retry';

/** Where a step leads a campaign; null where the table has no such step. */
export function afterCampaignStep(state: CampaignState, step: CampaignStep): CampaignState | null {
  const steps: Partial<Record<CampaignStep, CampaignState>> = campaignSteps[state];
  return steps[step] ?? null;
}

/** Why a job that could go does not go yet. */
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

/** Why a thing is not upgraded at all. */
export const skipReasons = ['same', 'newer', 'hardware', 'hardware_unknown', 'busy'] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * Why a job ended without success: what a device reports (docs/protocol.md section 6), and what the server finds. Any
 * other text of a device is shown as it is.
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
  'withdrawn',
  'no_news',
  'never_started',
] as const;
