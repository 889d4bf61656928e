import { MultiSelect } from '@mantine/core';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listThings, type Thing } from '@voltloop/contract/calls/things.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useAccount } from '../../../context/use-account.ts';
import { useSearchedOptions } from '../../../ui/widgets/use-searched-options.ts';
import { MAX_COMPARED } from './compare-url.ts';

/** Things listed at once; typing narrows them. */
const OFFERED = 30;

interface ThingPickerProps {
  value: readonly string[];
  /** Known things of `value`, for their names. */
  known: readonly Thing[];
  onChange: (devids: string[]) => void;
  /** Maximum of chosen things. */
  most?: number;
  error?: string | undefined;
  required?: boolean;
}

const nameOf = (thing: Thing) =>
  thing.devname && thing.devname !== thing.devid ? `${thing.devname} · ${thing.devid}` : thing.devid;

/** Chooses several things; the search runs on the server. */
export function ThingPicker({
  value,
  known,
  onChange,
  most = MAX_COMPARED,
  error,
  required,
}: ThingPickerProps) {
  const { t } = useTranslation('compare');
  const { tenantId } = useAccount();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const { found, stale, filter } = useSearchedOptions(text, (search) =>
    queryOptions({
      queryKey: ['things', 'offered', tenantId, search],
      staleTime: 30_000,
      enabled: opened,
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) =>
        call(listThings, {
          params: { tenantId },
          query: { limit: OFFERED, skip: 0, search, sort: 'devname' },
          signal,
        }),
    }),
  );
  const labels = new Map<string, string>(value.map((devid) => [devid, devid]));
  for (const thing of [...(found.data?.list ?? []), ...known]) labels.set(thing.devid, nameOf(thing));
  const full = value.length >= most;
  return (
    <MultiSelect
      label={t('things')}
      description={t(full ? 'full' : 'thingsHint', { most })}
      placeholder={value.length === 0 ? t('thingsSearch') : ''}
      searchable
      hidePickedOptions
      maxValues={most}
      filter={filter}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={found.isFetching || stale ? t('searching') : t('noThing')}
      value={[...value]}
      onChange={(devids) => {
        setText('');
        onChange(devids);
      }}
      data={[...labels].map(([devid, label]) => ({ value: devid, label }))}
      comboboxProps={{ shadow: 'md' }}
      error={error}
      required={required ?? false}
    />
  );
}
