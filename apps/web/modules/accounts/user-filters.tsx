import { Select, Switch } from '@mantine/core';
import type { AccountKind } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/person/users-list.module.css';
import type { UsersView } from './users-url.ts';

interface UserFiltersProps {
  view: UsersView;
  show: (next: Partial<UsersView>) => void;
  /** The kinds that the list may contain; with only one, neither kind nor level can be chosen. */
  kinds: readonly AccountKind[];
}

export function UserFilters({ view, show, kinds }: UserFiltersProps) {
  const { t } = useTranslation('users');
  return (
    <>
      {kinds.length > 1 && (
        <Select
          className={styles.select}
          aria-label={t('filter.kind')}
          placeholder={t('filter.kind')}
          clearable
          value={view.kind}
          onChange={(kind) => show({ kind: kind as AccountKind | null })}
          data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        />
      )}
      <Select
        className={styles.select}
        aria-label={t('filter.state')}
        placeholder={t('filter.state')}
        clearable
        value={view.state}
        onChange={(state) => show({ state: state as UsersView['state'] })}
        data={(['active', 'never', 'disabled'] as const).map((state) => ({
          value: state,
          label: t(`state.${state}`),
        }))}
      />
      {kinds.length > 1 && (
        <Switch
          label={t('filter.direct')}
          checked={view.direct}
          onChange={(event) => show({ direct: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** The filters in use as removable chips. */
export function useUserChips(view: UsersView, show: UserFiltersProps['show']) {
  const { t } = useTranslation('users');
  const { search, kind, state, direct } = view;
  const chips = [
    search && {
      id: 'search',
      text: t('chip.search', { text: search }),
      onRemove: () => show({ search: '' }),
    },
    kind && { id: 'kind', text: t(`kind.${kind}`), onRemove: () => show({ kind: null }) },
    state && { id: 'state', text: t(`state.${state}`), onRemove: () => show({ state: null }) },
    direct && { id: 'direct', text: t('filter.direct'), onRemove: () => show({ direct: false }) },
  ];
  return chips.filter((chip) => typeof chip === 'object' && chip !== null);
}
