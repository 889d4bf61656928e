import { Button } from '@mantine/core';
import type { User } from '@voltloop/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime, useFormat } from '../../ui/index.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import styles from '../../ui/person/users-list.module.css';
import type { Column } from '../../ui/table/data-table.tsx';
import { KindIcon } from './kind-icon.tsx';
import { UserActions } from './user-actions.tsx';
import type { UserRequest } from './user-dialogs.tsx';
import { UserState } from './user-state.tsx';

/** The columns of a list of accounts; end users have neither kind nor parent of interest. */
export function useUserColumns(
  screen: 'users' | 'endUsers',
  actions: (user: User, active: boolean) => ReactNode,
): Column<User>[] {
  const { t } = useTranslation('users');
  const format = useFormat();
  const columns = useMemo<Column<User>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        sortable: true,
        essential: true,
        minWidth: 170,
        grow: 2,
        cell: (user) => (
          <TwoLines icon={<KindIcon kind={user.kind} size={18} />} main={user.name} sub={user.user_name} />
        ),
      },
      ...(screen === 'users'
        ? [
            {
              id: 'kind',
              header: t('column.kind'),
              sortable: true,
              width: 132,
              cell: (user: User) => t(`kind.${user.kind}`),
            },
            {
              id: 'parent',
              header: t('column.parent'),
              minWidth: 120,
              hideBelow: 700,
              value: (user: User) => user.parent_name,
            },
          ]
        : []),
      { id: 'email', header: t('column.email'), minWidth: 150, hideBelow: 980, value: (user) => user.email },
      { id: 'mobile', header: t('column.mobile'), width: 130, optional: true, value: (user) => user.mobile },
      {
        id: 'company',
        header: t('column.company'),
        minWidth: 120,
        optional: true,
        value: (user) => user.company,
      },
      {
        id: 'address',
        header: t('column.address'),
        minWidth: 120,
        optional: true,
        value: (user) => user.address,
      },
      {
        id: 'state',
        header: t('column.state'),
        width: 140,
        cell: (user) => <UserState state={user.state} variant="plain" />,
      },
      ...(screen === 'users'
        ? [
            {
              id: 'children',
              header: t('column.children'),
              width: 80,
              align: 'end' as const,
              hideBelow: 860,
              cell: (user: User) => format.number(user.children_total),
            },
          ]
        : []),
      {
        id: 'things',
        header: t('column.things'),
        width: 92,
        align: 'end',
        cell: (user) => format.number(user.things_total),
      },
      {
        id: 'last_login_time',
        header: t('column.lastLogin'),
        width: 130,
        sortable: true,
        sortDescFirst: true,
        align: 'end',
        hideBelow: 840,
        cell: (user) => <RelativeTime time={user.last_login_time} />,
      },
      {
        id: 'created_at',
        header: t('column.created'),
        width: 120,
        sortable: true,
        sortDescFirst: true,
        align: 'end',
        optional: true,
        cell: (user) => format.date(user.created_at, 'date'),
      },
    ],
    [t, format, screen],
  );
  return [
    ...columns,
    {
      id: 'actions',
      header: t('column.actions'),
      width: 52,
      chrome: true,
      cell: (user, { active }) => actions(user, active),
    },
  ];
}

interface UserCardProps {
  user: User;
  active: boolean;
  onRequest: (request: UserRequest) => void;
  onDrill: (id: string) => void;
}

/** An account on a phone: name and kind, state, and the link to those below. */
export function UserCard({ user, active, onRequest, onDrill }: UserCardProps) {
  const { t } = useTranslation('users');
  const format = useFormat();
  return (
    <div className={styles.card}>
      <TwoLines
        icon={<KindIcon kind={user.kind} size={18} />}
        main={user.name}
        sub={`${t(`kind.${user.kind}`)} · ${user.user_name}`}
      />
      <UserActions user={user} active={active} onRequest={onRequest} onDrill={onDrill} />
      <span className={styles.facts}>
        <UserState state={user.state} />
        <span>{t('card.things', { count: user.things_total, total: format.number(user.things_total) })}</span>
        {user.children_total > 0 && (
          <Button
            variant="light"
            size="compact-sm"
            tabIndex={active ? 0 : -1}
            onClick={() => onDrill(user.id)}
          >
            {t('card.children', { count: user.children_total, total: format.number(user.children_total) })}
          </Button>
        )}
      </span>
    </div>
  );
}
