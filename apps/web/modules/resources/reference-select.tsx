import { MultiSelect, Select, type SelectProps } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, use, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchedOptions } from '../../ui/widgets/use-searched-options.ts';
import { load } from './loaded.ts';
import { offeredRows, titleById } from './queries.ts';

interface Shared {
  /** Name of the resource whose rows are listed. */
  to: string;
  label?: ReactNode;
  size?: SelectProps['size'];
  /** Only rows whose fields have these values. */
  among?: Readonly<Record<string, string>>;
  /** Known titles, by id. */
  titles?: Readonly<Record<string, string>>;
  withinPortal?: boolean;
}

/** The rows that match the typed text, besides the chosen ones; the search runs on the server. */
function useOffered(
  { to, among = {}, titles = {} }: Shared,
  chosen: readonly string[],
  search: string,
  opened: boolean,
) {
  const loaded = use(load(to));
  // The field shows the choice, not a search text.
  const labels = useRef(new Map<string, string>());
  const own = chosen.map((id) => labels.current.get(id) ?? titles[id]);
  const { found, stale, filter } = useSearchedOptions(
    own.includes(search.trim()) ? '' : search,
    (wanted) => ({
      ...offeredRows(loaded, { search: wanted, among }),
      enabled: opened,
    }),
  );
  const offered = found.data ?? [];
  const unknown = chosen.filter((id) => !titles[id] && !offered.some((row) => row.id === id));
  const asking = useQueries({ queries: unknown.map((id) => titleById(to, () => load(to), id)) });
  const known = new Map([
    ...chosen.map((id): [string, string] => [
      id,
      // A new choice keeps the name from the list while its title is fetched.
      titles[id] || asking[unknown.indexOf(id)]?.data || labels.current.get(id) || id.slice(0, 8),
    ]),
    ...offered.map(({ id, title, hint }): [string, string] => [id, hint ? `${title} · ${hint}` : title]),
  ]);
  labels.current = known;
  const nothing = found.isError ? 'failed' : found.isPending || stale ? 'looking' : 'none';
  return {
    nothing,
    filter,
    data: [...known].map(([value, label]) => ({ value, label })),
  };
}

interface ReferenceSelectProps
  extends Shared,
    Omit<SelectProps, 'data' | 'value' | 'onChange' | 'label' | 'size'> {
  value: string;
  /** '' when cleared. */
  onChange: (id: string, title: string) => void;
}

/** Selects one row of another resource by typing. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { t } = useTranslation('backoffice');
  const { to: _to, among: _among, titles: _titles, withinPortal, value, onChange, ...rest } = props;
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const { nothing, filter, data } = useOffered(props, value ? [value] : [], text, opened);
  return (
    <Select
      clearable
      allowDeselect={false}
      checkIconPosition="right"
      placeholder={t('reference.placeholder')}
      {...rest}
      comboboxProps={{ withinPortal: withinPortal ?? true }}
      searchable
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      maxLength={100}
      data={data}
      filter={filter}
      nothingFoundMessage={t(`reference.${nothing}`)}
      searchValue={text}
      onSearchChange={setText}
      value={value || null}
      onChange={(id) => onChange(id ?? '', data.find((each) => each.value === id)?.label ?? '')}
    />
  );
}

interface ReferencesSelectProps extends Shared {
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Selects several rows of another resource, for a filter. */
export function ReferencesSelect(props: ReferencesSelectProps) {
  const { t } = useTranslation('backoffice');
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const { nothing, filter, data } = useOffered(props, props.value, text, opened);
  return (
    <MultiSelect
      {...(props.size ? { size: props.size } : {})}
      label={props.label}
      comboboxProps={{ withinPortal: props.withinPortal ?? true }}
      searchable
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      clearable
      hidePickedOptions
      maxValues={50}
      placeholder={props.value.length === 0 ? t('reference.placeholder') : ''}
      data={data}
      filter={filter}
      nothingFoundMessage={t(`reference.${nothing}`)}
      searchValue={text}
      onSearchChange={setText}
      value={[...props.value]}
      onChange={props.onChange}
    />
  );
}
