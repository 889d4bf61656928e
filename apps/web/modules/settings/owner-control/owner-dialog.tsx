import { Button, Radio, Select, Slider, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type OwnerControl,
  type OwnerLimitsBody,
  ownerWindow,
  setOwnerControl,
} from '@voltloop/contract/calls/owner-control.ts';
import { limitProblems } from '@voltloop/domain/owner-control/limits.ts';
import { type OwnerMode, type OwnerValues, windowActions } from '@voltloop/domain/owner-control/settings.ts';
import { useMemo } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { useAccount } from '../../../context/use-account.ts';
import { NumberField, SelectField, useField } from '../../../ui/form/fields.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Dialog } from '../../../ui/index.ts';
import { timesOfDay } from './clock.ts';
import styles from './owner-control.module.css';
import { ownerControlChanged } from './queries.ts';

interface OwnerDialogProps {
  control: OwnerControl;
  limits: OwnerLimitsBody;
  onClose: () => void;
}

/** Validates the body as the server does: its shape, then the limits. */
const schemaOf = (limits: OwnerLimitsBody, present: OwnerControl['values']) =>
  z
    .object({
      reserve_pct: z.number().int().min(0).max(90),
      mode: z.number().int(),
      windows: z.array(ownerWindow).max(4),
    })
    .check(({ value, issues }) => {
      for (const { path, key } of limitProblems(changedOf(value, present), limits))
        issues.push({
          code: 'custom',
          message: key,
          input: value,
          path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        });
    });

/** Only changed values: the others stay as they are on the device, even outside the limits. */
function changedOf({ reserve_pct, mode, windows }: Required<OwnerValues>, present: OwnerControl['values']) {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return {
    ...(same(reserve_pct, present.reserve_pct) ? {} : { reserve_pct }),
    ...(same(mode, present.mode) ? {} : { mode: mode as OwnerMode }),
    ...(same(windows, present.windows) ? {} : { windows: [...windows] }),
  };
}

/** Changes reserve, mode and windows within the limits; the card shows the result. */
export function OwnerDialog({ control, limits, onClose }: OwnerDialogProps) {
  const { t } = useTranslation('ownerControl');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const { values } = control;
  const schema = useMemo(() => schemaOf(limits, values), [limits, values]);
  const initial = {
    reserve_pct: values.reserve_pct ?? limits.reserve_min_pct,
    mode: values.mode ?? limits.modes[0] ?? 0,
    windows: values.windows ?? [],
  };
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg">
      <Form
        schema={schema}
        initial={initial}
        submitLabel={t('apply')}
        onCancel={onClose}
        onSubmit={async (chosen) => {
          const body = changedOf(chosen, values);
          if (Object.keys(body).length > 0) {
            const params = { tenantId, thingsId: control.devid };
            await call(setOwnerControl, { params, body });
            await ownerControlChanged(client, tenantId);
          }
          onClose();
        }}
      >
        <Reserve limits={limits} />
        <Mode limits={limits} present={values.mode} />
        {(limits.windows_max > 0 || initial.windows.length > 0) && <Windows limits={limits} />}
      </Form>
    </Dialog>
  );
}

function Reserve({ limits: { reserve_min_pct: min, reserve_max_pct: max } }: { limits: OwnerLimitsBody }) {
  const { t } = useTranslation('ownerControl');
  const { field } = useField('reserve_pct');
  return (
    <div className={styles.reserve}>
      <NumberField
        name="reserve_pct"
        label={t('reserve')}
        description={t('reserveHint', { min, max })}
        suffix="%"
        required
        data-autofocus
      />
      <Slider
        min={min}
        max={max}
        value={typeof field.value === 'number' ? field.value : min}
        onChange={field.onChange}
        label={(value) => `${value} %`}
        thumbLabel={t('reserve')}
        disabled={min === max}
      />
    </div>
  );
}

function Mode({ limits, present }: { limits: OwnerLimitsBody; present: number | null }) {
  const { t } = useTranslation('ownerControl');
  const { field, error } = useField('mode');
  const names = ['0', '1', '2'] as const;
  return (
    <Radio.Group
      name="mode"
      label={t('mode.label')}
      required
      value={String(field.value)}
      onChange={(value) => field.onChange(Number(value))}
      error={error}
      {...(present !== null && present > 2 ? { description: t('mode.service') } : {})}
    >
      <Stack gap="xs" mt="xs">
        {names
          .filter((name) => limits.modes.some((mode) => String(mode) === name))
          .map((name) => (
            <Radio key={name} value={name} label={t(`mode.${name}`)} description={t(`modeHint.${name}`)} />
          ))}
      </Stack>
    </Radio.Group>
  );
}

function Windows({ limits }: { limits: OwnerLimitsBody }) {
  const { t } = useTranslation('ownerControl');
  const { fields, append, remove } = useFieldArray({ name: 'windows' });
  const { field: mode } = useField('mode');
  const { error } = useField('windows');
  const power_w = Math.min(limits.power_max_w, 3000);
  return (
    <fieldset className={styles.windowsField}>
      <legend>{t('windows.label')}</legend>
      <p className={styles.hint}>
        {t('windows.hint', { max: limits.windows_max })}
        {mode.value !== 1 && ` ${t('windows.onlyTou')}`}
        {!limits.grid_charge && ` ${t('windows.noCharge')}`}
      </p>
      {fields.map((each, i) => (
        <fieldset key={each.id} className={styles.window} aria-label={t('windows.one', { n: i + 1 })}>
          <Time name={`windows.${i}.start_min`} label={t('windows.start')} end={false} />
          <Time name={`windows.${i}.end_min`} label={t('windows.end')} end />
          <SelectField
            name={`windows.${i}.action`}
            label={t('windows.action')}
            data={windowActions.map((value) => ({
              value,
              label: t(`action.${value}`),
              disabled: value === 'charge' && !limits.grid_charge,
            }))}
            required
          />
          <NumberField name={`windows.${i}.power_w`} label={t('windows.power')} suffix="W" required />
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={t('windows.removeOne', { n: i + 1 })}
            onClick={() => remove(i)}
          >
            {t('windows.remove')}
          </Button>
        </fieldset>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={fields.length >= limits.windows_max}
        onClick={() => append({ start_min: 0, end_min: 60, action: 'discharge', power_w })}
      >
        {t('windows.add')}
      </Button>
    </fieldset>
  );
}

function Time({ name, label, end }: { name: string; label: string; end: boolean }) {
  const { field, error } = useField(name);
  const present = Number(field.value);
  const data = useMemo(() => timesOfDay(present, { end }), [present, end]);
  return (
    <Select
      label={label}
      data={data}
      searchable
      allowDeselect={false}
      required
      value={String(present)}
      onChange={(value) => field.onChange(Number(value))}
      onBlur={field.onBlur}
      error={error}
    />
  );
}
