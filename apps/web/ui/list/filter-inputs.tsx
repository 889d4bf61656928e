import { MultiSelect, NativeSelect, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { List, ListFilter, Span, WordsByValue } from '@voltloop/contract/lists/define-list.ts';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useFormat } from '../text/format.ts';
import styles from './filter-inputs.module.css';
import { type AnyView, valuesOf } from './list-view.ts';

/** With the calendar, for lists that show a day. */
const DayInput = lazy(async () => ({ default: (await import('../form/day-input.tsx')).DayInput }));

export interface FilterOption {
  value: string;
  label: string;
}

/** What a page adds to the declared filters. */
export interface FilterExtras {
  /**
   * The values to choose from, by filter, where only the server knows them, or fewer than declared. Undefined while
   * they load.
   */
  options?: Readonly<Record<string, readonly FilterOption[] | undefined>> | undefined;
  /** Inputs of the page's own, by filter. */
  inputs?: Readonly<Record<string, FilterInputOf>> | undefined;
  /** Filters that this page does not offer. */
  without?: readonly string[] | undefined;
}

/** An input of a page for one filter. `inPanel`: with its label, and its dropdown inside the panel. */
// biome-ignore lint/suspicious/noExplicitAny: filters of any value
type FilterInputOf = (value: any, set: (value: any) => void, inPanel: boolean) => ReactNode;

interface FilterInputsProps extends FilterExtras {
  filters: readonly [id: string, filter: ListFilter][];
  view: AnyView;
  set: (next: AnyView) => void;
  /** In the panel of the filters: each with its label. */
  inPanel?: boolean;
  /** The server's error, shown at the field that it names. */
  failure?: unknown;
}

/** The inputs of declared filters, in a list's bar or in its panel. */
export function FilterInputs({ filters, view, set, ...rest }: FilterInputsProps) {
  return filters.map(([id, filter]) => {
    const value = view[id];
    const change = (next: unknown) => set({ [id]: next });
    const own = rest.inputs?.[id];
    if (own)
      return (
        <span key={id} className={rest.inPanel ? halfOf(filter) : undefined}>
          {own(value, change, rest.inPanel === true)}
        </span>
      );
    return <FilterInput key={id} id={id} filter={filter} value={value} view={view} set={change} {...rest} />;
  });
}

/** Short inputs share a line of the panel. */
const halfOf = ({ kind }: ListFilter) => (kind === 'text' || kind === 'day' ? styles.half : undefined);

/** The filters of a list that are set in one of these places. */
export function filtersIn(
  list: List,
  places: readonly NonNullable<ListFilter['place']>[],
  without: readonly string[] = [],
): [string, ListFilter][] {
  return Object.entries(list.filters).filter(
    ([id, { place = 'bar' }]) => places.includes(place) && !without.includes(id),
  );
}

interface FilterInputProps extends Omit<FilterInputsProps, 'filters' | 'set'> {
  id: string;
  filter: ListFilter;
  value: unknown;
  set: (value: unknown) => void;
}

function FilterInput({ id, filter, value, view, set, options, inPanel = false, failure }: FilterInputProps) {
  const { t } = useTranslation('list');
  const language = languageOf(useFormat().language);
  const label = filter.label[language];
  const named = inPanel ? { label } : { 'aria-label': label, placeholder: label };
  const common = {
    size: 'xs' as const,
    ...named,
    className: inPanel ? halfOf(filter) : styles.choice,
  };
  // Dropdowns open inside the panel: a press on them must not count as outside.
  const inside = inPanel
    ? { withinPortal: false }
    : { width: 'max-content', position: 'bottom-start' as const };
  switch (filter.kind) {
    case 'flag':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'choice':
    case 'one': {
      const numeric = filter.kind === 'one' ? filter.number !== undefined : filter.numeric === true;
      const text = value === null ? null : String(value);
      const known = options?.[id] ?? (filter.kind === 'choice' ? optionsOf(filter, language) : []);
      return (
        <Select
          {...common}
          data={withUnknown(known, text === null ? [] : [text])}
          value={text}
          onChange={(next) => set(next !== null && numeric ? Number(next) : next)}
          clearable
          searchable={filter.kind === 'one'}
          limit={200}
          nothingFoundMessage={t('searchSelect.none')}
          comboboxProps={inside}
        />
      );
    }
    case 'several':
    case 'texts': {
      const chosen = (value as readonly (string | number)[]).map(String);
      const known = options?.[id] ?? (filter.kind === 'several' ? optionsOf(filter, language) : []);
      const numeric = filter.kind === 'several' && filter.numeric === true;
      return (
        <MultiSelect
          {...common}
          {...(chosen.length > 0 && { placeholder: '' })}
          data={withUnknown(known, chosen)}
          value={chosen}
          onChange={(next) => set(numeric ? next.map(Number) : next)}
          clearable
          searchable
          maxValues={filter.kind === 'texts' ? filter.most : undefined}
          nothingFoundMessage={t('searchSelect.none')}
          comboboxProps={inside}
        />
      );
    }
    case 'day':
      return (
        <Suspense>
          <DayInput
            {...common}
            value={value as string}
            min={filter.from && (view[filter.from] as string)}
            max={filter.to && (view[filter.to] as string)}
            onChange={set}
            popoverProps={inPanel ? { withinPortal: false } : {}}
          />
        </Suspense>
      );
    case 'span':
      return <SpanInput filter={filter} value={value as Span} set={set} label={label} />;
    case 'text':
      return (
        <TextFilter
          {...common}
          title={filter.hint?.[language]}
          value={value as string}
          most={filter.max}
          set={set}
          wait_ms={inPanel ? 0 : 400}
          wrong={isRefusedAt(failure, filter.param ?? id)}
        />
      );
  }
}

const optionsOf = (filter: ListFilter & { values: WordsByValue }, language: 'en' | 'zh'): FilterOption[] =>
  valuesOf(filter).map((value) => ({
    value: String(value),
    label: filter.values[value]?.[language] ?? String(value),
  }));

/** An unknown value from the address is still shown, so that it can be removed. */
const withUnknown = (known: readonly FilterOption[], chosen: readonly string[]): FilterOption[] => [
  ...known,
  ...chosen
    .filter((value) => !known.some((each) => each.value === value))
    .map((value) => ({ value, label: value })),
];

const isRefusedAt = (failure: unknown, param: string): boolean =>
  failure instanceof ApiError && failure.fields.some(({ path }) => path === `query.${param}`);

interface SpanInputProps {
  filter: ListFilter & { kind: 'span' };
  value: Span;
  set: (value: Span) => void;
  label: string;
}

/** A span until now, or days. */
function SpanInput({ filter, value, set, label }: SpanInputProps) {
  const { t } = useTranslation('list');
  const language = languageOf(useFormat().language);
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={label}
        value={value.of ?? ''}
        onChange={(event) => set({ ...value, of: event.currentTarget.value || null })}
        data={[
          { value: '', label: t('span.any') },
          ...Object.entries(filter.values).map(([of, words]) => ({ value: of, label: words[language] })),
          ...(filter.days ? [{ value: 'days', label: filter.days[language] }] : []),
        ]}
      />
      {value.of === 'days' && (
        <span className={styles.days}>
          <Suspense>
            <DayInput
              size="xs"
              w={128}
              aria-label={t('span.from')}
              value={value.from}
              max={value.to}
              onChange={(from) => set({ ...value, from })}
            />
            <span aria-hidden="true">–</span>
            <DayInput
              size="xs"
              w={128}
              aria-label={t('span.to')}
              value={value.to}
              min={value.from}
              onChange={(to) => set({ ...value, to })}
            />
          </Suspense>
        </span>
      )}
    </>
  );
}

interface TextFilterProps {
  label?: string;
  'aria-label'?: string;
  placeholder?: string;
  title: string | undefined;
  value: string;
  most: number;
  set: (value: string) => void;
  wait_ms: number;
  wrong: boolean;
}

/** A text, debounced in the bar. */
function TextFilter({ value, most, set, wait_ms, wrong, ...rest }: TextFilterProps) {
  const [text, setText] = useState(value);
  const send = useDebouncedCallback(set, wait_ms);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      size="xs"
      className={styles.text}
      {...rest}
      value={text}
      maxLength={most}
      error={wrong}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
