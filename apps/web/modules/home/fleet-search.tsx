import { Autocomplete } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Position, searched } from './fleet-groups.ts';
import styles from './fleet-map.module.css';

const MAX_RESULTS = 8;

interface FleetSearchProps {
  positions: readonly Position[];
  onFound: (position: Position) => void;
}

/** Finds a device on the map by name or number, and shows it. */
export function FleetSearch({ positions, onFound }: FleetSearchProps) {
  const { t } = useTranslation('home');
  const [text, setText] = useState('');
  const found = useMemo(() => searched(positions, text, MAX_RESULTS), [positions, text]);
  const labelOf = ({ devname, devid }: Position) => (devname ? `${devname} · ${devid}` : devid);
  return (
    <Autocomplete
      className={styles.search}
      size="xs"
      aria-label={t('map.search')}
      placeholder={t('map.search')}
      leftSection={<IconSearch size={14} stroke={1.8} />}
      spellCheck={false}
      maxLength={60}
      value={text}
      onChange={setText}
      data={[...new Set(found.map(labelOf))]}
      // Already filtered.
      filter={({ options }) => options}
      onOptionSubmit={(label) => {
        const chosen = positions.find((each) => labelOf(each) === label);
        if (chosen) onFound(chosen);
      }}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        const [only] = found;
        if (nativeEvent.isComposing) return;
        if (key === 'Enter' && only && !currentTarget.getAttribute('aria-activedescendant')) onFound(only);
      }}
    />
  );
}
