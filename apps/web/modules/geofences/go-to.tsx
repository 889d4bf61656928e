import { Autocomplete, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCurrentLocation } from '@tabler/icons-react';
import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { localized } from '../resources/index.ts';
import styles from './area-map.module.css';
import { typedPosition } from './typed-position.ts';
import { useFindPlace, useFoundPlaces } from './use-places.ts';

interface GoToProps {
  /** Called with typed coordinates. */
  onGo: (position: Position) => void;
  /** Called with a place of the business, in WGS-84. */
  onPlace: (position: Position) => void;
}

/** Moves the map to a place found by name, or to typed coordinates; draws nothing. */
export function GoTo({ onGo, onPlace }: GoToProps) {
  const { t, i18n } = useTranslation('map');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const [search] = useDebouncedValue(text.trim(), 250);
  const found = useFoundPlaces(search);
  const find = useFindPlace();
  const latest = useRef('');
  const go = async () => {
    const position = typedPosition(text);
    if (position) return onGo(position);
    const asked = text.trim();
    // The results shown may be those of an earlier text.
    const place = asked && (await find(asked));
    if (latest.current !== text) return;
    if (place) onPlace(place.at);
    else setWrong(true);
  };
  const submit = () => void go().catch(notifyError);
  const named = found.map(({ of, ...place }) => ({
    ...place,
    label: `${place.name} · ${localized(registry[of]?.one ?? { en: of, zh: of }, i18n.language)}`,
  }));
  return (
    <div className={styles.goTo}>
      <Autocomplete
        size="xs"
        aria-label={t('goTo.label')}
        placeholder={t('goTo.placeholder')}
        spellCheck={false}
        maxLength={60}
        value={text}
        error={wrong && t('goTo.wrong')}
        data={[...new Set(named.map(({ label }) => label))]}
        // Already filtered by the server.
        filter={({ options }) => options}
        onChange={(next) => {
          latest.current = next;
          setText(next);
          setWrong(false);
        }}
        onOptionSubmit={(label) => {
          const place = named.find((each) => each.label === label);
          if (place) onPlace(place.at);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Enter must not submit the form around the map; the list handles a highlighted option.
          const marked = event.currentTarget.getAttribute('aria-activedescendant');
          event.preventDefault();
          if (!marked) submit();
        }}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCurrentLocation size={15} stroke={1.8} />}
        onClick={submit}
      >
        {t('goTo.button')}
      </Button>
    </div>
  );
}
