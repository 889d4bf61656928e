import { Button, Select, Switch } from '@mantine/core';
import { IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountKind, User } from '@voltloop/contract';
import { exportUsers, kindsBelow, userSorts } from '@voltloop/contract/calls/users.ts';
import { Card, EmptyState, NoPermission, RelativeTime, useFormat } from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { BulkBar } from '@voltloop/ui/list/bulk-bar.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { isLanguage } from '../../context/i18n.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../parts/download-file.ts';
import { ExportMenu } from '../../parts/list/export-menu.tsx';
import { FilterChips } from '../../parts/list/filter-chips.tsx';
import { ListBar, ListTools } from '../../parts/list/list-bar.tsx';
import { NoMatch } from '../../parts/list/no-match.tsx';
import { lookProps, queryProps, sortProps } from '../../parts/list/table-props.ts';
import { TwoLines } from '../../parts/list/two-lines.tsx';
import { useTableView } from '../../parts/list/use-table-view.ts';
import { notifyError } from '../../parts/notify-error.ts';
import styles from '../../parts/users-list.module.css';
import { BulkProgress } from './bulk-progress.tsx';
import { KindIcon } from './kind-icon.tsx';
import { usePendingDeletes } from './pending-deletes.ts';
import { everyUser, usersPage } from './queries.ts';
import { useSetStates } from './use-set-states.ts';
import { UserActions } from './user-actions.tsx';
import { UserDialogs, type UserRequest } from './user-dialogs.tsx';
import { UserState } from './user-state.tsx';
import { defaultUsersView, exportColumns, type UsersView, usersFilters } from './users-url.ts';

const NO_ROWS: readonly User[] = [];

interface UsersListProps {
  screen: 'users' | 'endUsers';
  view: UsersView;
  show: (next: Partial<UsersView>) => void;
  /** The account whose subtree is listed; null is the signed-in one. */
  under: string | null;
  request: UserRequest | null;
  onRequest: (request: UserRequest | null) => void;
}

/** The table of accounts with its filters and all actions. */
export function UsersList({ screen, view, show, under, request, onRequest }: UsersListProps) {
  const { t, i18n } = useTranslation('users');
  const me = useAccount();
  const location = useLocation();
  const wanted = useMemo(() => ({ ...view, under }), [view, under]);
  const found = useQuery(usersPage(me.tenantId, wanted));
  const pending = usePendingDeletes((state) => state.ids);
  const [chosen, setChosen] = useState<ReadonlyMap<string, User>>(new Map());
  const setStates = useSetStates();

  const rows = useMemo(
    () => (found.data?.list ?? NO_ROWS).filter(({ id }) => !pending.has(id)),
    [found.data, pending],
  );
  const total = Math.max((found.data?.total ?? 0) - ((found.data?.list.length ?? 0) - rows.length), 0);
  const columns = useColumns(screen, (user, active) => (
    <UserActions
      user={user}
      active={active}
      onRequest={onRequest}
      onDrill={(id) => show({ under: id, direct: true })}
    />
  ));
  const table = useTableView('users', columns);

  // Another list: drop the selection of the former one, which is no longer visible.
  const filters = JSON.stringify({ ...wanted, page: 0, size: 0, sort: 0, order: 0 });
  useEffect(() => setChosen(new Map()), [filters]);

  if (isRefused(found.error)) return <NoPermission />;
  const kinds: readonly AccountKind[] = screen === 'endUsers' ? [] : kindsBelow(me.kind);
  const chips = [
    ...(view.search
      ? [
          {
            id: 'search',
            text: t('chip.search', { text: view.search }),
            onRemove: () => show({ search: '' }),
          },
        ]
      : []),
    ...(view.kind
      ? [{ id: 'kind', text: t(`kind.${view.kind}`), onRemove: () => show({ kind: null }) }]
      : []),
    ...(view.state
      ? [{ id: 'state', text: t(`state.${view.state}`), onRemove: () => show({ state: null }) }]
      : []),
    ...(view.direct
      ? [{ id: 'direct', text: t('filter.direct'), onRemove: () => show({ direct: false }) }]
      : []),
  ];
  const clear = () => show({ search: '', kind: null, state: null, direct: false });
  const select = (ids: ReadonlySet<string>) => {
    const next = new Map<string, User>();
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const user = rowsById.get(id) ?? chosen.get(id);
      if (user) next.set(id, user);
    }
    setChosen(next);
  };
  const selectAll = async () => {
    try {
      const { list } = await everyUser(me.tenantId, wanted);
      setChosen(new Map(list.filter(({ id }) => !pending.has(id)).map((user) => [user.id, user])));
    } catch (error) {
      notifyError(error);
    }
  };
  const users = [...chosen.values()].filter(({ id }) => !pending.has(id));
  const done = () => setChosen(new Map());

  return (
    <>
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={{ label: t('search.label'), value: view.search, onChange: (search) => show({ search }) }}
          tools={
            <ListTools screen={screen} columns={columns} table={table}>
              <ExportMenu
                disabled={total === 0}
                onExport={(format) =>
                  downloadFile(exportUsers, {
                    params: { tenantId: me.tenantId },
                    query: {
                      ...usersFilters(wanted),
                      columns: exportColumns(table.shown.map(({ id }) => id)).join(','),
                      kind: wanted.kind,
                      format,
                      language: isLanguage(i18n.language) ? i18n.language : 'en',
                      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                    },
                  })
                }
              />
            </ListTools>
          }
        >
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
        </ListBar>
        {chips.length > 0 && (
          <div className={styles.chips}>
            <FilterChips filters={chips} onClear={clear} />
          </div>
        )}
        <DataTable<User>
          label={t(`page.${screen}`)}
          columns={columns}
          {...lookProps(table)}
          rows={rows}
          scrollKey={location.key}
          keyOf={(user) => user.id}
          {...sortProps(view, userSorts, defaultUsersView, show)}
          onOpen={(user) => onRequest({ what: 'edit', user })}
          selected={new Set(chosen.keys())}
          onSelectedChange={select}
          {...queryProps(found)}
          rowHeight={52}
          card={(user, { active }) => (
            <UserCard
              user={user}
              active={active}
              onRequest={onRequest}
              onDrill={(id) => show({ under: id, direct: true })}
            />
          )}
          cardHeight={112}
          empty={
            chips.length > 0 ? (
              <NoMatch
                title={t('empty.noMatch')}
                text={t('empty.noMatchText')}
                clear={t('empty.clear')}
                onClear={clear}
              />
            ) : (
              <EmptyState
                title={t('empty.title')}
                text={t('empty.text')}
                action={
                  <Button size="xs" onClick={() => onRequest({ what: 'create', under })}>
                    {t(screen === 'users' ? 'create.button' : 'create.endUser')}
                  </Button>
                }
              />
            )
          }
          footer={<Pager total={total} page={view.page} size={view.size} onChange={show} />}
        />
      </Card>
      <BulkBar count={users.length} total={total} onSelectAll={selectAll} onClear={done}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUserCheck size={15} />}
          onClick={() => void setStates(users, false).then(done)}
        >
          {t('action.enable')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUserOff size={15} />}
          onClick={() => onRequest({ what: 'disable', users })}
        >
          {t('action.disable')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTrash size={15} />}
          onClick={() => onRequest({ what: 'delete', users })}
        >
          {t('action.delete')}
        </Button>
      </BulkBar>
      <BulkProgress />
      <UserDialogs request={request} screen={screen} onClose={() => onRequest(null)} onDone={done} />
    </>
  );
}

function useColumns(
  screen: UsersListProps['screen'],
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
function UserCard({ user, active, onRequest, onDrill }: UserCardProps) {
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
