import { z } from 'zod';
import { comparisons } from '../comparators.ts';
import { page, paging } from '../envelope.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Maximum delay of a rule, s. */
export const MAX_RULE_DELAY_S = 86_400;
/** Largest absolute value of a point that can be stored. */
const LIMIT = 8e9;

const value = z.number().min(-LIMIT).max(LIMIT);
const delay = z.number().int().min(0).max(MAX_RULE_DELAY_S);
const name = shownText().trim().max(80);

/**
 * A rule raises an event of `level` while `point` is beyond `threshold`. Values in the point's own unit. One of the
 * two names is enough; it is then used in both languages.
 */
export const ruleBody = z.object({
  name_en: name.optional(),
  name_zh: name.optional(),
  /** Key of the information model; for pack points, each pack has its own event. */
  point: z.string().min(1).max(50),
  comparison: z.enum(comparisons),
  threshold: value,
  /** Hysteresis: how far the value must return behind the threshold before the event ends. */
  hysteresis: value.min(0).default(0),
  /** How long, in device time, the value must be beyond the threshold before the event begins. */
  delay_s: delay.default(0),
  /** How long the value must have returned before the event ends. */
  clear_delay_s: delay.default(0),
  level: z.number().int().min(1).max(3),
  enabled: z.boolean().default(true),
  /** The account whose things, including those of accounts below, are watched; the caller's own by default. */
  account_id: z.string().max(64).optional(),
  /** Only this thing of the account. */
  devid: z.string().max(64).optional(),
});
export type RuleBody = z.infer<typeof ruleBody>;

export const eventRule = z.object({
  id: z.string(),
  name: z.object({ en: z.string(), zh: z.string() }),
  point: z.string(),
  comparison: z.enum(comparisons),
  threshold: z.number(),
  hysteresis: z.number(),
  delay_s: z.number().int(),
  clear_delay_s: z.number().int(),
  level: z.number().int(),
  enabled: z.boolean(),
  account_id: z.string(),
  /** The name of the account, not its user name. */
  account_name: z.string(),
  devid: z.string().nullable(),
  /** Number of its active events. */
  active: z.number().int(),
  /** Incremented by each change; an update must name the version it is based on. */
  version: z.number().int(),
  created_at: z.number(),
  updated_at: z.number(),
});
export type EventRule = z.infer<typeof eventRule>;

const tenant = z.object({ tenantId: z.string().max(64) });
const access = [0, 1, 2] as const;
const path = '/v1/data-mgmt/tenants/:tenantId/event-rules';

export const listRules = route({
  name: 'listRules',
  summary: 'Threshold rules over the caller’s subtree, newest first.',
  method: 'GET',
  path,
  access,
  params: tenant,
  query: z.object({ ...paging, search: z.string().trim().max(100).optional() }),
  reply: page(eventRule),
});

export const insertRule = route({
  name: 'insertRule',
  summary: 'Create a threshold rule for the things of an account or for one thing.',
  method: 'POST',
  path,
  access,
  params: tenant,
  body: ruleBody,
  reply: eventRule,
});

export const updateRule = route({
  name: 'updateRule',
  summary:
    'Change a rule. Active events keep their acknowledgement while its condition holds; changed limits are applied to the newest readings at once.',
  method: 'PUT',
  path: `${path}/:id`,
  access,
  body: ruleBody.extend({ version: z.number().int() }),
  reply: eventRule,
});

export const deleteRule = route({
  name: 'deleteRule',
  summary: 'Delete a rule. Its active events end; past ones are kept.',
  method: 'DELETE',
  path: `${path}/:id`,
  access,
});

export const previewRule = route({
  name: 'previewRule',
  summary:
    'The number of things a rule would watch, and of those whose newest reading is beyond its threshold.',
  method: 'POST',
  path: `${path}/preview`,
  access,
  body: ruleBody.pick({ point: true, comparison: true, threshold: true, account_id: true, devid: true }),
  reply: z.object({
    /** Things the rule would watch. */
    things: z.number().int(),
    /** Those of them with a reading of the point in the last two hours. */
    reporting: z.number().int(),
    /** Those of them whose newest reading is beyond the threshold. */
    beyond: z.number().int(),
  }),
});
