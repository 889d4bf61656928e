import { z } from 'zod';
import { roles } from '../roles.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** The audit trail of a tenant is read by its main account only. */
const access = [roles.mainAccount] as const;

/** Webhooks of one tenant. */
export const MAX_WEBHOOKS = 10;
/** Object types that one webhook may name. */
const MAX_OBJECT_TYPES = 50;
/** Changes in one request. */
export const MAX_WEBHOOK_CHANGES = 100;

export const newWebhook = z.object({
  name: shownText().trim().min(1).max(60),
  /** An https address of a public host, or a host that the operator allows (`WEBHOOK_HOSTS`). */
  url: z.string().trim().min(1).max(500),
  /** Object types of the audit trail, such as `thing` or `order`; empty: all. */
  object_types: z.array(z.string().min(1).max(64)).max(MAX_OBJECT_TYPES).default([]),
});

export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  object_types: z.array(z.string()),
  created_time: z.number(),
  /** Epoch ms of the last request that was accepted. */
  delivered_time: z.number().nullable(),
  /** Epoch ms of the first failed attempt since then. */
  failing_since: z.number().nullable(),
  /** Of the last attempt: `HTTP 500`, or the key of a message. */
  error: z.string().nullable(),
  /** Epoch ms; a stopped webhook is not called until it is resumed. */
  stopped_time: z.number().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const path = '/v1/webhooks';
const params = z.object({ id: z.string() });

export const listWebhooks = route({
  name: 'listWebhooks',
  summary: 'Webhooks of the tenant, oldest first, and the object types that a webhook can be limited to.',
  method: 'GET',
  path,
  access,
  reply: z.object({
    list: z.array(webhook),
    object_types: z.array(z.object({ name: z.string(), en: z.string(), zh: z.string() })),
  }),
});

export const createWebhook = route({
  name: 'createWebhook',
  apiToken: false,
  summary:
    'Add a webhook: changes of the tenant’s records from now on are posted to it, signed. The secret of the signature is in this reply and never again.',
  method: 'POST',
  path,
  access,
  body: newWebhook,
  reply: z.object({ secret: z.string(), webhook }),
});

export const testWebhook = route({
  name: 'testWebhook',
  apiToken: false,
  summary: 'Post an empty, signed request to a webhook now, and return its answer.',
  method: 'POST',
  path: `${path}/:id/test`,
  access,
  params,
  reply: z.object({
    /** Null: accepted. */
    error: z.string().nullable(),
  }),
});

export const resumeWebhook = route({
  name: 'resumeWebhook',
  apiToken: false,
  summary: 'Resume a stopped webhook: changes since the last delivery are sent.',
  method: 'POST',
  path: `${path}/:id/resume`,
  access,
  params,
  reply: z.null(),
});

export const deleteWebhook = route({
  name: 'deleteWebhook',
  summary: 'Delete a webhook. What was not delivered is not sent.',
  method: 'DELETE',
  path: `${path}/:id`,
  access,
  params,
  reply: z.null(),
});
