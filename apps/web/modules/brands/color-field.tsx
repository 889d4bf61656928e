import { TextInput } from '@mantine/core';
import { useField } from '../../ui/form/fields.tsx';
import styles from './brand.module.css';
import { shownColor } from './brand-rules.ts';

/** A colour as text, with the browser's own picker beside it. */
export function ColorField({
  name,
  label,
  pick,
  description,
  fallback,
}: {
  name: string;
  label: string;
  /** Label of the picker. */
  pick: string;
  description: string;
  /** Shown by the picker while the text is not a colour. */
  fallback: string;
}) {
  const { field, error } = useField(name);
  const text = String(field.value ?? '');
  return (
    <TextInput
      {...field}
      value={text}
      label={label}
      description={description}
      error={error}
      maxLength={20}
      autoComplete="off"
      spellCheck={false}
      leftSection={
        <input
          type="color"
          className={styles.pick}
          aria-label={pick}
          value={shownColor(text, fallback)}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          onBlur={field.onBlur}
        />
      }
    />
  );
}
