import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { searchedOptions } from '../../parts/searched-options.ts';
import { offeredThings } from './queries.ts';

export interface PickedThing {
  devid: string;
  devname: string;
}

interface ThingPickerProps {
  label: string;
  value: readonly PickedThing[];
  onChange: (value: PickedThing[]) => void;
}

/** Picks visible devices; the server searches numbers and names. */
export function ThingPicker({ label, value, onChange }: ThingPickerProps) {
  const { t } = useTranslation('users');
  const { tenantId } = useAccount();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const [search] = useDebouncedValue(wanted, 200);
  const found = useQuery({ ...offeredThings(tenantId, search), placeholderData: (before) => before });
  const stale = found.isPlaceholderData || wanted !== search;
  const offered: readonly PickedThing[] = found.data?.list ?? [];
  const known = new Map([...value, ...offered].map((thing) => [thing.devid, thing]));
  const words = ({ devid, devname }: PickedThing) =>
    devname && devname !== devid ? `${devname} · ${devid}` : devid;
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('things.placeholder') : ''}
      searchable
      hidePickedOptions
      clearable
      maxValues={200}
      data={[...known.values()].map((thing) => ({ value: thing.devid, label: words(thing) }))}
      filter={searchedOptions(stale, wanted)}
      nothingFoundMessage={found.isPending || stale ? t('picker.looking') : t('things.noMatch')}
      searchValue={text}
      onSearchChange={setText}
      value={value.map(({ devid }) => devid)}
      onChange={(devids) => onChange(devids.flatMap((devid) => known.get(devid) ?? []))}
    />
  );
}
