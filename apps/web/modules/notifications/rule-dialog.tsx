import { MultiSelect } from '@mantine/core';
import {
  digests,
  insertNotificationRule,
  type NotificationChannel,
  type NotificationRule,
  updateNotificationRule,
} from '@voltloop/contract/calls/notifications.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import {
  FieldRow,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useField,
} from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { Dialog } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { personChoices } from './queries.ts';
import { RuleCodesField } from './rule-codes-field.tsx';
import { bodyOf, type RuleValues, ruleForm, valuesOf } from './rule-form.ts';
import { RulePreview } from './rule-preview.tsx';
import { RuleScopeFields } from './rule-scope-fields.tsx';

interface Props {
  rule: NotificationRule | 'new' | null;
  channels: readonly NotificationChannel[];
  onClose: () => void;
  onDone: () => void;
}

/** The editor of a rule: events, channels, times, and escalation of unacknowledged events. */
export function RuleDialog({ rule, channels, onClose, onDone }: Props) {
  const { t } = useTranslation('notifications');
  const before = rule === 'new' ? null : rule;
  const data = channels.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog
      opened={rule !== null}
      onClose={onClose}
      title={t(before ? 'rule.editTitle' : 'rule.add')}
      size="lg"
    >
      <Form<RuleValues, RuleValues>
        schema={ruleForm}
        initial={valuesOf(before, {
          name: t('rule.firstName'),
          channel_ids: data.slice(0, 1).map(({ value }) => value),
        })}
        submitLabel={t('rule.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          const body = bodyOf(values);
          if (before) await call(updateNotificationRule, { params: { id: before.id }, body });
          else await call(insertNotificationRule, { body });
          onDone();
        }}
      >
        {(form) => {
          const values = form.watch();
          return (
            <>
              <FieldRow>
                <TextField name="name" label={t('rule.name')} required data-autofocus maxLength={80} />
                <SelectField
                  name="level"
                  label={t('rule.level')}
                  required
                  data={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`level.${value}`) }))}
                />
              </FieldRow>
              <RuleCodesField leastLevel={Number(values.level)} />
              <RuleScopeFields rule={before} scope={values.scope} />
              <RulePreview values={values} />
              <FieldRow>
                <ChannelsField data={data} label={t('rule.channels')} />
                <SelectField
                  name="digest"
                  label={t('rule.digest')}
                  required
                  data={digests.map((value) => ({ value, label: t(`digest.${value}`) }))}
                />
              </FieldRow>
              <SwitchField name="on_end" label={t('rule.onEnd')} />
              <SwitchField name="faults_pass" label={t('rule.faultsPass')} />
              <FieldRow>
                <NumberField
                  name="remind_min"
                  label={t('rule.remindMin')}
                  description={t('rule.remindHint')}
                />
                <SelectField
                  name="remind_channel_id"
                  label={t('rule.remindChannel')}
                  description={t('rule.remindChannelHint')}
                  clearable
                  data={data}
                />
              </FieldRow>
              <FieldRow>
                <NumberField
                  name="escalate_min"
                  label={t('rule.escalateMin')}
                  description={t('rule.remindHint')}
                />
                <SearchSelect
                  name="escalate_account_id"
                  label={t('rule.escalatePerson')}
                  description={t('rule.escalateHint')}
                  clearable
                  first={personOf(before)}
                  choices={(search) =>
                    personChoices(search, {
                      parent: t('rule.parent'),
                      unreachable: t('rule.unreachable'),
                    })
                  }
                />
              </FieldRow>
              <SwitchField name="enabled" label={t('rule.enabled')} />
            </>
          );
        }}
      </Form>
    </Dialog>
  );
}

const personOf = (rule: NotificationRule | null) =>
  rule?.escalate_account_id
    ? { value: rule.escalate_account_id, label: rule.escalate_name ?? NO_VALUE }
    : null;

function ChannelsField({ data, label }: { data: { value: string; label: string }[]; label: string }) {
  const { field, error } = useField('channel_ids');
  return <MultiSelect {...field} label={label} data={data} error={error} required />;
}
