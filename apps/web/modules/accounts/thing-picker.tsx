import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { useSearchedOptions } from '../../ui/widgets/use-searched-options.ts';
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
  const { found, stale, filter } = useSearchedOptions(text, (search) => offeredThings(tenantId, search));
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
      filter={filter}
      nothingFoundMessage={found.isPending || stale ? t('picker.looking') : t('things.noMatch')}
      searchValue={text}
      onSearchChange={setText}
      value={value.map(({ devid }) => devid)}
      onChange={(devids) => onChange(devids.flatMap((devid) => known.get(devid) ?? []))}
    />
  );
}
