import { Button, Checkbox, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type OwnerControl,
  type OwnerLimitsBody,
  ownerLimits,
  putAccountOwnerLimits,
  putThingOwnerLimits,
} from '@voltloop/contract/calls/owner-control.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useAccount } from '../../../context/use-account.ts';
import { FieldRow, NumberField, SwitchField, useField } from '../../../ui/form/fields.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Dialog, ErrorState, SkeletonRows } from '../../../ui/index.ts';
import { notifyError } from '../../../ui/toast/notify-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { ownerControlChanged, ownLimits } from './queries.ts';

/** Defaults when limits are set for the first time. */
const usual: OwnerLimitsBody = {
  enabled: true,
  reserve_min_pct: 10,
  reserve_max_pct: 90,
  modes: [0, 1, 2],
  windows_max: 4,
  grid_charge: false,
  power_max_w: 5000,
};

/** Edits what the owner of this battery, or of all batteries of the account, may change. */
export function LimitsDialog({ control, onClose }: { control: OwnerControl; onClose: () => void }) {
  const { t } = useTranslation('ownerControl');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const [scope, setScope] = useState<'account' | 'thing'>(
    control.limits_from === 'thing' ? 'thing' : 'account',
  );
  const account = useQuery(ownLimits(tenantId));
  const present =
    scope === 'thing'
      ? { limits: control.own_limits?.limits ?? null, version: control.own_limits?.version ?? 0 }
      : account.data;
  const save = async (limits: OwnerLimitsBody | null) => {
    const body = { limits, version: present?.version ?? 0 };
    if (scope === 'thing')
      await call(putThingOwnerLimits, { params: { tenantId, thingsId: control.devid }, body });
    else await call(putAccountOwnerLimits, { params: { tenantId, userId: 'self' }, body });
    await ownerControlChanged(client, tenantId);
    toast.success({ ns: 'ownerControl', key: 'limits.saved' });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('limits.title')} size="lg">
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={t('limits.scope')}
        value={scope}
        onChange={(value) => setScope(value as typeof scope)}
        data={[
          { value: 'account', label: t('limits.account') },
          { value: 'thing', label: t('limits.thing', { devid: control.devid }) },
        ]}
      />
      {account.error ? (
        <ErrorState compact error={account.error} onRetry={() => void account.refetch()} />
      ) : !present ? (
        <SkeletonRows rows={5} />
      ) : (
        <Form
          key={`${scope} ${present.version}`}
          schema={ownerLimits}
          initial={present.limits ?? control.limits ?? usual}
          submitLabel={t('limits.save')}
          onCancel={onClose}
          onSubmit={save}
          {...(present.limits
            ? {
                footer: (
                  <Button variant="subtle" color="gray" onClick={() => save(null).catch(notifyError)}>
                    {t('limits.remove')}
                  </Button>
                ),
              }
            : {})}
        >
          <Text size="sm">{t(scope === 'thing' ? 'limits.thingHint' : 'limits.accountHint')}</Text>
          <SwitchField name="enabled" label={t('limits.enabled')} />
          <FieldRow>
            <NumberField name="reserve_min_pct" label={t('limits.reserveMin')} suffix="%" required />
            <NumberField name="reserve_max_pct" label={t('limits.reserveMax')} suffix="%" required />
          </FieldRow>
          <Modes />
          <FieldRow>
            <WindowsMax />
            <NumberField name="power_max_w" label={t('limits.powerMax')} suffix="W" required />
          </FieldRow>
          <SwitchField
            name="grid_charge"
            label={t('limits.gridCharge')}
            description={t('limits.gridChargeHint')}
          />
        </Form>
      )}
    </Dialog>
  );
}

function Modes() {
  const { t } = useTranslation('ownerControl');
  const { field, error } = useField('modes');
  return (
    <Checkbox.Group
      label={t('limits.modes')}
      required
      value={((field.value ?? []) as number[]).map(String)}
      onChange={(values) => field.onChange(values.map(Number).toSorted())}
      error={error}
    >
      <Group gap="lg" mt="xs">
        {(['0', '1', '2'] as const).map((mode) => (
          <Checkbox key={mode} value={mode} label={t(`mode.${mode}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function WindowsMax() {
  const { t } = useTranslation('ownerControl');
  const { field, error } = useField('windows_max');
  return (
    <Select
      label={t('limits.windowsMax')}
      data={['0', '1', '2', '3', '4']}
      allowDeselect={false}
      required
      value={String(field.value)}
      onChange={(value) => field.onChange(Number(value))}
      error={error}
    />
  );
}
