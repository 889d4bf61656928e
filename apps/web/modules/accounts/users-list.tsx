import { Button } from '@mantine/core';
import { IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@voltloop/contract';
import { exportUsers, kindsBelow, userSorts } from '@voltloop/contract/calls/users.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { isLanguage } from '../../context/i18n.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Card, EmptyState, NoPermission } from '../../ui/index.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { FilterChips } from '../../ui/list/filter-chips.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { lookProps, queryProps, sortProps } from '../../ui/list/table-props.ts';
import { useTableView } from '../../ui/list/use-table-view.ts';
import styles from '../../ui/person/users-list.module.css';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { browserZone } from '../../ui/text/format.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { usePendingDeletes } from './pending-deletes.ts';
import { everyUser, usersPage } from './queries.ts';
import { useSetStates } from './use-set-states.ts';
import { UserActions } from './user-actions.tsx';
import { UserCard, useUserColumns } from './user-columns.tsx';
import { UserDialogs, type UserRequest } from './user-dialogs.tsx';
import { UserFilters, useUserChips } from './user-filters.tsx';
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
  const drill = (id: string) => show({ under: id, direct: true });
  const columns = useUserColumns(screen, (user, active) => (
    <UserActions user={user} active={active} onRequest={onRequest} onDrill={drill} />
  ));
  const table = useTableView('users', columns);
  const chips = useUserChips(view, show);

  // Another list: drop the selection of the former one, which is no longer visible.
  const filters = JSON.stringify({ ...wanted, page: 0, size: 0, sort: 0, order: 0 });
  useEffect(() => setChosen(new Map()), [filters]);

  if (isRefused(found.error)) return <NoPermission />;
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
                      time_zone: browserZone(),
                    },
                  })
                }
              />
            </ListTools>
          }
        >
          <UserFilters view={view} show={show} kinds={screen === 'endUsers' ? [] : kindsBelow(me.kind)} />
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
            <UserCard user={user} active={active} onRequest={onRequest} onDrill={drill} />
          )}
          cardHeight={112}
          empty={
            <NoUsers
              filtered={chips.length > 0}
              screen={screen}
              onClear={clear}
              onCreate={() => onRequest({ what: 'create', under })}
            />
          }
          footer={<Pager total={total} page={view.page} size={view.size} onChange={show} />}
        />
      </Card>
      <BulkBar count={users.length} total={total} onSelectAll={selectAll} onClear={done}>
        <BulkActions
          onEnable={() => void setStates(users, false).then(done)}
          onDisable={() => onRequest({ what: 'disable', users })}
          onDelete={() => onRequest({ what: 'delete', users })}
        />
      </BulkBar>
      <BulkProgress />
      <UserDialogs request={request} screen={screen} onClose={() => onRequest(null)} onDone={done} />
    </>
  );
}

function BulkActions(props: { onEnable: () => void; onDisable: () => void; onDelete: () => void }) {
  const { t } = useTranslation('users');
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconUserCheck size={15} />} onClick={props.onEnable}>
        {t('action.enable')}
      </Button>
      <Button variant="default" size="xs" leftSection={<IconUserOff size={15} />} onClick={props.onDisable}>
        {t('action.disable')}
      </Button>
      <Button variant="default" size="xs" leftSection={<IconTrash size={15} />} onClick={props.onDelete}>
        {t('action.delete')}
      </Button>
    </>
  );
}

function NoUsers({
  filtered,
  screen,
  onClear,
  onCreate,
}: {
  filtered: boolean;
  screen: UsersListProps['screen'];
  onClear: () => void;
  onCreate: () => void;
}) {
  const { t } = useTranslation('users');
  if (filtered)
    return (
      <NoMatch
        title={t('empty.noMatch')}
        text={t('empty.noMatchText')}
        clear={t('empty.clear')}
        onClear={onClear}
      />
    );
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button size="xs" onClick={onCreate}>
          {t(screen === 'users' ? 'create.button' : 'create.endUser')}
        </Button>
      }
    />
  );
}
