import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { correctReports } from '@voltloop/contract/calls/reporting.ts';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { type ReportField, reportFields } from '@voltloop/domain/reporting/fields.ts';
import { isRequired } from '@voltloop/domain/reporting/problems.ts';
import { type FormEvent, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { ExactInput } from '../../ui/form/exact-input.tsx';
import { Dialog, ErrorWords, Failure } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useListLanguage } from './badges.tsx';
import { REPORTS } from './queries.ts';
import styles from './reporting.module.css';
import { useWrongWords } from './words.ts';

interface CorrectDialogProps {
  type: number;
  ids: readonly string[];
  /** Of the record to correct; absent for several. */
  payload?: Readonly<Record<string, unknown>>;
  /** Invalid fields, shown first. */
  wrong?: ReadonlySet<string>;
  onClose: () => void;
}

/** Enters values that no document has, or corrects values that the platform refused: a new version of the report. */
export function CorrectDialog({ type, ids, payload = {}, wrong, onClose }: CorrectDialogProps) {
  const { t } = useTranslation(['reporting', 'ui']);
  const client = useQueryClient();
  const words = useContext(ErrorWords);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const wrongWords = useWrongWords();
  const fields = reportFields(type)
    .filter(({ booked, kind }) => !booked && kind !== 'list')
    .sort((a, b) => Number(wrong?.has(b.name) ?? false) - Number(wrong?.has(a.name) ?? false));
  const values = Object.fromEntries(
    fields.flatMap((field) => {
      const text = changed[field.name];
      return text === undefined ? [] : [[field.name, entryOf(field, text)]];
    }),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure('');
    setErrors({});
    try {
      await call(correctReports, { body: { ids: [...ids], values, reason: reason.trim() } });
      toast.success({ ns: 'reporting', key: 'correct.done', values: { count: String(ids.length) } });
      await client.invalidateQueries({ queryKey: REPORTS });
      onClose();
    } catch (error) {
      const own =
        error instanceof ApiError ? error.fields.filter(({ path }) => path.startsWith('values.')) : [];
      setErrors(
        Object.fromEntries(own.map(({ path, key }) => [path.slice('values.'.length), wrongWords(key)])),
      );
      if (own.length === 0) setFailure(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={t('correct.title', { count: ids.length })}
      closable={!busy}
    >
      <form onSubmit={(event) => void submit(event)} className={styles.form}>
        <p className={styles.quiet}>{t(ids.length === 1 ? 'correct.text' : 'correct.textMany')}</p>
        <div className={styles.fields}>
          {fields.map((field) => (
            <ValueInput
              key={field.name}
              field={field}
              value={changed[field.name] ?? textOf(payload[field.name])}
              // Of several records, fields that are left empty keep their values.
              required={ids.length === 1 && isRequired(field, { ...payload, ...values })}
              error={errors[field.name]}
              onChange={(value) => setChanged((now) => ({ ...now, [field.name]: value }))}
            />
          ))}
        </div>
        <Textarea
          label={t('correct.reason')}
          required
          autosize
          minRows={2}
          maxRows={5}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Failure text={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('confirm.cancel', { ns: 'ui' })}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={Object.keys(changed).length === 0 || reason.trim() === ''}
          >
            {t('correct.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

interface ValueInputProps {
  field: ReportField;
  value: string;
  required: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ValueInput({ field, value, required, error, onChange }: ValueInputProps) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const { kind, words, unit, choices, max } = field;
  const label = unit ? `${words[of]} (${unit})` : words[of];
  const shared = { label, withAsterisk: required, error, value };
  if (kind === 'date') return <DayInput {...shared} onChange={onChange} />;
  if (kind === 'choice' || kind === 'yesNo') {
    const data =
      kind === 'yesNo'
        ? (['true', 'false'] as const).map((each) => ({
            value: each,
            label: t(each === 'true' ? 'yes' : 'no'),
          }))
        : (choices ?? []).map((choice) => ({ value: String(choice.value), label: choice[of] }));
    return (
      <Select
        {...shared}
        value={value || null}
        data={data}
        clearable
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (kind === 'decimal' || kind === 'integer') return <ExactInput {...shared} onChange={onChange} />;
  return (
    <TextInput
      {...shared}
      maxLength={kind === 'text' ? max : 20}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** The value to send; null removes an entered value. */
function entryOf({ kind, choices }: ReportField, text: string): string | number | boolean | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (kind === 'yesNo') return trimmed === 'true';
  if (kind === 'decimal' || kind === 'integer') {
    const exact = normalizeDecimal(trimmed);
    return kind === 'integer' && Number.isInteger(Number(exact)) ? Number(exact) : exact;
  }
  if (kind === 'choice') return choices?.find(({ value }) => String(value) === trimmed)?.value ?? trimmed;
  return trimmed;
}
