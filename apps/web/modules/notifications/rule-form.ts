import {
  digests,
  type NotificationRule,
  type NotificationRuleBody,
  notificationRule,
} from '@voltloop/contract/calls/notifications.ts';
import { z } from 'zod';

export const scopes = ['all', 'account', 'site', 'device'] as const;

const minutes = z.number().int().min(1).max(1440).nullish();

/** The form of a rule: choices are texts, and devices are selected by one scope. */
export const ruleForm = z
  .object({
    name: notificationRule.shape.name,
    level: z.enum(['1', '2', '3']),
    codes: z.array(z.string()).max(50),
    scope: z.enum(scopes),
    account_id: z.string(),
    site_id: z.string(),
    devid: z.string(),
    channel_ids: notificationRule.shape.channel_ids,
    digest: z.enum(digests),
    enabled: z.boolean(),
    on_end: z.boolean(),
    faults_pass: z.boolean(),
    remind_min: minutes,
    remind_channel_id: z.string().nullish(),
    escalate_min: minutes,
    escalate_account_id: z.string(),
  })
  .check((context) => {
    const { value, issues } = context;
    const missing = (field: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', input: value[field], path: [field], message });
    if (value.scope === 'account' && !value.account_id) missing('account_id', 'rule.account');
    if (value.scope === 'site' && !value.site_id) missing('site_id', 'notification.site');
    if (value.scope === 'device' && !value.devid) missing('devid', 'notification.device');
    if (value.escalate_account_id && !value.escalate_min) missing('escalate_min', 'notification.escalateMin');
    if (value.escalate_min && !value.escalate_account_id)
      missing('escalate_account_id', 'notification.escalatePerson');
  });
export type RuleValues = z.input<typeof ruleForm>;

/** The initial values: of a rule, or of a new one. */
export function valuesOf(
  rule: NotificationRule | null,
  fresh: { name: string; channel_ids: string[] },
): RuleValues {
  return {
    name: rule?.name ?? fresh.name,
    level: String(rule?.least_level ?? 2) as RuleValues['level'],
    codes: rule?.codes ?? [],
    scope: rule?.devid ? 'device' : rule?.site_id ? 'site' : rule?.account_id ? 'account' : 'all',
    account_id: rule?.account_id ?? '',
    site_id: rule?.site_id ?? '',
    devid: rule?.devid ?? '',
    channel_ids: rule?.channel_ids ?? fresh.channel_ids,
    digest: rule?.digest ?? 'none',
    enabled: rule?.enabled ?? true,
    on_end: rule?.on_end ?? true,
    faults_pass: rule?.faults_pass ?? true,
    remind_min: rule?.remind_min ?? undefined,
    remind_channel_id: rule?.remind_channel_id ?? undefined,
    escalate_min: rule?.escalate_min ?? undefined,
    escalate_account_id: rule?.escalate_account_id ?? '',
  };
}

type Matched = Pick<NotificationRuleBody, 'least_level' | 'codes' | 'account_id' | 'site_id' | 'devid'>;

/** The filter of events; null while the devices are not chosen yet. */
export function matchedBy({ level, codes, scope, account_id, site_id, devid }: RuleValues): Matched | null {
  const chosen = { all: true, account: account_id, site: site_id, device: devid }[scope];
  if (!chosen) return null;
  return {
    least_level: Number(level),
    codes,
    account_id: scope === 'account' ? account_id : null,
    site_id: scope === 'site' ? site_id : null,
    devid: scope === 'device' ? devid : null,
  };
}

/** The request body of a rule. */
export function bodyOf(values: RuleValues): NotificationRuleBody {
  const { name, channel_ids, digest, enabled, on_end, faults_pass } = values;
  const { remind_min, remind_channel_id, escalate_min, escalate_account_id } = values;
  const reminds = Boolean(remind_min && remind_channel_id);
  return {
    name,
    channel_ids,
    digest,
    enabled,
    on_end,
    faults_pass,
    ...(matchedBy(values) ?? { least_level: Number(values.level) }),
    remind_min: reminds ? remind_min : null,
    remind_channel_id: reminds ? remind_channel_id : null,
    escalate_min: escalate_account_id ? escalate_min : null,
    escalate_account_id: escalate_account_id || null,
  };
}
