import { Button, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './area-map.module.css';
import { typedPosition } from './typed-position.ts';

/** Coordinates to type or paste, and the map goes there; nothing is drawn by it. */
export function GoTo({ onGo }: { onGo: (position: Position) => void }) {
  const { t } = useTranslation('map');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const go = () => {
    const position = typedPosition(text);
    setWrong(position === null);
    if (position) onGo(position);
  };
  return (
    <div className={styles.goTo}>
      <TextInput
        size="xs"
        aria-label={t('goTo.label')}
        placeholder={t('goTo.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        error={wrong && t('goTo.wrong')}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // The form around the map is not to be sent by it.
          event.preventDefault();
          go();
        }}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCurrentLocation size={15} stroke={1.8} />}
        onClick={go}
      >
        {t('goTo.button')}
      </Button>
    </div>
  );
}
