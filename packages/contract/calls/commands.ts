import { z } from 'zod';
import { page, paging } from '../envelope.ts';
import { packageKinds } from '../firmware-states.ts';
import { route } from '../route.ts';

export const commandStates = ['queued', 'sent', 'answered', 'failed', 'expired', 'cancelled'] as const;
export type CommandState = (typeof commandStates)[number];

/**
 * The life cycle of a command: in each state, the possible steps and their results. Shared by server, console and
 * tests. `send` repeats: sending again is harmless, as a device executes an id once. A reply may arrive before the
 * command is marked as sent, so `queued` accepts it too. A command is cancelled when its device is deleted, or when the
 * account that sent it no longer sees the device.
 */
export const commandSteps = {
  queued: { send: 'sent', answer: 'answered', fail: 'failed', expire: 'expired', cancel: 'cancelled' },
  sent: { send: 'sent', answer: 'answered', fail: 'failed', expire: 'expired', cancel: 'cancelled' },
  answered: {},
  failed: {},
  expired: {},
  cancelled: {},
} as const satisfies Record<CommandState, Record<string, CommandState>>;
export type CommandStep = keyof (typeof commandSteps)['queued'];

/**
 * Bodies of the message call (interpretation B21). Keys and ranges of set_config are checked against the information
 * model.
 */
export const commandBody = z.discriminatedUnion('cmd', [
  z.object({
    cmd: z.literal('set_config'),
    params: z.object({ keys: z.record(z.string().max(50), z.number()) }),
  }),
  z.object({
    cmd: z.literal('report'),
    params: z.object({ keys: z.array(z.string().max(50)).max(200).optional() }).default({}),
  }),
  z.object({
    cmd: z.literal('report_pack'),
    params: z.object({ P_no: z.number().int().min(1).max(32) }),
  }),
  z.object({
    cmd: z.literal('reset'),
    params: z
      .object({ target: z.enum(['soft', 'bms', 'factory']).default('soft') })
      .default({ target: 'soft' }),
  }),
]);
export type CommandBody = z.infer<typeof commandBody>;

/**
 * The upgrade of one device. It is not a row of the ledger but a campaign of one job: an upgrade takes minutes to
 * days and survives power cuts. `url` is ignored (a device fetches only from its own server); `sha256` must be the
 * package's.
 */
export const upgradeBody = z.object({
  cmd: z.literal('upgrade'),
  params: z.object({
    pkgtype: z.enum(packageKinds),
    /** The newest published one by default. */
    version: z.string().max(60).optional(),
    url: z.string().max(500).optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/)
      .optional(),
    min_soc: z.number().int().min(0).max(95).optional(),
    allow_downgrade: z.boolean().optional(),
  }),
});
export type UpgradeBody = z.infer<typeof upgradeBody>;

export const command = z.object({
  id: z.string(),
  devid: z.string(),
  cmd: z.string(),
  params: z.record(z.string(), z.unknown()),
  state: z.enum(commandStates),
  requested_by: z.string().nullable(),
  created_at: z.number(),
  sent_at: z.number().nullable(),
  answered_at: z.number().nullable(),
  expires_at: z.number(),
  reply: z
    .object({
      ok: z.boolean(),
      values: z.record(z.string(), z.unknown()),
      device_time: z.number().nullable(),
    })
    .nullable(),
  error: z.string().nullable(),
});
export type Command = z.infer<typeof command>;

/** The device's reply; `error` is the device's text if `ok` is false. */
export const commandAnswer = z.object({
  ok: z.boolean(),
  values: z.record(z.string(), z.unknown()),
  device_time: z.number().nullable(),
  error: z.string().nullable(),
});
export type CommandAnswer = z.infer<typeof commandAnswer>;

const booleanQuery = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((v) => v === 'true' || v === '1');

export const sendMessage = route({
  name: 'sendMessage',
  summary:
    'Send a command. async=false waits for the reply up to timeout ms (clamped to 1-30 s), else 504; async=true returns the ledger row. `upgrade` starts a campaign of one device and returns campaign and job immediately.',
  method: 'POST',
  path: '/v1/things/tenants/:tenantId/things/:thingsId/messages',
  access: [0, 1, 2],
  query: z.object({
    async: booleanQuery(false),
    save_log: booleanQuery(false),
    timeout: z.coerce.number().int().default(30_000),
  }),
  body: z.discriminatedUnion('cmd', [...commandBody.options, upgradeBody]),
  reply: z.union([command, commandAnswer]),
});

export const listMessages = route({
  name: 'listMessages',
  summary: 'The command ledger of one thing, newest first.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/things/:thingsId/messages',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object(paging),
  reply: page(command),
});
