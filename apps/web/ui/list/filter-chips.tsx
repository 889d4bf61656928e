import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './filter-chips.module.css';

export interface FilterChipsProps {
  /** One per active filter: its text, and its removal. */
  filters: readonly { id: string; text: string; onRemove: () => void }[];
  onClear: () => void;
}

/** The active filters, each with a remove button; nothing when none is active. */
export function FilterChips({ filters, onClear }: FilterChipsProps) {
  const { t } = useTranslation('list');
  if (filters.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('filter.label')}>
      {filters.map(({ id, text, onRemove }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('filter.remove', { filter: text })}
            onClick={onRemove}
          >
            <span className={styles.text}>{text}</span>
            <IconX size={13} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <button type="button" className={styles.clear} onClick={onClear}>
            {t('filter.clear')}
          </button>
        </li>
      )}
    </ul>
  );
}
