import { z } from 'zod';
import { page, paging } from '../envelope.ts';
import { campaignStates, packageKinds, skipReasons, waitReasons } from '../firmware-states.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

const tenant = z.object({ tenantId: z.string().max(64) });
const tenantId = tenant.extend({ id: z.string().max(64) });

/** Roles that see firmware and run campaigns: those of the Upgrade page (section 2 of the specification). */
const OPERATORS = [0, 1, 2] as const;
/** Roles that upload packages. */
const PUBLISHERS = [0, 1] as const;

export const pkgtype = z.enum(packageKinds);

/** Two to four numbers separated by dots, so that versions have a clear order. */
export const firmwareVersion = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,6}){1,3}$/, 'firmware.version');
const hardwareVersion = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,6}){0,3}$/, 'firmware.version');

/** Maximum size of a package file, bytes. */
export const MAX_PACKAGE_BYTES = 256 * 1024 * 1024;

/** A package as seen by everybody who may upgrade (interpretation B13). */
export const firmwarePackage = z.object({
  id: z.string(),
  pkgtype,
  name: z.string(),
  version: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** Ed25519 over the package's statement (docs/guides/sign-firmware.md), base64. */
  signature: z.string(),
  /** Name of the key that verified the signature. */
  signed_by: z.string(),
  file_url: z.string(),
  release_note: z.string(),
  min_hw_version: z.string().nullable(),
  state: z.enum(['draft', 'published', 'withdrawn']),
  /** Epoch ms; null for a draft. */
  publish_time: z.number().nullable(),
  upload_time: z.number(),
  uploaded_by: z.string().nullable(),
});
export type FirmwarePackage = z.infer<typeof firmwarePackage>;

export const lastPackage = route({
  name: 'lastPackage',
  summary: 'The newest published package of a kind, or null.',
  method: 'GET',
  path: '/v1/out-filemanager/tenants/:tenantId/package/lastPackage',
  access: OPERATORS,
  query: z.object({ pkgtype }),
  reply: firmwarePackage.nullable(),
});

export const listPackages = route({
  name: 'listPackages',
  summary: 'Packages of the tenant, newest version first. Drafts and withdrawn ones are for roles 0 and 1.',
  method: 'GET',
  path: '/v1/out-filemanager/tenants/:tenantId/package',
  access: OPERATORS,
  query: z.object({ ...paging, pkgtype: pkgtype.optional() }),
  reply: page(firmwarePackage),
});

/** The fields of {@link uploadPackage} besides the file, whose part is named `file`. */
export const packageFields = z.object({
  pkgtype,
  version: firmwareVersion,
  min_hw_version: hardwareVersion.or(z.literal('').transform(() => null)).nullish(),
  name: shownText().trim().max(100).optional(),
  release_note: shownText().trim().max(4000).default(''),
  signature: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/]{86}==$/, 'firmware.signatureForm'),
  publish: z.stringbool().default(false),
});

export const uploadPackage = route({
  name: 'uploadPackage',
  summary:
    'Upload a signed package as multipart/form-data: pkgtype, version, min_hw_version, name, release_note, signature, publish, and the file. Refused unless signed with one of the tenant’s keys.',
  method: 'POST',
  path: '/v1/out-filemanager/tenants/:tenantId/package',
  access: PUBLISHERS,
  reply: firmwarePackage,
});

export const packageFile = route({
  name: 'packageFile',
  summary: 'The file of a package, whole or by Range.',
  method: 'GET',
  path: '/v1/out-filemanager/tenants/:tenantId/package/:id',
  access: OPERATORS,
});

export const publishPackage = route({
  name: 'publishPackage',
  summary: 'Publish a package.',
  method: 'POST',
  path: '/v1/out-filemanager/tenants/:tenantId/package/:id/publish',
  access: PUBLISHERS,
  reply: firmwarePackage,
});

export const withdrawPackage = route({
  name: 'withdrawPackage',
  summary: 'Withdraw a package. Its campaigns are cancelled; devices that are installing it continue.',
  method: 'POST',
  path: '/v1/out-filemanager/tenants/:tenantId/package/:id/withdraw',
  access: PUBLISHERS,
  reply: firmwarePackage,
});

/** A public key whose signatures are trusted. */
export const firmwareKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The raw 32 bytes, base64. */
  public_key: z.string(),
  created_at: z.number(),
  created_by: z.string().nullable(),
});
export type FirmwareKey = z.infer<typeof firmwareKey>;

export const listFirmwareKeys = route({
  name: 'listFirmwareKeys',
  summary: 'The trusted public keys.',
  method: 'GET',
  path: '/v1/out-filemanager/tenants/:tenantId/keys',
  access: PUBLISHERS,
  reply: z.array(firmwareKey),
});

export const addFirmwareKey = route({
  name: 'addFirmwareKey',
  apiToken: false,
  summary: 'Trust another Ed25519 public key: PEM as openssl writes it, or its 32 bytes in base64.',
  method: 'POST',
  path: '/v1/out-filemanager/tenants/:tenantId/keys',
  access: [0],
  body: z.object({
    name: shownText().trim().min(1).max(60),
    public_key: z.string().trim().min(1).max(1000),
  }),
  reply: firmwareKey,
});

export const revokeFirmwareKey = route({
  name: 'revokeFirmwareKey',
  apiToken: false,
  summary: 'Remove a trusted key. Packages signed with it are withdrawn.',
  method: 'DELETE',
  path: '/v1/out-filemanager/tenants/:tenantId/keys/:id',
  access: [0],
  reply: z.object({ withdrawn: z.number().int() }),
});

export const downloadFirmware = route({
  name: 'downloadFirmware',
  summary:
    'A device fetches the file of its job: Basic authorization with device id and secret, Range for the missing part.',
  method: 'GET',
  path: '/v1/firmware/:job/file',
  access: 'public',
});

/** The selected things: by id, or all that match. */
const things = z
  .array(z.string().max(64))
  .min(1)
  .max(9999)
  .refine((list) => new Set(list).size === list.length, 'firmware.twice');

/** Filters of the upgrade list. */
const upgradableFilter = {
  search: z.string().trim().max(100).optional(),
  /** Installed version of the kind, exactly; `unknown` if none was reported. */
  version: z.string().max(60).optional(),
  /** Only things with a lower version, or without a reported one. */
  below: z.string().max(60).optional(),
};

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'firmware.clock');

/** When upgrades may begin, in each thing's own zone; may span midnight. */
export const upgradeWindow = z
  .object({ begin: clock, end: clock })
  .refine((w) => w.begin !== w.end, { path: ['end'], message: 'firmware.window' });
export type UpgradeWindow = z.infer<typeof upgradeWindow>;

export const campaignBody = z.object({
  package_id: z.string().max(64),
  name: shownText().trim().max(100).optional(),
  things: things.optional(),
  /** Instead of `things`: all matching things of the caller. */
  filter: z.object(upgradableFilter).optional(),
  /** Rising shares of all things, per cent; the last is 100. */
  waves: z
    .array(z.number().min(0.1).max(100))
    .min(1)
    .max(10)
    .refine(
      (w) => w.at(-1) === 100 && w.every((p, i) => i === 0 || p > (w[i - 1] as number)),
      'firmware.waves',
    )
    .default([5, 25, 100]),
  /** The campaign stops when more than this share of the finished jobs failed, per cent. */
  max_failed_pct: z.number().min(0).max(100).default(10),
  min_soc: z.number().int().min(0).max(95).default(30),
  window: upgradeWindow.nullish(),
  allow_downgrade: z.boolean().default(false),
});
export type CampaignBody = z.infer<typeof campaignBody>;

/** Counts of a campaign's jobs by state. */
const jobCounts = z.object({
  total: z.number().int(),
  waiting: z.number().int(),
  sent: z.number().int(),
  downloading: z.number().int(),
  installing: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  timedOut: z.number().int(),
  cancelled: z.number().int(),
});
export type JobCounts = z.infer<typeof jobCounts>;

export const campaign = z.object({
  id: z.string(),
  name: z.string(),
  pkgtype,
  version: z.string(),
  package_id: z.string(),
  state: z.enum(campaignStates),
  waves: z.array(z.object({ upto_pct: z.number(), things: z.number().int() })),
  /** From 1: the current wave. */
  wave: z.number().int(),
  max_failed_pct: z.number(),
  min_soc: z.number(),
  window: z.object({ begin: z.string(), end: z.string() }).nullable(),
  allow_downgrade: z.boolean(),
  jobs: jobCounts,
  created_by: z.string().nullable(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
});
export type Campaign = z.infer<typeof campaign>;

const skipped = z.partialRecord(z.enum(skipReasons), z.number().int());

export const previewCampaign = route({
  name: 'previewCampaign',
  summary: 'Preview of a campaign: number of things by wave, and why others are left out. Changes nothing.',
  method: 'POST',
  path: '/v1/upgrade/tenants/:tenantId/campaigns/preview',
  access: OPERATORS,
  body: campaignBody,
  reply: z.object({
    things: z.number().int(),
    waves: z.array(z.number().int()),
    skipped,
    /** Of those included: offline now, or with too little charge now; they wait. */
    offline: z.number().int(),
    low_soc: z.number().int(),
    /** Expected completion for the online, charged devices, epoch ms; null if there are none. */
    expected_end: z.number().nullable(),
    /** Assumed duration for one device, seconds, and whether it was measured in earlier upgrades. */
    device_s: z.number().int(),
    measured: z.boolean(),
  }),
});
export type CampaignPreview = z.infer<NonNullable<(typeof previewCampaign)['reply']>>;

export const startCampaign = route({
  name: 'startCampaign',
  summary: 'Start a campaign for the things that the package fits.',
  method: 'POST',
  path: '/v1/upgrade/tenants/:tenantId/campaigns',
  access: OPERATORS,
  body: campaignBody,
  reply: campaign.extend({ skipped }),
});

export const listCampaigns = route({
  name: 'listCampaigns',
  summary: 'Campaigns of the caller and of accounts below, newest first.',
  method: 'GET',
  path: '/v1/upgrade/tenants/:tenantId/campaigns',
  access: OPERATORS,
  query: z.object({ ...paging, state: z.enum(['active', 'ended']).optional() }),
  reply: page(campaign),
});

export const getCampaign = route({
  name: 'getCampaign',
  summary: 'One campaign.',
  method: 'GET',
  path: '/v1/upgrade/tenants/:tenantId/campaigns/:id',
  access: OPERATORS,
  reply: campaign,
});

export const moveCampaign = route({
  name: 'moveCampaign',
  summary:
    'Pause, resume or cancel a campaign. Cancelling ends waiting and downloading jobs; installing ones continue.',
  method: 'POST',
  path: '/v1/upgrade/tenants/:tenantId/campaigns/:id/:step',
  access: OPERATORS,
  params: tenantId.extend({ step: z.enum(['pause', 'resume', 'cancel']) }),
  reply: campaign,
});

export const retryCampaign = route({
  name: 'retryCampaign',
  summary:
    'Retry jobs that failed, timed out or were cancelled: the listed ones, or all that failed or timed out.',
  method: 'POST',
  path: '/v1/upgrade/tenants/:tenantId/campaigns/:id/jobs/retry',
  access: OPERATORS,
  body: z.object({ jobs: z.array(z.string().max(64)).min(1).max(9999).optional() }).default({}),
  reply: z.object({ retried: z.number().int() }),
});

export const upgradeJob = z.object({
  id: z.string(),
  campaign_id: z.string(),
  devid: z.string(),
  devname: z.string(),
  pkgtype,
  from_version: z.string().nullable(),
  to_version: z.string(),
  /** 1 to 8, see `jobStates`. */
  state: z.number().int(),
  /** Per cent within downloading or installing. */
  progress: z.number().int(),
  wave: z.number().int(),
  attempt: z.number().int(),
  /** Why a waiting job does not start; null for other jobs. */
  waits_for: z.enum(waitReasons).nullable(),
  /** Cancellation was requested, and the device has not confirmed it yet. */
  cancelling: z.boolean(),
  error: z.string().nullable(),
  operator: z.string().nullable(),
  created_at: z.number(),
  sent_at: z.number().nullable(),
  updated_at: z.number(),
  finished_at: z.number().nullable(),
  time_zone: z.string(),
});
export type UpgradeJob = z.infer<typeof upgradeJob>;

export const listJobs = route({
  name: 'listJobs',
  summary: 'Jobs of a campaign: those with problems first, then those in progress.',
  method: 'GET',
  path: '/v1/upgrade/tenants/:tenantId/campaigns/:id/jobs',
  access: OPERATORS,
  query: z.object({
    ...paging,
    state: z.coerce.number().int().min(1).max(8).optional(),
    search: z.string().trim().max(100).optional(),
  }),
  reply: page(upgradeJob),
});

export const cancelJob = route({
  name: 'cancelJob',
  summary: 'Cancel a job before its device installs. A device that is downloading must confirm first.',
  method: 'POST',
  path: '/v1/upgrade/tenants/:tenantId/jobs/:id/cancel',
  access: OPERATORS,
  reply: upgradeJob,
});

/** A thing in the upgrade list, with its versions by kind. */
export const upgradableThing = z.object({
  id: z.string(),
  devid: z.string(),
  devname: z.string(),
  status: z.number().int(),
  soc: z.number().nullable(),
  hw_version: z.string().nullable(),
  /** Installed version by kind; null if the device never reported it. */
  versions: z.record(pkgtype, z.string().nullable()),
  /** Its unfinished jobs. */
  jobs: z.array(
    z.object({ campaign_id: z.string(), pkgtype, state: z.number().int(), progress: z.number().int() }),
  ),
  time_zone: z.string(),
});
export type UpgradableThing = z.infer<typeof upgradableThing>;

export const listUpgradable = route({
  name: 'listUpgradable',
  summary: 'The caller’s things with their firmware versions; `version` and `below` refer to one kind.',
  method: 'GET',
  path: '/v1/upgrade/tenants/:tenantId/things',
  access: OPERATORS,
  query: z.object({
    ...paging,
    pkgtype,
    ...upgradableFilter,
    sort: z.enum(['devname', 'version', 'status', 'soc']).default('devname'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: page(upgradableThing),
});

export const firmwareVersions = route({
  name: 'firmwareVersions',
  summary: 'Counts of the caller’s things by version and kind, newest first; null for an unknown version.',
  method: 'GET',
  path: '/v1/upgrade/tenants/:tenantId/versions',
  access: OPERATORS,
  reply: z.record(pkgtype, z.array(z.object({ version: z.string().nullable(), total: z.number().int() }))),
});
