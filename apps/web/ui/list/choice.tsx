import { NativeSelect } from '@mantine/core';
import styles from './choice.module.css';

interface ChoiceProps {
  label: string;
  value: string;
  data: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** The placeholder of an empty choice; without it a choice is required. */
  none?: string;
}

/** A filter: its label is its placeholder. */
export function Choice({ label, value, data, onChange, none }: ChoiceProps) {
  // An unknown value from the URL is still listed, so that it can be cleared.
  const all =
    value === '' || data.some((each) => each.value === value) ? data : [...data, { value, label: value }];
  return (
    <NativeSelect
      size="xs"
      className={styles.choice}
      aria-label={label}
      value={value}
      data={none === undefined ? [...all] : [{ value: '', label: none }, ...all]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
