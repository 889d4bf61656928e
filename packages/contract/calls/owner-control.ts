import { MAX_WINDOWS, WINDOW_STEP_MIN, windowActions } from '@voltloop/domain/owner-control/settings.ts';
import { z } from 'zod';
import { route } from '../route.ts';
import { paramJobStates, paramReasons } from './params.ts';

const everybody = [0, 1, 2, 3, 4, 5] as const;
/** Accounts that install and operate batteries for others: installation companies and accounts above them. */
const installers = [0, 1, 2, 3] as const;

const tenant = '/v1/owner-control/tenants/:tenantId';

const power_w = z.number().int().min(0).max(15_000).multipleOf(100);
const minutes = (most: number) => z.number().int().min(0).max(most).multipleOf(WINDOW_STEP_MIN);

/** A daily window in the site's zone, in minutes since midnight; an end before its start spans midnight. */
export const ownerWindow = z.object({
  start_min: minutes(1435),
  end_min: minutes(1440),
  action: z.enum(windowActions),
  power_w,
});

const reserve = z.number().int().min(0).max(90);
/** 0 self-use, 1 time of use, 2 back-up. */
const mode = z.literal([0, 1, 2]);

/** The range of settings allowed to owners. */
export const ownerLimits = z
  .object({
    enabled: z.boolean(),
    reserve_min_pct: reserve,
    reserve_max_pct: reserve,
    modes: z.array(mode).min(1, 'required').max(3),
    /** 0: none. */
    windows_max: z.number().int().min(0).max(MAX_WINDOWS),
    /** Whether windows may charge, also from the grid. */
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
  /** Whether the device's model has all these settings; the others are null or empty without them. */
  supported: z.boolean(),
  /** Of the site: windows refer to it. */
  time_zone: z.string(),
  online: z.boolean(),
  /** Null if owners may change nothing. */
  limits: ownerLimits.nullable(),
  limits_from: z.enum(['thing', 'account']).nullable(),
  /** The limits of this device itself, with the version to change them. */
  own_limits: z.object({ limits: ownerLimits, version: z.number().int() }).nullable(),
  /** Whether the caller may set limits. */
  may_limit: z.boolean(),
  /** Last reported values, null if never reported; a mode or window may be one that owners cannot select. */
  values: z.object({
    reserve_pct: z.number().nullable(),
    mode: z.number().nullable(),
    windows: z.array(ownerWindow.extend({ power_w: z.number() })).nullable(),
  }),
  /** When the oldest of these values was read, epoch ms. */
  read_at: z.number().nullable(),
  /** Current values of the device that exceed the limits. */
  outside: z.array(z.enum(['reserve_pct', 'mode', 'windows'])),
  /** The newest change made here. */
  change: z
    .object({
      state: z.enum(paramJobStates),
      reason: z.enum(paramReasons).nullable(),
      /** The device's error text. */
      error: z.string().nullable(),
      wanted: chosen,
      created_at: z.number(),
      finished_at: z.number().nullable(),
      /** User name, if visible to the caller. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type OwnerControl = z.infer<typeof ownerControl>;

export const getOwnerControl = route({
  name: 'getOwnerControl',
  summary: 'Reserve, work mode and windows of a battery, the limits for its owner, and the newest change.',
  method: 'GET',
  path: `${tenant}/things/:thingsId`,
  access: everybody,
  reply: ownerControl,
});

export const readOwnerControl = route({
  name: 'readOwnerControl',
  summary:
    'Read the owner’s settings from the device. 504 if it does not answer, 409 while another command is waiting or if it refuses.',
  method: 'POST',
  path: `${tenant}/things/:thingsId/read`,
  access: everybody,
  reply: ownerControl,
});

export const setOwnerControl = route({
  name: 'setOwnerControl',
  summary:
    'Set reserve, work mode or windows of a battery within its limits; read before and after like any parameter. Replaces a change that was not sent yet. 403 if owners may change nothing.',
  method: 'POST',
  path: `${tenant}/things/:thingsId`,
  access: everybody,
  body: chosen.refine((body) => Object.values(body).some((each) => each !== undefined), {
    path: ['reserve_pct'],
    message: 'params.nothing',
  }),
  reply: ownerControl,
});
export type OwnerChoice = z.infer<typeof chosen>;

/** New limits, null to remove them; `version` as it was read, 0 if there were none. */
const limitsBody = z.object({
  limits: ownerLimits.nullable().default(null),
  version: z.number().int().min(0).max(2_147_483_647),
});

export const putThingOwnerLimits = route({
  name: 'putThingOwnerLimits',
  summary:
    'Set the limits for the owner of this battery; null restores the limits of the account. 409 if they were changed since `version`.',
  method: 'PUT',
  path: `${tenant}/things/:thingsId/limits`,
  access: installers,
  body: limitsBody,
  reply: ownerControl,
});

const accountLimits = z.object({
  limits: ownerLimits.nullable(),
  version: z.number().int(),
  /** The inherited limits: those of the nearest account above. */
  inherited: ownerLimits.nullable(),
});
export type AccountOwnerLimits = z.infer<typeof accountLimits>;

export const getAccountOwnerLimits = route({
  name: 'getAccountOwnerLimits',
  summary: 'The limits for owners below an account; `self` is the caller.',
  method: 'GET',
  path: `${tenant}/accounts/:userId/limits`,
  access: installers,
  reply: accountLimits,
});

export const putAccountOwnerLimits = route({
  name: 'putAccountOwnerLimits',
  summary:
    'Set the limits for owners below an account; accounts between and devices may override them; null removes them. 409 if they were changed since `version`.',
  method: 'PUT',
  path: `${tenant}/accounts/:userId/limits`,
  access: installers,
  body: limitsBody,
  reply: accountLimits,
});
