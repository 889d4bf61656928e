import type { TextInputProps } from '@mantine/core';
import styles from './form.module.css';

/** Shows a unit at the end of a text field; screen readers read it with the field, before its description. */
export function unitProps(unit: string | undefined, description?: TextInputProps['description']) {
  const text = unit?.trim();
  if (!text) return {};
  return {
    rightSection: (
      <span className={styles.unit} aria-hidden="true">
        {text}
      </span>
    ),
    rightSectionWidth: `calc(${[...text].length}ch + 20px)`,
    rightSectionPointerEvents: 'none' as const,
    description: description ? (
      <>
        <span className="visually-hidden">{text} </span>
        {description}
      </>
    ) : (
      text
    ),
    ...(description
      ? {}
      : {
          descriptionProps: { className: 'visually-hidden' },
          // Without the space of a visible description.
          styles: { wrapper: { marginBottom: 0 } },
        }),
  };
}
