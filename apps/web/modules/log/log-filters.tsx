import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { actionLabel, objectTypeLabel } from '@voltloop/resources/action-words.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { localeOf } from '../../ui/index.ts';
import styles from './log.module.css';
import { type LogSpan, type LogView, logSpans } from './log-url.ts';
import { facets } from './queries.ts';

interface LogFiltersProps {
  view: LogView;
  show: (next: Partial<LogView>) => void;
  language: 'en' | 'zh';
  /** The server's error, shown at the field that it names. */
  failure: unknown;
}

/** The filters of the audit trail: time, user, action, object, address and result. */
export function LogFilters({ view, show, language, failure }: LogFiltersProps) {
  const { t } = useTranslation('log');
  const known = useQuery(facets).data;
  const choices = useMemo(() => {
    const named = (values: readonly string[] = [], say: (value: string) => string = (value) => value) =>
      values
        .map((value) => ({ value, label: say(value) }))
        .sort((a, b) => a.label.localeCompare(b.label, localeOf(language)));
    return {
      users: named(known?.users),
      actions: named(known?.actions, (action) => actionLabel(action, language)),
      types: named(known?.objectTypes, (type) => objectTypeLabel(type, language)),
    };
  }, [known, language]);
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('filter.span')}
        value={view.span ?? ''}
        onChange={(event) => show({ span: (event.currentTarget.value || null) as LogSpan | null })}
        data={[
          { value: '', label: t('filter.anyTime') },
          ...[...Object.keys(logSpans), 'days'].map((span) => ({
            value: span,
            label: t(`span.${span}`),
          })),
        ]}
      />
      {view.span === 'days' && (
        <span className={styles.days}>
          <DayInput
            size="xs"
            w={128}
            aria-label={t('filter.from')}
            value={view.from}
            max={view.to}
            onChange={(from) => show({ from })}
          />
          <span aria-hidden="true">–</span>
          <DayInput
            size="xs"
            w={128}
            aria-label={t('filter.to')}
            value={view.to}
            min={view.from}
            onChange={(to) => show({ to })}
          />
        </span>
      )}
      <Choice
        label={t('column.user')}
        value={view.user}
        data={choices.users}
        onChange={(user) => show({ user })}
      />
      <Choice
        label={t('column.action')}
        value={view.action}
        data={choices.actions}
        onChange={(action) => show({ action })}
      />
      <Choice
        label={t('column.object')}
        value={view.type}
        data={choices.types}
        onChange={(type) => show({ type })}
      />
      <AddressField value={view.ip} onChange={(ip) => show({ ip })} failure={failure} />
      <NativeSelect
        size="xs"
        aria-label={t('column.result')}
        value={view.result ?? ''}
        onChange={(event) => show({ result: (event.currentTarget.value || null) as LogView['result'] })}
        data={[
          { value: '', label: t('filter.anyResult') },
          { value: 'ok', label: t('result.ok') },
          { value: 'refused', label: t('result.refused') },
        ]}
      />
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | null;
  data: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

/** A choice among the values that occur in the trail. */
function Choice({ label, value, data, onChange }: ChoiceProps) {
  // An unknown value from the URL is still shown, so that it can be removed.
  const all =
    value === null || data.some((each) => each.value === value) ? data : [...data, { value, label: value }];
  return (
    <Select
      size="xs"
      className={styles.choice}
      aria-label={label}
      placeholder={label}
      value={value}
      data={[...all]}
      searchable
      clearable
      limit={200}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={onChange}
    />
  );
}

/** An address or range of addresses; debounced. */
function AddressField({
  value,
  onChange,
  failure,
}: {
  value: string;
  onChange: (ip: string) => void;
  failure: unknown;
}) {
  const { t } = useTranslation('log');
  const [text, setText] = useState(value);
  const send = useDebouncedCallback(onChange, 400);
  useEffect(() => setText(value), [value]);
  const wrong = failure instanceof ApiError && failure.fields.some((field) => field.key === 'log.ip');
  return (
    <TextInput
      size="xs"
      className={styles.address}
      aria-label={t('column.ip')}
      placeholder={t('column.ip')}
      title={t('filter.ipHint')}
      value={text}
      maxLength={50}
      error={wrong}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
