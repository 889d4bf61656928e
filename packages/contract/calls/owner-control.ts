import { MAX_WINDOWS, WINDOW_STEP_MIN, windowActions } from '@voltloop/domain/owner-control/settings.ts';
import { z } from 'zod';
import { route } from '../route.ts';
import { paramJobStates, paramReasons } from './params.ts';

const everybody = [0, 1, 2, 3, 4, 5] as const;
/** Accounts that install and run batteries for others: installation companies and those above them. */
const installers = [0, 1, 2, 3] as const;

const tenant = '/v1/owner-control/tenants/:tenantId';
const ofThing = z.object({ tenantId: z.string().max(64), thingsId: z.string().max(64) });
const ofAccount = z.object({ tenantId: z.string().max(64), userId: z.string().max(64) });

const power_w = z.number().int().min(0).max(15_000).multipleOf(100);
const minutes = (most: number) => z.number().int().min(0).max(most).multipleOf(WINDOW_STEP_MIN);

/** A stretch of every day in the site's zone, in minutes since midnight; an end before its start runs over midnight. */
export const ownerWindow = z.object({
  start_min: minutes(1435),
  end_min: minutes(1440),
  action: z.enum(windowActions),
  power_w,
});

const reserve = z.number().int().min(0).max(90);
/** 0 self-use, 1 time of use, 2 back-up. */
const mode = z.literal([0, 1, 2]);

/** Within what owners may set their batteries. */
export const ownerLimits = z
  .object({
    enabled: z.boolean(),
    reserve_min_pct: reserve,
    reserve_max_pct: reserve,
    modes: z.array(mode).min(1, 'required').max(3),
    /** 0: none. */
    windows_max: z.number().int().min(0).max(MAX_WINDOWS),
    /** Whether windows may charge, from the grid too. */
    grid_charge: z.boolean(),
    power_max_w: power_w,
  })
  .refine((limits) => limits.reserve_min_pct <= limits.reserve_max_pct, {
    path: ['reserve_max_pct'],
    message: 'ownerControl.reserveOrder',
  });
export type OwnerLimitsBody = z.infer<typeof ownerLimits>;

const chosen = z.object({
  reserve_pct: reserve.optional(),
  mode: mode.optional(),
  windows: z.array(ownerWindow).max(MAX_WINDOWS).optional(),
});

export const ownerControl = z.object({
  devid: z.string(),
  /** Of the site: windows are cut in it. */
  time_zone: z.string(),
  online: z.boolean(),
  /** Null when nobody has allowed anything. */
  limits: ownerLimits.nullable(),
  limits_from: z.enum(['thing', 'account']).nullable(),
  /** The limits of this device itself, with the version to change them. */
  own_limits: z.object({ limits: ownerLimits, version: z.number().int() }).nullable(),
  /** Whether the caller may set limits. */
  may_limit: z.boolean(),
  /** As the device last said, each null when it never did; a mode or window may be one that owners do not choose. */
  values: z.object({
    reserve_pct: z.number().nullable(),
    mode: z.number().nullable(),
    windows: z.array(ownerWindow.extend({ power_w: z.number() })).nullable(),
  }),
  /** When the oldest of these values was read, epoch ms. */
  read_at: z.number().nullable(),
  /** What the device has and the limits no longer allow. */
  outside: z.array(z.enum(['reserve_pct', 'mode', 'windows'])),
  /** The newest change made here. */
  change: z
    .object({
      state: z.enum(paramJobStates),
      reason: z.enum(paramReasons).nullable(),
      /** The device's own words. */
      error: z.string().nullable(),
      wanted: chosen,
      created_at: z.number(),
      finished_at: z.number().nullable(),
      /** User name, as far as the caller may know it. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type OwnerControl = z.infer<typeof ownerControl>;

export const getOwnerControl = route({
  name: 'getOwnerControl',
  summary:
    'Reserve, work mode and windows of a battery, within what its owner may set them, and the newest change.',
  method: 'GET',
  path: `${tenant}/things/:thingsId`,
  access: everybody,
  params: ofThing,
  reply: ownerControl,
});

export const readOwnerControl = route({
  name: 'readOwnerControl',
  summary:
    'Ask the device for the settings that its owner may change. 504 when it does not answer, 409 while another command waits or when it refuses.',
  method: 'POST',
  path: `${tenant}/things/:thingsId/read`,
  access: everybody,
  params: ofThing,
  reply: ownerControl,
});

export const setOwnerControl = route({
  name: 'setOwnerControl',
  summary:
    'Set reserve, work mode or windows of a battery within its limits; read before and after like any parameter. Replaces a change that was not sent yet. 403 when owners may change nothing.',
  method: 'POST',
  path: `${tenant}/things/:thingsId`,
  access: everybody,
  params: ofThing,
  body: chosen.refine((body) => Object.values(body).some((each) => each !== undefined), {
    path: ['reserve_pct'],
    message: 'params.nothing',
  }),
  reply: ownerControl,
});
export type OwnerChoice = z.infer<typeof chosen>;

/** New limits, null to remove them; `version` as they were read, 0 where there were none. */
const limitsBody = z.object({
  limits: ownerLimits.nullable().default(null),
  version: z.number().int().min(0).max(2_147_483_647),
});

export const putThingOwnerLimits = route({
  name: 'putThingOwnerLimits',
  summary:
    'Set what the owner of this battery may change; null lets the limits of the account hold again. 409 when somebody else changed them since `version`.',
  method: 'PUT',
  path: `${tenant}/things/:thingsId/limits`,
  access: installers,
  params: ofThing,
  body: limitsBody,
  reply: ownerControl,
});

const accountLimits = z.object({
  limits: ownerLimits.nullable(),
  version: z.number().int(),
  /** What holds without limits of its own: those of the nearest account above. */
  inherited: ownerLimits.nullable(),
});
export type AccountOwnerLimits = z.infer<typeof accountLimits>;

export const getAccountOwnerLimits = route({
  name: 'getAccountOwnerLimits',
  summary: 'What owners below an account may change; `self` names the caller.',
  method: 'GET',
  path: `${tenant}/accounts/:userId/limits`,
  access: installers,
  params: ofAccount,
  reply: accountLimits,
});

export const putAccountOwnerLimits = route({
  name: 'putAccountOwnerLimits',
  summary:
    'Set what owners below an account may change, where no account between and no device says otherwise; null removes it. 409 when somebody else changed it since `version`.',
  method: 'PUT',
  path: `${tenant}/accounts/:userId/limits`,
  access: installers,
  params: ofAccount,
  body: limitsBody,
  reply: accountLimits,
});
