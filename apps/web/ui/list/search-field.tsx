import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface SearchFieldProps {
  /** What it searches; placeholder and accessible name. */
  label: string;
  value: string;
  onChange: (search: string) => void;
  className?: string | undefined;
}

/** The search of a list, debounced by 250 ms and paused while an input method is composing. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const { t } = useTranslation('list');
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next);
  }, 250);
  useEffect(() => {
    // The URL changed: Back, or the filter was cleared.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  const type = (next: string, composing: boolean) => {
    setText(next);
    if (!composing) send(next.trim());
  };
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={100}
      leftSection={<IconSearch size={16} stroke={1.8} />}
      rightSection={
        text && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => type('', false)} />
      }
      onChange={(event) =>
        type(event.currentTarget.value, (event.nativeEvent as InputEvent).isComposing === true)
      }
      onCompositionEnd={(event) => type(event.currentTarget.value, false)}
    />
  );
}
