import { z } from 'zod';
import { page, paging } from '../envelope.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Kinds of channels whose address is entered by a person. */
export const addressKinds = ['email', 'webhook', 'dingtalk', 'wecom', 'feishu'] as const;
/** All kinds, including browsers. */
const channelKinds = [...addressKinds, 'push'] as const;
export const digests = ['none', 'hourly', 'daily'] as const;
export const MAX_CHANNELS = 10;
export const MAX_NOTIFICATION_RULES = 20;

const roles = [0, 1, 2, 3, 4, 5] as const;
const one = z.object({ id: z.string().max(64) });
const minuteOfDay = z.number().int().min(0).max(1439);

export const notificationChannel = z.object({
  id: z.string(),
  kind: z.enum(channelKinds),
  name: z.string(),
  /** An e-mail address, or the host of a webhook or bot: the rest of its address is secret. */
  target: z.string(),
  verified: z.boolean(),
  /** When it was stopped, because its receiver is gone or deliveries failed for days; null while active. */
  stopped_time: z.number().nullable(),
  stop_reason: z.string().nullable(),
  /** For a browser: SHA-256 (hex) of its subscription address, by which it recognises itself. */
  browser: z.string().nullable(),
});
export type NotificationChannel = z.infer<typeof notificationChannel>;

export const notificationRule = z.object({
  name: shownText().trim().min(1).max(80),
  enabled: z.boolean().default(true),
  /** Minimum level: 1 notice, 2 warning, 3 fault. */
  least_level: z.number().int().min(1).max(3),
  /** Event codes without pack; empty means all. */
  codes: z.array(z.string().trim().min(1).max(64)).max(50).default([]),
  /** Devices at or below this account; all visible ones by default. */
  account_id: z.string().max(64).nullable().default(null),
  devid: z.string().max(64).nullable().default(null),
  /** Devices of this site. */
  site_id: z.string().max(64).nullable().default(null),
  channel_ids: z.array(z.string().max(64)).min(1).max(MAX_CHANNELS),
  digest: z.enum(digests).default('none'),
  /** Notify of the end of the event, too. */
  on_end: z.boolean().default(true),
  /** Send faults in quiet hours, too. */
  faults_pass: z.boolean().default(true),
  /** Minutes after which an unacknowledged event is sent to a further channel. */
  remind_min: z.number().int().min(1).max(1440).nullable().default(null),
  remind_channel_id: z.string().max(64).nullable().default(null),
  /** Minutes after which an unacknowledged event is escalated to a further person. */
  escalate_min: z.number().int().min(1).max(1440).nullable().default(null),
  /** That person: the caller's parent or an account below the caller, notified on its own channels. */
  escalate_account_id: z.string().max(64).nullable().default(null),
});
export type NotificationRuleBody = z.input<typeof notificationRule>;
const storedRule = notificationRule.extend({
  id: z.string(),
  /** Names of the account, the site and the further person; null if not set or not visible. */
  account_name: z.string().nullable(),
  site_name: z.string().nullable(),
  escalate_name: z.string().nullable(),
});
export type NotificationRule = z.infer<typeof storedRule>;

/** Period of a rule's preview, days. */
export const PREVIEW_DAYS = 7;

export const getNotifications = route({
  name: 'getNotifications',
  summary: 'The caller’s channels and rules.',
  method: 'GET',
  path: '/v1/notifications',
  access: roles,
  reply: z.object({
    /** Whether the server can send e-mail. */
    mail: z.boolean(),
    /** The key for push subscriptions of browsers (VAPID, base64url). */
    push_key: z.string(),
    time_zone: z.string(),
    quiet_from: minuteOfDay.nullable(),
    quiet_to: minuteOfDay.nullable(),
    channels: z.array(notificationChannel),
    rules: z.array(storedRule),
  }),
});
export type Notifications = NonNullable<typeof getNotifications.reply>['_output'];

export const newChannel = z.object({
  kind: z.enum(addressKinds),
  name: shownText().trim().min(1).max(80),
  target: z.string().trim().min(3).max(500),
  /** For a DingTalk or Feishu bot that checks signatures. */
  secret: z.string().trim().max(200).optional(),
});

export const insertChannel = route({
  name: 'insertChannel',
  apiToken: false,
  summary:
    'Add a channel. An e-mail address receives a code and is used once that is confirmed; only this reply contains the secret of a webhook.',
  method: 'POST',
  path: '/v1/notifications/channels',
  access: roles,
  body: newChannel,
  reply: z.object({ id: z.string(), secret: z.string().nullable() }),
});

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const pushKeys = z.object({ p256dh: base64url.max(100), auth: base64url.max(40) });
export type PushSubscriptionKeys = z.infer<typeof pushKeys>;

export const insertPushChannel = route({
  name: 'insertPushChannel',
  apiToken: false,
  summary:
    'Add a browser as a channel, by its push subscription. A browser can be one channel: that of another account ends.',
  method: 'POST',
  path: '/v1/notifications/push-channels',
  access: roles,
  body: z.object({
    name: shownText().trim().min(1).max(80),
    endpoint: z.string().trim().min(3).max(2000),
    keys: pushKeys,
  }),
  reply: one,
});

export const confirmChannel = route({
  name: 'confirmChannel',
  apiToken: false,
  summary: 'Confirm an e-mail address by the code sent to it, valid for 15 minutes and five attempts.',
  method: 'POST',
  path: '/v1/notifications/channels/:id/confirm',
  access: roles,
  body: z.object({ code: z.string().trim().min(1).max(20) }),
  reply: z.null(),
});

export const testChannel = route({
  name: 'testChannel',
  summary: 'Send a test message; its result is in the log.',
  method: 'POST',
  path: '/v1/notifications/channels/:id/test',
  access: roles,
  reply: z.null(),
});

export const resumeChannel = route({
  name: 'resumeChannel',
  apiToken: false,
  summary: 'Resume a channel that was stopped because its receiver was gone or deliveries failed for days.',
  method: 'POST',
  path: '/v1/notifications/channels/:id/resume',
  access: roles,
  reply: z.null(),
});

export const deleteChannel = route({
  name: 'deleteChannel',
  summary: 'Remove a channel, also from all rules.',
  method: 'DELETE',
  path: '/v1/notifications/channels/:id',
  access: roles,
  reply: z.null(),
});

export const insertNotificationRule = route({
  name: 'insertNotificationRule',
  summary: 'Add a rule that sends matching events to channels.',
  method: 'POST',
  path: '/v1/notifications/rules',
  access: roles,
  body: notificationRule,
  reply: one,
});

export const updateNotificationRule = route({
  name: 'updateNotificationRule',
  summary: 'Change a rule of notifications.',
  method: 'PUT',
  path: '/v1/notifications/rules/:id',
  access: roles,
  body: notificationRule,
  reply: z.null(),
});

export const previewNotificationRule = route({
  name: 'previewNotificationRule',
  summary: 'Number of events of the last seven days that a rule would have matched.',
  method: 'POST',
  path: '/v1/notifications/rules/preview',
  access: roles,
  body: notificationRule.pick({
    least_level: true,
    codes: true,
    account_id: true,
    site_id: true,
    devid: true,
  }),
  reply: z.object({ events: z.number().int() }),
});

export const eventCode = z.object({
  code: z.string(),
  name: z.object({ en: z.string(), zh: z.string() }),
  level: z.number().int(),
  source: z.string(),
});
export type EventCode = z.infer<typeof eventCode>;

export const listEventCodes = route({
  name: 'listEventCodes',
  summary:
    'Codes that rules of the caller can use, without packs: of the catalogue, of the platform, of threshold rules and of recent events.',
  method: 'GET',
  path: '/v1/notifications/codes',
  access: roles,
  reply: z.object({ list: z.array(eventCode) }),
});

export const deleteNotificationRule = route({
  name: 'deleteNotificationRule',
  summary: 'Delete a rule of notifications.',
  method: 'DELETE',
  path: '/v1/notifications/rules/:id',
  access: roles,
  reply: z.null(),
});

export const listEscalationPeople = route({
  name: 'listEscalationPeople',
  summary:
    'Accounts that a rule of the caller may escalate to: the parent and the accounts below, twenty at most.',
  method: 'GET',
  path: '/v1/notifications/people',
  access: roles,
  query: z.object({
    /** Part of a name or user name. */
    search: z.string().trim().max(100).optional(),
  }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        is_parent: z.boolean(),
        /** Whether it has a channel that can receive messages. */
        reachable: z.boolean(),
      }),
    ),
  }),
});
export type EscalationPerson = NonNullable<typeof listEscalationPeople.reply>['_output']['list'][number];

export const setQuietHours = route({
  name: 'setQuietHours',
  summary:
    'Quiet hours, in minutes of the day in the own time zone, or in `time_zone` while the account has none; null for none.',
  method: 'PUT',
  path: '/v1/notifications/quiet-hours',
  access: roles,
  body: z
    .object({
      quiet_from: minuteOfDay.nullable().default(null),
      quiet_to: minuteOfDay.nullable().default(null),
      /** Used while the account has no time zone; without both, UTC. */
      time_zone: z.string().min(1).max(64).optional(),
    })
    .refine((v) => (v.quiet_from === null) === (v.quiet_to === null)),
  reply: z.null(),
});

export const listNotificationMessages = route({
  name: 'listNotificationMessages',
  summary: 'Messages to the caller in the last 30 days, newest first, with their results.',
  method: 'GET',
  path: '/v1/notifications/messages',
  access: roles,
  query: z.object(paging),
  reply: page(
    z.object({
      id: z.string(),
      channel: z.string(),
      kind: z.enum(channelKinds),
      what: z.enum(['events', 'test']),
      title: z.string().nullable(),
      state: z.enum(['waiting', 'sent', 'dead', 'dropped']),
      tries: z.number().int(),
      error: z.string().nullable(),
      time: z.number(),
      done_time: z.number().nullable(),
    }),
  ),
});
