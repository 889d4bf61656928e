import {
  createExportSchedule,
  type ExportSchedule,
  exportContents,
  exportFormats,
  exportPeriods,
  exportScopes,
  MAX_EXPORT_DEVICES,
  MAX_EXPORT_POINTS,
  updateExportSchedule,
} from '@voltloop/contract/calls/exports.ts';
import { aggTypes } from '@voltloop/contract/calls/telemetry.ts';
import { clockText } from '@voltloop/domain/clock/clock-time.ts';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { languageNames } from '../../context/i18n.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { FieldRow, SelectField, TextField, useField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { Dialog, useFormat } from '../../ui/index.ts';
import { PointPicker, ThingPicker } from '../energy/index.ts';
import { useDictionary } from '../telemetry/index.ts';
import { bodyOf, type ExportValues, exportForm, intervalsOf, valuesOf } from './export-form.ts';
import { siteChoices } from './queries.ts';

const INFO_MODEL = 'HE_BAT';

interface Props {
  /** Null: a new one. */
  schedule: ExportSchedule | null;
  /** Initial device of a new one. */
  device: string | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates a scheduled export, or changes one. */
export default function ExportDialog({ schedule, device, onClose, onSaved }: Props) {
  const { t } = useTranslation('exports');
  const { language, zoneName } = useFormat();
  const fresh = {
    device,
    language: languageOf(language),
    zone: zoneName,
  };
  return (
    <Dialog opened onClose={onClose} title={t(schedule ? 'form.edit' : 'form.new')} size="lg">
      <Form<ExportValues, ExportValues>
        schema={exportForm}
        initial={valuesOf(schedule, fresh)}
        submitLabel={t('form.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          const body = bodyOf(values);
          if (schedule) await call(updateExportSchedule, { params: { id: schedule.id }, body });
          else await call(createExportSchedule, { body });
          onSaved();
          onClose();
        }}
      >
        {(form) => <Fields values={form.watch()} schedule={schedule} />}
      </Form>
    </Dialog>
  );
}

function Fields({ values, schedule }: { values: ExportValues; schedule: ExportSchedule | null }) {
  const { t } = useTranslation(['exports', 'compare']);
  const { tenantId } = useAccount();
  const zones = useMemo(
    () => [...new Set([values.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [values.time_zone],
  );
  const { content, scope, agg_interval, format } = values;
  const intervals = intervalsOf(content);
  return (
    <>
      <TextField
        name="name"
        label={t('form.name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <FieldRow>
        <SelectField
          name="content"
          label={t('form.content')}
          description={t(`form.contentHint.${content}`)}
          required
          data={exportContents.map((value) => ({ value, label: t(`content.${value}`) }))}
        />
        <SelectField
          name="scope"
          label={t('form.scope')}
          required
          data={exportScopes.toReversed().map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
      </FieldRow>
      {scope === 'site' && (
        <SearchSelect
          name="site"
          label={t('form.site')}
          required
          first={schedule?.site ? { value: schedule.site.id, label: schedule.site.name } : null}
          choices={(search) => siteChoices(tenantId, search)}
        />
      )}
      {scope === 'devices' && <DevicesField />}
      {content === 'history' && <PointsField />}
      <FieldRow>
        <IntervalField intervals={intervals} />
        {content === 'history' && agg_interval !== 'raw' && (
          <SelectField
            name="agg_type"
            label={t('form.figure')}
            required
            data={aggTypes.map((value) => ({ value, label: t(`figures.${value}`, { ns: 'compare' }) }))}
          />
        )}
      </FieldRow>
      <FieldRow>
        <SelectField
          name="every"
          label={t('form.every')}
          required
          data={exportPeriods.map((value) => ({ value, label: t(`every.${value}`) }))}
        />
        <SelectField
          name="hour"
          label={t('form.hour')}
          description={t('form.hourHint')}
          required
          data={Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: clockText(hour * 60),
          }))}
        />
      </FieldRow>
      <SelectField
        name="time_zone"
        label={t('form.zone')}
        description={t('form.zoneHint')}
        required
        data={zones}
        searchable
        limit={50}
      />
      <FieldRow>
        <SelectField
          name="format"
          label={t('form.format')}
          {...(format === 'parquet' ? { description: t('form.parquetHint') } : {})}
          required
          data={exportFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
        />
        {format !== 'parquet' && (
          <SelectField
            name="language"
            label={t('form.language')}
            required
            data={(['en', 'zh'] as const).map((value) => ({ value, label: languageNames[value] }))}
          />
        )}
      </FieldRow>
    </>
  );
}

function IntervalField({ intervals }: { intervals: readonly ExportValues['agg_interval'][] }) {
  const { t } = useTranslation('exports');
  const { field } = useField('agg_interval');
  const { value, onChange } = field;
  // Energy supports fewer intervals.
  useEffect(() => {
    if (!intervals.includes(value)) onChange('1d');
  }, [intervals, value, onChange]);
  return (
    <SelectField
      name="agg_interval"
      label={t('form.interval')}
      required
      data={intervals.map((each) => ({ value: each, label: t(`form.intervals.${each}`) }))}
    />
  );
}

function DevicesField() {
  const { field, error } = useField('devices');
  return (
    <ThingPicker
      value={field.value as string[]}
      known={[]}
      onChange={field.onChange}
      most={MAX_EXPORT_DEVICES}
      required
      error={error}
    />
  );
}

function PointsField() {
  const { t } = useTranslation('exports');
  const { field, error } = useField('data_points');
  const dictionary = useDictionary(INFO_MODEL);
  return (
    <PointPicker
      dictionary={dictionary}
      system
      label={t('form.points')}
      description={t('form.pointsHint', { most: MAX_EXPORT_POINTS })}
      value={field.value as string[]}
      onChange={field.onChange}
      most={MAX_EXPORT_POINTS}
      required
      error={error}
    />
  );
}
