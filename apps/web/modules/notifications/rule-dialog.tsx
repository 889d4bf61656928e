import { MultiSelect } from '@mantine/core';
import {
  digests,
  insertNotificationRule,
  type NotificationChannel,
  type NotificationRule,
  notificationRule,
  updateNotificationRule,
} from '@voltloop/contract/calls/notifications.ts';
import { Dialog } from '@voltloop/ui';
import {
  FieldRow,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useField,
} from '@voltloop/ui/form/fields.tsx';
import { Form } from '@voltloop/ui/form/form.tsx';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';

const schema = z.object({
  name: notificationRule.shape.name,
  level: z.enum(['1', '2', '3']),
  channel_ids: notificationRule.shape.channel_ids,
  digest: z.enum(digests),
  enabled: z.boolean(),
  on_end: z.boolean(),
  faults_pass: z.boolean(),
  remind_min: z.number().int().min(1).max(1440).nullish(),
  remind_channel_id: z.string().nullish(),
});

interface Props {
  rule: NotificationRule | 'new' | null;
  channels: readonly NotificationChannel[];
  onClose: () => void;
  onDone: () => void;
}

export function RuleDialog({ rule, channels, onClose, onDone }: Props) {
  const { t } = useTranslation('notifications');
  const before = rule === 'new' ? null : rule;
  const data = channels.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog opened={rule !== null} onClose={onClose} title={t(before ? 'rule.editTitle' : 'rule.add')}>
      <Form
        schema={schema}
        initial={{
          name: before?.name ?? t('rule.firstName'),
          level: String(before?.least_level ?? 2) as '1' | '2' | '3',
          channel_ids: before?.channel_ids ?? data.slice(0, 1).map(({ value }) => value),
          digest: before?.digest ?? 'none',
          enabled: before?.enabled ?? true,
          on_end: before?.on_end ?? true,
          faults_pass: before?.faults_pass ?? true,
          remind_min: before?.remind_min ?? undefined,
          remind_channel_id: before?.remind_channel_id ?? undefined,
        }}
        submitLabel={t('rule.save')}
        onCancel={onClose}
        onSubmit={async ({ level, remind_min, remind_channel_id, ...values }) => {
          const reminds = remind_min && remind_channel_id;
          const body = {
            ...{ codes: before?.codes, account_id: before?.account_id, devid: before?.devid },
            ...{ site_id: before?.site_id, escalate_min: before?.escalate_min },
            escalate_account_id: before?.escalate_account_id,
            ...values,
            least_level: Number(level),
            remind_min: reminds ? remind_min : null,
            remind_channel_id: reminds ? remind_channel_id : null,
          };
          if (before) await call(updateNotificationRule, { params: { id: before.id }, body });
          else await call(insertNotificationRule, { body });
          onDone();
        }}
      >
        <TextField name="name" label={t('rule.name')} required maxLength={80} />
        <FieldRow>
          <SelectField
            name="level"
            label={t('rule.level')}
            required
            data={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`level.${value}`) }))}
          />
          <SelectField
            name="digest"
            label={t('rule.digest')}
            required
            data={digests.map((value) => ({ value, label: t(`digest.${value}`) }))}
          />
        </FieldRow>
        <ChannelsField data={data} label={t('rule.channels')} />
        <SwitchField name="on_end" label={t('rule.onEnd')} />
        <SwitchField name="faults_pass" label={t('rule.faultsPass')} />
        <FieldRow>
          <NumberField name="remind_min" label={t('rule.remindMin')} description={t('rule.remindHint')} />
          <SelectField name="remind_channel_id" label={t('rule.remindChannel')} clearable data={data} />
        </FieldRow>
        <SwitchField name="enabled" label={t('rule.enabled')} />
      </Form>
    </Dialog>
  );
}

function ChannelsField({ data, label }: { data: { value: string; label: string }[]; label: string }) {
  const { field, error } = useField('channel_ids');
  return <MultiSelect {...field} label={label} data={data} error={error} required />;
}
