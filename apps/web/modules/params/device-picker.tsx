import { Select } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { useSearchedOptions } from '../../ui/widgets/use-searched-options.ts';
import { offeredDevices } from './queries.ts';

/** Picks one device; the server searches numbers, names and addresses. */
export function DevicePicker({
  devid,
  devname,
  onPick,
}: {
  devid: string;
  devname: string;
  onPick: (devid: string) => void;
}) {
  const { t } = useTranslation('params');
  const { tenantId } = useAccount();
  const chosen = words(devid, devname);
  const [text, setText] = useState(chosen);
  // The field shows the choice, not a search text.
  const { found, stale, filter } = useSearchedOptions(text === chosen ? '' : text, (search) =>
    offeredDevices(tenantId, search),
  );
  const offered = new Map(
    (found.data?.list ?? []).map((thing) => [thing.devid, words(thing.devid, thing.devname)]),
  );
  if (devid && !offered.has(devid)) offered.set(devid, chosen);
  return (
    <Select
      label={t('device.pick')}
      placeholder={t('device.pickHint')}
      searchable
      selectFirstOptionOnChange
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      data={[...offered].map(([value, label]) => ({ value, label }))}
      filter={filter}
      nothingFoundMessage={t(found.isPending || stale ? 'device.looking' : 'device.noMatch')}
      maxDropdownHeight={320}
      value={devid || null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(next) => next && onPick(next)}
    />
  );
}

const words = (devid: string, devname: string) =>
  devname && devname !== devid ? `${devname} · ${devid}` : devid;
