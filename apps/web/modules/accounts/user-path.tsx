import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { treeLevel } from './queries.ts';
import styles from './user-path.module.css';

/** The position of a list in the tree as links to all levels: replaces the tree on narrow screens. */
export function UserPath({ under, onOpen }: { under: string | null; onOpen: (id: string | null) => void }) {
  const { t } = useTranslation('users');
  const me = useAccount();
  const found = useInfiniteQuery({ ...treeLevel(me.tenantId, under ?? me.id), enabled: under !== null });
  const here = under === null ? undefined : found.data?.pages[0];
  const steps = [...(here?.ancestors ?? []).filter(({ id }) => id !== me.id)];
  return (
    <nav aria-label={t('path.label')} className={styles.path}>
      <button type="button" aria-current={under === null ? 'true' : undefined} onClick={() => onOpen(null)}>
        {me.name}
      </button>
      {steps.map(({ id, name }) => (
        <span key={id} className={styles.step}>
          <IconChevronRight size={14} aria-hidden="true" />
          <button type="button" onClick={() => onOpen(id)}>
            {name}
          </button>
        </span>
      ))}
      {here && (
        <span className={styles.step}>
          <IconChevronRight size={14} aria-hidden="true" />
          <button type="button" aria-current="true" onClick={() => onOpen(here.parent.id)}>
            {here.parent.name}
          </button>
        </span>
      )}
    </nav>
  );
}
